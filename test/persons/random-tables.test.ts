import { describe, expect, it } from 'vitest';
import { anonymize, readTable, type Job } from '../../src/index.js';
import { algorithms } from '../../src/algorithms/list.js';
import { algorithmCountsPersons } from '../../src/pipeline/persons-counted.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { achievedOf, personsOf, type PersonRow } from './naive-persons.js';

/** A model with the figure that is compared. */
type Asked = readonly [figure: string, spec: Readonly<Record<string, unknown>> & { readonly model: string }];

/** Models that are asked for beside k-anonymity. */
const models: readonly (Asked | null)[] = [
  null,
  ['risk', { model: 'maximum-risk', risk: 0.4 }],
  ['risk', { model: 'average-risk', risk: 0.35 }],
  ['l', { model: 'l-diversity', variant: 'distinct', l: 2 }],
  ['l', { model: 'l-diversity', variant: 'entropy', l: 1.5 }],
  ['c', { model: 'l-diversity', variant: 'recursive', l: 2, c: 4 }],
  ['alpha', { model: 'alpha-k-anonymity', k: 2, alpha: 0.7 }],
  ['beta', { model: 'beta-likeness', variant: 'basic', beta: 1.5 }],
  ['delta', { model: 'delta-disclosure', delta: 1.2 }],
  ['t', { model: 't-closeness', distance: 'equal', t: 0.4 }],
  ['e', { model: 'ke-anonymity', k: 2, e: 5 }],
  ['k', { model: 'km-anonymity', k: 2, m: 2 }],
];

interface Row extends PersonRow {
  readonly a: string;
  readonly b: string;
}

/** A table of 1 to 6 rows a person, and a model. */
function draw(seed: number) {
  const random = seededRandom(seed);
  const asked = models[random.below(models.length)];
  const model = asked?.[1].model;
  const values =
    model === 'ke-anonymity'
      ? ['10', '14', '20', '']
      : model === 'km-anonymity'
        ? ['a', 'a|b', 'b', 'b|c']
        : [...'xyzw'];
  const few = 2 + random.below(values.length - 1);
  const varies = random.below(2) === 1;
  const rows = Array.from({ length: 4 + random.below(12) }, (_, person) => {
    let own = [20 + random.below(8), random.below(3)];
    return Array.from({ length: 1 + random.below(6) }, (): Row => {
      if (varies && random.below(2) === 1) own = [20 + random.below(8), random.below(3)];
      return { person: `p${person}`, a: String(own[0]), b: 'abc'[own[1]], value: values[random.below(few)] };
    });
  }).flat();
  return { rows, asked, k: 2 + random.below(3), share: random.below(4) / 10 };
}

/** Algorithms that need a public table. */
const besidePublic = ['generalize-and-permute', 'spalm'];
/** Algorithms that generalize and need no public table; buckets and item sets have tests of their own. */
const named = algorithms.filter(
  ({ name, permutes, takesLists }) =>
    permutes === undefined && takesLists === undefined && !besidePublic.includes(name),
);

/** Figure of classes under a model, from sets of texts. */
function worstOf([figure, spec]: Asked, classes: readonly (readonly Row[])[], rows: readonly Row[]): number {
  const sizes = classes.map((each) => personsOf(each).size);
  if (spec.model === 'maximum-risk') return 1 / Math.min(...sizes);
  if (spec.model === 'average-risk') {
    const released = [...personsOf(classes.flat())];
    const risks = released.map((person) =>
      Math.max(...classes.map((each, c) => (personsOf(each).has(person) ? 1 / sizes[c] : 0))),
    );
    return risks.reduce((sum, risk) => sum + risk, 0) / risks.length;
  }
  const vectors = new Set(rows.map(({ person, a, b }) => `${person}|${a}|${b}`));
  const found = classes.map((each) => achievedOf(spec, each, rows, vectors.size === personsOf(rows).size));
  return ['l', 'e', 'k'].includes(figure) ? Math.min(...found) : Math.max(...found);
}

/** Codes of errors: the job cannot be run, or has no release. */
const refusals = [
  'PERSONS_UNSUPPORTED',
  'MODEL_NOT_SUPPORTED',
  'K_EXCEEDS_PERSONS',
  'NO_SOLUTION',
  'SUPPRESSION_EXCEEDED',
  'MU_ARGUS_VIOLATES',
  'L_UNREACHABLE',
];

describe.each(named.map((each) => [each.name, algorithmCountsPersons(each)] as const))(
  '%s on random tables',
  (algorithm, countsPersons) => {
    it('keeps k-anonymity and another model on random tables, or refuses by name', async () => {
      let judged = 0;
      // 22 algorithms count persons: 20,000 tables.
      for (let seed = 1; seed <= casesOf(910, 5); seed++) {
        const { rows, asked, k, share } = draw(seed * 31 + algorithm.length);
        const isList = asked?.[1].model === 'km-anonymity';
        const extra = asked === null ? [] : [{ ...asked[1], ...(asked[0] === 'risk' ? {} : { attribute: 'value' }) }];
        const job = {
          attributes: {
            person: 'person',
            a: { role: 'quasi-identifier', type: 'integer' },
            b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
            value: isList ? { role: 'sensitive', set: { delimiter: '|' } } : 'sensitive',
            row: { role: 'insensitive', type: 'string' },
          },
          privacy: [{ model: 'k-anonymity', k }, ...extra],
          algorithm,
          suppression: { maxFraction: share },
        } as unknown as Job;
        const lines = rows.map(({ person, a, b, value }, i) => [person, a, b, value, `r${i}`].join());
        const table = await readTable(`person,a,b,value,row\n${lines.join('\n')}\n`);
        const run = (engine: 'wasm' | 'js') =>
          anonymize(table, job, { engine, seed }).catch((error: { code?: string }) => {
            if (!refusals.includes(error.code ?? '')) throw error;
            return error.code as string;
          });
        const [done, twin] = [await run('wasm'), await run('js')];
        if (typeof done === 'string' || typeof twin === 'string') {
          expect(twin, `seed ${seed}`).toBe(done);
          if (!countsPersons) expect(done).toBe('PERSONS_UNSUPPORTED');
          continue;
        }
        const { release, result } = done;
        expect(release.toRows(), `seed ${seed}`).toEqual(twin.release.toRows());
        expect(result.persons).toBe(personsOf(rows).size);
        const classes = new Map<string, Row[]>();
        for (const { a, b, row } of release.toRows()) {
          const key = `${String(a)}|${String(b)}`;
          classes.set(key, [...(classes.get(key) ?? []), rows[Number(String(row).slice(1))]]);
        }
        if (classes.size === 0) continue;
        judged++;
        const fewest = Math.min(...[...classes.values()].map((each) => personsOf(each).size));
        expect(fewest, `seed ${seed}`).toBeGreaterThanOrEqual(k);
        expect(result.privacy[0].achieved.k, `seed ${seed}`).toBe(fewest);
        expect(result.privacy.every(({ holds }) => holds)).toBe(true);
        if (asked === null) continue;
        const found = result.privacy[1].achieved[asked[0]] ?? Infinity;
        expect(found, `seed ${seed}`).toBeCloseTo(worstOf(asked, [...classes.values()], rows), 9);
      }
      if (countsPersons) expect(judged).toBeGreaterThan(0);
    });
  },
);
