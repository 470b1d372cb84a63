import { describe, expect, it } from 'vitest';
import {
  algorithmsIn,
  boxAlgorithms,
  cutAlgorithms,
  globalAlgorithms,
  groupingAlgorithms,
  namesWith,
  permutingAlgorithms,
} from '../registry.js';

const fullDomain = ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito'];
const cuts = ['k-optimize', 'two-phase-hill-climbing', 'greedy-hill-climbing', 'genetic', 'simulated-annealing'];
const trees = ['bottom-up-generalization', 'top-down-specialization'];
const lines = ['hilbert', 'idistance', 'local-recoding'];
const permuting = ['bucketization', 'anatomy', 'slicing', 'generalize-and-permute'];

/** Known traits of the releases of each algorithm, as the papers describe them. */
describe('what algorithms declare of themselves', () => {
  it.each([
    [
      'one level for all rows',
      namesWith(({ levelVector }) => levelVector === true),
      [...fullDomain, 'spalm', 'datafly'],
    ],
    [
      'models on groups judged by groups',
      namesWith(({ judgesGroups }) => judgesGroups === true),
      [...fullDomain, 'datafly', ...trees, 'mu-argus'],
    ],
    ['cuts of ordered domains', cutAlgorithms, cuts],
    ['one recoding of a domain for all rows', globalAlgorithms, [...fullDomain, 'spalm', 'datafly', ...trees, ...cuts]],
    ['the box of each class', boxAlgorithms, [...algorithmsIn('clusters'), 'mondrian', ...lines]],
    ['equal rows in several classes', groupingAlgorithms, [...algorithmsIn('clusters'), ...lines]],
    ['columns permuted within buckets', permutingAlgorithms, permuting],
    ['two tables', namesWith(({ permutes }) => permutes?.twoTables === true), ['anatomy']],
    [
      'values as they are',
      namesWith(({ releases }) => releases === 'values'),
      [...permuting, 'mu-argus', 'dissociation'],
    ],
    [
      'a value or *',
      namesWith(({ releases }) => releases === 'value-or-star'),
      ['local-suppression', 'meyerson-williams'],
    ],
    [
      'equal rows released equal',
      namesWith(({ whyRows }) => whyRows?.({}) === null),
      [...fullDomain, 'spalm', 'datafly', ...trees, ...cuts, 'mondrian', 'mu-argus'],
    ],
    [
      'the same release with any number of threads',
      namesWith(({ sharesWork }) => sharesWork === true),
      [
        ...algorithmsIn('clusters'),
        ...['meyerson-williams', 'local-recoding', 'mondrian'],
        ...['incognito', 'two-phase-hill-climbing'],
      ],
    ],
    [
      'strata searched one by one',
      namesWith(({ searchesStrata }) => searchesStrata === true),
      ['mondrian', ...lines, 'k-member', 'oka', 'mdav'],
    ],
    ['threads', namesWith(({ parallel }) => parallel === true), ['k-optimize']],
    [
      'lists of items',
      namesWith(({ takesLists }) => takesLists !== undefined),
      ['apriori-anonymization', 'dissociation'],
    ],
    [
      'something known of a finished release',
      namesWith(({ minimality }) => minimality !== undefined),
      [...fullDomain, 'datafly', ...trees, 'mondrian', 'local-suppression'],
    ],
    ['numbers replaced', namesWith((each) => each.replacementOf?.({ replacement: 'median' }) === 'median'), ['mdav']],
  ])('%s', (_, found, expected) => {
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
