import { extentOf } from './extent.js';
import { count } from './words.js';

interface Props {
  /** Caption of the table, for screen readers. */
  readonly caption: string;
  /** Name of the labels. */
  readonly of: string;
  readonly labels: readonly string[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Writes a number; whole rows by default. */
  readonly write?: (value: number) => string;
  /** The value of the longest bar that there can be; that of the longest one by default. */
  readonly most?: number;
}

const rounded = (value: number): string => count(Math.round(value));

/** Two bars for each of some values, before and after, with their numbers: a chart that is a table. */
export function ComparedBars({ caption, of, labels, before, after, write = rounded, most: given }: Props) {
  const most = given ?? Math.max(Number.MIN_VALUE, extentOf([...before, ...after]).most);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
      <table class="compared">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th aria-hidden="true">
              <span class="key was">before</span> <span class="key is">after</span>
            </th>
            <th scope="col" class="number">
              before
            </th>
            <th scope="col" class="number">
              after
            </th>
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={at}>
              <th scope="row">{label === '' ? '(empty)' : label}</th>
              <td aria-hidden="true" class="pair">
                <svg viewBox="0 0 100 14" preserveAspectRatio="none">
                  <rect class="was" y={0} height={6} width={(100 * before[at]) / most} />
                  <rect class="is" y={8} height={6} width={(100 * after[at]) / most} />
                </svg>
              </td>
              <td class="number">{write(before[at])}</td>
              <td class="number">{write(after[at])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
