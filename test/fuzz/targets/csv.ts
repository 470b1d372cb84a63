import { createLineCaches } from '../../../src/engine/create-engine.js';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import type { InputDescription } from '../../../src/table/input-description.js';
import { csvChunks } from '../../../src/io/csv/write-csv.js';
import { encodings } from '../../../src/table/input-spec.js';
import { inChunks } from '../../io/in-chunks.js';
import { cellsOf, describeTable, outcomeOf, requireSame } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find, requireSilence, SECRET } from '../target.js';

/** The first bytes of an input choose how the rest of it is read. */
const CHOICES = 4;

const delimiters = [undefined, undefined, ',', ';', '\t', '|'];
const kinds = ['integer', 'number', 'date', 'datetime', 'string'] as const;

/** The options that the first bytes choose, and the file. */
export function chosenReading(bytes: Uint8Array): { readonly options: ReadCsvOptions; readonly file: Uint8Array } {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(0, CHOICES);
  const hasHeader = (first & 1) === 0;
  const type = kinds[third % 16];
  return {
    file: bytes.subarray(CHOICES),
    options: {
      ...(hasHeader ? {} : { header: false, columns: ['a', 'b', 'c'] }),
      ...((first & 2) === 0 ? {} : { strict: true }),
      ...((first & 4) === 0 ? {} : { trim: false }),
      ...((first & 8) === 0 ? {} : { missing: ['', 'NA', '?', '*'] }),
      ...((first & 16) === 0 ? {} : { allowEmpty: true }),
      ...((first & 32) === 0 ? {} : { decimal: ',' as const }),
      ...((first & 64) === 0 ? {} : { thousands: '.' }),
      ...((first & 128) === 0 ? {} : { select: (name: string) => name !== 'b' }),
      ...(second === 0 ? {} : { delimiter: delimiters[second % delimiters.length] }),
      ...((second & 64) === 0 ? {} : { onMissing: 'drop' as const }),
      ...((second & 128) === 0 ? {} : { onMissing: 'error' as const }),
      ...(type === undefined ? {} : { types: { a: type } }),
      ...((third & 16) === 0 || (first & 1) !== 0 ? {} : { baskets: 'a' }),
      ...((third & 32) === 0 ? {} : { badRows: 'skip' as const }),
      ...((third & 64) === 0 ? {} : { skip: third & 3 }),
      ...((third & 128) === 0 ? {} : { maxFieldBytes: 16, limits: { columns: 8 } }),
      ...(fourth < 64 && (fourth & 32) !== 0 ? { escapes: 'backslash' as const } : {}),
      ...(fourth < 64 ? {} : { encoding: encodings[fourth % encodings.length] }),
    },
  };
}

const read = (text: string, ...choices: number[]): Uint8Array =>
  Uint8Array.from([...choices, ...new Array<number>(CHOICES - choices.length).fill(0), ...bytesOf(text)]);

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

