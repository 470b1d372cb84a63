import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededCases } from '../../engine/cases/kernel-case.js';
import { markModule, mutantWriter } from './instrument.js';
import { openJudge } from './judge-mutants.js';
import { contextOf, listMutants } from './kernel-mutants.js';
import { readModule, signedLeb, unsignedLeb, writeModule } from './wasm-code.js';

const build = (name: string): Buffer => readFileSync(resolve(import.meta.dirname, '../../../build', name));
const shipped = build('engine.wasm');
const module = readModule(shipped);
const mutants = listMutants(module);

/** The mutants of an exported kernel. */
const mutantsOf = (name: string) => mutants.filter(({ at }) => module.functions[at].index === module.exports.get(name));

describe('the reader of WebAssembly', () => {
  it('gives back the bytes that it read, and knows every instruction', () => {
    expect(Buffer.from(writeModule(module.sections))).toEqual(shipped);
    for (const { instructions, start, code } of module.functions) {
      expect(instructions[0].from).toBe(start);
      expect(instructions.at(-1)).toMatchObject({ opcode: 0x0b, to: code.length });
    }
    expect(module.exports.size).toBe(
      WebAssembly.Module.exports(new WebAssembly.Module(new Uint8Array(shipped))).length,
    );
  });

  it('reads names of functions, and none where there are none', () => {
    expect(module.names.size).toBe(0);
    const { names, exports } = readModule(build('engine.debug.wasm'));
    expect(names.get(exports.get('wipe')!)).toBe('assembly/arena/wipe');
  });

  it('writes LEB128 numbers as the specification does', () => {
    expect(unsignedLeb(624485)).toEqual([0xe5, 0x8e, 0x26]);
    expect(signedLeb(-123456n)).toEqual([0xc0, 0xbb, 0x78]);
    expect([0n, -1n, 63n, 64n, -64n, -65n].map((n) => signedLeb(n).length)).toEqual([1, 1, 1, 2, 1, 2]);
  });

  it('refuses what is no module', () => {
    expect(() => readModule(Uint8Array.of(1, 2, 3))).toThrow('not a WebAssembly module');
  });
});

describe('mutants', () => {
  it('are valid modules of every kind, each of one instruction', () => {
    const write = mutantWriter(module);
    const plain = write(null);
    expect(WebAssembly.validate(plain)).toBe(true);
    expect(new Set(mutants.map(({ kind }) => kind)).size).toBe(6);
    expect(mutants.length).toBeGreaterThan(10_000);
    for (let i = 0; i < mutants.length; i += 211) {
      const bytes = write(mutants[i]);
      expect(WebAssembly.validate(bytes), JSON.stringify(mutants[i])).toBe(true);
      expect(Buffer.from(bytes).equals(plain)).toBe(false);
    }
  });

  it('are identified by what stands around them', () => {
    const { at, instruction, change } = mutantsOf('wipe')[0];
    expect(contextOf(module.functions[at], { instruction })).toContain('[');
    expect(change).not.toBe('');
  });

  it('are valid where every stretch of code is marked', () => {
    const { bytes, marks, stretchOf } = markModule(module);
    expect(WebAssembly.validate(bytes)).toBe(true);
    expect(Math.max(...stretchOf.flat())).toBe(marks - 1);
  });
});

describe('the judge of mutants', () => {
  /** Numbers of rows: sums of classes of 1 to 4 rows. */
  const sums = seededCases('sums', 4, (seed) => {
    const sizes = Uint32Array.from({ length: 5 }, (_, i) => 1 + ((i + seed) % 4));
    return ({ engine }) => engine.classSums(sizes, 3);
  });

  it('notices planted mutants, and reports survivors and what no case reaches', async () => {
    const strict = await openJudge(module, sums);
    // A case that looks at nothing lets all of them live.
    const blind = await openJudge(module, seededCases('blind', 1, () => ({ engine }) => {
      engine.classSums(Uint32Array.of(1, 2, 3), 2);
      return null;
    })); // prettier-ignore
    const planted = mutantsOf('sumClassesInto').filter(({ change }) => change === 'i32.lt_u to le_u');
    expect(planted.length).toBeGreaterThan(0);
    const outcomes = planted.map((mutant) => strict.judge(mutant).outcome);
    expect(outcomes).toContain('killed');
    const stores = mutantsOf('sumClassesInto').filter(({ kind }) => kind === 'store');
    expect(stores.map((mutant) => strict.judge(mutant).outcome)).toContain('killed');
    const unseen = stores.map((mutant) => blind.judge(mutant).outcome);
    expect(unseen).toContain('survived');
    expect(unseen).not.toContain('killed');
    const [other] = mutantsOf('hilbertKeys');
    expect(strict.judge(other)).toEqual({ outcome: 'not reached', by: '' });
  });

  it('ends mutants whose loops do not end', async () => {
    const judge = await openJudge(module, sums);
    const steps = mutantsOf('sumClassesInto').filter(({ change }) => change.endsWith('to 0') || change === 'br_if inverted'); // prettier-ignore
    const verdicts = steps.map((mutant) => judge.judge(mutant).outcome);
    expect(verdicts.filter((outcome) => outcome === 'killed').length).toBeGreaterThan(3);
  });

  it('refuses to judge when the kernels and the twin do not agree', async () => {
    let turn = 0;
    const unsteady = seededCases('unsteady', 1, () => () => turn++);
    await expect(openJudge(module, unsteady)).rejects.toThrow('the kernels and the twin differ: unsteady 0');
  });
});
