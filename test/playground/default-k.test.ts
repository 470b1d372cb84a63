import { expect, it } from 'vitest';
import { initialChoices } from '../../playground/src/choices.js';
import { wordsOf } from '../../playground/src/privacy/parameter-words.js';
import { proposeJob, tableFromRows } from '../../src/index.js';

it('k of the first model of the page, and of one that is added, is that of a proposed job', () => {
  const { job } = proposeJob(tableFromRows(Array.from({ length: 40 }, (_, i) => ({ age: 20 + (i % 8), sex: 'fm'[i % 2] }))), { rowsArePeople: true }); // prettier-ignore
  const [model] = job.privacy as readonly { readonly k?: number }[];
  expect(model.k).toBe(5);
  expect(initialChoices.models[0].parameters.k).toBe(String(model.k));
  expect(wordsOf('k')?.start).toBe(String(model.k));
});
