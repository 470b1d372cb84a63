import { typesOfColumns } from '../../io/cell-options.js';
import { disarm, disarmsFormulas, rearm, rearmed } from '../../table/formula-guard.js';
import type { FileFormat } from '../../table/file-formats.js';
import type { InputSpec } from '../../table/input-spec.js';
import type { CountedReading } from '../../io/csv/count-file.js';
import { countingThreads } from '../../io/csv/count-file.js';
import { readFormat } from '../../io/file-formats.js';
import { areColumnsInRows, formatOf, formatOfFiles, formatOfName, joinedFormats } from '../../table/file-formats.js';
import { readFiles } from '../node/open-files.js';
import { countThreads } from '../node/count-threads.js';
import type { FileParts } from '../node/open-input.js';
import { readFrom } from '../node/read-from.js';
import { startReading } from '../node/reading/start-reading.js';
import type { CsvSource, CheckedJob, JobInput, ReadCsvOptions } from '../../index.js';
import { lookedColumns } from '../../pipeline/persons-of-job.js';
import { readForChecked } from '../../pipeline/read-for-checked.js';
import type { SearchOptions } from '../../pipeline/read-by-job.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { hideSecret, isSourceAddress } from '../../table/source-address.js';
import { releaseReading } from '../sources/read-release.js';
import { isWithheld, planColumns } from '../../job/plan.js';
import type { Table } from '../../table/table.js';
import type { Terminal } from './console.js';
import { describeReading } from '../../table/input-description.js';
import { releaseDelimiter } from './release-delimiter.js';
import { reportReading } from './reading-progress.js';

/** Throws InvalidArgumentError OPTION_UNUSED for inputs that cannot be read as one. */
export function refuseSeveral([input, ...more]: readonly string[]): void {
  if (more.length === 0) return;
  const format = isSourceAddress(input) ? 'csv' : formatOf(input);
  const wrong = [input, ...more].find(
    (path) => isSourceAddress(path) || path === '-' || formatOf(path) !== format || !joinedFormats.includes(format),
  );
  if (wrong === undefined) return;
  throw new InvalidArgumentError(
    'input',
    'CSV files only, or lines of JSON only, where there are several',
    JSON.stringify(isSourceAddress(wrong) ? hideSecret(wrong) : wrong),
    'OPTION_UNUSED',
  );
}

/** Reads files in rows: CSV, also compressed and several, Parquet or Arrow, by `format` or the ending of the name. */
export async function readFileRows(paths: readonly string[], options: ReadCsvOptions): Promise<Table> {
  const format = formatOfFiles(paths, options);
  return readFiles(paths, options, (source, sourceName, parts) =>
    readTable(source, parts, format, { ...options, sourceName }),
  );
}

/** The names of the columns of a file by its header alone; null of what has none, and of what cannot be read or read twice. */
export async function readColumnNames(
  path: string,
  input: InputSpec & Pick<ReadCsvOptions, 'signal'>,
): Promise<readonly string[] | null> {
  if (path === '-' || isSourceAddress(path) || areColumnsInRows(formatOf(path, input))) return null;
  const read = (onDescribed: ReadCsvOptions['onDescribed']): Promise<Table> =>
    readFileRows([path], { ...input, onDescribed });
  // A reading of the rows says what is wrong with the file.
  const described = await describeReading(read, () => true).catch(() => undefined);
  return described?.columns ?? null;
}

/** Reads a table in rows, or with `counted` one of CSV into a counted table. */
async function readTable(
  source: CsvSource,
  parts: FileParts | null,
  format: FileFormat,
  options: ReadCsvOptions,
  counted: CountedReading | null = null,
): Promise<Table> {
  const file = parts && { ...parts, startThreads: (engine: 'wasm' | 'js') => countThreads(parts, engine) };
  return readFormat(source, format, options, startReading, counted && { ...counted, file });
}

/** The input of a job, and how many threads read it. */
interface ReadInput extends JobInput {
  readonly threads: number;
}

/** Reads the input of a job; with `counted` into a counted table. */
export async function readJobInput(
  paths: readonly string[],
  job: CheckedJob,
  signal: AbortSignal,
  terminal: Terminal,
  counted: CountedReading | null = null,
  { described, ...search }: SearchOptions & Pick<ReadCsvOptions, 'described' | 'onBadRows'> = {},
): Promise<ReadInput> {
  const onProgress = reportReading(paths, terminal);
  const { input } = planColumns(job);
  const format = formatOfFiles(paths, input);
  const readOpened = async (source: CsvSource, sourceName: string, parts: FileParts | null): Promise<ReadInput> => {
    const read = async (asked: ReadCsvOptions) => readTable(source, parts, format, asked, counted);
    const threads = counted === null ? 1 : countingThreads(parts, counted);
    const looked = counted === null ? lookedColumns(job) : null;
    const asked = { sourceName, signal, onProgress, read, looked, described, ...search };
    return { ...(await readForChecked(source, job, asked)), threads };
  };
  return readFiles(paths, { ...input, described }, readOpened);
}

/**
 * Reads a finished release as `anonymize` writes it, or as a spreadsheet saved it with another delimiter. Quasi-identifiers are labels, so texts; the other
 * columns have the types of the original where it is at hand, else the job's. `sourceName` is for messages; with a counted
 * original the release is counted too, unless `counted` says otherwise.
 */
export async function readRelease(
  path: string,
  sourceName: string,
  job: CheckedJob,
  original: Table | undefined,
  signal: AbortSignal,
  counted: CountedReading | null = (original?.weights ?? null) === null ? null : { threads: 1 },
): Promise<Table> {
  const format = formatOfName(path.replace(/\.[^./]*\.kohort-tmp$/, '').replace(/^(.*\/)?\./, '$1')) ?? 'csv';
  const delimiter = format === 'csv' ? await releaseDelimiter(path, job, original) : {};
  const columnsOfNone = releasedNames(job, original);
  const options = { ...releaseReading(job, original), ...delimiter, columnsOfNone, sourceName, signal };
  const own = counted === null ? null : { ...counted, memory: undefined };
  const isGuarded = format === 'csv' && disarmsFormulas(planColumns(job).output);
  const asked = isGuarded ? ofDisarmed(options) : options;
  const read = async (source: CsvSource, _: string, parts: FileParts | null): Promise<Table> =>
    readTable(source, parts, format, asked, own);
  const table = await readFrom(path, read, options.limits);
  return isGuarded ? rearmed(table) : table;
}

/** Columns that a release of the job has, in their order. */
function releasedNames(job: CheckedJob, original: Table | undefined): readonly string[] {
  const plan = planColumns(job);
  const all = original?.columns ?? plan.columns;
  return all.map(({ name }) => name).filter((name) => !isWithheld(plan, name));
}

/** Options of reading a release whose formulas are disarmed. */
const ofDisarmed = <Options extends ReadCsvOptions>({ types, missing, ...options }: Options): ReadCsvOptions => ({
  ...options,
  types: (name: string) => typesOfColumns(types, [rearm(name)])[rearm(name)],
  missing: missing === undefined ? undefined : [...new Set([...missing, ...missing.map(disarm)])],
});
