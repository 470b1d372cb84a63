import { quantity } from '../../../base/numbers.js';
import { amount } from '../../../base/plural.js';
import type { Table } from '../../../index.js';
import { defineCommand, parsed } from '../declare.js';
import { columns as layOut } from '../format.js';
import { count, original, people, shared } from './options.js';
import { withTables } from './with-tables.js';
import type { AttackReport, Tables } from './with-tables.js';
import { percent } from './words.js';

export const membership = defineCommand({
  usage: 'membership <release>',
  help: 'probability that each row, or person, of a public table is in the release',
  options: {
    ...shared,
    public: people,
    original,
    budget: parsed('<states>', 'maximum number of states per bucket; default: 200000', count),
  },
  examples: [
    [
      'kohort attack membership release.csv --public voters.csv --job job.json',
      'how likely every row, or person, of the public table is in the release',
    ],
  ],
  run: async ([file], given) => {
    const begun = performance.now();
    const limit = given.timeLimit ?? Infinity;
    const count = async ({ release, original, people, job, progress, drive }: Tables): Promise<AttackReport> => {
      const { attackMembershipInSteps } = await import('../../../assess/attacks/membership-attack.js');
      const steps = attackMembershipInSteps(release, people as Table, job, {
        groups: given.columns,
        original,
        budget: given.budget,
        onProgress: (done, all) => progress(`${done} of ${amount(all, 'bucket')}`),
        isOver: () => performance.now() - begun > 1000 * limit,
      });
      const report = await drive(steps);
      const many = report.persons === null ? 'rows' : 'people';
      const share = (count: number): string[] => [
        quantity(count),
        percent(report.people === 0 ? 0 : count / report.people),
      ];
      return {
        // Output without the numbers of single persons.
        json: {
          ...report,
          low: undefined,
          high: undefined,
          isExact: undefined,
          isLeftOut: undefined,
          isChosen: undefined,
        },
        lines: [
          ...layOut([
            [`${many} of the public table`, quantity(report.people), ''],
            ['in the release for certain', ...share(report.certain)],
            ['not in the release for certain', ...share(report.excluded)],
            ['with an exact probability', ...share(report.exact)],
            ['with only an interval', ...share(report.unknown)],
            ['of these, undecided (perhaps certainly in or out)', ...share(report.undecided)],
            ['contradicted: the public table lacks part of the release', ...share(report.contradicted)],
          ]),
          '',
          `smallest probability ${span(report.smallest)}, largest ${span(report.largest)}`,
          `${many} by exact probability, in tenths: ${report.histogram.join(' ')}`,
          ...(report.endedEarly
            ? ['the time limit ended the count: people who were not reached have only an interval']
            : []),
        ],
      };
    };
    await withTables(file, given, count, { graceSeconds: 0.15 });
  },
});

const span = ([low, high]: readonly [number, number]): string =>
  low === high ? quantity(low) : `between ${quantity(low)} and ${quantity(high)}`;
