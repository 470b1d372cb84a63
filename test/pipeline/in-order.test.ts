import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../src/engine/create-engine.js';
import { InputError } from '../../src/base/errors.js';
import { anonymize, csvChunksInOrder, readForJob } from '../../src/index.js';
import type { InOrderOptions, Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { readCsvInPieces } from '../../src/io/csv/read-csv.js';
import { readEntries } from '../../src/io/csv/read-entries.js';
import { casesOf } from '../shared.js';
import { csvOf } from '../table-texts.js';

const memory = 1 << 24;
const createMemo = await createLineCaches();
const tree = { type: 'tree', tree: { '*': { AB: ['a', 'b'], CD: ['c', 'd'] } } } as const;

/** A file of people with everything that takes a record out of the short way: quotes, spaces, blank lines, all line ends. */
function drawText(seed: number): string {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)];
  const ends = pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n'], ['\n', '\r\n', '\r']]);
  const odd = random.below(3) > 0;
  const dress = (cell: string): string => {
    if (!odd || random.below(4) > 0) return cell;
    return pick([`"${cell}"`, ` ${cell}`, `${cell} `, ` "${cell}" `]);
  };
  const notes = odd ? ['x', '"y,z"', '"two\nlines"', '"say ""hi"""', 'ü', ''] : ['x', 'y', ''];
  const people = Array.from({ length: 5 + random.below(30) }, () => {
    const n = random.below(12) === 0 ? pick(['', '?']) : pick(['', odd ? '0' : '']) + String(1 + random.below(12));
    return [dress(n), dress('abcd'[random.below(4)]), random.below(4), 'xy'[random.below(2)], pick(notes), seed].join(
      ',',
    );
  });
  let text = `n,s,sick,label,note,id${pick(ends)}`;
  for (let row = 10 + random.below(60); row >= 0; row--) text += pick(people) + pick(ends);
  if (random.below(3) === 0) text += pick(people);
  if (random.below(3) === 0) text += pick(ends) + pick(['', ' ']) + pick(ends);
  return random.below(5) === 0 ? `\ufeff${text}` : text;
}

function drawJob(seed: number): Job {
  const random = seededRandom(seed + 1e6);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)];
  return {
    input: { missing: pick([['', '?'], ['?'], ['']]), onMissing: pick(['keep', 'keep', 'drop']), trim: true },
    attributes: {
      n: { role: 'quasi-identifier', ...pick([{}, { type: 'number' as const }, { type: 'string' as const }]) },
      s: { role: 'quasi-identifier', hierarchy: tree },
      sick: { role: 'sensitive', type: 'integer' },
      label: { role: 'class' },
      ...(random.below(2) === 0 ? { note: { role: 'insensitive' as const } } : {}),
    },
    privacy: [{ model: 'k-anonymity', k: 2 + random.below(4) }],
    algorithm: pick(['mondrian', 'k-optimize', 'two-phase-hill-climbing', 'datafly', 'mondrian']),
    suppression: { maxRows: pick([0, 5, 12]) },
    output: { order: 'input', ...(random.below(2) === 0 ? { suppressed: 'star' as const } : {}) },
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    return (error as Error).message;
  }
}

/** The bytes in pieces of a length, as a stream gives them. */
async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function inOrder(text: string, again: string, asked: Job, options: InOrderOptions, engine: 'wasm' | 'js') {
  const input = await readForJob(text, asked, { counted: { createMemo: options.createMemo, memory } });
  const done = await anonymize(input.table, input.job, { engine });
  const chunks: Uint8Array[] = [];
  for await (const chunk of csvChunksInOrder(inPieces(again, 37), input, done, { memory, ...options }))
    chunks.push(chunk.slice());
  return Buffer.concat(chunks).toString();
}

