import { contains } from '../audit/labels.js';
import { InvalidArgumentError } from '../errors.js';
import type { Job, PrivacySpec } from '../job/job.js';
import { fullDomainAlgorithms } from '../job/names.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { parseJob } from '../job/parse-job.js';
import { amount } from '../plural.js';
import { auditSpecOf, permutationOf, requireResolved } from '../run/audit-spec.js';
import type { Column, Table } from '../table/table.js';
import { viewBuckets } from './permuted-buckets.js';
import { readNodeColumns } from './release-nodes.js';

export interface MinimalityOptions {
  /** Most worlds to look at for one class; default 100,000. Past it the class is unknown. */
  readonly budget?: number;
}

/** What minimality adds to what a release tells of one sensitive attribute. */
export interface MinimalityReport {
  readonly attribute: string;
  readonly rows: number;
  readonly classes: number;
  /** Rows of classes that were counted, and of classes that were not: people of the table are not theirs, or past the budget. */
  readonly counted: number;
  readonly unknown: number;
  /** Rows of classes that could have been specialized whatever their people's values: their algorithm is not minimal. */
  readonly notMinimal: number;
  /** Largest probability of a value of a person: by the class alone, and once minimality is known. */
  readonly largestNaive: number;
  readonly largest: number;
  /** People for whom some value is likelier than their class says, and people of whom a value is certain by minimality alone. */
  readonly raised: number;
  readonly certain: number;
}

/** People of a class by vector of quasi-identifiers. */
interface Class {
  /** [vectors] people. */
  readonly people: readonly number[];
  /** [values] rows. */
  readonly values: readonly number[];
  /** [attributes that can be specialized][vectors] child of the released node. */
  readonly childOf: readonly (readonly number[])[];
}

/**
 * Minimality attack: who knows the people of a class and that the class would have been specialized if a specialization
 * had satisfied the models, leaves out all ways to give them the values under which one had. Wong, Fu, Wang and Pei,
 * "Minimality Attack in Privacy Preserving Data Publishing", VLDB 2007, section 3. All ways that are left are equally likely.
 * A specialization takes one attribute of the class from its node to the node's children; all parts with people must
 * satisfy the models. Exact for these facts; other classes are taken as they are.
 *
 * A full-domain release (`samarati`, `optimal-lattice`, ...) is taken as a whole: lowering one attribute by one level lowers it in all
 * classes, and one part that breaks the models anywhere is reason enough. All ways for all classes together are counted, by what
 * attributes each class keeps from being lowered. Every class must be counted then, and no row suppressed.
 *
 * @param people - a table with the quasi-identifiers of exactly the people of the release; a class that other people match
 * too is unknown
 * @throws InvalidArgumentError MODEL_NOT_SUPPORTED for a model other than k-anonymity, distinct l-diversity and
 * (alpha,k)-anonymity, on one sensitive attribute, or a permuted release
 */
