import { basename, relative, resolve } from 'node:path';
import type { ErrorInfo } from '../../base/errors.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { listErrors } from '../../base/list-errors.js';
import { amount } from '../../base/plural.js';
import { hideSecret, isSourceAddress, withoutPassword } from '../../table/source-address.js';
import type { Goal, InputSpec, KeepingCost, ProposedJob, ProposeOptions, PublicPeople, Table } from '../../index.js';
import { goals, jobText } from '../../index.js';
import type { InputDescription } from '../../table/input-description.js';
import { DescriptionParts } from '../../table/input-description.js';
import { proposeJobInSteps } from '../../assess/proposal/propose-job.js';
import { runWithEvents } from '../../base/steps.js';
import { findMissingMarks } from '../../table/missing-marks.js';
import { findStrayRows, headerRowsProblem } from '../../table/stray-rows.js';
import type { Warning } from '../../table/table.js';
import { rememberStdin } from '../node/open-input.js';
import { moreNamesArgument, numberArgument } from './arguments.js';
import type { OptionsOf } from './declare.js';
import { choice, flag, parsed, text } from './declare.js';
import type { InputFlags } from './input-options.js';
import { inputWith } from './input-options.js';
import { readRows } from './read-rows.js';
import { person } from './unit-options.js';
import type { Session } from './with-terminal.js';
import { reportReading } from './reading-progress.js';

