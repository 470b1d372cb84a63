/**
 * Blocks of memory that TypeScript and kernels share, field by field. The build writes assembly/layouts.generated.ts from this
 * file: an unmanaged class of each, with these names and comments.
 */
import { layOut } from './layout.js';

/** Codes that are copied into a column of another width (assembly/columns.ts). Widths are 1, 2 or 4 bytes. */
export const codeCopy = layOut({
  /** [count], or where rows are named [.] */
  codes: 'usize',
  width: 'u32',
  /** u32[count] whose codes are taken; 0: all in a row. */
  rows: 'usize',
  count: 'usize',
  /** Codes are below it; asked for where `rows` is 0. */
  limit: 'u32',
  /** u32[limit] code -> code; 0: none. */
  map: 'usize',
  /** [count] out */
  target: 'usize',
  targetWidth: 'u32',
});

/** Sums over class sizes, added to (assembly/quality.ts). */
export const classSums = layOut({
  /** Classes of at least k rows, their rows, and the rows of the others. */
  classes: 'u64',
  released: 'u64',
  below: 'u64',
  /** Smallest and largest size. */
  minimum: 'u64',
  maximum: 'u64',
  /** Sums of size^2 over the classes of at least k rows, of the low and of the high 32 bits, since the whole can pass 2^64. */
  lowSquares: 'u64',
  highSquares: 'u64',
});

/** Codes that are counted per class (assembly/histogram.ts). */
export const classHistogram = layOut({
  /** u32[count] */
  classOf: 'usize',
  /** [count] below size, `width` bytes each. */
  codes: 'usize',
  width: 'u32',
  /** u32[count]; 0: every row counts 1. */
  weights: 'usize',
  count: 'usize',
  size: 'usize',
  /** u32[classes][size] in/out */
  histogram: 'usize',
});

/** A column of the rows whose keys are made (assembly/keys.ts). */
export const keyColumn = layOut({
  /** Codes of all rows, `width` bytes each: 1, 2 or 4. */
  codes: 'usize',
  width: 'u32',
  /** u32[domain]: code -> digit * stride; 0: the code is multiplied by stride. */
  table: 'usize',
  stride: 'u32',
  /** Word of the key that the column is summed into. */
  word: 'usize',
  /** Width 1: u8[16 * blocks]: code -> digit below 256, found by SIMD; 0: none. */
  levels: 'usize',
  /** 1 .. 8 */
  blocks: 'u32',
});

/** Rows that are merged by equal keys (assembly/grouping.ts). */
export const grouping = layOut({
  /** keyColumn[columnCount] */
  columns: 'usize',
  columnCount: 'u32',
  /** Words of a key. */
  words: 'usize',
  /** u32[words][CHUNK_ROWS] scratch */
  keys: 'usize',
  /** 0 direct, 1 hashed, 2 wide */
  mode: 'u32',
  /**
   * direct: u32[keySpace], number + 1 by key, all 0 at the start; else u32[slots][2]: key (wide: its hash) and number + 1,
   * 0 in an empty slot. Half of them are filled at most.
   */
  slots: 'usize',
  /** Slots less one; slots are a power of two. */
  slotMask: 'u32',
  /** u32[capacity + 1] first row of every key. */
  first: 'usize',
  /** u32[capacity] sum of weights; 0: not wanted. */
  counts: 'usize',
  /** u32[capacity + 1][words] */
  keyOf: 'usize',
  /** u32[rows] out, number of every row's key; 0: not wanted. */
  ids: 'usize',
  /** u32[rows]; 0: every row counts 1. */
  weights: 'usize',
  length: 'u32',
  capacity: 'u32',
  /** u32[CHUNK_ROWS] scratch */
  numbers: 'usize',
});

