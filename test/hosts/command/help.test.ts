import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listAlgorithms, version } from '../../../src/index.js';
import { parseJob } from '../../../src/pipeline/parse-job.js';
import { fitColumns, wrapText } from '../../../src/hosts/command/format.js';
import type { OptionsOf } from '../../../src/hosts/command/declare.js';
import {
  declareOn,
  defineCommand,
  flag,
  parsed,
  required,
  text,
  writtenOptions,
} from '../../../src/hosts/command/declare.js';
import { root } from '../../../src/hosts/command/program.js';
import { commonOptions } from '../../../src/hosts/command/run-options.js';
import { bashScript } from '../../../src/hosts/command/shell/bash.js';
import { fishScript } from '../../../src/hosts/command/shell/fish.js';
import { zshScript } from '../../../src/hosts/command/shell/zsh.js';
import { declaredCommands } from '../../../src/hosts/command/shell/declared.js';
import { runInside } from './run-cli.js';
import { long } from '../../shared.js';

const here = mkdtempSync(join(tmpdir(), 'kohort-help-'));
const write = (name: string, text: string): void => writeFileSync(join(here, name), text);
const commands = declaredCommands(root);
const catalogue = listAlgorithms();
const names = [...catalogue.algorithms, ...catalogue.privacy, ...catalogue.metrics].map(({ name }) => name);

beforeAll(async () => {
  const zips = ['53710', '53711', '53712', '53713'];
  const diseases = ['flu', 'gout', 'asthma', 'cough', 'cold'];
  const people = Array.from({ length: 60 }, (_, i) => [20 + ((i * 7) % 40), zips[i % 4], diseases[(i * 3) % 5]]);
  write('people.csv', `age,zip,disease\n${people.map((row) => row.join(',')).join('\n')}\n`);
  const voters = [...people, ...people].map(([age, zip], i) => `person ${i},${age},${zip}`);
  write('voters.csv', `name,age,zip\n${voters.join('\n')}\n`);
  const privacy = [
    { model: 'k-anonymity', k: 3 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ];
  const qi = (hierarchy: object) => ({ role: 'quasi-identifier', hierarchy });
  const attributes = {
    age: qi({ type: 'intervals', widths: [5, 10, 20] }),
    zip: { ...qi({ type: 'mask' }), type: 'string' },
    disease: 'sensitive',
  };
  write('job.json', JSON.stringify({ attributes, privacy, algorithm: 'mondrian' }));
  write(
    'tree-job.json',
    JSON.stringify({ attributes, privacy: privacy.slice(0, 1), algorithm: 'datafly', suppression: { maxRows: 0 } }),
  );
  write('diverse-job.json', JSON.stringify({ attributes, privacy, algorithm: 'datafly', suppression: { maxRows: 0 } }));
  const visits = [...people, ...people].map((row, i) => `patient ${i % 60},${row.join(',')}`);
  write('visits.csv', `patient,age,zip,disease\n${visits.join('\n')}\n`);
  const ofVisits = { attributes: { ...attributes, patient: 'person' }, privacy: privacy.slice(0, 1) };
  write('visits-job.json', JSON.stringify({ ...ofVisits, algorithm: 'mondrian' }));
  write('new-people.csv', 'age,zip,disease\n33,53710,flu\n41,53711,gout\n');
  for (const [job, out, input = 'people.csv'] of [
    ['tree-job.json', 'tree-release.csv'],
    ['diverse-job.json', 'diverse-release.csv'],
    ['job.json', 'second.csv'],
    ['visits-job.json', 'visits-release.csv', 'visits.csv'],
  ]) {
    const made = await runInside(['anonymize', input, '--job', job, '--out', out, '--quiet'], here);
    expect(made).toMatchObject({ code: 0 });
  }
});
afterAll(() => rmSync(here, { recursive: true }));

describe('the help of the command', () => {
  it('has examples for every command, and shows them', async () => {
    for (const { path, examples: own } of commands) {
      expect({ path, count: own.length }).not.toEqual({ path, count: 0 });
      const { code, stdout } = await runInside([...path.split(' ').filter((word) => word !== ''), '--help'], here);
      expect(code).toBe(0);
      for (const [line, what] of own) expect(stdout).toContain(`  ${line}\n      ${what}`);
    }
  });

  it('has examples that run', async () => {
    for (const [line] of commands.flatMap(({ examples }) => examples)) {
      const [program, ...args] = line.split(' ');
      expect(program).toBe('kohort');
      const { code, stderr } = await runInside(args, here);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: expect.any(String) as string });
    }
  }, 60_000);
});

