import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/base/errors.js';
import { FuzzRun, inputsOf } from './fuzz-target.js';
import { mutateJson } from './mutate.js';
import type { Target } from './target.js';
import { bytesOf, judge, requireSilence, SECRET, textOf } from './target.js';
import { drawing } from '../random.js';

const folder = mkdtempSync(join(tmpdir(), 'kohort-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rooms = {
  kept: join(folder, 'kept'),
  corpus: join(folder, 'corpus'),
  finds: join(folder, 'finds'),
  current: join(folder, 'current'),
};

/** Goes wrong behind four letters in a row, each a branch: without counting branches it takes billions of inputs. */
function planted(hits: Uint8Array, wrong: (text: string) => Promise<string>): Target {
  return {
    name: 'planted',
    seeds: () => [bytesOf('seed')],
    words: ['h', '!', '0', 'k', 'x', 'y'],
    run: async (bytes) => {
      const text = textOf(bytes);
      for (let length = 1; length <= 4 && text.startsWith('k0h!'.slice(0, length)); length++) hits[length]++;
      return text.startsWith('k0h!') ? wrong(text) : 'fine';
    },
  };
}

describe('fuzzing', () => {
  it('finds a mistake behind branches, step by step, and makes the input as short as it can be', async () => {
    const hits = new Uint8Array(16);
    const target = planted(hits, async () => {
      throw new TypeError('of the program');
    });
    const { finds, branches, executions } = await new FuzzRun(target, rooms, hits).run(60, 7, 20_000);
    expect(finds).toHaveLength(1);
    expect(readFileSync(finds[0], 'utf8')).toBe('k0h!');
    expect(readFileSync(`${finds[0]}.txt`, 'utf8')).toContain(`npm run fuzz -- --replay ${finds[0]}`);
    expect([branches, executions > 1000]).toEqual([4, true]);
    expect(inputsOf(rooms.corpus).map((input) => textOf(input).slice(0, 4))).toContain('k0h!');
  });

  it('distinguishes results and typed errors from everything else', async () => {
    const ended = async (error: unknown) =>
      judge(
        planted(new Uint8Array(16), async () => {
          if (error instanceof Error) requireSilence(error);
          throw error;
        }),
        bytesOf('k0h!'),
      );
    expect(await ended(new InputError('ROW_WIDTH', 'a row'))).toEqual({ isFind: false, outcome: 'ROW_WIDTH' });
    expect(await ended(new InputError('NOT_IN_THE_DOCS', 'a row'))).toMatchObject({ isFind: true });
    expect(await ended(new InputError('AUDIT_FAILED', 'a row'))).toMatchObject({ isFind: true });
    expect(await ended(new InputError('ROW_WIDTH', 'row undefined'))).toMatchObject({ isFind: true });
    expect(await ended(new InputError('ROW_WIDTH', `of ${SECRET}`))).toMatchObject({
      signature: 'a cell in a message',
    });
    expect(await ended(new RangeError('stack'))).toMatchObject({ isFind: true });
    expect(await ended('a text')).toMatchObject({ isFind: true });
    const slow: Target = { ...planted(new Uint8Array(1), async () => 'x'), seconds: 0, run: async () => 'late' };
    expect(await judge(slow, bytesOf(''))).toMatchObject({ signature: 'takes too long' });
  });

  it('leaves nothing in the folders but inputs and finds', () => {
    expect(readdirSync(folder).sort()).toEqual(['corpus', 'current', 'finds']);
    expect(existsSync(rooms.kept)).toBe(false);
  });

  it('changes JSON into other JSON', () => {
    const draw = drawing(5);
    const text = '{"a":[1,{"b":"x"},null],"c":{"d":true}}';
    const other = () => bytesOf('{"e":[2]}');
    const made = new Set<string>();
    for (let i = 0; i < 500; i++) {
      const changed = mutateJson(bytesOf(text), draw, { words: [], other, mostBytes: 1000 });
      if (changed === null) continue;
      JSON.parse(textOf(changed));
      made.add(textOf(changed));
    }
    expect(made.size).toBeGreaterThan(300);
    expect(mutateJson(bytesOf('{'), draw, { words: [], other, mostBytes: 1000 })).toBe(null);
  });
});
