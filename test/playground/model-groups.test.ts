import { expect, it } from 'vitest';
import { asOne, groupModels } from '../../playground/src/privacy/model-groups.js';

const diverse = (attribute: string) => ({
  model: 'l-diversity',
  parameters: { variant: 'distinct', l: '2', attribute },
});
const anonymous = { model: 'k-anonymity', parameters: { k: '5' } };

it('names each column of a group of models once, and none for a model without one', () => {
  const groups = groupModels([anonymous, diverse('a'), diverse('b'), diverse('a'), anonymous]);
  expect(groups.map(({ places }) => places)).toEqual([[0], [1, 2, 3], [4]]);
  expect(groups.map((group) => asOne(group).parameters.attribute)).toEqual([undefined, 'each of a and b', undefined]);
  expect(asOne(groupModels([diverse('a'), diverse('a')])[0]).parameters.attribute).toBe('a');
});
