import { useMemo, useState } from 'preact/hooks';
import { specOf } from 'kohort/assess';
import type { Column } from 'kohort/js';
import type { Rectangle } from 'kohort/pictures';
import { Select, plain } from '../parts/fields.js';
import { leavesOf, locator } from '../parts/leaves.js';
import { PictureOf } from '../parts/picture.js';
import type { ResultProps } from '../result/result-section.js';

/** The released values of two quasi-identifiers as boxes over their domains. */
export function BoxesView({ opened, finished: { result, release, job } }: ResultProps) {
  const names = result.quasiIdentifiers;
  const [xName, setX] = useState(names[0]);
  const [yName, setY] = useState(names[1] ?? names[0]);
  const axes = useMemo(() => {
    const axis = (name: string) => {
      const hierarchy = specOf(job, name)?.hierarchy;
      const column = opened.table.column(name);
      return { name, labels: leavesOf(column, hierarchy), find: locator(column, hierarchy) };
    };
    return [axis(xName), axis(yName)] as const;
  }, [opened, job, xName, yName]);
  const boxes = useMemo((): Rectangle[] => {
    const x = release.column(xName);
    const y = release.column(yName);
    if (x === undefined || y === undefined) return [];
    const [across, up] = [x, y].map((column, i) => column.texts.map((text) => axes[i].find(text)));
    return countPairs(x, y).flatMap(([xCode, yCode, rows]) => {
      const [at, over] = [across[xCode], up[yCode]];
      return at === null || over === null ? [] : [{ x: at, y: over, rows }];
    });
  }, [release, axes]);
  return (
    <>
      <p>
        Every box is a pair of released values of two quasi-identifiers, drawn over the values that it covers. The
        deeper its blue, the more rows share a cell of it.
      </p>
      <p class="fields">
        <Select label="Across" value={xName} options={plain(names)} onChange={setX} />
        <Select label="Up" value={yName} options={plain(names)} onChange={setY} />
      </p>
      <PictureOf
        draw={(pictures, width) => pictures.drawRectangles(axes[0], axes[1], boxes, { width })}
        of={[boxes, axes]}
      />
    </>
  );
}

/** Most pairs of values that are counted in a table of all pairs. */
const mostCells = 1 << 22;

/** The pairs of codes that occur, with their rows. A million rows take some milliseconds where the pairs are few. */
function countPairs(x: Column, y: Column): (readonly [x: number, y: number, rows: number])[] {
  const width = y.texts.length;
  const rows = x.codes.length;
  if (x.texts.length * width <= mostCells) {
    const counts = new Uint32Array(x.texts.length * width);
    for (let row = 0; row < rows; row++) counts[x.codes[row] * width + y.codes[row]]++;
    const pairs: (readonly [number, number, number])[] = [];
    counts.forEach((found, pair) => {
      if (found > 0) pairs.push([Math.floor(pair / width), pair % width, found]);
    });
    return pairs;
  }
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const pair = x.codes[row] * width + y.codes[row];
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts].map(([pair, found]) => [Math.floor(pair / width), pair % width, found]);
}
