import { describe, expect, it } from 'vitest';
import { promiseOf } from '../../playground/src/privacy/model-words.js';
import { unitNoun } from '../../src/base/unit.js';

const persons = unitNoun({ attributes: { id: 'person' } });

describe('promises of the page to people with several rows', () => {
  it.each([
    [{ model: 'k-anonymity', parameters: { k: '5' } }, /^Every released row of a person .* at least 4 other people\.$/],
    [
      { model: 'l-diversity', parameters: { variant: 'distinct', l: '3', attribute: 'diagnosis' } },
      /^The people of every class hold at least 3 different values of diagnosis, whichever row of each person/,
    ],
    [
      { model: 't-closeness', parameters: { t: '0.2', distance: 'ordered', attribute: 'diagnosis' } },
      /^diagnosis: In every class the sensitive values .* each person with the mean of the person's rows/,
    ],
    [
      { model: 'maximum-risk', parameters: { risk: '0.2' } },
      /^The risk of a person, 1 \/ people of the smallest class with one of the person's rows, is at most 20 %\.$/,
    ],
    [
      { model: 'km-anonymity', parameters: { k: '4', m: '2', attribute: 'drugs' } },
      /^drugs: Somebody who knows up to 2 items of the list in one row of a person cannot narrow it down to fewer than 4 people\.$/,
    ],
  ])('say whose rows are looked at (%#)', (choice, expected) => {
    expect(promiseOf(choice as never, persons)).toMatch(expected);
  });

  it('stay what they are where each row is one person', () => {
    const choice = { model: 'k-anonymity', parameters: { k: '5' } };
    expect(promiseOf(choice as never, unitNoun({ unit: 'row' }))).toMatch(
      /a person cannot be distinguished from at least 4 others/,
    );
  });
});
