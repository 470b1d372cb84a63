import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import type { AuditPrivacy, AuditSpec } from '../../src/audit/spec.js';
import { seededRandom } from '../../src/base/random.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { casesOf } from '../shared.js';
import { judge, personsOf, worstCounts, type JudgedRow, type JudgedScale } from '../truth/definitions/models.js';
import { alpha, classOf, distinct, each, entropy, inputOf, personCases, type Cells } from './person-cases.js';
import { specOf, tableOf } from './tables.js';

const attribute = 's';

/** Audits rows that are released with their labels as values. */
const auditRows = (...given: Parameters<typeof inputOf>): AuditReport => audit(...inputOf(...given));

describe('an audit by persons', () => {
  it.each(personCases.map((one) => [one.name, one] as const))('%s', (_, { input, facts, expected }) => {
    expect(facts(audit(...input))).toEqual(expected);
  });

  it('3: every choice of rows has three values where distinct l is 2', () => {
    const rows = classOf({ 1: ['a', 'b'], 2: ['a'], 3: ['b'], 4: ['c'] });
    expect(choicesOf(asRows(rows)).map((cells) => new Set(cells).size)).toEqual([3, 3]);
  });

  it('6: average-risk of one person alone and 100 others in 50 classes is 2 of 101', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => `p${i}`);
    const rows = Array.from({ length: 50 }, (_, c) => hundred.map((p): Cells => [p, `c${c}`, 'a'])).flat();
    const report = auditRows([...rows, ['alone', 'own', 'a']], [{ model: 'average-risk', risk: 0.02 }]);
    expect(report.privacy[0].achieved.risk).toBeCloseTo(2 / 101, 12);
    expect(report.holds).toBe(true);
  });
});

/** Rows as the naive definitions take them. */
const asRows = (rows: readonly Cells[]): JudgedRow<number>[] => {
  const values = [...new Set(rows.map(([, , value]) => value))];
  return rows.map(([person, , value]) => ({ person: person === '' ? null : person, cell: values.indexOf(value) }));
};

describe('joined classes', () => {
  const joined = (rows: readonly Cells[]): Cells[] => rows.map(([p, , s]): Cells => [p, 'x', s]);
  const holds = (rows: readonly Cells[], model: AuditPrivacy): boolean => auditRows(rows, [model]).holds;

  it('can break distinct l-diversity that both held', () => {
    const rows = [...classOf({ 1: ['a'], 2: ['b'] }, 'x'), ...classOf({ 1: ['b'], 2: ['a'] }, 'y')];
    expect([holds(rows, distinct(2)), holds(joined(rows), distinct(2))]).toEqual([true, false]);
  });

  it('can break alpha that both held', () => {
    const rows = [...each(1, 5, 'a', 'x'), ...each(6, 10, 'b', 'x'), ...each(11, 15, 'a', 'y'), ...each(6, 10, 'b', 'y')];
    expect([holds(rows, alpha(0.5)), holds(joined(rows), alpha(0.5))]).toEqual([true, false]);
    expect(auditRows(joined(rows), [alpha(0.5)]).privacy[0].achieved.alpha).toBeCloseTo(10 / 15, 12);
  }); // prettier-ignore

  it('can break entropy l-diversity that both held, without a person in both', () => {
    const five = (from: number): string[] => [0, 1, 2, 3, 4].map((i) => `v${from + i}`);
    const rows = [
      ...classOf({ 1: five(1), 2: five(1), 3: five(6), 4: five(6) }, 'x'),
      ...each(5, 60, 'v1', 'y'),
      ...Array.from({ length: 9 }, (_, i): Cells => [String(61 + i), 'y', `v${i + 2}`]),
    ];
    expect([holds(rows, entropy(2)), holds(joined(rows), entropy(2))]).toEqual([true, false]);
    expect(auditRows(joined(rows), [entropy(2)]).privacy[0].achieved.l).toBeCloseTo(1.93, 2);
  });
});

