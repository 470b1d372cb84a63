/** Parts of the README, the page of the command line and the page of the API that no other test runs. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.js';
import { createWorkerClient } from '../../src/hosts/browser/client.js';
import { runInside } from '../hosts/command/run-cli.js';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const readme = ['README.md', 'docs/command-line.md', 'docs/api.md'].map(read).join('\n');

describe('the README', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('the changelog', () => {
  it('has at most 40 lines on what is not released yet', () => {
    const [, unreleased] = /^## Unreleased\n([^]*?)^## /m.exec(read('CHANGELOG.md')) ?? [];
    const lines = unreleased.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(40);
  });
});

describe('the README and the pages of commands and functions', () => {
  const lines = [...new Set(readme.split('\n').filter((line) => /^kohort \w/.test(line)))];

  it.each(lines)('shows a command that there is, with options that it has: %s', async (line) => {
    const [, name, ...words] = line.split(/\s+#/)[0].split(' ');
    const path = name === 'attack' ? [name, words[0]] : [name];
    const { code, stdout } = await runInside([...path, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Usage: kohort ${path.join(' ')}\\b`));
    // Options that the comment names count as well.
    const options = [...line.matchAll(/ (--[a-z][\w-]*)/g)].map(([, option]) => option);
    const ofOthers = /# of anonymize/.test(line) ? (await runInside(['anonymize', '--help'])).stdout : '';
    for (const option of options) expect(stdout + ofOthers).toMatch(new RegExp(`${option}\\b`));
  });

  it('has such lines', () => {
    expect(lines.length).toBeGreaterThanOrEqual(10);
  });

  it('imports what the package exports', () => {
    const names = [...readme.matchAll(/^import \{([^}]+)\} from 'kohort';/gm)].flatMap(([, list]) => list.split(','));
    expect(names.length).toBeGreaterThan(5);
    expect(names.map((name) => name.trim()).filter((name) => !(name in api))).toEqual([]);
  });

  it('asks a worker for what its client does', () => {
    const worker = { postMessage: () => undefined, addEventListener: () => undefined, terminate: () => undefined };
    const client = createWorkerClient(worker as never) as unknown as Record<string, unknown>;
    const asked = [...readme.matchAll(/\bclient\.(\w+)\(/g)].map(([, method]) => method);
    expect(asked.length).toBeGreaterThan(0);
    for (const method of asked) expect(typeof client[method], method).toBe('function');
  });
});
