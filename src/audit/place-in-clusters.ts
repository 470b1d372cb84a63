/** Records of the original given to clusters whose chunks fit them, where no cluster may have two rows of one person. */
import { CellSums, type KnownSums } from './cell-sums.js';
import type { AuditedChunk, PersonsOfClusters } from './dissociated-parts.js';
import { listAt, type ReadTerms } from './list-terms.js';
import { repairCells } from './repair-cells.js';

/** One way to give the rows of the original to clusters. */
interface PlacedRecords {
  /** Cluster by name -> the entries of its rows. */
  readonly rowsOf: Map<string, number[]>;
  /** True where rows could be in other clusters, too. */
  readonly isOneOfSeveral: boolean;
}

/** Rows of one person with the same terms. */
interface Kind {
  readonly entries: number[];
  readonly terms: readonly number[];
}

/** A row of a kind in a cluster. */
interface Cell {
  readonly kind: number;
  readonly cluster: string;
}

/** Projections of records on the terms of a chunk, and how many records have each. */
interface ShownChunk {
  readonly terms: ReadonlySet<number>;
  /** Projection -> its sum. */
  readonly sums: ReadonlyMap<string, number>;
}

/** Kinds between two pauses, and steps of trial in order, beyond which rows are moved until all fits. */
const kindsAtOnce = 1 << 8;
const mostTrials = 3_000_000;

const TOO_LONG = 'it takes too long to find which rows of the original clusters can have';

/**
 * Gives the rows of the original to the clusters, one row of a person to each at most, so that chunks and term chunks are what these rows
 * have: null where that cannot be; a reason where it takes too long to know. Every turn looks in another order. Yields between stretches of the work.
 */
