import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseJobText } from '../../../src/index.js';
import type { MadeCell } from '../../io/row-files/make-xlsx.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import type { Person } from './messy-tables.js';
import { comma, grouped, people, rare, two } from './messy-tables.js';
import type { Reading } from './released-labels.js';
import { coversNumber, coversText } from './released-labels.js';
import { makeFolder, runInside } from './run-cli.js';
import { long } from '../../shared.js';

const { path: here } = makeFolder();
const persons = people(320);

/** Cells of a column, and the reading of its labels: as numbers or days from `start` up to `end`, or as texts. */
interface Column {
  readonly cell: (person: Person, row: number) => string;
  readonly start?: Reading;
  readonly end?: Reading;
  readonly missing?: readonly string[];
}

/** A kind of file that people have. */
interface Kind {
  readonly file: string;
  /** Columns that are written otherwise than plainly, or beside the others. */
  readonly columns?: Readonly<Record<string, Column>>;
  readonly delimiter?: string;
  readonly encode?: (rows: readonly (readonly string[])[], delimiter: string) => string | Buffer;
  /** Codes of the warnings about repairs and findings. */
  readonly warnings: readonly string[];
  /** Columns of the release, where they are not the usual ones. */
  readonly released?: readonly string[];
  /** Columns that `encode` adds, and those whose cells they have. */
  readonly copies?: Readonly<Record<string, string>>;
}

const number: Reading = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN);
/** Just above a number, so that a closed range holds its upper end. */
const above =
  (read: Reading): Reading =>
  (text) =>
    read(text) + 1e-9;
const measured = (cell: Column['cell'], read: Reading): Column => ({ cell, start: read, end: above(read) });

const dayOf = (year: string, month: string, day: string): number => {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(time).getUTCDate() === Number(day) ? time / 86_400_000 : NaN;
};
const monthAfter = (year: string, month: string): number => Date.UTC(Number(year), Number(month), 1) / 86_400_000;

/** Days, and the months and years that labels are made of, from their patterns: `order` says what the groups of `day` are. */
function days(cell: Column['cell'], day: RegExp, month: RegExp, order: 'ymd' | 'dmy' | 'mdy'): Column {
  const parts = (match: RegExpExecArray): readonly [string, string, string] => {
    const at = (letter: string): string => match[1 + order.indexOf(letter)];
    return [at('y'), at('m'), at('d')];
  };
  const monthParts = (match: RegExpExecArray): readonly [string, string] =>
    order === 'ymd' ? [match[1], match[2]] : [match[2], match[1]];
  const read = (text: string, isEnd: boolean): number => {
    const whole = day.exec(text);
    if (whole !== null) return dayOf(...parts(whole)) + (isEnd ? 1 : 0);
    const part = month.exec(text);
    if (part !== null) {
      const [year, number] = monthParts(part);
      return isEnd ? monthAfter(year, number) : dayOf(year, number, '1');
    }
    if (!/^\d{4}$/.test(text)) return NaN;
    return isEnd ? dayOf(String(Number(text) + 1), '1', '1') : dayOf(text, '1', '1');
  };
  return { cell, start: (text) => read(text, false), end: (text) => read(text, true) };
}

/** Times of 2024 in minutes, as `YYYY-MM-DD HH:mm:ss`, and the parts of the calendar that labels are made of. */
function times(cell: Column['cell']): Column {
  const read = (text: string, isEnd: boolean): number => {
    const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[ T](\d\d)(?::(\d\d)(?::(\d\d))?)?)?)?)?$/.exec(text);
    if (match === null) return NaN;
    const fields = match
      .slice(1)
      .filter((field) => field !== undefined)
      .map(Number);
    if (isEnd) fields[fields.length - 1]++;
    const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 60_000;
  };
  return { cell, start: (text) => read(text, false), end: (text) => read(text, true) };
}

const money: Reading = (text) => (/^\$\d{1,3}(,\d{3})*$/.test(text) ? Number(text.replace(/[$,]/g, '')) : NaN);
const perCent: Reading = (text) => (/^\d+(\.\d+)? %$/.test(text) ? Number(text.slice(0, -2)) : NaN);

