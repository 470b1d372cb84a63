import { modelTitle, parameterText, quantity } from '../parts/words.js';
import type { ResultProps } from './result-section.js';

/** Every metric with its definition, and what every model achieved. */
export function MetricsTab({ finished: { result }, catalogue }: ResultProps) {
  return (
    <div class="scroll">
      <table class="facts-table">
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
              <th scope="row">{modelTitle(model)}</th>
              <td>{parameterText(model.required)}</td>
              <td>{parameterText(model.achieved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table class="facts-table metrics">
        <caption>Quality</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Value</th>
            <th scope="col">Definition</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(result.metrics).map(([name, value]) => {
            const info = catalogue.metrics.find((metric) => metric.name === name);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{quantity(value as number | bigint | null)}</td>
                <td>
                  {info?.definition}
                  {info?.higherIsBetter === true && '; higher is better'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
