import { createEngine } from '../../../src/engine/create-engine.js';
import type { Job, Table } from '../../../src/index.js';
import { anonymize, AuditError, InfeasibleError, InvalidArgumentError, tableFromRows } from '../../../src/index.js';
import { algorithmNames } from '../../registry.js';
import type { AttributeSpec } from '../../../src/job/job.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import type { ColumnType } from '../../../src/table/table.js';
import { cellOf } from '../../table-texts.js';

export type Value = string | number | null;

/** A kind of quasi-identifier: its values, what the job says of it, and which values a label other than a leaf or `*` stands for. */
interface Kind {
  readonly type: ColumnType;
  readonly values: readonly Value[];
  readonly spec: Omit<AttributeSpec, 'role'>;
  readonly covers: (label: string, value: Value) => boolean;
}

const isNode =
  (nodes: Readonly<Record<string, readonly Value[]>>) =>
  (label: string, value: Value): boolean =>
    (nodes[label] as readonly Value[] | undefined)?.includes(value) ?? false;

/** `[lo-hi]` or `[lo .. hi]`, both ends included, by what `place` makes of them; NaN for what is no end. */
const isInRange =
  (place: (text: string) => number) =>
  (label: string, value: Value): boolean => {
    if (!/^\[.*\]$/.test(label)) return false;
    const own = place(value === null ? '' : String(value));
    return ['-', ' .. '].some((separator) => {
      const parts = label.slice(1, -1).split(separator);
      return parts.slice(1).some((_, at) => {
        const lo = place(parts.slice(0, at + 1).join(separator));
        const hi = place(parts.slice(at + 1).join(separator));
        return lo <= own && own <= hi;
      });
    });
  };

/** Numbers; a missing value is in no range of them. */
const amongNumbers = isInRange((text) => (text === '' ? NaN : Number(text)));
const amongDates = isInRange((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN));

/** Listed values; the missing value, an empty text, comes last. */
const inOrder = (values: readonly string[]) =>
  isInRange((text) => (text === '' ? values.length : values.includes(text) ? values.indexOf(text) : NaN));
const either =
  (...readings: readonly Kind['covers'][]): Kind['covers'] =>
  (label, value) =>
    readings.some((covers) => covers(label, value));

export const kinds: readonly Kind[] = [
  {
    type: 'string',
    values: ['1', '2', '3', '4'],
    spec: { hierarchy: { type: 'tree', tree: { '*': { low: ['1', '2'], high: ['3', '4'] } } } },
    covers: either(isNode({ low: ['1', '2'], high: ['3', '4'] }), inOrder(['1', '2', '3', '4'])),
  },
  {
    // A node of which not all leaves occur, and one that never does.
    type: 'string',
    values: ['a', 'b', 'c'],
    spec: { hierarchy: { type: 'tree', tree: { '*': { p: ['a', 'b'], q: ['c', 'd'], r: ['e'] } } } },
    covers: either(isNode({ p: ['a', 'b'], q: ['c'] }), inOrder(['a', 'b', 'c', 'd', 'e'])),
  },
  {
    type: 'string',
    values: ['a', 'b', 'c'],
    spec: { hierarchy: { type: 'suppress' } },
    covers: inOrder(['a', 'b', 'c']),
  },
  { type: 'string', values: ['a', 'b', 'c'], spec: {}, covers: inOrder(['a', 'b', 'c']) },
  {
    // Values in double quotes, which stand in more of them where the text inside is a value of the input too.
    type: 'string',
    values: ['x', '"x"', 'other', 'b'],
    spec: {},
    covers: either(inOrder(['"x"', 'b', 'other', 'x']), isNode({ '"""x"""': ['"x"'] })),
  },
  {
    type: 'string',
    values: ['1a', '1b', '2a'],
    spec: { hierarchy: { type: 'mask' } },
    covers: either(
      isNode({ '1*': ['1a', '1b'], '2*': ['2a'], '**': ['1a', '1b', '2a', null] }),
      inOrder(['1a', '1b', '2a']),
    ),
  },
  {
    type: 'string',
    values: ['A1', 'A1.5', 'B2.5'],
    spec: { hierarchy: { type: 'prefix' } },
    covers: either(
      isNode({ '"A1"': ['A1'], A1: ['A1', 'A1.5'], B2: ['B2.5'], 'A*': ['A1', 'A1.5'], 'B*': ['B2.5'] }),
      inOrder(['A1', 'A1.5', 'B2.5']),
    ),
  },
  {
    type: 'string',
    values: ['a', 'b', 'c'],
    spec: { hierarchy: { type: 'order', values: ['c', 'a', 'b'] } },
    covers: inOrder(['c', 'a', 'b']),
  },
  { type: 'integer', values: [1, 2, 3, 5, 6], spec: {}, covers: amongNumbers },
  {
    type: 'integer',
    values: [1, 2, 3, 5, 6],
    spec: { hierarchy: { type: 'intervals', origin: 1, widths: [2, 4] } },
    covers: amongNumbers,
  },
  {
    type: 'integer',
    values: [1, 2, 3, 5, 6],
    spec: { hierarchy: { type: 'intervals', bounds: [[2, 3, 5], [3]] } },
    covers: either(isNode({ '<2': [1], '3-4': [3], '5+': [5, 6], '<3': [1, 2], '3+': [3, 5, 6] }), amongNumbers),
  },
  {
    // Labels of nodes that read like ranges of the values.
    type: 'integer',
    values: [1, 2, 3, 4],
    spec: {
      hierarchy: {
        type: 'tree',
        tree: { '*': { '[1-2]': ['1', '2'], '[3-4]': ['3', '4'] } },
      },
    },
    covers: amongNumbers,
  },
  { type: 'number', values: [1.5, 2, 2.25, 4], spec: {}, covers: amongNumbers },
  {
    type: 'date',
    values: ['2020-01-01', '2020-02-01', '2021-01-01'],
    spec: { hierarchy: { type: 'dates', levels: ['month', 'year'] } },
    covers: either((label, value) => /^\d{4}(-\d\d)?$/.test(label) && String(value).startsWith(label), amongDates),
  },
];

