import type { Readable, Writable } from 'node:stream';
import { multiselect, select, text, isCancel, intro, outro } from '@clack/prompts';
import { amount } from '../../base/plural.js';
import type { ProposedColumn } from '../../index.js';
import { AbortError, goals } from '../../index.js';
import type { Goal } from '../../index.js';
import type { LookedTable, ProposalOptions } from './proposal.js';
import { propose } from './proposal.js';
import { findRepeatedPersons } from '../../assess/persons/find-persons.js';
import { describeRepeated, ONE_ROW, ROW_QUESTION, severalRows } from '../../assess/persons/row-question.js';
import { readingsOf } from '../../assess/proposal/propose-roles.js';
import { keyOfName } from '../../job/patterns.js';
import { Table } from '../../table/table.js';
import { withDeclaredTypes } from '../../table/declared-types.js';
import { kindOfFormat } from '../../table/spelling.js';
import type { ValueKind, Warning } from '../../table/table.js';

/** Streams of questions and answers. */
export interface Asking {
  readonly input: Readable;
  readonly output: Writable;
}
/** Lines of a list that are seen at once. */
const SHOWN = 12;
/** Minimum and maximum k: rows or people of a group who look alike. */
const FEWEST = 2;
const MOST = 2 ** 31 - 1;

/** Gives an answer, or throws AbortError after Ctrl-C: nothing is written then. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new AbortError('interrupted, nothing was written');
  return answer as Exclude<Answer, symbol>;
}

/**
 * Asks how days, times and numbers are written that may be read in two ways: the table as the answers read it. Columns that
 * nobody can say it of stay texts.
 *
 * @throws AbortError after Ctrl-C
 */
export async function askForFormats(
  looked: LookedTable,
  terminal: Asking = { input: process.stdin, output: process.stderr },
): Promise<LookedTable> {
  const declared = new Map<string, ValueKind>();
  for (const column of looked.table.columns) {
    const readings = readingsOf(column)?.readings ?? [];
    if (readings.length === 0) continue;
    const none = -1;
    const chosen = answered(
      await select({
        message: `How are the values of ${JSON.stringify(column.name)} written? They may be read in more than one way.`,
        options: [
          ...readings.map(({ format, type }, i) => ({ value: i, label: format ?? type ?? '' })),
          { value: none, label: 'I do not know', hint: 'it is not released' },
        ],
        initialValue: none,
        ...terminal,
      }),
    );
    if (chosen === none) continue;
    const { format, type } = readings[chosen];
    const kind = format === undefined ? type && { type } : kindOfFormat(type, format);
    if (kind) declared.set(column.name, kind);
  }
  if (declared.size === 0) return looked;
  const { rows, columns, weights, warnings } = withDeclaredTypes(looked.table, declared);
  const isOpen = ({ code, attribute = '' }: Warning): boolean =>
    code !== 'FORMAT_AMBIGUOUS' || !declared.has(attribute);
  return { ...looked, table: new Table(rows, columns, warnings.filter(isOpen), weights) };
}

/**
 * Asks what a row is where people seem to have several: the options with the answer. Where no column says whose row it is, and a row
 * is not one person, the proposal is refused.
 *
 * @throws AbortError after Ctrl-C
 */
export async function askForPersons<Options extends ProposalOptions>(
  { table }: LookedTable,
  options: Options,
  terminal: Asking = { input: process.stdin, output: process.stderr },
): Promise<Options> {
  const isSaid = options.rowsArePeople === true || options.person !== undefined;
  const found = isSaid ? null : findRepeatedPersons(table);
  if (found === null) return options;
  const { columns } = found;
  const hint = columns.length === 0 ? 'the table is not taken' : 'persons are counted';
  const chosen = answered(
    await select({
      message: `${ROW_QUESTION} It looks as if people have several: ${describeRepeated(found)}.`,
      options: [
        { value: 'several', label: severalRows(found), hint },
        { value: 'one', label: ONE_ROW },
      ],
      initialValue: 'several',
      ...terminal,
    }),
  );
  if (chosen === 'one') return { ...options, rowsArePeople: true };
  return columns.length === 0 ? { ...options, rowsArePeople: false } : { ...options, person: columns };
}

/**
 * Asks what nobody can see in a table: what others may know of the people, what must stay secret, how many must look alike, and
 * what the release is for. The proposal stands there as the answer.
 *
 * @throws AbortError after Ctrl-C
 */
export async function askForJob(
  looked: LookedTable,
  options: ProposalOptions,
  { out }: { readonly out?: string },
  // stdout may be the job's.
  terminal: Asking = { input: process.stdin, output: process.stderr },
): Promise<ProposalOptions> {
  const { columns: proposed, k, goal, persons } = await propose(looked, options);
  const columns = proposed.filter(({ role }) => role !== 'person');
  const choices = (from: readonly ProposedColumn[]) =>
    from.map(({ name, role, reason }) => ({ value: name, label: name, hint: `${role}: ${reason}` }));
  const ofRole = (from: readonly ProposedColumn[], role: string): string[] =>
    from.filter((column) => column.role === role).map(({ name }) => name);
  intro('Which columns of this table may be released, and how', terminal);
  const quasi = answered(
    await multiselect({
      message: 'What may others know of these people? It is generalized.',
      options: choices(columns),
      initialValues: ofRole(columns, 'quasi-identifier'),
      required: true,
      maxItems: SHOWN,
      ...terminal,
    }),
  );
  const others = columns.filter(({ name }) => !quasi.includes(name));
  const sensitive =
    others.length === 0
      ? []
      : answered(
          await multiselect({
            message:
              'What must stay secret? It is released unchanged, but hidden among the values of others. The rest is not released.',
            options: choices(others),
            initialValues: ofRole(others, 'sensitive'),
            required: false,
            maxItems: SHOWN,
            ...terminal,
          }),
        );
  const has = persons === undefined ? amount(looked.table.rows, 'row') : amount(persons, 'person', 'persons');
  const people = answered(
    await text({
      message: `How many ${persons === undefined ? 'rows' : 'people'} must look alike (k)? A larger number is safer, and makes the release coarser.`,
      initialValue: String(k),
      validate: (given) => {
        const value = /^\d+$/.test(given?.trim() ?? '') ? Number(given) : NaN;
        if (!(value >= FEWEST && value <= MOST)) return `a whole number from ${FEWEST}`;
        return value > (persons ?? looked.table.rows) ? `no more than the table has: ${has}` : undefined;
      },
      ...terminal,
    }),
  );
  const chosen = answered(
    await select({
      message: 'What is the release for?',
      options: (Object.keys(goals) as Goal[])
        .filter((name) => (looked.public === undefined) === (name !== 'membership'))
        .filter((name) => name !== 'links' || (sensitive.length > 0 && persons === undefined))
        .map((name) => ({ value: name, label: name, hint: goals[name] })),
      initialValue: goal,
      ...terminal,
    }),
  );
  outro(out === undefined ? 'The job:' : `The job is written to ${out}`, terminal);
  // The answers say what is kept; weights are neither known to others nor secret.
  const keep = columns.flatMap(({ name, role, release }) =>
    role === 'weight' && release !== undefined && ![...quasi, ...sensitive].includes(name) ? [keyOfName(name)] : [],
  );
  const { keep: _, ...wishes } = options;
  return { ...wishes, ...(keep.length === 0 ? {} : { keep }), quasi, sensitive, k: Number(people), goal: chosen };
}