export function attackMinimality(
  release: Table,
  people: Table,
  job: Job,
  { budget = 100_000 }: MinimalityOptions = {},
): MinimalityReport {
  const parsed = parseJob(job);
  requireResolved(parsed);
  const attribute = checkModels(parsed);
  const sensitive = release.column(attribute);
  if (sensitive === undefined) {
    throw new InvalidArgumentError('release', `a column ${JSON.stringify(attribute)}`, 'none', 'UNKNOWN_COLUMN');
  }
  const view = viewBuckets(release, people, parsed);
  const spec = auditSpecOf(parsed, { original: people });
  const nodes = readNodeColumns(release, spec, people);
  const known = spec.quasiIdentifiers.map(({ name }) => people.column(name) as Column);
  const rowOf = new Int32Array(view.people.count).fill(-1);
  view.people.vectorOf.forEach((vector, row) => (rowOf[vector] = rowOf[vector] < 0 ? row : rowOf[vector]));
  const first = new Int32Array(view.buckets).fill(-1);
  const histogram = Array.from({ length: view.buckets }, () => new Array<number>(sensitive.texts.length).fill(0));
  view.bucketOf.forEach((bucket, row) => {
    first[bucket] = first[bucket] < 0 ? row : first[bucket];
    histogram[bucket][sensitive.codes[row]]++;
  });
  const vectorsOf: number[][] = Array.from({ length: view.buckets }, () => []);
  const isShared = new Uint8Array(view.buckets);
  for (let vector = 0; vector < view.people.count; vector++) {
    const matches = view.matches(vector);
    for (const { bucket } of matches) {
      vectorsOf[bucket].push(vector);
      if (matches.length > 1) isShared[bucket] = 1;
    }
  }
  const report = { counted: 0, unknown: 0, notMinimal: 0, largestNaive: 0, largest: 0, raised: 0, certain: 0 };
  const isWhole = (fullDomainAlgorithms as readonly string[]).includes(
    typeof parsed.algorithm === 'string' ? parsed.algorithm : parsed.algorithm.name,
  );
  const classes = vectorsOf.map((vectors, bucket): Class | null => {
    const counts = vectors.map((vector) => view.people.sizes[vector]);
    if (isShared[bucket] === 1 || counts.reduce((sum, each) => sum + each, 0) !== view.rows[bucket]) return null;
    const childOf = nodes.flatMap((node, a) => {
      if (node === null || (isWhole && node.oneLevelDown === null)) return [];
      const children = (isWhole ? node.oneLevelDown : node.childrenOf)?.[node.column.codes[first[bucket]]] ?? [];
      if (children.length === 0) return [];
      return [
        vectors.map((vector) => {
          const leaf = node.leafOf(known[a].texts[known[a].codes[rowOf[vector]]]);
          return children.findIndex((runs) => contains(runs, leaf));
        }),
      ];
    });
    return { people: counts, values: histogram[bucket].filter((count) => count > 0), childOf };
  });
  // Of a release as a whole, what cannot be read or counted of one class leaves all open.
  const isReadable =
    nodes.every((node) => node !== null) &&
    classes.every((each) => each !== null) &&
    resolveSuppression(parsed.suppression, Infinity) === 0;
  const together = !isWhole
    ? null
    : isReadable
      ? credibilitiesTogether(classes as Class[], parsed.privacy, budget)
      : ('unknown' as const);
  for (let bucket = 0; bucket < view.buckets; bucket++) {
    const rows = view.rows[bucket];
    const one = classes[bucket];
    if (one === null || together === 'unknown') {
      report.unknown += rows;
      continue;
    }
    const { people: counts, values } = one;
    const answer = !isWhole ? credibilities(one, parsed.privacy, budget) : (together?.[bucket] ?? null);
    if (answer === 'unknown') report.unknown += rows;
    else if (answer === null) report.notMinimal += rows;
    else {
      report.counted += rows;
      const naive = values.map((count) => count / rows);
      report.largestNaive = naive.reduce((most, share) => Math.max(most, share), report.largestNaive);
      answer.forEach((shares, v) => {
        report.largest = shares.reduce((most, share) => Math.max(most, share), report.largest);
        if (shares.some((share, s) => share > naive[s] * (1 + 1e-9))) report.raised += counts[v];
        if (shares.some((share, s) => share === 1 && naive[s] < 1)) report.certain += counts[v];
      });
    }
  }
  return { attribute, rows: release.rows, classes: view.buckets, ...report };
}

function checkModels(job: Job): string {
  const names = new Set<string>();
  for (const spec of job.privacy) {
    const isKnown =
      spec.model === 'k-anonymity' ||
      spec.model === 'alpha-k-anonymity' ||
      (spec.model === 'l-diversity' && spec.variant === 'distinct');
    if (!isKnown || permutationOf(job) !== undefined) {
      throw new InvalidArgumentError(
        'job',
        'k-anonymity, distinct l-diversity or (alpha,k)-anonymity, of a release that is not permuted',
        JSON.stringify(spec.model),
        'MODEL_NOT_SUPPORTED',
      );
    }
    if ('attribute' in spec) names.add(spec.attribute);
  }
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) {
    throw new InvalidArgumentError(
      'job',
      'models on one sensitive attribute',
      amount(names.size, 'attribute'),
      'MODEL_NOT_SUPPORTED',
    );
  }
  return name;
}

/** Whether rows with these counts of values satisfy the models that `checkModels` lets through. */
function satisfies(values: readonly number[], models: readonly PrivacySpec[]): boolean {
  const rows = values.reduce((sum, count) => sum + count, 0);
  return models.every((spec) => {
    if (spec.model === 'k-anonymity') return rows >= spec.k;
    if (spec.model === 'l-diversity') return values.filter((count) => count > 0).length >= spec.l - 1e-9;
    if (spec.model !== 'alpha-k-anonymity') return false;
    return rows >= spec.k && values.every((count) => count <= spec.alpha * rows * (1 + 1e-12));
  });
}

/**
 * Calls `visit` for every way to give the people of a class its values, people of one vector alike: `world`, [vectors][values] people,
 * stands for `ways` ways. False past the budget.
 */
function forWorlds(
  { people, values }: Class,
  budget: number,
  visit: (world: readonly number[][], ways: bigint) => void,
): boolean {
  const left = [...values];
  const world = people.map(() => values.map(() => 0));
  let worlds = 0;
  /** Gives `rest` people of vector v the values from s on; `ways` is how many ways that stands for. */
  const fill = (v: number, s: number, rest: number, ways: bigint): boolean => {
    if (v === people.length) {
      if (++worlds > budget) return false;
      visit(world, ways);
      return true;
    }
    if (s === values.length) return rest > 0 || fill(v + 1, 0, people[v + 1] ?? 0, ways);
    let choose = 1n;
    for (let count = 0; count <= Math.min(rest, left[s]); count++) {
      if (count > 0) choose = (choose * BigInt(rest - count + 1)) / BigInt(count);
      world[v][s] = count;
      left[s] -= count;
      const goesOn = fill(v, s + 1, rest - count, ways * choose);
      left[s] += count;
      world[v][s] = 0;
      if (!goesOn) return false;
    }
    return true;
  };
  return fill(0, 0, people[0] ?? 0, 1n);
}

