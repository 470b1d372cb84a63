import { isDeepStrictEqual } from 'node:util';
import { seededRandom } from '../../../src/base/random.js';
import type { LineCacheFactory } from '../../../src/table/line-cache.js';
import { LONGEST_PROBE } from '../../../src/table/line-cache.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function hold(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
}

/** Two odd words that the memos under test hash with, so that lines and cells can be made that collide. */
export const LINE_KEY = Uint32Array.of(0x9e3779b9, 0x7f4a7c15);

/**
 * Runs lines, in pieces, through a memo as the reader does; some lines are never added, some records take two lines, and what stands
 * at the end of a piece without its LF is left. Returns times by line.
 */
export function countLines(create: LineCacheFactory, lines: readonly string[], mostBytes: number, seed: number) {
  const random = seededRandom(seed);
  const memo = create(mostBytes, true);
  const times = new Map<string, number>();
  const added: string[] = [];
  const known = new Set<string>();
  const passed: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const piece = lines.slice(at, (at += 1 + random.below(60)));
    const rest = random.below(2) === 0 ? '' : lines[random.below(lines.length)].slice(0, random.below(20));
    const bytes = encoder.encode(`##${piece.join('\n')}\n${rest}\n#`);
    const to = bytes.length - 2;
    const wholeEnd = to - encoder.encode(rest).length;
    memo.open(bytes, 2, to);
    let from = 2;
    for (;;) {
      if (memo.active) {
        from = memo.skip(from);
        passed.push(...Array.from(memo.takeHits(), (line) => added[line & 0x7fffffff]));
      }
      if (from >= wholeEnd) {
        if (memo.active && from < to) hold('end of a line that does not end', memo.end, -1);
        break;
      }
      const end = bytes.indexOf(10, from) + 1;
      if (memo.end !== end && memo.end !== -1) hold('end of a line', memo.end, end);
      const line = decoder.decode(bytes.subarray(from, end - 1));
      if (known.has(line)) throw new Error(`a line that was added is not known: ${line}`);
      times.set(line, (times.get(line) ?? 0) + 1);
      const isAdded = memo.active && memo.end === end && !line.startsWith('odd');
      const number = isAdded ? memo.add(from) : -1;
      if (number >= 0) {
        hold('number of a line', number, added.length);
        added.push(line);
        known.add(line);
      }
      from = end;
      if (random.below(15) > 0 || from >= wholeEnd) continue;
      // The record goes on in the next line.
      from = bytes.indexOf(10, end) + 1;
      const next = decoder.decode(bytes.subarray(end, from - 1));
      times.set(next, (times.get(next) ?? 0) + 1);
    }
  }
  const repeats = memo.finish();
  added.forEach((line, i) => times.set(line, (times.get(line) as number) + repeats[i]));
  return { times, added: added.length, crlf: memo.crlfRepeats, passed };
}

/** Random lines of a vocabulary; lines that begin with `odd` are never added. */
export function drawLines(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const vocabulary = Array.from({ length: 1 + random.below(80) }, (_, i) => {
    const length = random.below(seed % 3 === 0 ? 10 : 100);
    return `${i % 9 === 8 ? 'odd' : ''}${Array.from({ length }, () => 'ab,\u00fc\v'[random.below(5)]).join('')}`;
  });
  return Array.from({ length: count }, () => vocabulary[random.below(vocabulary.length)]);
}

/** Lines with CRLF among them, whose number and length make slots grow, bytes fill several segments, or none is left. */
function prepareManyLines(seed: number): (subject: Subject) => unknown {
  const random = seededRandom(seed + 20);
  const count = [2_600, 300, 9_000, 700, 9_000][seed];
  const longest = [20, 700, 12, 300, 60][seed];
  const vocabulary = Array.from({ length: count }, (_, i) => {
    const end = random.below(3) === 0 ? '\r' : '';
    return `${i}${'x'.repeat(random.below(longest))}${end}`;
  });
  const lines = [...vocabulary, '', '\r', ...Array.from({ length: 500 }, () => vocabulary[random.below(count)])];
  const expected = new Map<string, number>();
  for (const line of lines) expected.set(line, (expected.get(line) ?? 0) + 1);
  const mostBytes = [1 << 20, 1 << 20, 1 << 17, 1 << 16, 1 << 22][seed];
  return ({ createMemo }) => {
    const { times, crlf, passed, added } = countLines(createMemo, lines, mostBytes, seed);
    hold('times of lines', new Map([...times].sort()), new Map([...expected].sort()));
    // The memos keep other lines where memory is short.
    return seed === 2 || seed === 3 ? null : [crlf, passed, added];
  };
}

