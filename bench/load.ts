/**
 * Cost of reading a CSV beside a bare byte loop that encodes the same columns: CPU seconds (user and system), medians of interleaved runs, and the
 * ratio. The byte loop knows the file (comma, LF, no quotes, UTF-8 unchecked) and makes the same codes; its dictionaries are decoded at the end.
 * Codes of both are compared before anything is timed.
 *
 *   npx esbuild bench/load.ts --bundle --platform=node --format=esm --outfile=build/load.mjs && node build/load.mjs
 *
 * Options: --rows N (default 1000000), --runs N (default 7), --seed N (default 1), --json, --memory (reads N generated
 * rows from a stream, without the byte loop, and prints the largest resident size).
 */
import { uniform } from './census.js';
import { arch, cpus } from 'node:os';
import { readCsv } from '../src/io/csv/read-csv.js';
import type { Table } from '../src/table/table.js';

const COLUMNS = ['age', 'workclass', 'education', 'marital', 'occupation', 'race', 'sex', 'country', 'zip'] as const;
const WORDS: readonly (readonly string[])[] = [
  [],
  ['Private', 'Self-emp-not-inc', 'Self-emp-inc', 'Federal-gov', 'Local-gov', 'State-gov', 'Without-pay'],
  [
    'Bachelors',
    'Some-college',
    '11th',
    'HS-grad',
    'Prof-school',
    'Assoc-acdm',
    'Masters',
    'Doctorate',
    '9th',
    '7th-8th',
  ],
  ['Married-civ-spouse', 'Divorced', 'Never-married', 'Separated', 'Widowed', 'Married-spouse-absent'],
  ['Tech-support', 'Craft-repair', 'Other-service', 'Sales', 'Exec-managerial', 'Prof-specialty', 'Adm-clerical'],
  ['White', 'Asian-Pac-Islander', 'Amer-Indian-Eskimo', 'Other', 'Black'],
  ['Female', 'Male'],
  ['United-States', 'Cambodia', 'England', 'Puerto-Rico', 'Canada', 'Germany', 'India', 'Japan', 'Mexico', 'Cuba'],
];

/** Census-like rows in pieces of about 1 MiB: skewed categories, ages 17 to 90, 5-digit zip codes. */
function* generate(rows: number, seed: number): Generator<Uint8Array> {
  const random = uniform(seed);
  const encoder = new TextEncoder();
  let text = `${COLUMNS.join(',')}\n`;
  for (let row = 0; row < rows; row++) {
    text += 17 + Math.floor((random() + random()) * 37);
    for (let c = 1; c < 8; c++) text += `,${WORDS[c][Math.floor(random() ** 2 * WORDS[c].length)]}`;
    text += `,${10000 + Math.floor(random() * 30000)}\n`;
    if (text.length > 1 << 20) {
      yield encoder.encode(text);
      text = '';
    }
  }
  yield encoder.encode(text);
}

/** Open addressing over the bytes of the cells, compared byte by byte. Doubles at half load. */
class ByteDictionary {
  slots = new Int32Array(1024).fill(-1);
  hashes = new Int32Array(512);
  starts = new Int32Array(513);
  pool = new Uint8Array(1 << 16);
  count = 0;

  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    const length = to - from;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const code = this.slots[slot];
      if (code < 0) return this.add(bytes, from, to, hash, slot);
      if (this.hashes[code] !== hash) continue;
      const start = this.starts[code];
      if (this.starts[code + 1] - start !== length) continue;
      let i = 0;
      while (i < length && this.pool[start + i] === bytes[from + i]) i++;
      if (i === length) return code;
    }
  }

  add(bytes: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    const code = this.count++;
    const start = this.starts[code];
    if (start + to - from > this.pool.length) {
      const larger = new Uint8Array(this.pool.length * 2);
      larger.set(this.pool);
      this.pool = larger;
    }
    this.pool.set(bytes.subarray(from, to), start);
    this.hashes[code] = hash;
    this.starts[code + 1] = start + to - from;
    this.slots[slot] = code;
    if (this.count === this.hashes.length) this.grow();
    return code;
  }

  grow(): void {
    const hashes = new Int32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    const starts = new Int32Array(hashes.length + 1);
    starts.set(this.starts);
    this.hashes = hashes;
    this.starts = starts;
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let code = 0; code < this.count; code++) {
      let slot = (hashes[code] ^ (hashes[code] >>> 15)) & mask;
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = code;
    }
  }

  texts(): string[] {
    const decoder = new TextDecoder();
    const texts: string[] = [];
    for (let c = 0; c < this.count; c++)
      texts.push(decoder.decode(this.pool.subarray(this.starts[c], this.starts[c + 1])));
    return texts;
  }
}

