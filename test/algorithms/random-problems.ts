import { runToCompletion } from '../../src/base/steps.js';
import { createHash } from 'node:crypto';
import type { Control, Outcome } from '../../src/algorithms/algorithm.js';
import { seededRandom } from '../../src/base/random.js';
import type { Engine } from '../../src/engine/engine.js';
import { KohortError, tableFromRows, type Job, type Table } from '../../src/index.js';
import type { AttributeSpec, HierarchySpec, HierarchyTree, PrivacySpec } from '../../src/job/job.js';
import { plannedKinds } from '../../src/job/plan.js';
import { resolveRoles } from '../../src/job/roles.js';
import { joinPublic } from '../../src/pipeline/join-public.js';
import { parseJob } from '../../src/pipeline/parse-job.js';
import { planRun } from '../../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../../src/pipeline/prepare.js';
import { settledOptions } from '../../src/pipeline/search.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { withDeclaredTypes } from '../../src/table/declared-types.js';
import { Pauses } from '../../src/algorithms/pauses.js';
import { AprioriSearch } from '../../src/algorithms/sets/apriori.js';
import { itemTreeOf } from '../../src/algorithms/sets/item-tree.js';
import { countedRecords } from '../../src/algorithms/sets/node-lists.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { treeOf } from '../../src/hierarchy/tree.js';
import { dissociateRecords } from '../../src/algorithms/sets/dissociation.js';
import type { JointCluster } from '../../src/algorithms/sets/refine.js';
import { listAt, listCount, termListsOf } from '../../src/algorithms/sets/term-lists.js';
import type { Chunk } from '../../src/algorithms/sets/vertical-partition.js';
import { drawAlgorithm, drawFrom, drawModel, publicModels, type Draw } from '../pipeline/random-job.js';

/** A job for one algorithm with tables on which it has something to search. */
interface RandomProblem {
  readonly job: Job;
  readonly table: Table;
  readonly people: Table;
}

type Cell = string | number | null;

interface QuasiIdentifier {
  readonly name: string;
  readonly values: readonly Cell[];
  readonly spec: AttributeSpec;
  /** Missing cells: one in this many; 0: none. */
  readonly missing: number;
  /** Factor by which the first values are more frequent than the last ones. */
  readonly skew: number;
}

/** Up to four quasi-identifiers of any kind, 5 to 60 rows, models, limits of suppression and options in any combination. */
function drawProblem(algorithm: string, seed: number): RandomProblem {
  const draw = drawFrom(seededRandom(seed), false);
  const quasi = draw.some(['number', 'code', 'grade', 'day'], draw.of([1, 2, 2, 3, 3, 4])).map((name) => drawQuasi(draw, name)); // prettier-ignore
  const count = 5 + draw.below(56);
  const labels = draw.of([
    [1, 2, 4],
    ['yes', 'no'],
    ['yes', 'no', 'perhaps'],
  ]);
  const drawRow = (): Record<string, Cell> => ({
    ...Object.fromEntries(quasi.map((each) => [each.name, drawCell(draw, each)])),
    s: ['x', 'x', 'x', 'y', 'y', 'z', 'v', 'w'][draw.below(8)],
    c: draw.of<Cell>(labels),
  });
  const rows = Array.from({ length: count }, drawRow);
  const others = Array.from({ length: draw.below(count) }, drawRow);
  const isOf = (row: Record<string, Cell>): Record<string, Cell> => Object.fromEntries(quasi.map(({ name }) => [name, row[name]])); // prettier-ignore
  const attributes = Object.fromEntries(quasi.map(({ name, spec }) => [name, spec]));
  const privacy = drawModels(draw, algorithm);
  const job: Job = {
    attributes: { ...attributes, s: drawSensitive(draw), c: { role: draw.oneIn(3) ? 'insensitive' : 'class' } },
    privacy,
    algorithm: drawAlgorithm(draw, algorithm, quasi.map(({ name }) => name)), // prettier-ignore
    ...draw.of<Pick<Job, 'suppression'>>([{}, { suppression: { maxRows: draw.below(count) } }, { suppression: { maxFraction: 0.1 } }, { suppression: 'unlimited' }]), // prettier-ignore
  };
  return { job, table: tableFromRows(rows), people: tableFromRows([...rows, ...others].map(isOf)) };
}

function drawCell(draw: Draw, { values, missing, skew }: QuasiIdentifier): Cell {
  if (missing > 0 && draw.oneIn(missing)) return null;
  let at = draw.below(values.length);
  for (let i = 0; i < skew; i++) at = Math.min(at, draw.below(values.length));
  return values[at];
}

