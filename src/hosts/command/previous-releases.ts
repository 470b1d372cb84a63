import type { AnonymizeOptions } from './anonymize-options.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { basename } from 'node:path';
import { CompositionError, InvalidArgumentError } from '../../base/errors.js';
import type { AnonymizeResult, CompositionCheck, CheckedJob, Table } from '../../index.js';
import { counted, quantity } from '../../base/numbers.js';
import { plural } from '../../base/plural.js';
import { planRun } from '../../pipeline/plan-run.js';
import { runProgressOf } from '../../pipeline/run-progress.js';
import { checkCompositionInSteps } from '../../assess/attacks/check-composition.js';
import { hideSecret, isSourceAddress } from '../../table/source-address.js';
import { readJob } from './read-job.js';
import { readAnyRelease } from './read-rows.js';
import { releasesTwoTables, sensitivePath } from './sensitive-file.js';

/** Result of the check, as numbers for `--json` and in a line. */
export interface PreviousCheck {
  readonly check: CompositionCheck;
  readonly line: string;
}

/** Earlier releases, read, to be compared with a new one. */
interface PreviousReleases {
  /** Throws CompositionError where the new release must not leave; AbortError when it is ended before that is known. */
  check(people: Table, job: CheckedJob, done: AnonymizeResult): Promise<PreviousCheck>;
}

/** Targets that must not be overwritten: the earlier releases, files or addresses, and their job. */
export function previousFiles(
  { previous = [], previousJob }: Pick<AnonymizeOptions, 'previous' | 'previousJob'>,
  job: CheckedJob,
): string[] {
  const files = previous.filter((path) => !isSourceAddress(path));
  const hasSecond = previousJob !== undefined || releasesTwoTables(job);
  return [
    ...previous,
    ...(hasSecond ? files.map(sensitivePath) : []),
    ...(previousJob === undefined ? [] : [previousJob]),
  ];
}

/** Throws InvalidArgumentError for options that do not go together. */
export function refusePrevious(
  { previous = [], previousJob }: Pick<AnonymizeOptions, 'previous' | 'previousJob'>,
  job: CheckedJob,
): void {
  if (previous.length === 0) {
    if (previousJob === undefined) return;
    throw new InvalidArgumentError('--previous-job', 'earlier releases (--previous FILE)', 'none', 'MISSING_OPTION');
  }
  const { takesLists, algorithm } = planRun(resolveChecked(job));
  if (takesLists === null) return;
  throw new InvalidArgumentError(
    '--previous',
    'a job that releases classes of quasi-identifiers',
    algorithm.name,
    'ALGORITHM_NOT_SUPPORTED',
  );
}

/**
 * Reads the earlier releases before the search, so that it is not made for nothing. Null where none is given.
 *
 * @param people - the input, whose types the columns of releases have
 * @throws InvalidArgumentError; InputError
 */
export async function readPrevious(
  { previous = [], previousJob }: Pick<AnonymizeOptions, 'previous' | 'previousJob'>,
  job: CheckedJob,
  people: Table,
  signal: AbortSignal,
): Promise<PreviousReleases | null> {
  if (previous.length === 0) return null;
  const madeBy =
    previousJob === undefined ? job : (await readJob(previousJob, signal, {}, undefined, '--previous-job')).job;
  const read = (path: string) => readAnyRelease(path, '--previous', madeBy, people, signal);
  const sides: { name: string; release: Table; job: CheckedJob; sensitive?: Table }[] = [];
  for (const path of previous) {
    const isFile = !isSourceAddress(path);
    sides.push({
      name: `--previous ${isFile ? basename(path) : hideSecret(path)}`,
      release: await read(path),
      job: madeBy,
      sensitive: isFile && releasesTwoTables(madeBy) ? await read(sensitivePath(path)) : undefined,
    });
  }
  return {
    check: async (input, ownJob, { release, tables, result }) => {
      const { columns } = result.solution as { readonly columns?: readonly (readonly string[])[] };
      const groups = Array.isArray(columns) ? columns : undefined;
      const current = { release, job: ownJob, sensitive: tables.sensitive, groups };
      const check = await runProgressOf({ signal }).drive('audit', 1, checkCompositionInSteps(input, current, sides));
      return { check, line: describe(check) };
    },
  };
}

/** A number of rows, or of people where persons are counted. */
const countedIn = ({ persons }: { readonly persons: number | null }, count: number): string =>
  persons === null ? counted(count, 'row') : counted(count, 'person', 'people');

/** Says for whom only sets of values were compared. */
export const setsSentence = (report: { readonly persons: number | null }, count: number, attribute: string): string =>
  `for ${countedIn(report, count)} only the sets of values of ${JSON.stringify(attribute)} were compared, not how many rows have each (too many people hang together), so they may be left with fewer`;

/** Scope of a check by persons, and what it leaves open. */
export const OVER_ALL_ROWS =
  '; all rows of a person in the releases count, and rows are placed as if each belonged to another person: an attacker learns at least this';

/** The line of a check that holds. Throws CompositionError for another. */
function describe(check: CompositionCheck): string {
  const { attributes, k, matched, people, persons } = check;
  const one = persons === null ? 'row' : 'person';
  const many = (count: number): string => countedIn(check, count);
  const releases = counted(matched.length, 'release');
  const kept = [
    ...attributes.map(
      ({ attribute, l }) => `${quantity(l)} ${plural(l, 'value', 'values')} of ${JSON.stringify(attribute)}`,
    ),
    `${many(k)} that ${persons === null ? 'it' : 'they'} may be`,
  ];
  if (check.holds) {
    const inThem = `${matched.map(quantity).join(', ')} of ${many(people)}`;
    const alone = attributes
      .filter((each) => each.alone > 0)
      .map(
        ({ alone: count, attribute, l }) =>
          `; ${many(count)} have fewer than ${quantity(l)} ${plural(l, 'value', 'values')} of ${JSON.stringify(attribute)} by one release alone`,
      ) // prettier-ignore
      .join('');
    const bySets = attributes
      .filter((each) => each.comparedBySets > 0)
      .map(({ comparedBySets: count, attribute }) => `; ${setsSentence(check, count, attribute)}`)
      .join('');
    const none = alone === '' ? `no ${one} is left with fewer than` : `together they leave no other ${one} fewer than`;
    const over = persons === null ? '' : OVER_ALL_ROWS;
    return `previous: ${releases} (matched by ${inThem}), ${none} ${kept.join(' or ')}${alone}${bySets}${over}`;
  }
  const exposed = [
    ...attributes.map((each) => [each.exposed, `fewer values of ${JSON.stringify(each.attribute)}`] as const),
    [check.exposed, persons === null ? 'fewer candidate rows' : 'fewer candidate persons'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${what} for ${many(count)}`);
  throw new CompositionError(
    `--previous, together with ${releases}: expected ${kept.join(' and ')} left to every ${one}, received ${exposed.join(' and ')}; nothing was released: ask for a larger k or l, release fewer columns, or recode as before`,
  );
}
