import { quantity } from '../../../base/numbers.js';
import type { Table } from '../../../index.js';
import { defineCommand, parsed } from '../declare.js';
import { columns as layOut } from '../format.js';
import { count, people, shared } from './options.js';
import { withTables } from './with-tables.js';
import { percent } from './words.js';

export const minimality = defineCommand({
  usage: 'minimality <release>',
  help: 'sensitive values that become likelier because no more exact release was possible',
  options: {
    ...shared,
    public: people,
    budget: parsed('<worlds>', 'maximum number of worlds per class; default: 100000', count),
  },
  examples: [
    [
      'kohort attack minimality diverse-release.csv --public voters.csv --job diverse-job.json',
      'sensitive values that are likelier than they seem',
    ],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, people, job, drive }) => {
      const { attackMinimalityInSteps } = await import('../../../assess/attacks/minimality.js');
      const report = await drive(attackMinimalityInSteps(release, people as Table, job, { budget: given.budget }));
      return {
        json: report,
        lines: layOut([
          ['sensitive attribute', report.attribute],
          ['rows of classes that were counted', quantity(report.counted)],
          ['rows of classes that were not', quantity(report.unknown)],
          ['rows of classes that are not minimal', quantity(report.notMinimal)],
          ['largest probability of a value by the class alone', percent(report.largestNaive)],
          ['largest probability of a value by minimality', percent(report.largest)],
          ['rows with a value that became likelier', quantity(report.raised)],
          ['rows with a value that became certain', quantity(report.certain)],
        ]),
      };
    });
  },
});