/** Rows with many distinct keys of one word, merged partition by partition (assembly/partitioned.ts). */
export const partitionedGrouping = layOut({
  /** keyColumn[columnCount] */
  columns: 'usize',
  columnCount: 'u32',
  /** u32[rows] keys of all rows. */
  keys: 'usize',
  /** u32[rows][2] key (later: provisional number) and row, by partition, rows ascending within each. */
  pairs: 'usize',
  /** partition = hash >> shift */
  shift: 'u32',
  /** u32[partitions] counts, then where the next pair of each partition goes. */
  cursors: 'usize',
  /** u32[slots][2] key and provisional number + 1, for one partition. */
  slots: 'usize',
  /** Slots less one, for one partition; slots are a power of two. */
  slotMask: 'u32',
  /** u32[capacity + 1] first row by provisional number. */
  first: 'usize',
  /** u32[capacity] sum of weights by provisional number, 0 beyond length. */
  counts: 'usize',
  /** u32[rows]; 0: every row counts 1. */
  weights: 'usize',
  /** Provisional numbers given out. */
  length: 'u32',
  /** u32[bitWords] zeroed, and u32[bitWords]: first rows before each word of those bits; a bit a row. */
  bits: 'usize',
  ranks: 'usize',
  bitWords: 'usize',
  /** Out, u32[length]: first row and sum of weights by number, number by provisional number. */
  firstByNumber: 'usize',
  countByNumber: 'usize',
  numbers: 'usize',
});

/** A condition on classes (assembly/conditions.ts). */
export const condition = layOut({
  /** conditionKinds of src/engine/condition-bounds.ts; + 256 when the last code of the column stands outside. */
  kind: 'u32',
  /** Which sensitive column it looks at; unused by size. */
  sensitive: 'usize',
  /** conditionBound of src/engine/condition-bounds.ts. */
  bound: 'f64',
  /**
   * distinct: last codes that do not count, 0 or 1; sets: items of the largest sets; recursive: l; t-hierarchical: height; shares: 1 when absent values count; presence: 1 when a
   * class without private rows holds; range: fewest values
   */
  l: 'u32',
  /** t-hierarchical: entries of nodeOf are below this; sets: items are; range of persons: pairs with a number. */
  nodes: 'u32',
  /** t: rows of the whole table; presence: largest. */
  total: 'f64',
  /**
   * t: u32[size] counts over the whole table; shares: f64[size] lower bounds; range: f64[size] numbers; sets: u32[size + 1] where
   * the items of every code start
   */
  global: 'usize',
  /**
   * recursive: u32[l] scratch; t-hierarchical: f64[nodes] scratch; shares: f64[size] upper bounds; sets: scratch u32[l][nodes],
   * u32[l][size], and with pairs u32[l][nodes]; range of persons: scratch u32[size], u32[size]
   */
  scratch: 'usize',
  /**
   * entropy: f64[65536] ln of counts (logarithm.ts); t-hierarchical: nodeOf u32[height][size]; sets: items u32[.], ascending in
   * every code; range of persons: u32[nodes] pairs by number
   */
  table: 'usize',
  /** pairBlock of a condition on persons; kind has + 512. */
  pairs: 'usize',
});

/** The codes of a column of pairs (assembly/persons.ts). */
export const pairBlock = layOut({
  /** u32[size] person and value of every code. */
  personOf: 'usize',
  valueOf: 'usize',
  values: 'usize',
  /** Codes of persons not below this stand for rows without a person. */
  persons: 'u32',
  /** u32[values] persons of the table with each value, f64[values] their weights. */
  tableHolders: 'usize',
  tableWeights: 'usize',
  /** Scratch: u32[values], f64[values] those of a class. */
  holders: 'usize',
  weights: 'usize',
  /** 1 where codes are first rows. */
  isFirsts: 'u32',
  /** For lists of codes, 0 without any: u32[size] and u32[persons], both 0 between two counts; u32[size] scratch. */
  rowsOfCode: 'usize',
  rowsOfPerson: 'usize',
  touched: 'usize',
});

