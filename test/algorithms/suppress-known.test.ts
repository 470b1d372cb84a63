import { describe, expect, it } from 'vitest';
import { suppressFailing } from '../../src/algorithms/cells/failing-combinations.js';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { createGroupScan } from '../../src/engine/group-scan.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<string, string | null>>;

/** Sets of up to `known` columns, the empty one among them. */
function combinationsOf(columns: readonly string[], known: number): string[][] {
  const all: string[][] = [[]];
  for (const column of columns) for (const set of [...all]) if (set.length < known) all.push([...set, column]);
  return all;
}

/** Fewest persons, and largest share of an illness, of rows that show the same values of up to `known` columns. */
function shownBy(rows: readonly Row[], columns: readonly string[], known: number) {
  let k = Infinity;
  let c = 0;
  for (const set of combinationsOf(columns, known)) {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      if (set.some((name) => row[name] === '*')) continue;
      const key = JSON.stringify(set.map((name) => row[name]));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const personsOf = (own: readonly Row[]): number => new Set(own.map(({ person }) => person)).size;
    for (const own of groups.values()) {
      k = Math.min(k, personsOf(own));
      for (const value of new Set(own.map(({ illness }) => illness))) {
        c = Math.max(c, personsOf(own.filter(({ illness }) => illness === value)) / personsOf(own));
      }
    }
  }
  return { k, c };
}

function draw(seed: number) {
  const random = seededRandom(seed);
  const columns = Array.from({ length: 1 + random.below(6) }, (_, a) => `q${a}`);
  const hasPersons = random.below(2) === 0;
  const values = ['a', 'b', 'c', ''];
  const persons = 2 + random.below(20);
  const rows = Array.from({ length: 5 + random.below(40) }, (_, i): Row => {
    const own = columns.map((name) => [name, values[Math.min(random.below(4), random.below(4))]]);
    const illness = ['flu', 'gout', 'cold'][random.below(3)];
    return { ...Object.fromEntries(own), illness, person: hasPersons ? `p${random.below(persons)}` : `p${i}` };
  });
  const known = 1 + random.below(3);
  const k = 1 + random.below(5);
  const c = [undefined, undefined, 0.6, 0.8][random.below(4)];
  const job = {
    attributes: {
      ...Object.fromEntries(columns.map((name) => [name, 'quasi-identifier'])),
      illness: 'sensitive',
      person: hasPersons ? 'person' : 'drop',
    },
    ...(hasPersons ? {} : { unit: 'row' }),
    privacy: [{ model: 'lkc-privacy', known, k, ...(c === undefined ? {} : { c, attribute: 'illness' }) }],
    algorithm: 'local-suppression',
    output: { ranges: 'tight', order: 'input' },
  } as unknown as Job;
  return { rows, columns, known, k, c, job };
}