const inLakhs = (value: number): string => {
  const digits = String(value);
  return digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${digits.slice(-3)}`;
};
const rupees: Reading = (text) => (/^₹\d{1,2}(,\d\d)*(,\d{3})$|^₹\d{1,3}$/.test(text) ? Number(text.replace(/[₹,]/g, '')) : NaN); // prettier-ignore
const inParentheses = (text: string): string => (text.startsWith('-') ? `(${text.slice(1)})` : text);
const negative: Reading = (text) => {
  const [, inside] = /^\((\d+(?:\.\d+)?)\)$/.exec(text) ?? [];
  return inside === undefined ? number(text) : -Number(inside);
};

const plain: Readonly<Record<string, Column>> = {
  name: { cell: ({ name }) => name },
  email: { cell: ({ mail }) => mail },
  born: days(
    ({ born }) => `${born.year}-${two(born.month)}-${two(born.day)}`,
    /^(\d{4})-(\d\d)-(\d\d)$/,
    /^(\d{4})-(\d\d)$/,
    'ymd',
  ),
  sex: { cell: ({ sex }) => sex },
  city: { cell: ({ city }) => city },
  zip: { cell: ({ zip }) => zip },
  weight: measured(({ weight }) => String(weight), number),
  rent: measured(({ rent }) => String(rent), number),
  disease: { cell: ({ disease }) => disease },
};
const usual = ['born', 'sex', 'city', 'zip', 'weight', 'rent', 'disease'];

/** A cell as CSV writes it. */
const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (rows: readonly (readonly string[])[], delimiter: string): string =>
  rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('');

/** Western text in Windows-1252, whose letters of these tables are those of Latin-1. */
const western = (text: string): Buffer => Buffer.from(text, 'latin1');
const withDecimalComma = (text: string): number => (/^-?\d+(,\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN);

const kinds: Readonly<Record<string, Kind>> = {
  'UTF-16 with tabs, as Excel saves "Unicode text"': {
    file: 'unicode.txt',
    delimiter: '\t',
    encode: (rows, delimiter) => Buffer.from(`\ufeff${csv(rows, delimiter)}`, 'utf16le'),
    warnings: ['ENCODING_FOUND'],
  },
  'Windows-1252': {
    file: 'western.csv',
    delimiter: ';',
    encode: (rows, delimiter) => western(csv(rows, delimiter)),
    warnings: ['ENCODING_FOUND'],
  },
  'decimal commas between semicolons': {
    file: 'commas.csv',
    delimiter: ';',
    columns: { weight: measured(({ weight }) => comma(weight, 1), withDecimalComma) },
    warnings: ['FORMAT_FOUND'],
  },
  'days as in Germany, DD.MM.YYYY': {
    file: 'german.csv',
    delimiter: ';',
    columns: {
      born: days(
        ({ born }) => `${two(born.day)}.${two(born.month)}.${born.year}`,
        /^(\d\d)\.(\d\d)\.(\d{4})$/,
        /^(\d\d)\.(\d{4})$/,
        'dmy',
      ),
    },
    warnings: ['FORMAT_FOUND'],
  },
  'days as in America, MM/DD/YYYY': {
    file: 'american.csv',
    columns: {
      born: days(
        ({ born }) => `${two(born.month)}/${two(born.day)}/${born.year}`,
        /^(\d\d)\/(\d\d)\/(\d{4})$/,
        /^(\d\d)\/(\d{4})$/,
        'mdy',
      ),
    },
    warnings: ['FORMAT_FOUND'],
  },
  'times of day': {
    file: 'times.csv',
    columns: { visited: times(({ born }) => `2024-03-${two(1 + (born.day % 9))} ${two(8 + (born.month % 8))}:30:00`) },
    warnings: [],
    released: [...usual, 'visited'],
  },
  'marks of missing values': {
    file: 'marks.csv',
    columns: {
      weight: { ...measured(({ weight }, row) => (row % 19 === 3 ? 'NA' : String(weight)), number), missing: ['NA'] },
      rent: { ...measured(({ rent }, row) => (row % 17 === 5 ? '-' : String(rent)), number), missing: ['-'] },
      city: { cell: ({ city }, row) => (row % 23 === 7 ? '?' : city) },
    },
    warnings: ['MISSING_FOUND'],
  },
  'a line sep=; that Excel wants': {
    file: 'sep.csv',
    delimiter: ';',
    encode: (rows, delimiter) => `sep=;\r\n${csv(rows, delimiter)}`,
    warnings: ['SEPARATOR_LINE'],
  },
  'delimiters at the ends of lines, a column without a name, two of one name': {
    file: 'ragged.csv',
    encode: ([header, ...rows], delimiter) =>
      csv(
        [
          ['', ...header, 'sex', '', ''],
          ...rows.map((row, i) => [String(i), ...row, row[header.indexOf('sex')], '', '']),
        ],
        delimiter,
      ),
    warnings: ['TRAILING_DELIMITERS', 'COLUMN_NAMED', 'COLUMN_RENAMED'],
    released: [...usual, 'sex_2'],
    copies: { sex_2: 'sex' },
  },
  'titles above the header': {
    file: 'titled.csv',
    encode: (rows, delimiter) => `Patients of the clinic\r\n# exported on 2024-05-01\r\n\r\n${csv(rows, delimiter)}`,
    warnings: ['TITLE_LINES'],
  },
  'currency, per cent and groups of thousands': {
    file: 'money.csv',
    columns: {
      rent: measured(({ rent }) => `$${grouped(rent, ',')}`, money),
      weight: measured(({ weight }) => `${weight.toFixed(1)} %`, perCent),
    },
    warnings: ['FORMAT_FOUND'],
  },
  'an Excel workbook': {
    file: 'book.xlsx',
    encode: (rows) => {
      const [header] = rows;
      const made = (cell: string, c: number, r: number): MadeCell => {
        if (r === 0) return cell;
        if (header[c] === 'born') return { v: String(Date.parse(cell) / 86_400_000 + 25_569), s: 1 };
        return ['weight', 'rent', 'zip'].includes(header[c]) ? Number(cell) : cell;
      };
      return Buffer.from(makeXlsx({ Patients: rows.map((row, r) => row.map((cell, c) => made(cell, c, r))) }));
    },
    warnings: [],
  },
  'days as whole numbers, 19670209': {
    file: 'packed.txt',
    delimiter: '|',
    columns: {
      born: days(
        ({ born }) => `${born.year}${two(born.month)}${two(born.day)}`,
        /^(\d{4})(\d\d)(\d\d)$/,
        /^(\d{4})(\d\d)$/,
        'ymd',
      ),
    },
    warnings: ['FORMAT_FOUND'],
  },
  'amounts in Indian groups, and below zero in parentheses': {
    file: 'indian.csv',
    columns: {
      rent: measured(({ rent }) => `₹${inLakhs(37 * rent)}`, rupees),
      weight: measured(({ weight }) => inParentheses((weight - 70).toFixed(1)), negative),
    },
    warnings: ['FORMAT_FOUND'],
  },
  'what psql prints': {
    file: 'psql.txt',
    delimiter: '|',
    encode: ([header, ...rows], delimiter) =>
      [header, header.map((name) => '-'.repeat(name.length + 2)), ...rows]
        .map((row, i) => (i === 1 ? row.join('+') : row.map((cell) => ` ${cell} `).join(delimiter)))
        .join('\n') + `\n(${rows.length} rows)\n\n`,
    warnings: ['CLIENT_LINES', 'UNTRIMMED_VALUES'],
  },
  'JSON, one array of objects, by a program that knows no UTF-8': {
    file: 'array.json.gz',
    encode: ([header, ...rows]) =>
      gzipSync(
        western(
          JSON.stringify(
            rows.map((row) => Object.fromEntries(row.map((cell, i) => [header[i], cell]))),
            null,
            2,
          ),
        ),
      ),
    warnings: ['ENCODING_FOUND'],
  },
  'JSON, an object a line': {
    file: 'lines.ndjson',
    encode: ([header, ...rows]) =>
      rows
        .map((row) => {
          const cells = row.map((cell, i) => [header[i], ['weight', 'rent'].includes(header[i]) ? Number(cell) : cell]);
          return `${JSON.stringify(Object.fromEntries(cells))}\n`;
        })
        .join(''),
    warnings: [],
  },
};

