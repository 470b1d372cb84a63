import { toPlainError } from '../../base/plain-error.js';
import { buffersOf, toPlainTable } from '../../table/plain-table.js';
import { decodeWorkbook } from '../row-files/decode-workbook.js';
import type { ChosenColumns } from './decode-columnar.js';
import { decodeColumnar } from './decode-columnar.js';
import type { ReadingAnswer, ReadingOrder, ReadingTask } from './reading-messages.js';

/** The thread's end of its messages. */
interface ReadingPort {
  post(answer: ReadingAnswer, transfer: readonly ArrayBuffer[]): void;
  listen(listener: (order: ReadingOrder) => void): void;
}

/** The thread's side: decodes the file that it is given, and hands over what that becomes. */
export function serveReading({ post, listen }: ReadingPort): void {
  let choose: (chosen: ChosenColumns) => void = () => undefined;
  const decode = async (task: ReadingTask): Promise<void> => {
    const { bytes, kind } = task;
    if (kind === 'workbook') {
      const decoded = await decodeWorkbook(bytes, task.rules);
      const buffers = decoded.chosen.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer));
      return post({ kind: 'done', decoded }, buffers);
    }
    const table = await decodeColumnar(bytes, task.format, task.rules, {
      choose: async (found) =>
        new Promise((resolve) => {
          choose = resolve;
          post({ kind: 'found', found }, []);
        }),
      progress: (rows) => post({ kind: 'progress', rows }, []),
    });
    const decoded = toPlainTable(table);
    post({ kind: 'done', decoded }, buffersOf(decoded));
  };
  listen((order) => {
    if (order.kind === 'chosen') return choose(order.chosen);
    decode(order.task).catch((error: unknown) => post({ kind: 'error', error: toPlainError(error) }, []));
  });
  post({ kind: 'ready' }, []);
}
