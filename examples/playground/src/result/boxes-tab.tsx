import { useMemo, useState } from 'preact/hooks';
import type { Rectangle } from 'kohort/pictures';
import { leavesOf, locator } from './leaves.js';
import { PictureOf } from './picture.js';
import type { ResultProps } from './result-section.js';

/** The released values of two quasi-identifiers as boxes over their domains. */
export function BoxesTab({ opened, finished: { result, release, job } }: ResultProps) {
  const names = result.quasiIdentifiers;
  const [xName, setX] = useState(names[0]);
  const [yName, setY] = useState(names[1] ?? names[0]);
  const axes = useMemo(() => {
    const axis = (name: string) => ({
      name,
      labels: leavesOf(opened.table.column(name), job.attributes[name].hierarchy),
      find: locator(opened.table.column(name), job.attributes[name].hierarchy),
    });
    return [axis(xName), axis(yName)] as const;
  }, [opened, job, xName, yName]);
  const boxes = useMemo((): Rectangle[] => {
    const x = release.column(xName);
    const y = release.column(yName);
    if (x === undefined || y === undefined) return [];
    const rows = new Map<number, number>();
    for (let row = 0; row < release.rows; row++) {
      const pair = x.codes[row] * y.texts.length + y.codes[row];
      rows.set(pair, (rows.get(pair) ?? 0) + 1);
    }
    const places = [x, y].map((column, i) => column.texts.map((text) => axes[i].find(text)));
    return [...rows].flatMap(([pair, count]) => {
      const at = places[0][Math.floor(pair / y.texts.length)];
      const over = places[1][pair % y.texts.length];
      return at === null || over === null ? [] : [{ x: at, y: over, rows: count }];
    });
  }, [release, axes]);
  const choice = (label: string, value: string, set: (name: string) => void) => (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <p>Every box is a pair of released values; the more rows a cell of it holds, the darker.</p>
      <p class="fields">
        {choice('across', xName, setX)}
        {choice('up', yName, setY)}
      </p>
      <PictureOf
        draw={(pictures, width) => pictures.drawRectangles(axes[0], axes[1], boxes, { width })}
        of={[boxes, axes]}
      />
    </>
  );
}
