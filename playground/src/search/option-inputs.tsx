import { useEffect, useState } from 'preact/hooks';
import { columnsFor, fitsSlider, groupsOf, numberProblem, numbersOf, rangeText } from './option-values.js';
import type { OptionFieldProps } from './option-fields.js';
import type { ValueInfo } from './option-values.js';

interface InputProps extends OptionFieldProps {
  readonly id: string;
}

/** Input of an option, by its kind. */
export function OptionInput(props: InputProps) {
  const { kind, values = [], items } = props.option;
  if (kind === 'flag') return <Flag {...props} />;
  if (kind === 'word') return <Words {...props} />;
  if (kind === 'number') return values.length > 0 ? <WordsOrNumber {...props} /> : <Amount {...props} />;
  if (kind === 'list') return items?.kind === 'list' ? <Groups {...props} /> : <Columns {...props} />;
  return kind === 'by-attribute' ? <ByColumn {...props} /> : <Text {...props} />;
}

function Flag({ id, option, value, onChange }: InputProps) {
  const preset = option.default === true;
  const isOn = typeof value === 'boolean' ? value : preset;
  return (
    <>
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-text`}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked === preset ? undefined : event.currentTarget.checked)}
      />
      {option.meanings !== undefined && <span class="facts">{option.meanings[String(isOn)]}</span>}
    </>
  );
}

/** The words of an option, each with its meaning; the default is chosen, or stands first where it is no word. */
function WordSelect({ id, option, value, onChange, more = [] }: InputProps & { readonly more?: readonly string[] }) {
  const preset = typeof option.default === 'string' ? option.default : '';
  const words = [...(preset === '' ? [''] : []), ...(option.values ?? []), ...more];
  const chosen = typeof value === 'string' ? value : preset;
  const titleOf = (word: string): string => (word === '' ? 'by default' : word === preset ? `${word} (default)` : word);
  const meaning = chosen === '' ? (option.otherwise ?? '').replaceAll('`', '') : option.meanings?.[chosen];
  return (
    <>
      <select
        id={id}
        value={chosen}
        aria-describedby={`${id}-text`}
        onChange={({ currentTarget: { value: next } }) => onChange(next === preset ? undefined : next)}
      >
        {words.map((word) => (
          <option key={word} value={word} title={option.meanings?.[word]}>
            {titleOf(word)}
          </option>
        ))}
      </select>
      {meaning !== undefined && meaning !== '' && <span class="meaning">{meaning}</span>}
    </>
  );
}

const Words = (props: InputProps) => <WordSelect {...props} />;

interface NumberInputProps {
  readonly id: string;
  readonly info: ValueInfo;
  readonly value: unknown;
  /** Default for an empty input. */
  readonly preset: string;
  readonly label?: string;
  readonly onChange: (value: unknown) => void;
}

/** A number whose limits are shown beside its input. */
function NumberInput({ id, info, value, preset, label, onChange }: NumberInputProps) {
  const current = value === undefined ? '' : String(value);
  const [text, setText] = useState(current);
  // Another algorithm, or settings that were taken back.
  useEffect(() => {
    if (current !== text && !(current === '' && text === preset)) setText(current);
  }, [current]);
  const problem = numberProblem(info, text);
  const write = (next: string): void => {
    setText(next);
    const trimmed = next.trim();
    const number = Number(trimmed);
    if (trimmed === '' || trimmed === preset) onChange(undefined);
    else onChange(Number.isFinite(number) ? number : trimmed);
  };
  const slider = fitsSlider(info) && preset !== '' && Number.isFinite(Number(preset));
  const shown = text === '' ? preset : text;
  return (
    <>
      {slider && (
        <input
          type="range"
          aria-label={`${label ?? id.replace('option-', '')}, slider`}
          min={info.min}
          max={info.max}
          step={info.integer === true ? 1 : 0.01}
          value={shown}
          onInput={(event) => write(event.currentTarget.value)}
        />
      )}
      <input
        id={id}
        type="number"
        step={info.integer === true ? 1 : 'any'}
        min={info.min}
        max={info.max}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-text ${id}-problem`}
        placeholder={preset}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.validity.badInput ? 'x' : currentTarget.value)}
      />
      {problem !== null && (
        <span class="error" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function Amount({ id, option, value, onChange }: InputProps) {
  const preset = option.default === undefined ? '' : String(option.default);
  return (
    <>
      <NumberInput id={id} info={option} value={value} preset={preset} onChange={onChange} />
      <span class="facts">
        {rangeText(option)}
        {(option.otherwise ?? preset) !== '' && `; by default ${option.otherwise ?? preset}`}
      </span>
    </>
  );
}

const NUMBER = 'a number';

/** One of a few words, or a number. */
function WordsOrNumber(props: InputProps) {
  const { id, option, value, onChange } = props;
  const isNumber = value !== undefined && !(option.values ?? []).includes(String(value));
  return (
    <>
      <WordSelect
        {...props}
        value={isNumber ? NUMBER : value}
        more={[NUMBER]}
        onChange={(next) => onChange(next === NUMBER ? (option.min ?? 0) : next)}
      />
      {isNumber && (
        <NumberInput
          id={`${id}-number`}
          label={`${option.name}, number`}
          info={option}
          value={value}
          preset=""
          onChange={(next) => onChange(next ?? option.min ?? 0)}
        />
      )}
    </>
  );
}

function Text({ id, option, value, onChange }: InputProps) {
  const preset = typeof option.default === 'string' ? option.default : '';
  const [text, setText] = useState(typeof value === 'string' ? value : preset);
  return (
    <input
      id={id}
      type="text"
      aria-describedby={`${id}-text`}
      value={text}
      onInput={({ currentTarget: { value: next } }) => {
        setText(next);
        onChange(next === '' || next === preset ? undefined : next);
      }}
      onBlur={() => text === '' && setText(preset)}
    />
  );
}

/** Columns that are ticked. */
function Columns({ id, option, value, columns, onChange }: InputProps) {
  const ticked = Array.isArray(value) ? (value as readonly string[]) : [];
  const names = columnsFor(columns, ['quasi-identifier']);
  return (
    <div class="ticks" role="group" aria-labelledby={id}>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            aria-label={`${name}, ${option.name}`}
            checked={ticked.includes(name)}
            onChange={(event) => {
              const next = names.filter((each) =>
                each === name ? event.currentTarget.checked : ticked.includes(each),
              );
              onChange(next.length === 0 ? undefined : next);
            }}
          />
          {name}
        </label>
      ))}
    </div>
  );
}

const OWN = 'groups of my own';

/** Groups of columns: a number for each column, those of one number stand together. */
function Groups(props: InputProps) {
  const { option, value, columns, onChange } = props;
  const isOwn = Array.isArray(value);
  const names = columnsFor(columns, ['quasi-identifier', 'sensitive']);
  const numbers = numbersOf(isOwn ? (value as string[][]) : [], names);
  const most = Math.ceil(names.length / 2);
  return (
    <>
      <WordSelect
        {...props}
        value={isOwn ? OWN : value}
        more={[OWN]}
        onChange={(next) => onChange(next === OWN ? (names.length > 1 ? [names.slice(0, 2)] : []) : next)}
      />
      {isOwn && (
        <div class="by-column" role="group" aria-label={`${option.name}, by column`}>
          {names.map((name) => (
            <label key={name}>
              <span>{name}</span>
              <select
                aria-label={`Group of ${name}, ${option.name}`}
                value={String(numbers[name])}
                onChange={(event) => onChange(groupsOf({ ...numbers, [name]: Number(event.currentTarget.value) }))}
              >
                <option value="0">alone</option>
                {Array.from({ length: most }, (_, at) => (
                  <option key={at} value={String(at + 1)}>
                    group {at + 1}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </>
  );
}

/** A number for each quasi-identifier. */
function ByColumn({ id, option, value, columns, onChange }: InputProps) {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const info = option.items ?? { kind: 'number' };
  return (
    <>
      <span class="facts">
        {rangeText(info)} for each column{option.otherwise !== undefined && `; by default ${option.otherwise}`}
      </span>
      <div class="by-column" role="group" aria-labelledby={id}>
        {columnsFor(columns, ['quasi-identifier']).map((name, at) => (
          <label key={name}>
            <span>{name}</span>
            <NumberInput
              id={`${id}-${at}`}
              label={`${option.name} of ${name}`}
              info={info}
              value={Object.hasOwn(given, name) ? given[name] : undefined}
              preset=""
              onChange={(next) => {
                const others = Object.entries(given).filter(([each]) => each !== name);
                const all = next === undefined ? others : [...others, [name, next]];
                onChange(all.length === 0 ? undefined : Object.fromEntries(all));
              }}
            />
          </label>
        ))}
      </div>
    </>
  );
}
