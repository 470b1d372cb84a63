import { describe, expect, it } from 'vitest';
import { createLineMemos } from '../../src/engine/create-engine.js';
import { seededRandom } from '../../src/base/random.js';
import type { LineMemoFactory } from '../../src/table/line-memo.js';
import { TwinLineMemo } from '../../src/table/line-memo.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { long } from '../shared.js';

const inWasm = (await createLineMemos()) as LineMemoFactory;
const memos: [string, LineMemoFactory][] = [
  ['wasm', inWasm],
  ['js', (mostBytes) => new TwinLineMemo(mostBytes)],
];

/** Runs lines, in pieces, through a memo as the reader does; some lines are never added. Returns times by line. */
function countLines(create: LineMemoFactory, lines: readonly string[], mostBytes: number, seed: number) {
  const random = seededRandom(seed);
  const memo = create(mostBytes);
  const times = new Map<string, number>();
  const added: string[] = [];
  const known = new Set<string>();
  let at = 0;
  while (at < lines.length) {
    const piece = lines.slice(at, (at += 1 + random.below(60)));
    const bytes = new TextEncoder().encode(`##${piece.join('\n')}\n##`);
    const to = bytes.length - 2;
    memo.open(bytes, 2, to);
    let from = 2;
    for (;;) {
      if (memo.active) from = memo.skip(from);
      if (from >= to) break;
      const end = bytes.indexOf(10, from) + 1;
      // Only what differs reaches vitest, whose expectations cost more than the memo.
      if (memo.end !== end && memo.end !== -1) expect([end, -1]).toContain(memo.end);
      const line = new TextDecoder().decode(bytes.subarray(from, end - 1));
      if (known.has(line)) expect(added).not.toContain(line);
      times.set(line, (times.get(line) ?? 0) + 1);
      const isAdded = memo.active && memo.end === end && !line.startsWith('odd');
      const number = isAdded ? memo.add(from) : -1;
      if (number >= 0 && number !== added.length) expect(number).toBe(added.length);
      if (number >= 0) {
        added.push(line);
        known.add(line);
      }
      from = end;
    }
  }
  const repeats = memo.finish();
  added.forEach((line, i) => times.set(line, (times.get(line) as number) + repeats[i]));
  return { times, added: added.length };
}

describe.each(memos)('the memo of lines in %s', (_, create) => {
  it('counts what there is, lines of any length, some that are never added', () => {
    for (let seed = 1; seed <= (long ? 60 : 40); seed++) {
      const random = seededRandom(seed);
      const vocabulary = Array.from({ length: 1 + random.below(80) }, (_, i) => {
        const length = random.below(seed % 3 === 0 ? 10 : 100);
        return `${i % 9 === 8 ? 'odd' : ''}${Array.from({ length }, () => 'ab,\u00fc'[random.below(4)]).join('')}`;
      });
      const lines = Array.from({ length: 1500 }, () => vocabulary[random.below(vocabulary.length)]);
      const expected = new Map<string, number>();
      for (const line of lines) expected.set(line, (expected.get(line) ?? 0) + 1);
      const { times, added } = countLines(create, lines, 1 << 16, seed);
      expect(new Map([...times].sort()), `seed ${seed}`).toEqual(new Map([...expected].sort()));
      expect(added).toBeGreaterThan(0);
    }
  });
});

describe('the memo of lines', () => {
  it('takes no more lines than it has room for, and its slots grow', async () => {
    const lines = Array.from({ length: 24_000 }, (_, i) => `${i % 11_000},${'x'.repeat(i % 40)}`);
    const text = `n,x\n${lines.join('\n')}\n${lines.join('\n')}\n`;
    const expected = await readCsvCounted(text, { delimiter: ',' });
    for (const memory of [1 << 22, 1 << 24, 1 << 28]) {
      const counted = await readCsvCounted(text, { delimiter: ',', memory, createMemo: inWasm });
      expect(counted.weights).toEqual(expected.weights);
      expect(counted.columns).toEqual(expected.columns);
    }
  });
});
