import { extentOf } from '../parts/extent.js';
import type { ColumnChoice, Opened, Reading } from '../choices.js';
import { inputOf, missingInOf } from '../choices.js';
import { client } from '../client.js';
import { InvalidArgumentError, type KeptTable, type WorkerReading, type WorkerReadOptions } from 'kohort/client';
import type { InputSpec, ProposedJob, ProposeOptions } from 'kohort/js';
import { columnarFormatOf, formatOf } from 'kohort/sources';
import type { Watch } from '../shell/tasks.js';
import { readColumnarFile } from './read-columnar-file.js';
import { messageOf } from '../shell/tasks.js';

/** The plan for reading a file. */
export interface FilePlan {
  readonly file: File;
  readonly reading: Reading;
  /** Columns whose types somebody said; others are read as found. */
  readonly columns: readonly ColumnChoice[];
  /** This file as it was read before. */
  readonly before: Opened | null;
  /** Answers about the rows. */
  readonly said: Said;
}

/** `rowsArePeople`: each row is one person. `persons`: columns that say whose a row is. `isPlain`: the first line names the columns, and every row counts. */
export type Said = Pick<ProposeOptions, 'rowsArePeople' | 'persons' | 'isPlain'>;

/** Reads a file and looks at it, in the worker. Columns of a file without a header are called column 1, column 2, ... */
export async function openFile(plan: FilePlan, { signal, onProgress }: Watch): Promise<Opened> {
  const { file, reading, columns: choices } = plan;
  const input = inputOf(reading, reading.header ? [] : await namesWithoutHeader(plan));
  const declared = choices.filter(({ type, format }) => type !== undefined || format !== undefined);
  const types = declared.length === 0 ? {} : { types: (await import('./declared.js')).typesOf(declared, input) };
  const missingIn = missingInOf(reading, choices);
  const read = await readIn(file, { ...input, ...types, missingIn: missingIn ?? undefined }, { signal, onProgress });
  try {
    return { file, missingIn, ...read, ...(await lookAt(read.kept, plan, { signal, onProgress })) };
  } catch (reason) {
    read.kept.forget();
    throw reason;
  }
}

/** A file that is open; `misfit` is why it could not be read as it was wanted. */
export interface OpenedAs {
  readonly known: Opened;
  readonly misfit: string | null;
}

/** Opens a file as kept choices say; where it does not fit those, as the data step says. */
export async function openAsWanted(plan: FilePlan, otherwise: Reading | null, watch: Watch): Promise<OpenedAs> {
  try {
    return { known: await openFile(plan, watch), misfit: null };
  } catch (reason) {
    if (otherwise === null || watch.signal.aborted) throw reason;
    return { known: await openFile({ ...plan, reading: otherwise, columns: [] }, watch), misfit: messageOf(reason) };
  }
}

/** The reading of a file, with its format where its name suggests another one: the command chooses it by the name. */
export const readingWithFormat = (reading: Reading, { file, found }: Pick<Opened, 'file' | 'found'>): Reading =>
  formatOf(file.name, reading) === found.format ? reading : { ...reading, format: found.format };

/** Inspects a table, and proposes a job for it. */
async function lookAt(
  kept: KeptTable,
  { said }: Pick<FilePlan, 'said'>,
  { signal, onProgress }: ReadWatch,
): Promise<Pick<Opened, 'inspection' | 'proposal' | 'persons' | Asked>> {
  const inspection = await kept.inspect({ signal, onProgress });
  const key = said.persons?.filter((name) => inspection.columns.some((column) => column.name === name)) ?? [];
  const { proposal, ...asked } = await propose(kept, { ...said, persons: key }, signal);
  if (proposal === null) return { inspection, proposal, persons: null, ...asked };
  const reasons = new Map(proposal.columns.map((column) => [column.name, column]));
  const columns = inspection.columns.map((column) => {
    const { role = column.suggestedRole, reason = column.reason } = reasons.get(column.name) ?? {};
    return { ...column, suggestedRole: role, reason };
  });
  const persons = proposal.persons === undefined ? null : { key, count: proposal.persons };
  return { inspection: { ...inspection, columns }, proposal: proposal.job, persons, ...asked };
}

