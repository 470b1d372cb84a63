/**
 * The block of memory that a K-OPTIMIZE search lives in, the same for the twin and for the kernels. It is addressed in
 * words of 4 bytes (I) and doubles (F) from its start, so that it can be moved to a larger block.
 *
 * F 0 .. 15   the doubles below
 * I 32 ..     the words below
 * then        tables of attributes, values and scratch; the raw cells; and the stack of frames
 */

/** Index into F. */
export const BEST = 0;
export const FOUND = 1;
export const LOWER_BOUND = 2;
/** What a suppressed row costs. */
export const PENALTY = 3;
export const ROWS = 4;
export const NODES = 5;
export const PRUNED_NODES = 6;
export const PRUNED_TAIL = 7;
export const USELESS = 8;
export const REFUTED = 9;
export const PROGRESS = 10;

/** Index into I: attributes, values (cuts), words of a set of values, words of a key, stored label counts. */
export const ATTRIBUTES = 32;
export const VALUES = 33;
export const SET_WORDS = 34;
export const KEY_WORDS = 35;
export const LABELS = 36;
/** Words of a cell: its key (the first leaf of its interval, for every attribute), its rows, its label counts. */
export const STRIDE = 37;
export const K = 38;
export const CLASSIFY = 39;
export const LIMIT = 40;
/** Switches of the pruning rules; useless: 0 off, 1 narrow, 2 broad. */
export const RULE_NODES = 41;
export const RULE_TAIL = 42;
export const RULE_USELESS = 43;
export const RULE_REORDER = 44;
export const RULE_TABLES = 45;
/** Addresses of tables, see ATTRIBUTE_*, and of [values] attribute and leaf of every value. */
export const ATTRIBUTE_TABLE = 46;
export const ATTRIBUTE_OF = 47;
export const LEAF_OF = 48;
/** Scratch: hash table; [values + attributes] new first leaf of every leaf; [attributes] those that change. */
export const HASH = 49;
export const REMAP = 50;
export const CHANGED = 51;
/** Scratch: [leaves] rows, then labels, of a class; F: floors; [values] splits, suppressed rows, flags; F: squares, extra. */
export const HISTOGRAM = 52;
export const FLOORS = 53;
export const SPLITS = 54;
export const FORCED = 55;
export const KEPT = 56;
export const SQUARES = 57;
export const EXTRA = 58;
/** Cuts of the best solution, a set of values, and its suppressed rows. */
export const BEST_SET = 59;
export const BEST_SUPPRESSED = 60;
/** Stack: top frame (0: none), first free word, words there are, words that were missing. */
export const FRAME = 61;
export const TOP = 62;
export const CAPACITY = 63;
export const MISSING = 64;
/** Raw cells, and their number. */
export const RAW_CELLS = 65;
export const RAW_COUNT = 66;
/** 1 once the root was opened. */
export const OPENED = 67;
/** Scratch of the tables. */
export const TABLES = 68;
/** [values] bit 0: splits off released classes on one side at least; bit 1: on both, or not provably useless. */
export const FLAGS = 70;
/** First word after the header. */
export const HEADER_WORDS = 128;

/** Words of an attribute's entry: word of the key, shift, mask, first value, number of values. */
export const ATTRIBUTE_WORDS = 5;

/**
 * A frame: an open node. Doubles, from its address / 2: bound, cost of what is finished, floor of the cells, cost of
 * the head; then words from its address + 16.
 */
export const BOUND = 0;
export const FINISHED = 1;
export const FLOOR = 2;
export const HEAD_COST = 3;
/** Words: frame below (0: none), state, cells, classes, suppressed rows. */
export const PARENT = 16;
export const STATE = 17;
export const CELL_COUNT = 18;
export const CLASS_COUNT = 19;
export const SUPPRESSED = 20;
/** Addresses: cells; [classes + 1] first cell of each class; [classes][1 + labels] totals. */
export const CELLS = 21;
export const STARTS = 22;
export const TOTALS = 23;
/** Sets: cuts that are made, cuts that may be made, those that the cells are split by. */
export const HEAD = 24;
export const TAIL = 25;
export const BUILT = 26;
/** [order length] values by falling worth. */
export const ORDER = 27;
export const ORDER_LENGTH = 28;
/** First word behind the frame; values of the tail when it was opened. */
export const END = 29;
export const OPENED_TAIL = 30;
/** Tables: see tables.ts. */
export const CONFLICTS = 31;
export const LOSSES = 32;
export const PAIRS = 33;
export const SINGLES = 34;
export const POSITIONS = 35;
export const PAIR_COUNT = 36;
export const CLASS_TABLES = 37;
export const STAGE = 39;
export const TABLE_TAIL = 40;
export const FRAME_WORDS = 48;

/**
 * Scratch of the tables (pairs.ts, losses.ts, refute.ts), addresses: two copies of the cells, to sort; its bins;
 * lines; squares of runs; local splits of a class; histograms of pairs; sets and weights of values.
 */
export const RECORDS_A = 72;
export const RECORDS_B = 73;
export const SORT_BINS = 74;
export const HEAD_START = 76;
export const RANK = 77;
export const DIFFERENCES = 78;
export const LINE_RANKS = 80;
export const LINE_LABELS = 81;
export const SPLIT_FIRST = 82;
export const SPLIT_END = 83;
export const SPLIT_ROWS = 84;
export const SPLIT_FLOORS = 86;
export const SPLIT_COSTS = 87;
export const SPLIT_FORCED = 88;
export const LOCAL_LEAF = 89;
export const LOCAL_COUNT = 90;
export const PAIR_ROWS = 91;
export const PAIR_FLOORS = 93;
export const TAIL_LIST = 94;
/** [attributes][cells of a class] local leaf of every cell, and [cells of a class] its rows and (F) floor. */
export const CELL_LEAVES = 106;
export const CELL_ROWS = 107;
export const CELL_FLOORS = 110;
/** [tail] values by falling gain. */
export const GAIN_ORDER = 108;
export const GAIN_COUNT = 109;
export const GAINS = 96;
export const VALUE_BOUNDS = 97;
export const ATTRIBUTE_LOSS = 98;
export const MASKS = 99;
/** Eight sets. */
export const WORK_SETS = 100;
/** Address of the records as they are sorted now. */
export const SORTED = 102;

/** Cells that losses are taken from, and their number: those of the frame, or REDUCED_CELLS, scratch for cells. */
export const LOSS_CELLS = 103;
export const LOSS_COUNT = 104;
export const REDUCED_CELLS = 105;

/** Of a frame: F: [tail] rows that a value forces; [tail][tail] the same for pairs, beyond those of the two. */
export const FORCED_SINGLES = 41;
export const FORCED_PAIRS = 42;
/** Values that the loss tables know, [values], and [attributes]: first of them, number, address of the table. */
export const KNOWN = 43;
/** [classes] 1: the node's own cut made the class, 0: it was one of its parent's. */
export const FRESH = 44;
/** F: bound that the pair tables were made with (classification, with suppression). */
export const PAIR_FIXED = 4;
/** F: floor of the cells that the losses were taken from. */
export const REDUCED_FLOOR = 5;
/** F: bound of what is left of the frame once the value that was chosen is made. */
export const REST_BOUND = 6;
/** 1: cuts that split off fewer than k rows of a class count as not made there; 0: as any other, see excessOf. */
export const REDUCED = 45;

/** What `searchNodes` returns. */
export const MORE = 0;
export const DONE = 1;
/** The block has no room for the next node; MISSING says how many words it needs. Nothing has changed. */
export const NEEDS_MEMORY = 2;
