import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/base/errors.js';
import { ReopenableBytes } from '../../../src/table/reopenable-bytes.js';
import type { CsvSource } from '../../../src/io/csv/csv-source.js';
import { DescriptionParts } from '../../../src/table/input-description.js';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readEntries } from '../../../src/io/csv/read-entries.js';
import { charactersOf, encodingNamed, isSingleByte } from '../../../src/io/encoding/encodings.js';
import { encodings } from '../../../src/table/input-spec.js';
import type { Encoding } from '../../../src/table/input-spec.js';
import { expandCounted } from '../../../src/table/expand-counted.js';
import type { Table } from '../../../src/table/table.js';
import { encode } from './encode.js';
import { inChunks } from '../in-chunks.js';
import { longTest } from '../../long-test.js';

const cells = (table: Table): (string | null)[][] =>
  table.columns.map(({ name, codes, texts, missingCode }) => [
    name,
    ...Array.from(codes, (code) => (code === missingCode ? null : texts[code])),
  ]);

const people = 'Größe;Straße;Name\n180;"Müller; Weg";Jürgen\n;Ährenfeld 3;Zoë\n175;€-Platz „A“;René\n';

async function failure(source: CsvSource, options: ReadCsvOptions = {}): Promise<InputError> {
  const error: unknown = await readCsv(source, options).then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe('an encoding that is found', () => {
  const files: readonly (readonly [string, Encoding, boolean, number])[] = [
    ['UTF-16LE with its mark', 'utf-16le', true, 11],
    ['UTF-16BE with its mark', 'utf-16be', true, 11],
    ['UTF-16LE without a mark', 'utf-16le', false, 11],
    ['UTF-16BE without a mark', 'utf-16be', false, 11],
    ['Windows-1252', 'windows-1252', false, 11],
  ];

  it.each(files)('is %s, with one warning that counts, in chunks of any length', async (_, encoding, mark, count) => {
    const expected = cells(await readCsv(people));
    const bytes = encode(people, encoding, { mark });
    for (const length of [1, 2, 3, 5, 64, bytes.length]) {
      for (const piece of [1, 3, 4096]) {
        const parts = new DescriptionParts();
        const options = { onDescribed: parts.take };
        const table = await readCsvInPieces(inChunks(bytes, length), options, piece);
        expect(cells(table)).toEqual(expected);
        const [warning, ...others] = table.warnings;
        expect(others).toEqual([]);
        expect(warning.code).toBe('ENCODING_FOUND');
        expect(warning.message).toContain(`read as ${encoding}, characters beyond ASCII: ${count}`);
        expect(parts.whole?.encodings).toMatchObject([{ encoding }]);
      }
    }
    for (const source of [bytes, new Blob([bytes as Uint8Array<ArrayBuffer>])]) {
      expect(cells(await readCsv(source))).toEqual(expected);
      expect(cells(expandCounted(await readCsvCounted(source)))).toEqual(expected);
    }
    expect((await failure(bytes, { strict: true })).code).toMatch(/^(ENCODING_UTF16|INVALID_UTF8)$/);
  });

  it('holds for the whole file, wherever the first byte stands that is not UTF-8', async () => {
    const text = `name,n\n${'Anna,1\n'.repeat(100_000)}Zoë,2\n`;
    const table = await readCsv(encode(text, 'windows-1252'));
    expect(table.column('name')?.texts).toEqual(['Anna', 'Zoë']);
    expect(table.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('not UTF-8 (line 100002, byte 700009)'),
    ]);
    expect(table.rows).toBe(100_001);
  });

  longTest('cannot hold for a stream that is longer than what is kept of it', async () => {
    const line = new TextEncoder().encode(`${'Anna,1\n'.repeat(10_000)}`);
    const long = async function* (): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('name,n\n');
      for (let i = 0; i < 300; i++) yield line;
      yield encode('Zoë,2\n', 'windows-1252');
    };
    const error = await failure(long());
    expect([error.code, error.where.line]).toEqual(['INVALID_UTF8', 3_000_002]);
    expect(error.message).toContain('--encoding');
    const again = await readCsv(new ReopenableBytes((filter) => filter(long())));
    expect(again.column('name')?.texts).toEqual(['Anna', 'Zoë']);
  });

  it('is asked for where the bytes are hardly Windows-1252', async () => {
    const other: readonly (readonly [string, Uint8Array, number, number])[] = [
      ['UTF-8 with a damaged line', Uint8Array.of(...encode('a\nZoë\n', 'utf-8'), 0xff, 0x0a), 2, 4],
      ['a damaged line before UTF-8', Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a, ...encode('Zoë\n', 'utf-8')), 3, 6],
      ['Mac', encode('a\nbär\n', 'macintosh'), 2, 3],
      ['Cyrillic', encode('a\nИван\n', 'windows-1251'), 2, 2],
      ['Japanese', Uint8Array.of(0x61, 0x0a, 0x93, 0x8c, 0x8b, 0x9e, 0x0a), 2, 2],
      ['Windows-1250 with its own letters', encode('a\nŤ\n', 'windows-1250'), 2, 2],
    ];
    for (const [name, bytes, line, byte] of other) {
      const error = await failure(bytes);
      expect([name, error.code, error.where.line, error.where.byte]).toEqual([name, 'ENCODING_UNCLEAR', line, byte]);
      expect(error.message).toContain('--encoding');
    }
  });

  it('is asked for where a no-break space of macintosh stands, not where a word has a capital letter with a circumflex', async () => {
    for (const text of ['a\nall\u00a0\n', 'a\n\nq\u00a01\n', 'a\n12\u00a0000\n', 'a\nNo.\u00a0\u00a0\n']) {
      const error = await failure(encode(text, 'macintosh'));
      expect([text, error.code]).toEqual([text, 'ENCODING_UNCLEAR']);
      expect(error.message).toContain('--encoding macintosh');
    }
    const words = 'a\nFORÊT\nRÊVE\nÊTRE\n"Être"\nÊ\nÊ. Dupont\nPOSTÊ\nA-Ê\n';
    expect((await readCsv(encode(words, 'windows-1252'))).column('a')?.texts).toContain('ÊTRE');
  });

  it('is asked for where an apostrophe, a dash or an ellipsis of macintosh stands, not where a word has a capital letter', async () => {
    for (const text of ['a\ndon’t know\n', 'a\n“no”\n', 'a\nyes– no\n', 'a\nwait…\n', 'a\nso— and\n']) {
      const error = await failure(encode(text, 'macintosh'));
      expect([text, error.code]).toEqual([text, 'ENCODING_UNCLEAR']);
      expect(error.message).toContain('--encoding macintosh');
    }
    const words = 'a\nOPÇÕES\nCORAÇÓN\nCAFÉ\nÓscar\nÑandú\nÕ\nÉ\nAÑO\nMcÉvoy\n';
    expect((await readCsv(encode(words, 'windows-1252'))).column('a')?.texts).toContain('OPÇÕES');
  });

  it('is UTF-8 for ASCII with a NUL, which stays an error', async () => {
    expect((await failure(new TextEncoder().encode('a,b\nx\0y,1\n'))).code).toBe('NUL_BYTE');
    expect((await failure(Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a, 0x61, 0, 0x0a))).code).toBe('NUL_BYTE');
  });
});