export const csv: Target = {
  name: 'csv',
  mostBytes: 2048,
  words: [
    ',', ';', '\t', '|', '\n', '\r\n', '\r', '"', '""', '"\n', '",', ' ', '#', '# c\n', 'sep=;\n', 'NA', '?', '*', 'a', 'b', '\ufeff',
    '1.234,5', '1,234.5', '31.12.2020', '2020-12-31', '12/31/2020', '2020-01-01T10:00:00Z', '1e5', '0x1F', '007', '-', '€', 'é', '😀', "'", '=1+1', '\u00a0',
    Uint8Array.of(0xff, 0xfe), Uint8Array.of(0xe9), Uint8Array.of(0xc3), Uint8Array.of(0x80), '\n\n', 'a,b,c\n', `${SECRET},`, 'total,,\n',
  ], // prettier-ignore
  seeds: () => [
    read(`age,city,disease\n31,Bonn,${SECRET}\n32,Bonn,flu\n,Köln,?\n`),
    read(`a;b;c\r\n"1,5";"x ""y""";${SECRET}\r\n2,5;"l\nm";NA\r\n`, 8),
    read(`1|2|${SECRET}\r4|5|6\r`, 1, 5),
    read(`# a title\n\na\tb\n1.234,50\t31.12.2020\n7\t${SECRET}\n`, 32),
    read(`sep=;\na;b\n1;${SECRET}\n`),
    read(`name\n${SECRET}\n""\nb\n`, 0, 64),
    read('a,b\n', 16),
    read(`a\tb\n\\N\t${SECRET}\nx\\\ty\t"q\\""\n`, 0, 0, 0, 32),
    read(`a,b\n1,${SECRET}\n2,"x\n3,y,z\n\n4,"x"y\n5,z\n`, 0, 0, 32),
    read(`a,b\n2020-01-01,${SECRET}\n01/02/2020,x\n`, 0, 0, 2),
    Uint8Array.from([0, 0, 0, 0, ...utf16(`a,b\n1,${SECRET}\n2,ü\n`)]),
    Uint8Array.from([0, 0, 0, 84, ...bytesOf(`a,b\n1,${SECRET}`), 0xe9, 0x80, 10]),
  ],
  run: async (bytes) => {
    const { options, file } = chosenReading(bytes);
    let names: readonly string[] = [];
    const onDescribed = ({ columns = names }: Partial<InputDescription>): void => void (names = columns);
    const settings = { ...options, onDescribed };
    const whole = await outcomeOf(async () => {
      try {
        return await readCsv(file, settings);
      } catch (error) {
        // Errors may hold names, and the first line names the columns.
        if (names.length > 0 && !names.some((name) => name.includes('Kn'))) requireSilence(error);
        throw error;
      }
    });
    const length = 1 + (bytes.length % 13);
    const cut = await outcomeOf(async () => readCsvInPieces(inChunks(file, length), options, 1 + (file.length % 7)));
    requireSame('a reading depends on the pieces that the file comes in', whole.told, cut.told);
    await requireCounted(file, options, whole.told);
    if (whole.table === null) return whole.told;
    if (
      whole.table.warnings.some(({ message }) => !names.some((name) => name.includes('Kn')) && message.includes(SECRET))
    )
      throw new Find('a cell in a warning');
    await requireWritten(whole.table, options);
    return 'table';
  },
};

/** Counted rows are those that are kept, with either cache of lines. */
async function requireCounted(file: Uint8Array, options: ReadCsvOptions, told: string): Promise<void> {
  // Caches of the kernels are created again for each reading, which takes most of the time of a small file.
  const memos = file.length % 4 === 0 ? [undefined, await createLineCaches()] : [undefined];
  for (const createMemo of memos) {
    const counted = await outcomeOf(async () => readCsvCounted(file, { ...options, createMemo }));
    requireSame('a counted reading differs', told, counted.told);
  }
}

/** Requires that a written table reads back unchanged. */
async function requireWritten(table: Awaited<ReturnType<typeof readCsv>>, options: ReadCsvOptions): Promise<void> {
  if (table.columns.length === 0) return;
  const written = Buffer.concat([...csvChunks(table)]);
  const { missing, decimal, thousands } = options;
  const types = Object.fromEntries(table.columns.map(({ name, type, format }) => [name, format === undefined ? type : { type, format }])); // prettier-ignore
  const back = await codeOf(async () => readCsv(written, { missing, types, decimal, thousands, allowEmpty: true, delimiter: ',', skip: 0, encoding: 'utf-8' })); // prettier-ignore
  if (typeof back === 'string') throw new Find('what was written is not read', back);
  requireSame('what was written is read otherwise', JSON.stringify(cellsOf(table)), JSON.stringify(cellsOf(back)));
  const found = await codeOf(async () =>
    readCsv(written, { missing, types, decimal, thousands, allowEmpty: true, skip: 0 }),
  );
  if (typeof found === 'string')
    throw new Find('what was written is not read where its delimiter is to be found', found);
  requireSame(
    'what was written is read otherwise where its delimiter is to be found',
    describeTable(back),
    describeTable(found),
  );
}
