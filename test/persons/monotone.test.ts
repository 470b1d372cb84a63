import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { byPersons, inPublicByPersons, type Pairs } from '../../src/privacy/by-persons.js';
import { createModels } from '../../src/privacy/create-models.js';
import { casesOf } from '../shared.js';
import { holdersOf, holdsBy, modelsOfValues, personsOf, type PersonRow } from './naive-persons.js';
import { specs as publicSpecs, type Spec } from './public-cases.js';

const specs = [{ model: 'k-anonymity', k: 3 }, ...modelsOfValues, { model: 'km-anonymity', k: 2, m: 2 }] as const;

/** The flag that a run has for a model, on these rows. */
function flagOf(spec: (typeof specs)[number], rows: readonly PersonRow[], isApart: boolean): boolean {
  const given = spec.model === 'k-anonymity' ? spec : { ...spec, attribute: 'value' };
  const [model] = createModels([given as never]);
  const count = personsOf(rows).size;
  const isConstant = new Set(rows.map(({ person, value }) => `${person}|${value}`)).size === count;
  const pairsOf = () => ({ isConstant }) as Pairs;
  return byPersons(model, { count, isApart }, { isFirsts: false, hasKeyless: false, isKept: true, pairsOf }).monotone;
}

const namesOf = ({ model, ...rest }: (typeof specs)[number]): string =>
  `${model} ${Object.entries(rest)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ')}`;

describe.each(specs.map((spec) => [namesOf(spec), spec] as const))('joined classes under %s', (_, spec) => {
  it.each([
    ['without shared persons', false, false],
    ['without shared persons, one value a person', false, true],
    ['with shared persons', true, false],
  ] as const)('%s satisfy a model that is monotone', (__, isShared, isConstant) => {
    const random = seededRandom(5);
    const values =
      spec.model === 'ke-anonymity'
        ? ['1', '2', '4', '']
        : spec.model === 'km-anonymity'
          ? ['a', 'a|b', 'b']
          : ['a', 'b', 'c', 'd'];
    let both = 0;
    let broken = 0;
    for (let round = 0; round < casesOf(20_000, 600); round++) {
      const persons = 2 + random.below(round % 5 > 0 ? 7 : round % 25 > 0 ? 24 : 90);
      const few = 2 + random.below(values.length - 1);
      const own = Array.from({ length: persons + 3 }, () => values[random.below(few)]);
      const draw = (from: number, to: number): PersonRow[] =>
        Array.from({ length: to - from }, (___, i) => from + i).flatMap((person) =>
          Array.from({ length: random.below(3) + Number(!isShared) }, () => ({
            person: `p${person}`,
            value: isConstant ? own[person] : values[random.below(few)],
          })),
        );
      const cut = isShared ? persons : 1 + random.below(persons - 1);
      const first = draw(0, cut);
      const second = isShared ? draw(0, persons) : draw(cut, persons);
      const table = [...first, ...second, ...draw(persons, persons + 3)];
      if (first.length === 0 || second.length === 0) continue;
      const isApart = !isShared;
      if (![first, second].every((rows) => holdsBy(spec, rows, table, isApart))) continue;
      both++;
      if (holdsBy(spec, [...first, ...second], table, isApart)) continue;
      broken++;
      expect(flagOf(spec, table, isApart), JSON.stringify([first, second])).toBe(false);
    }
    expect(both, 'pairs of classes').toBeGreaterThan(1);
    const isSure = ['k-anonymity', 'km-anonymity'].includes(spec.model);
    if (isSure)
      expect(
        flagOf(
          spec,
          [
            { person: '1', value: 'a' },
            { person: '1', value: 'b' },
          ],
          false,
        ),
      ).toBe(true);
    if (isSure) expect(broken).toBe(0);
  });
});

