/** Descriptions of the algorithms, one sentence each, by family: for people who choose one themselves. */

/** Reason why an algorithm cannot be chosen where people have several rows. */
export const COUNTS_ROWS = 'It counts rows, and people have several here.';

/** Algorithms that release tables of one kind. */
export interface Family {
  readonly title: string;
  readonly meaning: string;
  /** Name and what it does, in a sentence. */
  readonly algorithms: readonly (readonly [name: string, sentence: string])[];
}

/** The families, in the order in which they are offered. */
export const FAMILIES: readonly Family[] = [
  {
    title: 'Groups of rows, each as fine as it can be',
    meaning: 'Each group gets ranges of its own, so that most of the detail is kept.',
    algorithms: [
      ['mondrian', 'Cuts the rows in two, again and again, as long as both parts are protected.'],
      ['local-recoding', 'Begins with such groups, and moves, swaps and divides rows as long as less is lost.'],
      ['hilbert', 'Puts rows in line so that neighbours are alike, and cuts the line into groups.'],
      ['idistance', 'Puts rows in line by their distance to a few typical ones, and cuts the line into groups.'],
      ['mdav', 'Groups each of the most distant rows with those that are nearest (microaggregation).'],
      ['k-member', 'Grows each group by the row that costs least.'],
      ['oka', 'Groups rows around random centres, then moves those that are too many.'],
    ],
  },
  {
    title: 'One level for a whole column',
    meaning: 'All values of a column are released at the same level of its hierarchy.',
    algorithms: [
      ['optimal-lattice', 'Finds the levels that lose least, and proves it.'],
      ['incognito', 'Lists all levels that hold, and takes the best of those that cannot be lowered.'],
      ['all-minimal', 'Finds all levels that cannot be lowered, and takes the best of them.'],
      ['samarati', 'Finds levels of the smallest sum that hold.'],
      ['min-gen', 'Looks at all levels one by one: proven best, and slow.'],
      ['datafly', 'Raises the column with most values until the rest can be suppressed: quick, not the best.'],
      ['mu-argus', 'Looks at combinations of two and three columns, as the program of statistical offices does.'],
    ],
  },
  {
    title: 'The same ranges for all rows',
    meaning: 'A value is released as the same range or node wherever it stands.',
    algorithms: [
      [
        'k-optimize',
        'Finds the ranges that cost least; shows the best so far and a lower bound until the proof is complete.',
      ],
      ['bottom-up-generalization', 'Begins with the values and joins those that lose least.'],
      ['apriori-anonymization', 'Generalizes rare items of a column that holds sets of them.'],
      [
        'top-down-specialization',
        'Starts with all values merged and divides those that say most about the class column.',
      ],
      ['two-phase-hill-climbing', 'Climbs to good ranges from random starts.'],
      ['greedy-hill-climbing', 'Adds the cut that gains most until none gains anything.'],
      ['genetic', 'Breeds sets of ranges.'],
      ['simulated-annealing', 'Changes ranges at random, less and less boldly.'],
    ],
  },
  {
    title: 'Single cells suppressed',
    meaning: 'Values stay as they are or become *; only cells are lost.',
    algorithms: [
      ['local-suppression', 'Suppresses the cells that cost least, in patterns that rows share.'],
      ['meyerson-williams', 'Suppresses few cells, with a proven limit on how many too many.'],
    ],
  },
  {
    title: 'Values kept, links cut',
    meaning: 'Values are released as they are; which of them belong to one row is hidden in a group.',
    algorithms: [
      ['slicing', 'Keeps columns together that belong together, and permutes the rest within a group.'],
      ['anatomy', 'Releases two tables that are joined by the group alone.'],
      ['bucketization', 'Permutes the sensitive values within a group.'],
      ['dissociation', 'Takes rare combinations apart in a column that holds sets of items.'],
    ],
  },
  {
    title: 'Membership hidden',
    meaning:
      'Who of a public table is among the rows is hidden. All of these need that table, and a promise that compares with it.',
    algorithms: [
      ['mpalm', 'Divides the rows of the public table into groups as fine as they can be.'],
      ['spalm', 'Finds the levels that lose least, and proves it.'],
      ['generalize-and-permute', 'Generalizes less, and permutes within a group.'],
    ],
  },
];

/** Description of an algorithm; null for one that this page has no words for. */
export const sentenceOf = (name: string): string | null =>
  FAMILIES.flatMap(({ algorithms }) => algorithms).find(([each]) => each === name)?.[1] ?? null;

const familyOf = (name: string): Family | undefined =>
  FAMILIES.find(({ algorithms }) => algorithms.some(([each]) => each === name));

/** True for algorithms that need a table of everybody. */
export const needsPublic = (name: string): boolean => familyOf(name)?.title === 'Membership hidden';

/** True for algorithms that search the levels of hierarchies, and release a column without one as it is or as `*`. */
export const needsLevels = (name: string): boolean =>
  name === 'spalm' || familyOf(name)?.title === 'One level for a whole column';
