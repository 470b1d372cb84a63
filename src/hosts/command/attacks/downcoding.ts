import { quantity } from '../../../base/numbers.js';
import { choice, defineCommand } from '../declare.js';
import { columns as layOut } from '../format.js';
import { shared } from './options.js';
import { withTables } from './with-tables.js';

/** Guarantees of the algorithm of a release, in the words of `attack downcoding`. */
const taken = {
  rows: 'by the algorithm of the job no rows of a class could be more exact',
  classes: 'by the algorithm of the job no class as a whole could be more exact',
  release: 'by the algorithm of the job no value could be more exact in all classes',
} as const;

export const downcoding = defineCommand({
  usage: 'downcoding <release>',
  help: 'values of a k-anonymous release by hierarchies that minimality makes more exact',
  options: {
    ...shared,
    minimal: choice(
      '<what>',
      'assumption: no rows of a class, no class as a whole, or no value in all classes could be more exact; default: guarantee of the algorithm',
      ['rows', 'classes', 'release'],
    ),
  },
  examples: [
    ['kohort attack downcoding tree-release.csv --job tree-job.json', 'values that must be less general than released'],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, job, drive }) => {
      const { attackDowncodingInSteps } = await import('../../../assess/attacks/downcoding.js');
      const report = await drive(attackDowncodingInSteps(release, job, { minimal: given.minimal }));
      return {
        json: report,
        lines: [
          ...layOut([
            ['attribute', 'classes generalized', 'with certain children', 'rows of them', 'not minimal'],
            ...report.attributes.map((each) => [
              each.attribute,
              quantity(each.generalized),
              quantity(each.downcoded),
              quantity(each.certainRows),
              quantity(each.notMinimal),
            ]),
          ]),
          '',
          taken[report.minimal],
          ...(report.skipped.length === 0 ? [] : [`not released as nodes: ${report.skipped.join(', ')}`]),
        ],
      };
    });
  },
});
