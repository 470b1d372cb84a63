import type { ColumnMetaData, Compressors, DataReader, PageHeader, SchemaTree } from 'hyparquet';
import { checkRuns } from './level-runs.js';

/** Functions of hyparquet that are needed. */
interface ParquetPages {
  parquetHeader(reader: DataReader): PageHeader;
  decompressPage(
    bytes: Uint8Array,
    size: number,
    codec: ColumnMetaData['codec'],
    compressors: Compressors | undefined,
  ): Uint8Array;
  getMaxDefinitionLevel(path: SchemaTree[]): number;
  getMaxRepetitionLevel(path: SchemaTree[]): number;
}

/** A column of a group of rows. */
interface ParquetChunk {
  readonly meta: ColumnMetaData;
  /** The column's elements of the schema, from the root on. */
  readonly path: SchemaTree[];
  readonly groupRows: number;
}

/**
 * Checks the pages of a column against their own headers, before they are read: hyparquet repeats numbers as often as a run says, and
 * goes back to the beginning where a page has no size. Throws Error for what cannot be.
 */
export function checkChunk(
  file: ArrayBuffer,
  chunk: ParquetChunk,
  pages: ParquetPages,
  compressors: Compressors,
): void {
  const { meta, path, groupRows } = chunk;
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const size = Number(meta.total_compressed_size);
  const isWithin = Number.isSafeInteger(start) && Number.isSafeInteger(size) && start >= 0 && size >= 0;
  if (!isWithin || start + size > file.byteLength) throw new Error('a column outside of its file');
  const values = Number(meta.num_values);
  const isFlat = path.length === 2 && pages.getMaxRepetitionLevel(path) === 0;
  if (!isCount(values) || (isFlat && values !== groupRows))
    throw new Error('a column with more or fewer cells than rows');
  const reader = { view: new DataView(file, start, size), offset: 0 };
  let seen = 0;
  // Columns of lists are read to their end.
  while (reader.offset < size - 1 && (!isFlat || seen < values)) {
    const header = pages.parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header;
    if (!isCount(packed) || !isCount(unpacked) || reader.offset + packed > size) {
      throw new Error('a page of an impossible size');
    }
    const bytes = new Uint8Array(file, start + reader.offset, packed);
    const found = new PageCheck(chunk, pages, compressors).check(header, bytes);
    if (found > values - seen) throw new Error('a page with more cells than its column');
    seen += found;
    reader.offset += packed;
  }
}

class PageCheck {
  readonly #meta: ColumnMetaData;
  readonly #pages: ParquetPages;
  readonly #compressors: Compressors;
  readonly #deepest: number;
  readonly #repeated: number;

  constructor({ meta, path }: ParquetChunk, pages: ParquetPages, compressors: Compressors) {
    this.#meta = meta;
    this.#pages = pages;
    this.#compressors = compressors;
    this.#deepest = pages.getMaxDefinitionLevel(path);
    this.#repeated = pages.getMaxRepetitionLevel(path);
  }

  /** Looks at a page, and gives how many values it has. */
  check(header: PageHeader, bytes: Uint8Array): number {
    const most = Number(this.#meta.num_values);
    const of = (count: number | undefined): number => {
      if (count === undefined || !isCount(count) || count > most)
        throw new Error('a page with an impossible number of cells');
      return count;
    };
    if (header.type === 'DATA_PAGE') return this.#first(header, bytes, of(header.data_page_header?.num_values));
    if (header.type === 'DATA_PAGE_V2') return this.#second(header, bytes, of(header.data_page_header_v2?.num_values));
    if (header.type !== 'DICTIONARY_PAGE') return 0;
    const entries = header.dictionary_page_header?.num_values ?? -1;
    // An entry of the shortest type takes a bit.
    if (!isCount(entries) || entries > 8 * header.uncompressed_page_size) {
      throw new Error('a dictionary with an impossible number of entries');
    }
    return 0;
  }

  /** A page of the first form, whose levels are packed with its values and say their length. */
  #first(header: PageHeader, bytes: Uint8Array, values: number): number {
    const page = viewOf(this.#unpacked(bytes, header.uncompressed_page_size));
    let at = 0;
    const levels = (width: number, wanted?: number): number => {
      const length = lengthAt(page, at);
      const found = checkRuns(within(page, at + 4, length), 0, { width, count: values, wanted });
      at += 4 + length;
      return found;
    };
    if (this.#repeated > 0) levels(widthOf(this.#repeated));
    const filled = this.#deepest === 0 ? values : levels(widthOf(this.#deepest), this.#deepest);
    this.#values(page, at, filled, header.data_page_header!.encoding);
    return values;
  }

  /** A page of the second form, whose levels stand before its values and are never compressed. */
  #second(header: PageHeader, bytes: Uint8Array, values: number): number {
    const {
      num_nulls: nulls,
      num_rows: rows,
      encoding,
      is_compressed: isCompressed,
      repetition_levels_byte_length: repetition,
      definition_levels_byte_length: definition,
    } = header.data_page_header_v2!;
    const isPossible = [nulls, rows, repetition, definition].every(isCount) && nulls <= values && rows <= values;
    if (!isPossible || repetition + definition > bytes.length) throw new Error('a page with impossible levels');
    const view = viewOf(bytes);
    if (this.#repeated > 0) {
      checkRuns(within(view, 0, repetition), 0, { width: widthOf(this.#repeated), count: values });
    }
    if (this.#deepest > 0) {
      checkRuns(within(view, repetition, definition), 0, { width: widthOf(this.#deepest), count: values });
    }
    const packed = bytes.subarray(repetition + definition);
    const size = header.uncompressed_page_size - repetition - definition;
    const page = isCompressed === false ? packed : this.#unpacked(packed, size);
    this.#values(viewOf(page), 0, values - nulls, encoding);
    return values;
  }

  /** Values that stand as codes in runs. */
  #values(page: DataView, at: number, count: number, encoding: string): void {
    const isBoolean = this.#meta.type === 'BOOLEAN';
    if (isBoolean && encoding.startsWith('RLE')) {
      if (count > 0) checkRuns(within(page, at + 4, lengthAt(page, at)), 0, { width: 1, count });
      return;
    }
    if (encoding !== 'PLAIN_DICTIONARY' && encoding !== 'RLE_DICTIONARY') return;
    if (at >= page.byteLength) {
      if (count > 0) throw new Error('a page without its values');
      return;
    }
    const width = page.getUint8(at);
    if (width > 0) checkRuns(page, at + 1, { width, count });
  }

  #unpacked(bytes: Uint8Array, size: number): Uint8Array {
    return this.#pages.decompressPage(bytes, size, this.#meta.codec, this.#compressors);
  }
}

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

/** Bits of the highest level. */
const widthOf = (level: number): number => 32 - Math.clz32(level);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function lengthAt(page: DataView, at: number): number {
  if (at + 4 > page.byteLength) throw new Error('a page that is cut off');
  return page.getUint32(at, true);
}

function within(page: DataView, at: number, length: number): DataView {
  if (at + length > page.byteLength) throw new Error('levels that end behind their page');
  return new DataView(page.buffer, page.byteOffset + at, length);
}
