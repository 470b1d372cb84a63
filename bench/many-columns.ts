/**
 * Loss over the number of quasi-identifiers: k-anonymity of all of them, and bounded knowledge of two and of three, on UCI Adult (KOHORT_SHARED) and on a seeded survey.
 *
 *   npm run bench -- many-columns [--k 5] [--out docs/many-columns] [--from docs/many-columns.json] [--smoke]
 *
 * Losses alone, no times. `--from` takes the losses of a file, and measures those that it lacks. Writes `<out>.md`, `<out>.svg` and `<out>.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as Plot from '@observablehq/plot';
import { format } from 'prettier';
import type { Job } from '../src/index.js';
import { anonymize, readTable } from '../src/index.js';
import { adultAttributes, readAdult } from './adult.js';
import { args, option } from './command-line.js';
import { makeNow, type Made } from './made.js';
import { surveyOf } from './survey.js';
import { svg } from './svg.js';

const smoke = args.includes('--smoke');
const out = resolve(option('out', smoke ? 'build/many-columns' : 'docs/many-columns'));
const k = Number(option('k', '5'));
/** Quasi-identifiers, in the order in which they join. */
const COLUMNS = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation', 'salary-class']; // prettier-ignore

const ofAll = { model: 'k-anonymity', k } as const;
const ofKnown = (known: number) => ({ model: 'lkc-privacy', known, k }) as const;
const VARIANTS: readonly {
  readonly name: string;
  readonly algorithm: Job['algorithm'];
  readonly model: NonNullable<Job['privacy']>[number];
}[] = [
  { name: 'lattice, k of all', algorithm: { name: 'optimal-lattice', metric: 'loss' }, model: ofAll },
  { name: 'lattice, known 3', algorithm: { name: 'optimal-lattice', metric: 'loss' }, model: ofKnown(3) },
  { name: 'lattice, known 2', algorithm: { name: 'optimal-lattice', metric: 'loss' }, model: ofKnown(2) },
  { name: 'specialization, k of all', algorithm: 'top-down-specialization', model: ofAll },
  { name: 'specialization, known 3', algorithm: 'top-down-specialization', model: ofKnown(3) },
  { name: 'specialization, known 2', algorithm: 'top-down-specialization', model: ofKnown(2) },
  { name: 'local suppression, known 3', algorithm: 'local-suppression', model: ofKnown(3) },
  { name: 'local suppression, known 2', algorithm: 'local-suppression', model: ofKnown(2) },
  { name: 'mondrian, k of all', algorithm: 'mondrian', model: ofAll },
];

/** Variants that may suppress rows. */
const SUPPRESSING = VARIANTS.filter(({ name }) => name.startsWith('lattice'));
const SUPPRESSION = { maxFraction: 0.02 };

interface Line {
  readonly variant: string;
  readonly columns: number;
  readonly loss: number;
}

const table = await readAdult();
const renamed = (name: string): string => (name === 'salary-class' ? 'salary' : name);
const from = option('from', '');
const kept =
  from === '' ? null : (JSON.parse(readFileSync(from, 'utf8')) as { readonly made: Made; readonly lines: Line[] });
const lines: Line[] = kept?.lines ?? [];
const asked = smoke ? [2, 4] : [2, 3, 4, 5, 6, 7, 8, 9];
const isKnown = (variant: string, columns: number): boolean =>
  lines.some((line) => line.variant === variant && line.columns === columns);
for (const columns of asked) {
  const own = COLUMNS.slice(0, columns);
  const attributes = Object.fromEntries(
    Object.entries(adultAttributes(own) ?? {}).map(([name, given]) => [renamed(name), given]),
  );
  const measure = async (of: (typeof VARIANTS)[number], suppression: Job['suppression']): Promise<number> => {
    const { algorithm, model } = of;
    const job: Job = { attributes, unit: 'row', privacy: [model], algorithm, suppression };
    const { result } = await anonymize(table, job, { seed: 1 });
    return result.metrics.loss ?? NaN;
  };
  const add = (variant: string, loss: number): void => {
    lines.push({ variant, columns, loss });
    console.log(JSON.stringify(lines.at(-1)));
  };
  for (const of of VARIANTS) if (!isKnown(of.name, columns)) add(of.name, await measure(of, { maxRows: 0 }));
  for (const of of SUPPRESSING) {
    const name = `${of.name}, 2 % suppressed`;
    if (!isKnown(name, columns)) add(name, await measure(of, SUPPRESSION));
  }
}

