import { InputError, InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { InputLimits } from '../table/input-spec.js';

/** The names of {@link InputLimits}. */
export const limitNames = ['rows', 'columns', 'cells', 'bytes', 'unpackedBytes', 'memory', 'seconds'] as const;

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;
/** Columns that a file of any format may have by default. */
export const MOST_COLUMNS = 65_536;
/** Cells that a file of any size may have, and those that are allowed for each of its bytes where that is more. */
export const UNSUSPICIOUS_CELLS = 16 * MEBIBYTE;
const CELLS_PER_BYTE = 1000;
/** Likewise of bytes that are unpacked. */
export const UNSUSPICIOUS_BYTES = 64 * MEBIBYTE;
const TIMES_UNPACKED = 400;
/** A reader needs a file as a whole, in one buffer. */
const MOST_BYTES = 4 * GIBIBYTE;
const TIMES_IN_MEMORY = 64;
const SECONDS = 10;
const BYTES_A_SECOND = 50_000;
const CELLS_A_SECOND = 250_000;

/** The limits that are above what a file of no size has by default, but for that of rows. */
export function raisedLimits(limits: InputLimits): InputLimits {
  const least: InputLimits = {
    columns: MOST_COLUMNS,
    cells: UNSUSPICIOUS_CELLS,
    bytes: MOST_BYTES,
    unpackedBytes: UNSUSPICIOUS_BYTES,
    memory: GIBIBYTE,
    seconds: SECONDS,
  };
  return Object.fromEntries(
    limitNames.flatMap((name) => ((limits[name] ?? 0) > (least[name] ?? Infinity) ? [[name, limits[name]]] : [])),
  );
}

/** Size that a file declares before any of its cells is decoded. */
interface DeclaredSize {
  /** Bytes of the file itself. */
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Bytes that its parts are unpacked to, as far as it says that. */
  readonly unpackedBytes?: number;
}

/** The error of a file that asks for more than a limit; `needed` is what the limit would have to be, where that is known. */
export function limitError(
  limit: keyof InputLimits,
  problem: string,
  source: string | undefined,
  needed: number | string = 'N',
): InputError {
  const cure = `if that is meant, "limits": {"${limit}": ${needed}} of "input" (--limit ${limit}=${needed}) takes it`;
  return new InputError('INPUT_LIMIT', `${problem}; ${cure}`, { source });
}

/** Throws InvalidArgumentError for limits that are none. */
export function checkLimits(limits: InputLimits | undefined): void {
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (value === undefined) continue;
    if (!(limitNames as readonly string[]).includes(name)) {
      throw new InvalidArgumentError('input.limits', `only ${limitNames.join(', ')}`, JSON.stringify(name));
    }
    if (typeof value !== 'number' || !(value > 0)) {
      throw new InvalidArgumentError(`input.limits.${name}`, 'a number above 0', String(value));
    }
  }
}

/** Throws InputError INPUT_LIMIT when a file is too large to be read as a whole. */
export function checkBytes(bytes: number, { bytes: most = MOST_BYTES }: InputLimits, source: string | undefined): void {
  if (bytes > most) throw limitError('bytes', `the file has more than ${most} bytes`, source, bytes);
}

/** Throws InputError INPUT_LIMIT when a file says that it has more than the limits allow. */
export function checkDeclared(declared: DeclaredSize, limits: InputLimits, source: string | undefined): void {
  const { bytes, rows, columns, unpackedBytes = 0 } = declared;
  const { rows: mostRows = Infinity, columns: mostColumns = MOST_COLUMNS } = limits;
  const says = `the file declares ${amount(rows, 'row')} and ${amount(columns, 'column')} in ${amount(bytes, 'byte')}`;
  if (columns > mostColumns) throw limitError('columns', `${says}, more than ${mostColumns} columns`, source, columns);
  if (rows > mostRows) throw limitError('rows', `${says}, more than ${mostRows} rows`, source, rows);
  const ratio = limits.rows === undefined ? Math.max(UNSUSPICIOUS_CELLS, CELLS_PER_BYTE * bytes) : Infinity;
  const mostCells = limits.cells ?? ratio;
  const cells = rows * columns;
  if (cells > mostCells) throw limitError('cells', `${says}, more than ${mostCells} cells`, source, cells);
  checkUnpacked(bytes, unpackedBytes, limits, source);
}

/** Maximum bytes that a file of `bytes` bytes may unpack to. */
const mostUnpacked = (bytes: number, { unpackedBytes }: InputLimits): number =>
  unpackedBytes ?? Math.max(UNSUSPICIOUS_BYTES, TIMES_UNPACKED * bytes);

/** Throws InputError INPUT_LIMIT when a file of some bytes becomes too many. */
export function checkUnpacked(
  bytes: number,
  unpackedBytes: number,
  limits: InputLimits,
  source: string | undefined,
): void {
  const most = mostUnpacked(bytes, limits);
  if (unpackedBytes <= most) return;
  throw limitError('unpackedBytes', `the ${bytes} bytes of the file become more than ${most}`, source, unpackedBytes);
}

/** Bytes of memory for decoding a file. */
export const memoryFor = (bytes: number, { memory }: InputLimits): number =>
  memory ?? GIBIBYTE + TIMES_IN_MEMORY * bytes;

/** Seconds for decoding a file of `bytes` bytes, and of `cells` cells where that is known. */
export const secondsFor = (bytes: number, cells: number, { seconds }: InputLimits): number =>
  seconds ?? SECONDS + bytes / BYTES_A_SECOND + cells / CELLS_A_SECOND;

/** The limits of a text (CSV, JSON and its lines), which is read piece by piece: only those that are said hold. */
export class TextLimits {
  readonly #limits: InputLimits;
  readonly #source: string | undefined;
  readonly #startedAt = performance.now();
  #bytes = 0;

  constructor({ limits = {}, sourceName }: { readonly limits?: InputLimits; readonly sourceName?: string }) {
    this.#limits = limits;
    this.#source = sourceName;
  }

  /**
   * Checks what was read so far; called after every piece, of `pieceBytes` bytes.
   *
   * @throws InputError INPUT_LIMIT
   */
  take(pieceBytes: number, rows: number, columns: number): void {
    this.#bytes += pieceBytes;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const read = { bytes: this.#bytes, rows, columns, cells: rows * columns, seconds };
    for (const name of ['bytes', 'columns', 'rows', 'cells', 'seconds'] as const) {
      const most = this.#limits[name] ?? Infinity;
      const verb = name === 'seconds' ? 'takes' : 'has';
      if (read[name] > most) throw limitError(name, `the file ${verb} more than ${most} ${name}`, this.#source);
    }
  }
}
