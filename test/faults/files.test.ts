/** Effects of single operations of the system on the files of a run; test/faults/command.test.ts lets every one fail. */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputError } from '../../src/base/errors.js';
import { checkOutputTarget } from '../../src/hosts/node/output-target.js';
import { writeOutput, writeOutputs } from '../../src/hosts/node/write-output.js';
import type { Fault } from './injector.js';
import { arm } from './injector.js';

let folder = '';
const path = (name: string): string => join(folder, name);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kohort-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The error of work with a fault. */
async function errorOf(work: () => Promise<void>, fault: Fault): Promise<Error | null> {
  const armed = arm(fault, folder);
  try {
    await work();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    armed.disarm();
  }
}

/** Errors of work with a fault at every point, until it ends without one. */
async function errorsOf(work: () => Promise<void>, fault: Omit<Fault, 'at'>, after: () => void): Promise<Error[]> {
  const errors: Error[] = [];
  for (let at = 1; ; at++) {
    const armed = arm({ ...fault, at }, folder);
    try {
      await work().catch((error: unknown) => errors.push(error as Error));
    } finally {
      armed.disarm();
    }
    after();
    if (!armed.struck) return errors;
  }
}

describe('files of which one cannot get its name', () => {
  // promise: whole-file-or-none
  it('are all as they were before, new ones gone', async () => {
    const outputs = ['a', 'b', 'c'].map((name) => ({ path: path(name), chunks: [bytes(`new ${name}`)] }));
    for (const at of [1, 2, 3, 4, 5]) {
      for (const name of ['a', 'b', 'c']) rmSync(path(name), { force: true });
      writeFileSync(path('b'), 'old b', { mode: 0o640 });
      const { ino } = statSync(path('b'));
      const error = await errorOf(() => writeOutputs(outputs), { kind: 'rename', at });
      const names = readdirSync(folder).sort();
      if (error === null) {
        expect(names).toEqual(['a', 'b', 'c']);
        continue;
      }
      expect(error).toBeInstanceOf(OutputError);
      expect({ at, names, text: readFileSync(path('b'), 'utf8') }).toEqual({ at, names: ['b'], text: 'old b' });
      expect(statSync(path('b'))).toMatchObject({ ino, mode: 0o100640 });
    }
  });

  it('are named where they cannot be put back', async () => {
    writeFileSync(path('b'), 'old');
    const outputs = ['a', 'b'].map((name) => ({ path: path(name), chunks: [bytes('new')] }));
    const error = await errorOf(() => writeOutputs(outputs), { kind: 'rename', at: 3, lasting: true });
    expect(error?.message).toMatch(
      /^\S+\/a: cannot be written \(EIO\); \S+\/b has its new content already, and could not /,
    );
    expect(readFileSync(path('b'), 'utf8')).toBe('new');
  });
});

describe('a release whose folder cannot be made durable', () => {
  it('is an error that says so, and is there', async () => {
    const write = (): Promise<void> => writeOutput(path('out.csv'), [bytes('new')]);
    const messages: string[] = [];
    const after = (): void => {
      messages.push(existsSync(path('out.csv')) ? readFileSync(path('out.csv'), 'utf8') : 'nothing');
      rmSync(path('out.csv'), { force: true });
    };
    const errors = await errorsOf(write, { kind: 'fsync', error: 'EIO' }, after);
    expect(messages).toEqual(['nothing', 'new', 'new']);
    expect(errors.map((error) => error.message)).toEqual([
      `${path('out.csv')}: cannot be written (EIO)`,
      `all is written, but the system could not make it durable (${folder}: EIO)`,
    ]);
    expect(errors[1]).toMatchObject({ code: 'OUTPUT_NOT_DURABLE', exitCode: 4 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is none where the system syncs no folders', async () => {
    const error = await errorOf(() => writeOutput(path('out.csv'), [bytes('new')]), {
      kind: 'fsync',
      at: 2,
      error: 'EACCES',
    });
    expect([error, readFileSync(path('out.csv'), 'utf8')]).toEqual([null, 'new']);
  });
});

describe('a file of which the system reports nothing', () => {
  it('keeps its permissions, and a link stays one, or nothing is written', async () => {
    writeFileSync(path('own.csv'), 'old', { mode: 0o600 });
    symlinkSync(path('own.csv'), path('link.csv'));
    const write = (): Promise<void> => writeOutput(path('link.csv'), [bytes('new')]);
    const errors = await errorsOf(write, { kind: 'stat' }, () => {
      expect(statSync(path('own.csv')).mode & 0o777).toBe(0o600);
      expect(lstatSync(path('link.csv')).isSymbolicLink()).toBe(true);
    });
    expect(errors.length).toBeGreaterThan(1);
    for (const error of errors) expect(error).toBeInstanceOf(OutputError);
  });

  it('is not taken for one that is not there, or is another than the input', async () => {
    writeFileSync(path('in.csv'), 'a\n');
    symlinkSync(path('in.csv'), path('link.csv'));
    const check = (): Promise<void> => checkOutputTarget('--out', path('link.csv'), path('in.csv'));
    const errors = await errorsOf(check, { kind: 'stat' }, () => undefined);
    const [last] = errors.splice(-1);
    expect(last).toMatchObject({ code: 'SAME_FILE' });
    expect(errors.length).toBeGreaterThan(2);
    for (const error of errors) expect(error).toMatchObject({ code: expect.stringMatching(/OUTPUT_FAILED|SAME_FILE/) });
  });
});

describe('what was written', () => {
  it('is an output that failed, not an input, where it cannot be read again', async () => {
    const { openInput } = await import('../../src/hosts/node/open-input.js');
    const beforePublish = async (temporary: string): Promise<void> => {
      const { source } = await openInput(temporary);
      for await (const piece of source) expect(piece.length).toBeGreaterThan(0);
    };
    const write = (): Promise<void> => writeOutput(path('out.csv'), [bytes('new')], { beforePublish });
    const errors = await errorsOf(write, { kind: 'read' }, () => rmSync(path('out.csv'), { force: true }));
    expect(errors.map(({ message }) => message)).toContain(
      `${path('out.csv')}: the written file cannot be read again (EIO)`,
    );
    for (const error of errors) expect(error).toBeInstanceOf(OutputError);
  });
});
