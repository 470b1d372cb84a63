import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeArrow } from '../../src/io/columnar/arrow.js';
import { writeParquet } from '../../src/io/columnar/parquet.js';
import { readColumnar } from '../../src/hosts/sources/index.js';
import { parseJobText, parseLevelsText, readCsv, readForJob } from '../../src/index.js';
import { readCsvInPieces } from '../../src/io/csv/read-csv.js';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A zip archive of stored files, as far as its readers look at it. */
function zipOf(...files: readonly (readonly [name: string, content: string])[]): Uint8Array {
  const u16 = (n: number): string => String.fromCharCode(n & 255, n >> 8);
  const u32 = (n: number): string => u16(n & 0xffff) + u16(n >>> 16);
  const entry = ([name, content]: readonly [string, string]): string =>
    `PK\u0003\u0004${u16(20)}${u16(0)}${u16(0)}${u32(0)}${u32(0)}${u32(content.length)}${u32(content.length)}${u16(name.length)}${u16(0)}${name}${content}`;
  return bytesOf(files.map(entry).join(''));
}

const people = await readCsv('age,sex\n39,Male\n50,Female\n');
const parquet = await writeParquet(people);
const arrow = await writeArrow(people);

const foreign: [name: string, bytes: Uint8Array, what: RegExp, code?: string][] = [
  ['Parquet', parquet, /a Parquet file; .*called \.parquet/],
  ['Arrow', arrow, /an Arrow file; .*called \.arrow/],
  [
    'xlsx',
    zipOf(['[Content_Types].xml', '<x/>'], ['xl/workbook.xml', '<y/>']),
    /Excel workbook \(\.xlsx\); .*called \.xlsx/,
  ],
  [
    'docx',
    zipOf(['[Content_Types].xml', '<x/>'], ['word/document.xml', '<y/>']),
    /a Word document \(\.docx\), not a table; /,
  ],
  [
    'docx of another program',
    zipOf(['word/numbering.xml', '<y/>'], ['_rels/.rels', '<x/>']),
    /a Word document \(\.docx\)/,
  ],
  ['docx without names of Word', zipOf(['docProps/app.xml', '<y/>']), /an Office file; /],
  ['pptx', zipOf(['ppt/slides/slide1.xml', '<y/>']), /a PowerPoint presentation \(\.pptx\), not a table; /],
  [
    'odt',
    zipOf(['mimetype', 'application/vnd.oasis.opendocument.text']),
    /an OpenDocument text \(\.odt\), not a table/,
  ],
  ['zip of a folder "word"', zipOf(['word/people.csv', 'a,b\n1,2\n']), /a zip archive; unpack it/, 'COMPRESSED_INPUT'],
  [
    'PNG',
    bytesOf('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u0001'),
    /the file is an image \(PNG\), not a table; give the file/,
  ],
  ['JPEG', bytesOf('\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0'), /an image \(JPEG\), not a table/],
  ['GIF', bytesOf('GIF89a\u0010\0\u0010\0'), /an image \(GIF\), not a table/],
  ['WebP', bytesOf('RIFF\u0010\0\0\0WEBPVP8 '), /an image \(WebP\), not a table/],
  ['TIFF', bytesOf('II*\0\b\0\0\0'), /an image \(TIFF\), not a table/],
  [
    'ods',
    zipOf(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']),
    /OpenDocument spreadsheet \(\.ods\); save its sheet/,
  ],
  ['zip', zipOf(['people.csv', 'a,b\n1,2\n']), /a zip archive; unpack it/, 'COMPRESSED_INPUT'],
  ['gzip', gzipSync('a,b\n1,2\n'), /compressed \(gzip\); .*decompress it/, 'COMPRESSED_INPUT'],
  ['bzip2', bytesOf('BZh91AY&SY\u0001\u0002'), /compressed \(bzip2\)/, 'COMPRESSED_INPUT'],
  ['zstd', bytesOf('(\u00b5/\u00fd\u0004'), /compressed \(zstd\)/, 'COMPRESSED_INPUT'],
  ['xls', bytesOf('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'), /an old Office file \(\.xls\)/],
  ['SPSS', bytesOf('$FL2@(#) SPSS DATA FILE\u0002\0\0\0'), /an SPSS file \(\.sav\); write it as CSV/],
  ['Stata 13', bytesOf('<stata_dta><header><release>117</release>'), /a Stata file \(\.dta\); write it as CSV/],
  ['Stata 10', bytesOf('r\u0002\u0001\0\u0005\0'), /a Stata file \(\.dta\)/],
  ['SAS', bytesOf(`${'\0'.repeat(12)}\u00c2\u00ea\u0081\u0060\u00b3\u0014\u0011\u00cf`), /a SAS file/],
  ['R', bytesOf('RDX3\nX\n\0\0\0\u0003'), /a file of R/],
  ['SQLite', bytesOf('SQLite format 3\0\u0010\0\u0001\u0001'), /an SQLite database; write a table as CSV/],
  ['DuckDB', bytesOf('\u0001\u0002\u0003\u0004\0\0\0\0DUCK@\0'), /a DuckDB database; name a table/],
  [
    'JSON',
    bytesOf('[{"age": 39, "sex": "Male"},\n {"age": 50}]'),
    /is JSON; .*an array of objects if it is called \.json/,
  ],
  ['JSON of one object', bytesOf('{\n  "age": [39, 50]\n}\n'), /is JSON; make it one object a line/],
  ['JSON of lists', bytesOf('[["age", "sex"], [39, "Male"]]'), /is JSON; make it one object a line/],
  ['JSON of numbers', bytesOf('[[39, 1],\n [50, 2]]\n'), /is JSON; make it one object a line/],
  [
    'NDJSON',
    bytesOf('{"age": 39, "sex": "Male"}\n{"age": 50}\n'),
    /is JSON lines \(NDJSON\); .*called \.ndjson.*in a program, give readTable the objects/,
  ],
  ['HTML', bytesOf('<!DOCTYPE html>\n<html lang="en">'), /is HTML or XML/],
  ['PDF', bytesOf('%PDF-1.7\n%\u00e2\u00e3\u0000'), /a PDF file/],
  [
    'PDF that begins as text',
    bytesOf('%PDF-1.4\n%\u00c4\u00e5\u00f2\u00e5\n4 0 obj\n<< >>'),
    /a PDF file, not a table; its table/,
  ],
  ['PDF without a comment', bytesOf('%PDF-1.4\r\n1 0 obj\r\n<< /Type'), /a PDF file/],
];

describe('a file of another format', () => {
  it.each(foreign.map(([name, bytes, what, code = 'FOREIGN_FORMAT']) => ({ name, bytes, what, code })))(
    'is named with what to do about it: $name',
    async ({ bytes, what, code }) => {
      const message = expect.stringMatching(what) as string;
      await expect(readCsv(bytes)).rejects.toMatchObject({ code, exitCode: 3, message });
      for (const length of [1, 7]) {
        await expect(readCsvInPieces(bytes, { delimiter: ',' }, length)).rejects.toMatchObject({ code });
      }
    },
  );

  it('is named where another one is asked for', async () => {
    await expect(readColumnar(parquet, 'arrow', {})).rejects.toMatchObject({ code: 'FOREIGN_FORMAT' });
    await expect(readColumnar(arrow, 'parquet', {})).rejects.toThrow(/an Arrow file/);
    await expect(readColumnar(bytesOf('a,b\n1,2\n'), 'parquet', {})).rejects.toMatchObject({ code: 'PARQUET_INVALID' });
    expect((await readColumnar(parquet, 'parquet', {})).rows).toBe(2);
    expect((await readColumnar(arrow, 'arrow', {})).rows).toBe(2);
  });

  it.each([
    ...[
      'PAR1,PAR2',
      'PARENT',
      'ORCID,name',
      'FEA1,FEA2',
      'BZh9,x',
      'animals,DUCK',
      'RDX3',
      '%PDF-1.4',
      'ARROW1',
      'GIF89a',
      'RIFF....WEBP',
    ],
    ...['{a},b', '[x],y', '{', '[', '[1', '<a>', 'PK', 'q,r', '$FL2', '(a)'],
  ])('is not seen in a header that only begins like it: %s', async (header) => {
    const rows = header.split(',').map(() => '1');
    const table = await readCsv(`${header}\n${rows.join(',')}\n`);
    expect(table.columns.map(({ name }) => name)).toEqual(header.split(','));
  });

  it('is not seen in cells that look like lists', async () => {
    const options = { header: false, columns: ['places', 'sex'], delimiter: ';' };
    expect((await readCsv('[[1,2],[3,4]];F\n[[5,6]];M\n', options)).rows).toBe(2);
  });
});

describe('the path of a file', () => {
  const paths = [
    ...['people.csv', './people.csv', '../a/people', '/home/me/people', 'C:\\data\\people.csv', '~/people.tsv.gz'],
    ...[
      'data/people',
      'https://example.org/people.csv?x=1,2',
      'file:///people',
      'duckdb:people.db#t',
      'my people.parquet',
    ],
  ];
  const expected = {
    code: 'SOURCE_IS_PATH',
    exitCode: 2,
    message: expect.stringMatching(/createReadStream\(path\).*like the path of a file/) as string,
  };

  it.each(paths)('is not taken for CSV: %s', async (path) => {
    await expect(readCsv(path)).rejects.toMatchObject(expected);
    await expect(
      readForJob(path, { attributes: {}, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' }),
    ).rejects.toMatchObject(expected);
  });

  it('is not taken for a hierarchy or a job', () => {
    for (const path of paths) {
      if (!path.includes(','))
        expect(() => parseLevelsText(path)).toThrow(expect.objectContaining({ code: 'SOURCE_IS_PATH' }));
      expect(() => parseJobText(path)).toThrow(expect.objectContaining({ code: 'SOURCE_IS_PATH' }));
    }
    expect(parseLevelsText('n/a;none;*')).toEqual([['n/a', 'none', '*']]);
    expect(parseLevelsText('n/a:none:*', ':')).toEqual([['n/a', 'none', '*']]);
    expect(parseLevelsText('https://example.org;*')).toEqual([['https://example.org', '*']]);
    expect(() => parseJobText('{"attributes": "a/b.json"}')).toThrow(expect.objectContaining({ code: 'WRONG_TYPE' }));
  });

  it.each(['people', 'my people', ' age ', 'Personen 2024'])('may be one word: %s', async (word) => {
    const refusal = {
      code: 'SOURCE_IS_PATH',
      exitCode: 2,
      message: expect.stringMatching(/createReadStream\(path\).*one line without a delimiter, which may be/) as string,
    };
    await expect(readCsv(word)).rejects.toMatchObject(refusal);
    await expect(readCsv(word, { delimiter: ';' })).rejects.toMatchObject(refusal);
    // With a line end, or as bytes, it is a header; where there is none, a cell.
    for (const source of [`${word}\n`, new TextEncoder().encode(word)]) {
      await expect(readCsv(source)).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
    }
    await expect(readCsv(`${word},sex`)).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
    expect((await readCsv(word, { header: false, columns: ['a'] })).rows).toBe(1);
    expect((await readCsv(word, { allowEmpty: true })).rows).toBe(0);
  });

  it('may be the only cell', async () => {
    const table = await readCsv('/home/me/people.csv', { header: false, columns: ['path'] });
    expect(table.columns[0].texts).toEqual(['/home/me/people.csv']);
    expect((await readCsv('a/b\n', {}).catch((error: unknown) => error)) as object).toMatchObject({
      code: 'INPUT_NO_ROWS',
    });
    expect((await readCsv('path\n/home/me\n')).rows).toBe(1);
  });
});
