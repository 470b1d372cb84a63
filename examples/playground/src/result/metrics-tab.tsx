import type { ResultProps } from './result-section.js';

const quantity = (value: number | bigint | null): string =>
  value === null
    ? '-'
    : typeof value === 'bigint' || Number.isInteger(value)
      ? value.toLocaleString('en-US')
      : String(Number(value.toPrecision(5)));

/** Every metric with its definition, and what every model achieved. */
export function MetricsTab({ finished: { result }, catalogue }: ResultProps) {
  return (
    <div class="scroll">
      <table>
        <caption>Privacy</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Required</th>
            <th scope="col">Achieved</th>
          </tr>
        </thead>
        <tbody>
          {result.privacy.map((model, i) => (
            <tr key={i}>
              <td>{[model.model, model.variant ?? model.distance, model.attribute].filter(Boolean).join(', ')}</td>
              <td>{describe(model.required)}</td>
              <td>{describe(model.achieved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>Quality</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Value</th>
            <th scope="col">Definition</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(result.metrics).map(([name, value]) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">{quantity(value as number | bigint | null)}</td>
              <td>{catalogue.metrics.find((metric) => metric.name === name)?.definition}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const describe = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${quantity(value)}`)
    .join(', ');