describe('a declared option', () => {
  const options = {
    outFolder: text('<file>', 'folder of what is written'),
    share: required(parsed('<n>', 'share of the rows', Number, () => ['0.5', '1'])),
    tidy: flag('writes less', 'writes all'),
  };
  let given: OptionsOf<typeof options> | null = null;
  const card = defineCommand({
    usage: 'sample <input> [more...]',
    help: 'draws rows',
    options,
    examples: [['kohort sample people.csv --share 1', 'all rows']],
    run: async (args, read) => {
      expect(args).toEqual(['a.csv', 'b.csv']);
      given = read;
    },
  });
  const program = { ...root, commands: [card] };

  it('is parsed, helped and completed in every shell by its declaration alone', async () => {
    const command = declareOn(new Command('kohort'), program, async ({ run }, args, read) => {
      await run?.(args, read, program);
    });
    await command.parseAsync(['sample', 'a.csv', 'b.csv', '--share', '0.5', '--no-tidy'], { from: 'user' });
    expect(given).toEqual({ share: 0.5, tidy: false });
    const help = command.commands[0].helpInformation();
    const [, sample] = declaredCommands(program);
    expect(sample.usage).toBe('<input> [more...]');
    expect(sample.options.map(({ flag: own }) => own)).toEqual([
      ...['--out-folder', '--share', '--tidy', '--no-tidy', '--help'],
    ]);
    for (const { usage, description } of sample.options.slice(0, -1)) {
      expect(help).toMatch(new RegExp(`${usage} +${description}\n`));
    }
    for (const script of [bashScript, zshScript, fishScript]) {
      const written = script(declaredCommands(program));
      for (const name of ['out-folder', 'share', 'tidy', 'no-tidy']) expect(written).toContain(name);
      expect(written).toContain('0.5');
    }
  });

  it('is in docs/command-line.md, where all commands have it, as each command is', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(--[a-z-]+)[^|]*\|/gm)].map(([, own]) => own);
    expect(rows).toEqual(Object.entries(commonOptions).flatMap(([key, own]) => writtenOptions(key, own)).map((own) => own.flag)); // prettier-ignore
    for (const { path } of commands.filter((each) => each.path !== '' && !each.path.startsWith('attack '))) {
      expect(page).toContain(`\nkohort ${path}`);
    }
  });
});

describe('kohort algorithms', () => {
  it('lists every name in a line, and says all about one', async () => {
    const { stdout } = await runInside(['algorithms'], here);
    for (const name of names) {
      expect(stdout.split('\n').filter((line) => line.startsWith(`  ${name} `) || line === `  ${name}`)).toHaveLength(
        1,
      );
      const one = await runInside(['algorithms', name], here);
      expect([one.code, one.stdout.startsWith(`${name}, a`)]).toEqual([0, true]);
      const json = await runInside(['algorithms', name, '--json'], here);
      expect(JSON.parse(json.stdout)).toMatchObject({ name });
    }
  });

  it('shows lines of a job that can be used', async () => {
    for (const { name } of [...catalogue.algorithms, ...catalogue.privacy]) {
      const { stdout } = await runInside(['algorithms', name], here);
      const line = /^in a job\n {2}(.*)$/m.exec(stdout)?.[1] ?? '';
      const isModel = catalogue.privacy.some((model) => model.name === name);
      const attributes = {
        age: 'quasi-identifier',
        disease: name === 'km-anonymity' ? { role: 'sensitive', set: { delimiter: ';' } } : 'sensitive',
      };
      const others = isModel ? { algorithm: 'mondrian' } : { privacy: [{ model: 'k-anonymity', k: 2 }] };
      const job = { attributes, ...others, ...(JSON.parse(`{${line}}`) as object) };
      expect(parseJob(job), line).toBeDefined();
    }
  });

  it('suggests a near name', async () => {
    const { code, stderr } = await runInside(['algorithms', 'mondrain'], here);
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "mondrian"?')]);
  });
});

