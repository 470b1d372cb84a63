/**
 * The block of memory that a K-OPTIMIZE search lives in, the same for the twin and for the kernels. It is addressed in
 * words of 4 bytes (I) and doubles (F) from its start, so that it can be moved to a larger block. First come the fields of the search,
 * then tables of attributes, values and scratch, the raw cells, and the stack of frames.
 *
 * A field has its place among the doubles or the words of the block, or of the frame. The build makes the classes Heap and
 * Frame of them: views of memory for the twin, unmanaged classes of AssemblyScript for the kernels (scripts/translate-k-optimize.mjs).
 */

/** The first word of a new search that is not a cost or a counter. */
export const FIRST_WORD = 32;
/** Up to here words say what the problem is, and by which rules it is searched; then come addresses. */
export const FIRST_ADDRESS = 46;
/** First word behind the fields of the search. */
export const HEADER_WORDS = 128;
/** Words of the fields of a frame; sets and tables stand behind them. */
export const FRAME_WORDS = 56;

/** Fields of the search; Heap has them. */
export const searchFields = {
  doubles: {
    best: 0,
    found: 1,
    lowerBound: 2,
    /** Cost of a suppressed row. */
    penalty: 3,
    rows: 4,
    nodes: 5,
    prunedNodes: 6,
    prunedTail: 7,
    useless: 8,
    refuted: 9,
    progress: 10,
  },
  words: {
    attributes: 32,
    /** Values: cuts. */
    values: 33,
    /** Words of a set of values, and of a key. */
    setWords: 34,
    keyWords: 35,
    /** Stored label counts. */
    labels: 36,
    /** Words of a cell: its key (the first leaf of its interval, for every attribute), its rows, label counts, counts of sensitive values, sets of codes. */
    stride: 37,
    /** Fewest rows of a class that can be released. */
    k: 38,
    /** Cost of classes: BY_SIZE, BY_LABEL or BY_WIDTH. */
    costBy: 39,
    limit: 40,
    /** Switches of the pruning rules; useless: 0 off, 1 narrow, 2 broad. */
    ruleNodes: 41,
    ruleTail: 42,
    ruleUseless: 43,
    ruleReorder: 44,
    /** 0: off; 1: losses of what is left out, 2: of runs without conflicts. */
    ruleTables: 45,
    /** Addresses: [attributes] entries, see ATTRIBUTE_WORDS; [values] attribute and leaf of every value. */
    attributeTable: 46,
    attributeOf: 47,
    leafOf: 48,
    /** Scratch: hash table; [values + attributes] new first leaf of every leaf; [attributes] those that change. */
    hash: 49,
    remap: 50,
    changed: 51,
    /** Scratch: [leaves] rows, then labels, of a class; F: floors; [values] splits, suppressed rows; F: squares, extra. */
    histogram: 52,
    floors: 53,
    splits: 54,
    forced: 55,
    /** Attributes that change. */
    kept: 56,
    squares: 57,
    extra: 58,
    /** Cuts of the best solution, a set of values, and its suppressed rows. */
    bestSet: 59,
    bestSuppressed: 60,
    /** Stack: top frame (0: none), first free word, words there are, words that were missing. */
    frame: 61,
    top: 62,
    capacity: 63,
    missing: 64,
    rawCells: 65,
    rawCount: 66,
    /** 1 once the root was opened. */
    opened: 67,
    /** Scratch of conditions on persons: [values] holders; F: [values] persons by their shares of rows. */
    holders: 68,
    personWeights: 69,
    /** [values] bit 0: splits off released classes on one side at least; bit 1: on both, or not provably useless. */
    flags: 70,
    /** Scratch of the tables: two copies of the cells, to sort; its bins; lines; F: squares of runs. */
    recordsA: 72,
    recordsB: 73,
    sortBins: 74,
    headStart: 76,
    rank: 77,
    differences: 78,
    lineRanks: 80,
    lineLabels: 81,
    /** Local splits of a class: [splits] first and end of their values in tailList, rows below; F: floors, costs, forced rows. */
    splitFirst: 82,
    splitEnd: 83,
    splitRows: 84,
    splitFloors: 86,
    splitCosts: 87,
    splitForced: 88,
    localLeaf: 89,
    localCount: 90,
    /** Histograms of pairs, rows and (F) floors. */
    pairRows: 91,
    pairFloors: 93,
    tailList: 94,
    /** F: [values] bounds, [attributes] losses. */
    valueBounds: 97,
    attributeLoss: 98,
    /** [attributes] sets of their values, and nine sets to work with. */
    masks: 99,
    workSets: 100,
    /** The records as they are sorted now. */
    sorted: 102,
    /** [attributes][cells of a class] local leaf of every cell, and [cells of a class] its rows and (F) floor. */
    cellLeaves: 106,
    cellRows: 107,
    cellFloors: 110,
    /** Words of a cell or class behind its key: rows, labels, sensitive values. */
    sums: 111,
    /** Conditions on sensitive values, and their entries, see MODEL_WORDS. */
    models: 112,
    modelTable: 113,
    /** Scratch of the conditions: F: weights of the values, differences of nodes; [sums] counts of a class. */
    weights: 115,
    modelNodes: 116,
    modelSums: 117,
    /** Splits of a class: [leaves][sums] of every leaf, [sums] of the other side, F: [leaves] rows that the split behind a leaf loses. */
    modelLeaves: 118,
    modelRest: 119,
    modelLost: 120,
    /** [attributes] addresses of [leaves][leaves] what a row costs in a run of leaves, by its first and its last; they follow. */
    widthTables: 121,
    /** F, by attribute: [leaves] what a row costs in the interval of a leaf, of the cells of a frame and of its head. */
    cellWidths: 122,
    headWidths: 123,
    /** F: [values][attributes] losses when a value is made, with suppression. */
    madeLosses: 124,
    /** Words of the sums of a cell or class from here on are sets of codes, one bit each; words before are counts. */
    sets: 125,
  },
};