/** A table in rows, and how it was read. */
export interface LookedTable {
  readonly table: Table;
  readonly input: InputSpec;
  /** Description of the files; absent for a table of an SQL engine. */
  readonly described?: InputDescription;
  /** Assumptions about it. */
  readonly warnings: readonly Warning[];
  readonly public?: PublicPeople;
  /** True for a table of an SQL engine, which a run counts. */
  readonly isCounted?: boolean;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 2 && value < 2 ** 31;

const countArgument = numberArgument('a whole number from 2 to 2^31 - 1', isCount);

/** Options that say what a proposed job is to be like. */
export const proposalOptions = {
  k: parsed('<n>', 'minimum of rows (people with --person) that look alike in the release', countArgument),
  quasi: parsed(
    '<columns>',
    'quasi-identifiers: columns that others may know, separated by commas; default: suggested from the table',
    moreNamesArgument,
  ),
  sensitive: parsed('<columns>', 'columns that must stay secret; default: suggested from the table', moreNamesArgument),
  keep: parsed(
    '<columns>',
    'columns, or patterns such as F*, that the job keeps in the release, protected, where it would drop them; separated by commas',
    moreNamesArgument,
  ),
  l: parsed(
    '<n>',
    'minimum of different values of each sensitive column among rows that look alike; default: chosen by column',
    countArgument,
  ),
  known: parsed(
    '<n>',
    'most columns of a person that somebody knows: the job keeps the columns of wide tables, and bounds what so many reveal',
    numberArgument('a whole number from 1 to 2^31 - 1', (value) => value === 1 || isCount(value)),
  ),
  person,
  rowsArePeople: flag('asserts that each row is one person where several rows seem to belong to one'),
  public: text('<file>', 'table of people that includes those of INPUT, for the goal membership'),
  goal: choice('<goal>', 'purpose of the release; default: fast', Object.keys(goals) as Goal[]),
};

export type ProposalOptions = OptionsOf<typeof proposalOptions>;

/** Options by what `proposeJob` calls them. */
const optionOf = {
  k: '--k',
  persons: '--person',
  quasiIdentifiers: '--quasi',
  sensitive: '--sensitive',
  keep: '--keep',
  l: '--l',
  known: '--known',
  goal: '--goal',
  rowsArePeople: '--rows-are-people',
  public: '--public',
} as const;

const optionNamed = (argument: string): string | undefined =>
  Object.hasOwn(optionOf, argument) ? optionOf[argument as keyof typeof optionOf] : undefined;

/** An error of `proposeJob` that names the option of the command line. */
function withOption(info: ErrorInfo): ErrorInfo {
  const option = info.path === null ? undefined : optionNamed(info.path);
  if (option === undefined || info.path === null) return info;
  const { message, path } = info;
  return { ...info, path: option, message: message.startsWith(path) ? option + message.slice(path.length) : message };
}

/** The options that are given; beside a job, "unit" and the role "person" say what the others say. */
export const givenOptions = (options: ProposalOptions): string[] =>
  (['k', 'quasi', 'sensitive', 'keep', 'l', 'known', 'goal', 'public'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`],
  );

/**
 * Reads the rows that a job is made from, all columns, and those of the public table that the input has too. Stdin is kept, since
 * the run of the job reads it again.
 *
 * @param folder where the job will stand: files that it names are relative to that
 */
export async function readLooked(
  inputs: readonly string[],
  flags: InputFlags & ProposalOptions,
  folder: string,
  { signal, terminal }: Pick<Session, 'signal' | 'terminal'>,
): Promise<LookedTable> {
  if (inputs[0] === '-') rememberStdin();
  const parts = new DescriptionParts();
  const read = async (asked: InputSpec): Promise<Table> =>
    readRows(inputs, 'input', {
      ...asked,
      described: parts.whole,
      onDescribed: parts.take,
      onMissing: 'keep',
      signal,
      onProgress: reportReading(inputs, terminal),
    });
  const given = inputWith(undefined, flags);
  const plain = await read(given);
  const ofHeaders = given.headerRows === undefined && inputs.length === 1 ? takeHeaders(plain) : null;
  const said = ofHeaders === null ? given : { ...given, headerRows: ofHeaders.headerRows };
  const first = ofHeaders === null ? plain : await read(said);
  const found = said.missing !== undefined || said.strict === true ? null : takeMarks(first);
  const input = found === null ? said : { ...said, missing: found.missing };
  const table = found === null ? first : await read(input);
  const warnings = [...(ofHeaders?.warnings ?? []), ...(found?.warnings ?? [])];
  const { public: path } = flags;
  const described = parts.whole;
  const isCounted = isSourceAddress(inputs[0]);
  if (path === undefined) return { table, input, described, warnings, isCounted };
  const types = Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
  const select = (name: string): boolean => table.column(name) !== undefined;
  const people = await readRows([path], '--public', { ...input, types, select, onMissing: 'keep', signal });
  return { table, input, described, warnings, isCounted, public: { name: nameOf(path, folder), table: people } };
}

/** Rows of the header of a file that has further ones below the first; null where it has none, or something else is odd. */
function takeHeaders(table: Table): { readonly headerRows: number; readonly warnings: Warning[] } | null {
  const { called, headerRows, repeatedHeaders } = findStrayRows(table);
  if (headerRows === 0 || called.length > 0 || repeatedHeaders > 0) return null;
  const message = `${headerRowsProblem(headerRows)}; they are left out, and "headerRows": ${headerRows + 1} under "input" says so (--header-rows 1 keeps them as rows)`;
  return { headerRows: headerRows + 1, warnings: [{ code: 'HEADER_ROWS_LEFT_OUT', message }] };
}

/** Marks of missing values that were not named, and the notes on them; null where there are none. */
function takeMarks({ columns }: Table): { readonly missing: readonly string[]; readonly warnings: Warning[] } | null {
  const missing = new Set(['']);
  const warnings = columns.flatMap((column) => {
    const found = findMissingMarks(column);
    if (found === null) return [];
    for (const mark of found.marks) missing.add(mark);
    const marks = found.marks.map((mark) => JSON.stringify(mark)).join(', ');
    const message = `${amount(found.cells, 'cell')} ${marks} taken for missing values: "missing" under "input" says so; --missing NAMES says which are`;
    return [{ code: 'MISSING_FOUND', message, attribute: column.name }];
  });
  return missing.size === 1 ? null : { missing: [...missing], warnings };
}

/** A file as a job in that folder names it. */
const nameOf = (path: string, folder: string): string =>
  isSourceAddress(path) ? path : relative(folder, resolve(path)).replaceAll('\\', '/');

/** `proposeJob`, with errors that name the options of the command line. */
export async function propose(
  { table, input, isCounted, public: people }: LookedTable,
  options: ProposalOptions,
  signal?: AbortSignal,
): Promise<ProposedJob> {
  const { k, person: persons, quasi, sensitive, keep, l, known, goal, rowsArePeople } = options;
  const asked: ProposeOptions = {
    k,
    persons,
    quasiIdentifiers: quasi,
    sensitive,
    keep,
    l,
    known,
    goal,
    input,
    rowsArePeople,
    isCounted,
    public: people,
  };
  return await withOptionNames(async () => runWithEvents(proposeJobInSteps(table, asked), signal));
}

/** Runs something whose errors then name the options of the command line. */
export async function withOptionNames<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const errors = listErrors(error).map(withOption);
    const option = optionNamed(error.argument) ?? error.argument;
    const renamed = new InvalidArgumentError(option, error.expected, error.received, error.code, error.cure);
    renamed.message = errors.map(({ message }) => message).join('; ');
    throw Object.assign(renamed, { errors });
  }
}

/** A proposed job as it is kept: the address of its public table has no password. */
export function withoutPasswords(proposed: ProposedJob): ProposedJob {
  const privacy = proposed.job.privacy.map((spec) =>
    'public' in spec && isSourceAddress(spec.public) ? { ...spec, public: withoutPassword(spec.public) } : spec,
  );
  return { ...proposed, job: { ...proposed.job, privacy } };
}

/** The text of a proposed job, which names what it was made from. */
export function textOf(
  proposed: ProposedJob,
  [input, ...more]: readonly string[],
  costs: readonly KeepingCost[] = [],
): string {
  const name = input === '-' ? 'stdin' : isSourceAddress(input) ? hideSecret(input) : basename(input);
  return jobText(withoutPasswords(proposed), {
    source: more.length === 0 ? name : `${name} and ${more.length} more`,
    costs,
  });
}
