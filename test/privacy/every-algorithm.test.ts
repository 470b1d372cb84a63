import { attributeOf } from '../../src/privacy/attribute-of.js';
import { describe, expect, it } from 'vitest';
import { AuditError, InfeasibleError, InvalidArgumentError } from '../../src/base/errors.js';
import { anonymize, tableFromRows, type Job, type Table } from '../../src/index.js';
import { permutingAlgorithms, algorithmNames, cutAlgorithms, groupingAlgorithms, modelNames } from '../registry.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { seededRandom } from '../../src/base/random.js';
import { long, seedsFrom, inTurn } from '../shared.js';
import { bothEngines } from '../engine/engines.js';

const attribute = 'illness';
const models: readonly PrivacySpec[] = [
  { model: 'k-anonymity', k: 3 },
  { model: 'l-diversity', variant: 'distinct', l: 2, attribute },
  { model: 'l-diversity', variant: 'entropy', l: 1.6, attribute },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 4, attribute },
  { model: 't-closeness', t: 0.5, distance: 'equal', attribute },
  { model: 't-closeness', t: 0.5, distance: 'ordered', attribute },
  { model: 't-closeness', t: 0.5, distance: 'hierarchical', attribute },
  { model: 'ke-anonymity', k: 2, e: 100, attribute: 'salary' },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.8, attribute },
  { model: 'beta-likeness', variant: 'basic', beta: 2, attribute },
  { model: 'beta-likeness', variant: 'enhanced', beta: 2, attribute },
  { model: 'delta-disclosure', delta: 1.2, attribute },
  { model: 'delta-disclosure', delta: 1.2, attribute, absent: 'violates' },
  { model: 'delta-presence', min: 0, max: 0.8, public: 'people' },
  { model: 'weak-k-anonymity', k: 4, public: 'people' },
  { model: 'k-map', k: 4, public: 'people' },
  { model: 'weak-l-diversity', l: 1.5, attribute, public: 'people' },
  { model: 'km-anonymity', k: 2, m: 1, attribute: 'drugs' },
  { model: 'average-risk', risk: 0.4 },
  { model: 'maximum-risk', risk: 0.4 },
  { model: 'lkc-privacy', known: 2, k: 3, c: 0.8, attribute },
  { model: 'population-uniqueness', population: 5000, uniques: 0.2 },
  { model: 'population-uniqueness', fraction: 0.3, estimator: 'zayatz', uniques: 0.01 },
];

const nameOf = (spec: PrivacySpec): string =>
  [spec.model, 'variant' in spec ? spec.variant : '', 'distance' in spec ? spec.distance : '', 'absent' in spec ? spec.absent : '']
    .filter((part) => part !== '')
    .join(' '); // prettier-ignore

const publicModels = ['delta-presence', 'weak-k-anonymity', 'k-map', 'weak-l-diversity'];
const sizeModels = ['k-anonymity', 'average-risk', 'maximum-risk', 'population-uniqueness'];
const ofClasses = ['lkc-privacy', 'population-uniqueness'];
const latticeSearches = ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito', 'spalm'];
const groupings = [...groupingAlgorithms, 'local-suppression'];

/** A model that an algorithm requires: it is added beside the model, or replaces an equal one. */
function companionOf(algorithm: string, sensitive: string): PrivacySpec | undefined {
  if (algorithm === 'anatomy') return { model: 'l-diversity', variant: 'distinct', l: 2, attribute: sensitive };
  const needsPresence = ['mpalm', 'spalm', 'generalize-and-permute'].includes(algorithm);
  // Permuting hides nobody in a table as small as this: any probability will do.
  const max = algorithm === 'generalize-and-permute' ? 1 : 0.9;
  return needsPresence ? { model: 'delta-presence', min: 0, max, public: 'people' } : undefined;
}

/** Options that keep slow searches short. */
const quick: Readonly<Record<string, object>> = {
  genetic: { population: 20, offspring: 200 },
  'simulated-annealing': { steps: 200 },
};