/** Whether all parts into which children divide a class satisfy the models, its people having these values. */
function mayDivide(
  children: readonly number[],
  world: readonly (readonly number[])[],
  models: readonly PrivacySpec[],
): boolean {
  const parts = new Map<number, number[]>();
  children.forEach((child, v) => {
    const part = parts.get(child) ?? world[v].map(() => 0);
    world[v].forEach((count, s) => (part[s] += count));
    parts.set(child, part);
  });
  return [...parts.values()].every((part) => satisfies(part, models));
}

/** count / (total people) to 15 digits; 1 only when it is. */
function shareOf(count: bigint, total: bigint, people: number): number {
  const of = total * BigInt(people);
  return count === of ? 1 : Number((count * 1_000_000_000_000_000n) / of) / 1e15;
}

/**
 * [vectors][values] probability that a person of the vector has the value, over the ways to give a class's people its
 * values under which no specialization satisfies the models; null when every way leaves one, `unknown` past the budget.
 */
export function credibilities(
  one: Class,
  models: readonly PrivacySpec[],
  budget: number,
): number[][] | null | 'unknown' {
  const chosen = one.people.map(() => one.values.map(() => 0n));
  let total = 0n;
  const isDone = forWorlds(one, budget, (world, ways) => {
    if (one.childOf.some((children) => mayDivide(children, world, models))) return;
    total += ways;
    world.forEach((counts, v) => counts.forEach((count, s) => (chosen[v][s] += ways * BigInt(count))));
  });
  if (!isDone) return 'unknown';
  if (total === 0n) return null;
  return chosen.map((counts, v) => counts.map((count) => shareOf(count, total, one.people[v])));
}

/**
 * The same for all classes of a full-domain release: an attribute could have been lowered only if every class could have been divided
 * by it. `childOf` has the same attributes in every class.
 *
 * Ways are counted class by class by the set of attributes that the class cannot be divided by; those whose sets together are
 * all attributes are what is left, by inclusion and exclusion over sets.
 *
 * @returns [classes] what `credibilities` gives; null when every way lets some attribute be lowered
 */
export function credibilitiesTogether(
  classes: readonly Class[],
  models: readonly PrivacySpec[],
  budget: number,
): number[][][] | null | 'unknown' {
  const attributes = classes[0]?.childOf.length ?? 0;
  const sets = 2 ** attributes;
  // By set, then for every set over its subsets.
  const counts: { readonly ways: bigint[]; readonly chosen: bigint[][][] }[] = [];
  const sumSubsets = (bySet: bigint[]): void => {
    for (let a = 0; a < attributes; a++) {
      for (let set = 0; set < sets; set++) if ((set >> a) & 1) bySet[set] += bySet[set ^ (1 << a)];
    }
  };
  const none = (): bigint[] => new Array<bigint>(sets).fill(0n);
  for (const one of classes) {
    const found = new Map<number, { ways: bigint; readonly chosen: bigint[][] }>();
    const isDone = forWorlds(one, budget, (world, each) => {
      let set = 0;
      one.childOf.forEach((children, a) => {
        if (!mayDivide(children, world, models)) set |= 1 << a;
      });
      const same = found.get(set) ?? { ways: 0n, chosen: one.people.map(() => one.values.map(() => 0n)) };
      found.set(set, same);
      same.ways += each;
      world.forEach((people, v) => people.forEach((count, s) => (same.chosen[v][s] += each * BigInt(count))));
    });
    if (!isDone) return 'unknown';
    const ways = none();
    const chosen = one.people.map(() => one.values.map(none));
    for (const [set, of] of found) {
      ways[set] = of.ways;
      of.chosen.forEach((values, v) => values.forEach((count, s) => (chosen[v][s][set] = count)));
    }
    sumSubsets(ways);
    for (const values of chosen) values.forEach(sumSubsets);
    counts.push({ ways, chosen });
  }
  const products = none().map((_, set) => {
    const product = counts.reduce((all, { ways }) => all * ways[set], 1n);
    let others = 0;
    for (let a = 0; a < attributes; a++) others += ((set >> a) & 1) ^ 1;
    return others % 2 === 0 ? product : -product;
  });
  const total = products.reduce((sum, product) => sum + product, 0n);
  if (total === 0n) return null;
  return counts.map(({ ways, chosen }, c) =>
    chosen.map((values, v) =>
      values.map((bySet) => {
        const count = products.reduce(
          (sum, product, set) => (product === 0n ? sum : sum + (product / ways[set]) * bySet[set]),
          0n,
        );
        return shareOf(count, total, classes[c].people[v]);
      }),
    ),
  );
}
