import { encodings, fileFormats } from 'kohort/sources';
import { useState } from 'preact/hooks';
import type { Opened, Reading } from '../choices.js';
import { Select } from '../parts/fields.js';
import { DELIMITERS, encodingName, foundMarks, readingText } from './reading-words.js';

interface Props {
  readonly opened: Opened;
  readonly reading: Reading;
  readonly disabled: boolean;
  readonly onChange: (reading: Reading) => void;
}

const FOUND = '';

/** Reading of the file, with a choice for each part of it. */
export function FileReading({ opened, reading, disabled, onChange }: Props) {
  const { format } = opened.found;
  const { hasHeader } = fileFormats[format];
  return (
    <fieldset class="file-reading" disabled={disabled}>
      <legend class="hidden">How the file is read</legend>
      <p class="reading-words" role="status">
        {readingText(opened, reading)}
      </p>
      {hasHeader && (
        <p>
          <label class="inline">
            <input
              type="checkbox"
              checked={reading.header}
              onChange={(event) => onChange({ ...reading, header: event.currentTarget.checked })}
            />{' '}
            the first line names the columns
          </label>
        </p>
      )}
      <MissingMarks {...{ opened, reading, disabled, onChange }} />
      <details>
        <summary>Read it in another way</summary>
        <div class="reading-fields">
          <Divisions {...{ opened, reading, disabled, onChange }} />
          <Numbers {...{ opened, reading, disabled, onChange }} />
          <Select<'keep' | 'drop'>
            label="Rows with a missing cell"
            value={reading.onMissing === 'drop' ? 'drop' : 'keep'}
            options={[
              ['keep', 'kept: missing is a value'],
              ['drop', 'left out'],
            ]}
            onChange={(next) => onChange({ ...reading, onMissing: next === 'keep' ? undefined : next })}
          />
          <OtherMarks {...{ opened, reading, disabled, onChange }} />
        </div>
      </details>
    </fieldset>
  );
}

/** Divisions of a file: sheets, lines, cells, and bytes into characters. */
function Divisions({ opened: { found }, reading, onChange }: Props) {
  const { format, sheets = [], delimiter, skip = 0, encoding = 'utf-8' } = found;
  const { hasHeader, holds } = fileFormats[format];
  const foundDelimiter = DELIMITERS.find(([each]) => each === delimiter)?.[1];
  const isFound = (key: keyof Reading): boolean => reading[key] === undefined;
  const found1 = (text: string | undefined, key: keyof Reading): string =>
    isFound(key) && text !== undefined ? `as found: ${text}` : 'as found';
  return (
    <>
      {format === 'csv' && (
        <Select
          label="Between cells"
          value={reading.delimiter ?? FOUND}
          options={[[FOUND, found1(foundDelimiter, 'delimiter')], ...DELIMITERS]}
          onChange={(next) => onChange({ ...reading, delimiter: next === FOUND ? undefined : next })}
        />
      )}
      {sheets.length > 0 && (
        <Select
          label="Sheet"
          value={typeof reading.sheet === 'string' ? reading.sheet : (sheets[(reading.sheet ?? 1) - 1] ?? sheets[0])}
          options={sheets.map((each) => [each, each] as const)}
          onChange={(sheet) => onChange({ ...reading, sheet })}
        />
      )}
      {holds === 'text' && (
        <Select
          label="Characters"
          value={reading.encoding ?? FOUND}
          options={[
            [FOUND, found1(encodingName(encoding), 'encoding')],
            ...encodings.map((each) => [each, encodingName(each)] as const),
          ]}
          onChange={(next) => onChange({ ...reading, encoding: next === FOUND ? undefined : next })}
        />
      )}
      {holds === 'text' && (
        <Select<'error' | 'skip'>
          label="Rows that cannot be read"
          value={reading.badRows ?? 'error'}
          options={[
            ['error', 'are an error'],
            ['skip', 'are left out and counted'],
          ]}
          onChange={(next) => onChange({ ...reading, badRows: next === 'skip' ? next : undefined })}
        />
      )}
      {hasHeader && (
        <label>
          <span>Lines above the table</span>{' '}
          <input
            type="number"
            min={0}
            step={1}
            placeholder={String(skip)}
            value={reading.skip ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...reading, skip: value === '' ? undefined : Math.max(0, Math.trunc(Number(value))) })
            }
          />
        </label>
      )}
    </>
  );
}

type Thousands = NonNullable<Reading['thousands']>;

/** Spelling of numbers in the whole file. */
function Numbers({ reading, onChange }: Props) {
  return (
    <>
      <Select<'.' | ',' | typeof FOUND>
        label="Decimal mark"
        value={reading.decimal ?? FOUND}
        options={[
          [FOUND, 'found by column'],
          ['.', 'point'],
          [',', 'comma'],
        ]}
        onChange={(next) =>
          onChange({ ...reading, ...otherMarks(reading, next), decimal: next === FOUND ? undefined : next })
        }
      />
      <Select<Thousands | typeof FOUND>
        label="Between thousands"
        value={reading.thousands ?? FOUND}
        options={[[FOUND, 'found by column'], ...THOUSANDS.filter(([mark]) => mark !== reading.decimal)]}
        onChange={(next) => onChange({ ...reading, thousands: next === FOUND ? undefined : next })}
      />
    </>
  );
}

const THOUSANDS: readonly (readonly [mark: string, name: string])[] = [
  [',', 'comma'],
  ['.', 'point'],
  [' ', 'space'],
  ["'", 'apostrophe'],
];

/** One mark cannot stand for both. */
const otherMarks = ({ thousands }: Reading, decimal: string): Pick<Reading, 'thousands'> =>
  thousands === decimal ? { thousands: undefined } : {};

const toggled = (missing: readonly string[], mark: string, isOn: boolean): readonly string[] =>
  isOn ? [...missing, mark] : missing.filter((each) => each !== mark);

/** Words such as NA, where there are any: values, as on the command line, until the user calls them missing. */
function MissingMarks({ opened, reading, onChange }: Props) {
  const marks = foundMarks(opened);
  const all = [...new Set([...reading.missing, ...marks.keys()])];
  return (
    <>
      {all.map((mark) => (
        <p key={mark}>
          <label class="inline">
            <input
              type="checkbox"
              checked={reading.missing.includes(mark)}
              onChange={(event) =>
                onChange({ ...reading, missing: toggled(reading.missing, mark, event.currentTarget.checked) })
              }
            />{' '}
            cells “{mark}” stand for missing values
          </label>
          {marks.has(mark) && (
            <span class="facts">
              {' '}
              Found in {marks.get(mark)?.join(', ')}: they count as values until this is chosen.
            </span>
          )}
        </p>
      ))}
    </>
  );
}

/** Any other word that stands for a missing value. */
function OtherMarks({ reading, onChange }: Props) {
  const [text, setText] = useState('');
  const mark = text.trim();
  const add = (): void => {
    if (mark === '' || reading.missing.includes(mark)) return;
    setText('');
    onChange({ ...reading, missing: toggled(reading.missing, mark, true) });
  };
  return (
    <div class="other-mark">
      <label>
        <span>Another word for missing values</span>{' '}
        <input
          type="text"
          value={text}
          autocomplete="off"
          spellcheck={false}
          placeholder="such as 9999"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
      </label>
      <button type="button" disabled={mark === ''} onClick={add}>
        Add
      </button>
    </div>
  );
}