/** Data for comparison with the audit, the release and the job. */
async function release(name: string, { file, columns = {}, delimiter = ',', encode = csv }: Kind) {
  const written = { ...plain, ...columns };
  const names = Object.keys(written);
  const cells = persons.map((person, row) => names.map((column) => written[column].cell(person, row)));
  writeFileSync(join(here, file), encode([names, ...cells], delimiter));
  const base = file.replace(/\.\w+$/, '');
  const made = await runInside(
    ['anonymize', file, '--k', '5', '--out', `${base}.out.csv`, '--save-job', `${base}.json`],
    here,
  );
  expect(`${name}: ${made.code}\n${made.stderr}`).toMatch(/: 0\n/);
  // The job that was made says all of it: run again, in the order of the rows.
  const saved = readFileSync(join(here, `${base}.json`), 'utf8');
  const job = parseJobText(saved);
  writeFileSync(join(here, `${base}.order.json`), JSON.stringify({ ...job, output: { order: 'input' } }));
  const again = await runInside(
    ['anonymize', file, '--job', `${base}.order.json`, '--out', `${base}.rows.csv`, '--json'],
    here,
  );
  expect(`${name}: ${again.code}\n${again.stderr}`).toMatch(/: 0\n/);
  const audited = await runInside(
    ['audit', `${base}.out.csv`, '--job', `${base}.json`, '--original', file, '--json'],
    here,
  );
  expect([name, audited.code]).toEqual([name, 0]);
  const read = (path: string): string => readFileSync(join(here, path), 'utf8');
  const result = JSON.parse(again.stdout) as { suppressed: number; metrics: { loss: number } };
  return {
    written,
    names,
    cells,
    stderr: made.stderr,
    text: read(`${base}.out.csv`),
    rows: read(`${base}.rows.csv`),
    result,
    saved,
  };
}

