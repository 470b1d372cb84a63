// Tests that judge a file, and its mutants to judge.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './tree.mjs';

export const config = JSON.parse(readFileSync(join(import.meta.dirname, 'config.json'), 'utf8'));
const equivalents = JSON.parse(readFileSync(join(root, 'test/mutation/equivalent.json'), 'utf8'));

export const hashOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);

/** Hash of a test file and of the helpers beside it that it imports. */
export function hashOfTest(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(root, file))) return '';
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  const imports = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, path]) => `${join(dirname(file), path)}.ts`);
  const helpers = imports.filter((path) => path.startsWith('test/')).map((path) => hashOfTest(path, seen));
  return hashOf(text, ...helpers);
}

export const isQuickTest = (file) =>
  file.endsWith('.test.ts') &&
  !file.endsWith('.browser.test.ts') &&
  !config.testsLeftOut.some((start) => file.startsWith(start));

export const wingOf = (file) => config.wings.find((wing) => file.startsWith(`src/${wing}/`)) ?? 'others';

/** The tests that call functions of `file`: first the quick ones that call little else, those of its own room preferred, as far as `limits` go. */
export function chooseTests(file, map, limits) {
  const room = `test/${wingOf(file).split('/')[0]}/`;
  const reaching = Object.entries(map).flatMap(([testFile, { hash, tests, collected = [] }]) =>
    tests
      .filter(({ error, ms }) => error === null && ms <= limits.slowestTestMs)
      .filter(({ called }) => called.includes(file) || collected.includes(file))
      .map(({ name, ms, called }) => ({
        file: testFile,
        name,
        hash,
        ms,
        far: !testFile.startsWith(room),
        width: called.length,
      })),
  );
  const cost = ({ ms, width, far }) => (ms + 0.5) * (width + 1) * (far ? 4 : 1);
  reaching.sort((a, b) => cost(a) - cost(b));
  let spent = 0;
  return reaching.filter(({ ms }) => {
    if (spent + ms > limits.testsOfFileMs) return false;
    spent += ms;
    return true;
  });
}

export const keyOf = ({ line, column, mutator, code, replacement }) =>
  `${line}:${column} ${mutator} ${hashOf(code, replacement)}`;

/** From 0 to below 1, by seed alone: a larger share holds the smaller ones. */
const draw = (seed, mutant) => parseInt(hashOf(String(seed), mutant.file, keyOf(mutant)).slice(0, 12), 16) / 2 ** 48;

export const isDrawn = (mutant, { sample, seed }) => draw(seed, mutant) < sample;

/** An entry names the file, the mutator, the line's text and, where one line has several, the replacement: line numbers would not last. */
export const explanationOf = (mutant) =>
  equivalents.find(
    ({ file, mutator, line, replacement }) =>
      file === mutant.file &&
      mutator === mutant.mutator &&
      line === mutant.text &&
      (replacement === undefined || replacement === mutant.replacement),
  )?.reason;
