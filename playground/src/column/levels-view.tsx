import type { Column, Hierarchy } from 'kohort/js';
import { useMemo } from 'preact/hooks';
import { count, counted, percent } from '../parts/words.js';
import { bandsOf, figuresOf } from './level-figures.js';

interface Props {
  readonly column: Column;
  readonly hierarchy: Hierarchy;
}

/** The levels of a hierarchy: the figures of each, and the first values with their nodes. */
export function LevelsView({ column, hierarchy }: Props) {
  const figures = useMemo(() => figuresOf(hierarchy, column), [hierarchy, column]);
  const bands = useMemo(() => bandsOf(hierarchy), [hierarchy]);
  const textOf = (label: string): string => (label === '' ? 'missing' : label);
  return (
    <>
      <table class="levels">
        <caption>Effect of each level</caption>
        <thead>
          <tr>
            <th scope="col">level</th>
            <th scope="col" class="number">
              values
            </th>
            <th scope="col" class="number">
              fewest rows
            </th>
            <th scope="col" class="number">
              loss
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ values, fewest, loss }, level) => (
            <tr key={level}>
              <th scope="row">{level === 0 ? 'as they are' : level}</th>
              <td class="number">{count(values)}</td>
              <td class="figure">{count(fewest)}</td>
              <td class="figure loss" style={{ '--share': `${100 * loss}%` }}>
                {percent(loss)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="facts">
        Fewest rows: the least rows that share a value. Loss: of this column alone, if all of it were released at that
        level.
      </p>
      <figure class="bands-figure">
        <div class="scroll" tabIndex={0} role="group" aria-label={`The first values of ${column.name}, level by level`}>
          <div class="bands" style={{ gridTemplateRows: `repeat(${bands.lines}, 1.45rem)` }}>
            {bands.levels.map((nodes, level) =>
              nodes.map(({ label, from, to }) => (
                <span
                  key={`${level}:${from}`}
                  class={level === 0 ? 'leaf' : 'band'}
                  style={{
                    gridColumn: level + 1,
                    gridRow: `${from + 1} / ${to + 1}`,
                    '--depth': level / hierarchy.height,
                  }}
                  title={textOf(label)}
                >
                  {textOf(label)}
                </span>
              )),
            )}
          </div>
        </div>
        {bands.isCut && <figcaption class="facts">and on, to {counted(figures[0].values, 'value')}</figcaption>}
      </figure>
    </>
  );
}