/** A sensitive column of a Mondrian search, as conditions see it. */
export const sensitiveColumn = layOut({
  /** Byte of the record at which the code stands, and its width. */
  offset: 'usize',
  width: 'u32',
  /** Values. */
  size: 'usize',
  /** u32[sides][size] one histogram a side of a cut; 0: none. */
  histograms: 'usize',
  /** u32[sides + 1] where the list of each side begins, and the lists: u32[records + 1] codes and their rows; 0: none. */
  starts: 'usize',
  codes: 'usize',
  rows: 'usize',
  /** Fewest distinct codes of a side; 0: not asked for. Then u8[size] and u32[sides], both 0 between two cuts, and u32[sides][least] scratch. */
  least: 'u32',
  marks: 'usize',
  counts: 'usize',
  found: 'usize',
  /** Codes from which on none counts for `least`. */
  known: 'u32',
});

/** Lists of codes that are merged by class (assembly/code-lists.ts). */
export const listMerge = layOut({
  /** u32[entries] below classes */
  ids: 'usize',
  entries: 'usize',
  classes: 'usize',
  /** u32[entries + 1] where the list of each entry begins; 0: each has one code. */
  starts: 'usize',
  /** Codes of the lists, `width` bytes each, and u32 rows of each. */
  codes: 'usize',
  width: 'u32',
  rows: 'usize',
  /** Most codes that the list of a class keeps; 0: all. */
  most: 'u32',
  /** Codes from which on none is kept. */
  known: 'u32',
  /** u32[size of the column], 0 between two merges. */
  marks: 'usize',
  /** u32[entries] and u32[classes + 2] scratch */
  order: 'usize',
  next: 'usize',
  /** Out: u32[classes + 1], u32[codes], u32[codes] or 0. */
  outStarts: 'usize',
  outCodes: 'usize',
  outRows: 'usize',
});

/** A quasi-identifier of a Mondrian search. */
export const mondrianAttribute = layOut({
  /** Byte of the record at which the code stands, and its width. */
  offset: 'usize',
  width: 'u32',
  /** Order of equally wide attributes: the one of the least rank is cut. */
  rank: 'u32',
  /** f64[size] */
  positions: 'usize',
  range: 'f64',
  /** u32[nodes] first and last leaf of every node of a tree; 0: cuts are ordered. */
  treeLo: 'usize',
  treeHi: 'usize',
  /** u32[nodes + 1] where the children of every node begin, and u32[.] those. */
  childStart: 'usize',
  children: 'usize',
});

/** A node that waits to be cut. */
export const mondrianNode = layOut({ start: 'u32', count: 'u32', weight: 'u32', buffer: 'u32' });

/** A Mondrian search (assembly/mondrian.ts); src/engine/mondrian-layout.ts lays out a record. */
export const mondrian = layOut({
  attributeCount: 'usize',
  /** mondrianAttribute[attributeCount] */
  attributes: 'usize',
  /** Bytes of a record. */
  stride: 'usize',
  /** Two buffers of records, between which they are moved. */
  buffer0: 'usize',
  buffer1: 'usize',
  weightOffset: 'usize',
  vectorOffset: 'usize',
  /** Blocks of 16 bytes of a record that hold codes of 1, 2 and 4 bytes. */
  blocks8: 'usize',
  blocks16: 'usize',
  blocks32: 'usize',
  /** mondrianNode[.] */
  stack: 'usize',
  stackTop: 'u32',
  /** The node that is cut, as mondrianNode. */
  start: 'u32',
  count: 'u32',
  weight: 'u32',
  buffer: 'u32',
  minimumSize: 'u32',
  /** 1: rows of a vector may go to both sides. */
  relaxed: 'u32',
  /** sensitiveColumn[sensitiveCount] */
  sensitive: 'usize',
  sensitiveCount: 'usize',
  /** condition[conditionCount] */
  conditions: 'usize',
  conditionCount: 'u32',
  /** Scratch: u32[largest code space] each. */
  histogram: 'usize',
  sideOf: 'usize',
  /** Scratch: u32[attributeCount] smallest and largest codes of a node, two blocks of 16 bytes for each block of codes. */
  lo: 'usize',
  hi: 'usize',
  box: 'usize',
  /** Scratch: u8[attributeCount], u32[sides], u32[sides + 1]. */
  tried: 'usize',
  weights: 'usize',
  cursor: 'usize',
  /**
   * Out, in order of emission: u32[.] vector, class and rows of every part. Strict cuts keep vectors whole: then classId has
   * one entry a vector, and the other two are not written.
   */
  partVector: 'usize',
  partClass: 'usize',
  partRows: 'usize',
  partCount: 'usize',
  /** Out: u32[classes] rows, u32[classes][attributeCount] codes. */
  sizes: 'usize',
  lower: 'usize',
  upper: 'usize',
  classCount: 'u32',
  cuts: 'u32',
  refused: 'u32',
  finishedRows: 'u32',
});

