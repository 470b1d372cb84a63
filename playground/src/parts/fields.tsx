/** Labelled fields, as the forms of this page use them. */

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
  /** Hears the label, does not see it: where the place says it. */
  readonly isLabelHidden?: boolean;
  /** A name that says more than the label. */
  readonly name?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, isLabelHidden = false, name } = props;
  return (
    <label>
      <span class={isLabelHidden ? 'hidden' : undefined}>{label}</span>{' '}
      <select
        aria-label={name ?? label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Options whose texts are their values. */
export const plain = (values: readonly string[]): (readonly [string, string])[] => values.map((each) => [each, each]);

interface FileButtonProps {
  readonly text: string;
  readonly name: string;
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onChoose: (file: File) => void;
}

/** A file input that looks like the other buttons; choosing the same file again counts as a choice. */
export function FileButton({ text, name, accept, disabled = false, onChoose }: FileButtonProps) {
  return (
    <label class="button">
      {text}
      <input
        type="file"
        class="hidden"
        accept={accept}
        aria-label={name}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </label>
  );
}