/** A survey of which one answer in two hundred is rare. */
const survey = smoke ? { columns: 20, rows: 1000 } : { columns: 300, rows: 10_000 };
const ofSurvey = (algorithm: string): string => `survey, ${algorithm}`;
const answers = await readTable(new TextEncoder().encode(surveyOf(survey.columns, survey.rows, 5)));
for (const algorithm of ['top-down-specialization', 'local-suppression']) {
  if (isKnown(ofSurvey(algorithm), survey.columns)) continue;
  const attributes = Object.fromEntries(answers.columns.map(({ name }) => [name, 'quasi-identifier' as const]));
  const job = { attributes, unit: 'row', privacy: [{ ...ofKnown(2), k: 10 }], algorithm } as Job;
  const { result } = await anonymize(answers, job, { seed: 1 });
  lines.push({ variant: ofSurvey(algorithm), columns: survey.columns, loss: result.metrics.loss ?? NaN });
  console.log(JSON.stringify(lines.at(-1)));
}

const counts = asked;
const lossOf = (variant: string, columns: number): string =>
  lines.find((line) => line.variant === variant && line.columns === columns)!.loss.toFixed(2);
const names = [...VARIANTS.map(({ name }) => name), ...SUPPRESSING.map(({ name }) => `${name}, 2 % suppressed`)];
const rows = names.map((name) => `| ${name} | ${counts.map((columns) => lossOf(name, columns)).join(' | ')} |`);
const last = counts[counts.length - 1];
const made = kept?.made ?? makeNow();
const page = `# What many columns cost

Each further quasi-identifier makes people easier to single out, so k-anonymity of all of them together generalizes all of them further. On a wide table little is left.
[Bounded knowledge](privacy.md#bounded-knowledge) asks another question: what finds somebody who knows two or three facts about a person? Only combinations of so many columns
must have k rows.

\`\`\`sh run
cat > answers.csv <<'END'
smokes,drives,votes
no,no,no
no,no,yes
no,yes,no
no,yes,yes
yes,no,no
yes,no,yes
yes,yes,no
yes,yes,yes
END
cat > job.json <<'END'
{
  "attributes": { "smokes": "quasi-identifier", "drives": "quasi-identifier", "votes": "quasi-identifier" },
  "unit": "row",
  "privacy": [{ "model": "lkc-privacy", "known": 2, "k": 2 }],
  "algorithm": "top-down-specialization",
  "output": { "order": "input" }
}
END
kohort anonymize answers.csv --job job.json --quiet
\`\`\`

\`\`\`text output
smokes,drives,votes
no,no,no
no,no,yes
no,yes,no
no,yes,yes
yes,no,no
yes,no,yes
yes,yes,no
yes,yes,yes
\`\`\`

Nobody shares all three answers, so 2-anonymity would have to generalize. But two people share any two of them: who knows two answers of a person finds two people, and every cell stays.

## On Adult

![Loss over the number of quasi-identifiers, for k-anonymity of all and for bounded knowledge of two and three](${basename(out)}.svg)

Loss (LM, 0: nothing is lost, 1: everything is \`*\`) with k = ${k} and without suppressed rows, where nothing else is said, on the ${table.rows.toLocaleString('en-US')} complete rows of UCI Adult:

| quasi-identifiers | ${counts.join(' | ')} |
|---|${counts.map(() => '---:').join('|')}|
${rows.join('\n')}

The columns join in this order: ${COLUMNS.slice(0, last).map(renamed).join(', ')}. \`lattice\` is \`optimal-lattice\` with the metric \`loss\`, the proven optimum among releases with one level a column; \`specialization\` is
\`top-down-specialization\`, which is greedy. Both use the hierarchies of the data set.

- **Of ${last} columns** the lattice loses ${lossOf('lattice, k of all', last)} under k-anonymity of all, ${lossOf('lattice, known 3', last)} where an attacker knows three facts, and ${lossOf('lattice, known 2', last)} where two. Specialization, which splits one value and not another, loses ${lossOf('specialization, known 2', last)} with two.
- **The rarest combination decides** where no row may be suppressed: one person with a rare pair keeps two columns general. With 2 % of the rows suppressed (each counted as lost) the lattice loses ${lossOf('lattice, k of all, 2 % suppressed', last)}, ${lossOf('lattice, known 3, 2 % suppressed', last)} and ${lossOf('lattice, known 2, 2 % suppressed', last)}.
- **Mondrian** generalizes each class by itself, so it keeps much under k-anonymity. It does not judge combinations of fewer columns: under \`lkc-privacy\` it requires k of all, and loses the same.
- **Local suppression** hides single cells and generalizes nothing but rare ages: it loses ${lossOf('local suppression, known 3', last)} with three known facts, ${lossOf('local suppression, known 2', last)} with two. A \`*\` then [matches nothing](privacy.md#bounded-knowledge), which promises less.
- **Columns that nobody needs** cost the others. \`"role": "drop"\` for them is the cheapest cure.
- **What bounded knowledge does not promise**: who knows more than \`known\` facts may find one person alone. Choose \`known\` for the attacker that you expect ([choosing.md](choosing.md)).

## A survey with rare answers

A seeded survey of ${survey.columns} columns and ${survey.rows.toLocaleString('en-US')} rows, of 2 to 12 answers a column, of which one in two hundred is one of ten rare ones, with \`known\` 2 and k = 10:

| algorithm | loss |
|---|---:|
${['top-down-specialization', 'local-suppression'].map((name) => `| \`${name}\` | ${lines.find(({ variant }) => variant === ofSurvey(name))!.loss.toFixed(3)} |`).join('\n')}

