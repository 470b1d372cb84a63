import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../../src/engine/create-engine.js';
import { joinFiles } from '../../../src/io/csv/join-files.js';
import { seededRandom } from '../../../src/base/random.js';
import { readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import { casesOf } from '../../shared.js';

const createMemo = await createLineCaches();
const memory = 1 << 24;
const memoBytes = 1 << 22;

/** A file that repeats itself, whose lines end in one, two or three ways. */
function drawFile(seed: number): { text: string; header: boolean } {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)];
  const kinds = ['\n', '\r\n', '\r'].filter(() => random.below(3) > 0);
  const ends = kinds.length === 0 ? ['\r\n'] : kinds;
  const cells = ['1', 'b', '"q"', '"two\r\nlines"', '"one\rmore"', '"and\nmore"', ' pad', '"x""y"', 'ü'];
  const plain = random.below(2) === 0;
  const lines = Array.from({ length: 1 + random.below(8) }, () =>
    [0, 1].map(() => pick(plain ? ['1', '2', 'three'] : cells)).join(','),
  );
  const header = random.below(4) > 0;
  let text = header ? `a,b${pick(ends)}` : '';
  for (let line = random.below(80); line >= 0; line--) text += pick(lines) + pick(ends);
  if (random.below(3) === 0) text += pick(lines);
  if (random.below(4) === 0) text += pick(ends) + pick(ends);
  return { text, header };
}

/** Line ends outside of quotes, by their definition. */
function countByHand(text: string) {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, 'q');
  const crlf = bare.split('\r\n').length - 1;
  return { crlf, lf: bare.split('\n').length - 1 - crlf, cr: bare.split('\r').length - 1 - crlf };
}

const textOf = ({ crlf, lf, cr }: ReturnType<typeof countByHand>): string[] =>
  [crlf, lf, cr].filter((count) => count > 0).length < 2
    ? []
    : [`lines end in several ways, all of which were read as line ends: CRLF ${crlf}, LF ${lf}, CR ${cr}`];

describe('MIXED_LINE_ENDS', () => {
  const files = casesOf(3_000, 6);
  it(`counts how many lines end in each way, whatever way the records are read (${files} files)`, async () => {
    let mixed = 0;
    for (let seed = 1; seed <= files; seed++) {
      const { text, header } = drawFile(seed);
      const expected = textOf(countByHand(text));
      mixed += expected.length;
      const bytes = new TextEncoder().encode(text);
      const options = { delimiter: ',', ...(header ? {} : { header, columns: ['a', 'b'] }) };
      for (const count of [null, { memory, memoBytes }, { memory, memoBytes, createMemo }]) {
        for (const pieceLength of [1 + (seed % 9), 300, 1 << 18]) {
          const { warnings } = await readCsvInPieces(bytes, options, pieceLength, count);
          const told = warnings.filter(({ code }) => code === 'MIXED_LINE_ENDS').map(({ message }) => message);
          expect(told, `seed ${seed}, ${pieceLength}`).toEqual(expected);
        }
      }
    }
    expect(mixed).toBeGreaterThan(files / 3);
  });

  it('knows how repeated lines end where most lines repeat', async () => {
    const text = `a,b\n${'1,2\r\n3,4\n'.repeat(50_000)}5,6\r7,8\r`;
    for (const count of [null, { memory, memoBytes }, { memory, memoBytes, createMemo }]) {
      const { warnings } = await readCsvInPieces(new TextEncoder().encode(text), {}, 1 << 18, count);
      expect(warnings.map(({ message }) => message)).toEqual(textOf({ crlf: 50_000, lf: 50_001, cr: 2 }));
    }
  });

  it('is not of files that are read as one and end alike, with or without their last line end', async () => {
    const inOne = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
      yield bytes;
    };
    const joined = async (texts: readonly string[]) => {
      const files = texts.map((text, i) => ({ source: inOne(new TextEncoder().encode(text)), name: `${i}.csv` }));
      return readCsvInPieces(joinFiles(files, { header: false }), { header: false, columns: ['a', 'b'] }, 1 << 18);
    };
    for (const texts of [
      ['1,2\r3,4\r', '5,6\r'],
      ['1,2\n3,4', '5,6\n'],
    ]) {
      const { rows, warnings } = await joined(texts);
      expect([rows, warnings]).toEqual([3, []]);
    }
  });
});