interface Loaded {
  readonly codes: readonly (Uint8Array | Uint16Array | Uint32Array)[];
  readonly texts: readonly (readonly string[])[];
}

/** The baseline: one pass over the bytes. */
function byteLoop(bytes: Uint8Array, rows: number): Loaded {
  const width = COLUMNS.length;
  const dictionaries = COLUMNS.map(() => new ByteDictionary());
  const codes = COLUMNS.map(() => new Uint32Array(rows));
  let at = bytes.indexOf(10) + 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      const end = column === width - 1 ? 10 : 44;
      const from = at;
      let hash = -2128831035;
      let byte = bytes[at];
      while (byte !== end) {
        hash = Math.imul(hash ^ byte, 16777619);
        byte = bytes[++at];
      }
      codes[column][row] = dictionaries[column].find(bytes, from, at, hash);
      at++;
    }
  }
  const narrow = codes.map((wide, c) => {
    const { count } = dictionaries[c];
    return count <= 0x100 ? Uint8Array.from(wide) : count <= 0x10000 ? Uint16Array.from(wide) : wide;
  });
  return { codes: narrow, texts: dictionaries.map((dictionary) => dictionary.texts()) };
}

function loaded(table: Table): Loaded {
  return { codes: table.columns.map(({ codes }) => codes), texts: table.columns.map(({ texts }) => texts) };
}

function checksum({ codes, texts }: Loaded): string {
  let sum = 0;
  codes.forEach((column, c) => {
    for (let row = 0; row < column.length; row++) sum = (Math.imul(sum, 31) + column[row] + c) | 0;
    for (const text of texts[c])
      for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  });
  return (sum >>> 0).toString(16);
}

const cpuSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

async function measureMemory(rows: number, seed: number): Promise<void> {
  let largest = 0;
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const chunk of generate(rows, seed)) {
      largest = Math.max(largest, process.memoryUsage.rss());
      yield chunk;
    }
  }
  const before = process.cpuUsage();
  const table = await readCsv(stream());
  largest = Math.max(largest, process.memoryUsage.rss());
  const codeBytes = table.columns.reduce((sum, { codes }) => sum + codes.byteLength, 0);
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  console.log(`rows ${table.rows}, codes ${mib(codeBytes)}, largest resident size ${mib(largest)}`);
  console.log(`CPU ${cpuSeconds(before).toFixed(1)} s, generating included`);
}

async function main(): Promise<void> {
  const rows = option('rows', 1_000_000);
  const runs = option('runs', 7);
  const seed = option('seed', 1);
  if (process.argv.includes('--memory')) return measureMemory(rows, seed);
  const bytes = new Uint8Array(Buffer.concat([...generate(rows, seed)]));
  const expected = checksum(byteLoop(bytes, rows));
  const found = checksum(loaded(await readCsv(bytes)));
  if (expected !== found) throw new Error(`codes differ: ${expected}, ${found}`);
  const baseline: number[] = [];
  const reader: number[] = [];
  for (let run = 0; run < runs; run++) {
    let start = process.cpuUsage();
    byteLoop(bytes, rows);
    baseline.push(cpuSeconds(start));
    start = process.cpuUsage();
    await readCsv(bytes);
    reader.push(cpuSeconds(start));
  }
  const result = {
    machine: `${cpus()[0]?.model ?? arch()}, ${cpus().length} cores`,
    node: process.version,
    rows,
    columns: COLUMNS.length,
    megabytes: Math.round(bytes.length / 1e5) / 10,
    seed,
    runs,
    byteLoopSeconds: median(baseline),
    readCsvSeconds: median(reader),
    ratio: median(reader) / median(baseline),
  };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(16)} ${value}`);
}

await main();
