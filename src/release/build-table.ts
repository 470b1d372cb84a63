import type { Column } from '../table/table.js';
import { Table } from '../table/table.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ReleasedValue } from './released.js';
import { suppressedRow } from './row-classes.js';
import { selectColumn } from './select-column.js';
import { anyValue } from './value-label.js';

/** A quasi-identifier as it is released. */
export interface ReleasedColumn {
  readonly domain: Domain;
  readonly values: readonly ReleasedValue[];
  /** [classes] index into `values`. */
  readonly valueOf: Uint32Array;
}

/**
 * The released table.
 *
 * @param columns - released columns of the input in their order; the others do not leave
 * @param quasiIdentifiers - by column name
 * @param classOf - [rows of the input] released class, or {@link suppressedRow}
 * @param order - rows of the input that leave, in the order in which they leave
 */
export function buildTable(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  classOf: Uint32Array,
  order: Uint32Array,
): Table {
  return new Table(
    order.length,
    columns.map((column) => {
      const released = quasiIdentifiers.get(column.name);
      if (released === undefined) {
        const { codes } = column;
        return selectColumn({ ...column, codeOf: (row) => codes[row] }, order);
      }
      return selectColumn(recode(column.name, released, classOf), order);
    }),
  );
}

function recode(name: string, { domain, values, valueOf }: ReleasedColumn, classOf: Uint32Array) {
  const texts = values.map((value) => value.label);
  let star = texts.indexOf(anyValue);
  if (star < 0) star = texts.push(anyValue) - 1;
  const { missingLeaf } = domain;
  return {
    name,
    type: 'string' as const,
    texts,
    numbers: null,
    missingCode: values.findIndex((value) => missingLeaf >= 0 && value.lo === missingLeaf && value.hi === missingLeaf),
    codeOf: (row: number): number => (classOf[row] === suppressedRow ? star : valueOf[classOf[row]]),
  };
}
