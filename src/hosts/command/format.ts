import { nameColumns } from '../../base/name-columns.js';
import { largestOf, smallestOf } from '../../base/sequences.js';
import type { WildcardCounts } from './count-wildcards.js';
import type { AuditReport } from '../../audit/report.js';
import type { ComparedRun, Comparison } from '../../assess/compare.js';
import { describeRepeated } from '../../assess/persons/person-messages.js';
import type { Inspection } from '../../assess/inspect.js';
import type { CheckedJob } from '../../job/job.js';
import type { PrivacyResult } from '../../privacy/model.js';
import type { RunResult } from '../../pipeline/result.js';
import { counted, quantity } from '../../base/numbers.js';
import { countGroups, groupNoun } from '../../base/group-noun.js';
import { type CountedJob, rowsOfPeople, type UnitNoun, unitNoun } from '../../base/unit.js';
import { plural } from '../../base/plural.js';
import type { Judged } from '../../report/verdict.js';
import { planColumns } from '../../job/plan.js';
import { notReleasedLines, orderNote, pseudonymLines, verdictLines } from '../../report/verdict.js';
import { achievedText, modelTitle, parameterText, QUERY_NOTE, queryErrorText } from '../../report/words.js';
import { oneLine } from './console.js';

/** A table of texts in columns; the first column to the left, the others to the right unless `left` says so. */
export function columns(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string[] {
  const clean = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of clean) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  return clean.map((row) =>
    row
      .map((cell, i) => (left.includes(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}

/** Narrower than this no column of texts is made. */
const narrowest = 24;

/**
 * {@link columns} that fit a terminal, nothing left out: where they are too wide, the last column is wrapped if it holds texts,
 * else the table stands in several parts below each other, each with the first column.
 *
 * @param width - of the terminal; undefined: lines may have any length
 */
export function fitColumns(
  rows: readonly (readonly string[])[],
  left: readonly number[] = [0],
  width?: number,
): string[] {
  const lines = columns(rows, left);
  const widest = largestOf(
    lines.map((line) => line.length),
    0,
  );
  if (width === undefined || widest <= width || rows.length === 0) return lines;
  const last = rows[0].length - 1;
  const widthOf = (column: number): number =>
    largestOf(
      rows.map((row) => oneLine(row[column] ?? '').length),
      0,
    );
  const before = Array.from({ length: last }, (_, i) => widthOf(i) + 2).reduce((sum, each) => sum + each, 0);
  if (left.includes(last) && width - before >= narrowest) {
    return columns(
      rows.flatMap((row) =>
        wrapText(row[last] ?? '', width - before).map((part, i) => [
          ...row.slice(0, last).map((cell) => (i === 0 ? cell : '')),
          part,
        ]),
      ),
      left,
    );
  }
  return divideColumns(rows, left, width, widthOf);
}

/** The table in parts of as many columns as fit, an empty line between them. */
function divideColumns(
  rows: readonly (readonly string[])[],
  left: readonly number[],
  width: number,
  widthOf: (column: number) => number,
): string[] {
  const first = widthOf(0);
  const parts: number[][] = [];
  let room = 0;
  for (let column = 1; column < rows[0].length; column++) {
    const needed = widthOf(column) + 2;
    if (needed > room || parts.length === 0) {
      parts.push([0]);
      room = width - first;
    }
    parts[parts.length - 1].push(column);
    room -= needed;
  }
  return parts.flatMap((part, i) => [
    ...(i === 0 ? [] : ['']),
    ...columns(
      rows.map((row) => part.map((column) => row[column] ?? '')),
      part.flatMap((column, at) => (left.includes(column) ? [at] : [])),
    ),
  ]);
}

/** A text in lines of at most `width`, all but the first indented; words longer than a line stay whole. */
export function wrapText(text: string, width: number | undefined, indent = ''): string[] {
  const clean = oneLine(text);
  if (width === undefined || clean.length <= width) return [clean];
  const lines: string[] = [];
  let line = '';
  for (const word of clean.split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === '' ? word : line === indent ? indent + word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The privacy models of a result or an audit, one row each, with `failed` beside those that do not hold. */
export function privacyRows(
  models: readonly (Omit<PrivacyResult, 'model'> & { readonly model: string })[],
  failed = 'DOES NOT HOLD',
): string[] {
  const rows = models.map((model) => [
    modelTitle(model),
    parameterText(model.required),
    achievedText(model),
    model.holds ? 'holds' : failed,
  ]);
  return columns([['privacy', 'required', 'achieved', ''], ...rows], [0, 1, 2, 3]);
}

/** Metrics, three a line. */
function metricLines(metrics: object): string[] {
  const entries = Object.entries(metrics as Record<string, number | bigint | null>).filter(
    ([, value]) => value !== null,
  );
  return columns(
    entries.map(([name, value]) => [name, quantity(value)]),
    [0],
  );
}

/** Counts of a result or a certificate. */
interface Counts {
  readonly rows: number;
  readonly persons?: number | null;
  readonly released: number;
  readonly personsReleased?: number;
}

/** First lines about a release: its verdict. */
const verdictTexts = (judged: Judged, job?: CountedJob): string[] =>
  verdictLines(judged, unitNoun(job)).map(({ text }) => oneLine(text));

/** The rows of the input and those released, as people where each row is one, and with their people where a job says whose each is. */
export function countsOf(
  { rows, persons = null, released, personsReleased }: Counts,
  noun: UnitNoun,
): { readonly input: string; readonly release: string } {
  const release = persons === null ? quantity(released) : rowsOfPeople(released, personsReleased, noun);
  return { input: rowsOfPeople(rows, persons, noun), release };
}

/** Run and outcome, then the verdict. */
export function verdictOfRun(
  result: RunResult,
  job?: Pick<CheckedJob, 'attributes' | 'defaultRole' | 'unit' | 'missingPersons'>,
): string[] {
  const { suppressed, classes, search, rowsNotDrawn = 0, rowsFilteredOut = 0, rowsSkipped } = result;
  const { input, release } = countsOf(result, unitNoun(job));
  const plan = job === undefined ? null : planColumns(job);
  return [
    ...(plan === null ? [] : pseudonymLines(plan).map(({ text }) => oneLine(text))),
    `${result.algorithm.name} (${result.engine}): ${input}${drawnText(rowsNotDrawn)}${filteredText(rowsFilteredOut)}${skippedText(rowsSkipped?.rows ?? 0)}, ${release} released in ${countGroups(classes, groupNoun(result.risk))}, ${quantity(suppressed)} suppressed${search.optimal ? `, proven optimal${oneLine(orderNote(result))}` : ''}`,
    ...verdictTexts(result, job),
    ...(plan === null ? [] : notReleasedLines(plan).map(({ text }) => oneLine(text))),
  ];
}

/** Rows that the job's `rowsPerPerson` left out. */
const drawnText = (rows: number): string =>
  rows === 0 ? '' : ` (${counted(rows, 'more row')} of them not drawn: "rowsPerPerson")`;

/** Rows that do not fulfil the job's `where`. */
const filteredText = (rows: number): string =>
  rows === 0 ? '' : ` (${counted(rows, 'more row')} left out by "where")`;

/** Rows that could not be read. */
const skippedText = (rows: number): string =>
  rows === 0 ? '' : ` (${counted(rows, 'more row')} could not be read: "badRows")`;

/** Full account of a run, for people: every metric and the seconds. */
export function describeRun(
  result: RunResult,
  job?: Pick<CheckedJob, 'attributes' | 'defaultRole' | 'unit' | 'missingPersons'>,
): string[] {
  return [
    ...verdictOfRun(result, job),
    '',
    ...privacyRows(result.privacy),
    '',
    ...metricLines(result.metrics),
    ...queryLines(result.queries),
    '',
    `seconds: ${Object.entries(result.seconds)
      .map(([name, value]) => `${name} ${value.toFixed(3)}`)
      .join(', ')}`,
  ];
}

/** Errors of the queries of a job; nothing without any. */
export const queryLines = (queries: RunResult['queries'] = []): string[] =>
  queries.length === 0
    ? []
    : [
        '',
        `queries of the job: ${QUERY_NOTE}`,
        ...columns(queries.map((query) => [oneLine(query.name), queryErrorText(query)])),
      ];

const BOUNDS =
  'rows of the original can lie in classes or buckets in several ways: every model holds in each, and achieves this or better';

/** Findings of an audit, for people. */
export function describeAudit(report: AuditReport, job?: CountedJob): string[] {
  const isUnknown = report.personsRecounted === false;
  const failed = isUnknown ? 'THE AUDIT CONFIRMS NO MODEL' : 'THE AUDIT FAILED';
  return [
    `${rowsOfPeople(report.released, report.personsReleased, unitNoun(job))}${drawnText(report.rowsNotDrawn ?? 0)}${filteredText(report.rowsFilteredOut ?? 0)} in ${countGroups(report.classes, groupNoun(report.risk))}`,
    ...verdictTexts(report, job),
    report.holds ? 'the audit confirms every model' : failed,
    ...(report.areBounds === true ? [BOUNDS] : []),
    ...report.problems.map((problem) => `problem: ${oneLine(problem)}`),
    '',
    ...privacyRows(report.privacy, isUnknown ? 'NOT RECOUNTED' : undefined),
    '',
    ...metricLines(report.metrics),
    ...queryLines(report.queries),
  ];
}

/** Counts in which missing and suppressed cells match every value. */
export function describeWildcards({ k, unique, pairs, distinct }: WildcardCounts): string[] {
  return [
    `missing and * cells as wildcards: every row matches at least ${counted(k, 'row')}; ${quantity(unique)} ${plural(unique, 'matches only itself', 'match only themselves')}, ${quantity(pairs)} one other`,
    ...Object.entries(distinct).map(
      ([name, l]) =>
        `${oneLine(JSON.stringify(name))}: at least ${counted(l, 'distinct value')} among the rows that match a row`,
    ),
  ];
}

/** The name of a row of a comparison with its options, as the command line takes it. */
function algorithmText({ algorithm, options = {} }: ComparedRun): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return [algorithm, ...Object.entries(options).map(([key, value]) => `${key}=${text(value)}`)].join(':');
}

/** A comparison, one row an algorithm and k; `*` marks the Pareto-optimal ones. */
export function describeComparison(comparison: Comparison, width?: number, job?: CountedJob): string[] {
  const { runs, accuracy, pareto, persons, rows: rowsCompared } = comparison;
  const names = [...new Set(runs.flatMap((run) => (run.result === null ? [] : Object.keys(run.result.metrics))))];
  const queries =
    runs.find(({ result }) => result?.queries !== undefined)?.result?.queries?.map(({ name }) => name) ?? [];
  const severalK = new Set(runs.map((run) => run.k)).size > 1;
  const header = [
    'algorithm',
    ...(severalK ? ['k'] : []),
    'classes',
    'suppressed',
    ...names,
    ...queries.map((name) => `query ${oneLine(name)}`),
    'risk',
    'accuracy',
    'search s',
    'total s',
    'Pareto',
  ];
  const failed: string[] = [];
  const rows: string[][] = [];
  for (const run of runs) {
    const { result, error, k } = run;
    const title = [algorithmText(run), ...(severalK ? [quantity(k)] : [])];
    if (result === null) {
      failed.push(oneLine(`${title.join(', k ')}: no release: ${error?.message ?? ''}`));
      continue;
    }
    const metrics = result.metrics as unknown as Record<string, number | bigint | null>;
    rows.push([
      ...title,
      quantity(result.classes),
      quantity(result.suppressed),
      ...names.map((name) => quantity(metrics[name] ?? null)),
      ...queries.map((_, i) => queryErrorText(result.queries?.[i])),
      quantity(run.risk),
      quantity(run.accuracy),
      result.seconds.search.toFixed(3),
      result.seconds.total.toFixed(3),
      run.paretoOptimal === null ? '-' : run.paretoOptimal ? '*' : '',
    ]);
  }
  return [
    ...fitColumns([header, ...rows], [0], width),
    ...failed,
    '',
    ...(persons === null
      ? []
      : [
          `${rowsOfPeople(rowsCompared, persons, unitNoun(job))}: risk is 1 / people of the smallest class; suppressed, metrics and accuracy are of rows`,
        ]),
    ...(queries.length === 0 ? [] : [`queries of the job: ${QUERY_NOTE}`]),
    `* no other row is as good in ${pareto.join(' and ')} and better in one of them`,
    ...(runs.some(({ family }) => family === 'permuting')
      ? [
          'permuting algorithms have no risk of this kind: they hide whose a sensitive value is, not who is in the table; rows are compared with rows of their own kind',
        ]
      : []),
    ...(accuracy === null
      ? []
      : [
          `accuracy: ${accuracy.classifier} on ${counted(accuracy.testRows, 'held-out row')}; trained on the original rows ${quantity(accuracy.original)}, commonest label ${quantity(accuracy.majority)}`,
        ]),
  ];
}

/** A row for each column, and one for a battery whose columns have one role. */
function inspectionRows({ columns: all, batteries }: Inspection): string[][] {
  const joined = batteries.filter((battery) => {
    const own = all.filter(({ name }) => battery.includes(name));
    return own.every(({ suggestedRole, reason }) => suggestedRole === own[0].suggestedRole && reason === own[0].reason);
  });
  return all.flatMap((column) => {
    const battery = joined.find((names) => names.includes(column.name)) ?? [column.name];
    if (battery[0] !== column.name) return [];
    const own = all.filter(({ name }) => battery.includes(name));
    const range = (key: 'distinct' | 'missing' | 'unique'): string => {
      const numbers = own.map((each) => each[key]);
      const [least, most] = [smallestOf(numbers), largestOf(numbers)];
      return least === most ? quantity(most) : `${quantity(least)} to ${quantity(most)}`;
    };
    const { type, suggestedRole, reason } = column;
    return [[nameColumns(battery), type, range('distinct'), range('missing'), range('unique'), suggestedRole, reason]];
  });
}

/** An inspection: columns, then the most identifying sets. */
export function describeInspection(
  inspection: Inspection,
  { width, rowsArePeople = false }: { readonly width?: number; readonly rowsArePeople?: boolean } = {},
): string[] {
  const { persons, repeatedPersons } = inspection;
  const mayLackKey = inspection.warnings.some(({ code }) => code === 'PERSON_MISSING');
  const unit = persons !== null || rowsArePeople ? 'people' : 'rows';
  const own = persons === null ? 'unique' : 'unique people';
  const header = ['column', 'type', 'distinct', 'missing', own, 'suggested role', 'because of'];
  const rows = inspectionRows(inspection);
  const sets = inspection.uniqueness
    .slice(0, 10)
    .map((set) => [set.columns.join(' + '), quantity(set.unique), `${(100 * set.share).toFixed(1)} %`]);
  return [
    rowsOfPeople(inspection.rows, persons, {
      ...unitNoun(rowsArePeople ? { unit: 'row' } : {}),
      ...(mayLackKey ? { mayLackKey } : {}),
    }),
    persons !== null
      ? `persons are known for each row${mayLackKey ? ' with a key' : ''}: unique people have a value, or values, that nobody else has`
      : rowsArePeople
        ? 'the job states that each row is one person'
        : repeatedPersons === null
          ? 'one row may be one person: no key of persons repeats'
          : `one row is not one person, as it seems: ${describeRepeated(repeatedPersons)}; --person counts people`,
    '',
    ...fitColumns([header, ...rows], [0, 1, 5, 6], width),
    '',
    ...fitColumns([[`${unit} that are unique in`, unit, 'share'], ...sets], [0], width),
    ...(inspection.uniquenessComplete ? [] : ['(some sets of columns were not counted)']),
  ];
}