describe('t-closeness of persons', () => {
  it('with equal distances compares holders, too: a mean of rows hides what everybody has', () => {
    const ten = (person: number, label: string, hiv: number): Cells[] =>
      Array.from({ length: 10 }, (_, row): Cells => [`${label}${person}`, label, row < hiv ? 'HIV' : 'none']);
    const inside = Array.from({ length: 10 }, (_, person) => ten(person, 'x', 1)).flat();
    const outside = Array.from({ length: 90 }, (_, person) => ten(person, 'y', person < 9 ? 10 : 0)).flat();
    const report = auditRows([...inside, ...outside], [{ model: 't-closeness', t: 0.2, distance: 'equal', attribute }]);
    expect(report.privacy[0].achieved.t).toBeCloseTo(1 - 0.19, 12);
    expect(report.holds).toBe(false);
    expect(report.oneValued.s).toMatchObject({ classes: 1, persons: 10 });
  });
});

/** Every way to choose one row of each person: the cells of the chosen rows. */
function choicesOf(rows: readonly JudgedRow<number>[]): number[][] {
  let choices: number[][] = [[]];
  for (const person of personsOf(rows)) {
    const own = [...new Set(rows.filter((row) => row.person === person).map(({ cell }) => cell))];
    choices = choices.flatMap((choice) => own.map((cell) => [...choice, cell]));
  }
  return choices;
}

describe('worst-case counts', () => {
  it('majorize every choice of one row a person', () => {
    let choices = 0;
    for (let seed = 0; seed < casesOf(400, 60); seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 1 + random.below(9) }, (): JudgedRow<number> => ({ person: `p${random.below(5)}`, cell: random.below(4) }));
      const q = worstCounts(rows);
      for (const cells of choicesOf(rows)) {
        choices++;
        const counts = [...new Set(cells)].map((cell) => cells.filter((one) => one === cell).length).sort((a, b) => b - a);
        counts.forEach((_, j) => {
          const most = (of: readonly number[]): number => of.slice(0, j + 1).reduce((all, one) => all + one, 0);
          expect(most(counts)).toBeLessThanOrEqual(most(q));
        });
      }
    }
    expect(choices).toBeGreaterThan(100);
  }); // prettier-ignore
});

const texts = ['7', '10', '-2', '0.5', '100', ''];
const models = (seed: number, isSplit: (bound: number) => number): readonly PrivacySpec[] => {
  const share = (1 + (seed % 20)) / 20;
  const k = 1 + (seed % 4);
  const below = isSplit;
  return [
    { model: 'k-anonymity', k },
    { model: 'maximum-risk', risk: share },
    { model: 'average-risk', risk: share },
    { model: 'alpha-k-anonymity', k, alpha: share, attribute },
    { model: 'l-diversity', variant: 'distinct', l: k, attribute },
    { model: 'l-diversity', variant: 'entropy', l: 1 + below(3) / 2, attribute },
    { model: 'l-diversity', variant: 'recursive', l: k, c: 1 + below(3), attribute },
    { model: 'ke-anonymity', k, e: [0, 3, 6.5, 100][below(4)], attribute },
    { model: 'beta-likeness', variant: below(2) === 0 ? 'basic' : 'enhanced', beta: [0.25, 1, 2, 3][below(4)], attribute },
    { model: 'delta-disclosure', delta: [0.5, 1, 2][below(3)] + 1e-6, absent: below(2) === 0 ? 'violates' : 'ignored', attribute },
    { model: 't-closeness', t: share, distance: below(2) === 0 ? 'equal' : 'ordered', attribute },
  ];
}; // prettier-ignore