/** Options that make an algorithm do everything it can do, and end soon. */
function optionsOf(name: string, random: RandomSource): object {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  switch (name) {
    case 'mondrian':
      return { partitioning: pick(['strict', 'relaxed']), cuts: pick(['auto', 'ranges']) };
    case 'mdav':
      return { replacement: pick(['range', 'centroid', 'median']) };
    case 'anatomy':
      return { permute: pick([true, false]), groups: pick(['mondrian', 'anatomize']) };
    case 'slicing':
      return { columns: 'one-attribute-per-column', partitioning: pick(['strict', 'relaxed']) };
    case 'mu-argus':
      return { combinations: 'all' };
    case 'k-optimize':
      return { cuts: pick(['free', 'hierarchy']) };
    case 'genetic':
      return { population: 10, offspring: 50 };
    case 'simulated-annealing':
      return { steps: 50 };
    default:
      return {};
  }
}

export interface DrawnRelease {
  readonly name: string;
  readonly job: Job;
  readonly release: Table;
  /** The second table of anatomy. */
  readonly sensitive?: Table;
  readonly engine: 'wasm' | 'js';
}

/** People, of whom the first or the last are anonymized; `s` is their sensitive value, `id` links a released row to its person. */
export interface DrawnPeople {
  readonly kinds: readonly Kind[];
  readonly names: readonly string[];
  readonly all: readonly Readonly<Record<string, Value>>[];
  /** Quasi-identifiers alone. */
  readonly table: Table;
  readonly types: Readonly<Record<string, ColumnType>>;
}

export function drawPeople(random: RandomSource, count: number): DrawnPeople {
  const chosen = Array.from({ length: 1 + random.below(3) }, () => kinds[random.below(kinds.length)]);
  const names = chosen.map((_, a) => `q${a}`);
  const hasMissing = random.below(4) === 0;
  const all = Array.from({ length: count }, (_, i) => ({
    ...Object.fromEntries(
      chosen.map(({ values }, a) => [
        names[a],
        hasMissing && random.below(8) === 0 ? null : values[random.below(values.length)],
      ]),
    ),
    s: `s${random.below(4)}`,
    id: `p${i}`,
  }));
  const types = Object.fromEntries(chosen.map(({ type }, a) => [names[a], type]));
  const table = tableFromRows(
    all.map((person) => Object.fromEntries(names.map((name) => [name, (person as Record<string, Value>)[name]]))),
    { types },
  );
  return { kinds: chosen, names, all, table, types };
}

const sizesAlone = /optimize|climbing|genetic|annealing|meyerson/;

// Made once: a run of twenty rows takes less time than an engine.
const engines = { js: await createEngine({ engine: 'js' }), wasm: await createEngine({ engine: 'wasm' }) };

