import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../examples/playground/src/choices.js';
import { initialChoices, jobOf } from '../../../examples/playground/src/choices.js';
import { FAMILIES } from '../../../examples/playground/src/search/algorithm-words.js';
import { choicesFor, goalCards } from '../../../examples/playground/src/search/goal-cards.js';
import {
  groupsOf,
  numberProblem,
  numbersOf,
  rangeText,
} from '../../../examples/playground/src/search/option-values.js';
import { listAlgorithms } from '../../../src/index.js';

const people: Choices = {
  ...initialChoices,
  columns: [
    { name: 'age', role: 'quasi-identifier', hierarchy: undefined },
    { name: 'disease', role: 'sensitive', hierarchy: undefined },
  ],
};

describe('the choice of an algorithm on the page', () => {
  it('has words for every algorithm, each in one family', () => {
    const named = FAMILIES.flatMap(({ algorithms }) => algorithms.map(([name]) => name));
    const listed = listAlgorithms().algorithms.map(({ name }) => name);
    expect([...named].sort()).toEqual([...listed].sort());
  });

  it('comes to the algorithm that the package proposes for a goal, with its options', () => {
    expect(jobOf(choicesFor('best', people, null)).algorithm).toEqual({
      name: 'local-recoding',
      metric: 'loss',
      start: 'better',
    });
    const levels = jobOf(choicesFor('levels', people, null));
    expect(levels.algorithm).toEqual({ name: 'optimal-lattice', metric: 'loss' });
    expect(levels.suppression).toEqual({ maxFraction: 0.05 });
    const close = { model: 't-closeness', parameters: { t: '0.2', attribute: 'disease' } };
    const diverse = { model: 'l-diversity', parameters: { l: '2', attribute: 'disease' } };
    const withModel = (model: Choices['models'][number]): Choices => ({ ...people, models: [...people.models, model] });
    expect(jobOf(choicesFor('links', withModel(diverse), null)).algorithm).toEqual({ name: 'slicing' });
    expect(jobOf(choicesFor('links', withModel(close), null)).algorithm).toEqual({
      name: 'slicing',
      columns: 'one-attribute-per-column',
    });
  });

  it('keeps a limit of suppression that was set, and says what a goal lacks', () => {
    const limited: Choices = { ...people, suppression: { kind: 'percent', amount: '1' } };
    expect(jobOf(choicesFor('levels', limited, null)).suppression).toEqual({ maxFraction: 0.01 });
    const missing = (choices: Choices) =>
      goalCards(choices, null).flatMap(({ id, missing: what }) => (what === null ? [] : [id]));
    expect(missing(people)).toEqual(['membership']);
    expect(missing({ ...people, columns: people.columns.slice(0, 1) })).toEqual(['links', 'membership']);
  });

  it('tells where a number leaves its limits', () => {
    const share = { kind: 'number', min: 0, max: 1, above: true } as const;
    expect(rangeText(share)).toBe('a number above 0 to 1');
    expect(numberProblem(share, '0.5')).toBeNull();
    expect(numberProblem(share, '')).toBeNull();
    expect(numberProblem(share, '0')).toBe('Not allowed: it is a number above 0 to 1.');
    expect(numberProblem({ kind: 'number', min: 1, integer: true }, '1.5')).toBe(
      'Not allowed: it is a whole number of at least 1.',
    );
  });

  it('makes lists of columns from the numbers of their groups, and numbers from lists', () => {
    const groups = groupsOf({ age: 2, zip: 0, sex: 1, job: 2 });
    expect(groups).toEqual([['sex'], ['age', 'job']]);
    expect(numbersOf(groups, ['age', 'zip', 'sex', 'job'])).toEqual({ age: 2, zip: 0, sex: 1, job: 2 });
  });
});
