/** Survey weights that are released: the mean of each class, shared by enough rows or persons. */
import { describe, expect, it } from 'vitest';
import { applyRecoding, anonymize, auditRelease, InfeasibleError, type Job, tableFromRows } from '../../src/index.js';
import { readCsv } from '../../src/io/csv/read-csv.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<'p' | 'a' | 'b' | 's', string | null>> & { readonly w: number };

function drawRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const cell = (): string | null => (random.below(8) === 0 ? null : `x${random.below(4)}`);
  return Array.from({ length: 4 + random.below(12) }, (_, person) => {
    const w = (1 + random.below(60)) / 8;
    return Array.from({ length: 1 + random.below(3) }, () => ({
      p: `p${person}`,
      a: cell(),
      b: cell(),
      s: `s${random.below(4)}`,
      w,
    }));
  }).flat();
}

const jobOf = (attributes: Job['attributes'], others: Partial<Job> = {}): Job => ({
  attributes: {
    a: 'quasi-identifier',
    b: 'quasi-identifier',
    s: 'sensitive',
    w: { role: 'weight', release: 'rounded' },
    ...attributes,
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  output: { order: 'input' },
  ...others,
});

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, own) => sum + own, 0) / numbers.length;

/** The classes by their labels, those that share one mean being one: with fewer than `least` units, and the next sizes until they have as many. */
function sharing(
  classes: readonly (readonly Row[])[],
  unitsOf: (rows: readonly Row[]) => number,
  least: number,
): Row[][] {
  const small = classes.filter((rows) => unitsOf(rows) < least);
  if (small.length === 0) return classes.map((rows) => [...rows]);
  const sizes = [...new Set(classes.map(unitsOf).filter((size) => size >= least))].sort((a, b) => a - b);
  let bound = least - 1;
  const inside = () => classes.filter((rows) => unitsOf(rows) <= bound);
  while (inside().reduce((sum, rows) => sum + unitsOf(rows), 0) < least && sizes.length > 0) bound = sizes.shift()!;
  return [inside().flat(), ...classes.filter((rows) => unitsOf(rows) > bound).map((rows) => [...rows])];
}

describe('rounded weights', () => {
  it.each([
    ['rows', 2, 'drop'],
    ['rows', null, 'star'],
    ['persons', 2, 'star'],
    ['persons', null, 'drop'],
  ] as const)('are means of classes of %s with k %s, suppressed ones %s', async (of, k, suppressed) => {
    const cases = casesOf(2000, 80);
    let released = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rows = drawRows(seed);
      const privacy: Job['privacy'] =
        k === null
          ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }]
          : [{ model: 'k-anonymity', k }];
      const asked = jobOf(of === 'persons' ? { p: 'person' } : {}, { privacy, output: { order: 'input', suppressed } });
      const engine = seed % 2 === 0 ? 'js' : 'wasm';
      const done = await anonymize(tableFromRows(rows), asked, { engine }).catch((error: unknown) => {
        if (error instanceof InfeasibleError) return null;
        throw error;
      });
      if (done === null) continue;
      released++;
      const { release, result, audit } = done;
      expect(audit.holds).toBe(true);
      if (suppressed === 'drop' && result.suppressed > 0) continue;
      const cells = (name: string) => release.cells(name);
      const [a, b, w] = [cells('a'), cells('b'), cells('w')];
      const isSuppressed = (i: number): boolean => w[i] === null;
      expect(rows.filter((_, i) => isSuppressed(i)).length).toBe(result.suppressed);
      const classes = new Map<string, Row[]>();
      rows.forEach((row, i) => {
        if (isSuppressed(i)) return;
        const key = JSON.stringify([a[i], b[i]]);
        classes.set(key, [...(classes.get(key) ?? []), row]);
      });
      const unitsOf = (some: readonly Row[]) => (of === 'persons' ? new Set(some.map(({ p }) => p)).size : some.length);
      const together = sharing([...classes.values()], unitsOf, k ?? 3);
      for (const some of together) {
        const expected = Number(mean(some.map((row) => row.w)).toPrecision(3));
        for (const row of some) expect(w[rows.indexOf(row)], `seed ${seed}`).toBeCloseTo(expected, 9);
      }
      if (together.length > 0 && together.every((some) => unitsOf(some) >= (k ?? 3)))
        expect(result.exposure.w).toEqual({ texts: 0, rows: 0 });
    }
    expect(released).toBeGreaterThan(cases / 2);
  });

  it('are written as the input writes numbers', async () => {
    const text = `a;b;s;w\n${[11.25, 12.5, 1.125, 2.5].map((w, i) => `${i >> 1};1;s${i};${String(w).replace('.', ',')}`).join('\n')}\n`;
    const { release } = await anonymize(
      await readCsv(text, { delimiter: ';' }),
      jobOf({}, { algorithm: 'optimal-lattice' }),
    );
    expect(new Set(release.column('w')!.texts)).toEqual(new Set(['11,9', '1,81']));
  });

  it('are checked: another mean, or two weights in a class, is a problem', async () => {
    const rows = drawRows(11);
    const job = jobOf({}, { suppression: undefined });
    const original = tableFromRows(rows);
    const { release } = await anonymize(original, job);
    const with_ = (change: (w: number, i: number) => number) =>
      auditRelease(
        tableFromRows(release.toRows().map((row, i) => ({ ...row, w: change(Number(row.w), i) }))),
        job,
        original,
      ).problems.join();
    expect(with_((w) => w)).not.toContain('"w"');
    expect(with_((w) => w * 1.2)).toMatch(/column "w": \d+ class(es)? do(es)? not show the mean of the weights/);
    expect(with_((w, i) => (i === 0 ? w + 1 : w))).toContain('column "w": 1 class shows several weights');
  });

  it('are not part of a recoding that is applied to new rows', async () => {
    const original = tableFromRows(drawRows(3));
    const { result, release } = await anonymize(original, jobOf({}, { algorithm: 'optimal-lattice' }));
    expect(release.column('w')).toBeDefined();
    const applied = await applyRecoding(result, original);
    expect(applied.release.columns.map(({ name }) => name)).toEqual(['a', 'b', 's']);
  });

  it('need the role, and classes', async () => {
    const table = tableFromRows(drawRows(1));
    const wrong = jobOf({ s: { role: 'sensitive', release: 'rounded' } });
    await expect(anonymize(table, wrong)).rejects.toMatchObject({
      code: 'OPTION_UNUSED',
      argument: 'attributes.s.release',
    });
    await expect(
      anonymize(
        table,
        jobOf(
          {},
          { algorithm: 'anatomy', privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }] },
        ),
      ),
    ).rejects.toMatchObject({ code: 'OPTION_UNUSED', argument: 'attributes.w.release' });
  });
});