A rare answer makes specialization keep the column general for everybody. Local suppression hides the rare answer, and the answers of the row that single it out in pairs.

A table of hundreds of columns takes [seconds to a minute](bench-speed.md#bounded-knowledge-on-wide-tables). Made by \`npm run bench -- many-columns\` on ${made.date} (commit ${made.commit}); losses alone, which no machine changes.
`;
writeFileSync(`${out}.md`, await format(page, { parser: 'markdown', printWidth: 140 }));
writeFileSync(`${out}.json`, await format(JSON.stringify({ made, k, lines }), { parser: 'json', printWidth: 140 }));
const drawn = lines.filter(({ variant }) => !/specialization, (k|known 3)|^survey/.test(variant));
// Equal ends share a label.
const ends = [...new Set(drawn.filter(({ columns }) => columns === last).map(({ loss }) => loss))].map((loss) => {
  const equal = drawn.filter((line) => line.columns === last && line.loss === loss);
  return { columns: last, loss, variant: equal[0].variant, text: equal.map(({ variant }) => variant).join('; ') };
});
writeFileSync(
  `${out}.svg`,
  `${svg({
    width: 900,
    height: 380,
    marginRight: 300,
    style: { fontSize: '11px', background: 'white', color: '#222' },
    x: { label: 'quasi-identifiers', ticks: counts, tickFormat: (columns: number) => String(columns) },
    y: { label: 'loss', grid: true, domain: [0, 0.7] },
    marks: [
      Plot.line(drawn, { x: 'columns', y: 'loss', z: 'variant', stroke: 'variant', strokeWidth: 1.5 }),
      Plot.dot(drawn, { x: 'columns', y: 'loss', fill: 'variant', r: 2.5 }),
      Plot.text(ends, { x: 'columns', y: 'loss', text: 'text', textAnchor: 'start', dx: 8, fill: 'variant' }),
    ],
  })}\n`,
);
