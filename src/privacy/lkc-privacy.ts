import { counted, percent } from '../base/numbers.js';
import * as v from 'valibot';
import { InvalidArgumentError } from '../base/errors.js';
import { number, positiveShare } from '../base/schema-parts.js';
import { defineModel } from './definition.js';
import { attribute, described, k, largestK } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * LKC-privacy: somebody who knows at most `known` quasi-identifiers of a person (L of the paper) finds at least k released rows that have the values,
 * and no sensitive value in more than the share c of them (C). Groups are those of combinations of values, so a class alone need not have k rows.
 *
 * Searches that judge class by class use a sufficient condition instead: every class has k rows and no value in more than the share c of them.
 */
export const lkcPrivacy = defineModel({
  name: 'lkc-privacy',
  title: 'A few known facts',
  description:
    'Somebody who knows a few quasi-identifiers of a person finds at least k rows with these values, and no sensitive value in more than the share c of them.',
  promise: ({ required: { known, k, c } }, { noun: { one, many } }) =>
    `Somebody who knows up to ${counted(known, 'quasi-identifier')} of a ${one} finds at least ${counted(k, one, many)} with these released values${c === undefined ? '' : `, and no sensitive value in more than ${percent(c)} of them`}.`,
  promiseToPersons: ({ required: { known, k, c } }) =>
    `Somebody who knows up to ${counted(known, 'quasi-identifier')} of a row of a person finds rows of at least ${counted(k, 'person', 'people')} with these released values${c === undefined ? '' : `, and no sensitive value is that of more than ${percent(c)} of them`}.`,
  example: { known: 2, k: 5, c: 0.5 },
  source: 'N. Mohammed, B. C. M. Fung, P. C. K. Hung, C. Lee: Anonymizing healthcare data: a case study on the blood transfusion service, KDD 2009', // prettier-ignore
  parameters: {
    known: described(
      number({ code: 'KNOWN', min: 1, max: largestK, integer: true }),
      'most quasi-identifiers of a person that somebody knows: integer from 1',
    ),
    k: k('fewest rows of a combination of known values: integer from 1'),
    c: v.optional(described(positiveShare('C'), 'largest share of a combination with one sensitive value: above 0, at most 1; needs attribute')), // prettier-ignore
    attribute: v.optional(attribute('the sensitive attribute of c')),
  },
  monotone: true,
  byPersons: 'holders',
  check({ c, attribute: name }, path) {
    if ((c === undefined) === (name === undefined)) return;
    const missing = c === undefined ? 'c' : 'attribute';
    throw new InvalidArgumentError(`${path}.${missing}`, 'both of c and attribute, or neither', 'nothing', 'MISSING_OPTION'); // prettier-ignore
  },
  create({ known, k, c = Infinity }) {
    const share = c * (1 + TOLERANCE);
    return {
      condition: (column, global) =>
        c === Infinity
          ? { kind: 'size', minimum: k }
          : {
              kind: 'shares',
              column,
              minimum: k,
              lower: new Float64Array(global.length),
              upper: new Float64Array(global.length).fill(share),
              every: false,
            },
      knowledge: { known, fewest: k, share },
      needsClasses: true,
      achieved() {
        throw new Error('lkc-privacy is judged by groups of classes');
      },
      achievedOfGroups: ({ fewest, share: largest }) => ({
        achieved: { k: fewest, ...(c === Infinity ? {} : { c: largest }) },
        holds: fewest >= k && largest <= share,
      }),
    };
  },
});