describe('every model that counts persons', () => {
  it('is its definition, from sets of persons, in random classes', () => {
    const held = new Map<string, Set<boolean>>();
    for (let seed = 0; seed < casesOf(5000, 45); seed++) {
      const random = seededRandom(seed);
      const below = (bound: number): number => random.below(bound);
      const people = 1 + below(8);
      const areMissing = below(3) === 0;
      const isAdditive = below(3) === 0;
      const rows = Array.from({ length: 1 + below(18) }, () => {
        const person = below(people);
        const own = { label: isAdditive ? person % 3 : below(3), cell: below(1 + below(6)) };
        return { ...own, person: areMissing && below(4) === 0 ? null : `p${person}`, isHidden: below(6) === 0 };
      });
      // Claimed: any row can be suppressed. By regions: whole classes.
      const isClaimed = below(2) === 0;
      const isGone = (row: (typeof rows)[number]): boolean => (isClaimed ? row.isHidden : row.label === 2);
      const order = [...rows.keys()].filter((row) => !isGone(rows[row])).sort((a, b) => ((a * 7 + seed) % 11) - ((b * 7 + seed) % 11));
      if (order.length === 0 || personsOf(rows).some((p) => [1, 2, 3, 4, 5, 6, 7].every((m) => rows.filter(({ person }) => person === p).length !== m))) continue;
      const table = [...new Set(rows.map(({ cell }) => cell))].sort((a, b) => (texts[a] === '' ? 1 : texts[b] === '' ? -1 : Number(texts[a]) - Number(texts[b])));
      const list = models(seed, below);
      const isOrdered = list.some((model) => model.model === 't-closeness' && model.distance === 'ordered');
      const scale: JudgedScale<number> = {
        number: (cell) => (texts[cell] === '' ? NaN : Number(texts[cell])),
        distance: (a, b) => (a === b ? 0 : isOrdered ? Math.abs(table.indexOf(a) - table.indexOf(b)) / (table.length - 1) : 1),
      };
      const cells = rows.map(({ person, label, cell }) => [person ?? '', `g${label}`, texts[cell]]);
      const original = tableOf(['p', 'c', 's'], cells, { s: 'number' });
      const release = tableOf(['c', 's'], order.map((row) => cells[row].slice(1)), { s: 'number' });
      const report = audit(
        release,
        specOf({
          quasiIdentifiers: [{ name: 'c' }],
          persons: { columns: ['p'], missing: 'separate' },
          privacy: list as readonly PrivacySpec[] as readonly AuditPrivacy[],
          originalRows: isClaimed ? Uint32Array.from(order) : undefined,
        }),
        original,
      );
      const classes = [0, 1, 2].map((label) => rows.filter((row) => row.label === label && !isGone(row))).filter((own) => own.length > 0);
      expect({ seed, recounted: report.personsRecounted, problems: report.problems }).toEqual({ seed, recounted: true, problems: [] });
      const areSplit = personsOf(rows).some((p) => new Set(rows.filter(({ person }) => person === p).map(({ label }) => label)).size > 1);
      expect([report.persons, report.personsReleased]).toEqual([personsOf(rows).length, personsOf(classes.flat()).length]);
      if (!areMissing) {
        const counts = (sizes: readonly number[]) => [...new Set(sizes)].sort((a, b) => a - b).map((size) => [size, sizes.filter((each) => each === size).length]);
        const fewest = personsOf(classes.flat()).map((p) => Math.min(...classes.filter((own) => own.some(({ person }) => person === p)).map((own) => personsOf(own).length)));
        expect([report.classPersons, report.personsAlike?.after]).toEqual([counts(classes.map((own) => personsOf(own).length)), counts(fewest)]);
      }
      list.forEach((model, i) => {
        const found = report.privacy[i];
        const expected = judge<number>(model, { classes, table: rows, scale, areSplit });
        const wrong = Object.entries(expected.achieved).filter(([key, value]) => !(Math.abs(found.achieved[key] - value) <= 1e-9 || found.achieved[key] === value));
        expect({ seed, model, wrong, holds: found.holds, found }).toEqual({ seed, model, wrong: [], holds: expected.holds, found });
        held.set(model.model, (held.get(model.model) ?? new Set()).add(found.holds));
      });
    }
    expect([...held].filter(([, seen]) => seen.size < 2)).toEqual([]);
  }); // prettier-ignore
});

describe('a release of one row a person', () => {
  it('keeps verdicts, figures, exposure and risk by persons when every row is split into equal rows', () => {
    let held = 0;
    for (let seed = 0; seed < casesOf(1500, 30); seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 2 + random.below(14) }, (_, person): Cells => [`p${person}`, `g${random.below(3)}`, texts[random.below(6)]]);
      const split = rows.flatMap((row) => new Array<Cells>(1 + random.below(5)).fill(row));
      const more = { privacy: models(seed, (bound) => random.below(bound)) as readonly PrivacySpec[] as readonly AuditPrivacy[], exposure: { k: 2, isRounded: true, isRequired: false } };
      const byRows = auditRows(rows, more.privacy, { ...more, persons: undefined });
      const byPersons = auditRows(split, more.privacy, more);
      const textsOf = ({ exposure }: AuditReport) => Object.entries(exposure!).map(([name, { texts: count }]) => [name, count]);
      const classesOf = ({ oneValued }: AuditReport) => oneValued.s.classes;
      for (const facts of [textsOf, classesOf, (report: AuditReport) => report.risk, (report: AuditReport) => report.largestShares]) expect(facts(byPersons)).toEqual(facts(byRows));
      const ofRows = (sizes: AuditReport['classSizes']) => sizes.map(([size, sets]) => [size, size * sets]);
      expect(byPersons.classPersons).toEqual(byRows.classSizes);
      expect(byPersons.personsAlike).toEqual({ before: ofRows(byRows.originalSizes!), after: ofRows(byRows.classSizes) });
      byPersons.privacy.forEach((found, i) => {
        const { achieved, ...other } = byRows.privacy[i];
        expect({ seed, ...found, achieved: {} }).toEqual({ seed, ...other, achieved: {} });
        for (const [key, value] of Object.entries(achieved)) if (Number.isFinite(value)) expect(found.achieved[key]).toBeCloseTo(value, 9);
        held += Number(found.holds);
      });
    }
    expect(held).toBeGreaterThan(30);
  }); // prettier-ignore
});

