/** Runs of algorithms that generalize the items of one column of lists. */
import { AprioriSearch, type ListCut } from '../algorithms/sets/apriori.js';
import { type ItemTree, itemTreeOf } from '../algorithms/sets/item-tree.js';
import { countedRecords, generalizeLists } from '../algorithms/sets/node-lists.js';
import { listAt, listCount, type RecordPersons, type TermLists } from '../algorithms/sets/term-lists.js';
import { auditGeneralizedInSteps, type GeneralizedListsSpec } from '../audit/generalized-lists.js';
import { countSubsets } from '../base/count-subsets.js';
import { formatPath } from '../base/describe.js';
import { CapacityError, HierarchyError, InfeasibleError, InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { shuffle } from '../base/random.js';
import type { Steps } from '../base/steps.js';
import { buildDomainInSteps } from '../hierarchy/build-domain.js';
import { nodeLabel, requireReadableNodes } from '../hierarchy/labels.js';
import { treeOf } from '../hierarchy/tree.js';
import { tableFromRowsInSteps } from '../io/from-rows.js';
import { type Plan, plannedColumn } from '../job/plan.js';
import { measureSizes, type Wanted } from '../quality/metrics.js';
import type { Table } from '../table/table.js';
import { warnOfSimilarItems } from '../table/table-warnings.js';
import { listSpecOf } from './audit-spec.js';
import { checkLists } from './check-lists.js';
import { countPersons } from './count-persons.js';
import { readRecords } from './list-records.js';
import { type ListPlan, planLists } from './plan-lists.js';
import { notApplicable } from './recoding/recoding.js';
import type { ResolvedJob } from './resolved-job.js';
import type { CheckedRun, Previewed, RunContext, Unconfirmed } from './run-values.js';
import { auditHere } from './running-audit.js';
import { stopwatch } from './stopwatch.js';

/** Most sets of items that are looked at in one pass. */
const MOST_LOOKS = 2_000_000_000;
/** Rows made between two pauses. */
const YIELD_ROWS = 1 << 13;

/**
 * Checks a plan on a table with a set-valued column. Throws the errors that are known before the search. Yields between stretches of the work.
 *
 * @param job - the requirements of the audit
 */
export function* checkGeneralizingRun(table: Table, plan: Plan, job: ResolvedJob): Steps<CheckedRun> {
  const lists = planLists(plan);
  const { attribute } = lists;
  const { given: hierarchy } = plannedColumn(plan, attribute)!;
  if (hierarchy === undefined) {
    throw new InvalidArgumentError(
      formatPath(['attributes', attribute, 'hierarchy']),
      'a hierarchy of the items, such as {"type": "tree", ...} (without one, dissociation releases every item)',
      'none',
      'HIERARCHY_NO_LEVELS',
    );
  }
  const { typed, persons, run } = yield* checkLists(table, plan, lists);
  const names = table.columns.map(({ name }) => name);
  const input = {
    table: typed,
    lists: { ...lists, hierarchy },
    spec: listSpecOf(job, names),
    options: { refine: plan.algorithm.refine !== false },
    persons,
  };
  return {
    ...run,
    execute: (_, context) => generalize(input, context),
    // Making the table is a small part of it.
    preview: (_, context, wanted) => generalize(input, context, wanted),
  };
}

/** Arguments of {@link generalize}. */
interface ListRun {
  readonly table: Table;
  readonly lists: ListPlan & { readonly hierarchy: Parameters<typeof buildDomainInSteps>[1] };
  /** Requirements of the audit. */
  readonly spec: GeneralizedListsSpec;
  readonly options: { readonly refine?: boolean };
  /** Null where rows are counted. */
  readonly persons: RecordPersons | null;
}

/** Lists of leaves of a tree, and the labels of its nodes. */
interface ItemLists {
  readonly records: TermLists;
  /** Items as they are written. */
  readonly texts: readonly string[];
  readonly tree: ItemTree;
  readonly labels: readonly string[];
}

async function generalize(
  { table, lists, spec, options, persons }: ListRun,
  { plan, progress, random }: RunContext,
  wanted: Wanted = () => true,
): Promise<Unconfirmed & Previewed> {
  const clock = stopwatch();
  const { attribute, k, m } = lists;
  await progress.pause('prepare', 0);
  const items = await progress.drive('prepare', 0, readItems(table, lists));
  const { records, tree } = items;
  const counted = countedRecords(records, persons);
  requireHolders(counted, persons, k);
  requireCountable(records, m);
  const cut = await progress.drive('search', 0, new AprioriSearch(counted, tree, k, m).run(options));
  const search = clock();
  const rows = listCount(records);
  const sizes = Uint32Array.of(rows);
  const measured = await progress.drive('measure', 0, measureSizes({ rows, suppressed: 0, sizes, k }));
  const loss = records.terms.length === 0 ? 0 : cut.cost / records.terms.length;
  const metrics = { ...measured };
  for (const name of ['loss', 'lossGeometric', 'lossSum', 'ncp'] as const) if (wanted(name)) metrics[name] = loss;
  const measure = clock();
  const release = await progress.drive('release', 0.5, makeTable(items, cut, lists, { isShuffled: plan.order !== 'input', random })); // prettier-ignore
  const achieved = { k: Math.min(cut.fewest, persons?.count ?? rows) };
  const pieces = { entry: Uint32Array.from({ length: rows }, (_, row) => row), classId: new Uint32Array(rows), count: new Uint32Array(rows).fill(1) }; // prettier-ignore
  const nodes = { [attribute]: releasedLabels(items, cut) };
  return {
    release,
    sensitive: null,
    classes: 1,
    sizes,
    labelRows: null,
    suppressed: 0,
    persons: persons && countPersons(pieces, 1, persons),
    privacy: [{ model: 'km-anonymity', attribute, required: { k, m }, achieved, holds: achieved.k >= k }],
    metrics,
    queries: plan.queries.map(({ name }) => ({ name, error: null, step: null })),
    outcome: {
      solution: { kind: 'cut-nodes', nodes },
      options: { ...options },
      search: { optimal: false, lowerBound: null, nodes: 0, checked: cut.checked },
    },
    recoding: notApplicable('sets', 'new lists may have sets of items that too few have'),
    warnings: warnOfSimilarItems(attribute, items.texts),
    audit: auditHere(auditGeneralizedInSteps(release, spec, table)),
    seconds: { search, measure, release: clock() },
  };
}

/** Reads the items of every row as leaves of their hierarchy. */
function* readItems(table: Table, lists: ListRun['lists']): Steps<ItemLists> {
  const { attribute, hierarchy, missing } = lists;
  const { records, texts } = yield* readRecords(table, table.column(attribute)!, lists);
  if (texts.length === 0) throw new InfeasibleError('K_EXCEEDS_ROWS', `k is ${lists.k}, but no row has an item`);
  const column = { name: attribute, type: 'string', texts, codes: Uint32Array.from(texts.keys()), numbers: null, missingCode: -1 } as const; // prettier-ignore
  const { domain } = yield* buildDomainInSteps(column, hierarchy, missing);
  if (domain.hierarchy === null) {
    const expected = 'a hierarchy with levels';
    throw new InvalidArgumentError(formatPath(['attributes', attribute, 'hierarchy', 'type']), expected, hierarchy!.type, 'HIERARCHY_NO_LEVELS'); // prettier-ignore
  }
  requireReadableNodes(domain);
  const { levels } = domain.hierarchy;
  const nodes = treeOf(domain.hierarchy);
  const labels = Array.from(nodes.lo, (leaf, node) => {
    const level = nodes.level[node];
    return nodeLabel(domain, level, levels[level].nodeOf[leaf]);
  });
  requireLabels(labels, lists);
  const terms = records.terms.map((item) => domain.leafOf[item]);
  for (let record = 0; record < listCount(records); record++) {
    if (record % YIELD_ROWS === 0) yield;
    terms.subarray(records.start[record], records.start[record + 1]).sort();
  }
  return { records: { start: records.start, terms }, texts, tree: itemTreeOf(nodes), labels };
}

/** Throws HierarchyError for labels that a list of them would not show apart. */
function requireLabels(labels: readonly string[], { attribute, delimiter, missing }: ListPlan): void {
  const lost = labels.filter((label) => missing.includes(label)).length;
  if (lost > 0) {
    const problem = `expected labels that are not marks of missing items, received ${amount(lost, 'label')} that "missing" of the input lists`;
    throw new HierarchyError('HIERARCHY_AMBIGUOUS_LABEL', attribute, problem);
  }
  const holding = labels.filter((label) => label.includes(delimiter)).length;
  if (holding === 0) return;
  const expected = `labels without ${JSON.stringify(delimiter)}, which stands between the items of a list`;
  const problem = `expected ${expected}, received ${amount(holding, 'label')} with it`;
  throw new HierarchyError('LABEL_HOLDS_DELIMITER', attribute, problem);
}

/** Throws InfeasibleError where fewer than k have an item: no generalization hides who has one. */
function requireHolders(
  { records, personOf }: ReturnType<typeof countedRecords>,
  persons: RecordPersons | null,
  k: number,
): void {
  // prettier-ignore
  const holders = new Set(personOf.filter((_, record) => records.start[record] < records.start[record + 1])).size;
  if (holders >= k) return;
  const has =
    persons === null ? amount(holders, 'row has', 'rows have') : amount(holders, 'person has', 'persons have');
  throw new InfeasibleError(
    persons === null ? 'K_EXCEEDS_ROWS' : 'K_EXCEEDS_PERSONS',
    `k is ${k}, but only ${has} an item`,
  );
}

/** Throws CapacityError where a look at all sets of up to m items would not end. */
function requireCountable(records: TermLists, m: number): void {
  let sets = 0;
  for (let record = 0; record < listCount(records); record++) sets += countSubsets(listAt(records, record).length, m);
  if (sets > MOST_LOOKS) throw new CapacityError('sets of items over all lists', sets, MOST_LOOKS);
}

/** Labels of the released nodes that rows show, in the order of the hierarchy. */
function releasedLabels({ records, labels }: ItemLists, { nodeOf }: ListCut): readonly string[] {
  const nodes = Uint32Array.from(new Set(records.terms.map((leaf) => nodeOf[leaf]))).sort();
  return Array.from(nodes, (node) => labels[node]);
}

/** The released lists as a table. */
function* makeTable(
  { records, labels }: ItemLists,
  { nodeOf }: ListCut,
  { attribute, delimiter }: ListPlan,
  { isShuffled, random }: { readonly isShuffled: boolean; readonly random: RunContext['random'] },
): Steps<Table> {
  const lists = generalizeLists(records, nodeOf);
  const order = Uint32Array.from({ length: listCount(lists) }, (_, row) => row);
  if (isShuffled) shuffle(order, random);
  function* rows(): Generator<(string | null)[]> {
    for (const row of order) {
      const own = Array.from(listAt(lists, row), (node) => labels[node]);
      yield [own.length === 0 ? null : own.sort().join(delimiter)];
    }
  }
  return yield* tableFromRowsInSteps(rows(), { columns: [attribute], types: { [attribute]: 'string' }, missing: [''] });
}
