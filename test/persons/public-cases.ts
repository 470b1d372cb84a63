/** Definitions of models on a public table by persons, on sets of texts, and the jobs that are held to them. */
import { expect } from 'vitest';

export interface Row {
  readonly person: string;
  readonly a: number;
  readonly b: string;
  readonly s: string;
}

export type Spec = Readonly<Record<string, unknown>> & { readonly model: string };

export const specs: readonly Spec[] = [
  { model: 'k-map', k: 4, public: 'all' },
  { model: 'weak-k-anonymity', k: 3, public: 'all' },
  { model: 'weak-l-diversity', l: 2, attribute: 's', public: 'all' },
  { model: 'delta-presence', min: 0, max: 0.7, public: 'all' },
  { model: 'delta-presence', min: 0.15, max: 0.8, public: 'all' },
  { model: 'delta-presence', min: 0.2, max: 0.8, outside: 'ignored', public: 'all' },
];

export const personsOf = (rows: readonly Row[]): Set<string> => new Set(rows.map(({ person }) => person));

/** True when a released text stands for a value. */
export function covers(text: string, value: number | string): boolean {
  if (text === '*' || text === String(value)) return true;
  const range = /^\[(\d+)-(\d+)\]$/.exec(text);
  if (range !== null) return Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
  const open = /^(<|>=)(\d+)$/.exec(text);
  if (open !== null) return Number(value) >= Number(open[2]) === (open[1] === '>=');
  return text === 'low' ? 'wx'.includes(String(value)) : text === 'high' && 'yz'.includes(String(value));
}

/** Figures of a release by the definitions, on sets of texts. */
export function achievedBy(spec: Spec, classes: readonly (readonly [string, string, Row[]])[], own: Row[], all: Row[]) {
  const regions = classes.map(([a, b, rows]) => ({
    own: personsOf(rows),
    rows,
    all: personsOf(all.filter((row) => covers(a, row.a) && covers(b, row.b))),
  }));
  if (spec.model === 'weak-l-diversity') {
    const shares = regions.flatMap(({ rows, all: people }) =>
      [...new Set(rows.map(({ s }) => s))].map(
        (value) => personsOf(rows.filter(({ s }) => s === value)).size / people.size,
      ),
    );
    return { l: 1 / Math.max(...shares) };
  }
  if (spec.model !== 'delta-presence') return { k: Math.min(...regions.map(({ all: people }) => people.size)) };
  const released = new Set(classes.flatMap(([, , rows]) => rows));
  const isOutside = (row: Row): boolean => !classes.some(([a, b]) => covers(a, row.a) && covers(b, row.b));
  const judged = regions.map((region) => ({ people: region.all, share: region.own.size / region.all.size }));
  const outside = personsOf(all.filter(isOutside));
  const suppressed = personsOf(own.filter((row) => !released.has(row)));
  if (spec.outside !== 'ignored') judged.push({ people: outside, share: suppressed.size / outside.size });
  const largest = [...personsOf(all)].flatMap((person) => {
    const shares = judged.filter(({ people }) => people.has(person)).map(({ share }) => share);
    return shares.length === 0 ? [] : Math.max(...shares);
  });
  return { min: Math.min(...largest), max: Math.max(...largest) };
}

/** Models of a case: one on the public table, and others beside it by seed. */
export function privacyOf(spec: Spec, algorithm: string, seed: number): Spec[] {
  const close = { model: 't-closeness', distance: 'equal', t: 0.6, attribute: 's' };
  const more: Spec[] = [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
  ];
  const privacy = [spec, ...more.slice(0, seed % (algorithm === 'mondrian' ? 2 : 3))];
  if (seed % 5 === 0 && algorithm !== 'mondrian') privacy.push(close);
  return privacy;
}

/** CSV of the input, with the number of each row. */
export const inputText = (own: readonly Row[]): string =>
  `person,a,b,s,row\n${own.map(({ person, a, b, s }, i) => [person, a, b, s, `r${i}`].join(',')).join('\n')}\n`;

/** CSV of the public table, with or without the key of persons. */
export const publicText = (all: readonly Row[], isKeyed: boolean): string =>
  `${isKeyed ? 'person,' : ''}a,b\n${all.map(({ person, a, b }) => [...(isKeyed ? [person] : []), a, b].join(',')).join('\n')}\n`;

export const jobOf = (privacy: readonly Spec[], algorithm: string, share: number) => ({
  attributes: {
    person: 'person',
    a: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', widths: [2, 6] } },
    b: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': { low: ['w', 'x'], high: ['y', 'z'] } } } },
    s: 'sensitive',
    row: { role: 'insensitive', type: 'string' },
  },
  privacy,
  algorithm,
  suppression: { maxFraction: share },
});

/** Released rows by their quasi-identifiers. */
export function classesOf(rows: readonly { a: unknown; b: unknown; row: unknown }[], own: readonly Row[]) {
  const classes = new Map<string, [string, string, Row[]]>();
  for (const { a, b, row } of rows) {
    const [first, second] = [String(a), String(b)];
    const found = classes.get(`${first}|${second}`) ?? [first, second, []];
    found[2].push(own[Number(String(row).slice(1))]);
    classes.set(`${first}|${second}`, found);
  }
  return classes;
}

export function expectFigures(found: Readonly<Record<string, number>>, expected: object, about: string): void {
  for (const [name, value] of Object.entries(expected))
    expect(found[name], `${about} ${name}`).toBeCloseTo(value as number, 9);
}

export const NOTHING = [
  'NO_SOLUTION',
  'SUPPRESSION_EXCEEDED',
  'K_EXCEEDS_PERSONS',
  'MODEL_NOT_SUPPORTED',
  'NO_PRESENCE_MODEL',
];