describe('a table on a terminal', () => {
  const was = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  afterEach(() => Object.assign(process.stdout, was));

  it('fits it, and loses no word', async () => {
    const piped = await runInside(
      ['compare', 'people.csv', '--job', 'job.json', '--algorithms', 'mondrian,mdav'],
      here,
    );
    const runs: readonly string[][] = [
      ['inspect', 'people.csv'],
      ['algorithms'],
      ['algorithms', 'mondrian'],
      ['compare', 'people.csv', '--job', 'job.json', '--algorithms', 'mondrian,mdav'],
    ];
    for (const columns of long ? [60, 80, 120] : [80]) {
      for (const args of runs) {
        Object.assign(process.stdout, { isTTY: true, columns });
        const { stdout } = await runInside(args, here);
        const table = args[0] === 'compare' ? stdout.slice(0, stdout.indexOf('\n* ')) : stdout;
        const wide = table.split('\n').filter((line) => line.length > columns && !line.includes('"algorithm"'));
        expect({ args, columns, wide }).toEqual({ args, columns, wide: [] });
        Object.assign(process.stdout, { isTTY: undefined, columns: undefined });
        const plain = await runInside(args, here);
        const wordsOf = (text: string): Set<string> =>
          new Set(text.split(/\s+/).filter((word) => !/\d\.\d/.test(word)));
        expect([...wordsOf(plain.stdout)].filter((word) => !wordsOf(stdout).has(word))).toEqual([]);
      }
    }
    expect(Math.max(...piped.stdout.split('\n').map((line) => line.length))).toBeGreaterThan(120);
  }, 60_000);

  it('fits tables of more lines than a call may have arguments', () => {
    const rows = Array.from({ length: 130_000 }, (_, i) => [`c${i}`, '1']);
    expect(fitColumns(rows, [0], 80)).toHaveLength(130_000);
  });

  it('wraps the last column where it holds texts, else stands in parts with the first column', () => {
    const text = [
      ['a', 'some words that are long'],
      ['bb', 'short'],
    ];
    expect(fitColumns(text, [0, 1], 28)).toEqual(['a   some words that are long', 'bb  short']);
    expect(fitColumns([['a', 'some words that are long enough']], [0, 1], 28)).toEqual([
      'a  some words that are long',
      '   enough',
    ]);
    const numbers = [
      ['name', 'one', 'two', 'three'],
      ['x', '1', '22222', '3'],
    ];
    expect(fitColumns(numbers, [0], 16)).toEqual([
      'name  one    two',
      'x       1  22222',
      '',
      'name  three',
      'x         3',
    ]);
    expect(fitColumns(numbers, [0])).toHaveLength(2);
    expect(wrapText('aa bb cc', 5, '  ')).toEqual(['aa bb', '  cc']);
  });
});

