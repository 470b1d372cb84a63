import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { algorithms } from '../../src/algorithms/list.js';
import { algorithmNames, cutAlgorithms, globalAlgorithms, namesWith } from '../registry.js';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/taxonomy.md'), 'utf8');
const table = text.split('\n').flatMap((line) => {
  const [, name, ...cells] =
    /^\| `([\w-]+)` +\|(.*)\|$/u.exec(line)?.flatMap((part, i) => (i === 2 ? part.split('|') : [part])) ?? [];
  return name === undefined ? [] : [{ name, cells: cells.map((cell) => cell.trim()) }];
});
const rows = table.map(({ name, cells: [recoding, direction, search, over, levels, anytime] }) => ({
  ...{ name, recoding, direction, search, over, levels, anytime },
}));
const named = (is: (row: (typeof rows)[number]) => boolean): string[] => rows.filter(is).map(({ name }) => name);

/** Guarantees of a complete search. */
const COMPLETE =
  /^(optimal over|a level vector of the least height|all (minimal )?level vectors|the least cost over all)/u;

describe('the table of docs/taxonomy.md', () => {
  it('has every algorithm once, with every cell filled by a word of the page', () => {
    expect(named(() => true).toSorted()).toEqual(algorithmNames.toSorted());
    expect(named(({ levels, anytime }) => !['yes', 'no'].includes(levels) || !['yes', 'no'].includes(anytime))).toEqual(
      [],
    );
    const before = text.slice(0, text.indexOf('\n| algorithm'));
    const words = rows.flatMap(({ recoding, direction, search, over }) => [recoding, direction, search, over]);
    expect([...new Set(words)].filter((word) => word === '' || !before.includes(`_${word}_`))).toEqual([]);
  });

  it('says what the algorithms declare of themselves', () => {
    const declared: readonly [string[], string[]][] = [
      [named(({ recoding }) => recoding === 'global'), [...globalAlgorithms, ...namesWith(({ takesLists }) => takesLists === 'generalized')]],
      [named(({ over }) => over === 'buckets'), namesWith(({ permutes }) => permutes !== undefined)],
      [named(({ over }) => over === 'items'), namesWith(({ takesLists }) => takesLists !== undefined)],
      [named(({ over }) => over === 'cells'), namesWith(({ releases }) => releases === 'value-or-star')],
      [named(({ over }) => over === 'ranges'), cutAlgorithms],
      [named(({ levels }) => levels === 'yes'), namesWith(({ needsLevels }) => needsLevels === true)],
      [named(({ anytime }) => anytime === 'yes'), namesWith((each) => each.anytime === true)],
      [named(({ search }) => search === 'complete'), namesWith(({ guarantee }) => COMPLETE.test(guarantee))],
      [named(({ search }) => search === 'random'), namesWith(({ options }) => Object.hasOwn(options.entries, 'seed') && !Object.hasOwn(options.entries, 'seedCost')).filter((name) => cutAlgorithms.includes(name))],
    ]; // prettier-ignore
    for (const [said, known] of declared) expect(said.toSorted()).toEqual(known.toSorted());
    const levelled = namesWith(({ levelVector }) => levelVector === true);
    expect(named(({ over }) => over === 'levels')).toEqual(expect.arrayContaining(levelled));
    expect(algorithms.length).toBe(rows.length);
  });
});
