import type { Catalogue } from 'kohort/js';

type AlgorithmInfo = Catalogue['algorithms'][number];
type OptionInfo = AlgorithmInfo['optionInfos'][number];

interface Props {
  readonly info: AlgorithmInfo;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
}

/** The options of an algorithm: a form made of what it says of them. What is left alone is the default. */
export function OptionFields({ info, values, onChange }: Props) {
  return (
    <details>
      <summary>Options of {info.name}</summary>
      <dl class="options">
        {info.optionInfos.map((option) => (
          <div key={option.name}>
            <dt>
              <label for={`option-${option.name}`}>{option.name}</label>
            </dt>
            <dd>
              <Field
                option={option}
                value={values[option.name] ?? ''}
                onChange={(value) => onChange(option.name, value)}
              />
              <span class="facts" id={`option-${option.name}-text`}>
                {option.description}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface FieldProps {
  readonly option: OptionInfo;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ option, value, onChange }: FieldProps) {
  const { name } = option;
  const common = { id: `option-${name}`, value, 'aria-describedby': `option-${name}-text` };
  const listed = valuesOf(option);
  if (listed !== null) {
    return (
      <select {...common} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">default</option>
        {listed.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={option.kind === 'number' ? 'decimal' : 'text'}
      placeholder="default"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The values of an option that has few. */
function valuesOf(option: OptionInfo): readonly string[] | null {
  if (option.kind === 'word') return option.values ?? null;
  return option.kind === 'flag' ? ['true', 'false'] : null;
}