/** The code with which an algorithm refuses a model, as its page and docs/privacy.md say; null where it takes it. */
function refusalOf(algorithm: string, spec: PrivacySpec): string | null {
  const { model } = spec;
  if (algorithm === 'dissociation' || algorithm === 'apriori-anonymization') {
    // The job of a set alone has no other attribute that a model could be of.
    return model === 'km-anonymity' ? null : 'attribute' in spec ? 'ROLE_NOT_SENSITIVE' : 'MODEL_UNSUPPORTED';
  }
  if (ofClasses.includes(model) && permutingAlgorithms.includes(algorithm)) return 'MODEL_NOT_SUPPORTED';
  if (latticeSearches.includes(algorithm)) return null;
  if (algorithm === 'mondrian' || algorithm === 'mpalm') return null;
  if (algorithm === 'generalize-and-permute' && model === 'delta-presence') return null;
  if (publicModels.includes(model)) return 'MODEL_NOT_SUPPORTED';
  if (algorithm === 'k-optimize') return isUnionClosed(spec) ? null : 'MODEL_NOT_SUPPORTED';
  // Counts of rows alone decide in these searches.
  if (cutAlgorithms.includes(algorithm) || algorithm === 'meyerson-williams') {
    return sizeModels.includes(model) ? null : 'MODEL_NOT_SUPPORTED';
  }
  // Joining classes can break it where values that a class lacks are ignored.
  if (groupings.includes(algorithm) && model === 'delta-disclosure' && spec.absent !== 'violates')
    return 'MODEL_NOT_SUPPORTED';
  return null;
}

/** True if the union of two classes that satisfy a model satisfies it, so that k-optimize takes it. */
function isUnionClosed(spec: PrivacySpec): boolean {
  if (spec.model === 'delta-disclosure') return spec.absent === 'violates';
  return !['km-anonymity', 'ke-anonymity'].includes(spec.model);
}

interface People {
  readonly table: Table;
  readonly people: Table;
}

const drawn = new Map<number, People>();
function drawPeople(seed: number, withMissing: boolean): People {
  const known = drawn.get(seed);
  if (known !== undefined) return known;
  const random = seededRandom(seed);
  const person = (): Record<string, string | number | null> => ({
    age: withMissing && random.below(10) === 0 ? null : 20 + random.below(12),
    job: withMissing && random.below(12) === 0 ? null : ['nurse', 'surgeon', 'baker', 'cook'][random.below(4)],
    sex: 'fm'[random.below(2)],
    illness: ['flu', 'cold', 'gout'][random.below(3)],
    salary: 1000 + 50 * random.below(20),
    drugs: ['a', 'b', 'a b', 'a b c', 'c'][random.below(5)],
    label: 'yn'[random.below(2)],
  });
  const all = Array.from({ length: 72 }, person);
  const people = {
    table: tableFromRows(all.slice(0, 48)),
    people: tableFromRows(all.map(({ age, job, sex }) => ({ age, job, sex }))),
  };
  drawn.set(seed, people);
  return people;
}

const tree = { '*': { health: ['nurse', 'surgeon', ''], food: ['baker', 'cook'] } };

function jobWithModel(algorithm: string, spec: PrivacySpec): Job {
  const isSet = spec.model === 'km-anonymity';
  const sensitive = attributeOf(spec) ?? attribute;
  const companion = companionOf(algorithm, sensitive);
  const of = (name: string, more: object = {}): Job['attributes'][string] => ({
    role: name === sensitive ? 'sensitive' : 'drop',
    ...(name === sensitive ? more : {}),
  });
  if (algorithm === 'dissociation' || algorithm === 'apriori-anonymization') {
    const drugs = { role: 'sensitive', set: { delimiter: ' ' } } as const;
    const byLevels = { ...drugs, hierarchy: { type: 'mask' } } as const;
    return { attributes: { drugs: algorithm === 'dissociation' ? drugs : byLevels }, privacy: [spec], algorithm };
  }
  return {
    attributes: {
      age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [4, 8] } },
      job: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree } },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      illness: of('illness', {
        hierarchy: { type: 'tree', tree: { '*': { lungs: ['flu', 'cold'], joints: ['gout'] } } },
      }),
      salary: of('salary'),
      drugs: of('drugs', isSet ? { set: { delimiter: ' ' } } : {}),
      label: { role: 'class' },
    },
    privacy: companion === undefined || nameOf(companion) === nameOf(spec) ? [companion ?? spec] : [companion, spec],
    algorithm: { name: algorithm, ...quick[algorithm] },
    suppression: { maxRows: 6 },
  };
}

