/** Small random releases by levels of hierarchies, of persons with one to six rows, with what is released of every row. */
import { seededRandom } from '../../src/base/random.js';
import { tableFromRows, type Job, type Table } from '../../src/index.js';

/** A row of the original, or of a register: `s` and `t` are sensitive, `t` is constant within persons. */
export interface DrawnRow {
  readonly p: string;
  readonly a: string;
  readonly b: string;
  readonly s: string;
  readonly t: string;
}

/** A release, and the rows of the original that are in it. */
export interface DrawnRelease {
  readonly rows: readonly DrawnRow[];
  readonly original: Table;
  readonly release: Table;
  /** The release with the key of persons. */
  readonly keyed: Table;
  readonly job: Job;
  /** The label of a row in both quasi-identifiers; rows of one class have the same. */
  readonly classOf: (row: Pick<DrawnRow, 'a' | 'b'>) => string;
  readonly isReleased: (row: Pick<DrawnRow, 'a' | 'b'>) => boolean;
}

const levelsOf = (name: string): string[][] =>
  Array.from({ length: 6 }, (_, i) => [`${name}${i}`, `${name}${Math.floor(i / 2)}x`, '*']);

export const drawRow = (random: ReturnType<typeof seededRandom>, p: string, values = 6): DrawnRow => ({
  p,
  a: `a${random.below(values)}`,
  b: `b${random.below(values)}`,
  s: 'uvw'[random.below(3)],
  t: 'xyz'[random.below(3)],
});

/** A table of texts. */
export const textTable = (rows: readonly object[]): Table =>
  tableFromRows(rows, { types: Object.fromEntries(Object.keys(rows[0]).map((name) => [name, 'string'])) });

/** Draws persons of one to six rows; in one table of three they keep their quasi-identifiers. */
export function drawRelease(seed: number, { l = 2, persons: most = 7 } = {}): DrawnRelease {
  const random = seededRandom(seed);
  const persons = 1 + random.below(most);
  const rows: DrawnRow[] = [];
  for (let person = 0; person < persons; person++) {
    const first = drawRow(random, `p${person}`);
    for (let i = 0, count = 1 + random.below(6); i < count; i++) {
      const own = drawRow(random, first.p);
      rows.push(seed % 3 === 0 ? { ...first, s: own.s } : { ...own, t: first.t });
    }
  }
  const levels = { a: random.below(3), b: random.below(3) };
  const labelOf = (name: 'a' | 'b', value: string): string =>
    (levelsOf(name).find(([own]) => own === value) as string[])[levels[name]];
  const classOf = ({ a, b }: Pick<DrawnRow, 'a' | 'b'>): string => `${labelOf('a', a)}|${labelOf('b', b)}`;
  const all = [...new Set(rows.map(classOf))];
  const dropped = all.length > 1 && random.below(2) === 0 ? all[random.below(all.length)] : null;
  const isReleased = (row: Pick<DrawnRow, 'a' | 'b'>): boolean =>
    classOf(row) !== dropped && all.includes(classOf(row));
  const shown = rows
    .filter(isReleased)
    .map((row) => ({ p: row.p, a: labelOf('a', row.a), b: labelOf('b', row.b), s: row.s, t: row.t }));
  const job = {
    attributes: {
      p: 'person',
      a: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: levelsOf('a') } },
      b: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: levelsOf('b') } },
      s: 'sensitive',
      t: 'sensitive',
    },
    privacy: [
      { model: 'k-anonymity', k: 2 },
      { model: 'l-diversity', variant: 'distinct', l, attribute: 't' },
    ],
    algorithm: 'optimal-lattice',
    suppression: { maxFraction: 1 },
  } as unknown as Job;
  return {
    rows,
    original: textTable(rows),
    release: textTable(shown.map(({ a, b, s, t }) => ({ a, b, s, t }))),
    keyed: textTable(shown),
    job,
    classOf,
    isReleased,
  };
}
