import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AbortError, CapacityError, InputError, InvalidArgumentError, OutputError } from '../../../src/base/errors.js';
import { openInput, readInput } from '../../../src/hosts/node/open-input.js';
import { checkOutputTarget } from '../../../src/hosts/node/output-target.js';
import { nameTemporary } from '../../../src/hosts/node/temporary-files.js';
import { removeTemporaryFiles, writeOutput, writeOutputs } from '../../../src/hosts/node/write-output.js';
import { readCsv } from '../../../src/io/csv/read-csv.js';

let folder = '';
const path = (name: string): string => join(folder, name);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const onLinux = process.platform === 'linux';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kohort-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(promise: Promise<unknown>, type: new (...rest: never[]) => Error): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('no error'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(type);
  return (error as InputError).code;
}

describe('openInput', () => {
  it('reads a regular file and reports its size', async () => {
    writeFileSync(path('in.csv'), 'a\n1\n2\n');
    const { source, bytes: size, name } = await openInput(path('in.csv'));
    expect([size, name]).toEqual([6, path('in.csv')]);
    expect((await readCsv(source)).rows).toBe(2);
    writeFileSync(path('empty.csv'), '');
    expect(await readInput(path('empty.csv'))).toEqual(new Uint8Array(0));
  });

  it('csv-39: refuses directories and missing files', async () => {
    expect(await refusal(openInput(folder), InputError)).toBe('NOT_A_REGULAR_FILE');
    expect(await refusal(openInput(path('absent')), InputError)).toBe('INPUT_NOT_FOUND');
  });

  it.runIf(onLinux)('csv-39: refuses FIFOs and devices', async () => {
    execFileSync('mkfifo', [path('fifo')]);
    expect(await refusal(openInput(path('fifo')), InputError)).toBe('NOT_A_REGULAR_FILE');
    expect(await refusal(openInput('/dev/zero'), InputError)).toBe('NOT_A_REGULAR_FILE');
  });

  it('says where the machine has no memory for what is read', async () => {
    writeFileSync(path('long.csv'), 'x'.repeat(54_321));
    const Whole = Uint8Array;
    vi.stubGlobal(
      'Uint8Array',
      class extends Whole {
        constructor(...given: readonly [number]) {
          if (given[0] === 54_322) throw new RangeError('Array buffer allocation failed');
          super(...given);
        }
      },
    );
    try {
      await expect(readInput(path('long.csv'))).rejects.toBeInstanceOf(CapacityError);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('csv-40: notices a file that grows, shrinks or is rewritten while it is read', async () => {
    const text = 'a\n' + '1\n'.repeat(1_500_000);
    const changes: ((file: string) => void)[] = [
      (file) => appendFileSync(file, '2\n'),
      (file) => writeFileSync(file, 'a\n1\n'),
      (file) => utimesSync(file, 1, 1),
    ];
    for (const [i, change] of changes.entries()) {
      const file = path(`in${i}.csv`);
      writeFileSync(file, text);
      const { source } = await openInput(file);
      let done = false;
      const reading = readCsv(source, {
        onProgress: () => {
          if (!done) change(file);
          done = true;
        },
      });
      expect(await refusal(reading, InputError)).toBe('INPUT_CHANGED');
    }
  });
});

describe('checkOutputTarget', () => {
  it('csv-41: refuses the input as output, also through links', async () => {
    writeFileSync(path('in.csv'), 'a\n');
    symlinkSync(path('in.csv'), path('soft.csv'));
    linkSync(path('in.csv'), path('hard.csv'));
    for (const name of ['in.csv', 'soft.csv', 'hard.csv', './in.csv']) {
      expect(await refusal(checkOutputTarget('--out', path(name), path('in.csv')), InvalidArgumentError)).toBe(
        'SAME_FILE',
      );
    }
    writeFileSync(path('other.csv'), 'a\n');
    await checkOutputTarget('--out', path('other.csv'), path('in.csv'), '-');
    await checkOutputTarget('--out', path('new.csv'), path('in.csv'));
  });

  it('names the option that the output was given by', async () => {
    for (const option of ['--out', '--report', '--checkpoint'])
      await expect(checkOutputTarget(option, path('no/such/file'))).rejects.toThrow(
        new RegExp(`^${option}: expected a file in a folder that exists, received "`),
      );
  });

  it('run-08: says before any work that the folder is not there, or that the name is a folder', async () => {
    const absent = checkOutputTarget('--out', path('no/such/out.csv'));
    expect(await refusal(absent, InvalidArgumentError)).toBe('OUTPUT_NO_DIRECTORY');
    mkdirSync(path('dir'));
    expect(await refusal(checkOutputTarget('--out', path('dir')), InvalidArgumentError)).toBe('OUTPUT_NOT_A_FILE');
  });

  // The superuser may write everywhere.
  it.runIf(process.getuid?.() !== 0)('run-08: says before any work that the folder may not be written', async () => {
    mkdirSync(path('closed'), { mode: 0o500 });
    const closed = checkOutputTarget('--out', path('closed/out.csv'));
    expect(await refusal(closed, InvalidArgumentError)).toBe('OUTPUT_NOT_WRITABLE');
  });
});

describe('writeOutput', () => {
  it('replaces a file as a whole and leaves nothing else', async () => {
    writeFileSync(path('out.csv'), 'old');
    const seen: string[] = [];
    await writeOutput(path('out.csv'), [bytes('a\n'), bytes('1\n')], {
      beforePublish: async (temporary) => {
        seen.push(readFileSync(temporary, 'utf8'), readFileSync(path('out.csv'), 'utf8'));
      },
    });
    expect(seen).toEqual(['a\n1\n', 'old']);
    expect(readFileSync(path('out.csv'), 'utf8')).toBe('a\n1\n');
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });

  // promise: whole-file-or-none
  it('leaves the old file and nothing else after an error, a refusal or an abort', async () => {
    writeFileSync(path('out.csv'), 'old');
    const controller = new AbortController();
    function* aborting(): Generator<Uint8Array> {
      yield bytes('x');
      controller.abort();
      yield bytes('y');
    }
    function* failing(): Generator<Uint8Array> {
      yield bytes('x');
      throw new RangeError('mine');
    }
    const refuse = async (): Promise<void> => {
      throw new RangeError('audit');
    };
    await expect(writeOutput(path('out.csv'), failing())).rejects.toThrow('mine');
    await expect(writeOutput(path('out.csv'), [bytes('x')], { beforePublish: refuse })).rejects.toThrow('audit');
    await expect(writeOutput(path('out.csv'), aborting(), { signal: controller.signal })).rejects.toThrow(AbortError);
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(path('out.csv'), 'utf8')).toBe('old');
  });

  it('writes several files, or none of them', async () => {
    writeFileSync(path('b.csv'), 'old');
    const first = { path: path('a.csv'), chunks: [bytes('a')] };
    const second = { path: path('b.csv'), chunks: [bytes('b')] };
    const missing = { path: path('no/c.html'), chunks: [bytes('c')] };
    expect(await refusal(writeOutputs([first, second, missing]), OutputError)).toBe('OUTPUT_FAILED');
    const controller = new AbortController();
    const interrupted = { ...second, beforePublish: async () => controller.abort() };
    await expect(writeOutputs([first, interrupted], controller.signal)).rejects.toThrow(AbortError);
    expect(readdirSync(folder)).toEqual(['b.csv']);
    expect(readFileSync(path('b.csv'), 'utf8')).toBe('old');
    const both = { ...first, beforePublish: async () => expect(readdirSync(folder)).not.toContain('a.csv') };
    await writeOutputs([both, second]);
    expect(readdirSync(folder)).toEqual(['a.csv', 'b.csv']);
    expect(readFileSync(path('b.csv'), 'utf8')).toBe('b');
  });

  it('run-04: reports that a file cannot be written', async () => {
    expect(await refusal(writeOutput(path('no/out.csv'), [bytes('x')]), OutputError)).toBe('OUTPUT_FAILED');
  });

  it.runIf(onLinux)('run-04: reports the code of the system when a limit ends the writing', async () => {
    const script = `
      import { writeOutput } from ${JSON.stringify(join(import.meta.dirname, '../../../src/hosts/node/write-output.ts'))};
      process.on('SIGXFSZ', () => undefined);
      await writeOutput(process.argv[2], [new Uint8Array(1 << 20)]).catch((error) => console.log(error.code, error.message, error.exitCode));
    `;
    writeFileSync(path('run.ts'), script);
    const bundle = path('run.mjs');
    const esbuild = join(import.meta.dirname, '../../../node_modules/.bin/esbuild');
    execFileSync(esbuild, [path('run.ts'), '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`], {
      stdio: 'ignore',
    });
    mkdirSync(path('limited'));
    const command = `ulimit -f 64; exec ${process.execPath} ${bundle} ${path('limited/out.csv')}`;
    const { stdout } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(stdout).toMatch(/^OUTPUT_FAILED .*EFBIG.* 4\n$/);
    expect(readdirSync(path('limited'))).toEqual([]);
  });

  it('run-05: removes what ended processes left for the same target, and nothing else', async () => {
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(path(`.out.csv.${ended}-00.kohort-tmp`), 'half');
    writeFileSync(path(`.out.csv.${process.pid}-00.kohort-tmp`), 'half of an older process with our id');
    writeFileSync(path(`.out.csv.${process.ppid}-00.kohort-tmp`), 'of one that runs');
    writeFileSync(path(`.other.csv.${ended}-00.kohort-tmp`), 'of another target');
    await writeOutput(path('out.csv'), [bytes('x')]);
    expect(readdirSync(folder).sort()).toEqual(
      [`.other.csv.${ended}-00.kohort-tmp`, `.out.csv.${process.ppid}-00.kohort-tmp`, 'out.csv'].sort(),
    );
  });

  it('run-06: two runs on one target never mix their bytes', async () => {
    async function* slow(letter: string): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 20; i++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield bytes(letter.repeat(1000));
      }
    }
    await Promise.all([writeOutput(path('out.csv'), slow('a')), writeOutput(path('out.csv'), slow('b'))]);
    expect(readFileSync(path('out.csv'), 'utf8')).toMatch(/^(a{20000}|b{20000})$/);
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });

  it('lets a signal handler remove temporary files at once', () => {
    const temporary = nameTemporary(path('out.csv'));
    writeFileSync(temporary, 'half');
    removeTemporaryFiles();
    expect(existsSync(temporary)).toBe(false);
  });

  it('keeps a symbolic link a link', async () => {
    writeFileSync(path('real.csv'), 'old');
    symlinkSync(path('real.csv'), path('link.csv'));
    await writeOutput(path('link.csv'), [bytes('new')]);
    expect(readFileSync(path('real.csv'), 'utf8')).toBe('new');
    expect(readFileSync(path('link.csv'), 'utf8')).toBe('new');
  });
});
