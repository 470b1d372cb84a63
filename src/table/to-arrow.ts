import { InvalidArgumentError } from '../base/errors.js';
import type { Column, TableData } from './column.js';
import { isOfNumbers } from './of-numbers.js';

/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/consistent-type-imports -- users without apache-arrow check our declarations too */

/**
 * Module that `import('apache-arrow')` returns.
 *
 * @ts-ignore: the package need not be installed. */
export type ArrowModule = typeof import('apache-arrow');

/**
 * A table of the package `apache-arrow`.
 *
 * @ts-ignore: the package need not be installed. */
export type ArrowTable = import('apache-arrow').Table;

/** @ts-ignore: a vector of the package `apache-arrow`, which need not be installed. */
type ArrowVector = import('apache-arrow').Vector;

/** A table as one of Arrow; a counted one with every entry as often as it counts. Throws InvalidArgumentError PACKAGE_MISSING. */
export async function toArrowTable(table: TableData, given?: ArrowModule): Promise<ArrowTable> {
  const { rows, weights } = table;
  const arrow = given ?? (await loadArrow());
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  let at = 0;
  weights?.forEach((weight, entry) => order.fill(entry, at, (at += weight)));
  return arrowTableOf(arrow, table, order);
}

/** Loads the package by a name that no bundler follows: it is no part of a page that does not ask for it. */
async function loadArrow(): Promise<ArrowModule> {
  const name = 'apache-arrow';
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as ArrowModule;
  } catch {
    throw new InvalidArgumentError(
      name,
      'the package, installed by "npm install apache-arrow" (in a bundle: toArrow(await import("apache-arrow")))',
      'none',
      'PACKAGE_MISSING',
    );
  }
}

/**
 * A table of Arrow. Every column is a dictionary of the texts, or a vector of the numbers, of the cells alone; beneath a null there
 * are zeros; the schema has names and types and no metadata.
 *
 * @param order - [rows] entry of every row
 */
export function arrowTableOf(arrow: ArrowModule, table: TableData, order: Uint32Array): ArrowTable {
  const vectors = table.columns.map((column, id) => vectorOf(arrow, column, order, id));
  const fields = vectors.map(({ type, nullable }, c) => new arrow.Field(table.columns[c].name, type, nullable));
  // Not by an object of vectors: names that are whole numbers would come first.
  const schema = new arrow.Schema(fields);
  const children = vectors.map(({ data }) => data[0]);
  const data = arrow.makeData({ type: new arrow.Struct(fields), length: order.length, nullCount: 0, children });
  return new arrow.Table(schema, new arrow.RecordBatch(schema, data));
}

/** Texts as Arrow has them. Not by a builder of the package: those make code from text, which a content security policy forbids. */
function textsOf(arrow: ArrowModule, texts: readonly string[]) {
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const valueOffsets = new Int32Array(texts.length + 1);
  encoded.forEach(({ length }, i) => (valueOffsets[i + 1] = valueOffsets[i] + length));
  const data = new Uint8Array(valueOffsets[texts.length]);
  encoded.forEach((bytes, i) => data.set(bytes, valueOffsets[i]));
  return arrow.makeData({ type: new arrow.Utf8(), length: texts.length, nullCount: 0, valueOffsets, data });
}

/** @param id - of its dictionary; by default the package would count those of the whole program */
function vectorOf(arrow: ArrowModule, column: Column, order: Uint32Array, id: number): ArrowVector {
  const { codes, missingCode } = column;
  const { length } = order;
  const nullBitmap = missingCode >= 0 ? new Uint8Array(Math.ceil(length / 64) * 8) : undefined;
  let nullCount = 0;
  const isNull = (row: number): boolean => {
    if (codes[order[row]] === missingCode) nullCount++;
    else if (nullBitmap !== undefined) nullBitmap[row >> 3] |= 1 << (row & 7);
    return codes[order[row]] === missingCode;
  };
  if (column.numbers !== null && isOfNumbers(column)) {
    const { numbers } = column;
    const data = new Float64Array(length);
    for (let row = 0; row < length; row++) if (!isNull(row)) data[row] = numbers[codes[order[row]]];
    return arrow.makeVector(arrow.makeData({ type: new arrow.Float64(), length, nullCount, nullBitmap, data }));
  }
  // Codes by first appearance in the output: neither unreleased entries nor another order are left.
  const newCode = new Int32Array(column.texts.length).fill(-1);
  const texts: string[] = [];
  const data = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    if (isNull(row)) continue;
    const code = codes[order[row]];
    if (newCode[code] < 0) newCode[code] = texts.push(column.texts[code]) - 1;
    data[row] = newCode[code];
  }
  const dictionary = arrow.makeVector(textsOf(arrow, texts));
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), id);
  return arrow.makeVector(arrow.makeData({ type, length, nullCount, nullBitmap, data, dictionary }));
}