export function* placeInClusters(
  input: PersonsOfClusters,
  { budget, turn }: { readonly budget: number; readonly turn: number },
): Generator<void, PlacedRecords | { readonly reason: string } | null> {
  const { parts, shown } = input;
  const sums: (KnownSums['sums'][number] & { readonly cells: number[] })[] = [];
  const addSum = (sum: number, isMost = false): number => sums.push({ cells: [], sum, isMost }) - 1;
  const kinds = inOrderOf(turn, listKinds(input));
  yield;
  const showChunk = (chunk: AuditedChunk, records: number): ShownChunk => {
    const counts = new Map<string, number>();
    for (const text of chunk.subRecords) {
      const key = listAt(shown.lists, text).join(' ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const empty = records - chunk.subRecords.length;
    if (empty > 0) counts.set('', empty);
    const terms = new Set(chunk.subRecords.flatMap((text) => [...listAt(shown.lists, text)]));
    return { terms, sums: new Map(Array.from(counts, ([key, count]) => [key, addSum(count)])) };
  };
  const sharedOf = new Map<string, ShownChunk[]>();
  for (const chunk of parts.shared.values()) {
    const own = showChunk(chunk, chunk.records);
    for (const name of new Set(chunk.joined)) sharedOf.set(name, [...(sharedOf.get(name) ?? []), own]);
  }
  const cells: Cell[] = [];
  const ofKinds = kinds.map(({ entries }) => addSum(entries.length));
  let entered = 0;
  for (const [name, { records, chunks, terms }] of parts.clusters) {
    const ofCluster = addSum(records);
    const shownHere = [
      ...[...chunks.values()].map((chunk) => showChunk(chunk, records)),
      ...(sharedOf.get(name) ?? []),
    ];
    const hidden = terms === null ? [] : [...listAt(shown.lists, terms)];
    // Some row has each of these terms, so that not all rows are without it.
    const without = hidden.map(() => addSum(records - 1, true));
    const ofPersons = new Map<number, number>();
    for (const [k, kind] of kinds.entries()) {
      if (k % kindsAtOnce === 0) yield;
      const found = sumsOf(kind.terms, shownHere, new Set(hidden));
      if (found === null) continue;
      const person = input.persons.of[kind.entries[0]];
      if (!ofPersons.has(person)) ofPersons.set(person, addSum(1, true));
      const lacked = without.filter((_, i) => !kind.terms.includes(hidden[i]));
      for (const sum of [ofKinds[k], ofCluster, ofPersons.get(person)!, ...found, ...lacked])
        sums[sum].cells.push(cells.length);
      cells.push({ kind: k, cluster: name });
      entered += 3 + found.length + lacked.length;
      if (entered > budget) return { reason: TOO_LONG };
    }
  }
  const chosen = yield* chooseCells({ cells, sums, kinds, ofKinds }, budget);
  if (chosen === null || 'reason' in chosen) return chosen;
  const rowsOf = new Map([...parts.clusters.keys()].map((name) => [name, [] as number[]]));
  const given = new Uint32Array(kinds.length);
  cells.forEach(({ kind, cluster }, cell) => {
    if (chosen.isChosen[cell] === 1) rowsOf.get(cluster)?.push(kinds[kind].entries[given[kind]++]);
  });
  return { rowsOf, isOneOfSeveral: chosen.isOneOfSeveral };
}

/** The sums of chunks that a row with these terms counts in; null where it does not fit the chunks, or has a term that is not shown. */
function sumsOf(terms: readonly number[], chunks: readonly ShownChunk[], hidden: ReadonlySet<number>): number[] | null {
  const found: number[] = [];
  let left = terms;
  for (const { terms: own, sums } of chunks) {
    const sum = sums.get(terms.filter((term) => own.has(term)).join(' '));
    if (sum === undefined) return null;
    found.push(sum);
    left = left.filter((term) => !own.has(term));
  }
  return left.every((term) => hidden.has(term)) ? found : null;
}

/** Cells of 0 or 1 that meet the sums. */
function* chooseCells(
  {
    cells,
    sums,
    kinds,
    ofKinds,
  }: {
    readonly cells: readonly Cell[];
    readonly sums: KnownSums['sums'];
    readonly kinds: readonly Kind[];
    readonly ofKinds: readonly number[];
  },
  budget: number,
): Generator<
  void,
  { readonly isChosen: ArrayLike<number>; readonly isOneOfSeveral: boolean } | { readonly reason: string } | null
> {
  const search = new CellSums({ most: new Uint8Array(cells.length).fill(1), sums }, Math.min(budget, mostTrials));
  if (!(yield* search.narrow())) return search.budget < 0 ? { reason: TOO_LONG } : null;
  const { lows, highs } = search.found;
  const isOneOfSeveral = lows.some((low, cell) => low < highs[cell]);
  const isFound = yield* search.choose();
  if (isFound === false) return null;
  if (isFound === true) return { isChosen: lows, isOneOfSeveral };
  const known = new Set(ofKinds);
  const shared = {
    kindOf: cells.map(({ kind }) => kind),
    many: kinds.map(({ entries }) => entries.length),
    sums: sums.filter((_, s) => !known.has(s)),
    mayLack: false,
  };
  const isChosen = yield* repairCells(shared, budget);
  return isChosen === null ? { reason: TOO_LONG } : { isChosen, isOneOfSeveral };
}

function listKinds({ held, original, persons }: PersonsOfClusters): Kind[] {
  const kinds = new Map<string, Kind>();
  for (let entry = 0; entry < persons.of.length; entry++) {
    const text = held.codes[entry];
    const key = `${persons.of[entry]} ${text}`;
    let kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, (kind = { entries: [], terms: termsOf(held, text) }));
    for (let i = 0; i < (original.weights?.[entry] ?? 1); i++) kind.entries.push(entry);
  }
  return [...kinds.values()];
}

/** The kinds in another order for every turn, the same in every run. */
function inOrderOf(turn: number, kinds: readonly Kind[]): Kind[] {
  const placeOf = kinds.map((_, k) => Math.imul(Math.imul(k + 1, 2 * turn + 1) ^ turn, 0x9e3779b1) >>> 0);
  const order = Array.from(kinds.keys());
  if (turn > 1) order.sort((a, b) => placeOf[a] - placeOf[b] || a - b);
  return order.map((k) => kinds[k]);
}

const termsOf = ({ lists }: ReadTerms, text: number): number[] => [...listAt(lists, text)];