/** Fields of a frame, an open node. */
export const frameFields = {
  doubles: {
    bound: 0,
    /** Cost of what is finished, floor of the cells, cost of the head. */
    finished: 1,
    floor: 2,
    headCost: 3,
    /** Bound that the pair tables were made with (classification, with suppression). */
    pairFixed: 4,
    /** Bound of what is left of the frame once the value that was chosen is made. */
    restBound: 6,
    /** Cost of the head beyond headCost, from classes that fail and have cells. */
    failedCost: 7,
    /** By width: what the rows that no solution below releases cost beyond the widest that they are counted with. */
    owedExtra: 8,
  },
  words: {
    cellCount: 18,
    classCount: 19,
    /** Suppressed rows. */
    suppressed: 20,
    /** Addresses: cells; [classes + 1] first cell of each class; [classes][sums] totals. */
    cells: 21,
    starts: 22,
    totals: 23,
    /** Sets: cuts that are made, cuts that may be made, those that the cells are split by. */
    head: 24,
    tail: 25,
    built: 26,
    /** [orderLength] values by falling worth. */
    order: 27,
    orderLength: 28,
    /** First word behind the frame; values of the tail when it was opened. */
    end: 29,
    openedTail: 30,
    /** [values] sets of values that exclude each; [attributes] losses, see LOSS_WORDS. */
    conflicts: 31,
    losses: 32,
    /** F, with suppression unless the size of a class says its cost: [tail][tail] and [tail] what forced rows add to the cost; [values] places in them; values in them. */
    pairs: 33,
    singles: 34,
    positions: 35,
    pairCount: 36,
    stage: 39,
    /** Values of the tail that the tables were made with. */
    tableTail: 40,
    /** F: [tail] rows that a value forces; [tail][tail] the same for pairs, beyond those of the two. */
    forcedSingles: 41,
    forcedPairs: 42,
    /** [values] values that the loss tables know. */
    known: 43,
    /** [classes] 1: the node's own cut made the class, 0: it was one of its parent's. */
    fresh: 44,
    /** [classes] 0: the class satisfies the models, else 1 + the rows of it that no solution below releases. */
    failures: 46,
    /** Rows of the classes that fail, and the sum of those that no solution below releases. */
    failing: 47,
    owed: 48,
    /** Frame below; 0: none. */
    parent: 49,
    /** 0 new, 1 pruned by the paper's rules, 2 with tables. */
    state: 50,
  },
};

