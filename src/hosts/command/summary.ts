import { nameColumns } from '../../base/name-columns.js';
import { largestOf, smallestOf } from '../../base/sequences.js';
import type { ChangedColumn } from '../../audit/report.js';
import { countGroups, groupNoun } from '../../base/group-noun.js';
import { percent, quantity } from '../../base/numbers.js';
import { countRows, nounOfRows, type UnitNoun, unitNoun } from '../../base/unit.js';
import { amount } from '../../base/plural.js';
import type { CheckedJob } from '../../job/job.js';
import type { RunResult } from '../../pipeline/result.js';
import { promiseOf } from '../../report/promises.js';
import { achievedText, modelTitle, parameterText } from '../../report/words.js';
import { oneLine } from './console.js';
import { columns, queryLines, verdictOfRun } from './format.js';

/** Inputs of a summary. */
export interface Summarized {
  readonly result: RunResult;
  readonly job: Pick<CheckedJob, 'attributes' | 'defaultRole' | 'unit' | 'missingPersons'>;
  /** Changes of every released column, as the audit found them. */
  readonly columns: Readonly<Record<string, ChangedColumn>>;
}

/** Maximum number of columns that are named because they lost most. */
const MOST_NAMED = 5;

/**
 * A run as people take it in: the verdict, the models with what they promise in words, what was lost and of which columns.
 * Models that ask the same of several columns are one line. `describeRun` has all of them, all metrics and the seconds.
 */
export function summarizeRun({ result, job, columns: changed }: Summarized): string[] {
  const kinds = kindsOf(result.privacy);
  const noun = unitNoun(job);
  const promises = kinds.filter(({ holds }) => holds).map((kind) => promiseLine(kind, result.solution.kind, noun));
  return [
    ...verdictOfRun(result, job),
    '',
    ...columns([['privacy', 'required', 'achieved', ''], ...kinds.map(rowOf)], [0, 1, 2, 3]),
    ...(promises.length === 0 ? [] : ['', 'that is:', ...promises]),
    '',
    ...lossLines(result, changed, noun),
    ...queryLines(result.queries),
    'all models, metrics and times: --verbose, --json, or --report FILE.html',
  ].map((line) => oneLine(line));
}

type Model = RunResult['privacy'][number];

/** Models that ask the same, of one column each or of none. */
interface Kind {
  readonly models: readonly Model[];
  readonly holds: boolean;
}

/** Models by what they ask for and whether they hold, in the order of the first of each kind. */
function kindsOf(models: readonly Model[]): Kind[] {
  const byKey = new Map<string, Model[]>();
  for (const each of models) {
    const { model, variant, distance, absent, outside, required, holds, achieved, achievedFolded, holdsFolded } = each;
    const spelled = holdsFolded === false ? [achieved, achievedFolded] : null;
    const key = JSON.stringify([model, variant, distance, absent, outside, required, holds, spelled]);
    byKey.set(key, [...(byKey.get(key) ?? []), each]);
  }
  return [...byKey.values()].map((each) => ({ models: each, holds: each[0].holds }));
}

function rowOf({ models: [first, ...others], holds }: Kind): string[] {
  const all = [first, ...others];
  const names = attributesOf(all);
  const title =
    names.length < 2
      ? modelTitle(first)
      : `${modelTitle({ ...first, attribute: undefined })} of ${amount(names.length, 'column')}`;
  if (first.holdsFolded === false || (others.length === 0 && first.achievedFolded !== undefined)) {
    return [title, parameterText(first.required), achievedText(first), holds ? 'holds' : 'DOES NOT HOLD'];
  }
  const achieved = Object.keys(first.achieved).map((name) => {
    const values = all.map((model) => model.achieved[name]);
    const [least, most] = [smallestOf(values), largestOf(values)];
    return `${name} ${quantity(least)}${least === most ? '' : ` to ${quantity(most)}`}`;
  });
  return [title, parameterText(first.required), achieved.join(', '), holds ? 'holds' : 'DOES NOT HOLD'];
}

/** The columns of models, each once: a job may have a model twice. */
const attributesOf = (models: readonly Model[]): string[] => [
  ...new Set(models.flatMap(({ attribute }) => (attribute === undefined ? [] : [attribute]))),
];

function promiseLine({ models }: Kind, solution: RunResult['solution']['kind'], noun: UnitNoun): string {
  const names = attributesOf(models);
  return `- ${names.length === 0 ? '' : `${nameColumns(names, { quote: true })}: `}${promiseOf(models[0], solution, noun)}`;
}

/** Losses of the release, and the sizes of its classes. */
function lossLines(
  { metrics, released, classes, risk }: RunResult,
  changed: Readonly<Record<string, ChangedColumn>>,
  noun: UnitNoun,
): string[] {
  const { loss, largestClass, queryError } = metrics;
  const lines: string[] = [];
  if (loss === 0) lines.push('lost: no detail of single values');
  else if (typeof loss === 'number') lines.push(`lost: ${percent(loss)} of the detail${lossByColumn(changed)}`);
  if (classes > 0) {
    const largest = largestClass === null ? '' : `, ${quantity(largestClass)} in the largest`;
    const groups = groupNoun(risk);
    lines.push(
      `${groups.many}: ${countGroups(classes, groups)} of ${countRows(mean(released, classes), noun)} on average${largest}`,
    );
  }
  if (typeof queryError === 'number') {
    lines.push(
      `counts of ${nounOfRows(noun)} by ranges and values differ by ${percent(queryError)} on average between the release and the input`,
    );
  }
  return lines;
}

/** Mean to one decimal. */
const mean = (sum: number, count: number): number => Math.round((10 * sum) / count) / 10;

/** The columns that lost most, most first. */
function lossByColumn(changed: Readonly<Record<string, ChangedColumn>>): string {
  const lost = Object.entries(changed)
    .flatMap(([name, { loss }]) => (loss === null ? [] : [{ name, loss }]))
    .sort((a, b) => b.loss - a.loss);
  if (lost.length < 2) return '';
  const named = lost.slice(0, MOST_NAMED).map(({ name, loss }) => `${JSON.stringify(name)} ${percent(loss)}`);
  const rest = lost.length - named.length;
  return `: ${named.join(', ')}${rest === 0 ? '' : `, and ${quantity(rest)} more no more than that`}`;
}
