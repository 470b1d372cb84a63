/** Random releases and what the definitions of test/truth/definitions/ say of them. */
import type { AuditHierarchy, AuditQuasiIdentifier, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { measure, metricDefinitions } from '../truth/definitions/metrics.js';
import { judgeCells } from '../truth/definitions/models.js';
import { classesOf, type PlainAttribute, type PlainRelease } from '../truth/definitions/release.js';

export type Draw = (below: number) => number;

/** Meaning of a label, to the test: its leaves, and its level where it is a node. */
interface Meaning {
  readonly label: string;
  readonly leaves: readonly string[];
  readonly level: number | null;
}

interface NaiveDomain {
  readonly spec: AuditQuasiIdentifier;
  readonly leaves: readonly string[];
  readonly numeric: boolean;
  readonly height: number | null;
  readonly meanings: readonly Meaning[];
}

export interface RandomRelease {
  readonly header: readonly string[];
  readonly types: Readonly<Record<string, ColumnType>>;
  readonly original: readonly (readonly string[])[];
  readonly release: readonly (readonly string[])[];
  readonly spec: AuditSpec;
  readonly expected: NaiveResult;
}

export interface NaiveResult {
  readonly classes: number;
  readonly suppressed: number;
  readonly k: number;
  readonly distinct: number;
  readonly entropyL: number;
  readonly recursive: number;
  readonly recursiveHolds: boolean;
  readonly equal: number;
  readonly ordered: number;
  readonly metrics: Readonly<Record<string, number | null>>;
}

const letterRows = ['a,A,X,*', 'b,A,X,*', 'c,B,X,*', 'd,B,X,*', 'e,C,Y,*', 'f,C,Y,*', 'g,D,Y,*'].map((row) =>
  row.split(','),
);
const numberRows = Array.from({ length: 10 }, (_, i) => [
  String(i - 3),
  `n${Math.floor(i / 3)}`,
  i < 6 ? 'low' : 'high',
  '*',
]);

const hierarchies: Readonly<Record<string, AuditHierarchy | undefined>> = {
  numbers: undefined,
  sorted: undefined,
  order: { type: 'order', values: ['d', 'a', 'c', 'g', 'b', 'f', 'e'] },
  levels: { type: 'levels', rows: letterRows },
  nodes: { type: 'levels', rows: numberRows },
  suppress: { type: 'suppress' },
  intervals: { type: 'intervals', origin: -4, widths: [2, 4] },
};

/** From -4: [-4--3], [-2--1], ... and [-4--1], [0-3], ... */
const intervalRows = (cells: readonly string[]): string[][] =>
  cells.map((cell) => {
    const low = (width: number): number => Math.floor((Number(cell) + 4) / width) * width - 4;
    return [cell, ...[2, 4].map((width) => `[${low(width)}-${low(width) + width - 1}]`), '*'];
  });

function domainOf(kind: string, name: string, cells: readonly string[]): NaiveDomain {
  const numeric = kind === 'numbers' || kind === 'nodes' || kind === 'intervals';
  const hierarchy = hierarchies[kind];
  const seen = [...new Set(cells)];
  const hasMissing = seen.includes('');
  const present = seen.filter((cell) => cell !== '');
  if (numeric) present.sort((a, b) => Number(a) - Number(b));
  else present.sort();
  const rows =
    kind === 'levels'
      ? letterRows
      : kind === 'nodes'
        ? numberRows
        : kind === 'intervals'
          ? intervalRows(present)
          : null;
  const given = rows?.map((row) => row[0]) ?? (hierarchy?.type === 'order' ? [...hierarchy.values] : present);
  // The missing value is the last leaf wherever no list says otherwise.
  const leaves = hasMissing ? [...given, ''] : given;
  const height = rows !== null ? 3 : kind === 'suppress' ? 1 : null;

  const meanings: Meaning[] = leaves.map((leaf) => ({
    label: leaf,
    leaves: [leaf],
    level: height === null ? null : 0,
  }));
  for (let level = 1; rows !== null && level < 3; level++) {
    for (const label of new Set(rows.map((row) => row[level]))) {
      meanings.push({ label, leaves: rows.filter((row) => row[level] === label).map((row) => row[0]), level });
    }
  }
  if (kind !== 'suppress' && kind !== 'levels') {
    const ends = numeric ? leaves.filter((leaf) => leaf !== '') : leaves;
    for (let lo = 0; lo < ends.length; lo++) {
      for (let hi = lo + 1; hi < ends.length; hi++) {
        const label = `[${ends[lo]}-${ends[hi]}]`;
        if (meanings.some((node) => node.label === label)) continue;
        meanings.push({ label, leaves: ends.slice(lo, hi + 1), level: null });
      }
    }
  }
  // `*` claims least: the lowest level above the leaves that has one node for all of them.
  const whole = meanings.find((node) => (node.level ?? 0) > 0 && node.leaves.length === leaves.length);
  const alone = hasMissing && leaves.length === 1 && height !== null ? 1 : height;
  meanings.push({ label: '*', leaves, level: whole?.level ?? alone });
  return { spec: { name, hierarchy }, leaves, numeric, height, meanings };
}

/** Draws a table, a partition of its rows, and labels that cover every class. */
export function drawRelease(draw: Draw): RandomRelease {
  const kinds = Array.from({ length: 1 + draw(3) }, () => Object.keys(hierarchies)[draw(7)]);
  const rows = 1 + draw(30);
  const withMissing = draw(3) === 0;
  const cell = (kind: string): string => {
    if (withMissing && draw(6) === 0) return '';
    return ['numbers', 'nodes', 'intervals'].includes(kind) ? String(draw(10) - 3) : 'abcdefg'[draw(7)];
  };
  const header = [...kinds.map((_, i) => `q${i}`), 'sick', 'label'];
  const types: Record<string, ColumnType> = { sick: draw(2) === 0 ? 'integer' : 'string' };
  kinds.forEach((kind, i) => {
    if (['numbers', 'nodes', 'intervals'].includes(kind)) types[`q${i}`] = 'integer';
  });
  const original = Array.from({ length: rows }, () => [...kinds.map(cell), String(draw(12)), 'yn'[draw(2)]]);
  const domains = kinds.map((kind, i) =>
    domainOf(
      kind,
      `q${i}`,
      original.map((row) => row[i]),
    ),
  );

  const star = draw(2) === 0;
  const groups = 1 + draw(5);
  const suppressedShare = draw(3);
  const groupOf = original.map(() => (suppressedShare > 0 && draw(6) < suppressedShare ? -1 : draw(groups)));
  const chosen: Meaning[][] = [];
  for (let group = 0; group < groups; group++) {
    const members = original.filter((_, row) => groupOf[row] === group);
    chosen.push(
      domains.map((domain, i) => {
        const fitting = domain.meanings.filter((meaning) => members.every((row) => meaning.leaves.includes(row[i])));
        // Now and then any label that fits, mostly the tightest.
        fitting.sort((a, b) => a.leaves.length - b.leaves.length);
        return fitting[draw(4) === 0 ? draw(fitting.length) : 0];
      }),
    );
  }
  const release = original
    .map((row, at) => [
      ...domains.map((_, i) => (groupOf[at] < 0 ? '*' : chosen[groupOf[at]][i].label)),
      ...(groupOf[at] < 0 ? ['', ''] : row.slice(-2)),
    ])
    .filter((_, at) => star || groupOf[at] >= 0);
  const meaningOf = original.map((_, at) => (groupOf[at] < 0 ? null : chosen[groupOf[at]]));
  const suppressed = groupOf.filter((group) => group < 0).length;
  const k = 1 + draw(3);
  const l = 1 + draw(3);
  const spec: AuditSpec = {
    quasiIdentifiers: domains.map((domain) => domain.spec),
    classColumn: draw(2) === 0 ? 'label' : null,
    sensitiveColumn: draw(3) === 0 ? undefined : 'sick',
    levelVector: draw(2) === 0,
    privacy: [
      { model: 'k-anonymity', k },
      { model: 'l-diversity', variant: 'distinct', l, attribute: 'sick' },
      { model: 'l-diversity', variant: 'entropy', l, attribute: 'sick' },
      { model: 'l-diversity', variant: 'recursive', l, c: 1 + draw(3), attribute: 'sick' },
      { model: 't-closeness', t: 0.3, distance: 'equal', attribute: 'sick' },
      { model: 't-closeness', t: 0.2, distance: 'ordered', attribute: 'sick' },
    ],
    suppressed: star ? 'star' : 'drop',
    identifiers: ['name'],
    missing: [''],
    suppressedRows: suppressed,
  };
  const expected = judge(original, domains, meaningOf, types.sick === 'integer', spec, k);
  return { header, types, original, release, spec, expected };
}

/** Width shares of `intervals` in a domain of numbers. */
function widthsOf({ spec, leaves }: NaiveDomain): number[] | null {
  if (spec.hierarchy?.type !== 'intervals') return null;
  const places = leaves.filter((leaf) => leaf !== '').map((leaf) => Math.floor((Number(leaf) + 4) / 4));
  const span = 4 * (Math.max(...places) - Math.min(...places) + 1);
  return [0, 2 / span, 4 / span, 1];
}

function attributeOf(domain: NaiveDomain): PlainAttribute {
  const { spec, leaves, numeric, height, meanings } = domain;
  const missing = leaves.includes('') ? '' : null;
  // The missing value of a hierarchy stands for itself on every level below the root.
  const nodesAt = (level: number): (readonly string[])[] => [
    ...(level === height ? [leaves] : meanings.filter((node) => node.level === level).map((node) => node.leaves)),
    ...(missing !== null && level > 0 && level !== height ? [[missing]] : []),
  ];
  return {
    name: spec.name,
    leaves,
    numbers: numeric ? leaves.map((leaf) => (leaf === missing ? NaN : Number(leaf))) : null,
    missing,
    nodes: height === null ? null : Array.from({ length: height + 1 }, (_, level) => nodesAt(level)),
    widths: widthsOf(domain),
    isListed: spec.hierarchy?.type === 'order',
  };
}

/** The level of all released cells of each column, null where they have none in common. */
function levelsOf(
  domains: readonly NaiveDomain[],
  released: readonly (readonly Meaning[])[],
): readonly (number | null)[] {
  const levelsOfCell = ({ height }: NaiveDomain, { label, level }: Meaning): number[] => {
    const all = Array.from({ length: (height ?? 0) + 1 }, (_, at) => at);
    if (level === null) return [];
    if (label === '') return all.slice(0, -1);
    return label === '*' ? all.slice(level) : [level];
  };
  return domains.map((domain, a) => {
    const isCommon = (level: number): boolean =>
      released.length > 0 && released.every((meanings) => levelsOfCell(domain, meanings[a]).includes(level));
    return [0, 1, 2, 3].find(isCommon) ?? null;
  });
}

function plainOf(
  original: readonly (readonly string[])[],
  domains: readonly NaiveDomain[],
  meaningOf: readonly (readonly Meaning[] | null)[],
  spec: AuditSpec,
  { k, sick }: { readonly k: number; readonly sick: readonly string[] },
): PlainRelease {
  const sickAt = domains.length;
  const keyOf = (meanings: readonly Meaning[]): string => JSON.stringify(meanings.map(({ label }) => label));
  const released = meaningOf.filter((meanings) => meanings !== null);
  const keys = [...new Set(released.map(keyOf))];
  return {
    attributes: domains.map(attributeOf),
    rows: original.map((row) => row.slice(0, sickAt)),
    classOf: meaningOf.map((meanings) => (meanings === null ? -1 : keys.indexOf(keyOf(meanings)))),
    cells: meaningOf,
    k,
    levels: levelsOf(domains, released),
    isVector: spec.levelVector === true,
    labels: spec.classColumn === null ? null : original.map((row) => row[sickAt + 1]),
    sensitive: spec.sensitiveColumn === undefined ? null : original.map((row) => row[sickAt]),
    sensitiveValues: sick,
  };
}

function judge(
  original: readonly (readonly string[])[],
  domains: readonly NaiveDomain[],
  meaningOf: readonly (readonly Meaning[] | null)[],
  numericSick: boolean,
  spec: AuditSpec,
  k: number,
): NaiveResult {
  const sickAt = domains.length;
  const sick = [...new Set(original.map((row) => row[sickAt]))];
  sick.sort(numericSick ? (a, b) => Number(a) - Number(b) : undefined);
  const release = plainOf(original, domains, meaningOf, spec, { k, sick });
  const cellsOf = (rows: readonly number[]): string[] => rows.map((row) => original[row][sickAt]);
  const judged = {
    classes: classesOf(release).map(cellsOf),
    table: cellsOf([...original.keys()]),
    scale: {
      distance: (a: string, b: string) => Math.abs(sick.indexOf(a) - sick.indexOf(b)) / Math.max(1, sick.length - 1),
    },
  };
  const equal = { ...judged, scale: { distance: (a: string, b: string) => Number(a !== b) } };
  const answers = spec.privacy.map((model) => judgeCells(model, model === spec.privacy[4] ? equal : judged));
  const figure = (at: number, name: string): number => answers[at].achieved[name] ?? 0;
  // The slowest definitions, of small tables only.
  const names = Object.keys(metricDefinitions).filter(
    (name) => original.length <= 15 || !name.startsWith('queryError'),
  );
  return {
    k: figure(0, 'k'),
    distinct: figure(1, 'l'),
    entropyL: figure(2, 'l'),
    recursive: figure(3, 'c'),
    recursiveHolds: answers[3].holds,
    equal: figure(4, 't'),
    ordered: figure(5, 't'),
    classes: judged.classes.length,
    suppressed: release.classOf.filter((each) => each < 0).length,
    metrics: measure(release, names),
  };
}
