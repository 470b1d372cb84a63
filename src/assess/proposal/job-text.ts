import { largestOf } from '../../base/sequences.js';
import type { AlgorithmSpec } from '../../job/job.js';
import { nameColumns } from '../../base/name-columns.js';
import { counted } from '../../base/numbers.js';
import { type AttributePattern, keyOfName, patternsFor, specOf } from '../../job/patterns.js';
import { plural } from '../../base/plural.js';
import { type UnitNoun, unitNoun } from '../../base/unit.js';
import { type Goal, goalNames, goals } from './goal.js';
import { costBasis, costLines, type KeepingCost } from './keeping-costs.js';
import type { ProposedJob } from './propose-job.js';

/** Comments stand behind what they explain up to this column, so that lines stay readable. */
const WIDEST = 60;

/** The schema of jobs, where the package is installed beside the job. */
const SCHEMA = './node_modules/kohort/dist/job.schema.json';

/** A reason that is no longer is repeated for every column. */
const SHORT_REASON = 40;

/** Origin of a job, for its text. */
export interface JobTextOptions {
  /** The name of the table. */
  readonly source?: string;
  /** Costs of the columns that it leaves out. Default: none are mentioned. */
  readonly costs?: readonly KeepingCost[];
}

/**
 * A proposed job as JSON with comments: for every column the reason of its role, for every part what it means and what else
 * could stand there. `parseJobText` reads it; names of columns stand in it, and no cell.
 */
export function jobText(proposed: ProposedJob, { source, costs = [] }: JobTextOptions = {}): string {
  const parts = [
    `  // Schema for editors: completes and checks the keys of this file.\n  "$schema": ${JSON.stringify(SCHEMA)}`,
    ...inputPart(proposed),
    [...costPart(costs), attributesPart(proposed)].join('\n\n'),
    privacyPart(proposed),
    algorithmPart(proposed),
    ...suppressionPart(proposed),
    ...outputPart(proposed),
    ...unitPart(proposed),
  ];
  const from = source === undefined ? 'a table' : comment(source);
  return [
    `// A job for kohort, proposed from ${from}. The roles are guesses from names and values:`,
    '// only somebody who knows the data can say what others know of the people in it. Read them, and change what is wrong.',
    '{',
    parts.join(',\n\n'),
    '}',
    '',
  ].join('\n');
}

/** Lines of {@link shortJobText} are no wider, where a column does not need more. */
const SHORT_WIDTH = 100;

