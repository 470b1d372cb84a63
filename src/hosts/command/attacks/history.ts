import { counted, quantity } from '../../../base/numbers.js';
import { defineCommand } from '../declare.js';
import { columns as layOut } from '../format.js';
import { original, shared } from './options.js';
import { withTables } from './with-tables.js';
import { percent } from './words.js';

export const history = defineCommand({
  usage: 'history <release>',
  help: 'sensitive values that the classes of several rows of a person leave together',
  options: { ...shared, original },
  examples: [
    [
      'kohort attack history visits-release.csv --job visits-job.json --original visits.csv',
      'sensitive values that several rows of a person reveal together',
    ],
  ],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, original, job, drive }) => {
        const asked = { groups: given.columns, sensitive };
        const { attackHistoryInSteps } = await import('../../../assess/attacks/history.js');
        const report = await drive(attackHistoryInSteps(release, job, original, asked));
        const { persons, personsReleased, attributes } = report;
        return {
          json: report,
          lines: [
            ...(attributes.length === 0
              ? ['no sensitive attribute is the same in all rows of every person, so that nothing was measured']
              : [
                  ...layOut([
                    ['sensitive attribute', 'values asked for', 'people with fewer', 'share', 'fewest values left'],
                    ...attributes.map((each) => [
                      each.attribute,
                      quantity(each.l),
                      quantity(each.persons),
                      percent(personsReleased === 0 ? 0 : each.persons / personsReleased),
                      quantity(each.fewest),
                    ]),
                  ]),
                  '',
                ]),
            `of ${counted(personsReleased, 'released person', 'released people')} (${quantity(persons)} in the original), for somebody who knows all their rows`,
          ],
        };
      },
      { isWithSensitive: true },
    );
  },
});
