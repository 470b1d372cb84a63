import type { Column } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';

/** A column that can be scrolled to. */
export interface ShownColumn {
  readonly choice: ColumnChoice;
  readonly column: Column;
  readonly facts: Opened['inspection']['columns'][number];
}