/** A proposed job as JSON without its reasons, several columns a line: what a terminal has room for. `parseJobText` reads it. */
export function shortJobText({ job }: ProposedJob): string {
  const lines: string[] = [];
  let line = '';
  Object.entries(job.attributes).forEach(([name, { role, matches: _, ...others }], i, all) => {
    const spec = Object.keys(others).length === 0 ? role : { role, ...others };
    const next = `${JSON.stringify(name)}: ${inline(spec)}${i < all.length - 1 ? ',' : ''}`;
    if (line !== '' && 4 + line.length + 1 + next.length > SHORT_WIDTH) lines.push(line);
    else if (line !== '') {
      line += ` ${next}`;
      return;
    }
    line = next;
  });
  const { attributes: _, privacy, ...others } = job;
  const parts = [
    `  "attributes": {\n${[...lines, line].map((each) => `    ${each}`).join('\n')}\n  }`,
    `  "privacy": [\n${privacy.map((spec) => `    ${inline(spec)}`).join(',\n')}\n  ]`,
    ...Object.entries(others).map(([key, value]) => `  ${JSON.stringify(key)}: ${inline(value)}`),
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** A text on one line, as a comment needs it. */
const comment = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');

/** JSON on one line, with spaces as people write it. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`).join(', ')} }`;
}

function inputPart({ job }: ProposedJob): string[] {
  if (job.input === undefined) return [];
  return ['  // How the file is read: docs/job.md.\n' + `  "input": ${inline(job.input)}`];
}

/** Costs of columns that are left out. */
function costPart(costs: readonly KeepingCost[]): string[] {
  if (costs.length === 0) return [];
  return [
    [
      `  // Left out since they are many; ${comment(costBasis(costs[0]))}:`,
      ...costLines(costs).map((line) => `  //   ${comment(line)}`),
      '  // --keep COLUMNS keeps some of them under the models of this job, --known 2 all of them.',
    ].join('\n'),
  ];
}

/** The text of an attribute: lines before it, its own, its reason behind it where there is room, and other readings. */
interface AttributeLine {
  readonly before: readonly string[];
  readonly text: string;
  readonly reason: string;
  readonly ready: readonly string[];
}

/** A pattern with its columns: the reason stands above it, since the columns take several lines. */
function patternLine({ key, spec, listed }: AttributePattern, reason: string, comma: string): AttributeLine {
  const names = (listed ?? []).map((name) => JSON.stringify(name));
  const rows: string[] = [];
  for (const [i, name] of names.entries()) {
    const next = `${name}${i < names.length - 1 ? ',' : ''}`;
    const last = rows[rows.length - 1];
    if (last === undefined || last.length + 1 + next.length > SHORT_WIDTH) rows.push(`        ${next}`);
    else rows[rows.length - 1] = `${last} ${next}`;
  }
  const keys = Object.entries(spec).map(([name, value]) => `      ${JSON.stringify(name)}: ${inline(value)},`);
  const before = [
    `    // ${comment(nameColumns(listed ?? []))}: ${comment(reason)}`,
    `    ${JSON.stringify(key)}: {`,
    ...keys,
    '      // A column that matches and is not listed is an error: nobody has decided on it.',
    '      "matches": [',
    ...rows,
    '      ]',
  ];
  return { before, text: `    }${comma}`, reason: '', ready: [] };
}

function attributesPart({ job, columns }: ProposedJob): string {
  const written = columns.flatMap((column) => {
    const [pattern] = patternsFor(job, column.name);
    return pattern === undefined || pattern.listed?.[0] === column.name ? [{ ...column, pattern }] : [];
  });
  const lines = written.map(({ name, reason, readings = [], pattern }, i): AttributeLine => {
    const comma = i < written.length - 1 ? ',' : '';
    if (pattern !== undefined) return patternLine(pattern, reason, comma);
    const own = specOf(job, name)!;
    const { role, ...others } = own;
    const spec = Object.keys(others).length === 0 ? role : own;
    // Other readings of the line, ready to replace it.
    const ready = readings.map(
      (reading) =>
        `    // ${comment(JSON.stringify(name))}: ${inline({ role: role === 'sensitive' ? role : 'quasi-identifier', ...reading })}${comma}`,
    );
    return {
      before: [],
      text: `    ${JSON.stringify(keyOfName(name))}: ${inline(spec)}${comma}`,
      reason: comment(reason),
      ready,
    };
  });
  // Hundreds of columns may have one reason.
  const said = lines.map(({ reason }, i) =>
    reason !== '' && reason.length > SHORT_REASON && reason === lines[i - 1]?.reason ? 'likewise' : reason,
  );
  const width = Math.min(WIDEST, largestOf(lines.map(({ text }) => text.length)));
  const hasPersons = columns.some(({ role }) => role === 'person');
  return [
    '  // The role of every column:',
    `  //   "quasi-identifier"  others may know it: generalized until enough ${hasPersons ? 'people' : 'rows'} share what is released`,
    '  //   "sensitive"         must stay secret: released unchanged, protected by a model under "privacy"',
    '  //   "identifier"        identifies a person: not released',
    ...(hasPersons
      ? ['  //   "person"            key of the person of a row, who may have several rows: counted, not released']
      : []),
    ...(columns.some(({ role }) => role === 'household')
      ? [
          '  //   "household"         key of the household of a row: the risk of households is measured by it; not released',
        ]
      : []),
    ...(columns.some(({ role }) => role === 'weight')
      ? [
          `  //   "weight"            weight of a row of a survey: risks in the population are estimated by it; ${columns.some(({ release }) => release === 'rounded') ? 'released as means of classes' : 'not released'}`,
        ]
      : []),
    '  //   "drop"              not released',
    '  //   "insensitive"       identifies nobody: released unchanged; never proposed',
    '  "attributes": {',
    ...lines.flatMap(({ before, text, ready }, i) => [
      ...before,
      said[i] === '' ? text : `${text.padEnd(width)} // ${said[i]}`,
      ...ready,
    ]),
    '  }',
  ].join('\n');
}

const looksLike = ({ one, hasSeveral }: UnitNoun, others: number): string =>
  hasSeveral === true
    ? `every row of a person looks like rows of at least ${counted(others, 'other person', 'other people')}`
    : `every ${one} looks like at least ${counted(others, 'other')}`;

/** The first condition of a job in words. */
function baseReason({ k, known, job }: ProposedJob): string {
  const noun = unitNoun(job);
  if (known === undefined) {
    return `${looksLike(noun, k - 1)} in the released columns that others may know; a larger k is safer and coarser`;
  }
  return `somebody who knows up to ${counted(known, 'released value')} of a ${noun.one} finds at least ${counted(k, noun.one, noun.many)} that have them; a larger "known" or k is safer and coarser, and who knows more may find one alone`;
}

function privacyPart(proposed: ProposedJob): string {
  const { models, job } = proposed;
  const lines = job.privacy.map((spec, i) => {
    const reason = i === 0 ? baseReason(proposed) : models[i - 1].reason;
    return `    // ${comment(reason)}\n    ${inline(spec)}`;
  });
  return [
    `  // Conditions for every group of rows that look alike; without them nothing is released. docs/privacy.md has ${plural(models.length, 'more models', 'more models')}:`,
    '  // entropy and recursive l-diversity, (alpha, k), beta-likeness, risks, models against a public table.',
    '  "privacy": [',
    lines.join(',\n'),
    '  ]',
  ].join('\n');
}

function algorithmPart({ goal, algorithm }: ProposedJob): string {
  const name = (spec: string | AlgorithmSpec): string => (typeof spec === 'string' ? spec : spec.name);
  const others = goalNames.filter((each): each is Goal => each !== goal);
  return [
    `  // Goal "${goal}": ${goals[goal]}.`,
    `  // ${comment(name(algorithm.spec))} ${algorithm.reason}.`,
    `  // Other goals (--goal) are ${others.map((each) => `"${each}" (${goals[each]})`).join(', ')}.`,
    '  // docs/algorithms.md has all algorithms with their options.',
    `  "algorithm": ${inline(algorithm.spec)}`,
  ].join('\n');
}

function outputPart({ job }: ProposedJob): string[] {
  return job.output === undefined ? [] : [`  // How the release is written.\n  "output": ${inline(job.output)}`];
}

function unitPart({ job }: ProposedJob): string[] {
  return job.unit === undefined
    ? []
    : ['  // Each row is one person, as somebody who knows the table stated.\n' + `  "unit": ${inline(job.unit)}`];
}

function suppressionPart({ suppression }: ProposedJob): string[] {
  if (suppression === null) return [];
  return [
    [
      '  // How many rows may be left out:',
      `  // ${comment(suppression.reason)}. { "maxRows": 0 } keeps all.`,
      `  "suppression": ${inline(suppression.spec)}`,
    ].join('\n'),
  ];
}
