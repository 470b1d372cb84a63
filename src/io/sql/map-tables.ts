import { EntryIndex } from '../../table/entry-index.js';
import { droppedEntry } from '../../table/build-counted.js';
import type { Codes } from '../../table/table.js';
import { pickCodes } from '../../table/table.js';
import type { CountedSource } from './read-counted.js';
import type { SentColumn, SentTable } from './source.js';

/** A counted table, its values as an engine writes them, and what is released of it. */
type MapSource = Pick<CountedSource, 'table' | 'released' | 'names' | 'spelled'>;

/** Outcome for the entries of a counted table: [pieces] entry and class, and the labels of every class. */
export interface Recoded {
  readonly entry: Uint32Array;
  /** `suppressed` where a piece is in no class. */
  readonly classId: Uint32Array;
  readonly suppressed: number;
  /** Quasi-identifiers in the job's order: name, labels, and [classes] the label of every class. */
  readonly attributes: readonly {
    readonly name: string;
    readonly labels: readonly string[];
    readonly valueOf: Uint32Array;
  }[];
  /** True when suppressed rows leave, as `*` and blank cells. */
  readonly star: boolean;
}

/** The map of a release, in two tables. */
interface MapTables {
  /** Every distinct vector of quasi-identifiers, as the engine has it, with its class. Suppressed ones are left out. */
  readonly vectors: SentTable;
  /** Labels of every class. Classes are numbered in the order of their labels, so that sorting by them reveals nothing else. */
  readonly classes: SentTable;
  /** The number of suppressed rows that leave, whose other columns are blank; null without any. */
  readonly blankNumber: number | null;
}

/** No class: such vectors are not in the map. */
const none = 0xffffffff;

/** Makes the map of a release. */
export function mapTables(source: MapSource, recoded: Recoded): MapTables {
  const { index, texts, entryOf } = source.spelled;
  const at = recoded.attributes.map(({ name }) => source.table.columns.findIndex((column) => column.name === name));
  const { numberOf, classes } = numberClasses(source, recoded);
  const classOf = classesOfVectors(source, recoded, numberOf);
  const all = at.map((c) => (entryOf === null ? source.table.columns[c].codes : index.column(c)));
  const kept = mappedVectors(all, classOf, at.length < source.table.columns.length);
  const columns = all.map((codes, q): SentColumn => {
    return { name: source.names.key(q), texts: texts[at[q]], codes: pick(codes, kept) };
  });
  const rows = kept?.length ?? index.size;
  return {
    vectors: {
      rows,
      columns: [...columns, { name: source.names.classNumber, texts: null, codes: pick(classOf, kept) }],
    },
    classes,
    blankNumber: recoded.star && recoded.classId.includes(recoded.suppressed) ? numberOf[numberOf.length - 1] : null,
  };
}

/** [counted vectors] number of the class, or `none`. */
function classesOfVectors({ table, spelled }: MapSource, recoded: Recoded, numberOf: Uint32Array): Uint32Array {
  const { entry, classId, suppressed, star } = recoded;
  const starred = star ? numberOf[numberOf.length - 1] : none;
  const ofEntry = new Uint32Array(table.entries).fill(none);
  for (let p = 0; p < entry.length; p++) {
    const number = classId[p] === suppressed ? starred : numberOf[classId[p]];
    if (p > 0 && entry[p] === entry[p - 1] && ofEntry[entry[p]] !== number) throw divided();
    ofEntry[entry[p]] = number;
  }
  const { entryOf } = spelled;
  return entryOf === null ? ofEntry : entryOf.map((found) => (found === droppedEntry ? none : ofEntry[found]));
}

const divided = (): Error => new Error('equal vectors are released differently');

