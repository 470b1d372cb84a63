import { extentOf } from '../parts/extent.js';
import type { Column } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { count, counted, percent } from '../parts/words.js';
import { type Distribution, distributionOf } from './distribution.js';
import { Histogram } from './histogram.js';
import { tellingText } from './telling-text.js';
import { typeText } from './type-words.js';

interface Props {
  readonly facts: Opened['inspection']['columns'][number];
  readonly column: Column;
  readonly role: ColumnChoice['role'];
  /** True where people may have several rows. */
  readonly hasSeveral: boolean;
}

/** Summary of a column: its type, its values, their distribution, and how far they single people out. */
export function ColumnSummary({ facts: { distinct, missing, unique }, column, role, hasSeveral }: Props) {
  const distribution = distributionOf(column);
  // Nothing of these columns is shown here but the content of the table beside.
  const isShown = role !== 'identifier' && role !== 'person' && role !== 'sensitive';
  const values = distinct - (missing > 0 ? 1 : 0);
  return (
    <>
      <p class="column-facts">
        <span>{typeText(column)}</span>
        <span>{counted(values, 'distinct value')}</span>
        <span class={missing > 0 ? 'warned' : undefined}>
          {missing === 0 ? 'none missing' : `${count(missing)} missing`}
        </span>
        {unique > 0 && <span>{count(unique)} in one row only</span>}
      </p>
      <Spread name={column.name} distribution={distribution} rows={column.codes.length} isShown={isShown} />
      <p class="facts">{tellingText(distribution.bits, column.codes.length, hasSeveral)}</p>
    </>
  );
}

interface SpreadProps {
  readonly name: string;
  readonly distribution: Distribution;
  readonly rows: number;
  readonly isShown: boolean;
}

function Spread({ name, distribution: { range, frequent, others }, rows, isShown }: SpreadProps) {
  if (range !== null) {
    return (
      <Histogram
        range={range}
        label={`Distribution of ${name}`}
        ends={isShown ? [range.leastText, range.mostText] : ['least', 'largest']}
      />
    );
  }
  const most = Math.max(1, extentOf(frequent.map((each) => each.rows)).most, others.rows);
  const lines = frequent.map(({ text, rows: own }, at) => ({
    text: isShown ? text : `value ${at + 1}`,
    own,
    isRest: false,
  }));
  if (others.values > 0) lines.push({ text: `${count(others.values)} others`, own: others.rows, isRest: true });
  return (
    <table class="frequent" aria-label={`Most frequent values of ${name}`}>
      <tbody>
        {lines.map(({ text, own, isRest }, at) => (
          <tr key={at} class={isRest ? 'rest' : undefined}>
            <th scope="row">{text}</th>
            <td>
              <span class="share" style={{ width: `${(100 * own) / most}%` }} />
            </td>
            <td class="figure">{percent(own / Math.max(1, rows))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