describe('completion', () => {
  /** Completions by bash for the words of a line, the last of which is being written. */
  const offered = (script: string, line: string): string[] => {
    const words = line.split(' ');
    const call = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _kohort; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const run = spawnSync('bash', ['--norc', '-c', call], { cwd: here, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout.split('\n').filter((word) => word !== '');
  };

  it('works in bash: commands, options, names, words, and files by bash itself', async () => {
    const { stdout: script } = await runInside(['completion', 'bash'], here);
    const inner = commands.filter(({ path }) => path !== '' && !path.includes(' ')).map(({ path }) => path);
    expect(offered(script, 'kohort ')).toEqual(inner);
    expect(offered(script, 'kohort an')).toEqual(['anonymize']);
    expect(offered(script, 'kohort attack l')).toEqual(['linkage']);
    expect(offered(script, 'kohort anonymize people.csv --jo')).toEqual(['--job']);
    expect(offered(script, 'kohort anonymize --engine w')).toEqual(['wasm']);
    expect(offered(script, 'kohort anonymize --engine = j')).toEqual(['js']);
    expect(offered(script, 'kohort compare p.csv --algorithms mondrian,mda')).toEqual(['mondrian,mdav']);
    expect(offered(script, 'kohort algorithms t-')).toEqual(['t-closeness']);
    expect(offered(script, 'kohort algorithms ').sort()).toEqual([...names].sort());
    expect(offered(script, 'kohort completion ')).toEqual(['bash', 'zsh', 'fish']);
    expect(offered(script, 'kohort attack downcoding r.csv --minimal c')).toEqual(['classes']);
    // Nothing is offered where a file stands, and bash then offers files.
    for (const line of ['kohort anonymize ', 'kohort anonymize p.csv --job ', 'kohort attack linkage '])
      expect(offered(script, line)).toEqual([]);
    const declared = spawnSync('bash', ['--norc', '-c', `${script}\ncomplete -p kohort`], { encoding: 'utf8' });
    expect(declared.stdout).toBe('complete -o default -F _kohort kohort\n');
    for (const { path, options } of commands) {
      expect(offered(script, `kohort ${`${path} `.trimStart()}--`)).toEqual(options.map(({ flag }) => flag));
    }
  }, 60_000);

  it.each(['zsh', 'fish'])('names every command and option for %s', async (shell) => {
    const { code, stdout } = await runInside(['completion', shell], here);
    expect(code).toBe(0);
    for (const { path, options } of commands) {
      for (const word of path.split(' ')) expect(stdout).toContain(word);
      for (const { flag } of options) expect(stdout).toContain(shell === 'fish' ? `-l ${flag.slice(2)}` : flag);
    }
    for (const name of names) expect(stdout).toContain(`'${name}`);
    const script = join(here, `completion.${shell}`);
    writeFileSync(script, stdout);
    // If the shell is installed, it must read the script without an error.
    const read = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
    if (read.error === undefined) expect([read.status, read.stderr]).toEqual([0, '']);
  });

  it('is refused for another shell', async () => {
    expect(await runInside(['completion', 'tcsh'], here)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('kohort doctor', () => {
  it('reports what of the machine matters, as text and as JSON', async () => {
    const { code, stdout, stderr } = await runInside(['doctor'], here);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^kohort +\d+\.\d+\.\d+\nNode +\d+/);
    const json = await runInside(['doctor', '--json'], here);
    const found = JSON.parse(json.stdout) as {
      packages: { name: string; version: string | null; install: string | null }[];
    };
    expect(found).toMatchObject({
      version,
      host: { name: 'Node', version: process.versions.node },
      node: { version: process.versions.node, supported: true },
      engine: { name: 'wasm', simd: true },
      temporaryFolder: { path: tmpdir(), writable: true },
    });
    const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
      peerDependencies: Record<string, string>;
    };
    for (const { name, version: own, install } of found.packages) {
      expect(Object.keys(manifest.peerDependencies)).toContain(name);
      expect([name, own === null]).toEqual([name, install !== null]);
    }
    expect(found.packages.find(({ name }) => name === 'pg')?.version).toMatch(/^\d/);
  });

  it('says so where the folder for temporary files cannot be written, and still ends with 0', async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(here, 'none');
    try {
      const { code, stdout } = await runInside(['doctor'], here);
      expect([code, stdout]).toEqual([0, expect.stringContaining('NOT WRITABLE')]);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });
});

describe('the manual page', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../dist/kohort.1'), 'utf8');

  it('has every command, option and example', () => {
    const plain = page.replaceAll('\\-', '-').replaceAll('\\e', '\\');
    for (const { path, options } of commands) {
      expect(plain).toContain(`kohort ${path}`.trim());
      for (const { flag } of options) expect(plain).toContain(flag);
    }
    for (const [line] of commands.flatMap(({ examples }) => examples)) expect(plain).toContain(`\n${line}\n`);
  });

  it('is read without a warning where groff is installed', () => {
    const run = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], { input: page, encoding: 'utf8' });
    if (run.error === undefined) expect([run.status, run.stderr]).toEqual([0, '']);
    expect(page.startsWith('.\\"')).toBe(true);
  });
});