/**
 * Words of a condition's entry: its kind, the offset of its counts from the rows of a class, the number of sensitive values, the fewest
 * values of a class that satisfies it, address of its numbers (F: bound, total, then [size] global counts, or upper and lower shares), address
 * of [height * size] nodes, height, nodes, whether shares of absent values are judged, and the offset of what it counts from the rows of a class: 0,
 * or that of the persons where each has one value and all rows in one vector.
 *
 * Of a condition on persons besides: a form; the address of [pairs] persons and [pairs] values, their number, and the persons that count; 1 where a
 * union of classes that satisfy it satisfies it; 1 where a class that satisfies it has MODEL_L values at least; of FORM_PAIRS the binary logarithm of
 * the bits that the rows of a pair take.
 */
export const MODEL_WORDS = 17;
export const MODEL_KIND = 0;
export const MODEL_COUNTS = 1;
export const MODEL_SIZE = 2;
export const MODEL_L = 3;
export const MODEL_NUMBERS = 4;
export const MODEL_NODES = 5;
export const MODEL_HEIGHT = 6;
export const MODEL_NODE_COUNT = 7;
export const MODEL_EVERY = 8;
export const MODEL_UNITS = 9;
export const MODEL_FORM = 10;
export const MODEL_PAIRS = 11;
export const MODEL_PAIR_COUNT = 12;
export const MODEL_PERSONS = 13;
export const MODEL_JOINS = 14;
export const MODEL_NEEDS_VALUES = 15;
export const MODEL_PAIR_BITS = 16;

/** Forms of a condition: on counts that add up; on persons and holders that add up, on a set of pairs, on rows of pairs. */
export const FORM_COUNTS = 0;
export const FORM_HOLDERS = 1;
export const FORM_SET = 2;
export const FORM_PAIRS = 3;

/** Kinds of conditions (conditionKinds of condition-bounds.ts). */
export const KIND_DISTINCT = 1;
export const KIND_ENTROPY = 2;
export const KIND_RECURSIVE = 3;
export const KIND_EQUAL = 4;
export const KIND_ORDERED = 5;
export const KIND_HIERARCHICAL = 6;
export const KIND_SHARES = 7;
/** Distinct codes without counted rows: their column is a set, of one word for each value here. */
export const KIND_SET = 14;

/** Cost of a released class: the square of its rows, its rows outside the majority label, or the sum of the costs of its rows by the intervals. */
export const BY_SIZE = 0;
export const BY_LABEL = 1;
export const BY_WIDTH = 2;

/** Words of an attribute's entry: word of the key, shift, mask, first value, number of values. */
export const ATTRIBUTE_WORDS = 5;
export const KEY_WORD = 0;
export const SHIFT = 1;
export const MASK = 2;
export const FIRST_VALUE = 3;
export const VALUE_COUNT = 4;

/** Words of an attribute whose first leaves change (planMerge): word of the key, shift, mask, and where the new first leaves stand. */
export const CHANGE_WORDS = 4;
export const CHANGE_MAP = 3;

/** Words of an attribute's losses: addresses of the values that are known, their number, address of the table (F; 0: none). */
export const LOSS_WORDS = 3;
export const KNOWN_VALUES = 0;
export const KNOWN_COUNT = 1;
export const LOSS_TABLE = 2;

/** Results of `searchNodes`. */
export const MORE = 0;
export const DONE = 1;
/** The block has no room for the next node; `missing` says how many words it needs. Nothing has changed. */
export const NEEDS_MEMORY = 2;