function drawQuasi(draw: Draw, name: string): QuasiIdentifier {
  const size = 1 + draw.below(draw.of([3, 6, 12]));
  const step = draw.of([1, 1, 0.5, 7]);
  const gap = draw.of([0, 0, 2, 9]);
  const values: Cell[] = {
    number: Array.from({ length: size }, (_, i) => 10 + step * (2 * i > size ? i + gap : i)),
    code: Array.from({ length: size }, (_, i) => `c${i}`),
    grade: Array.from({ length: size }, (_, i) => 'abcdefghijkl'[i]),
    day: Array.from({ length: size }, (_, i) => `20${20 + (i % 3)}-${String(1 + i).padStart(2, '0')}-15`),
  }[name]!;
  const texts = values.map(String);
  const hierarchy = drawHierarchy(draw, name, texts);
  const type = { number: 'number', code: 'string', grade: 'string', day: 'date' } as const;
  return {
    name,
    values: draw.some(values, values.length),
    spec: { role: 'quasi-identifier', type: type[name as keyof typeof type], ...(hierarchy === undefined ? {} : { hierarchy }) },
    missing: draw.of([0, 0, 0, 9, 3]),
    skew: draw.below(3),
  }; // prettier-ignore
}

function drawHierarchy(draw: Draw, name: string, texts: readonly string[]): HierarchySpec | undefined {
  if (draw.oneIn(5)) return undefined;
  if (draw.oneIn(8)) return { type: 'suppress' };
  if (name === 'number' && !draw.oneIn(3)) return { type: 'intervals', origin: 10, widths: draw.of([[2, 4], [3], [5, 10, 20]]) };
  if (name === 'day') return { type: 'dates', levels: draw.of([['month', 'year'], ['year'], ['quarter', 'decade']]) };
  if (name === 'grade' && draw.oneIn(2)) return { type: 'order', values: texts };
  return draw.oneIn(2) ? { type: 'tree', tree: drawTree(draw, texts) } : { type: 'levels', rows: drawLevels(draw, texts) };
} // prettier-ignore

/** Leaves at several depths, inner nodes with one child among them. */
function drawTree(draw: Draw, texts: readonly string[]): HierarchyTree {
  let nodes = 0;
  const branch = (own: readonly string[], depth: number): HierarchyTree | readonly string[] => {
    if (depth === 0 || own.length < 2 || draw.oneIn(5)) return own;
    const parts = Array.from({ length: 2 + draw.below(2) }, (): string[] => []);
    own.forEach((leaf) => draw.of(parts).push(leaf));
    const filled = parts.filter((part) => part.length > 0);
    return Object.fromEntries(filled.map((part) => [`N${nodes++}`, branch(part, depth - 1)]));
  };
  return { '*': branch(texts, 3) };
}

/** Neighbours join on the way up; now and then a level joins none. */
function drawLevels(draw: Draw, texts: readonly string[]): string[][] {
  const rows = texts.map((text) => [text]);
  let nodeOf = texts.map((_, leaf) => leaf);
  for (let level = draw.below(3); level > 0; level--) {
    nodeOf = nodeOf.reduce<number[]>((merged, node, leaf) => {
      const isSame = leaf > 0 && (node === nodeOf[leaf - 1] || draw.oneIn(2));
      return [...merged, isSame ? merged[leaf - 1] : leaf];
    }, []);
    rows.forEach((row, leaf) => row.push(`L${row.length}.${nodeOf[leaf]}`));
  }
  return rows.map((row) => [...row, '*']);
}

const drawSensitive = (draw: Draw): AttributeSpec =>
  draw.of<AttributeSpec>([
    { role: 'sensitive' },
    { role: 'sensitive', hierarchy: { type: 'tree', tree: { all: { one: ['x', 'y'], two: { three: ['z', 'v'], four: ['w'] } } } } }, // prettier-ignore
    { role: 'sensitive', hierarchy: { type: 'order', values: ['z', 'x', 'unseen', 'v', 'y', 'w'] } },
  ]);

function drawModels(draw: Draw, algorithm: string): PrivacySpec[] {
  const models: PrivacySpec[] = [{ model: 'k-anonymity', k: draw.of([1, 2, 2, 3, 3, 4, 6]) }];
  if (['anatomy', 'bucketization', 'slicing'].includes(algorithm)) {
    models.push({ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' });
  }
  if (['mpalm', 'spalm', 'generalize-and-permute'].includes(algorithm)) {
    models.push({ model: 'delta-presence', min: 0, max: draw.of([0.7, 0.9, 1]), public: 'people' });
  }
  const more = draw.oneIn(2) ? drawModel(draw) : null;
  const isTwice = models.some((model) => 'public' in model && publicModels.includes(more?.model ?? ''));
  return more === null || isTwice ? models : [...models, more];
}

/** The outcome of the first of some random problems that the algorithm takes: many ask it for what it has not. */
export async function outcomeOfNumber(
  algorithm: string,
  number: number,
  engine: Engine,
  control: Control = {},
): Promise<string> {
  if (algorithm === 'dissociation') return `${number}: ${await orError(outcomeOfLists(number, control))}`;
  if (algorithm === 'apriori-anonymization') return `${number}: ${await orError(outcomeOfItems(number, control))}`;
  for (let seed = 1000 * number; ; seed++) {
    const outcome = await orError(outcomeOf(drawProblem(algorithm, seed), engine, control));
    if (!outcome.startsWith('InvalidArgumentError')) return `${seed}: ${outcome}`;
  }
}

/** Outcome of a problem, in one line: its classes and rows, the counts of the search, and a hash of all of it. */
async function outcomeOf(given: RandomProblem, engine: Engine, control: Control): Promise<string> {
  const job = resolveJob(parseJob(given.job));
  const plan = planRun(job, given.table.columns);
  const typed = withDeclaredTypes(given.table, plannedKinds(plan));
  const { table, joined } = runToCompletion(joinPublic(typed, plan, { people: given.people }));
  const roles = resolveRoles(plan, table);
  const { domains } = runToCompletion(buildDomains(roles, plan, joined));
  const prepared = runToCompletion(prepare({ table, roles, domains }, { ...job, plan }, engine, { joined }));
  try {
    return textOf(
      await (
        await job.algorithm.run()
      ).run(prepared.problem, engine, settledOptions(plan), { random: seededRandom(1), ...control }),
    );
  } finally {
    prepared.dispose();
  }
}

async function orError(outcome: Promise<string>): Promise<string> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof KohortError) return `${error.name} ${error.code}`;
    throw error;
  }
}

