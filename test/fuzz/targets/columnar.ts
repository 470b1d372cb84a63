import { decodeColumnar } from '../../../src/io/columnar/decode-columnar.js';
import { writeArrow } from '../../../src/io/columnar/arrow.js';
import type { ColumnarFormat } from '../../../src/table/file-formats.js';
import { decodeInThread } from '../../../src/io/columnar/decode-in-thread.js';
import { writeParquet } from '../../../src/io/columnar/parquet.js';
import type { ReadingTask } from '../../../src/io/columnar/reading-messages.js';
import { tableFromRows } from '../../../src/index.js';
import { reuseThreads } from '../../io/columnar/reused-thread.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import type { Target } from '../target.js';
import { Find, requireSilence, SECRET } from '../target.js';

const table = () => tableFromRows([['31', 'Bonn', '1.5'], ['32', null, '2'], ['33', SECRET, '']], { columns: ['age', 'city', 'n'] }); // prettier-ignore
const small = () => tableFromRows([['x'], ['x']], { columns: ['a'] });

const rules = { limits: { seconds: 2, memory: 512 * 2 ** 20 }, sourceName: 'file' };
let threads: ReturnType<typeof reuseThreads> | undefined;

/** Result of a file in the thread of a reading. */
async function inThread(task: ReadingTask): Promise<string> {
  threads ??= reuseThreads();
  try {
    const decoded = await decodeInThread(threads.start, task, {
      choose: ({ columns }) => ({ names: columns, matter: columns }),
      signal: undefined,
      handOver: false,
    });
    if (decoded === null) throw new Find('no thread');
    return 'table';
  } catch (error) {
    requireSilence(error);
    throw error;
  }
}

const words = ['PAR1', 'ARROW1', Uint8Array.of(0xff, 0xff, 0xff, 0xff), new Uint8Array(8), Uint8Array.of(0x7f), Uint8Array.of(0xff, 0xff, 0xff, 0x7f), Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x0f)]; // prettier-ignore

/** Arrow is validated before it is read, so it may be read here, where branches are counted. */
export const arrow: Target = {
  name: 'arrow',
  words,
  seeds: async () => [await writeArrow(table()), await writeArrow(small())],
  run: async (bytes) => {
    const decoded = await decodeColumnar(bytes, 'arrow', rules, {
      choose: async ({ columns }) => ({ names: columns, matter: columns }),
      progress: () => undefined,
    });
    return `table of ${decoded.columns.length > 0 ? 'columns' : 'none'}`;
  },
};

const threaded = (format: ColumnarFormat, seeds: Target['seeds']): Target => ({
  name: format,
  words,
  seeds,
  run: async (bytes) => inThread({ kind: 'columnar', bytes, format, rules }),
});

export const parquet = threaded('parquet', async () => [
  await writeParquet(table()),
  await writeParquet(small()),
  await writeParquet(table(), { codec: 'UNCOMPRESSED' }),
]);

export const xlsx: Target = {
  name: 'xlsx',
  mostBytes: 8192,
  words: ['PK\u0003\u0004', '<c r="A1">', '<v>', '</v>', '&amp;', '&#x0;', '<row r="9999999">', 'r="ZZZ1"', 't="s"', '<!DOCTYPE a [<!ENTITY b "c">]>', '&b;'],
  seeds: () => [makeXlsx({ a: [['age', 'city'], [31, 'Bonn'], [32, SECRET]] }), makeXlsx({ a: [['x']], b: [['y'], [true], [null]] })],
  run: async (bytes) => inThread({ kind: 'workbook', bytes, rules: { ...rules, sheet: undefined } }),
}; // prettier-ignore
