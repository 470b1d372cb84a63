import { percent } from '../base/numbers.js';
import * as v from 'valibot';
import { InvalidArgumentError } from '../base/errors.js';
import { oneOf, share } from '../base/schema-parts.js';
import type { Achievement } from './definition.js';
import { defineModel } from './definition.js';
import { described, publicTable } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * δ-presence: for every person of the public table the release leaves a probability between min and max that they are in the
 * private one (definition 4). For somebody under a released class that is private rows / public rows of its region. Public
 * rows in no released region share the suppressed rows: their probability is suppressed rows / such public rows, so 0 when
 * nothing is suppressed, which breaks any min above 0; `outside: "ignored"` does not judge them.
 */
export const deltaPresence = defineModel({
  name: 'delta-presence',
  title: 'Membership hidden',
  description: 'For every row of a public table, the probability to be in the input lies between two bounds.',
  promise: ({ required: { min, max }, outside }, { group }) => {
    const between = `the probability of being in the input lies between ${percent(min)} and ${percent(max)}`;
    return outside === 'ignored'
      ? `For every row of the public table that matches a released ${group}, ${between}; nothing is promised of its other rows.`
      : `For every row of the public table ${between}.`;
  },
  promiseToPersons: ({ required: { min, max }, outside }) =>
    `For ${outside === 'ignored' ? 'everybody of the public table who matches a released class' : 'everybody of the public table'}, the probability of being in the input lies between ${percent(min)} and ${percent(max)}: people of the input / people of the public table, by class; a person who matches several classes has the largest share of these, and several classes together may reveal more.`,
  example: { min: 0.05, max: 0.2 },
  source: 'M. E. Nergiz, M. Atzori, C. Clifton: Hiding the presence of individuals from shared databases, SIGMOD 2007',
  parameters: {
    min: described(share('DELTA'), 'smallest private rows / public rows of a region: 0 to 1'),
    max: described(share('DELTA'), 'largest of them: min to 1'),
    public: publicTable('the public table: a file, or a key of publicTables'),
    outside: v.optional(
      described(
        oneOf(['judged', 'ignored']),
        'judged (default) | ignored: public rows in no released region; not monotone with ignored and min above 0',
      ),
    ),
  },
  monotone: true,
  check({ min, max }, path) {
    if (max >= min) return;
    throw new InvalidArgumentError(`${path}.max`, `a number from min (${min}) to 1`, String(max), 'DELTA_RANGE');
  },
  create({ min, max, outside = 'judged' }) {
    const holds = (presence: number): boolean => presence >= min * (1 - TOLERANCE) && presence <= max * (1 + TOLERANCE);
    const judged = outside === 'judged';
    return {
      // A class joined to a region without private rows, which nobody judges, may fall below min.
      monotone: judged || min === 0,
      public: 'regions',
      condition: (column) => ({ kind: 'presence', column, min, max, empty: !judged }),
      table: {
        holds({ suppressed, outside = 0, outsideAlone = outside }) {
          if (!judged || outside === 0) return true;
          const presence = suppressed / outside;
          // Somebody who also lies in a class has the larger share of that.
          return outsideAlone > 0 ? holds(presence) : presence <= max * (1 + TOLERANCE);
        },
        isDecisive: false,
      },
      achieved(sizes, _histogram, _global, counts): Achievement {
        if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
        const found =
          counts.presence === undefined
            ? Array.from(sizes, (rows, c) => rows / counts.population[c])
            : Array.from(counts.presence);
        if (judged && counts.outside > 0) found.push(counts.suppressed / counts.outside);
        if (found.length === 0) return { achieved: {}, holds: true };
        let least = Infinity;
        let most = -Infinity;
        for (const presence of found) {
          if (presence < least) least = presence;
          if (presence > most) most = presence;
        }
        return { achieved: { min: least, max: most }, holds: found.every(holds) };
      },
    };
  },
});
