/**
 * Tables whose texts are sent in many small messages, before the message that holds the table: a page reads or writes each message at one
 * go, and would be busy for tenths of a second with a million texts.
 */
import { appendAll } from '../../base/sequences.js';
import { runToCompletion, runWithEvents, type Steps } from '../../base/steps.js';
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

/** Tests whether a message holds a piece. */
export function isPiece(value: unknown): value is TextsPiece {
  const { column, texts } = (value ?? {}) as Partial<TextsPiece>;
  return Number.isInteger(column) && (column as number) >= 0 && Array.isArray(texts);
}

/** Sends the long lists of texts of a task's tables. */
export class PieceSender {
  readonly #send: (piece: TextsPiece) => void;
  #columns = 0;

  constructor(send: (piece: TextsPiece) => void) {
    this.#send = send;
  }

  /** Sends the texts that are many, and gives the table as the last message holds it. */
  send(table: PlainTable): PlainTable {
    return runToCompletion(this.#steps(table));
  }

  /** Does the same in short stretches, between which the page draws and hears its user. Throws AbortError. */
  sendSlowly(table: PlainTable, signal?: AbortSignal): Promise<PlainTable> {
    return runWithEvents(this.#steps(table), signal);
  }

  *#steps(table: PlainTable): Steps<PlainTable> {
    const columns: SentColumn[] = [];
    for (const column of table.columns) {
      const { texts } = column;
      const isLong = texts.length > WITH_TABLE;
      const sent = isLong ? this.#columns++ : 0;
      for (let from = 0; isLong && from < texts.length; from += IN_PIECE) {
        this.#send({ column: sent, texts: texts.slice(from, from + IN_PIECE) });
        yield;
      }
      columns.push(isLong ? { ...column, texts: [], sent } : column);
    }
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
