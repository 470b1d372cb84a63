import { describe, expect, it } from 'vitest';
import type { Choices } from '../../playground/src/choices.js';
import { initialChoices, jobOf } from '../../playground/src/choices.js';
import { planOf } from '../../playground/src/explore/compare-plan.js';
import { FAMILIES, needsLevels } from '../../playground/src/search/algorithm-words.js';
import { fitLevels } from '../../playground/src/search/fit-levels.js';
import { choicesFor, goalCards, goalOf } from '../../playground/src/search/goal-cards.js';
import { groupsOf, numberProblem, numbersOf, rangeText } from '../../playground/src/search/option-values.js';
import { algorithms } from '../../src/algorithms/list.js';
import { listAlgorithms, proposeJob, tableFromRows } from '../../src/index.js';

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

  it('chooses the algorithm that the package proposes for a goal, with its options', () => {
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

  it('knows which algorithms need levels', () => {
    const named = algorithms.filter((each) => each.needsLevels === true).map(({ name }) => name);
    expect(algorithms.filter(({ name }) => needsLevels(name)).map(({ name }) => name)).toEqual(named);
  });

  it('takes the hierarchies of the goal levels for an algorithm that needs them, and for no other', () => {
    const table = tableFromRows(Array.from({ length: 60 }, (_, i) => ({ age: 20 + (i % 40), disease: 'abc'[i % 3] })));
    const levels = fitLevels(choicesFor('levels', people, null), table);
    const proposed = proposeJob(table, { k: 5, goal: 'levels', quasiIdentifiers: ['age'], sensitive: ['disease'] });
    expect(jobOf(levels).attributes.age.hierarchy).toEqual(proposed.job.attributes.age.hierarchy);
    expect(jobOf(levels).attributes.age).not.toHaveProperty('isSuggested');
    expect(jobOf(fitLevels(choicesFor('fast', levels, null), table)).attributes.age.hierarchy).toBeUndefined();
    const own: Choices = { ...people, columns: people.columns.map((each) => ({ ...each, hierarchy: { type: 'suppress' } })) }; // prettier-ignore
    const fitted = fitLevels(choicesFor('fast', fitLevels(choicesFor('levels', own, null), table), null), table);
    expect(fitted.columns).toEqual(own.columns);
    const plan = planOf(levels, ['mondrian', 'optimal-lattice'], [5], (each) => fitLevels(each, table));
    expect(plan.map(({ choices }) => choices.columns[0].hierarchy?.type)).toEqual([undefined, 'intervals']);
  });

  it('minimizes the loss that the page shows, and calls no other metric the same goal', () => {
    const cuts = choicesFor('cuts', people, null);
    expect(jobOf(cuts).algorithm).toEqual({ name: 'k-optimize', metric: 'loss' });
    const cards = goalCards(people, null);
    expect(goalOf(cards, cuts)).toBe('cuts');
    expect(goalOf(cards, { ...cuts, options: {} })).toBeNull();
    expect(goalOf(cards, people)).toBe('fast');
  });

  it('keeps a limit of suppression that was set, and says what a goal lacks', () => {
    const limited: Choices = { ...people, suppression: { kind: 'percent', amount: '1' } };
    expect(jobOf(choicesFor('levels', limited, null)).suppression).toEqual({ maxFraction: 0.01 });
    const missing = (choices: Choices) =>
      goalCards(choices, null).flatMap(({ id, missing: what }) => (what === null ? [] : [id]));
    expect(missing(people)).toEqual(['membership']);
    expect(missing({ ...people, columns: people.columns.slice(0, 1) })).toEqual(['links', 'membership']);
  });

  it('says where a number leaves its limits', () => {
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