describe('csvChunksInOrder', () => {
  const files = casesOf(2_000, 5);
  it(`gives the bytes that the rows themselves give (${files} files)`, async () => {
    let released = 0;
    for (let seed = 1; seed <= files; seed++) {
      const text = drawText(seed);
      const asked = drawJob(seed);
      const engine = seed % 2 === 0 ? 'js' : 'wasm';
      const byRows = await attempt(async () => {
        const { table, job } = await readForJob(text, asked);
        return csvOf((await anonymize(table, job, { engine })).release);
      });
      const byCounts = await attempt(() => inOrder(text, text, asked, seed % 3 === 0 ? {} : { createMemo }, engine));
      expect(byCounts, `seed ${seed}`).toBe(byRows);
      if (byRows.startsWith('n,s,')) released++;
    }
    expect(released).toBeGreaterThan(files * 0.6);
  });

  it('finds every change of what was counted, whatever else is the same', async () => {
    const text = `n,s,sick,id\n${'1,a,0,x\n2,b,1,y\n1,a,2,z\n'.repeat(20)}`;
    const job: Job = {
      attributes: {
        n: { role: 'quasi-identifier' },
        s: { role: 'quasi-identifier', hierarchy: tree },
        sick: { role: 'insensitive' },
      },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      output: { order: 'input' },
    };
    const changes = [
      text.replaceAll('1,a,0', '1,a,7'),
      text.replace('1,a,0', '1,a,2'),
      text.replace('1,a,0,x\n', ''),
      `${text}1,a,0,x\n`,
      text.replaceAll('a', 'c'),
      text.replace('1,a,0,x', '"1,a,0,x'),
      text.replace('1,a,0,x', '1,a,0'),
      text.replace('n,s,', 's,n,'),
      text.replace('sick', 'well'),
      text.replace('sick,id', 'sick'),
      'n,s,sick,id\n',
      '',
    ];
    for (const again of changes) {
      for (const engine of ['wasm', 'js'] as const) {
        const options = { sourceName: 'people.csv', ...(engine === 'wasm' ? { createMemo } : {}) };
        const error: unknown = await inOrder(text, again, job, options, engine).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).code, again.slice(0, 60)).toBe('INPUT_CHANGED');
        expect((error as InputError).message).toMatch(/^people\.csv: the input changed/);
      }
    }
    // Another order of the same rows holds what was counted, and so does another way to write it.
    const [header, first, ...others] = text.trimEnd().split('\n');
    const same = [header, ...others, first.replace('1', ' "1"')].join('\r\n');
    expect((await inOrder(text, same, job, {}, 'wasm')).split('\n')).toHaveLength(62);
  });

  it('disarms formulas as the caller says, else as the job says, else where a byte order mark is for a spreadsheet', async () => {
    const text = `n,s,sick,note\n${'1,a,0,=1+1\n2,b,1,=1+1\n'.repeat(9)}`;
    const guarded = async (formulaGuard?: boolean, output: Job['output'] = {}): Promise<boolean> => {
      const attributes: Job['attributes'] = { n: { role: 'quasi-identifier' }, note: { role: 'insensitive' } };
      const job: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', output: { order: 'input', ...output } };
      const lines = (await inOrder(text, text, job, { formulaGuard }, 'js')).split('\n');
      expect(lines[1]).toMatch(/^1,'?=1\+1$/);
      return lines[1].includes("'");
    };
    expect([await guarded(), await guarded(true), await guarded(false)]).toEqual([false, true, false]);
    const asked = { formulaGuard: true };
    expect([await guarded(undefined, asked), await guarded(true, asked), await guarded(false, asked)]).toEqual([true, true, false]);
    expect([await guarded(undefined, { bom: true }), await guarded(false, { bom: true })]).toEqual([true, false]);
    expect(await guarded(undefined, { bom: true, formulaGuard: false })).toBe(false);
  }); // prettier-ignore

  it('is for the result of a counted table and a job that keeps the order', async () => {
    const text = `n,s,sick,label\n${'1,a,0,x\n'.repeat(9)}`;
    const shuffled: Job = { ...drawJob(2), input: {}, output: {} };
    await expect(inOrder(text, text, shuffled, {}, 'js')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('the entries of a second reading', () => {
  it('are those of the first by any memo, also one that is full or gives up', async () => {
    for (let seed = 1; seed <= casesOf(2_000, 4); seed++) {
      const random = seededRandom(seed);
      const distinct = [3, 40, 3000][seed % 3];
      const lines = Array.from({ length: 200 + random.below(4000) }, () => {
        const id = random.below(distinct);
        return `${id},${'long'.repeat(id % 9)},${id % 7 === 0 ? '"q"' : 'p'}`;
      });
      const text = `a,b,c\n${lines.join(random.below(2) === 0 ? '\n' : '\r\n')}\n`;
      const bytes = new TextEncoder().encode(text);
      const memory = random.below(2) === 0 ? 1 << 24 : 1 << 17;
      const table = await readCsvInPieces(bytes, {}, 1 << 18, { memory: 1 << 24, memoBytes: 1 << 20 });
      const rows = await readCsvInPieces(bytes, {}, 1 << 18);
      const keyOf = ({ columns }: typeof rows, row: number): string =>
        columns.map(({ codes, texts }) => texts[codes[row]]).join();
      for (const memos of [{}, { createMemo }]) {
        const blocks = readEntries(bytes, table, { memory, ...memos }, 1 + random.below(5000));
        const entries: number[] = [];
        for await (const block of blocks) entries.push(...block);
        const other = entries.findIndex((entry, row) => keyOf(table, entry) !== keyOf(rows, row));
        if (other >= 0) expect.fail(`seed ${seed}, row ${other}`);
        expect(entries.length).toBe(lines.length);
      }
    }
  });
});
