import type { Column, InputSpec } from 'kohort/js';
import type { ValueKind } from 'kohort/sources';
import { useMemo, useState } from 'preact/hooks';
import type { ColumnChoice, ColumnKind } from '../choices.js';
import { kindIn } from '../data/declared.js';
import { ErrorText } from '../parts/error-text.js';
import { Select } from '../parts/fields.js';
import { listed } from '../parts/listed.js';
import { count, counted } from '../parts/words.js';
import { Progress } from '../shell/progress.js';
import type { TaskState } from '../use-workbench.js';
import { type Trial, exampleOf, fittingFormats, tryKind } from './read-values.js';
import { TYPE_MEANINGS, TYPE_PLURALS, TYPE_WORDS, typeText } from './type-words.js';

/** The reading of the file that a change of a type asks for. */
export interface Rereading {
  readonly task: TaskState;
  /** Spelling of numbers in the reading of the file. */
  readonly input: Pick<InputSpec, 'decimal' | 'thousands'>;
  readonly onRead: (kind: ColumnKind) => void;
}

interface Props {
  readonly column: Column;
  readonly choice: ColumnChoice;
  readonly rereading: Rereading;
}

const FOUND = '';
type Type = Column['type'] | typeof FOUND;

/** Choice of a column's type: as it was found, or as the user knows better. */
export function TypeChoice({ column, choice, rereading: { task, input, onRead } }: Props) {
  const { name } = column;
  const [type, setType] = useState<Type>(choice.type ?? FOUND);
  const [format, setFormat] = useState(choice.format ?? '');
  const [isAsked, setAsked] = useState(false);
  const written = format.trim();
  const kind: ColumnKind = type === FOUND ? {} : { type, ...(written === '' ? {} : { format: written }) };
  const read = kindIn(kind, input);
  const trial = useMemo(() => (read === undefined ? null : tryKind(column, read)), [column, read?.type, read?.format]);
  const isSame = kind.type === choice.type && kind.format === choice.format;
  const isNoFormat = type !== FOUND && read === undefined;
  // Found types were read from the cells themselves, so that a value that does not fit now would not fit then.
  const cannotFit = trial !== null && trial.misfitRows > 0 && choice.type === undefined && choice.format === undefined;
  const isOther = task.busy && task.running === null;
  return (
    <details class="type-choice">
      <summary>Read as: {typeText(column)}</summary>
      <p class="fields kind">
        <Select<Type>
          label="Type"
          name={`Type of ${name}`}
          value={type}
          options={[[FOUND, 'as found in the file'], ...TYPES.map((each) => [each, TYPE_WORDS[each]] as const)]}
          onChange={(next) => {
            setType(next);
            setFormat(onlyFormat(column, next));
            setAsked(false);
          }}
        />
      </p>
      <p class="facts">
        {type === FOUND ? 'The type is what all values of the column have in common.' : TYPE_MEANINGS[type]}
      </p>
      {type !== FOUND && type !== 'string' && (
        <FormatChoice column={column} type={type} format={format} onChange={setFormat} />
      )}
      {isNoFormat && <ErrorText text={`This is not a format of ${TYPE_PLURALS[type]}. ${FORMAT_CURES[type]}`} />}
      {read !== undefined && trial !== null && (
        <Tried
          column={column}
          kind={read}
          trial={trial}
          isShown={choice.role !== 'identifier' && choice.role !== 'person' && choice.role !== 'sensitive'}
        />
      )}
      {isAsked && task.running !== null && <Progress running={task.running} />}
      {isAsked && task.error !== null && <ErrorText text={task.error} />}
      <p class="buttons">
        <button
          type="button"
          disabled={isOther || isSame || isNoFormat || cannotFit}
          onClick={() => {
            setAsked(true);
            onRead(kind);
          }}
        >
          Read the column so
        </button>
        {isAsked && task.running !== null && (
          <button type="button" onClick={task.running.cancel}>
            Cancel
          </button>
        )}
      </p>
    </details>
  );
}

