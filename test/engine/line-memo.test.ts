import { describe, expect, it } from 'vitest';
import { createLineMemos } from '../../src/engine/create-engine.js';
import type { LineMemoFactory } from '../../src/table/line-memo.js';
import { TwinLineMemo } from '../../src/table/line-memo.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { long } from '../shared.js';
import { countLines, drawLines } from './cases/line-cases.js';

const inWasm = (await createLineMemos()) as LineMemoFactory;
const memos: [string, LineMemoFactory][] = [
  ['wasm', inWasm],
  ['js', (mostBytes, tellsPassed) => new TwinLineMemo(mostBytes, tellsPassed)],
];

describe.each(memos)('the memo of lines in %s', (_, create) => {
  it('counts what there is, lines of any length, some that are never added', () => {
    for (let seed = 1; seed <= (long ? 60 : 40); seed++) {
      const lines = drawLines(seed, 1500);
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