describe('an encoding that is said', () => {
  it('is taken without a warning, in chunks of any length', async () => {
    const texts: Partial<Record<Encoding, string>> = {
      'windows-1252': people,
      'iso-8859-15': 'a;b\n€;Š\n',
      macintosh: 'a;b\nbär;é\n',
      'windows-1251': 'имя;n\nИван;1\n',
      'koi8-r': 'имя;n\nИван;1\n',
      'utf-16be': people,
    };
    for (const [encoding, text] of Object.entries(texts) as [Encoding, string][]) {
      for (const length of [1, 2, 7, 100]) {
        const table = await readCsvInPieces(inChunks(encode(text, encoding), length), { encoding }, 16);
        expect([encoding, cells(table)]).toEqual([encoding, cells(await readCsv(text))]);
        expect(table.warnings).toEqual([]);
      }
    }
    // Shift JIS: the second byte of 表 is a backslash, that of ポ a vertical line.
    const japanese = Uint8Array.of(0x61, 0x7c, 0x62, 0x0a, 0x95, 0x5c, 0x7c, 0x83, 0x7c, 0x0a);
    for (const length of [1, 2, 3, 20]) {
      const table = await readCsv(inChunks(japanese, length), { encoding: 'shift_jis' });
      expect(cells(table)).toEqual([
        ['a', '表'],
        ['b', 'ポ'],
      ]);
    }
  });

  it('refuses bytes that it has no character for, with line and byte, after all that comes before', async () => {
    const wrong: readonly (readonly [Encoding, readonly number[], number])[] = [
      ['utf-8', [0xe9], 4],
      ['windows-1253', [0xd2], 4],
      ['shift_jis', [0x82, 0x0a], 4],
      ['gb18030', [0xff], 4],
    ];
    for (const [encoding, bytes, at] of wrong) {
      for (const length of [1, 3, 100]) {
        const source = inChunks(Uint8Array.of(0x61, 0x0a, 0x62, 0x0a, ...bytes, 0x0a), length);
        const error = await failure(source, { encoding });
        const code = encoding === 'utf-8' ? 'INVALID_UTF8' : 'ENCODING_INVALID';
        expect([encoding, error.code, error.where.line, error.where.byte]).toEqual([encoding, code, 3, at]);
      }
    }
    for (const units of [[0xd800, 0x61], [0xdc00]]) {
      const bytes = Uint8Array.from([0x61, 0x0a, ...units, 0x0a].flatMap((unit) => [unit & 255, unit >> 8]));
      for (const length of [1, 2, 3, 100]) {
        const error = await failure(inChunks(bytes, length), { encoding: 'utf-16le' });
        expect([error.code, error.where.line, error.where.byte]).toEqual(['ENCODING_INVALID', 2, 4]);
      }
    }
    const odd = await failure(Uint8Array.of(0x61, 0, 0x0a, 0, 0x62), { encoding: 'utf-16le' });
    expect([odd.code, odd.where.byte]).toEqual(['ENCODING_INVALID', 4]);
  });

  it('refuses the byte order mark of another', async () => {
    const wide = encode('a\n1\n', 'utf-16le', { mark: true });
    for (const length of [1, 2, 100]) {
      expect((await failure(inChunks(wide, length), { encoding: 'utf-16be' })).code).toBe('ENCODING_MISMATCH');
      expect((await failure(inChunks(wide, length), { encoding: 'utf-8' })).code).toBe('ENCODING_MISMATCH');
    }
    const marked = new TextEncoder().encode('\ufeffa\n1\n');
    expect((await failure(marked, { encoding: 'windows-1252' })).code).toBe('ENCODING_MISMATCH');
    expect((await readCsv(marked, { encoding: 'utf-8' })).columns[0].name).toBe('a');
  });

  it('is one of those listed', async () => {
    await expect(readCsv('a\n1\n', { encoding: 'latin1' as Encoding })).rejects.toThrow(
      'input.encoding: expected one of',
    );
    const names: readonly (readonly [string, Encoding | null])[] = [
      ['UTF8', 'utf-8'],
      ['Latin1', 'windows-1252'],
      ['latin-1', 'iso-8859-1'],
      ['CP1252', 'windows-1252'],
      ['utf-16', 'utf-16le'],
      ['SJIS', 'shift_jis'],
      ['GB2312', 'gbk'],
      ['ebcdic', null],
      ['', null],
    ];
    for (const [name, encoding] of names) expect([name, encodingNamed(name)]).toEqual([name, encoding]);
    for (const name of encodings) expect(encodingNamed(name)).toBe(name);
  });

  it('has the characters of the Encoding Standard for windows-1252, whatever the platform says', () => {
    expect(charactersOf('windows-1252').slice(0x80, 0x86)).toEqual(['€', '\u0081', '‚', 'ƒ', '„', '…']);
    expect(charactersOf('iso-8859-1')).toEqual(charactersOf('windows-1252'));
    expect(new Set(charactersOf('windows-1252')).size).toBe(256);
  });
});

