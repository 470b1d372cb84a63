import { Component } from 'preact';
import type { Column } from 'kohort/js';
import type { ColumnChoice } from '../choices.js';

/** A column that is in sight, and where. */
export interface PlacedColumn {
  readonly choice: ColumnChoice;
  readonly column: Column;
  /** Its place among the columns that are shown. */
  readonly at: number;
  /** Which element it is drawn by. */
  readonly slot: number;
  readonly isChosen: boolean;
  /** Where it stands, as CSS. */
  readonly style: string;
}

interface Props {
  readonly row: number;
  /** Where it stands, as CSS. */
  readonly style: string;
  readonly columns: readonly PlacedColumn[];
  /** The column of this row that the keyboard is at; -1: none. */
  readonly cursor: number;
}

/** The name by which the cell that the keyboard is at is told. */
export const CURSOR_ID = 'grid-cursor';

/** A row of the table; drawn anew only when something of it changes. */
export class GridRow extends Component<Props> {
  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    const { row, style, columns, cursor } = this.props;
    return next.row !== row || next.style !== style || next.columns !== columns || next.cursor !== cursor;
  }

  override render({ row, style, columns, cursor }: Props) {
    return (
      <div class="grid-row" role="row" aria-rowindex={row + 2} style={style}>
        {columns.map(({ choice, column, at, isChosen, style: place, slot }) => {
          const code = column.codes[row];
          const isMissing = code === column.missingCode;
          return (
            <span
              key={slot}
              id={at === cursor ? CURSOR_ID : undefined}
              class={`${classOf(choice, column, isChosen)}${isMissing ? ' missing' : ''}${at === cursor ? ' cursor' : ''}`}
              role="gridcell"
              aria-colindex={at + 1}
              style={place}
            >
              {column.texts[code]}
            </span>
          );
        })}
      </div>
    );
  }
}

function classOf({ role }: ColumnChoice, column: Column, isChosen: boolean): string {
  const isNumber = column.numbers !== null && column.type !== 'date' && column.type !== 'datetime';
  const isWithheld = role === 'identifier' || role === 'drop';
  return `grid-cell${isNumber ? ' number' : ''}${isWithheld ? ' withheld' : ''}${isChosen ? ' chosen' : ''}`;
}
