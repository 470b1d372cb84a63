import type { ColumnChoice } from '../choices.js';
import { readValue, textOfValue } from '../choices.js';
import { OptionInput } from './option-inputs.js';
import type { AlgorithmInfo, OptionInfo } from './option-values.js';

interface Props {
  readonly info: AlgorithmInfo;
  /** Texts of the options that are not as by default. */
  readonly values: Readonly<Record<string, string>>;
  readonly columns: readonly ColumnChoice[];
  readonly onChange: (name: string, value: string) => void;
}

/** The options of an algorithm: a form made of what it says of them. What is as by default is not in the job. */
export function OptionFields({ info, values, columns, onChange }: Props) {
  const changed = info.optionInfos.filter(({ name }) => (values[name] ?? '') !== '').length;
  return (
    <details>
      <summary>
        Options of {info.name}
        {changed > 0 && <span class="facts">, {changed} changed</span>}
      </summary>
      <dl class="options">
        {info.optionInfos.map((option) => (
          <OptionField
            key={`${info.name} ${option.name}`}
            option={option}
            path={option.name}
            value={readText(values[option.name])}
            columns={columns}
            onChange={(value) => onChange(option.name, value === undefined ? '' : textOfValue(value))}
          />
        ))}
      </dl>
    </details>
  );
}

const readText = (text: string | undefined): unknown =>
  text === undefined || text === '' ? undefined : readValue(text);

export interface OptionFieldProps {
  readonly option: OptionInfo;
  /** Its name, with those of the options that it is a part of. */
  readonly path: string;
  /** Undefined where it is as by default. */
  readonly value: unknown;
  readonly columns: readonly ColumnChoice[];
  readonly onChange: (value: unknown) => void;
}

/** One option: its name, what it is now, and what that means. */
export function OptionField(props: OptionFieldProps) {
  const { option, path, value, columns, onChange } = props;
  const id = `option-${path}`;
  // Otherwise it is a group of fields, each with a name of its own.
  const isField =
    ['word', 'number', 'text', 'flag'].includes(option.kind) || (option.kind === 'list' && option.values !== undefined);
  if (option.kind === 'object') {
    const parts = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    return (
      <div>
        <dt id={id}>{option.name}</dt>
        <dd>
          <span class="facts">{option.description}</span>
          <div role="group" aria-labelledby={id}>
            <dl class="options">
              {(option.fields ?? []).map((field) => (
                <OptionField
                  key={field.name}
                  option={field}
                  path={`${path}.${field.name}`}
                  value={parts[field.name]}
                  columns={columns}
                  onChange={(next) => onChange(partsWith(parts, field.name, next))}
                />
              ))}
            </dl>
          </div>
        </dd>
      </div>
    );
  }
  return (
    <div>
      <dt>{isField ? <label for={id}>{option.name}</label> : <span id={id}>{option.name}</span>}</dt>
      <dd>
        <OptionInput {...props} id={id} />
        <span class="facts" id={`${id}-text`}>
          {option.description}
        </span>
      </dd>
    </div>
  );
}

function partsWith(parts: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const left = Object.entries({ ...parts, [name]: value }).filter(([, each]) => each !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