describe('the key of a person', () => {
  const keyed = (rows: readonly (readonly [string, string])[], type: 'string' | 'number', missing: 'refuse' | 'separate' = 'refuse') => {
    const original = tableOf(['p', 'q', 'x'], rows.map(([p, q]) => [p, q, 'x']), { p: type });
    const release = tableOf(['x'], rows.map(() => ['x']));
    return audit(release, specOf({ persons: { columns: ['p', 'q'], missing }, privacy: [{ model: 'k-anonymity', k: 1 }] }), original);
  }; // prettier-ignore

  it('is compared as typed values, without blanks around texts, in all columns together', () => {
    const rows = [['7', 'a'], ['7.0', ' a'], ['7', 'b'], ['8', 'a ']] as const; // prettier-ignore
    expect(keyed(rows, 'number').privacy[0].achieved).toEqual({ k: 3 });
    expect(keyed(rows, 'string').privacy[0].achieved).toEqual({ k: 4 });
  });

  it('is missing where a part is: such rows are refused, or add nobody to k', () => {
    const rows = [['7', 'a'], ['', 'a'], ['7', '  ']] as const; // prettier-ignore
    const refused = keyed(rows, 'string');
    expect([refused.personsRecounted, refused.holds]).toEqual([false, false]);
    const separate = keyed(rows, 'string', 'separate');
    expect(separate).toMatchObject({ persons: 1, personsRecounted: true, holds: true });
    expect(separate.privacy[0].achieved).toEqual({ k: 1 });
  });

  it('is missing in twenty rows with HIV: alpha faces who has no key', () => {
    const known = classOf({ 1: ['HIV'], 2: ['flu'], 3: ['flu'], 4: ['flu'], 5: ['flu'] });
    const unknown = Array.from({ length: 20 }, (): Cells => ['', 'x', 'HIV']);
    const persons = { columns: ['p'], missing: 'separate' } as const;
    const { privacy } = auditRows([...known, ...unknown], [alpha(0.5)], { persons });
    expect(privacy[0]).toMatchObject({ achieved: { k: 5, alpha: 21 / 25 }, holds: false });
  });
});

it('rows of * are a class where every model holds with them by persons, though not by rows', () => {
  // Five of seven rows have a blank value, and one of three persons.
  const rows = [...Array.from({ length: 5 }, () => ['1', 'x', '']), ['2', 'y', 'a'], ['3', 'z', 'b']];
  const spec = specOf({
    persons: { columns: ['p'], missing: 'refuse' },
    sensitiveColumns: ['s'],
    privacy: [{ model: 'alpha-k-anonymity', k: 3, alpha: 0.5, attribute: 's' }],
    maxSuppressed: 0,
  });
  const report = audit(tableOf(['x', 's'], rows.map(([, , s]) => ['*', s])), spec, tableOf(['p', 'x', 's'], rows)); // prettier-ignore
  expect(report).toMatchObject({ problems: [], holds: true, suppressed: 0, personsReleased: 3 });
  expect(report.privacy[0].achieved).toEqual({ k: 3, alpha: 1 / 3 });
});