function prepareLines(seed: number): (subject: Subject) => unknown {
  const lines = drawLines(seed, 500);
  const expected = new Map<string, number>();
  for (const line of lines) expected.set(line, (expected.get(line) ?? 0) + 1);
  return ({ createMemo }) => {
    const { times, added, crlf, passed } = countLines(createMemo, lines, 1 << 16, seed);
    hold('times of lines', new Map([...times].sort()), new Map([...expected].sort()));
    return [added, crlf, passed];
  };
}

/** Events in {@link checkCells}. */
export interface CellCounts {
  taken: number;
  repeats: number;
  unknown: number;
  odd: number;
  crlf: number;
}

const memoBytes = 1 << 18;
const bytesOf = (text: string): number => encoder.encode(text).length;

/** A file of records some of whose cells are taught, and what a kernel that takes lines apart must make of it. */
class CellModel {
  readonly kept: readonly boolean[];
  readonly longest: number;
  readonly taught: readonly Map<string, number>[];
  readonly lines = new Map<string, number>();
  readonly #values: readonly (readonly string[])[];
  readonly #random;

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#random = random;
    const width = 1 + random.below(5);
    this.kept = Array.from({ length: width }, () => random.below(4) > 0);
    this.longest = [1000, 20][random.below(2)];
    const cell = (): string => {
      const length =
        random.below(4) === 0 ? [19, 20, 21, 55, 56, 57, 58, 63, 64, 65][random.below(10)] : random.below(12);
      return Array.from({ length }, () => 'ab:c"\u00fc \r'[random.below(seed % 2 === 0 ? 4 : 8)]).join('');
    };
    this.#values = this.kept.map(() => Array.from({ length: 1 + random.below(9) }, cell));
    this.taught = this.kept.map(() => new Map<string, number>());
  }

  below(bound: number): number {
    return this.#random.below(bound);
  }

  /** Lines with their ends, some of them with a cell too many or too few. */
  draw(): string[] {
    return Array.from({ length: this.below(80) }, () => {
      const cells = this.#values.map((some) => some[this.below(some.length)]);
      if (this.below(20) === 0) cells.push('more');
      if (this.below(20) === 0 && this.kept.length > 1) cells.pop();
      return `${cells.join(';')}${this.below(3) === 0 ? '\r\n' : '\n'}`;
    });
  }

  /** The codes of a line all of whose cells were taught, or null. */
  codesOf(line: string): (number | undefined)[] | null {
    const cells = line.replace(/\r?\n$/, '').split(';');
    const isPlain = (text: string): boolean => /^[a-c: ]*$/.test(text) && text.length <= this.longest;
    const isKnown =
      cells.length === this.kept.length &&
      cells.every((text, c) => (this.kept[c] ? this.taught[c].has(text) : isPlain(text)));
    return isKnown ? cells.map((text, c) => (this.kept[c] ? this.taught[c].get(text) : undefined)) : null;
  }
}

/** Expected result of taking lines from `next` on. */
function expectTaken(model: CellModel, drawn: readonly string[], from: number, number: number) {
  const rows: { codes: (number | undefined)[]; number: number; line: number }[] = [];
  let repeats = 0;
  let crlf = 0;
  let next = from;
  for (; next < drawn.length; next++) {
    const line = drawn[next];
    if (model.lines.has(line)) {
      repeats++;
      continue;
    }
    const codes = model.codesOf(line);
    if (codes === null) break;
    rows.push({ codes, number: number + repeats + rows.length, line: model.lines.size });
    model.lines.set(line, model.lines.size);
    crlf += line.endsWith('\r\n') ? 1 : 0;
  }
  return { rows, repeats, crlf, next };
}

