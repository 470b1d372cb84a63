import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listAlgorithms } from '../../src/index.js';
import { wordsOf } from '../../src/job/option-info.js';
import { bothEngines } from '../engine/engines.js';
import { long, inTurn } from '../shared.js';
import { expectKept, hashLine, keeps } from '../kept.js';
import { casesOf, modelCasesOf, outcomeOf, type KeptCase, type KeptOutcome } from './kept-outcomes.js';
import { all, settings } from './option-settings.js';

/**
 * Tests that a job gives the same release in every version: searches, solutions and releases of every algorithm with every option stand in
 * kept-outcomes/, the first release of an algorithm as a text, the others as hashes. KOHORT_KEEP=1 writes them; an intended change says so in the changelog.
 */
const folder = resolve(import.meta.dirname, 'kept-outcomes');
const engines = Object.values(await bothEngines());

const pathOf = (algorithm: string): string => resolve(folder, `${algorithm}.txt`);
const commandOf = (algorithm: string): string =>
  `KOHORT_KEEP=1 npx vitest run test/algorithms/kept-outcomes.test.ts -t '^${algorithm} '`;

/** The outcomes of a file by the names of its cases; releases as texts or as hashes. */
function read(algorithm: string): Map<string, KeptOutcome> {
  const text = existsSync(pathOf(algorithm)) ? readFileSync(pathOf(algorithm), 'utf8') : '';
  const outcomes = new Map<string, KeptOutcome>();
  for (const part of text.split(/^== /m).slice(1)) {
    const [name, ...lines] = part.trimEnd().split('\n');
    const start = lines.findIndex((line) => line.startsWith('columns: ') || line.startsWith('sha256 '));
    const end = start < 0 ? lines.length : start;
    outcomes.set(name, { about: lines.slice(0, end), released: lines.slice(end) });
  }
  return outcomes;
}

/** The first release is written whole. */
function write(algorithm: string, outcomes: ReadonlyMap<string, KeptOutcome>): void {
  const isRelease = ({ released }: KeptOutcome): boolean => released.length > 0;
  const whole = [...outcomes.values()].find(isRelease);
  const text = [...outcomes].map(([name, outcome]) => {
    const isHash = outcome === whole || !isRelease(outcome) || outcome.released[0].startsWith('sha256 ');
    return `== ${[name, ...outcome.about, ...(isHash ? outcome.released : [hashLine(outcome.released)])].join('\n')}\n`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(algorithm), text.join(''));
}

function casesOfAlgorithm(algorithm: string): KeptCase[] {
  const info = listAlgorithms().algorithms.find(({ name }) => name === algorithm);
  const options = info?.optionInfos ?? [];
  return [
    ...options.flatMap((option) =>
      (settings[algorithm]?.[option.name] ?? all(...wordsOf(option))).flatMap((setting) =>
        casesOf(algorithm, option.name, setting),
      ),
    ),
    ...modelCasesOf(algorithm),
  ];
}

/** Work of a search that may become less in a later version, and never more. */
const CEILINGS = ['nodes', 'checked', 'scans', 'candidates', 'visitedVectors', 'visitedClasses'];
/** Counts of work that a search was spared; less work changes these as well. */
const SPARED = [
  'tagged',
  'rolledUp',
  'joined',
  'bounded',
  'prunedNodes',
  'prunedTail',
  'uselessValues',
  'refutedByTables',
];

const SEARCH = /^search: .*/;
const effortOf = ({ about }: KeptOutcome): Map<string, number> => {
  const line = about.find((each) => SEARCH.test(each)) ?? '';
  const counts = [...line.matchAll(/\b(\w+) (\d+)/g)].map(([, name, count]): [string, number] => [name, Number(count)]);
  return new Map(counts.filter(([name]) => CEILINGS.includes(name)));
};
const counted = new RegExp(`\\b(${[...CEILINGS, ...SPARED].join('|')}) \\d+`, 'g');
const withoutEffort = (about: readonly string[]): string[] =>
  about.map((line) => (SEARCH.test(line) ? line.replace(counted, '$1') : line));

/** A release, its cost and what is proven of it stay; a search may come to them with less effort. */
function compareOutcome(found: KeptOutcome, kept: KeptOutcome | undefined, name: string, command: string): void {
  const { about, released } = kept ?? { about: [], released: [] };
  const before = effortOf({ about, released });
  const after = [...effortOf(found)];
  const isMore = after.some(([count, value]) => value > (before.get(count) ?? 0));
  const isLess = !isMore && after.some(([count, value]) => value < (before.get(count) ?? 0));
  const [one, other] = [found.about, about].map((lines) => (isLess ? withoutEffort(lines) : lines));
  expectKept(one, other, { name, command });
  if (found.released.length > 0 || released.length > 0) expectKept(found.released, released, { name, command });
}

it('a search that does less passes, one that does more or releases something else does not', () => {
  const kept: KeptOutcome = { about: ['search: optimal true, nodes 9, prunedTail 2, cost 7'], released: ['a'] };
  const hashed: KeptOutcome = { ...kept, released: [hashLine(kept.released)] };
  const compare = (found: KeptOutcome, before = kept): void => compareOutcome(found, before, 'a case', 'a command');
  const withLine = (line: string): KeptOutcome => ({ ...kept, about: [line] });
  compare(kept);
  compare(kept, hashed);
  compare(withLine('search: optimal true, nodes 8, prunedTail 5, cost 7'));
  for (const line of [
    'nodes 10, prunedTail 2, cost 7',
    'nodes 8, prunedTail 2, cost 6',
    'nodes 9, prunedTail 1, cost 7',
  ]) {
    expect(() => compare(withLine(`search: optimal true, ${line}`))).toThrow('a command');
  }
  expect(() => compare({ ...kept, released: ['b'] })).toThrow(/a command/);
  expect(() => compare({ ...kept, released: ['b'] }, hashed)).toThrow(/a command(.|\n)*\nb$/);
  expect(() => compareOutcome(kept, undefined, 'a case', 'a command')).toThrow('a command');
});

describe.each(listAlgorithms().algorithms.map(({ name }) => name))('%s', (algorithm) => {
  const cases = casesOfAlgorithm(algorithm);
  const kept = read(algorithm);
  const found = new Map<string, KeptOutcome>();

  // In the short run a third of the cases takes its turn; all are run where they are written.
  const turns = cases.map((each, place) => [each.name, each, place] as const);
  it.each(keeps ? turns : inTurn(turns, 3))('%s', async (name, each, place) => {
    // In the short run the engines take turns.
    for (const engine of long ? engines : [engines[place % 2]]) {
      const outcome = await outcomeOf(each, engine);
      found.set(name, outcome);
      if (!keeps) compareOutcome(outcome, kept.get(name), `${name}, ${engine.name}`, commandOf(algorithm));
    }
  });

  it('has no outcome of a case that is gone', () => {
    if (!keeps) expect([...kept.keys()], commandOf(algorithm)).toEqual(cases.map(({ name }) => name));
  });

  if (keeps) {
    afterAll(() => {
      // Outcomes that `-t` left out stay unchanged.
      const outcomes = cases.map(({ name }) => [name, found.get(name) ?? kept.get(name)] as const);
      write(algorithm, new Map(outcomes.filter((each): each is [string, KeptOutcome] => each[1] !== undefined)));
    });
  }
});