/** Output of mondrianFinish: classes by number of first appearance over the parts, attribute major. */
export const mondrianResult = layOut({
  /** u32[parts] in/out: class in order of emission -> number. */
  classId: 'usize',
  parts: 'usize',
  /** u32[classes] out: number -> class in order of emission. */
  order: 'usize',
  /** u32[classes] scratch */
  number: 'usize',
  /** u32[classes], u32[attributes][classes] twice: out, by number. */
  sizes: 'usize',
  lower: 'usize',
  upper: 'usize',
});

/** Items of a cut problem by lines (assembly/cut-lines.ts); entries lineStart[line] .. lineEnd[line] - 1 are those of a line. */
export const cutLines = layOut({
  items: 'usize',
  /** 1 under classification. */
  byLabel: 'u32',
  k: 'u32',
  /** u32[items] each; labels 0: none. */
  weights: 'usize',
  labels: 'usize',
  lineOf: 'usize',
  /** u32[items + 1], u32[items] */
  lineStart: 'usize',
  lineEnd: 'usize',
  /** [items] of the entries: u32, f64, u32. */
  positions: 'usize',
  entryWeights: 'usize',
  entryLabels: 'usize',
  /** f64[labels], all 0 between calls. */
  tally: 'usize',
  /** f64[items] scratch of the walks along a line: costs, or largest tallies, by entry. */
  walk: 'usize',
  lines: 'usize',
});

/** Changes from toggling each cut, as differences by leaf (ToggleChanges of src/engine/cut-toggles.ts). */
export const cutToggles = layOut({
  /** u32[size] interval of every leaf. */
  intervals: 'usize',
  /** f64[size + 1] out, zeroed before. */
  released: 'usize',
  below: 'usize',
  /** f64[cuts + 1] out, zeroed before. */
  releasedRemoved: 'usize',
  belowRemoved: 'usize',
});

/** A shortest path over pieces (assembly/cut-evaluator.ts). */
export const cutPath = layOut({
  /** Cost of a suppressed row. */
  penalty: 'f64',
  pieces: 'usize',
  /** f64[pieces * pieces], f64[pieces], f64[pieces + 1] scratch */
  matrix: 'usize',
  sums: 'usize',
  reached: 'usize',
  /** u32[pieces + 1] out: first piece of the interval before. */
  before: 'usize',
});

/** Costs of runs of leaf codes (RunCosts of src/engine/engine.ts): exactly one of table, positions and parent is not 0. */
export const runCosts = layOut({
  size: 'usize',
  /** u32[size][size] */
  table: 'usize',
  /** f64[size] */
  positions: 'usize',
  /** Code of the missing value + 1, 0 without one. */
  missingEnd: 'u32',
  whole: 'u32',
  /** u32[nodes] */
  parent: 'usize',
  hi: 'usize',
  cost: 'usize',
  /** u32[size] */
  nodeOf: 'usize',
  offset: 'f64',
  range: 'f64',
});

/** A line of rows, and the box that runs along it (assembly/line-runs.ts). */
export const rowLine = layOut({
  attributes: 'usize',
  rows: 'usize',
  /** u32[rows] */
  vectorOf: 'usize',
  /** u32[attributes] addresses of codes, u32[vectors] each. */
  codes: 'usize',
  /** runCosts[attributes] */
  costs: 'usize',
  /** u32[attributes] smallest and largest code of the box, and what each attribute costs. */
  lo: 'usize',
  hi: 'usize',
  cost: 'usize',
});