/** A file that is open, after somebody said what its rows are. Throws where a key was said that gives nearly every row a person of its own. */
export async function withSaid(opened: Opened, said: Said, { signal, onProgress }: ReadWatch): Promise<Opened> {
  const known = await lookAt(opened.kept, { said }, { signal, onProgress });
  if (known.repeated !== null && (said.persons ?? []).length > 0) {
    throw new Error(`These columns are not a key of persons: they are ${known.repeated}. Say what a row is otherwise.`);
  }
  return { ...opened, ...known };
}

/** Fields of an opened file that hold a question or a note where no job can be proposed. */
type Asked = 'note' | 'repeated' | 'stray';

type ReadWatch = Pick<Watch, 'signal' | 'onProgress'>;

/** The table of a file, here and in the worker, and as what it was read. Parquet and Arrow have a reader of their own, which is loaded on use. */
async function readIn(
  file: File,
  options: WorkerReadOptions,
  { signal, onProgress }: ReadWatch,
): Promise<Pick<Opened, 'table' | 'kept' | 'found'>> {
  const format = options.format ?? columnarFormatOf(file.name) ?? (await columnarStart(file));
  if (format === 'parquet' || format === 'arrow') {
    const table = await readColumnarFile(file, format, options, { signal, onProgress });
    return { table, kept: await client.keep(table), found: { format } };
  }
  let found: WorkerReading = { format: 'csv' };
  const onReading = (reading: WorkerReading): void => {
    found = reading;
  };
  const opened = await client.open(file, { ...options, signal, onProgress, onReading });
  return { ...opened, found };
}

/** Parquet and Arrow by how a file begins, whatever it is called. */
async function columnarStart(file: File): Promise<InputSpec['format']> {
  const start = new Uint8Array(await file.slice(0, 6).arrayBuffer());
  const text = new TextDecoder('latin1').decode(start);
  if (text.startsWith('PAR1')) return 'parquet';
  return text === 'ARROW1' ? 'arrow' : undefined;
}

/** A job made from the table, or why none can be. */
async function propose(
  kept: KeptTable,
  said: Said,
  signal: AbortSignal,
): Promise<Pick<Opened, Asked> & { readonly proposal: ProposedJob | null }> {
  const asked = { proposal: null, note: null, repeated: null, stray: null };
  try {
    return { ...asked, proposal: await kept.propose(said, { signal }) };
  } catch (reason) {
    if (signal.aborted) throw reason;
    if (reason instanceof InvalidArgumentError) {
      const { code, received } = reason;
      if (code === 'REPEATED_PERSONS') return { ...asked, repeated: received };
      if (code === 'HEADER_MISSING') return { ...asked, stray: { isHeader: true, text: received } };
      if (code === 'HEADER_ROWS' || code === 'FOOTER_ROWS') return { ...asked, stray: { isHeader: false, text: received } }; // prettier-ignore
    }
    return { ...asked, note: messageOf(reason) };
  }
}

/** Names for the fields of the first line; where the cells are divided as before, for the columns before. */
async function namesWithoutHeader({ file, reading, before }: FilePlan): Promise<string[]> {
  const { delimiter, sheet, encoding } = reading;
  const isDivided = before !== null && (before.found.format !== 'csv' || (delimiter ?? before.found.delimiter) === before.found.delimiter); // prettier-ignore
  if (before !== null && isDivided && sheet === undefined) return namesFor(before.table.columns.length);
  const start = new TextDecoder(encoding).decode(await file.slice(0, 1 << 16).arrayBuffer());
  const line = start.split(/\r?\n/)[reading.skip ?? 0] ?? '';
  const delimiters = delimiter === undefined ? [',', ';', '\t', '|'] : [delimiter];
  // Delimiters inside quotes do not count.
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  return namesFor(extentOf(delimiters.map((each) => bare.split(each).length)).most);
}

const namesFor = (count: number): string[] => Array.from({ length: count }, (_, i) => `column ${i + 1}`);