/** The one format that the values fit; where there are several, the user says which. */
function onlyFormat(column: Column, type: Type): string {
  const formats = type === FOUND ? [] : fittingFormats(column, type);
  return type !== FOUND && formats.length === 1 && formats[0] !== PLAIN_FORMATS[type] ? formats[0] : '';
}

const TYPES = Object.keys(TYPE_WORDS) as Column['type'][];

const DATE_CURE = 'Days are written with YYYY or YY, MM and DD, such as DD.MM.YYYY or MM/DD/YY.';
const NUMBER_CURE = 'Numbers are written with 0 and #, such as 0.00, #,##0.## or 0,#.';
const FORMAT_CURES: Readonly<Record<Column['type'], string>> = {
  string: '',
  integer: NUMBER_CURE,
  number: NUMBER_CURE,
  date: DATE_CURE,
  datetime: `${DATE_CURE} Times are written with HH, mm and ss.`,
  time: 'Times of day are written with HH, mm and ss, or with h and A, such as HH:mm or h:mm A.',
  duration: 'Lengths of time are written with h, mm and ss, such as h:mm:ss or m:ss, or PT.',
};
const PLAIN_FORMATS: Readonly<Record<Column['type'], string>> = {
  string: '',
  integer: '0',
  number: '0.#',
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DDTHH:mm:ss',
  time: 'HH:mm',
  duration: 'h:mm:ss',
};

interface FormatProps {
  readonly column: Column;
  readonly type: Column['type'];
  readonly format: string;
  readonly onChange: (format: string) => void;
}

/** Format of the values: one of those that fit the first of them, or any other. */
function FormatChoice({ column, type, format, onChange }: FormatProps) {
  const formats = useMemo(() => fittingFormats(column, type), [column, type]);
  return (
    <>
      <p class="fields">
        <label>
          Format{' '}
          <input
            type="text"
            aria-label={`Format of ${column.name}`}
            placeholder={PLAIN_FORMATS[type]}
            value={format}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      </p>
      {formats.length > 0 && (
        <fieldset class="choices">
          <legend>Formats that the first values fit</legend>
          {formats.map((each) => (
            <label key={each} class="chip">
              <input
                type="radio"
                name={`format-of-${column.name}`}
                checked={each === (format.trim() || PLAIN_FORMATS[type])}
                onChange={() => onChange(each === PLAIN_FORMATS[type] ? '' : each)}
              />
              {each}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface TriedProps {
  readonly column: Column;
  readonly kind: ValueKind;
  readonly trial: Trial;
  /** Values of the column may be shown. */
  readonly isShown: boolean;
}

/** The values, read as a kind, and the rows without one. */
function Tried({ column, kind, trial: { examples, misfitRows, firstMisfits }, isShown }: TriedProps) {
  if (misfitRows > 0) {
    const others = misfitRows - firstMisfits.length;
    const rows = [...firstMisfits.map(count), ...(others > 0 ? [`${counted(others, 'other')}`] : [])];
    const where = `${misfitRows === 1 ? 'Row' : 'Rows'} ${listed(rows)}`;
    const written = kind.format === undefined ? '' : ` written ${kind.format}`;
    const what = `${TYPE_PLURALS[kind.type]}${written}`;
    const rest =
      2 * misfitRows > column.codes.length ? '' : ' If they stand for missing values, say so in the step Data.';
    return <ErrorText text={`${where} of ${count(column.codes.length)} cannot be read as ${what}.${rest}`} />;
  }
  const shown = isShown ? examples : [exampleOf(kind)];
  return (
    <ul class="read-values" aria-label="How values are read">
      {shown.map(({ text, meaning }, at) => (
        <li key={at}>
          <span>{text}</span> is read as <strong>{meaning}</strong>
        </li>
      ))}
    </ul>
  );
}
