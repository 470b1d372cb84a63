import { describe, expect, it } from 'vitest';
import { groupKept, type Mix } from '../../src/audit/group-kept.js';
import { finish } from '../../src/audit/grouping.js';
import { joinValues } from '../../src/audit/values.js';
import { drawing } from '../random.js';
import { columnOf } from './tables.js';

const missing = new Set(['']);

/** Columns of cells before and after, and the cells of each row as one text. */
function draw(seed: number) {
  const below = drawing(seed);
  const [before, after, width] = [below(60), below(60), 1 + below(5)];
  const columns: [string[], string[]][] = Array.from({ length: width }, () => {
    const cells = (rows: number): string[] => Array.from({ length: rows }, () => ['', 'a', 'b', '1', '1.0'][below(5)]);
    return [cells(before), cells(after)];
  });
  const kept = columns.map(([ofOriginal, ofRelease], i) => {
    const type = i % 2 === 0 ? 'string' : 'number';
    const original = columnOf(`c${i}`, ofOriginal, type);
    const release = columnOf(`c${i}`, ofRelease, type);
    return { original, release, values: joinValues(original, release, missing) };
  });
  const spell = (cell: string, i: number): string => (i % 2 === 1 && cell === '1.0' ? '1' : cell);
  const rows = [0, 1].flatMap((side) =>
    Array.from({ length: [before, after][side] }, (_, row) => columns.map((c, i) => spell(c[side][row], i)).join()),
  );
  return { kept, before, after, rows };
}

function numberNaively(rows: readonly string[]): number[] {
  const known = new Map<string, number>();
  return rows.map((row) => known.get(row) ?? (known.set(row, known.size), known.size - 1));
}

describe('rows of original and release that agree in all kept columns', () => {
  // The last two make fingerprints that many different rows share.
  const bad: readonly (Mix | undefined)[] = [undefined, () => 7, (_, code) => code % 2];
  it.each(bad.map((mix, i) => [i, mix] as const))(
    'are one group, numbered by first appearance, fingerprints %d',
    (_, mix) => {
      for (let seed = 1; seed <= 80; seed++) {
        const { kept, before, after, rows } = draw(seed);
        const { groupOf, count } = finish(groupKept(before, after, kept, mix));
        const naive = numberNaively(rows);
        expect(Array.from(groupOf)).toEqual(naive);
        expect(count).toBe(new Set(naive).size);
      }
    },
  );
});
