import type { Dialect } from './dialects.js';
import type { Transaction } from './source.js';

/** A transaction that shows whether it has begun. */
interface OwnTransaction extends Transaction {
  readonly isOpen: boolean;
}

/**
 * The transaction of a connection to one engine. It rolls back what it began and nothing else: one that was open before is its owner's.
 *
 * @param execute - runs a statement
 */
export function ownTransaction({ begin }: Dialect, execute: (sql: string) => Promise<void>): OwnTransaction {
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    async begin() {
      for (const statement of begin) {
        await execute(statement);
        isOpen = true;
      }
    },
    async commit() {
      await execute('COMMIT');
      isOpen = false;
    },
    async rollback() {
      if (isOpen) await execute('ROLLBACK');
      isOpen = false;
    },
  };
}
