/** Searches that prune by monotonicity, held to every node of the lattice, persons being sets. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, readTable } from '../../src/index.js';
import { casesOf } from '../shared.js';
import { holdersOf, holdsBy, modelsOfValues, personsOf, type PersonRow } from './naive-persons.js';
import { specs as publicSpecs, type Spec } from './public-cases.js';

interface Row extends PersonRow {
  readonly a: number;
  readonly b: number;
}

/** The rows of a class, and the rows of the public table in its region. */
interface Class {
  readonly own: readonly Row[];
  readonly all: readonly Row[];
}

interface Tables {
  readonly own: readonly Row[];
  readonly all: readonly Row[];
  readonly isApart: boolean;
}

const K = { model: 'k-anonymity', k: 2 };
const MODELS: readonly Spec[] = [
  K,
  { model: 'maximum-risk', risk: 0.4 },
  { model: 'average-risk', risk: 0.5 },
  ...modelsOfValues,
  ...publicSpecs,
];
const OF_PERSONS = ['k-anonymity', 'maximum-risk', 'average-risk', 'k-map', 'weak-k-anonymity', 'delta-presence'];

/** Tests whether a class satisfies a model. */
function holds(spec: Spec, { own, all }: Class, tables: Tables): boolean {
  const { k, l, min, max, risk } = spec as unknown as Readonly<Record<string, number>>;
  const people = personsOf(all).size;
  switch (spec.model) {
    case 'maximum-risk':
    case 'average-risk':
      return 1 / personsOf(own).size <= risk;
    case 'weak-l-diversity':
      return [...holdersOf(own).values()].every((holders) => holders * l <= people);
    case 'delta-presence':
      return personsOf(own).size >= min * people && personsOf(own).size <= max * people;
    case 'k-map':
    case 'weak-k-anonymity':
      return people >= k;
    default:
      return holdsBy(spec, own, tables.own, tables.isApart);
  }
}

const LEVELS = [
  (value: number) => [String(value), value < 2 ? 'low' : 'high', '*'],
  (value: number) => [String(value), '*'],
] as const;

interface Node {
  readonly levels: readonly [number, number];
  readonly cost: number;
  readonly isWithin: boolean;
}

/** Every node: the discernibility of its accepted classes, and whether it is within the limit. */
function nodesOf(tables: Tables, specs: readonly Spec[], limit: number): Node[] {
  const { own, all } = tables;
  const vectors = [0, 1, 2].flatMap((i) => [0, 1].map((j) => [i, j] as const));
  return vectors.map(([i, j]) => {
    const keyOf = ({ a, b }: Row): string => `${LEVELS[0](a)[i]}|${LEVELS[1](b)[j]}`;
    const keys = [...new Set(own.map(keyOf))];
    const classes = keys.map((key) => ({
      key,
      own: own.filter((row) => keyOf(row) === key),
      all: all.filter((row) => keyOf(row) === key),
    }));
    const accepted = classes.filter((each) => specs.every((spec) => holds(spec, each, tables)));
    const released = new Set(accepted.flatMap((each) => each.own));
    const suppressed = own.length - released.size;
    const cost = accepted.reduce((sum, each) => sum + each.own.length ** 2, suppressed * own.length);
    const inside = new Set(accepted.map(({ key }) => key));
    const outside = personsOf(all.filter((row) => !inside.has(keyOf(row))));
    const alone = [...outside].filter((person) => !accepted.some((each) => personsOf(each.all).has(person)));
    const share = personsOf(own.filter((row) => !released.has(row))).size / outside.size;
    const isOutside = specs.every((spec) => {
      if (spec.model !== 'delta-presence' || spec.outside === 'ignored' || outside.size === 0) return true;
      return share <= (spec.max as number) && (alone.length === 0 || share >= (spec.min as number));
    });
    return { levels: [i, j], cost, isWithin: suppressed <= limit && isOutside };
  });
}

/** Rows of people, of whom some are in the input, with some or all of their rows. */
function draw(seed: number, kind: 'one row' | 'apart' | 'split'): Tables {
  const random = seededRandom(seed);
  const own: Row[] = [];
  const all: Row[] = [];
  const count = 4 + random.below(8);
  const share = 2 + random.below(4);
  for (let person = 0; person < count; person++) {
    let [a, b] = [random.below(4), random.below(3)];
    const isOwn = person < 2 || random.below(5) < share;
    const rows = kind === 'one row' ? 1 : 1 + random.below(3);
    for (let r = 0; r < rows; r++) {
      if (kind === 'split' && random.below(2) === 0) [a, b] = [random.below(4), random.below(3)];
      const row = { person: `p${person}`, a, b };
      all.push({ ...row, value: '' });
      if (!isOwn || (r > 0 && random.below(4) === 0)) continue;
      const copies = kind === 'one row' ? 1 : 1 + random.below(2);
      for (let copy = 0; copy < copies; copy++) own.push({ ...row, value: String(1 + random.below(3)) });
    }
  }
  const isApart = [...personsOf(own)].every(
    (person) => new Set(own.filter((row) => row.person === person).map(({ a, b }) => `${a}|${b}`)).size === 1,
  );
  return { own, all, isApart };
}

