import type { AuditReport } from '../audit/report.js';
import { AuditError } from '../base/errors.js';
import type { Plan } from '../job/plan.js';
import type { PrivacyResult } from '../privacy/model.js';
import { metrics } from '../quality/list.js';
import type { Metric } from '../quality/metric.js';
import type { QueryAccuracy } from '../quality/query-accuracy.js';
import { amount } from '../base/plural.js';
import { shortList } from '../base/short-list.js';
import type { Warning } from '../table/table.js';

/** Claims of the run that the audit must confirm. */
export interface Claims {
  readonly rows: number;
  readonly released: number;
  readonly suppressed: number;
  readonly classes: number;
  /** Persons of the input, and with a released row; absent or null where rows are counted. */
  readonly persons?: number | null;
  readonly personsReleased?: number | null;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Readonly<Record<string, number | bigint | null>>;
  /** Errors of queries. Default: none. */
  readonly queries?: readonly QueryAccuracy[];
}

const relativeTolerance = 1e-9;

/**
 * Throws AuditError unless the audit found every required model to hold, found no problem, and came to the claimed counts
 * (exactly) and numbers (to 1e-9, relative). What the audit could not determine is returned as warnings.
 *
 * @param mayViolate - models need not hold; but run and audit must agree on which do
 */
export function confirmClaims(
  claims: Claims,
  report: AuditReport,
  { mayViolate = false }: { readonly mayViolate?: boolean } = {},
): Warning[] {
  const problems: string[] = [];
  for (const key of ['rows', 'released', 'suppressed', 'classes'] as const) {
    if (report[key] !== claims[key]) problems.push(`${key}: the run says ${claims[key]}, the audit ${report[key]}`);
  }
  for (const key of ['persons', 'personsReleased'] as const) {
    if (report[key] !== (claims[key] ?? null)) {
      problems.push(`${key}: the run says ${claims[key]}, the audit ${report[key]}`);
    }
  }
  claims.privacy.forEach((claim, index) =>
    compareModel(claim, report.privacy[index], mayViolate, `privacy[${index}]`, problems),
  );
  if (report.privacy.length !== claims.privacy.length) problems.push('privacy: another number of models');
  const open: string[] = [];
  const found = report.metrics as unknown as Readonly<Record<string, number | bigint | null | undefined>>;
  for (const key of Object.keys(claims.metrics)) {
    const claim = claims.metrics[key];
    const metric = found[key];
    if (claim !== null && (metric === null || metric === undefined)) open.push(key);
    else if (claim === null && isOfLevels(key)) continue;
    else if (!agree(claim, metric ?? null)) {
      problems.push(`metric ${key}: the run says ${claim}, the audit ${metric}`);
    }
  }
  compareQueries(claims.queries ?? [], report.queries ?? [], problems, open);
  const all = [...report.problems, ...problems];
  if ((!report.holds && !mayViolate) || all.length > 0) {
    const first = all.length > 0 ? all.slice(0, 3).join('; ') : 'a required privacy model does not hold';
    throw new AuditError(`the audit does not confirm the release, nothing was released: ${first}`);
  }
  return open.length === 0
    ? []
    : [{ code: 'METRIC_NOT_AUDITED', message: `the audit could not recompute ${open.join(', ')}` }];
}

/** Errors of queries: what the audit could not determine is `open`. */
function compareQueries(
  claims: readonly QueryAccuracy[],
  found: readonly QueryAccuracy[],
  problems: string[],
  open: string[],
): void {
  claims.forEach(({ name, error, step }, i) => {
    const audited = found.at(i) ?? null;
    const label = `query ${JSON.stringify(name)}`;
    if (error !== null && (audited?.error ?? null) === null) open.push(label);
    else if (!agree(error, audited?.error ?? null) || step !== (audited?.step ?? null)) {
      problems.push(`${label}: the run says ${error}, the audit ${audited?.error}`);
    }
  });
}

