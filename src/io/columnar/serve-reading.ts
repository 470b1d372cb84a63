import { toPlainError } from '../../base/plain-error.js';
import { buffersOf, toPlainTable } from '../../table/plain-table.js';
import type { ChosenColumns } from './decode-columnar.js';
import { decodeColumnar } from './decode-columnar.js';
import type { ReadingAnswer, ReadingOrder } from './reading-messages.js';

/** The thread's end of its messages. */
export interface ReadingPort {
  post(answer: ReadingAnswer, transfer: readonly ArrayBuffer[]): void;
  listen(listener: (order: ReadingOrder) => void): void;
}

/** The thread's side: decodes the file that it is given, whose columns it hands over. */
export function serveReading({ post, listen }: ReadingPort): void {
  let choose: (chosen: ChosenColumns) => void = () => undefined;
  listen((order) => {
    if (order.kind === 'chosen') return choose(order.chosen);
    const { bytes, format, rules } = order.task;
    const decoded = decodeColumnar(bytes, format, rules, {
      choose: async (found) =>
        new Promise((resolve) => {
          choose = resolve;
          post({ kind: 'found', found }, []);
        }),
      progress: (rows) => post({ kind: 'progress', rows }, []),
    });
    decoded.then(
      (made) => {
        const table = toPlainTable(made);
        post({ kind: 'done', table }, buffersOf(table));
      },
      (error: unknown) => post({ kind: 'error', error: toPlainError(error) }, []),
    );
  });
  post({ kind: 'ready' }, []);
}