describe('persons who cannot be counted', () => {
  const k1: AuditPrivacy[] = [{ model: 'k-anonymity', k: 1 }];
  const persons = { columns: ['p'], missing: 'refuse' } as const;
  const numbers = { x: 'integer' } as const;
  const original = tableOf(['p', 'x'], [['1', '1'], ['1', '2'], ['2', '3'], ['3', '4']], numbers); // prettier-ignore
  const released = (labels: readonly string[], more: Partial<AuditSpec> = {}): AuditReport =>
    audit(tableOf(['x'], labels.map((label) => [label])), specOf({ quasiIdentifiers: [{ name: 'x', type: 'integer' }], persons, privacy: k1, ...more }), original); // prettier-ignore
  const expectUnknown = (report: AuditReport, reason: RegExp): void => {
    expect(report).toMatchObject({ personsRecounted: false, personsReleased: null, holds: false });
    expect(report.privacy.map(({ achieved, holds }) => ({ achieved, holds }))).toEqual([
      { achieved: {}, holds: false },
    ]);
    expect(report.problems.join()).toMatch(reason);
  };

  it('make no model hold: without an original, or its key', () => {
    expectUnknown(audit(tableOf(['x'], [['[1-4]']]), specOf({ persons, privacy: k1 })), /no original was given/);
    expectUnknown(released(['[1-4]'], { persons: { ...persons, columns: ['q'] } }), /lacks a column of their key/);
  });

  it('make no model hold: where classes overlap or rows of a class were suppressed, and nobody says which row is which', () => {
    const k2 = { privacy: [{ model: 'k-anonymity', k: 2 }] as const };
    expectUnknown(released(['[1-3]', '[1-3]', '[2-4]', '[2-4]'], k2), /classes overlap/);
    expectUnknown(released(['[1-2]', '[3-4]', '[3-4]'], k2), /rows of a class were suppressed/);
    // One person at least is in each class.
    expect(released(['[1-3]', '[1-3]', '[2-4]', '[2-4]'])).toMatchObject({ areBounds: true, holds: true });
    const claimed = released(['[1-3]', '[1-3]', '[2-4]', '[2-4]'], { originalRows: Uint32Array.of(0, 2, 3, 1) });
    expect(claimed).toMatchObject({ personsRecounted: true, personsReleased: 3, holds: true });
    expect(claimed.privacy[0].achieved).toEqual({ k: 2 });
  });

  it('are counted where overlapping classes leave no choice', () => {
    const report = released(['[1-2]', '[1-2]', '*', '*']);
    expect(report).toMatchObject({ personsRecounted: true, holds: true });
    expect(report.privacy[0].achieved).toEqual({ k: 1 });
    // Both rows of person 1 have no class but the first.
    expect(report.risk.after).toBe(1);
  });

  it('make no model hold: where rows that are claimed do not fit, or are claimed twice', () => {
    const labels = ['[1-2]', '[1-2]', '[3-4]', '[3-4]'];
    expect(released(labels, { originalRows: Uint32Array.of(1, 0, 2, 3) }).holds).toBe(true);
    for (const rows of [[0, 2, 1, 3], [0, 0, 2, 3], [0, 1, 2], [0, 1, 2, 4]]) expectUnknown(released(labels, { originalRows: Uint32Array.from(rows) }), /do not fit/); // prettier-ignore
  });

  it('make no model hold: a public table without their key, whose rows differ', () => {
    const model: AuditPrivacy = { model: 'k-map', k: 1, public: 'people' };
    const publicTable = tableOf(['x'], [['1'], ['2'], ['3'], ['4']], numbers);
    expectUnknown(released(['[1-4]', '[1-4]', '[1-4]', '[1-4]'], { privacy: [model], publicTable }), /the public table has no key/);
  }); // prettier-ignore
});

describe('rows of stars', () => {
  it('are suppressed ones where they are a class for rows and none for persons', () => {
    const rows: Cells[] = [['1', 'a', 'u'], ['2', 'a', 'v'], ['3', 'b', 'u'], ['3', 'c', 'v']]; // prettier-ignore
    const original = tableOf(['p', 'x', 's'], rows);
    const release = tableOf(['x', 's'], [['a', 'u'], ['a', 'v'], ['*', ''], ['*', '']]); // prettier-ignore
    const privacy: AuditPrivacy[] = [{ model: 'k-anonymity', k: 2 }];
    const report = audit(release, specOf({ persons: { columns: ['p'], missing: 'refuse' }, privacy, suppressed: 'star' }), original);
    expect(report).toMatchObject({ suppressed: 2, personsReleased: 2, problems: [], holds: true });
  }); // prettier-ignore
});

