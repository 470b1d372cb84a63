import { useMemo } from 'preact/hooks';
import type { Column, HierarchySpec } from 'kohort/js';
import type { Finished } from '../app.js';
import type { Opened } from '../choices.js';
import { Bars } from '../parts/bars.js';
import { rowsPerCode } from '../table/column-facts.js';
import { count, percent } from '../parts/words.js';
import { leavesOf, locator } from '../parts/leaves.js';
import type { ResultProps } from '../result/result-section.js';

/** Bars of a distribution. */
const BARS = 24;
/** A column of more values is not drawn. */
const MOST_VALUES = 50_000;

/** What each column still tells: its distribution before and after, and what it lost. */
export function ColumnsView({ opened, finished }: ResultProps) {
  const { result, audit } = finished;
  const shapes = useMemo(() => shapesOf(opened, finished), [opened, finished]);
  return (
    <>
      <p>
        Each quasi-identifier before and after. A range counts for all of its values alike, as somebody would guess who
        has the release alone; suppressed rows count for none.
      </p>
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
                values before
              </th>
              <th scope="col" class="number">
                values after
              </th>
              <th scope="col" class="number">
                rows with *
              </th>
            </tr>
          </thead>
          <tbody>
            {result.quasiIdentifiers.map((name) => {
              const { loss, valuesBefore, valuesAfter, starRows } = audit.columns[name];
              const shape = shapes.get(name);
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{shape && <Bars bars={shape.before} label={`${name} before`} />}</td>
                  <td>{shape && <Bars bars={shape.after} label={`${name} after`} />}</td>
                  <td class="number">{loss === null ? '-' : percent(loss)}</td>
                  <td class="number">{valuesBefore === null ? '-' : count(valuesBefore)}</td>
                  <td class="number">{count(valuesAfter)}</td>
                  <td class="number">{count(starRows)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface Shape {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

function shapesOf({ table }: Opened, { job, release, result }: Finished): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const name of result.quasiIdentifiers) {
    const column = table.column(name);
    const after = release.column(name);
    const spec = job.attributes[name].hierarchy;
    if (column === undefined || after === undefined || column.texts.length > MOST_VALUES) continue;
    const places = leavesOf(column, spec).length;
    const bars = Math.min(BARS, places);
    const spread = spreader(column, spec, { places, bars });
    shapes.set(name, { before: spread(rowsOf(column)), after: spread(rowsOf(after)) });
  }
  return shapes;
}

/** Rows by the text of a column. */
function rowsOf(column: Column): (readonly [text: string, rows: number])[] {
  const rows = rowsPerCode(column);
  return column.texts.map((text, code) => [text, rows[code]]);
}

/** Puts the rows of texts into bars over the values of the column: those of a range into all that it covers. */
function spreader(
  column: Column,
  spec: HierarchySpec | undefined,
  { places, bars }: { readonly places: number; readonly bars: number },
): (rows: readonly (readonly [text: string, rows: number])[]) => number[] {
  const find = locator(column, spec);
  return (rows) => {
    const found = new Array<number>(bars).fill(0);
    for (const [text, count] of rows) {
      const place = find(text);
      if (place === null || count === 0) continue;
      const [first, last] = place;
      for (let leaf = first; leaf <= last; leaf++) {
        found[Math.floor((leaf * bars) / places)] += count / (last - first + 1);
      }
    }
    return found;
  };
}
