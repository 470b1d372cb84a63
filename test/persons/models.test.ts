import { describe, expect, it } from 'vitest';
import { anonymize, readTable } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf, inTurn } from '../shared.js';
import { achievedOf, personsOf } from './naive-persons.js';
import { groupingAlgorithms } from '../registry.js';

const specs = [
  { model: 'l-diversity', variant: 'distinct', l: 2 },
  { model: 'l-diversity', variant: 'entropy', l: 1.5 },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 4 },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.7 },
  { model: 'beta-likeness', variant: 'basic', beta: 1.5 },
  { model: 'delta-disclosure', delta: 1.2 },
  { model: 't-closeness', distance: 'equal', t: 0.4 },
  { model: 'ke-anonymity', k: 2, e: 5 },
  { model: 'km-anonymity', k: 2, m: 2 },
] as const;

/** Values of the sensitive column, as the model reads them. */
const valuesFor = (model: string): readonly string[] =>
  model === 'ke-anonymity' ? ['10', '14', '20', ''] : model === 'km-anonymity' ? ['a', 'a|b', 'b', 'b|c'] : [...'xyzw'];

const names = [
  'mondrian',
  'optimal-lattice',
  'incognito',
  'datafly',
  'top-down-specialization',
  'samarati',
  'k-optimize',
  'bottom-up-generalization',
  ...groupingAlgorithms,
  'local-suppression',
];

function draw(seed: number, values: readonly string[] = [...'xyzw']) {
  const random = seededRandom(seed);
  const varies = seed % 2 === 1;
  return Array.from({ length: 4 + random.below(12) }, (_, person) => {
    let own = [20 + random.below(8), random.below(3)];
    return Array.from({ length: 1 + random.below(6) }, () => {
      if (varies && random.below(2) === 1) own = [20 + random.below(8), random.below(3)];
      return { person: `p${person}`, a: String(own[0]), b: 'abc'[own[1]], value: values[random.below(2 + (seed % 3))] };
    });
  }).flat();
}

const requiredOf = (spec: Readonly<Record<string, unknown>>): [string, number] => {
  const name = ['e', 'alpha', 'beta', 'delta', 't', 'c', 'l', 'k'].find(
    (key) => typeof spec[key] === 'number',
  ) as string;
  return [name, spec[name] as number];
};

describe.each(specs.map((spec) => [`${spec.model} ${'variant' in spec ? spec.variant : ''}`, spec] as const))(
  '%s by persons',
  (_, spec) => {
    it.each(inTurn(names, 2))('%s equals the definition on sets of texts', async (algorithm) => {
      let judged = 0;
      for (let seed = 1; seed <= casesOf(400, 6); seed++) {
        const rows = draw(seed, valuesFor(spec.model));
        const isApart = [...personsOf(rows)].every(
          (person) => new Set(rows.filter((row) => row.person === person).map(({ a, b }) => `${a}|${b}`)).size === 1,
        );
        const job = {
          attributes: {
            person: 'person',
            a: { role: 'quasi-identifier', type: 'integer' },
            b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
            value: spec.model === 'km-anonymity' ? { role: 'sensitive', set: { delimiter: '|' } } : 'sensitive',
            row: { role: 'insensitive', type: 'string' },
          },
          privacy: [
            { model: 'k-anonymity', k: 2 },
            { ...spec, attribute: 'value' },
          ],
          algorithm,
          suppression: { maxFraction: 0.3 },
        };
        const table = await readTable(
          `person,a,b,value,row\n${rows.map(({ person, a, b, value }, i) => [person, a, b, value, `r${i}`].join(',')).join('\n')}\n`,
        );
        try {
          const { release, result } = await anonymize(table, job as never, {
            engine: seed % 4 < 2 ? 'js' : 'wasm',
            seed,
          });
          const classes = new Map<string, typeof rows>();
          for (const { a, b, row } of release.toRows()) {
            const key = `${String(a)}|${String(b)}`;
            classes.set(key, [...(classes.get(key) ?? []), rows[Number(String(row).slice(1))]]);
          }
          if (classes.size === 0) continue;
          judged++;
          const found = [...classes.values()].map((each) => achievedOf(spec, each, rows, isApart));
          const [name] = requiredOf(spec);
          const worst = ['l', 'e', 'k'].includes(name) ? Math.min(...found) : Math.max(...found);
          expect(result.privacy[1].holds).toBe(true);
          expect(result.privacy[1].achieved[name] ?? Infinity, `seed ${seed}`).toBeCloseTo(worst, 9);
        } catch (error) {
          const { code } = error as { code?: string };
          if (code === 'PERSONS_UNSUPPORTED' || code === 'MODEL_NOT_SUPPORTED') return;
          if (
            code === undefined ||
            ![
              'K_EXCEEDS_PERSONS',
              'NO_SOLUTION',
              'SUPPRESSION_EXCEEDED',
              'L_UNREACHABLE',
              'MODEL_NOT_SUPPORTED',
            ].includes(code)
          )
            throw error;
        }
      }
      expect(judged).toBeGreaterThan(0);
    });
  },
);

it('cuts by labels judge first rows of persons whose rows look alike', async () => {
  let classes = 0;
  for (let seed = 2; seed <= 12; seed += 2) {
    const rows = draw(seed).map((row, i) => ({ ...row, label: 'uv'[Number(row.a) > 23 ? 1 : 0], row: `r${i}` }));
    const lines = rows.map(({ person, a, b, value, label, row }) => [person, a, b, value, label, row].join(','));
    const job = {
      attributes: {
        person: 'person',
        a: { role: 'quasi-identifier', type: 'integer' },
        b: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
        value: 'sensitive',
        label: 'class',
        row: { role: 'insensitive', type: 'string' },
      },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'value' },
      ],
      algorithm: { name: 'mondrian', split: 'information-gain' },
    };
    const table = await readTable(`person,a,b,value,label,row\n${lines.join('\n')}\n`);
    try {
      const { result } = await anonymize(table, job as never, { engine: seed % 4 === 0 ? 'js' : 'wasm', seed });
      classes += result.classes;
      expect(result.privacy.every(({ holds }) => holds)).toBe(true);
    } catch (error) {
      expect(error).toMatchObject({ code: 'NO_SOLUTION' });
    }
  }
  expect(classes).toBeGreaterThan(5);
});
