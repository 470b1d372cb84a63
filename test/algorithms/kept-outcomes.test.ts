import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listAlgorithms } from '../../src/index.js';
import { wordsOf } from '../../src/job/option-info.js';
import { bothEngines } from '../engine/engines.js';
import { long, inTurn } from '../shared.js';
import { casesOf, modelCasesOf, outcomeOf, type KeptCase, type KeptOutcome } from './kept-outcomes.js';
import { all, settings } from './option-settings.js';

/**
 * Tests that a job gives the same release in every version: releases, solutions and counts of searches of every algorithm with every option stand in
 * kept-outcomes/ as texts to be read. An intended change writes them with KOHORT_KEEP=1 and says so in the changelog.
 */
const keeps = process.env.KOHORT_KEEP === '1';
const folder = resolve(import.meta.dirname, 'kept-outcomes');
const engines = Object.values(await bothEngines());

const pathOf = (algorithm: string): string => resolve(folder, `${algorithm}.txt`);
const AS = 'released as by ';

/** The outcomes of a file by the names of its cases. */
function read(algorithm: string): Map<string, KeptOutcome> {
  const text = existsSync(pathOf(algorithm)) ? readFileSync(pathOf(algorithm), 'utf8') : '';
  const outcomes = new Map<string, KeptOutcome>();
  for (const part of text.split(/^== /m).slice(1)) {
    const [name, ...lines] = part.trimEnd().split('\n');
    const start = lines.findIndex((line) => line.startsWith('columns: ') || line.startsWith(AS));
    const about = start < 0 ? lines : lines.slice(0, start);
    const rest = start < 0 ? [] : lines.slice(start);
    const isSame = rest[0]?.startsWith(AS) === true;
    outcomes.set(name, { about, released: isSame ? (outcomes.get(rest[0].slice(AS.length))?.released ?? []) : rest });
  }
  return outcomes;
}

/** A release that an earlier case gives as well is named by that one. */
function write(algorithm: string, outcomes: ReadonlyMap<string, KeptOutcome>): void {
  const names = new Map<string, string>();
  const text = [...outcomes].map(([name, { about, released }]) => {
    const rows = released.join('\n');
    const other = names.get(rows);
    if (rows !== '' && other === undefined) names.set(rows, name);
    return `== ${[name, ...about, ...(other === undefined ? released : [`${AS}${other}`])].join('\n')}\n`;
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
const withoutEffort = ({ about, released }: KeptOutcome): KeptOutcome => ({
  about: about.map((line) => (SEARCH.test(line) ? line.replace(counted, '$1') : line)),
  released,
});

/** A release, its cost and what is proven of it stay; a search may come to them with less effort. */
function compareOutcome(found: KeptOutcome, kept: KeptOutcome | undefined, engine: string): void {
  if (kept === undefined) return expect(found, engine).toEqual(kept);
  const before = effortOf(kept);
  let isLess = false;
  for (const [name, count] of effortOf(found)) {
    expect(count, `${engine}: ${name}`).toBeLessThanOrEqual(before.get(name) ?? 0);
    if (count < (before.get(name) ?? 0)) isLess = true;
  }
  expect(isLess ? withoutEffort(found) : found, engine).toEqual(isLess ? withoutEffort(kept) : kept);
}

it('a search that does less passes, one that does more or releases something else does not', () => {
  const kept: KeptOutcome = { about: ['search: optimal true, nodes 9, prunedTail 2, cost 7'], released: ['a'] };
  const withLine = (line: string): KeptOutcome => ({ ...kept, about: [line] });
  compareOutcome(kept, kept, 'wasm');
  compareOutcome(withLine('search: optimal true, nodes 8, prunedTail 5, cost 7'), kept, 'wasm');
  for (const line of [
    'nodes 10, prunedTail 2, cost 7',
    'nodes 8, prunedTail 2, cost 6',
    'nodes 9, prunedTail 1, cost 7',
  ]) {
    expect(() => compareOutcome(withLine(`search: optimal true, ${line}`), kept, 'wasm')).toThrow();
  }
  expect(() => compareOutcome({ ...kept, released: ['b'] }, kept, 'wasm')).toThrow();
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
      if (!keeps) compareOutcome(outcome, kept.get(name), engine.name);
    }
  });

  it('has no outcome of a case that is gone', () => {
    if (!keeps) expect([...kept.keys()]).toEqual(cases.map(({ name }) => name));
  });

  if (keeps) {
    afterAll(() => {
      // Outcomes that `-t` left out stay unchanged.
      const outcomes = cases.map(({ name }) => [name, found.get(name) ?? kept.get(name)] as const);
      write(algorithm, new Map(outcomes.filter((each): each is [string, KeptOutcome] => each[1] !== undefined)));
    });
  }
});
