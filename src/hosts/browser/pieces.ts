/**
 * Tables whose texts go to the page in many small messages, before the message that holds the table: a page reads each message at one
 * go, and would be busy for tenths of a second with a million texts.
 */
import { appendAll } from '../../base/sequences.js';
import type { Column } from '../../table/table.js';
import type { PlainTable } from '../../table/plain-table.js';

/** Texts of one column, in their order after those that were sent before. */
export interface TextsPiece {
  /** Number of the column among those of the task that are sent in pieces. */
  readonly column: number;
  readonly texts: readonly string[];
}

/** A column of a message: its texts are there, or were sent before under a number. */
type SentColumn = Column & { readonly sent?: number };

/** Texts that stand in the message of the table, and in one piece. */
const WITH_TABLE = 1 << 9;
const IN_PIECE = 1 << 13;

/** Sends the long lists of texts of a task's tables. */
export class PieceSender {
  readonly #send: (piece: TextsPiece) => void;
  #columns = 0;

  constructor(send: (piece: TextsPiece) => void) {
    this.#send = send;
  }

  /** Sends the texts that are many, and gives the table as the last message holds it. */
  send(table: PlainTable): PlainTable {
    const columns = table.columns.map((column): SentColumn => {
      const { texts } = column;
      if (texts.length <= WITH_TABLE) return column;
      const sent = this.#columns++;
      for (let from = 0; from < texts.length; from += IN_PIECE) {
        this.#send({ column: sent, texts: texts.slice(from, from + IN_PIECE) });
      }
      return { ...column, texts: [], sent };
    });
    return { ...table, columns };
  }
}

/** Joins what a {@link PieceSender} sent. */
export class PieceReceiver {
  readonly #columns: string[][] = [];

  add({ column, texts }: TextsPiece): void {
    appendAll((this.#columns[column] ??= []), texts);
  }

  /** The table of the last message with all of its texts. */
  join({ rows, columns, warnings }: PlainTable): PlainTable {
    const joined = columns.map(({ sent, ...column }: SentColumn): Column =>
      sent === undefined ? column : { ...column, texts: this.#columns[sent] },
    );
    return { rows, columns: joined, warnings };
  }
}
