/** Options that several algorithms have. */
import {
  amount,
  amountsByAttribute,
  name,
  option,
  optionOr,
  optionSet,
  plainWord,
  word,
  words,
  type OptionsOf,
  type ValueOf,
} from './options.js';

/**
 * The option `hierarchies`: which declared hierarchies decide what is released. What the job says is noted in the domains
 * before the search (`isFollowed`), for every algorithm that lists the option.
 */
export const HIERARCHIES = optionOr(
  '`follow`; with `output.ranges: "tight"`, `strings`',
  words({ follow: 'all of them', strings: 'those of strings; numbers and dates leave as ranges' }),
  'which declared hierarchies decide what is released',
);

export type Ties = 'smaller-domain' | 'job-order';

/** The option `ties`, whose default differs between the algorithms that have it. */
export const tiesOption = (preset: Ties) =>
  word(
    preset,
    { 'smaller-domain': 'the one of fewer values', 'job-order': 'the one that comes first in the job' },
    'of attributes of equal width, which is cut first',
  );

/** The loss that algorithms keep low in their groups. */
export const SPAN_METRIC = word(
  'ncp',
  { ncp: 'the normalized certainty penalty of the cells', loss: 'the loss metric' },
  'the information loss that is kept low',
);
export type SpanMetric = ValueOf<typeof SPAN_METRIC>;

/** Tests whether a metric measures the loss of released values. */
export const isOfValues = (metric: string): metric is SpanMetric => metric === 'loss' || metric === 'ncp';

export const GROUPING = word('optimal', {
  optimal: 'the runs of consecutive rows with the least normalized certainty penalty, by dynamic programming',
  linear:
    'one pass that looks one run ahead; for l-diversity, one list of rows per sensitive value, the rows taken from their fronts',
});

/** Measure of the worth of a value. */
export const GAIN = word(
  'auto',
  {
    auto: 'information with a class column, else loss',
    information: 'information gain about the class column',
    loss: 'the change of the loss metric',
  },
  'the measure of a value',
);
export type GainChoice = ValueOf<typeof GAIN>;

/** Allowed places of cuts, which can be made in any set. */
export const CUTS_ALLOWED = {
  free: 'before every value',
  hierarchy:
    'only where it parts no node of level 1 of the hierarchy, so that intervals are runs of such nodes, and single values of larger nodes are never released',
};

/** Costs that are sums over classes. */
export const COSTS_OF_CLASSES = {
  discernibility: 'the sum of squared class sizes, and all rows for every suppressed one',
  classification:
    'rows outside the majority label of their class and suppressed rows; needs a column with the role "class"',
};

/** Options that every search for cuts has. */
export const CUT_SEARCH = {
  metric: word('discernibility', COSTS_OF_CLASSES, 'the cost that is minimized'),
  cuts: word('free', CUTS_ALLOWED, 'where cuts are allowed'),
  valueOrder: optionOr(
    '`code-point`',
    words({
      'code-point': 'by code point',
      class: 'by the share of the most common value of the column with the role "class", which is needed, among the rows of a text, descending', // prettier-ignore
      'co-occurrence':
        'by the mean place, in their own orders, of the values of the other quasi-identifiers in the rows of a text',
    }),
    'the order of texts without a hierarchy and without a listed order; equal ones stand by code point, rare and missing values last',
  ),
};

export const CUT_SEARCH_OPTIONS = optionSet(CUT_SEARCH);
export type CutSearchOptions = OptionsOf<typeof CUT_SEARCH_OPTIONS>;

/** Metrics that a search over level vectors can minimize; `precision` is maximized. */
export const LATTICE_METRICS = [
  'discernibility',
  'loss',
  'lossGeometric',
  'precision',
  'average-class-size',
  'height',
  'entropy',
] as const;

/** Options that every search over the lattice has. */
export const LATTICE = {
  metric: plainWord('loss', LATTICE_METRICS, 'what is minimized (precision: maximized)'),
  weights: amountsByAttribute(
    'every attribute weighs 1',
    { min: 0 },
    'weight of an attribute in loss, lossGeometric, precision and entropy',
    'an object, attribute to weight',
  ),
  gsFactor: amount(
    0.5,
    { min: 0, max: 1 },
    'weight of generalization against suppression in loss, lossGeometric and precision, as in ARX: 0 makes suppression free (all of it that helps), 1 generalization',
  ),
  memory: amount(
    256,
    { min: 0, max: 65536 },
    'MiB for kept frequency sets; at this limit no more are kept, and nodes are rolled up from those',
  ),
  nodes: word(
    'none',
    {
      none: 'no list',
      minimal: 'the minimal ones',
      height: 'all within the limit at the least height that has one',
      satisfying: 'those within the limit',
      all: 'every node of the lattice',
    },
    'level vectors that the solution lists with their metrics, at most 10,000',
  ),
};

export const LATTICE_OPTIONS = optionSet(LATTICE);

/** Options of searches in which the levels of some attributes may be given. */
export const LEVEL_OPTIONS = optionSet({
  ...LATTICE,
  levels: amountsByAttribute(
    'none: the search chooses all of them',
    { min: 0, integer: true },
    'levels that are given, of all attributes or of some: those attributes are released at them, the search chooses the others',
    'an object of levels by attribute',
    'keys',
  ),
});
export type LatticeOptions = OptionsOf<typeof LATTICE_OPTIONS>;
export type LevelOptions = OptionsOf<typeof LEVEL_OPTIONS>;
export type NodeList = LatticeOptions['nodes'];

export const PARTITIONING = word('strict', {
  strict: 'rows with equal values stay together, so classes are disjoint boxes',
  relaxed: 'the rows of the median are divided, so that halves are even; boxes may overlap',
});

/** The option `bucketColumn`. */
export const BUCKET_COLUMN = option(
  'bucket',
  name,
  'name of the column of bucket numbers (from 1); no released column may have it',
);

/** The option `cuts` of a search that has no tree to go along where all are cut in two. */
export const PUBLIC_CUTS = word('auto', {
  auto: 'attributes with a hierarchy are specialized along it, others cut in two',
  ranges: 'all are cut in two',
});

/** Options of buckets that are made as Mondrian makes classes. */
export const BUCKETS = {
  partitioning: PARTITIONING,
  cuts: word('auto', {
    auto: 'attributes with a hierarchy that counts are cut along its tree',
    ranges: 'every attribute is cut in two along the order of its leaves',
  }),
  hierarchies: optionOr(
    '`follow`; with `output.ranges: "tight"` or `cuts: "ranges"`, `strings`',
    words({ follow: 'every declared hierarchy counts', strings: 'those of strings only' }),
    'which hierarchies buckets are cut along',
  ),
  ties: tiesOption('smaller-domain'),
};