/** A file cannot show whether its values came from levels: the audit may find some where the run had none. */
const isOfLevels = (key: string): boolean =>
  metrics.some((metric: Metric) => metric.name === key && metric.isOfLevels === true);

function compareModel(
  claim: PrivacyResult,
  found: AuditReport['privacy'][number] | undefined,
  mayViolate: boolean,
  path: string,
  problems: string[],
): void {
  if (found === undefined || found.model !== claim.model) return void problems.push(`${path}: not audited`);
  const isRefused = mayViolate ? found.holds !== claim.holds : !found.holds || !claim.holds;
  if (isRefused) problems.push(`${path}: ${claim.model} does not hold`);
  compareNumbers(claim.achieved, found.achieved, path, problems);
  if (claim.achievedFolded === undefined || found.achievedFolded === undefined) return;
  compareNumbers(claim.achievedFolded, found.achievedFolded, `${path} with folded spellings`, problems);
}

function compareNumbers(
  claimed: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
  path: string,
  problems: string[],
): void {
  for (const key of Object.keys(claimed)) {
    const value = found[key];
    if (agree(claimed[key], value ?? null)) continue;
    problems.push(`${path}.${key}: the run says ${claimed[key]}, the audit ${value}`);
  }
}

/** `TIGHT_RANGES`: what a release with the bounding boxes of the papers shows of few people, by the audit's count. */
export function warnOfTightRanges(
  { ranges, releases, people: k }: Plan,
  names: readonly string[],
  { exposure }: AuditReport,
): Warning[] {
  if (ranges === 'rounded' || releases === 'values') return [];
  const shown = names.flatMap((name) => {
    const { texts, rows } = exposure?.[name] ?? { texts: 0, rows: 0 };
    return texts === 0 ? [] : [`${amount(texts, 'text')} in ${amount(rows, 'row')} of ${JSON.stringify(name)}`];
  });
  if (shown.length === 0) return [];
  const what = `"ranges": "tight" shows what fewer than ${k} rows have: ${shortList(shown)}`;
  return [{ code: 'TIGHT_RANGES', message: `${what}; "rounded", the default, shows none of it` }];
}

/** Rows of `*` from this share on are nearly all. */
const NEARLY_ALL = 0.9;
/** A released value that covers more of the column's values than this, on average, shows little. */
const MOST = 0.6;

/**
 * `COLUMN_TELLS_LITTLE` for quasi-identifiers of which the released rows keep next to nothing, by the audit's count: `*` in nearly
 * all of them, or ranges, sets and levels that take in most of the values. Of a release without a row nothing is said here.
 */
export function warnOfLostColumns(
  plan: Plan,
  names: readonly string[],
  { rows, released, suppressed, columns }: AuditReport,
): Warning[] {
  if (released === 0) return [];
  return names.flatMap((attribute): Warning[] => {
    if (!Object.hasOwn(columns, attribute)) return [];
    const { valuesBefore, starRows, loss } = columns[attribute];
    if (valuesBefore !== null && valuesBefore < 2) return [];
    const stars = starRows - (plan.suppressed === 'star' ? suppressed : 0);
    // A suppressed row counts 1 in the loss, and is reported elsewhere.
    const lost = ((loss ?? 0) * rows - suppressed) / released;
    if (stars < NEARLY_ALL * released && lost <= MOST) return [];
    const message =
      stars === released
        ? 'released as "*" in every row: no information is left'
        : stars >= NEARLY_ALL * released
          ? 'released as "*" in nearly every row: almost no information is left'
          : 'a released value covers most of its values on average: little information is left';
    return [{ code: 'COLUMN_TELLS_LITTLE', message, attribute }];
  });
}

/** Equal, exactly for whole numbers, else to 1e-9 relative to the larger one (absolute below 1). */
export function agree(a: number | bigint | null, b: number | bigint | null): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'bigint' || typeof b === 'bigint') return BigInt(a) === BigInt(b);
  if (Object.is(a, b) || a === b) return true;
  return Math.abs(a - b) <= relativeTolerance * Math.max(1, Math.abs(a), Math.abs(b));
}
