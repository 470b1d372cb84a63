/** Values of people who must not stand in what is left of a run, and the search for them in bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { seededRandom } from '../../src/base/random.js';

/**
 * Values of one person each: texts, and numbers whose bytes nothing holds by chance. `lost` are those of a person whose row is dropped, the others
 * those of people who are released in classes.
 */
export const canaries = {
  name: 'Qaanaaq-Zyxwvut',
  town: 'Aappilattoq-Jqxz',
  income: '1513887721',
  weight: '88173.4921875',
  born: '1871-08-23',
  lostIllness: 'Zoonosis-Vbgt',
  lostNote: 'came-alone-Kwpd',
  lostIncome: '1366120057',
} as const;

export const canaryColumns = ['name', 'town', 'income', 'weight', 'born', 'illness', 'note'] as const;
/** The types of the columns in SQL that all engines read. */
export const canaryTypes = ['text', 'text', 'integer', 'double precision', 'date', 'text', 'text'] as const;

/** Rows of people, each canary in one of them; null where a cell is missing. */
export function canaryRows(count: number, seed: number): (string | null)[][] {
  const { below } = seededRandom(seed);
  const two = (n: number): string => String(n).padStart(2, '0');
  const rows = Array.from({ length: count }, (_, i): (string | null)[] => [
    `person ${i}`,
    // Some towns have one person each: statistics that an engine keeps of a column list the first and the last of them.
    i % 90 === 1 ? `Hamlet ${i}` : ['Asker', 'Bergen', 'Drammen', 'Floro'][below(4)],
    String(1000 * (20 + below(60))),
    String((40 + below(60)) / 2),
    `${1950 + below(50)}-${two(1 + below(12))}-${two(1 + below(28))}`,
    ['flu', 'cold', 'asthma', 'gout'][below(4)],
    ['none', 'some'][below(2)],
  ]);
  const plant = (row: number, cells: readonly (string | null)[]): unknown => rows.splice(row, 1, [...cells]);
  const { name, town, income, weight, born, lostIllness, lostNote, lostIncome } = canaries;
  plant(Math.floor(count / 3), [name, town, income, weight, born, 'flu', 'none']);
  plant(Math.floor(count / 2), ['somebody', null, lostIncome, '61.5', '1961-01-02', lostIllness, lostNote]);
  return rows;
}

/** A job that releases them: rows with a missing cell are dropped, the name is withheld. */
export const canaryJob = {
  input: { missing: [''], onMissing: 'drop' },
  attributes: {
    name: { role: 'identifier' },
    town: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    income: { role: 'quasi-identifier', type: 'integer' },
    weight: { role: 'quasi-identifier', type: 'number' },
    born: { role: 'quasi-identifier', type: 'date' },
    illness: { role: 'sensitive' },
    note: { role: 'insensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
} as const;

/** The forms in which a file may hold a value: texts in two encodings; numbers, days and digits of decimals as machines write them. */
export function formsOf(value: string): { readonly form: string; readonly bytes: Buffer }[] {
  const forms = [
    { form: 'UTF-8', bytes: Buffer.from(value, 'utf8') },
    { form: 'UTF-16', bytes: Buffer.from(value, 'utf16le') },
  ];
  const add = (form: string, bytes: number, write: (into: Buffer) => unknown): void => {
    const into = Buffer.alloc(bytes);
    write(into);
    forms.push({ form, bytes: into });
  };
  const number = Number(value);
  if (!Number.isNaN(number)) {
    add('double', 8, (into) => into.writeDoubleLE(number));
    if (Number.isInteger(number)) {
      add('int32', 4, (into) => into.writeInt32LE(number));
      add('decimal', 6, (into) => {
        [1e8, 1e4, 1].forEach((unit, i) => into.writeInt16LE(Math.floor(number / unit) % 10_000, 2 * i));
      });
    }
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) {
    const days = Date.parse(value) / 86_400_000;
    add('days since 1970', 4, (into) => into.writeInt32LE(days));
    add('days since 2000', 4, (into) => into.writeInt32LE(days - 10_957));
    add('milliseconds', 8, (into) => into.writeDoubleLE(days * 86_400_000));
  }
  return forms;
}

const searched = Object.entries(canaries).flatMap(([canary, value]) =>
  formsOf(value).map((form) => ({ canary, ...form })),
);

/** The canaries that some bytes hold, as `name as form`; `only` names those that are looked for. */
export function findIn(bytes: Uint8Array, only?: readonly string[]): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return searched
    .filter(({ canary, bytes: form }) => (only === undefined || only.includes(canary)) && buffer.includes(form))
    .map(({ canary, form }) => `${canary} as ${form}`);
}

const gzipHead = Buffer.of(0x1f, 0x8b, 8);

/** Unpacks everything that looks like the start of a compressed stream. */
function unpackedParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  const attempt = (unpack: () => Buffer): void => {
    try {
      parts.push(unpack());
    } catch {
      // No such stream begins there.
    }
  };
  for (let at = bytes.indexOf(gzipHead); at >= 0; at = bytes.indexOf(gzipHead, at + 1)) {
    attempt(() => gunzipSync(bytes.subarray(at)));
  }
  for (const head of ['PK\x03\x04']) {
    for (let at = bytes.indexOf(head, 0, 'latin1'); at >= 0; at = bytes.indexOf(head, at + 1, 'latin1')) {
      const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
      attempt(() => inflateRawSync(bytes.subarray(start)));
    }
  }
  attempt(() => inflateSync(bytes));
  attempt(() => brotliDecompressSync(bytes));
  return parts;
}

/** All files of a folder; what goes while it is looked at is none of them. */
export function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The canaries in the files of a folder, packed ones unpacked, as `file: name as form`; `except` names files that may hold them. */
export function findInFolder(
  folder: string,
  { except = [], only }: { except?: readonly string[]; only?: readonly string[] } = {},
): string[] {
  return filesOf(folder).flatMap((path) => {
    const name = relative(folder, path);
    if (except.includes(name)) return [];
    let bytes: Buffer;
    try {
      bytes = readFileSync(path);
    } catch {
      return []; // Gone since it was listed.
    }
    return [bytes, ...unpackedParts(bytes)].flatMap((part) => findIn(part, only)).map((found) => `${name}: ${found}`);
  });
}

/** Spearman's correlation of numbers with their places. */
export function rankCorrelation(numbers: readonly number[]): number {
  const n = numbers.length;
  const sorted = numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
  let squares = 0;
  sorted.forEach((place, rank) => (squares += (place - rank) ** 2));
  return 1 - (6 * squares) / (n * (n * n - 1));
}
