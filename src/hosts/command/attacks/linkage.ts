import type { LinkageReport } from '../../../assess/attacks/linkage.js';
import { counted, quantity } from '../../../base/numbers.js';
import type { Table } from '../../../index.js';
import { rowsArePeople } from '../../../job/plan.js';
import type { Plan } from '../../../job/plan.js';
import { defineCommand } from '../declare.js';
import { columns as layOut } from '../format.js';
import { original, people, shared } from './options.js';
import { withTables } from './with-tables.js';
import { ROWS_COUNTED, percent } from './words.js';

/** Notes of a linkage attack about the counted persons or rows. */
function linkageNotes(
  { persons, register, people, released, shortClasses, shortRows }: LinkageReport,
  plan: Plan,
): string[] {
  if (persons === null || register === null) {
    return [
      ...(shortClasses === 0
        ? []
        : [
            `classes with more rows than rows of the public table match: ${quantity(shortClasses)}, ${counted(shortRows, 'row')} (some people have several rows, or are not in the public table)`,
          ]),
      ...(rowsArePeople(plan) ? [] : [ROWS_COUNTED]),
    ];
  }
  const { matched, alone, largest, average } = register;
  return [
    `risks are for ${counted(persons, 'person', 'people')} with ${counted(released, 'row')} in the release`,
    `of ${counted(people, 'person', 'people')} of the public table ${quantity(matched)} match: ${quantity(alone)} have one candidate among the released people; 1 / candidates is at most ${percent(largest)}, on average ${percent(average)}`,
    ...(shortClasses === 0
      ? []
      : [
          `classes with more people than people of the public table match: ${quantity(shortClasses)}, ${counted(shortRows, 'row')} (not all of the release are in the public table)`,
        ]),
  ];
}

export const linkage = defineCommand({
  usage: 'linkage <release>',
  help: 'prosecutor, journalist and marketer risk against an outside table',
  options: { ...shared, public: people, original },
  examples: [['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risks of three attackers']],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, original, people, job, plan, drive }) => {
      const asked = { groups: given.columns, original };
      const { attackLinkageInSteps } = await import('../../../assess/attacks/linkage.js');
      const report = await drive(attackLinkageInSteps(release, people as Table, job, asked));
      const notes = linkageNotes(report, plan);
      return {
        json: report,
        lines: [
          ...layOut([
            ['', 'largest', 'average', 'expected hits'],
            ...(['prosecutor', 'journalist', 'marketer'] as const).map((name) => {
              const { largest, average, hits } = report[name];
              return [name, percent(largest), percent(average), quantity(hits)];
            }),
          ]),
          ...(notes.length === 0 ? [] : ['', ...notes]),
        ],
      };
    });
  },
});
