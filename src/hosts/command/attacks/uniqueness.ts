import { counted, quantity } from '../../../base/numbers.js';
import { rowsArePeople } from '../../../job/plan.js';
import { numberArgument } from '../arguments.js';
import { defineCommand, parsed } from '../declare.js';
import { columns as layOut } from '../format.js';
import { original, shared } from './options.js';
import { uniquesLines } from '../../../report/uniques-words.js';
import { withTables } from './with-tables.js';
import { ROWS_COUNTED, percent } from './words.js';

/** Sets of columns that are printed. */
const SHOWN_SETS = 10;

export const uniqueness = defineCommand({
  usage: 'uniqueness <release>',
  help: 'rows, or people, that sets of released columns single out',
  options: {
    ...shared,
    original,
    size: parsed(
      '<n>',
      'maximum number of columns of a set; default: 3',
      numberArgument('a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
    ),
    population: parsed(
      '<n>',
      'people of the population that the file is a random sample of, or below 1 its share of them: estimates how many are unique there',
      numberArgument(
        'a whole number from 1, or a share above 0 and below 1',
        (value) => value > 0 && (value < 1 || Number.isSafeInteger(value)),
      ),
    ),
  },
  examples: [
    ['kohort attack uniqueness release.csv --job job.json', 'rows that sets of released columns single out'],
    [
      'kohort attack uniqueness visits-release.csv --job visits-job.json --original visits.csv',
      'people, if the job names their key',
    ],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, original, job, plan, drive }) => {
      const { attackUniquenessInSteps } = await import('../../../assess/attacks/released-uniqueness.js');
      const { size, population } = given;
      const report = await drive(attackUniquenessInSteps(release, job, { original, size, population }));
      const { persons, rows, sets, complete } = report;
      const many = persons !== null || rowsArePeople(plan) ? 'people' : 'rows';
      const shown = sets.slice(0, SHOWN_SETS);
      return {
        json: report,
        lines: [
          ...layOut([
            [`${many} that are unique in`, many, 'share'],
            ...shown.map(({ columns, unique, share }) => [columns.join(' + '), quantity(unique), percent(share)]),
          ]),
          '',
          persons === null
            ? `of ${counted(rows, 'released row')}`
            : `of ${counted(persons, 'released person', 'released people')}, who have ${counted(rows, 'row')}: unique people have a row whose values nobody else has`,
          ...(complete ? [] : ['(some sets of columns were not counted)']),
          ...(many === 'people' ? [] : [ROWS_COUNTED]),
          ...(report.population === undefined ? [] : ['', ...uniquesLines(report.population)]),
        ],
      };
    });
  },
});