/** Counted vectors that are in the map, each vector of quasi-identifiers once; null when all are. */
function mappedVectors(codes: readonly Codes[], classOf: Uint32Array, repeated: boolean): Uint32Array | null {
  const size = classOf.length;
  const kept = new Uint32Array(size);
  let count = 0;
  const seen = repeated ? new EntryIndex(codes.length) : null;
  const classes = new Uint32Array(repeated ? size : 0);
  const vector = new Uint32Array(codes.length);
  for (let v = 0; v < size; v++) {
    if (seen !== null) {
      for (let q = 0; q < vector.length; q++) vector[q] = codes[q][v];
      const before = seen.size;
      const found = seen.add(vector, 0, 1);
      if (found < before) {
        if (classes[found] !== classOf[v]) throw divided();
        continue;
      }
      classes[found] = classOf[v];
    }
    if (classOf[v] !== none) kept[count++] = v;
  }
  return count === size ? null : kept.slice(0, count);
}

function pick<Values extends Codes>(values: Values, at: Uint32Array | null): Values | Uint32Array {
  return at === null ? values : pickCodes(values, at);
}

/**
 * Numbers the classes in the order of their labels, columns as they are released, texts as UTF-8: classes that are written
 * alike get one number. With `star`, `numberOf` has one class more, that of suppressed rows, with a number of its own.
 */
function numberClasses(
  { released, names }: MapSource,
  { attributes, star }: Recoded,
): { readonly numberOf: Uint32Array; readonly classes: SentTable } {
  const known = attributes[0]?.valueOf.length ?? 0;
  const count = known + (star ? 1 : 0);
  const columns = attributes.map(({ name, labels, valueOf }, q) => {
    const all = star ? [...labels, '*'] : labels;
    const { texts, rankOf } = sortTexts(all);
    const ranks = new Uint32Array(count);
    for (let c = 0; c < known; c++) ranks[c] = rankOf[valueOf[c]];
    if (star) ranks[known] = rankOf[labels.length];
    return { place: released.indexOf(name), name: names.label(q), texts, ranks };
  });
  let order = Uint32Array.from({ length: count }, (_, c) => c);
  const bySignificance = [...columns].sort((a, b) => a.place - b.place);
  for (const { texts, ranks } of [...bySignificance].reverse()) order = sortByRank(order, ranks, texts.length);
  const numberOf = new Uint32Array(count);
  const first = new Uint32Array(count);
  let numbers = 0;
  for (let i = 0; i < count; i++) {
    const isSuppressed = order[i] === known;
    const isNew = i === 0 || isSuppressed || columns.some(({ ranks }) => ranks[order[i]] !== ranks[order[i - 1]]);
    if (isNew) first[numbers++] = order[i];
    numberOf[order[i]] = numbers - 1;
  }
  const shown = first.subarray(0, numbers);
  return {
    numberOf,
    classes: {
      rows: numbers,
      columns: [
        { name: names.classNumber, texts: null, codes: shown.map((_, number) => number) },
        ...columns.map(({ name, texts, ranks }): SentColumn => ({ name, texts, codes: pick(ranks, shown) })),
      ],
    },
  };
}

/** Distinct texts in the order of their UTF-8, and [texts] the place of each. */
function sortTexts(given: readonly string[]): { readonly texts: readonly string[]; readonly rankOf: Uint32Array } {
  const encoder = new TextEncoder();
  const sorted = [...new Set(given)]
    .map((text) => ({ text, bytes: encoder.encode(text) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes));
  const rankOfText = new Map(sorted.map(({ text }, rank) => [text, rank]));
  return { texts: sorted.map(({ text }) => text), rankOf: Uint32Array.from(given, (text) => rankOfText.get(text)!) };
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** Sorts `order` by rank; equal ones stay as they are. */
function sortByRank(order: Uint32Array, ranks: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < order.length; i++) starts[ranks[order[i]] + 1]++;
  for (let rank = 0; rank < size; rank++) starts[rank + 1] += starts[rank];
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[starts[ranks[order[i]]]++] = order[i];
  return sorted;
}