describe('local suppression under bounded knowledge', () => {
  it('shows no combination of known values that too few persons have, alike in both engines', async () => {
    const found = { released: 0, refused: 0, untouched: 0 };
    for (let seed = 0; seed < casesOf(6000, 250); seed++) {
      const { rows, columns, known, k, c = 1, job } = draw(seed);
      const before = shownBy(rows, columns, known);
      const runs = await Promise.all(
        (['wasm', 'js'] as const).map((engine) =>
          anonymize(tableFromRows(rows), job, { engine }).catch((error: unknown) => {
            if (error instanceof InfeasibleError) return null;
            throw new Error(`seed ${seed}`, { cause: error });
          }),
        ),
      );
      const [wasm, js] = runs.map((run) => run && [...run.release].map((row) => ({ ...(row as unknown as Row) })));
      expect(js).toEqual(wasm);
      if (wasm === null) {
        // Everybody together breaks a bound.
        const all = shownBy(rows, [], known);
        expect({ seed, isOver: all.k < k || all.c > c }).toEqual({ seed, isOver: true });
        found.refused++;
        continue;
      }
      const shown = wasm.map((row, i): Row => ({ ...row, person: rows[i].person }));
      expect(shown.length).toBe(rows.length);
      for (const [i, row] of shown.entries()) {
        for (const name of columns) expect([rows[i][name], rows[i][name] || null, '*']).toContain(row[name]);
      }
      const after = shownBy(shown, columns, known);
      expect({ seed, k: after.k >= k, c: after.c <= c * (1 + 1e-9) }).toEqual({ seed, k: true, c: true });
      const { achieved } = runs[0]!.result.privacy[0];
      expect({ seed, k: achieved.k }).toEqual({ seed, k: after.k });
      if (before.k >= k && before.c <= c) {
        expect(shown.every((row) => columns.every((name) => row[name] !== '*'))).toBe(true);
        found.untouched++;
      }
      found.released++;
    }
    expect(found.refused).toBeGreaterThan(5);
    expect(found.untouched).toBeGreaterThan(5);
  });

  it('keeps most cells of a survey of 350 columns with rare answers, and tells that a star matches nothing', async () => {
    const random = seededRandom(7);
    const columns = Array.from({ length: 350 }, (_, a) => `q${a}`);
    const rows = Array.from({ length: 900 }, (_, i) =>
      Object.fromEntries([
        ...columns.map((name, a) => [name, random.below(100) === 0 ? `rare ${random.below(9)}` : `${random.below(3 + (a % 2))}`]), // prettier-ignore
        ['person', `p${i}`],
        ['illness', 'flu'],
      ]),
    );
    const job = {
      attributes: { ...Object.fromEntries(columns.map((name) => [name, 'quasi-identifier'])), person: 'identifier' },
      unit: 'row',
      privacy: [{ model: 'lkc-privacy', known: 2, k: 5 }],
      algorithm: 'local-suppression',
      output: { ranges: 'tight', order: 'input' },
    } as unknown as Job;
    const { release, result } = await anonymize(tableFromRows(rows), job, { engine: 'js' });
    const shown = [...release].map((row) => Object.values(row));
    const stars = shown.flat().filter((cell) => cell === '*').length;
    expect(result.search).toMatchObject({ suppressedCells: stars });
    expect(stars).toBeGreaterThan(500);
    // The audit agrees that the divergence of so large a domain is not defined.
    expect(result.metrics.klDivergence).toBeNull();
    expect(stars / (rows.length * columns.length)).toBeLessThan(0.02);
    expect(result.privacy[0]).toMatchObject({ holds: true });
    expect(result.warnings.map(({ code }) => code)).toContain('STARS_MATCH_NOTHING');
    const refused = { ...job, privacy: [{ model: 'k-anonymity', k: 5 }] } as Job;
    await expect(anonymize(tableFromRows(rows), refused)).rejects.toThrow(/at most 30 quasi-identifiers where classes are judged/); // prettier-ignore
  });

  it('requires the models of every class where others are asked beside it', async () => {
    const { rows, columns } = draw(3);
    const job = {
      attributes: Object.fromEntries(columns.map((name) => [name, 'quasi-identifier'])),
      unit: 'row',
      privacy: [
        { model: 'lkc-privacy', known: 1, k: 3 },
        { model: 'k-anonymity', k: 2 },
      ],
      algorithm: 'local-suppression',
      output: { ranges: 'tight' },
    } as unknown as Job;
    const { result } = await anonymize(tableFromRows(rows), job);
    expect(columns.length).toBeGreaterThan(1);
    expect(result.warnings.map(({ code }) => code)).toContain('JUDGED_BY_CLASSES');
    expect(result.privacy.map(({ holds }) => holds)).toEqual([true, true]);
  });

  it('suppresses a cell of every failing combination where the marks are kept for some vectors at a time', () => {
    const random = seededRandom(5);
    const attributes = [0, 1, 2, 3, 4, 5, 6, 7];
    const vectors = 300;
    const codes = attributes.map(() => Uint32Array.from({ length: vectors }, () => random.below(9)));
    const sizes = attributes.map(() => 10);
    const each = Uint32Array.from({ length: vectors }, (_, v) => v);
    const counted = { classOf: each, weight: new Uint32Array(vectors).fill(1), unit: null };
    const scan = createGroupScan({ codes, sizes, counted, held: null }, { fewest: 4, share: 1 }, { blanks: true });
    const starred = codes.map(() => new Uint8Array(vectors));
    const failing = (mostWords?: number) =>
      runToCompletion(
        suppressFailing({
          scan, values: { codes, sizes }, attributes, fewest: 1,
          most: 2, blanks: true, isNeeded: () => true, order: attributes, costs: attributes.map(() => 1),
          suppress: (a, v) => (starred[a][v] = 1), mostWords,
        }), // prettier-ignore
      );
    const all = failing();
    for (const own of starred) own.fill(0);
    expect(failing(40)).toBe(all);
    let pairs = 0;
    for (let v = 0; v < vectors; v++) {
      for (const a of attributes) {
        for (const b of attributes.slice(a + 1)) {
          const same = each.filter((u) => codes[a][u] === codes[a][v] && codes[b][u] === codes[b][v]).length;
          if (same >= 4) continue;
          pairs++;
          expect(starred[a][v] + starred[b][v]).toBeGreaterThan(0);
        }
      }
    }
    expect(pairs).toBe(all);
  });
});
