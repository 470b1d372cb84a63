import type { HomogeneityFigures, HomogeneityReport } from '../../../assess/attacks/homogeneity.js';
import { counted, quantity } from '../../../base/numbers.js';
import { rowsArePeople } from '../../../job/plan.js';
import type { Plan } from '../../../job/plan.js';
import { defineCommand } from '../declare.js';
import { columns as layOut } from '../format.js';
import { original, shared } from './options.js';
import { withTables } from './with-tables.js';
import { percent } from './words.js';

/** Caveat of a share of rows. */
const ROWS_SAY_LITTLE =
  'rows are counted, and people may have several: then all of a class may have a value that not all of its rows have (docs/persons.md)';

function homogeneityTable({ attributes, persons, rows }: HomogeneityReport): string[] {
  const known = persons === null ? 'rows with one value' : 'people with a value that all of their class have';
  return layOut([
    ['sensitive attribute', known, 'share', 'largest confidence', 'largest gain', 'largest distance'],
    ...attributes.flatMap(({ attribute, folded, ...own }) => {
      const named: [string, HomogeneityFigures][] = [[attribute, own]];
      if (folded !== undefined) named.push([`${attribute} (spellings folded)`, folded]);
      return named.map(([name, each]) => {
        const count = each.homogeneousPersons ?? each.homogeneousRows;
        return [
          name,
          quantity(count),
          percent(count === 0 ? 0 : count / (persons ?? rows)),
          percent(each.largestConfidence),
          quantity(each.largestGain),
          quantity(each.largestDistance),
        ];
      });
    }),
  ]);
}

/** Notes of a homogeneity attack about the counted persons or rows. */
function homogeneityNotes({ persons, rows }: HomogeneityReport, plan: Plan): string[] {
  if (persons === null) return rowsArePeople(plan) ? [] : ['', ROWS_SAY_LITTLE];
  return [
    '',
    `shares are for ${counted(persons, 'person', 'people')}, who have ${counted(rows, 'row')} in the release; somebody with several values holds each of them`,
  ];
}

export const homogeneity = defineCommand({
  usage: 'homogeneity <release>',
  help: 'classes that reveal a sensitive value, and the largest share of a value in a class',
  options: { ...shared, original },
  examples: [['kohort attack homogeneity release.csv --job job.json', 'classes that reveal a sensitive value']],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, original, job, plan, drive }) => {
        const { attackHomogeneityInSteps } = await import('../../../assess/attacks/homogeneity.js');
        const report = await drive(attackHomogeneityInSteps(sensitive ?? release, job, original));
        return { json: report, lines: [...homogeneityTable(report), ...homogeneityNotes(report, plan)] };
      },
      { isWithSensitive: true },
    );
  },
});
