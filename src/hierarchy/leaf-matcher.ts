import { CapacityError, HierarchyError } from '../base/errors.js';
import { mergingKinds } from '../table/infer-kind.js';
import { presentTexts } from '../table/present-texts.js';
import type { Column } from '../table/table.js';
import { leafNumber } from './leaf-number.js';

const MAP_LIMIT = 2 ** 24;

/**
 * Finds leaves by what they mean in a column: numbers and dates by value (so that `05` is 5), everything else by text. The
 * missing value is the leaf of its own text or else the first leaf that reads as a missing cell.
 */
export class LeafMatcher {
  readonly #column: Column;
  readonly #missingTexts: ReadonlySet<string>;
  readonly #byText = new Map<string, number>();
  readonly #byNumber = new Map<number, number>();
  #missing = -1;

  /** @param missingTexts texts that are read as missing cells */
  constructor(column: Column, missingTexts: ReadonlySet<string> = new Set()) {
    this.#column = column;
    this.#missingTexts = missingTexts;
  }

  /** Index under which the leaf was added, or -1. */
  find(text: string): number {
    const number = this.#numberOf(text);
    return (Number.isNaN(number) ? this.#byText.get(text) : this.#byNumber.get(number)) ?? -1;
  }

  /** Adds a leaf; throws CapacityError past 2^24 leaves. */
  add(text: string, index: number): void {
    if (index >= MAP_LIMIT) throw new CapacityError('leaves of a hierarchy', index + 1, MAP_LIMIT);
    const number = this.#numberOf(text);
    if (this.#missing < 0 && this.#missingTexts.has(text)) this.#missing = index;
    if (Number.isNaN(number)) this.#byText.set(text, index);
    else this.#byNumber.set(number, index);
  }

  /**
   * [distinct] leaf index of every dictionary code of the column, -1 where no leaf covers it.
   */
  cover(): Int32Array {
    const { texts, numbers, missingCode } = this.#column;
    const leafOf = new Int32Array(texts.length);
    for (let code = 0; code < texts.length; code++) {
      const byText = numbers === null || code === missingCode || Number.isNaN(numbers[code]);
      const found = byText ? this.#byText.get(texts[code]) : this.#byNumber.get(numbers[code]);
      leafOf[code] = found ?? (code === missingCode ? this.#missing : -1);
    }
    return leafOf;
  }

  #numberOf(text: string): number {
    const { missingCode, texts } = this.#column;
    const isMissing = this.#missingTexts.has(text) || (missingCode >= 0 && text === texts[missingCode]);
    return isMissing ? NaN : leafNumber(text, this.#column);
  }
}

/** The declaration under which values that are written in several ways are matched by what they mean. */
function cureOf(column: Column): string {
  const [kind] = column.type === 'string' ? mergingKinds(presentTexts(column)) : [];
  if (kind === undefined) return '';
  const cure = kind.format === undefined ? `"type": "${kind.type}"` : `"format": "${kind.format}"`;
  return `; the values are ${kind.type === 'number' ? 'numbers' : 'days or times'} written in more than one way, which ${cure} of the attribute matches by value`;
}

/**
 * Throws HIERARCHY_MISSING_VALUE when a value of the column other than the missing one has no leaf. `leafOf` as
 * {@link LeafMatcher.cover} returns it.
 */
export function requireCoverage(column: Column, leafOf: Int32Array): void {
  let uncovered = 0;
  for (let code = 0; code < leafOf.length; code++) if (leafOf[code] < 0 && code !== column.missingCode) uncovered++;
  if (uncovered === 0) return;
  let row = 0;
  while (row < column.codes.length) {
    const code = column.codes[row];
    if (leafOf[code] < 0 && code !== column.missingCode) break;
    row++;
  }
  throw new HierarchyError(
    'HIERARCHY_MISSING_VALUE',
    column.name,
    `expected a leaf for every value of the column, ${uncovered} distinct ${uncovered === 1 ? 'value has' : 'values have'} none (first in data row ${row + 1})${cureOf(column)}`,
    0,
    uncovered,
  );
}