describe.each(publicSpecs.map((spec) => [JSON.stringify(spec), spec] as const))(
  'joined regions of a public table under %s',
  (_, spec) => {
    /** The rows of the input in a region, and the persons of the public table. */
    interface Region {
      readonly own: readonly PersonRow[];
      readonly all: ReadonlySet<string>;
    }
    const holdsIn = ({ own, all }: Region): boolean => {
      const members = personsOf(own).size;
      const { model, min, max, k, l, outside } = spec as Spec & Readonly<Record<string, number>>;
      if (model === 'delta-presence' && members === 0) return min === 0 || String(outside) === 'ignored';
      if (members === 0) return true;
      if (model === 'delta-presence') return members >= min * all.size && members <= max * all.size;
      if (model === 'weak-l-diversity') return [...holdersOf(own).values()].every((holders) => holders * l <= all.size);
      return all.size >= k;
    };

    it.each([
      ['without shared persons', false],
      ['with shared persons', true],
    ] as const)('%s satisfy a model that is monotone, and no other', (__, isShared) => {
      const random = seededRandom(6);
      const [model] = createModels([spec as never]);
      const { monotone } = inPublicByPersons(model, { isAdditive: !isShared });
      let both = 0;
      let broken = 0;
      for (let round = 0; round < casesOf(20_000, 1_500); round++) {
        const persons = 3 + random.below(round % 5 > 0 ? 9 : round % 25 > 0 ? 24 : 90);
        const cut = isShared ? persons : 1 + random.below(persons - 1);
        const share = 2 + random.below(5);
        const inInput = Array.from({ length: persons }, () => random.below(6) < share);
        const draw = (from: number, to: number): Region => {
          const own: PersonRow[] = [];
          const all = new Set<string>();
          for (let person = from; person < to; person++) {
            if (isShared && random.below(3) === 0) continue;
            all.add(`p${person}`);
            if (!inInput[person]) continue;
            // Some rows of a person of the input may be missing there, also all those of a region.
            const rows = random.below(isShared ? 3 : 4);
            for (let row = 0; row < rows; row++) own.push({ person: `p${person}`, value: 'stu'[random.below(3)] });
          }
          return { own, all };
        };
        const first = draw(0, cut);
        const second = isShared ? draw(0, persons) : draw(cut, persons);
        if (first.own.length === 0 || second.all.size === 0 || ![first, second].every(holdsIn)) continue;
        both++;
        const joined = { own: [...first.own, ...second.own], all: new Set([...first.all, ...second.all]) };
        if (holdsIn(joined)) continue;
        broken++;
        expect(monotone, JSON.stringify([first.own, [...first.all], second.own, [...second.all]])).toBe(false);
      }
      expect(both, 'pairs of regions').toBeGreaterThan(20);
      expect(broken > 0, 'some are broken').toBe(!monotone);
    });
  },
);

describe('models that joined classes break', () => {
  const rowsOf = (holders: Readonly<Record<string, readonly number[]>>): PersonRow[] =>
    Object.entries(holders).flatMap(([value, persons]) => persons.map((person) => ({ person: `p${person}`, value })));
  const to = (from: number, last: number): number[] => Array.from({ length: last - from + 1 }, (_, i) => from + i);
  const examples = [
    ['distinct l = 2: both persons have a', modelsOfValues[0], { a: [1], b: [2] }, { a: [2], b: [1] }, false],
    [
      'alpha = 1/2: ten of fifteen have a',
      { model: 'alpha-k-anonymity', k: 1, alpha: 0.5 },
      { a: to(1, 5), b: to(6, 10) },
      { a: to(11, 15), b: to(6, 10) },
      false,
    ],
    [
      'entropy l = 2 without shared persons: e^H is 1.930',
      { model: 'l-diversity', variant: 'entropy', l: 2 },
      {
        ...Object.fromEntries(to(1, 5).map((v) => [`v${v}`, [1, 2]])),
        ...Object.fromEntries(to(6, 10).map((v) => [`v${v}`, [3, 4]])),
      },
      { v1: to(5, 60), ...Object.fromEntries(to(2, 10).map((v) => [`v${v}`, [59 + v]])) },
      true,
    ],
    [
      'distinct l = 3 of a class that holds and one that fails, without shared persons',
      modelsOfValues[1],
      { a: [1], b: [2], c: [3] },
      { a: [4, 5], b: [4, 5] },
      true,
    ],
  ] as const;
  it.each(examples)('%s', (name, spec, one, two, isApart) => {
    const [first, second] = [rowsOf(one), rowsOf(two)];
    const table = [...first, ...second];
    expect(holdsBy(spec as never, first, table, isApart)).toBe(true);
    expect(holdsBy(spec as never, second, table, isApart)).toBe(!name.includes('fails'));
    expect(holdsBy(spec as never, table, table, isApart)).toBe(false);
    if (!name.includes('fails')) expect(flagOf(spec as never, table, isApart)).toBe(false);
  });
});