/** The dynamic program over runs (assembly/line-runs.ts). */
export const cheapestRuns = layOut({
  /** rowLine */
  line: 'usize',
  /** u32[rows + 1] or 0 */
  ends: 'usize',
  /** u8[rows * window], where ends is 0 */
  holds: 'usize',
  window: 'usize',
  /** f64[rows + 1] in/out: set for the starts that are done; best[rows] = 0, the others Infinity. */
  best: 'usize',
  /** u32[rows + 1] out: end of the run that begins at a row; set where best is finite. */
  choice: 'usize',
});

/** The one pass of the linear heuristic (assembly/line-runs.ts). */
export const greedyRuns = layOut({
  /** Cost of the runs so far. */
  cost: 'f64',
  /** Two rowLines of the same rows, since two boxes grow at a time. */
  line: 'usize',
  after: 'usize',
  /** u32[rows + 1] */
  ends: 'usize',
  /** u32[rows] out: starts of the runs. */
  starts: 'usize',
  /** The row that the next run begins with, and the number of runs. */
  next: 'usize',
  runs: 'usize',
});

/** One column of a member scan. */
export const memberColumn = layOut({
  /** Codes by place, `width` bytes each. */
  codes: 'usize',
  width: 'u32',
});

/** Vectors with a sum each (assembly/member-scan.ts). */
export const memberScan = layOut({
  attributes: 'usize',
  places: 'usize',
  /** u32[places] */
  vectors: 'usize',
  /** i32[places] sums; MOST or more for taken ones. */
  sums: 'usize',
  /** i32[places] sums at the start; -1 for taken ones. */
  starts: 'usize',
  /** memberColumn[attributes] */
  columns: 'usize',
  /** u32[places] places of taken ones, unordered, and their number. */
  taken: 'usize',
  takenCount: 'usize',
});

/** Entries that a scan of combinations counts. */
export const countedEntries = layOut({
  /** u32[count] class, and weight. */
  classOf: 'usize',
  weight: 'usize',
  /** u32[count] ascending numbers of units; 0: every entry counts. */
  unit: 'usize',
  count: 'usize',
});

/** Groups of classes by values that somebody knows of them (assembly/combination-scan.ts). */
export const combinationScan = layOut({
  /** u32[keptCount] accepted classes. */
  kept: 'usize',
  keptCount: 'usize',
  /** 1 where nothing is judged but counts of groups, and those of 0 are none. */
  isPlain: 'u32',
  /** u32[classes] group of every class, scratch. */
  keys: 'usize',
  /** countedEntries */
  counted: 'usize',
  /** countedEntries, of which value v has start[v] .. start[v + 1] - 1; 0: none. */
  held: 'usize',
  /** u32[values + 1] */
  start: 'usize',
  values: 'usize',
  /** Groups of the scan. */
  groups: 'usize',
  /** u32[groups] each, and u8[groups]: all 0 between two scans. */
  counts: 'usize',
  holders: 'usize',
  units: 'usize',
  bad: 'usize',
  /** u8[classes] 1 for a class in a group that breaks a bound. */
  fails: 'usize',
  /** Bounds of a group. */
  fewest: 'u32',
  share: 'f64',
  /** The least count and the largest share that were seen. */
  least: 'u32',
  largest: 'f64',
});

/** Points from which groups of near rows are taken (assembly/point-scan.ts). */
export const pointScan = layOut({
  dimensions: 'usize',
  points: 'usize',
  /** Points left. */
  left: 'usize',
  /** By place: f64[dimensions][points], u32[points] number of the point, u32[points] rows left. */
  values: 'usize',
  numbers: 'usize',
  rows: 'usize',
  /** u32[points] place of every point. */
  places: 'usize',
  /** f64[points] distances, scratch. */
  distance: 'usize',
  /** By place: f64[points] distance from the nearest join, u32[points] that join. */
  joined: 'usize',
  which: 'usize',
  /** u32[points + 1] nearest points, f64[points + 1] their distances. */
  near: 'usize',
  nearDistance: 'usize',
  joins: 'u32',
});