/** Outcome of the first random lists whose items are generalized. */
async function outcomeOfItems(seed: number, control: Control): Promise<string> {
  const { below } = seededRandom(seed);
  const leaves = 4 + below(10);
  const column = tableFromRows(Array.from({ length: leaves }, (_, leaf) => ({ item: `i${leaf}` }))).column('item')!;
  const rows = Array.from({ length: leaves }, (_, leaf) => [`i${leaf}`, `g${leaf >> 1}`, `h${leaf >> 2}`, '*']);
  const tree = itemTreeOf(treeOf(buildHierarchy({ type: 'levels', rows }, column)));
  const records = Array.from({ length: 10 + below(60) }, () =>
    Uint32Array.from(new Set(Array.from({ length: 1 + below(4) }, () => below(leaves)))).sort());
  const pauses = new Pauses(control);
  const steps = new AprioriSearch(countedRecords(termListsOf(records), null), tree, 2 + below(4), 1 + below(3)).run();
  let next = steps.next();
  for (; next.done !== true; next = steps.next()) await pauses.pauseWhenDue(0);
  const { nodeOf, checked, fewest } = next.value;
  return `${new Set(nodeOf).size} nodes, ${checked} sets, fewest ${fewest}, ${hashOf([...nodeOf].join())}`;
} // prettier-ignore

/** Dissociation takes no vectors, but lists of terms: of some people many, of which a few are common. */
async function outcomeOfLists(seed: number, control: Control): Promise<string> {
  const draw = drawFrom(seededRandom(seed), false);
  const terms = 4 + draw.below(14);
  const baskets = Array.from({ length: 1 + draw.below(5) }, () => Array.from({ length: 1 + draw.below(4) }, () => draw.below(terms))); // prettier-ignore
  const records = Array.from({ length: 4 + draw.below(80) }, () => {
    const basket = draw.of(baskets).filter(() => !draw.oneIn(5));
    const others = Array.from({ length: draw.below(3) }, () => draw.below(1 + draw.below(terms)));
    return Uint32Array.from(new Set([...basket, ...others])).sort();
  });
  const [k, m] = [2 + draw.below(3), 1 + draw.below(3)];
  const options = { maxClusterSize: draw.of([2 * k, 3 * k + 1, 30]), refine: !draw.oneIn(4) };
  const pauses = new Pauses(control);
  const joint = await dissociateRecords(termListsOf(records), terms, k, m, options, {
    pause: () => pauses.pauseWhenDue(0),
  });
  const count = (of: (each: (typeof joint)[number]) => number): number =>
    joint.reduce((sum, each) => sum + of(each), 0);
  const parts = count(({ clusters }) => clusters.length);
  return `${parts} clusters in ${joint.length}, ${count(({ shared }) => shared.length)} shared chunks, ${hashOf(plain(joint.map(jointLists)))}`; // prettier-ignore
}

/** A joint cluster with its sub-records as lists. */
function jointLists({ clusters, shared }: JointCluster) {
  const lists = <C extends Chunk>(chunk: C) => ({
    ...chunk,
    subRecords: Array.from({ length: listCount(chunk.subRecords) }, (_, list) => [...listAt(chunk.subRecords, list)]),
  });
  return { clusters: clusters.map((cluster) => ({ ...cluster, chunks: cluster.chunks.map(lists) })), shared: shared.map(lists) }; // prettier-ignore
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

function textOf({ recoding, search, solution, options, warnings, mayViolate }: Outcome): string {
  const counted = Object.entries(search).filter(([name]) => name !== 'trace' && !/seconds/i.test(name));
  const hash = hashOf(plain({ recoding, solution, options, warnings: warnings.map(({ code }) => code), mayViolate }));
  const rows = recoding.parts.count.reduce((sum, count) => sum + count, 0);
  return `${recoding.classes} classes, ${rows} rows, ${counted.map(([name, value]) => `${name} ${plain(value)}`).join(', ')}, ${hash}`; // prettier-ignore
}

/** Numbers to 12 digits. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    if (ArrayBuffer.isView(each)) return [...(each as Uint32Array)];
    return typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(12)) : each;
  });
}
