import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdult } from '../../../bench/adult.js';
import type { ComparedCell } from '../../../bench/comparison-algorithms.js';
import { ALGORITHMS, comparedCells, comparisonArguments, comparisonJob } from '../../../bench/comparison-algorithms.js';
import {
  followAll,
  measureLevels,
  mondrianPoints,
  PRINTED_LEVELS,
  PRINTED_MONDRIAN,
  PRINTED_SEARCHES,
  runMondrian,
  searchLevels,
} from '../../../bench/comparison-huang.js';
import type { Measured } from '../../../bench/comparison-page.js';
import { drawComparison, writeFigures, writePage } from '../../../bench/comparison-page.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { long, sharedFolder, sharedPath } from '../../shared.js';
import { longTest } from '../../long-test.js';

const page = (ending: string): string =>
  readFileSync(resolve(import.meta.dirname, `../../../docs/bench-comparison.${ending}`), 'utf8');
const measured = JSON.parse(page('json')) as Measured;
const adult = sharedPath('data/adult');

const folder = makeFolder();

/** Runs `kohort compare` as the page says. */
async function compareAdult(ks: readonly number[], algorithms = ALGORITHMS): Promise<ComparedCell[]> {
  const job = join(folder.path, 'job.json');
  writeFileSync(job, JSON.stringify(comparisonJob(join(adult, 'hierarchies/'))));
  const asked = comparisonArguments(join(adult, 'adult-complete.csv'), job, ks, 60, algorithms);
  const { code, stdout, stderr } = await runInside([...asked, '--json', '--quiet']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return comparedCells(stdout, algorithms);
}

describe('docs/bench-comparison.md', () => {
  it('is what its program writes of its figures', async () => {
    expect(await writeFigures(measured)).toBe(page('json'));
    expect(await writePage(measured, 'bench-comparison')).toBe(page('md'));
    // Places are computed with the host's logarithm.
    const rounded = (svg: string): string[] => svg.replace(/\d+\.\d+/g, (text) => Number(text).toFixed(3)).split('><');
    expect(rounded(drawComparison(measured))).toEqual(rounded(page('svg')));
  });

  describe.skipIf(sharedFolder === null)('on Adult', () => {
    longTest(
      'has the releases that kohort compare finds',
      async () => {
        const others = ALGORITHMS.filter(({ name }) => name !== 'K-OPTIMIZE');
        const found = [...(long ? await compareAdult([10], others) : []), ...(await compareAdult([1000]))];
        const isFound = ({ k, algorithm }: ComparedCell): boolean =>
          k === 1000 || (long && k === 10 && algorithm !== 'K-OPTIMIZE');
        expect(found).toHaveLength(long ? 7 : 4);
        expect(found).toEqual(measured.cells.filter(isFound));
      },
      60_000,
    );

    it('has the proven optima of another program for K-OPTIMIZE', () => {
      interface Case {
        readonly coding: string;
        readonly metric: string;
        readonly k: number;
        readonly suppressionLimit: number | null;
        readonly cost: number;
        readonly proven: boolean;
      }
      const { cases } = JSON.parse(readFileSync(sharedPath('truth/kopt-adult.json'), 'utf8')) as { cases: Case[] };
      const known = cases.filter(
        ({ coding, metric, suppressionLimit, proven }) =>
          coding === 'fine' && metric === 'DM' && suppressionLimit === 0 && proven,
      );
      expect(known.map(({ k }) => k).sort((one, other) => one - other)).toEqual([100, 500]);
      for (const { k, cost } of known) {
        const cell = measured.cells.find((one) => one.algorithm === 'K-OPTIMIZE' && one.k === k);
        expect(cell).toMatchObject({ discernibility: cost, optimal: true });
      }
    });

    longTest(
      "has Huang's tables as they come out here",
      async () => {
        const table = await readAdult(join(adult, 'adult.data'));
        expect(table.rows).toBe(measured.rows);
        expect(PRINTED_LEVELS.map(({ levels, k }) => measureLevels(table, levels, k))).toEqual(measured.levels);
        for (const i of [1, 2]) {
          const { k, maxRows } = PRINTED_SEARCHES[i];
          const { first, any } = measured.searches[i];
          expect(await searchLevels(table, k, maxRows, 'first')).toEqual(first);
          expect(await searchLevels(table, k, maxRows, 'any')).toEqual(any);
        }
        const { k } = PRINTED_MONDRIAN[3];
        const { strict, relaxed, listing } = measured.mondrian[3];
        expect(await runMondrian(table, k, 'strict')).toEqual(strict);
        expect(await runMondrian(table, k, 'relaxed')).toEqual(relaxed);
        expect(followAll(mondrianPoints(table), k, listing.classes.length)).toEqual(listing);
      },
      60_000,
    );
  });
});