describe('any text in any encoding', () => {
  it('is what the text itself is', async () => {
    const names = encodings.filter((each) => isSingleByte(each) || each.startsWith('utf'));
    const encodingAndText = fc.constantFrom(...names).chain((encoding) => {
      const allowed = isSingleByte(encoding)
        ? charactersOf(encoding).filter((each): each is string => each !== null && each >= ' ' && each !== '"')
        : ['ä', '€', '😀', 'И', 'a', '中', '𐍈', ' '];
      const cell = fc.array(fc.constantFrom(...allowed), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
      const quoted = cell.map((text) => `"${text}"`);
      const row = fc.tuple(quoted, quoted).map((both) => both.join(','));
      return fc.tuple(
        fc.constant(encoding),
        fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => `a,b\n${rows.join('\r\n')}\n`),
      );
    });
    await fc.assert(
      fc.asyncProperty(encodingAndText, fc.integer({ min: 1, max: 9 }), async ([encoding, text], length) => {
        const table = await readCsvInPieces(
          inChunks(encode(text, encoding), length),
          { encoding, delimiter: ',' },
          length,
        );
        expect(cells(table)).toEqual(cells(await readCsv(text, { delimiter: ',' })));
      }),
      { numRuns: process.env.KOHORT_LONG === '1' ? 2000 : 60 },
    );
  });
});

describe('the second reading of a counted file', () => {
  it('takes the encoding that the first one found', async () => {
    const bytes = encode('name,n\nZoë,1\nRené,2\nZoë,1\n', 'windows-1252');
    const parts = new DescriptionParts();
    const table = await readCsvCounted(bytes, { onDescribed: parts.take });
    const rows: number[] = [];
    for await (const block of readEntries(bytes, table, { described: parts.whole })) rows.push(...block);
    expect(rows).toEqual([0, 1, 0]);
  });
});
