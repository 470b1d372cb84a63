/** Small releases with the original that they are made of, and what an audit by persons must report of them. */
import type { AuditReport } from '../../src/audit/report.js';
import type { AuditPrivacy, AuditSpec } from '../../src/audit/spec.js';
import type { Table } from '../../src/table/table.js';
import { specOf, tableOf } from './tables.js';

const attribute = 's';
export const distinct = (l: number): AuditPrivacy => ({ model: 'l-diversity', variant: 'distinct', l, attribute });
export const entropy = (l: number): AuditPrivacy => ({ model: 'l-diversity', variant: 'entropy', l, attribute });
export const alpha = (share: number): AuditPrivacy => ({ model: 'alpha-k-anonymity', k: 1, alpha: share, attribute });

/** A row: person, released label, sensitive value. */
export type Cells = readonly [person: string, label: string, value: string];

/** Rows of one class: [value] of every row of every person. */
export const classOf = (values: Readonly<Record<string, readonly string[]>>, label = 'x'): Cells[] =>
  Object.entries(values).flatMap(([person, own]) => own.map((value): Cells => [person, label, value]));

/** Rows of persons `from` to `to` with one value. */
export const each = (from: number, to: number, value: string, label: string): Cells[] =>
  Array.from({ length: to - from + 1 }, (_, i): Cells => [String(from + i), label, value]);

/** Arguments of an audit. */
export type AuditInput = readonly [release: Table, spec: AuditSpec, original: Table];

/** Rows that are released with their labels as values; those with the label `gone` are not released. */
export function inputOf(
  rows: readonly Cells[],
  privacy: readonly AuditPrivacy[],
  more: Partial<AuditSpec> = {},
): AuditInput {
  const areNumbers = rows.every(([, , s]) => s === '' || !Number.isNaN(Number(s)));
  const original = tableOf(['p', 'x', 's'], rows, { s: areNumbers ? 'number' : 'string' });
  const released = rows.filter(([, x]) => x !== 'gone').map(([, x, s]) => [x, s]);
  const persons = { columns: ['p'], missing: 'refuse' } as const;
  return [tableOf(['x', 's'], released), specOf({ persons, sensitiveColumns: ['s'], privacy, ...more }), original];
}

export interface PersonCase {
  readonly name: string;
  readonly input: AuditInput;
  /** Facts of the report. */
  readonly facts: (report: AuditReport) => unknown;
  readonly expected: unknown;
}

const patients = ['1', '1', '1', '2', '3', '4'];
const zips = ['53711', '53711', '53711', '60000', '60000', '60000'];
const diagnoses = ['HIV', 'HIV', 'flu', 'flu', 'gout', 'flu'];
const ke = { model: 'ke-anonymity', k: 1, e: 36, attribute } as const;
const figures = ({ privacy }: AuditReport) => privacy.map(({ achieved, holds }) => ({ ...achieved, holds }));
const twenty = Array.from({ length: 20 }, (_, i) => `p${i}`);
const inTwo = [...classOf({ 1: ['a'], 2: ['b'], 3: ['c'] }, 'x'), ...classOf({ 1: ['a'], 4: ['d'], 5: ['e'] }, 'y')];
const onePersonHasMany = classOf({ 1: ['a', 'b', 'c'], 2: ['a'], 3: ['a'], 4: ['a'], 5: ['a'] });

