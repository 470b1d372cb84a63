import { useState } from 'preact/hooks';
import type { ColumnShape } from '../assess/answers.js';
import { useAnswer } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { Bars } from '../parts/bars.js';
import { ComparedBars } from '../parts/compared-bars.js';
import { count, percent } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';
import { ROLES } from '../roles.js';

type Audit = ResultProps['finished']['audit'];

/** Remaining information of each column: its distribution before and after, and its loss. */
export function ColumnsView({ finished }: ResultProps) {
  const { audit, result } = finished;
  const state = useAnswer(finished, 'columns', null);
  const [chosen, choose] = useState<string | null>(result.quasiIdentifiers[0] ?? null);
  const shapes = state.answer ?? [];
  const shape = shapes.find(({ name }) => name === chosen) ?? shapes[0];
  return (
    <>
      <p>
        Every released column before and after. A range counts for all of its values alike, as somebody would guess who
        has the release alone; suppressed rows count for none.
      </p>
      <Asking doing="Counting" {...state} />
      {shape !== undefined && (
        <div class="columns-view">
          <ColumnList shapes={shapes} audit={audit} chosen={shape.name} onChoose={choose} />
          <ColumnDetail shape={shape} audit={audit} />
        </div>
      )}
    </>
  );
}

interface ListProps {
  readonly shapes: readonly ColumnShape[];
  readonly audit: Audit;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function ColumnList({ shapes, audit, chosen, onChoose }: ListProps) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Columns before and after">
      <table class="utility">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">before</th>
            <th scope="col">after</th>
            <th scope="col" class="number">
              loss
            </th>
            <th scope="col" class="number">
              values
            </th>
          </tr>
        </thead>
        <tbody>
          {shapes.map(({ name, role, before, after }) => {
            const changed = audit.columns[name];
            return (
              <tr key={name} aria-current={name === chosen ? 'true' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    class={`quiet role-${role}`}
                    aria-pressed={name === chosen}
                    onClick={() => onChoose(name)}
                  >
                    {name}
                  </button>
                </th>
                <td>
                  <Bars bars={before} label={`${name} before`} />
                </td>
                <td>
                  <Bars bars={after} label={`${name} after`} />
                </td>
                <td class="number">{typeof changed?.loss === 'number' ? percent(changed.loss) : '-'}</td>
                <td class="number">{valuesOf(changed)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function valuesOf(changed: Audit['columns'][string] | undefined): string {
  if (changed === undefined) return '-';
  const { valuesBefore, valuesAfter } = changed;
  return valuesBefore === null ? count(valuesAfter) : `${count(valuesBefore)} → ${count(valuesAfter)}`;
}

/** One column, large. */
function ColumnDetail({ shape, audit }: { readonly shape: ColumnShape; readonly audit: Audit }) {
  const { name, role, labels, before, after, mean, median } = shape;
  const changed = audit.columns[name];
  const facts: readonly (readonly [name: string, value: string])[] = [
    ...(mean === null ? [] : [['mean', mean.join(' → ')] as const]),
    ...(median === null ? [] : [['median', median.join(' → ')] as const]),
    ...(changed === undefined ? [] : [['values', valuesOf(changed)] as const]),
    ...(changed === undefined || role !== 'quasi-identifier'
      ? []
      : [
          ['rows with *', count(changed.starRows)] as const,
          ['loss', changed.loss === null ? '-' : percent(changed.loss)] as const,
        ]),
  ];
  return (
    <section class="card column-detail" aria-label={`Column ${name}`}>
      <h3>
        {name} <span class="facts">{ROLES.find((each) => each.role === role)?.name ?? role}</span>
      </h3>
      <dl class="facts-line">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ComparedBars caption={`Rows by ${name}, before and after`} of={name} {...{ labels, before, after }} />
      {mean !== null && (
        <p class="facts">
          Of the release, a range counts by its middle in mean and median; * and missing cells are left out.
        </p>
      )}
    </section>
  );
}