/** Result of a pass over the points; -1: none. */
export const pointResult = layOut({ distance: 'f64', nearest: 'u32', farthest: 'u32', count: 'u32' });

/** Means of groups (assembly/nearest-means.ts). */
export const nearestMeans = layOut({
  attributes: 'usize',
  groups: 'usize',
  /** f64[groups][attributes]: a place, or a code. */
  means: 'usize',
  /** meanQuery[attributes], written by the kernel. */
  query: 'usize',
  /** u32[attributes] addresses of f64[size] places, or 0. */
  places: 'usize',
  /** runCosts[attributes] */
  costs: 'usize',
});

/** One attribute of the vector that is asked for. */
export const meanQuery = layOut({
  /** Address of the costs from its code; 0: none, see runCosts. */
  row: 'usize',
  code: 'u32',
  /** Negative: none. */
  place: 'f64',
});

/** One field of a key rewritten; see NodeStep of src/engine/node-layout.ts. table 0: the field vanishes. */
export const nodeStep = layOut({ low: 'u32', high: 'u32', down: 'u32', shift: 'u32', mask: 'u32', table: 'usize' });

/** A merge of classes of lattice nodes (assembly/node-sets.ts). */
export const nodeMerge = layOut({
  /** Keys: of one word u32[entries]; of more words u32[words] addresses of such arrays. */
  keys: 'usize',
  /** u32[entries] */
  counts: 'usize',
  entries: 'u32',
  /** Words of a key. */
  words: 'usize',
  /** nodeStep, for keys of one word. */
  step: 'usize',
  /** Out, as keys and counts; one entry more than there are classes may be overwritten. */
  outKeys: 'usize',
  outCounts: 'usize',
  /** u32[entries] out, class of every entry; 0: not wanted. */
  ids: 'usize',
  /**
   * By key when slotMask is 0: u32[.] epoch + number; else u32[slotMask + 1][2]: key, or a hash of keys of several words, and
   * epoch + number.
   */
  slots: 'usize',
  slotMask: 'u32',
  epoch: 'u32',
  /** Scratch of nodeBlocks, all 0 before and after: u32[2^lowBits] sums, u32[2^lowBits / 32] marks, at least one word. */
  sums: 'usize',
  marks: 'usize',
  /** Scratch of nodeSmallBlocks: u32[entries] each. */
  moved: 'usize',
  blockMarks: 'usize',
});

/** A pass of sorting keys with their counts by a digit, keeping the order of equal ones (assembly/node-sets.ts). */
export const nodeSort = layOut({
  /** u32[entries] each, in and out. */
  keys: 'usize',
  counts: 'usize',
  entries: 'usize',
  outKeys: 'usize',
  outCounts: 'usize',
  /** First bit of the digit, and its bits. */
  shift: 'u32',
  bits: 'u32',
  /** u32[2^bits] scratch */
  starts: 'usize',
});

/** One attribute whose weights nodeWeights sums. */
export const weighedField = layOut({
  /** u32[length] words of keys that the field stands in. */
  keys: 'usize',
  shift: 'u32',
  mask: 'u32',
  /** f64[nodes] */
  weights: 'usize',
});

/** Sums over the classes of a lattice node (assembly/node-sets.ts). */
export const nodeSum = layOut({
  /** u32[length] */
  counts: 'usize',
  length: 'usize',
  /** Classes of at least `minimum` rows are accepted, or, where `accepted` is not 0, those with a 1 in u8[length]. */
  minimum: 'u32',
  accepted: 'usize',
  /** Out: accepted classes, rows of the others, sum of squares of accepted ones, and of all. */
  classes: 'f64',
  suppressed: 'f64',
  squares: 'f64',
  allSquares: 'f64',
  /** weighedField[fieldCount] */
  fields: 'usize',
  fieldCount: 'usize',
  /** u32[length] scratch, and f64[fieldCount] out. */
  failing: 'usize',
  result: 'usize',
});

