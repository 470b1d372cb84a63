import { useId } from 'preact/hooks';
import { Select, plain } from '../parts/fields.js';
import { wordsOf } from './parameter-words.js';

interface Props {
  readonly name: string;
  /** Meaning and limits, in the words of the model. */
  readonly description: string;
  readonly value: string;
  /** Allowed values, where they are few. */
  readonly values: readonly string[] | null;
  readonly onChange: (value: string) => void;
}

/** One parameter of a model: by a slider, exactly, or by what a guideline asks for. */
export function ParameterField({ name, description, value, values, onChange }: Props) {
  const id = useId();
  const words = wordsOf(name);
  if (values !== null) {
    const known = values.includes(value)
      ? plain(values)
      : [[value, value || 'no column is sensitive'] as const, ...plain(values)];
    return (
      <div class="parameter">
        <Select label={name} value={value} options={known} onChange={onChange} />
      </div>
    );
  }
  const chosen = words?.presets?.find((preset) => preset.value === value);
  return (
    <div class="parameter">
      <div class="slider">
        {words !== null && (
          <>
            <span class="parameter-name">{words.label}</span>
            <input
              type="range"
              aria-label={words.label}
              min={words.least}
              max={words.most}
              step={words.step}
              value={inRange(value, words.least, words.most)}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          </>
        )}
        <label>
          <span class={words === null ? undefined : 'symbol'}>{name}</span>{' '}
          <input
            type="text"
            inputMode="decimal"
            size={5}
            value={value}
            aria-label={name}
            aria-describedby={id}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      </div>
      {words?.presets !== undefined && (
        <div class="presets" role="group" aria-label="What guidelines ask for">
          {words.presets.map((preset) => (
            <button
              type="button"
              key={preset.value}
              title={preset.source}
              aria-pressed={value === preset.value}
              aria-description={preset.source}
              onClick={() => onChange(preset.value)}
            >
              <strong>{preset.value}</strong> {preset.use}
            </button>
          ))}
        </div>
      )}
      <p class={words === null || chosen !== undefined ? 'facts' : 'hidden'} id={id}>
        {chosen === undefined ? `${name}: ${description}.` : `${chosen.source}.`}
      </p>
    </div>
  );
}

function inRange(text: string, least: number, most: number): number {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? least : Math.min(most, Math.max(least, value));
}