/** Outcome of a run: the code of a refusal, that nothing satisfies, or the findings of the audit. */
async function outcomeOf({ table, people }: People, job: Job, engine: 'wasm' | 'js'): Promise<string> {
  try {
    const { audit, result } = await anonymize(table, job, {
      engine: engines[engine],
      seed: 1,
      publicTables: { people },
    });
    return `${audit.holds && audit.privacy.every((model) => model.holds) ? 'holds' : 'BROKEN'} ${result.classes}`;
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      expect(error.argument + error.message).not.toBe('');
      return `refused ${error.code} at ${error.argument}`;
    }
    if (error instanceof InfeasibleError && !(error instanceof AuditError)) return `infeasible ${error.code}`;
    throw new Error(`${JSON.stringify(job.algorithm)} with ${nameOf(job.privacy[0])} on ${engine}`, { cause: error });
  }
}

const engines = await bothEngines();

describe('every algorithm with every model', () => {
  it('names them all', () => {
    expect(new Set(models.map(({ model }) => model))).toEqual(new Set(modelNames));
  });

  // promise: every-model-holds
  it.each(algorithmNames)('%s: a release that the audit confirms, or a refusal that says why', async (algorithm) => {
    for (const [place, spec] of inTurn([...models.entries()], 3)) {
      const refusal = refusalOf(algorithm, spec);
      let held = 0;
      const seeds = long ? seedsFrom(0, 12, 0) : [(place + algorithm.length) % 2];
      for (const seed of seeds) {
        const withMissing = seed % 2 === 1;
        const people = drawPeople(seed, withMissing);
        const job = jobWithModel(algorithm, spec);
        // In the short run the engines take turns, and one pair in three is for both: algorithms compare them, too.
        const turn = place + algorithm.length;
        const found = await outcomeOf(people, job, turn % 2 === 0 ? 'wasm' : 'js');
        const what = `${algorithm} with ${nameOf(spec)}, seed ${seed}: ${found}`;
        if (long || turn % 3 === 0) {
          expect(await outcomeOf(people, job, turn % 2 === 0 ? 'js' : 'wasm'), what).toBe(found);
        }
        if (found.startsWith('holds')) held++;
        if (refusal !== null) expect(found, what).toMatch(new RegExp(`^refused ${refusal} at privacy`));
        else if (!found.startsWith('holds')) {
          // mu-Argus checks pairs and triples of values only; numbers beside missing values are released as `*`.
          expect(found, what).toMatch(
            algorithm === 'mu-argus' ? /MU_ARGUS_VIOLATES/ : withMissing ? /PUBLIC_OVERLAP/ : /^$/,
          );
        }
      }
      const mayFail = algorithm === 'mu-argus' || (algorithm === 'mondrian' && publicModels.includes(spec.model));
      if (refusal === null && !mayFail) expect(held, `${algorithm} with ${nameOf(spec)}`).toBeGreaterThan(0);
    }
  });

  it('mu-argus with all combinations takes every model that looks at the private rows', async () => {
    for (const spec of models.filter(({ model }) => !publicModels.includes(model))) {
      const job = {
        ...jobWithModel('mu-argus', spec),
        algorithm: { name: 'mu-argus', combinations: 'all' },
        suppression: 'unlimited' as const,
      };
      for (const engine of ['wasm', 'js'] as const) {
        expect(await outcomeOf(drawPeople(3, true), job, engine), nameOf(spec)).toMatch(/^holds/);
      }
    }
  });
});
