import { describe, expect, it } from 'vitest';
import { anonymize, readTable } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { holdsBy, modelsOfValues, personsOf, type PersonRow } from './naive-persons.js';

interface Row extends PersonRow {
  readonly a: number;
  readonly b: number;
}

const models = [null, ...modelsOfValues] as const;

function draw(seed: number, isApart: boolean): Row[] {
  const random = seededRandom(seed);
  return Array.from({ length: 4 + random.below(7) }, (_, person) => {
    let [a, b] = [random.below(4), random.below(3)];
    return Array.from({ length: 1 + random.below(4) }, () => {
      if (!isApart) [a, b] = [random.below(4), random.below(3)];
      return { person: `p${person}`, a, b, value: String(1 + random.below(3)) };
    });
  }).flat();
}

/** True when a class satisfies k = 2 and the model. */
function holds(model: (typeof models)[number], rows: readonly Row[], table: readonly Row[], isApart: boolean): boolean {
  if (personsOf(rows).size < 2) return false;
  return model === null || holdsBy(model, rows, table, isApart);
}

/** Discernibility of the classes that are released, and the suppressed rows. */
function costOf(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  accept: (rows: readonly Row[]) => boolean,
): { cost: number; suppressed: number } {
  const classes = new Map<string, Row[]>();
  for (const row of rows) classes.set(keyOf(row), [...(classes.get(keyOf(row)) ?? []), row]);
  let [cost, suppressed] = [0, 0];
  for (const own of classes.values()) {
    if (accept(own)) cost += own.length ** 2;
    else suppressed += own.length;
  }
  return { cost: cost + suppressed * rows.length, suppressed };
}

/** The least cost within the limit of suppression; Infinity without a solution. */
const leastOf = (found: readonly { cost: number; suppressed: number }[], limit: number): number =>
  Math.min(Infinity, ...found.flatMap(({ cost, suppressed }) => (suppressed <= limit ? cost : [])));

/** Every set of cuts before the values 1 .. size - 1. */
const cutsOf = (size: number): number[][] =>
  Array.from({ length: 2 ** (size - 1) }, (_, bits) =>
    Array.from({ length: size - 1 }, (__, i) => i + 1).filter((cut) => (bits >> (cut - 1)) & 1),
  );

const pieceOf = (cuts: readonly number[], value: number): number => cuts.filter((cut) => cut <= value).length;

const levelsOf = [
  (value: number) => [String(value), value < 2 ? 'low' : 'high', '*'],
  (value: number) => [String(value), '*'],
] as const;

const searches = {
  'optimal-lattice': (rows: readonly Row[], accept: (rows: readonly Row[]) => boolean) =>
    [0, 1, 2].flatMap((i) =>
      [0, 1].map((j) => costOf(rows, ({ a, b }) => `${levelsOf[0](a)[i]}|${levelsOf[1](b)[j]}`, accept)),
    ),
  'k-optimize': (rows: readonly Row[], accept: (rows: readonly Row[]) => boolean) => {
    const seen = [new Set(rows.map(({ a }) => a)), new Set(rows.map(({ b }) => b))];
    expect(seen.every((values) => values.size > 0)).toBe(true);
    return cutsOf(4).flatMap((first) =>
      cutsOf(3).map((second) => costOf(rows, ({ a, b }) => `${pieceOf(first, a)}|${pieceOf(second, b)}`, accept)),
    );
  },
};

describe.each(['optimal-lattice', 'k-optimize'] as const)('%s by persons', (algorithm) => {
  it.each(models.map((model) => [model === null ? 'k-anonymity' : JSON.stringify(model), model] as const))(
    'costs as little as exhaustive search under %s',
    async (_, model) => {
      let solved = 0;
      for (let seed = 1; seed <= casesOf(200, 6); seed++) {
        const isApart = seed % 2 === 0;
        const rows = draw(seed, isApart);
        const maxRows = seed % 3 === 0 ? 0 : Math.floor(rows.length * (seed % 3 === 1 ? 0.3 : 1));
        const attributes =
          algorithm === 'k-optimize'
            ? { a: 'quasi-identifier', b: 'quasi-identifier' }
            : {
                a: {
                  role: 'quasi-identifier',
                  type: 'string',
                  hierarchy: { type: 'levels', rows: [0, 1, 2, 3].map((value) => levelsOf[0](value)) },
                },
                b: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'suppress' } },
              };
        const job = {
          attributes: { person: 'person', ...attributes, value: { role: 'sensitive', type: 'integer' } },
          privacy: [{ model: 'k-anonymity', k: 2 }, ...(model === null ? [] : [{ ...model, attribute: 'value' }])],
          algorithm: { name: algorithm, metric: 'discernibility' },
          suppression: { maxRows },
          output: { ranges: 'tight' },
        };
        const lines = rows.map(({ person, a, b, value }) => [person, a, b, value].join(','));
        const table = await readTable(`person,a,b,value\n${lines.join('\n')}\n`);
        const accept = (own: readonly Row[]): boolean => holds(model, own, rows, isApart);
        const least = leastOf(searches[algorithm](rows, accept), maxRows);
        try {
          const { result } = await anonymize(table, job as never, { engine: seed % 4 < 2 ? 'js' : 'wasm', seed });
          // A release may suppress more: rows that are suppressed stand together.
          expect(result.search, `seed ${seed}`).toMatchObject({ optimal: true, lowerBound: least });
          solved++;
        } catch (error) {
          const { code } = error as { code?: string };
          if (code === 'MODEL_NOT_SUPPORTED' && algorithm === 'k-optimize' && model?.model === 'ke-anonymity') continue;
          if (!['NO_SOLUTION', 'SUPPRESSION_EXCEEDED', 'L_UNREACHABLE'].includes(code ?? '')) throw error;
          if (code !== 'L_UNREACHABLE') expect(least, `seed ${seed} ${String(code)}`).toBe(Infinity);
        }
      }
      if (algorithm === 'optimal-lattice' || model?.model !== 'ke-anonymity') expect(solved).toBeGreaterThan(0);
    },
  );
});
