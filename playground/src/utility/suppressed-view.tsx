import { useState } from 'preact/hooks';
import type { SuppressedColumn } from '../assess/answers.js';
import { useOnDemand } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { count, counted, percent } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

/** Suppressed rows by the values of columns. */
export function SuppressedView({ finished }: ResultProps) {
  const { suppressed, rows } = finished.result;
  const trace = useOnDemand(finished, 'suppressed');
  if (suppressed === 0) return <p class="card">No row was suppressed: every row of the file is in the release.</p>;
  const { answer } = trace;
  return (
    <>
      <p>
        {count(suppressed)} of {counted(rows, 'row')} ({percent(suppressed / rows)}) were suppressed. They are not a
        random sample: rows that stand out go first. Values that lost most of their rows are what the release shows
        worst.
      </p>
      {answer === null && !trace.isAsking && (
        <p>
          <button type="button" class="main" onClick={() => trace.start(null)}>
            Find where they came from
          </button>
        </p>
      )}
      <Asking doing="Finding the suppressed rows" {...trace} onCancel={trace.cancel} />
      {answer !== null &&
        (answer.columns === null ? (
          <p class="note">{answer.reason}</p>
        ) : (
          <Lost columns={answer.columns} share={suppressed / rows} />
        ))}
    </>
  );
}

/** The largest share of rows that a value lost. */
const worstOf = ({ rows, suppressed }: SuppressedColumn): number =>
  rows.reduce((most, all, at) => (all > 0 ? Math.max(most, suppressed[at] / all) : most), 0);

function Lost({ columns, share }: { readonly columns: readonly SuppressedColumn[]; readonly share: number }) {
  const sorted = [...columns].sort((a, b) => worstOf(b) - worstOf(a));
  const [chosen, choose] = useState(sorted[0].name);
  const column = sorted.find(({ name }) => name === chosen) ?? sorted[0];
  const order = Array.from(column.labels.keys())
    .filter((at) => column.rows[at] > 0)
    .sort((a, b) => column.suppressed[b] / column.rows[b] - column.suppressed[a] / column.rows[a]);
  return (
    <div class="columns-view narrow">
      <div class="scroll" tabIndex={0} role="group" aria-label="Columns by what they lost">
        <table class="utility">
          <thead>
            <tr>
              <th scope="col">column</th>
              <th scope="col" class="number">
                most that a value lost
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((each) => (
              <tr key={each.name} aria-current={each.name === column.name ? 'true' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    class="quiet"
                    aria-pressed={each.name === column.name}
                    onClick={() => choose(each.name)}
                  >
                    {each.name}
                  </button>
                </th>
                <td class="number">{percent(worstOf(each))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section class="card column-detail" aria-label={`Suppressed by ${column.name}`}>
        <h3>{column.name}</h3>
        <p class="facts">
          Share of the rows of each value that was suppressed; the line is the share of all rows, {percent(share)}.
          Values that fewer than k rows have stand together.
        </p>
        <div class="scroll" tabIndex={0} role="group" aria-label={`Share suppressed by ${column.name}`}>
          <table class="compared">
            <thead>
              <tr>
                <th scope="col">{column.name}</th>
                <th aria-hidden="true" />
                <th scope="col" class="number">
                  suppressed
                </th>
                <th scope="col" class="number">
                  of rows
                </th>
                <th scope="col" class="number">
                  share
                </th>
              </tr>
            </thead>
            <tbody>
              {order.map((at) => (
                <tr key={at}>
                  <th scope="row">{column.labels[at] === '' ? '(empty)' : column.labels[at]}</th>
                  <td aria-hidden="true" class="pair">
                    <svg viewBox="0 0 100 14" preserveAspectRatio="none">
                      <rect class="is" y={2} height={10} width={(100 * column.suppressed[at]) / column.rows[at]} />
                      <rect class="mark" x={100 * share} y={0} height={14} width={0.6} />
                    </svg>
                  </td>
                  <td class="number">{count(column.suppressed[at])}</td>
                  <td class="number">{count(column.rows[at])}</td>
                  <td class="number">{percent(column.suppressed[at] / column.rows[at])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}