describe('what few persons have', () => {
  it('is shown by many rows of one', () => {
    const rows = [...classOf({ 1: ['rare', 'rare', 'rare'], 2: ['often'], 3: ['often'] })];
    const exposure = { k: 2, isRounded: true, isRequired: true };
    const report = auditRows(rows, [], { exposure });
    expect(report.exposure).toEqual({ x: { texts: 0, rows: 0 }, s: { texts: 1, rows: 3 } });
    const ofNobody = auditRows([...rows, ['', 'x', 'only'], ['', 'x', 'only'], ['', 'x', 'only']], [], { exposure, persons: { columns: ['p'], missing: 'separate' } });
    expect(ofNobody.exposure!.s).toEqual({ texts: 2, rows: 6 });
  }); // prettier-ignore

  it('is "other" in a column with "rare", whatever its rows', () => {
    const rows = classOf({ 1: ['x', 'x', 'x'], 2: ['y'], 3: ['z'], 4: ['z'] });
    const original = tableOf(['p', 'x', 's'], rows);
    const release = tableOf(['x', 's'], rows.map(([, x, s]) => [x, s === 'z' ? s : 'other'])); // prettier-ignore
    const spec = specOf({ persons: { columns: ['p'], missing: 'refuse' }, rares: [{ name: 's', fewest: 2 }] });
    expect(audit(release, spec, original).problems).toEqual([]);
    expect(audit(release, { ...spec, persons: undefined }, original).problems).toHaveLength(1);
  });
});

describe('km-anonymity of persons', () => {
  it('counts who has a set of items, not rows', () => {
    const rows = classOf({ 1: ['a b', 'a b', 'a'], 2: ['a'], 3: ['a b'] });
    const model: AuditPrivacy = { model: 'km-anonymity', k: 2, m: 2, attribute };
    const sets = [{ name: 's', delimiter: ' ' }];
    expect(auditRows(rows, [model], { sets }).privacy[0]).toMatchObject({ achieved: { k: 2 }, holds: true });
    const separate = { columns: ['p'], missing: 'separate' } as const;
    const unknown: Cells[] = [['', 'x', 'c'], ['', 'x', 'c']]; // prettier-ignore
    expect(auditRows([...rows, ...unknown], [model], { sets, persons: separate }).privacy[0]).toMatchObject({ achieved: { k: 0 }, holds: false });
  }); // prettier-ignore
});

describe('the classes of one person', () => {
  const history = (rows: readonly Cells[], privacy: readonly AuditPrivacy[] = []) => auditRows(rows, privacy).history;

  it('say together what each of them hides, of a value that persons do not change', () => {
    const rows = [...classOf({ 1: ['a'], 2: ['b'], 3: ['c'] }, 'x'), ...classOf({ 1: ['a'], 4: ['d'], 5: ['e'] }, 'y')];
    expect(history(rows)).toEqual([{ attribute: 's', persons: 1, fewest: 1 }]);
    expect(history(rows, [distinct(4)])).toEqual([{ attribute: 's', persons: 5, fewest: 1 }]);
    const suppressed = rows.map(([p, x, s]): Cells => [p, x === 'y' ? 'gone' : x, s]);
    expect(history(suppressed)).toEqual([{ attribute: 's', persons: 0, fewest: 3 }]);
  });

  it('say nothing of a value that some person changes', () => {
    expect(history(classOf({ 1: ['a', 'b'], 2: ['b'] }))).toEqual([]);
  });

  it('are intersected as in lists of values', () => {
    for (let seed = 0; seed < casesOf(400, 30); seed++) {
      const random = seededRandom(seed);
      const valueOf = Array.from({ length: 6 }, () => `v${random.below(4)}`);
      const rows = Array.from({ length: 3 + random.below(15) }, (): Cells => {
        const person = random.below(6);
        return [`p${person}`, `g${random.below(3)}`, valueOf[person]];
      });
      const labelsOf = (person: string) => [...new Set(rows.filter(([p]) => p === person).map(([, x]) => x))];
      const common = [...new Set(rows.map(([p]) => p))].map((person) =>
        [...new Set(valueOf)].filter((value) => labelsOf(person).every((label) => rows.some(([, x, s]) => x === label && s === value))).length,
      );
      expect(history(rows)).toEqual([{ attribute: 's', persons: common.filter((count) => count < 2).length, fewest: Math.min(...common) }]);
    }
  }); // prettier-ignore
});
