/** Types of columns as people call them. */
import type { Column } from 'kohort/js';

type ColumnType = Column['type'];

export const TYPE_WORDS: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  date: 'date',
  datetime: 'date and time',
  time: 'time of day',
  duration: 'length of time',
};

/** Values of a type, as people call them. */
export const TYPE_PLURALS: Readonly<Record<ColumnType, string>> = {
  string: 'texts',
  integer: 'whole numbers',
  number: 'numbers',
  date: 'dates',
  datetime: 'dates with times',
  time: 'times of day',
  duration: 'lengths of time',
};

/** Meaning of each type for a column. */
export const TYPE_MEANINGS: Readonly<Record<ColumnType, string>> = {
  string: 'Each cell is a text, unchanged: codes such as 00712 keep their zeros.',
  integer: 'Values are whole numbers: they have an order and can become intervals.',
  number: 'Values are numbers with decimals: they have an order and can become intervals.',
  date: 'Values are days: they have an order and can become months, years or other parts of the calendar.',
  datetime: 'Values are days with a time of day: they can become hours, days, months or years.',
  time: 'Values are times of day: they have an order and can become intervals of minutes.',
  duration: 'Values are lengths of time: they have an order and can become intervals of minutes.',
};

/** The type of a column in words, with the format that its values are written in. */
export const typeText = ({ type, format }: Pick<Column, 'type' | 'format'>): string =>
  TYPE_WORDS[type] + (format === undefined ? '' : `, written ${format}`);