/** Takes a random file apart; throws where that is not what the definition says. Counts what happened into `seen`. */
export function checkCells(createMemo: LineCacheFactory, seed: number, seen: CellCounts): void {
  const model = new CellModel(seed);
  const memo = createMemo(memoBytes);
  const batch = memo.openBatch({ kept: model.kept, delimiter: 59, maxField: model.longest });
  // The memo in JavaScript takes none apart.
  if (batch === null) return;
  let number = model.below(1000);
  for (let piece = 0; piece < 6; piece++) {
    const drawn = model.draw();
    const bytes = encoder.encode(`#${drawn.join('')}##`);
    const to = bytes.length - 2;
    memo.open(bytes, 1, to);
    let next = 0;
    let at = 1;
    let row = 0;
    while (at < to && memo.active) {
      if (row === batch.rows) row = 0;
      const expected = expectTaken(model, drawn, next, number);
      const { repeats, crlf, rows } = expected;
      next = expected.next;
      const taken = memo.take(at, row, number);
      hold(`seed ${seed}`, [taken.row, taken.repeats, taken.crlf], [row + rows.length, repeats, crlf]);
      rows.forEach((each, i) => {
        const codes = model.kept.map((isKept, c) => (isKept ? batch.codes[c][row + i] : undefined));
        hold(`seed ${seed}`, { codes, number: batch.numbers[row + i], line: batch.lines[row + i] }, each);
      });
      number += rows.length + repeats;
      row += rows.length;
      at = taken.at;
      seen.taken += rows.length;
      seen.repeats += repeats;
      seen.crlf += crlf;
      if (next === drawn.length) break;
      // The line at which it stopped: its cells are taught, when it is a record, and it is added, or not.
      const line = drawn[next++];
      const end = at + bytesOf(line);
      hold(`seed ${seed}, end`, [memo.end, bytes[end - 1]], [end, 10]);
      const cells = line.replace(/\r?\n$/, '').split(';');
      if (cells.length === model.kept.length && model.below(6) > 0) {
        seen.unknown++;
        let from = at;
        cells.forEach((text, c) => {
          const until = from + bytesOf(text);
          if (model.kept[c]) {
            const code = model.taught[c].get(text) ?? model.taught[c].size + 7;
            batch.teach(c, from, until, code);
            if (bytesOf(text) <= 56) model.taught[c].set(text, code);
          }
          from = until + 1;
        });
        if (model.below(2) === 0) model.lines.set(line, memo.add(at));
      } else seen.odd++;
      number++;
      at = end;
    }
    hold(`seed ${seed}, lines`, next, drawn.length);
  }
  if (memo.active) hold(`seed ${seed}, lines`, memo.finish().length, model.lines.size);
}

function prepareCells(seed: number): (subject: Subject) => unknown {
  return ({ createMemo }) => {
    checkCells(createMemo, seed, { taken: 0, repeats: 0, unknown: 0, odd: 0, crlf: 0 });
    return 'as defined';
  };
}

const WORD = 2n ** 64n - 1n;
const KEY = BigInt(LINE_KEY[0]) | (BigInt(LINE_KEY[1]) << 32n);

/** Texts of 16 bytes that hash alike with {@link LINE_KEY}, in a column of cells, or as lines (column 0). */
function colliding(count: number, column: bigint, seed: number): Uint8Array[] {
  const random = seededRandom(seed);
  const start = KEY ^ ((column * 0x9e3779b97f4a7c15n) & WORD);
  const found: Uint8Array[] = [];
  while (found.length < count) {
    const first = BigInt(random.below(2 ** 31)) | 0x4142434400000000n;
    let hash = ((start ^ first) * KEY) & WORD;
    hash ^= hash >> 29n;
    const second = hash ^ 0x5a5a5a5a5a5a5a5an;
    const bytes = new Uint8Array(new BigUint64Array([first, second]).buffer);
    // Neither an end of a line nor a delimiter, and nothing that a cell must be quoted for.
    if (!bytes.some((byte) => byte === 0 || byte === 10 || byte === 13 || byte === 34 || byte === 59))
      found.push(bytes);
  }
  return found;
}

function joinLines(lines: readonly Uint8Array[]): { bytes: Uint8Array; starts: number[]; to: number } {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const bytes = new Uint8Array(at + 16);
  lines.forEach((line, i) => {
    bytes.set(line, starts[i]);
    bytes[starts[i] + line.length] = 10;
  });
  return { bytes, starts, to: at };
}