/** A release of some of the people by an algorithm with random options, or null where there is none. */
export async function drawRelease(
  { kinds: chosen, names, all, table, types }: DrawnPeople,
  inside: readonly number[],
  name: string,
  random: RandomSource,
  ranges: 'tight' | 'rounded' = 'tight',
): Promise<DrawnRelease | null> {
  const needsPresence = ['mpalm', 'spalm', 'generalize-and-permute'].includes(name);
  const isDiverse = name === 'anatomy' || (random.below(2) === 0 && !sizesAlone.test(name));
  const job: Job = {
    attributes: {
      ...Object.fromEntries(
        chosen.map(({ type, spec }, a) => [names[a], { role: 'quasi-identifier', type, ...spec } as const]),
      ),
      s: { role: 'sensitive' },
      id: { role: 'insensitive' },
    },
    privacy: [
      { model: 'k-anonymity', k: 2 + random.below(2) },
      ...(isDiverse ? ([{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }] as const) : []),
      ...(needsPresence ? ([{ model: 'delta-presence', min: 0, max: 1, public: 'people' }] as const) : []),
    ],
    algorithm: { name, ...optionsOf(name, random) },
    ...(random.below(2) === 0 ? { suppression: { maxRows: random.below(4) } } : {}),
    output: { suppressed: random.below(2) === 0 ? 'drop' : 'star', order: 'input', ranges },
  };
  const engine = random.below(2) === 0 ? 'js' : 'wasm';
  try {
    const input = tableFromRows(inside.map((i) => all[i]), { types }); // prettier-ignore
    const { release, tables } = await anonymize(input, job, {
      engine: engines[engine],
      seed: random.below(100),
      publicTables: { people: table },
    });
    return { name, job, release, sensitive: tables.sensitive, engine };
  } catch (error) {
    // No release, or one that other tests look at.
    if (error instanceof InfeasibleError || error instanceof InvalidArgumentError || error instanceof AuditError) {
      return null;
    }
    throw error;
  }
}

/** Every algorithm that releases a table of people, in turn. */
export const algorithmsInTurn: readonly string[] = algorithmNames.filter(
  (name) => !['apriori-anonymization', 'dissociation'].includes(name),
);

/** People and a release of some of them. */
export interface DrawnTrial {
  readonly people: DrawnPeople;
  /** Numbers of the people in the table that was released. */
  readonly inside: readonly number[];
  readonly drawn: DrawnRelease;
  readonly random: RandomSource;
}

/** Draws people and releases of them by one algorithm after the other. */
export async function randomReleases(
  trials: number,
  seed: number,
  ranges: 'tight' | 'rounded' = 'tight',
): Promise<DrawnTrial[]> {
  const found: DrawnTrial[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const random = seededRandom(seed + trial);
    const people = drawPeople(random, 8 + random.below(14));
    const inside = people.all.map((_, i) => i).slice(0, Math.max(4, people.all.length - random.below(8)));
    const drawn = await drawRelease(people, inside, algorithmsInTurn[trial % algorithmsInTurn.length], random, ranges);
    if (drawn !== null) found.push({ people, inside, drawn, random });
  }
  return found;
}

/** Rows of every class of a release by its text: equal quasi-identifiers, of a permuted release its buckets. */
export function classesOf(release: Table, names: readonly string[]): number[][] {
  const by = release.column('bucket') === undefined ? names : ['bucket'];
  const classes = new Map<string, number[]>();
  for (let row = 0; row < release.rows; row++) {
    const key = JSON.stringify(by.map((name) => cellOf(release, name, row)));
    classes.set(key, [...(classes.get(key) ?? []), row]);
  }
  return [...classes.values()];
}

/** `classesOf` without suppressed rows: those of a release that is not permuted which show nothing in any column. */
export function shownClassesOf(release: Table, names: readonly string[]): number[][] {
  const classes = classesOf(release, names);
  if (release.column('bucket') !== undefined) return classes;
  const isStar = (row: number): boolean => names.every((name) => cellOf(release, name, row) === '*');
  const isBlank = (row: number): boolean =>
    release.columns.every(({ name }) => names.includes(name) || ['', '*'].includes(cellOf(release, name, row)));
  return classes.map((rows) => rows.filter((row) => !isStar(row) || !isBlank(row))).filter(({ length }) => length > 0);
}

/** Tests whether the released text of an attribute may stand for the value, by the kind's own reading. */
export function mayBe(kind: Kind, text: string, value: Value): boolean {
  return text === '*' || text === (value === null ? '' : String(value)) || kind.covers(text, value);
}

/** Columns of quasi-identifiers that stay together in the release. */
export function groupsOf({ name, job }: DrawnRelease, names: readonly string[]): readonly (readonly string[])[] {
  const { permute } = job.algorithm as unknown as { readonly permute?: boolean };
  const isApart = name === 'slicing' || name === 'generalize-and-permute' || (name === 'anatomy' && permute === true);
  return isApart ? names.map((each) => [each]) : [names];
}

/** Tests whether a person may be in a class: for every group of columns that stay together some row shows the person's values. */
export function matches(
  { kinds: chosen, names, all }: DrawnPeople,
  drawn: DrawnRelease,
  rows: readonly number[],
  person: number,
): boolean {
  return groupsOf(drawn, names).every((group) =>
    rows.some((row) =>
      group.every((name) => mayBe(chosen[names.indexOf(name)], cellOf(drawn.release, name, row), all[person][name])),
    ),
  );
}
