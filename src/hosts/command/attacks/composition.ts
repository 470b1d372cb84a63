import type { CompositionReport } from '../../../assess/attacks/composition.js';
import { counted, quantity } from '../../../base/numbers.js';
import type { Table } from '../../../index.js';
import { defineCommand, required, text } from '../declare.js';
import { OVER_ALL_ROWS, setsSentence } from '../previous-releases.js';
import { columns as layOut } from '../format.js';
import { people, shared } from './options.js';
import { withTables } from './with-tables.js';

/** Notes of a composition attack by persons: whom it judged, and how. */
function compositionNotes({ persons, attributes }: CompositionReport): string[] {
  if (persons === null) return [];
  const varying = attributes.filter(({ isConstant }) => isConstant === false).map(({ attribute }) => `"${attribute}"`);
  return [
    '',
    `of ${counted(persons, 'person', 'people')} of the public table${OVER_ALL_ROWS}`,
    ...(varying.length === 0
      ? []
      : [`rows of a person may differ in ${varying.join(', ')}, so that each is judged by itself, and a person by the one of which most is known`]), // prettier-ignore
  ];
}

export const composition = defineCommand({
  usage: 'composition <release>',
  help: 'sensitive values that two releases of the same people leave together',
  options: {
    ...shared,
    public: people,
    with: required(text('<file>', 'the second release')),
    withJob: text('<file>', 'job of the second release; default: that of the first'),
    sensitive: text('<file>', 'second table of anatomy; default: RELEASE with .sensitive before its extension'),
    withSensitive: text(
      '<file>',
      'second table of anatomy of the second release; default: its file with .sensitive before the extension',
    ),
  },
  examples: [
    [
      'kohort attack composition release.csv --with second.csv --public voters.csv --job job.json',
      'sensitive values that two releases of the same people reveal together',
    ],
  ],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, people, job, second, drive }) => {
        const other = second as NonNullable<typeof second>;
        const groups = given.columns;
        const own = { release, sensitive, job, groups };
        const { attackCompositionInSteps } = await import('../../../assess/attacks/composition.js');
        const report = await drive(attackCompositionInSteps(own, { ...other, groups }, people as Table));
        return {
          json: report,
          lines: [
            ...layOut([
              [
                'sensitive attribute',
                report.persons === null ? 'rows in both' : 'people in both',
                'known by first',
                'by second',
                'by both only',
                'contradicted',
                'values left',
              ],
              ...report.attributes.map((each) => [
                each.attribute,
                quantity(each.inBoth),
                quantity(each.knownByFirst),
                quantity(each.knownBySecond),
                quantity(each.knownByBoth),
                quantity(each.contradicted),
                each.averageLeft.map(quantity).join(' / '),
              ]),
            ]),
            ...report.attributes
              .filter((each) => each.comparedBySets > 0)
              .map(({ attribute, comparedBySets }) => setsSentence(report, comparedBySets, attribute)),
            ...compositionNotes(report),
          ],
        };
      },
      { isWithSensitive: true },
    );
  },
});