/** Points of a Hilbert curve (assembly/hilbert.ts). */
export const hilbertCurve = layOut({
  /** u32[dimensions][count] coordinates below 2^bits. */
  points: 'usize',
  dimensions: 'usize',
  count: 'usize',
  bits: 'u32',
  /** u32[words][count] out, words = ceil(dimensions * bits / 32); the first counts most. */
  keys: 'usize',
  /** u32[dimensions] scratch */
  x: 'usize',
});

/** A slot of the table of lines. */
export const lineSlot = layOut({
  hash: 'u32',
  /** First byte of the line; 0: empty slot. */
  start: 'usize',
  /** Its number and, as the highest bit, whether it ends with CRLF. */
  line: 'u32',
  /** Times it came again. */
  repeats: 'u32',
});

/** Lines that were read before (assembly/lines.ts). */
export const lineCache = layOut({
  /** Odd, drawn once per process: nobody can prepare lines that collide. It changes no result. */
  key: 'u64',
  /** lineSlot[.], half of which are filled at most. */
  slots: 'usize',
  /** 32 - log2(slots) */
  shift: 'u32',
  /** Lines that are known. */
  lines: 'u32',
  /** Place of the next line, and the end of that stretch of the pool. */
  pool: 'usize',
  poolEnd: 'usize',
  /** First byte that was never used; from here on all is 0. */
  top: 'usize',
  /** First byte that may not be used. */
  limit: 'usize',
  /** Slots of before, now room for lines. */
  spare: 'usize',
  spareEnd: 'usize',
  /** Hash and slot of the line that lineSkip stopped at, and where it ends, its LF included; 0 when it has none. */
  hash: 'u32',
  slot: 'usize',
  end: 'usize',
  /** Known lines that lineSkip passed. */
  repeats: 'u32',
  /** Longest probe so far, in slots. */
  longestProbe: 'u32',
  /** The first line looked ahead that is not done, and the end of those. */
  next: 'usize',
  aheadEnd: 'usize',
  /** Means nothing: it keeps reads that only warm the cache. */
  touched: 'u64',
  /** Place of the number of the next known line that is passed, or 0: they are not written down. */
  passed: 'usize',
  unused: 'u32',
});

/** A line looked ahead; sixteen of them stand behind the lineCache. */
export const lineAhead = layOut({
  from: 'usize',
  end: 'usize',
  hash: 'u32',
  /** Place of the line that its slot names first. */
  candidate: 'usize',
});

/** A slot of the table of cells; cell 0: empty. */
export const cellSlot = layOut({ hash: 'u32', cell: 'usize' });

/** Lines that are taken apart into the codes of their cells (assembly/cells.ts). */
export const cellBatch = layOut({
  /** Odd, drawn once per process: nobody can prepare cells that collide. It changes no result. */
  key: 'u64',
  /** The delimiter eight times. */
  delimiters: 'u64',
  /** cellSlot[slotCount]; a power of two, half of which are filled at most. */
  slots: 'usize',
  slotCount: 'u32',
  /** Cells that are known. */
  cells: 'u32',
  /** Place of the next knownCell, then its bytes and zeros up to a whole word, at least one zero. */
  pool: 'usize',
  poolEnd: 'usize',
  /** Columns of a line. */
  columns: 'u32',
  /** u32[kept columns][rows] codes, u32[rows] numbers, i32[rows] lines of the memo. */
  batch: 'usize',
  /** u32[columns] number of the column in the batch, or SKIPPED; and how many are kept. */
  placeOf: 'usize',
  kept: 'usize',
  /** Rows of a batch, and rows that stand in it. */
  rows: 'usize',
  row: 'u32',
  /** Longest cell of a column that is skipped, in bytes. */
  longestSkipped: 'usize',
  /** Known lines that cellsTake passed, and lines that it took apart and that end with CRLF. */
  repeats: 'u32',
  crlf: 'u32',
});

/** A cell of the pool; its bytes follow. */
export const knownCell = layOut({ column: 'u32', bytes: 'usize', code: 'u32', unused: 'u32' });
