/** Types of columns as people call them. */
import type { Column } from 'kohort/js';

type ColumnType = Column['type'];

export const TYPE_WORDS: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  date: 'date',
  datetime: 'date and time',
};

/** The type of a column in words, with the format that its values are written in. */
export const typeText = ({ type, format }: Pick<Column, 'type' | 'format'>): string =>
  TYPE_WORDS[type] + (format === undefined ? '' : `, written ${format}`);