describe('kohort anonymize FILE --k 5', () => {
  it.each(Object.entries(kinds).filter((_, i) => long || i % 3 === 0))(
    'gives a good release of %s, and misreads no value',
    async (name, kind) => {
      const { written, names, cells, stderr, text, rows, result, saved } = await release(name, kind);
      const missingCodes = kind.warnings.filter((code) => !stderr.includes(`warning ${code}`));
      expect([missingCodes, missingCodes.length === 0 ? '' : stderr]).toEqual([[], '']);
      const [header, ...released] = Papa.parse<string[]>(rows, { skipEmptyLines: true }).data;
      expect(header).toEqual(kind.released ?? usual);
      expect(released).toHaveLength(persons.length);
      for (const [r, row] of released.entries()) {
        for (const [c, column] of header.entries()) {
          const cell = cells[r][names.indexOf(kind.copies?.[column] ?? column)];
          const { start, end, missing = [''] } = written[column] ?? {};
          const isCovered =
            start === undefined || end === undefined
              ? coversText(row[c], cell)
              : coversNumber(row[c], cell, missing, start, end);
          if (!isCovered) throw new Error(`${column}: ${row[c]} for ${cell}`);
        }
      }
      const own = cells[persons.indexOf(rare)];
      const secrets = [
        ...cells.flatMap((row) => [row[names.indexOf('name')], row[names.indexOf('email')]]),
        ...['born', 'city', 'zip', 'weight', 'rent'].map((column) => own[names.indexOf(column)]),
        String(rare.born.year),
      ];
      for (const secret of secrets) {
        if (text.includes(secret) || saved.includes(secret)) throw new Error(`${secret} is shown`);
      }
      expect(result.suppressed).toBe(0);
      expect(result.metrics.loss).toBeLessThan(0.4);
    },
  );
});