/** The worked examples of people with several rows, and what else an audit that counted rows would get wrong. */
export const personCases: readonly PersonCase[] = [
  {
    name: '1: three rows of one patient are no class for k = 2',
    input: inputOf(
      patients.map((patient, i): Cells => [patient, zips[i], diagnoses[i]]),
      [{ model: 'k-anonymity', k: 2 }],
    ),
    facts: (report) => [figures(report), report.risk, report.persons, report.personsReleased],
    expected: [[{ k: 1, holds: false }], { before: 1, after: 1 }, 4, 4],
  },
  {
    name: '1: rows of one patient are suppressed, and nobody else',
    input: inputOf(
      patients.map((patient, i): Cells => [patient, patient === '1' ? 'gone' : zips[i], diagnoses[i]]),
      [{ model: 'k-anonymity', k: 2 }],
    ),
    facts: (report) => [figures(report), report.personsReleased],
    expected: [[{ k: 3, holds: true }], 3],
  },
  {
    name: '1: all rows are one class with N = 4 and q = (3, 1)',
    input: inputOf(
      patients.map((patient, i): Cells => [patient, 'all', diagnoses[i]]),
      [{ model: 'k-anonymity', k: 3 }, distinct(2), alpha(0.75)],
    ),
    facts: figures,
    expected: [
      { k: 4, holds: true },
      { l: 2, holds: true },
      { k: 4, alpha: 0.75, holds: true },
    ],
  },
  {
    name: '2: values of one person are no diversity: everybody has a',
    input: inputOf(onePersonHasMany, [distinct(2), alpha(0.9)]),
    facts: (report) => [figures(report), report.oneValued.s, report.largestShares.s],
    expected: [
      [
        { l: 1, holds: false },
        { k: 5, alpha: 1, holds: false },
      ],
      { classes: 1, rows: 7, persons: 5 },
      1,
    ],
  },
  {
    name: '3: persons with two values are counted twice, so that distinct l is 2',
    input: inputOf(classOf({ 1: ['a', 'b'], 2: ['a'], 3: ['b'], 4: ['c'] }), [distinct(2)]),
    facts: figures,
    expected: [{ l: 2, holds: true }],
  },
  ...(
    [
      ['4: the smallest interval is 10 to 48', { 1: ['10', '50'], 2: ['12'], 3: ['48'] }, 38],
      ['4: the smallest interval is 10 to 12', { 1: ['10', '50'], 2: ['12'], 3: ['11', '90'] }, 2],
      ['4: the smallest interval leaves out who has an empty cell', { 1: ['10', ''], 2: ['12'], 3: ['48'] }, 36],
      ['4: the smallest interval is 0 where nobody is left', { 1: ['10', ''] }, 0],
      // Two of three numbers of one person lie near each other.
      ['4: the smallest interval is no one of two numbers of one person', { 1: ['10', '11'], 2: ['90'] }, 79],
    ] as const
  ).map(([name, values, e]): PersonCase => ({
    name,
    input: inputOf(classOf(values), [ke]),
    facts: ({ privacy }) => [privacy[0].achieved.e, privacy[0].holds],
    expected: [e, e >= 36],
  })),
  {
    name: '6: average risk is a mean of the largest risk of everybody',
    input: inputOf(
      [
        ...Array.from({ length: 5 }, (_, c) => twenty.map((p): Cells => [p, `c${c}`, 'a'])).flat(),
        ...classOf({ alone: ['a'] }, 'own'),
        ...classOf({ p0: ['a'], p1: ['a'] }, 'small'),
      ],
      [{ model: 'average-risk', risk: 0.15 }],
    ),
    facts: ({ privacy }) => [privacy[0].achieved.risk.toFixed(12), privacy[0].holds],
    expected: [((1 + 18 / 20 + 2 / 2) / 21).toFixed(12), true],
  },
  {
    name: 't-closeness spreads everybody over their rows',
    input: inputOf(
      [...classOf({ 1: ['a', 'a', 'a', 'b'], 2: ['b'] }, 'x'), ...classOf({ 3: ['a'], 4: ['b'] }, 'y')],
      [{ model: 't-closeness', t: 0.5, distance: 'ordered', attribute }],
    ),
    facts: ({ privacy }) => privacy[0].achieved.t.toFixed(12),
    expected: (1 / 16).toFixed(12),
  },
  {
    name: 'beta-likeness compares shares of holders',
    input: inputOf(
      [...classOf({ 1: ['a', 'a', 'a', 'b'], 2: ['b'] }, 'x'), ...classOf({ 3: ['c'], 4: ['b'], 5: ['a'] }, 'y')],
      [{ model: 'beta-likeness', variant: 'basic', beta: 2, attribute }],
    ),
    facts: ({ privacy }) => privacy[0].achieved.beta.toFixed(12),
    expected: (2 / 3).toFixed(12),
  },
  {
    name: 'classes are counted by their persons, and persons by how many look alike',
    input: inputOf([...onePersonHasMany, ...classOf({ 1: ['a'], 6: ['b', 'b'] }, 'y')], []),
    facts: ({ classPersons, personsAlike, risk, personsReleased }) => [
      classPersons,
      personsAlike!.after,
      risk.after,
      personsReleased,
    ],
    expected: [
      [
        [2, 1],
        [5, 1],
      ],
      [
        [2, 2],
        [5, 4],
      ],
      1 / 2,
      6,
    ],
  },
  {
    name: 'a text is exposed that many rows of one person have',
    input: inputOf(classOf({ 1: ['rare', 'rare', 'rare'], 2: ['often'], 3: ['often'] }), [], {
      exposure: { k: 2, isRounded: true, isRequired: true },
    }),
    facts: ({ exposure }) => exposure!.s,
    expected: { texts: 1, rows: 3 },
  },
  {
    name: 'a range starts at a number that enough persons have, whatever their rows',
    input: [
      tableOf(['x', 's'], new Array<string[]>(5).fill(['[1-3]', 'a'])),
      specOf({
        quasiIdentifiers: [{ name: 'x', type: 'integer' }],
        persons: { columns: ['p'], missing: 'refuse' },
        exposure: { k: 2, isRounded: false, isRequired: true },
      }),
      tableOf(['p', 'x', 's'], [['1', '1', 'a'], ['1', '1', 'a'], ['2', '3', 'a'], ['3', '3', 'a'], ['4', '2', 'a']], { x: 'integer' }),
    ],
    facts: ({ exposure }) => exposure!.x,
    expected: { texts: 1, rows: 5 },
  }, // prettier-ignore
  {
    name: 'k^m-anonymity counts who has a set of items',
    input: inputOf(
      classOf({ 1: ['a b', 'a b', 'a'], 2: ['a'], 3: ['a b'] }),
      [{ model: 'km-anonymity', k: 3, m: 2, attribute }],
      { sets: [{ name: 's', delimiter: ' ' }] },
    ),
    facts: figures,
    expected: [{ k: 2, holds: false }],
  },
  {
    name: 'classes of one person say together what each of them hides',
    input: inputOf(inTwo, []),
    facts: ({ history }) => history,
    expected: [{ attribute: 's', persons: 1, fewest: 1 }],
  },
  {
    name: 'classes of one person say nothing of a value that some person changes',
    input: inputOf(classOf({ 1: ['a', 'b'], 2: ['b'] }), []),
    facts: ({ history }) => history,
    expected: [],
  },
  {
    name: 'at most two rows of every person are released, and the others are no suppressed ones',
    input: [
      tableOf(
        ['x', 's'],
        Array.from({ length: 5 }, () => ['x', 'a']),
      ),
      specOf({
        persons: { columns: ['p'], missing: 'refuse', drawn: { most: 2, cells: ['x', 's'] } },
        privacy: [{ model: 'k-anonymity', k: 3 }],
        maxSuppressed: 0,
      }),
      tableOf(['p', 'x', 's'], classOf({ 1: ['a', 'a', 'a'], 2: ['a', 'a'], 3: ['a'] })),
    ],
    facts: ({ rowsNotDrawn, persons, suppressed, holds }) => [rowsNotDrawn, persons, suppressed, holds],
    expected: [1, 3, 0, true],
  },
  {
    name: 'a class of rows that two persons may have has two',
    input: [
      tableOf(['x', 's'], ['[1-3]', '[1-3]', '[1-3]', '[3-5]', '[3-5]', '[3-5]'].map((x) => [x, 'a'])), // prettier-ignore
      specOf({ persons: { columns: ['p'], missing: 'refuse' }, privacy: [{ model: 'k-anonymity', k: 2 }] }),
      tableOf(['p', 'x', 's'], ['1 1', '2 3', '2 3', '3 3', '4 5', '5 5'].map((row) => [...row.split(' '), 'a']), { x: 'number' }), // prettier-ignore
    ],
    facts: (report) => [report.areBounds, report.risk.after, ...figures(report)],
    expected: [true, 1 / 2, { k: 2, holds: true }],
  },
];
