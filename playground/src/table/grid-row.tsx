import { Component } from 'preact';
import type { Column } from 'kohort/js';
import type { ColumnChoice } from '../choices.js';
import { isWithheld } from '../roles.js';
import type { Released, ReleasedRow } from './use-released.js';
import type { View } from './view-choice.js';

/** A column that is in sight, and where. */
export interface PlacedColumn {
  readonly choice: ColumnChoice;
  readonly column: Column;
  /** Its place among the columns that are shown. */
  readonly at: number;
  /** Number of the element that draws it. */
  readonly slot: number;
  readonly isChosen: boolean;
  /** Place as CSS. */
  readonly style: string;
}

interface Props {
  readonly row: number;
  /** Place as CSS. */
  readonly style: string;
  readonly columns: readonly PlacedColumn[];
  /** The column of this row that the keyboard is at; -1: none. */
  readonly cursor: number;
  readonly view: View;
  /** Its release, and the place of a column among the labels; undefined until they are known. */
  readonly released: ReleasedRow | undefined;
  readonly at: Released['at'] | undefined;
}

/** Id by which screen readers find the cell that the keyboard is at. */
export const CURSOR_ID = 'grid-cursor';

const WATCHED = ['row', 'style', 'columns', 'cursor', 'view', 'released', 'at'] as const;

/** A row of the table; drawn again only when something of it changes. */
export class GridRow extends Component<Props> {
  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    return WATCHED.some((key) => next[key] !== this.props[key]);
  }

  override render({ row, style, columns, cursor, view, released, at: labelOf }: Props) {
    const isSuppressed = released?.labels.length !== undefined && released.labels[0] === null;
    return (
      <div
        class={isSuppressed ? 'grid-row suppressed' : 'grid-row'}
        role="row"
        aria-rowindex={row + 2}
        style={style}
        title={isSuppressed ? 'Suppressed: this row would be left out' : undefined}
      >
        {columns.map(({ choice, column, at, isChosen, style: place, slot }) => {
          const code = column.codes[row];
          const text = column.texts[code];
          const label = labelOf?.get(choice.name) ?? -1;
          const becomes = released?.labels[label] ?? text;
          const isChanged = becomes !== text;
          const lost = isChanged ? `;--lost:${Math.round(6 + 40 * (released?.losses[label] ?? 0))}%` : '';
          const marks = `${code === column.missingCode ? ' missing' : ''}${isChanged ? ' changed' : ''}${at === cursor ? ' cursor' : ''}`;
          return (
            <span
              key={slot}
              id={at === cursor ? CURSOR_ID : undefined}
              class={classOf(choice, column, isChosen) + marks}
              role="gridcell"
              aria-colindex={at + 1}
              style={place + lost}
            >
              {view === 'both' && isChanged && <span class="was">{text}</span>}
              {view === 'original' ? text : becomes}
            </span>
          );
        })}
      </div>
    );
  }
}

function classOf({ role }: ColumnChoice, column: Column, isChosen: boolean): string {
  const isNumber = column.numbers !== null && column.type !== 'date' && column.type !== 'datetime';
  return `grid-cell${isNumber ? ' number' : ''}${isWithheld(role) ? ' withheld' : ''}${isChosen ? ' chosen' : ''}`;
}