const READ = { csv: (rows: readonly string[]) => readTable(`${rows.join('\n')}\n`) };

const jobOf = (specs: readonly Spec[], algorithm: object, maxRows: number): object => ({
  attributes: {
    person: 'person',
    a: {
      role: 'quasi-identifier',
      type: 'string',
      hierarchy: { type: 'levels', rows: [0, 1, 2, 3].map((value) => LEVELS[0](value)) },
    },
    b: {
      role: 'quasi-identifier',
      type: 'string',
      hierarchy: { type: 'levels', rows: [0, 1, 2].map((value) => LEVELS[1](value)) },
    },
    value: { role: 'sensitive', type: 'integer' },
  },
  privacy: specs.map((spec) => (OF_PERSONS.includes(spec.model) ? spec : { ...spec, attribute: 'value' })),
  algorithm,
  suppression: { maxRows },
});

/** Options of each search, whose result must follow from the judgements of all nodes. */
const SEARCHES = {
  'optimal-lattice': {},
  'min-gen': {},
  spalm: {},
  samarati: { choose: 'least-loss', scope: 'lattice' },
  incognito: { nodes: 'satisfying' },
  'all-minimal': { nodes: 'minimal' },
} as const;

const NOTHING = ['NO_SOLUTION', 'SUPPRESSION_EXCEEDED', 'K_EXCEEDS_PERSONS'];

describe.each(Object.keys(SEARCHES) as (keyof typeof SEARCHES)[])('%s by persons', (name) => {
  const models = name === 'spalm' ? MODELS.filter(({ model }) => model === 'delta-presence') : MODELS;
  it.each(models.map((spec) => [JSON.stringify(spec), spec] as const))(
    'finds what every node of the lattice together says under %s',
    async (_, spec) => {
      let solved = 0;
      for (let seed = 1; seed <= casesOf(400, 9); seed++) {
        const tables = draw(seed, (['apart', 'split', 'one row'] as const)[seed % 3]);
        const { own, all } = tables;
        const specs = [...(spec !== K && seed % 4 === 0 ? [K] : []), spec];
        const maxRows = [0, 0.3, 1, 0.6, 0][seed % 5] * own.length;
        const limit = Math.floor(maxRows);
        const algorithm = { name, metric: 'discernibility', ...SEARCHES[name] };
        const table = await READ.csv([
          'person,a,b,value',
          ...own.map((row) => [row.person, row.a, row.b, row.value].join()),
        ]);
        const people = await READ.csv(['person,a,b', ...all.map((row) => [row.person, row.a, row.b].join())]);
        const nodes = nodesOf(tables, specs, limit);
        const within = nodes.filter(({ isWithin }) => isWithin);
        const isBelow = (one: Node, other: Node): boolean =>
          one !== other && one.levels.every((level, at) => level <= other.levels[at]);
        const minimal = within.filter((node) => !within.some((other) => isBelow(other, node)));
        const least = Math.min(...within.map(({ cost }) => cost));
        const engine = seed % 2 === 0 ? 'js' : 'wasm';
        const about = `seed ${seed}`;
        try {
          const run = { engine, seed, publicTables: { all: people } } as const;
          const { result, audit } = await anonymize(table, jobOf(specs, algorithm, limit) as never, run);
          expect(audit.holds, about).toBe(true);
          const { search, solution } = result;
          const listed = (solution.nodes as { levels: Record<string, number> }[] | undefined)?.map(
            ({ levels }) => `${levels.a} ${levels.b}`,
          );
          const textsOf = (list: readonly Node[]): string[] => list.map(({ levels }) => levels.join(' ')).sort();
          if (name === 'incognito') expect(listed?.sort(), about).toEqual(textsOf(within));
          else if (name === 'all-minimal') expect(listed?.sort(), about).toEqual(textsOf(minimal));
          else
            expect(search, about).toMatchObject({
              optimal: true,
              ...(name === 'min-gen' ? {} : { lowerBound: least }),
            });
          const chosen = nodes.find(({ levels: [i, j] }) => {
            const { a, b } = solution.levels as Record<string, number>;
            return a === i && b === j;
          });
          const of = 'incognito all-minimal'.includes(name) ? minimal : within;
          expect(chosen?.isWithin, about).toBe(true);
          expect(chosen?.cost, about).toBe(Math.min(...of.map(({ cost }) => cost)));
          solved++;
        } catch (error) {
          const { code } = error as { code?: string };
          if (code === 'L_UNREACHABLE') continue;
          if (code === undefined || !NOTHING.includes(code)) throw error;
          expect(textsOfNothing(within), `${about} ${code}`).toEqual([]);
        }
      }
      expect(solved).toBeGreaterThan(0);
    },
  );
});

const textsOfNothing = (nodes: readonly Node[]): string[] => nodes.map(({ levels }) => levels.join(' '));
