/** docs/bench-comparison.md and its plot, from what bench/comparison.ts measured. */
import * as Plot from '@observablehq/plot';
import { format } from 'prettier';
import type { ComparedCell } from './comparison-algorithms.js';
import { ALGORITHMS, comparisonArguments, comparisonJob } from './comparison-algorithms.js';
import type { LevelFigures, Levels, MondrianFigures, SearchFigures } from './comparison-huang.js';
import { PRINTED_LEVELS, PRINTED_MONDRIAN, PRINTED_SEARCHES } from './comparison-huang.js';
import type { Made } from './made.js';
import { svg } from './svg.js';

/** Contents of `<out>.json`. */
export interface Measured {
  readonly made: Made;
  readonly rows: number;
  /** Seconds a search may take. */
  readonly timeLimit: number;
  readonly cells: readonly ComparedCell[];
  /** In the order of PRINTED_LEVELS. */
  readonly levels: readonly LevelFigures[];
  /** In the order of PRINTED_SEARCHES. */
  readonly searches: readonly Readonly<Record<'first' | 'best' | 'any', SearchFigures>>[];
  /** In the order of PRINTED_MONDRIAN. */
  readonly mondrian: readonly {
    readonly strict: MondrianFigures;
    readonly relaxed: MondrianFigures;
    /** One for each seed from 1. */
    readonly listing: { readonly classes: readonly number[]; readonly losses: readonly number[] };
  }[];
}

const whole = new Intl.NumberFormat('en-US');
const count = (value: number): string => whole.format(value);
const vector = (levels: Levels): string => `(${levels.join(', ')})`;
const loss = (value: number): string => value.toFixed(5);