/** Lines that all hash alike are distinguished byte for byte, until there are too many of them: then the memo gives up. */
function prepareColliding(seed: number): (subject: Subject) => unknown {
  const lines = colliding([40, 600][seed], 0n, seed);
  const { bytes, starts, to } = joinLines(lines);
  const most = Math.min(lines.length, LONGEST_PROBE + 1);
  return ({ createMemo }) => {
    const memo = createMemo(1 << 20, true);
    // The twin hashes with words of its own.
    if (memo.openBatch({ kept: [true], delimiter: 59, maxField: 9 }) === null) return 'told apart';
    memo.open(bytes, 0, to);
    for (let i = 0; i < most; i++) {
      hold('a line that is new', [memo.skip(starts[i]), memo.repeats, memo.active], [starts[i], 0, true]);
      hold('its end and number', [memo.end, memo.add(starts[i])], [starts[i] + 17, i]);
    }
    if (most < lines.length) {
      memo.skip(starts[most]);
      hold('active', memo.active, false);
    } else {
      hold('all known', [memo.skip(0), memo.repeats], [to, lines.length]);
      hold('passed', Array.from(memo.takeHits()), Array.from(lines.keys()));
    }
    hold('times', new Set(memo.finish()), new Set([most < lines.length ? 0 : 1]));
    return 'told apart';
  };
}

/** Cells of one column, until slots or their bytes are full: those that were learnt are known, no other is. */
function prepareManyCells(seed: number): (subject: Subject) => unknown {
  const length = [6, 50, 16, 8][seed];
  const count = [17_000, 15_000, 40, 17_000][seed];
  const columns = [1, 1, 2, 1][seed];
  const column = columns - 1;
  // Half of 2^15 slots; 1 MiB, of which a cell takes 16 bytes and whole words, one byte of which stays 0.
  const known = Math.min(count, 2 ** 14, Math.floor(2 ** 20 / (16 + 8 * (Math.floor(length / 8) + 1))));
  const cells =
    seed === 2
      ? colliding(count, BigInt(column), 7)
      : Array.from({ length: count }, (_, i) => encoder.encode(String(i).padEnd(length, 'x')));
  const others = seed === 2 ? colliding(20, BigInt(column), 8) : [];
  const lineOf = (cell: Uint8Array): Uint8Array => Uint8Array.from(column === 0 ? cell : [120, 59, ...cell]);
  const { bytes, starts, to } = joinLines([...cells, ...others].map(lineOf));
  return ({ createMemo }) => {
    const memo = createMemo(1 << 22);
    const kept = Array.from({ length: columns }, (_, c) => c === column);
    const batch = memo.openBatch({ kept, delimiter: 59, maxField: 9 });
    if (batch === null) return 'told apart';
    // A window holds a part of them.
    const window = 2 ** 20 - 100;
    for (let i = 0, opened = -window; i < count; i++) {
      if (starts[i] + length + 2 * column > opened + window)
        memo.open(bytes, (opened = starts[i]), Math.min(to, opened + window));
      batch.teach(column, starts[i] + 2 * column, starts[i] + 2 * column + length, i + 3);
    }
    memo.open(bytes, 0, Math.min(to, starts[12_000] ?? to));
    for (let next = 0; next < Math.min(known, 12_000);) {
      const { row, at } = memo.take(starts[next], 0, next);
      hold('rows', row > 0 && at === (starts[next + row] ?? to), true);
      for (let i = 0; i < row; i++) hold('code, number and line', [batch.codes[column][i], batch.numbers[i], batch.lines[i]], [next + i + 3, next + i, next + i]); // prettier-ignore
      next += row;
    }
    // The last that is known and the first that is not.
    const last = starts[known - 1];
    memo.open(bytes, last, to);
    const { row, at } = memo.take(last, 0, 0);
    if (known < count) hold('the last one', [row, at, batch.codes[column][0]], [1, starts[known], known + 2]);
    else hold('another', [row, at], [0, starts[count]]);
    return 'told apart';
  };
}

export const lineCases = [
  ...seededCases('lines', 12, prepareLines),
  ...seededCases('many lines', 5, prepareManyLines),
  ...seededCases('colliding lines', 2, prepareColliding),
  ...seededCases('cells', 24, prepareCells),
  ...seededCases('many cells', 4, prepareManyCells),
];
