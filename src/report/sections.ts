/** The sections of a report: each says one thing about a release, from its result and its audit alone. */
import type { AuditReport } from '../audit/report.js';
import type { MetricInfo } from '../pipeline/catalogue.js';
import type { CheckedJob, Job } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import { roleIn } from '../job/roles.js';
import { counted, percent, quantity } from '../base/numbers.js';
import type { RunResult } from '../pipeline/result.js';
import type { Cell } from './html.js';
import { list, paragraph, table } from './html.js';
import { verdictLines } from './verdict.js';
import { warningLines } from './warning-lines.js';
import { modelTitle, parameterText } from './words.js';

/** What to know first, before any model. */
export const verdictSection = (result: RunResult): string =>
  verdictLines(result)
    .map(({ text, isSafe }) => paragraph(text, isSafe ? undefined : 'bad'))
    .join('\n');

/** What was asked: roles, limits, order; names and kinds, no values. */
export function askedSection(given: Job, input: string, output: string | null): string {
  const job = expandAttributes(given);
  const roles = Object.keys(job.attributes).map((name) => {
    return [name, roleIn(job, name), job.attributes[name].hierarchy?.type ?? ''];
  });
  const facts = [
    ['Input', input],
    ['Release', output ?? 'standard output'],
    ['Suppression limit', describeLimit(job)],
    ['Suppressed rows', job.output?.suppressed === 'star' ? 'kept, with * in every quasi-identifier' : 'removed'],
    ['Order of the rows', job.output?.order === 'input' ? 'as in the input' : 'drawn at random'],
  ];
  return `${table([], facts)}\n${table(['Attribute', 'Role', 'Hierarchy'], roles)}`;
}

function describeLimit(job: CheckedJob): string {
  const { suppression } = job;
  if (suppression === undefined) return 'no row';
  if (suppression === 'unlimited') return 'unlimited';
  return 'maxRows' in suppression ? counted(suppression.maxRows, 'row') : `${suppression.maxFraction} of all rows`;
}

/** What was done: algorithm with its options, engine, seed, rows, time. */
export function doneSection(result: RunResult, seed: number | null): string {
  const { name, ...options } = result.algorithm;
  const chosen = Object.entries(options).map(([key, value]) => `${key} ${plain(value)}`);
  const seconds = Object.entries(result.seconds).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  const facts: Cell[][] = [
    ['Algorithm', [name, ...chosen].join(', ')],
    ['Engine', `${result.engine}, ${result.threads} ${result.threads === 1 ? 'thread' : 'threads'}`],
    ['Version', result.version],
    ['Seed of the order', seed === null ? 'none: the cryptographic generator of the platform' : String(seed)],
    ['Rows in', result.rows],
    ['Rows released', result.released],
    ['Rows suppressed', result.suppressed],
    ['Classes', result.classes],
    ['Seconds', seconds.join(', ')],
  ];
  return table([], facts);
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What was proven: the optimum, or the bound and the gap that are left; the counters of the search. */
export function provenSection(result: RunResult): string {
  const { optimal, lowerBound, ...counters } = result.search;
  const verdict = optimal
    ? 'The result is proven optimal: no release of this kind costs less.'
    : lowerBound === null
      ? 'Nothing was proven of the cost: this algorithm looks for a good release, not for the best.'
      : `Not proven optimal. No release of this kind costs less than ${quantity(lowerBound)}${gapText(counters.gap)}.`;
  const numbers = Object.entries(counters).filter(
    (entry): entry is [string, number | boolean] => typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return `${paragraph(verdict)}\n${table([], numbers)}`;
}

/** Of searches that give a gap: what a better release could save. */
const gapText = (gap: unknown): string =>
  typeof gap === 'number' ? `: a better one, if there is any, saves at most ${percent(gap)} of the cost` : '';

export function privacySection(result: RunResult): string {
  return table(
    ['Model', 'Required', 'Achieved', 'Verdict'],
    result.privacy.map((model) => [
      modelTitle(model),
      parameterText(model.required),
      parameterText(model.achieved),
      model.holds ? 'holds' : 'does not hold',
    ]),
  );
}

/** Every metric that applies, with its definition. */
export function metricSection(result: RunResult, definitions: readonly MetricInfo[]): string {
  const rows = Object.entries(result.metrics).map(([name, value]): Cell[] => [
    name,
    value as number | bigint | null,
    definitions.find((metric) => metric.name === name)?.definition ?? '',
  ]);
  return table(['Metric', 'Value', 'Definition'], rows, 'metrics');
}

/** Classes by size: what the picture shows, for readers without scripts. */
export function sizeSection(audit: AuditReport): string {
  const sizes = audit.classSizes;
  if (sizes.length === 0) return paragraph('No class was released.');
  const classes = sizes.reduce((sum, [, count]) => sum + count, 0);
  const below = (share: number): number => {
    let seen = 0;
    for (const [size, count] of sizes) {
      seen += count;
      if (seen >= share * classes) return size;
    }
    return sizes[sizes.length - 1][0];
  };
  return table(
    [],
    [
      ['Smallest class', sizes[0][0]],
      ['Median class', below(0.5)],
      ['Nine of ten classes have at most', below(0.9)],
      ['Largest class', sizes[sizes.length - 1][0]],
    ],
  );
}

export function auditSection(audit: AuditReport): string {
  const counts = table(
    [],
    [
      ['Rows in the release', audit.released],
      ['Classes found', audit.classes],
      ['Models that hold', `${audit.privacy.filter((model) => model.holds).length} of ${audit.privacy.length}`],
    ],
  );
  const shown = Object.entries(audit.exposure ?? {}).map(([name, { texts, rows }]) => [name, texts, rows]);
  const exposure = shown.length === 0 ? '' : `\n${table(['Column', 'Rare texts shown', 'In rows'], shown)}`;
  const found = `${counts}${exposure}`;
  return audit.problems.length === 0 ? found : `${found}\n${list(audit.problems)}`;
}

export const warningSection = (result: RunResult): string =>
  result.warnings.length === 0
    ? paragraph('None.')
    : list(warningLines(result.warnings).map(({ code, text }) => `${code}: ${text}`));