/** Returns the text, a claim about the figures, or throws where they no longer support it. */
function says(isTrue: boolean, text: string): string {
  if (!isTrue) throw new Error(`comparison: the figures no longer say: ${text}`);
  return text;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Ended before its proof. */
const isUnproven = ({ optimal, lowerBound }: ComparedCell): boolean => !optimal && lowerBound !== null;

/** Behind the last point, but for the line that lies close above that of Mondrian. */
const LABEL_PLACES: readonly Plot.TextOptions[] = [
  { dx: 10, textAnchor: 'start' },
  { dx: 10, dy: 8, textAnchor: 'start' },
  { dx: 10, dy: -4, textAnchor: 'start' },
  { dx: -10, dy: -8, textAnchor: 'end' },
];

/** The plot of discernibility over k. */
export function drawComparison({ cells }: Measured): string {
  const ks = [...new Set(cells.map(({ k }) => k))];
  return svg({
    width: 760,
    height: 420,
    style: { fontSize: '12px', background: 'white', color: '#222' },
    grid: true,
    marginLeft: 60,
    marginRight: 150,
    x: { type: 'log', label: 'k', ticks: ks, tickFormat: String },
    y: { type: 'log', label: cells.some(isUnproven) ? 'discernibility (hollow: not proven)' : 'discernibility' },
    marks: [
      Plot.line(cells, { x: 'k', y: 'discernibility', stroke: 'algorithm', sort: 'k' }),
      Plot.dot(cells, { x: 'k', y: 'discernibility', stroke: 'algorithm', fill: 'algorithm' }),
      Plot.dot(cells.filter(isUnproven), { x: 'k', y: 'discernibility', stroke: 'algorithm', fill: 'white' }),
      ...ALGORITHMS.map(({ name }, i) =>
        Plot.text(
          cells.filter(({ k, algorithm }) => algorithm === name && k === (i === 3 ? ks[ks.length >> 2] : ks.at(-1))),
          { x: 'k', y: 'discernibility', text: 'algorithm', ...LABEL_PLACES[i] },
        ),
      ),
    ],
  });
}

const style = { printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/** The figures, formatted as everything in the project is. */
export const writeFigures = (measured: Measured): Promise<string> =>
  format(JSON.stringify(measured), { ...style, parser: 'json' });

/** The page, formatted likewise. */
export function writePage(measured: Measured, name: string): Promise<string> {
  const { made, rows } = measured;
  const page = `# The papers' comparisons on Adult, made again

**These figures are of ${made.date}, commit ${made.commit}.** \`npm run bench:comparison\` writes this page, its plot and \`${name}.json\` from the ${count(rows)}
complete rows of UCI Adult. No time is measured here: costs and counts alone.

${compareSection(measured, name)}

${samaratiSection(measured)}

${mondrianSection(measured)}
`;
  return format(page, { ...style, parser: 'markdown' });
}

function compareSection({ cells, timeLimit }: Measured, name: string): string {
  const ks = [...new Set(cells.map(({ k }) => k))];
  const at = (k: number): ComparedCell[] => cells.filter((cell) => cell.k === k);
  const cost = (cell: ComparedCell): string =>
    isUnproven(cell)
      ? `${count(cell.discernibility)} (the least: ${count(cell.lowerBound ?? 0)} or more)`
      : count(cell.discernibility);
  const proof = cells.some(isUnproven)
    ? `Where ${timeLimit} s were not enough for the proof, the table says what the least costs at least.`
    : 'All are proven, none costs less.';
  const shares = ks.map((k) => ({ k, share: at(k)[2].discernibility / at(k)[1].discernibility }));
  const dearer = shares.filter(({ share }) => share > 1);
  const cheaper = shares.filter(({ share }) => share <= 1);
  const list = (found: typeof shares): string =>
    found.map(({ k, share }) => `${share.toFixed(2)} (k = ${count(k)})`).join(', ');
  const job = comparisonJob('hierarchies/');
  const attributes = Object.entries(job.attributes).map(
    ([attribute, spec]) => `    ${JSON.stringify(attribute)}: ${JSON.stringify(spec)}`,
  );
  return `## Full-domain, single-dimensional, multidimensional

How much is lost when a whole column moves to one level of its hierarchy, when a column is cut at the same places for
everybody, and when every group is cut by itself? Figure 10 of LeFevre, DeWitt and Ramakrishnan (_Mondrian Multidimensional
K-Anonymity_, ICDE 2006), which L. Xiong's slides (_Data Anonymization: Generalization Algorithms_) show, draws it for Adult: full-domain by Incognito, single-dimensional by
K-OPTIMIZE, multidimensional by Mondrian, by the discernibility of their releases (Bayardo and Agrawal, ICDE 2005, section 3; Machanavajjhala, _K-Anonymity &
Algorithms_, 2012, slide 20). The figure gives no numbers. These are ours:

![discernibility over k](${name}.svg)

${table(
  ['k', ...ALGORITHMS.map((algorithm) => algorithm.name)],
  ks.map((k) => [count(k), ...at(k).map(cost)]),
)}

The normalized average class size (rows / classes / k; 1 is the best there can be), the second measure of the slides:

${table(
  ['k', ...ALGORITHMS.map((algorithm) => algorithm.name)],
  ks.map((k) => [count(k), ...at(k).map(({ averageClassSize }) => averageClassSize.toFixed(2))]),
)}

- **Incognito**, metric discernibility, finds the level vector of least cost. Its curve has steps: the same few vectors serve many k.
- **K-OPTIMIZE** finds the cuts of least cost. ${says(
    ks.every((k) => at(k)[1].discernibility <= at(k)[0].discernibility),
    'A level vector of these hierarchies is a set of cuts as well, so it is never worse than Incognito.',
  )} ${proof}
- **Mondrian** (\`cuts=ranges\`: every cut at a median, as in the paper) is greedy, but cuts each box by itself.
${
  cheaper.length === 0
    ? ''
    : `  It costs less than the best cuts of whole columns, as a share of them: ${list(cheaper)}.`
}
${dearer.length === 0 ? '' : `  Near the largest k it costs more: ${list(dearer)}. Few cuts are left then, and greed has a price.`}
- **Mondrian along trees** (our default) cuts strings into the children of a node of their hierarchy, so that its labels are the job's own.
  ${says(at(ks[0])[3].discernibility > at(ks[0])[2].discernibility, 'That costs a little where classes are small.')}

Nothing is suppressed. With the files of the ARX project's Adult (\`adult-complete.csv\` and its hierarchies) in the working directory:

\`\`\`sh
kohort ${comparisonArguments('adult-complete.csv', 'job.json', ks, timeLimit).join(' ')}
\`\`\`

\`\`\`json
{
  "input": ${JSON.stringify(job.input)},
  "attributes": {
${attributes.join(',\n')}
  },
  "privacy": ${JSON.stringify(job.privacy)},
  "algorithm": ${JSON.stringify(job.algorithm)},
  "output": ${JSON.stringify(job.output)}
}
\`\`\`

\`ranges: "tight"\` makes the bounding boxes of the papers ([labels.md](labels.md)). What the figure's authors took otherwise (quasi-identifiers, hierarchies,
orders of values) the slides do not say, so compare the order of the curves, not their heights.`;
}

function samaratiSection({ levels, searches, rows }: Measured): string {
  const sameLoss = PRINTED_LEVELS.every((printed, i) => Math.abs(printed.loss - levels[i].loss) < 1e-5);
  const sameRows = PRINTED_LEVELS.every((printed, i) => printed.suppressed === levels[i].suppressed);
  const all = ({ released, below }: LevelFigures): number => released + below;
  const five = searches[1];
  const twenty = searches[2];
  const heightOf = (vector: Levels): number => vector.reduce((sum, level) => sum + level, 0);
  return `## Samarati: tables 1, 3 and 4 of Huang

Huang, _K-anonymity implementation via Samarati and Mondrian_, prints what its program released, on the same ${count(rows)} rows, by (sex, race, marital status, age). Loss is
\`lossSum\` of [metrics.md](metrics.md). First the level vectors that the tables print, each applied to the rows here and measured by the audit:

${table(
  [
    'table',
    'k',
    'levels',
    'loss printed',
    'here',
    'suppressed printed',
    'here',
    'clusters printed',
    'classes here',
    'and below k',
  ],
  PRINTED_LEVELS.map((printed, i) => [
    printed.table,
    printed.k,
    vector(printed.levels),
    loss(printed.loss),
    loss(levels[i].loss),
    printed.suppressed,
    levels[i].suppressed,
    printed.classes,
    levels[i].released,
    levels[i].below,
  ]),
)}

${says(sameLoss && sameRows, 'Loss and suppressed rows are the same to the last digit printed.')} ${says(
    PRINTED_LEVELS.every((printed, i) => printed.classes === all(levels[i])),
    'The clusters are said to be those that are k-anonymous, but those below k, which are suppressed, are counted too.',
  )} The listing takes a class of exactly k rows for too small; ${says(
    levels.every(({ suppressed, suppressedAtNextK }) => suppressed === suppressedAtNextK),
    'no such class is in these tables.',
  )}

Then the searches. _First_ is table 1; _least loss_ is table 3, the best vector of the least height, by \`choose: least-loss\`; _any height_ is
\`scope: lattice\` with it:

${table(
  ['k', 'MaxSup', 'first printed', 'first here', 'least loss printed', 'least loss here', 'any height, here'],
  PRINTED_SEARCHES.map(({ k, maxRows, first, best }, i) => [
    k,
    maxRows,
    vector(first),
    told(searches[i].first),
    best === null ? '-' : vector(best),
    told(searches[i].best),
    told(searches[i].any),
  ]),
)}

Where and why they differ:

- **k = 5, MaxSup = 20, first.** ${says(
    heightOf(five.first.levels) === heightOf(PRINTED_SEARCHES[1].first),
    'Both vectors have the least height.',
  )} The listing keeps the last that it comes by in a set without an order; ours is the first in lexicographic order.
- **k = 20, MaxSup = 20.** ${says(
    heightOf(twenty.first.levels) < heightOf(PRINTED_SEARCHES[2].first),
    'The printed vector has not the least height.',
  )} The listing moves the limits of the bisection for every vector of a height, not once for the height:
  at height 4, where none satisfies, and at 6, where some do and some do not, \`low\` passes \`high\`, and height
  5 is never looked at. Ours judges all vectors of a height first.
- **Table 4** shows that a greater height can lose less: ${vector(PRINTED_LEVELS[4].levels)}, ${loss(PRINTED_LEVELS[4].loss)}. ${says(
    searches[0].any.loss < PRINTED_LEVELS[4].loss,
    `It is not the best either: \`scope: lattice\` finds ${vector(searches[0].any.levels)}, ${loss(searches[0].any.loss)}, with ${searches[0].any.suppressed} rows suppressed.`,
  )} (Searches choose by \`loss\`, which counts leaves where \`lossSum\` counts widths.)`;
}

const told = ({ levels, loss: own, suppressed }: SearchFigures): string =>
  `${vector(levels)}: ${loss(own)}, ${suppressed} suppressed`;

function mondrianSection({ mondrian }: Measured): string {
  const seeds = mondrian[0].listing.classes.length;
  const between = (found: readonly number[], digits: number): string =>
    `${Math.min(...found).toFixed(digits)} to ${Math.max(...found).toFixed(digits)}`;
  const within = (value: number, found: readonly number[]): boolean =>
    value >= Math.min(...found) && value <= Math.max(...found);
  return `## Mondrian: table 2 of Huang

By age and years of education. The paper does not define its loss here; ours is the mean over rows and both attributes of the range of a class, divided by
the spans that its listing names (79 years of age, 19 of education):

${table(
  [
    'k',
    'clusters printed',
    'loss printed',
    'strict: classes',
    'loss',
    'relaxed: classes',
    'loss',
    `the listing, ${seeds} seeds: classes`,
    'loss',
  ],
  PRINTED_MONDRIAN.map(({ k, classes, loss: printed }, i) => [
    count(k),
    classes,
    printed.toFixed(4),
    mondrian[i].strict.classes,
    mondrian[i].strict.loss.toFixed(4),
    mondrian[i].relaxed.classes,
    mondrian[i].relaxed.loss.toFixed(4),
    between(mondrian[i].listing.classes, 0),
    between(mondrian[i].listing.losses, 4),
  ]),
)}

${says(
  mondrian.every(
    ({ strict }, i) => strict.loss < PRINTED_MONDRIAN[i].loss && strict.classes > PRINTED_MONDRIAN[i].classes,
  ),
  'Strict Mondrian, as it is here, has more classes and loses less at every k.',
)} The printed clusters hardly depend on k up to 100, which the paper puts down to strict partitioning; but strict it is here too. The listing of its section 2.2.1 differs from Mondrian in three ways:

- the attribute is drawn by a coin instead of being the widest;
- a class whose cut fails is final, though the other attribute may allow one;
- the range that is kept for the loss is that of the class before its last cut, not that of its halves.

The last column follows the listing so, once for every seed. ${says(
    PRINTED_MONDRIAN.every(
      ({ classes, loss: printed }, i) =>
        within(classes, mondrian[i].listing.classes) && within(printed, mondrian[i].listing.losses),
    ),
    'All printed clusters and losses lie among its results.',
  )}`;
}
