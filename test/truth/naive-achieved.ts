/** Figures of every privacy model on given classes, by definition. No code of `src/`. */
import type { PrivacySpec } from '../../src/index.js';
import { judgeTable } from '../privacy/naive-models.js';
import { classesOf } from './plain-release.js';
import type { Cells } from './naive-lattice.js';
import { fewestOfSets } from './naive-permuted.js';
import type { Attribute, Person } from './people.js';
import { groupBy, sum } from './people.js';

/** A release with everything that a model may look at. */
export interface JudgedRelease {
  readonly people: readonly Person[];
  readonly everybody: readonly Person[];
  readonly attributes: readonly Attribute[];
  readonly cells: Cells;
  /** Ground distance of two values of the sensitive column. */
  readonly distance: (a: string, b: string, kind: string) => number;
}

/** Public rows under the values of a class. */
function populationOf({ everybody, attributes, cells, people }: JudgedRelease, rows: readonly number[]): number {
  const labels = cells[rows[0]]!;
  const path = (person: Person, a: number): readonly string[] => attributes[a].paths!.get(person[attributes[a].name])!;
  const levels = attributes.map((_, a) => path(people[rows[0]], a).indexOf(labels[a]));
  return everybody.filter((person) => labels.every((label, a) => path(person, a)[levels[a]] === label)).length;
}

const countsOf = (values: readonly string[]): number[] =>
  groupBy(values, (value) => value)
    .map(({ length }) => length)
    .sort((a, b) => b - a);

/** The achieved parameters of a model, by the names that the result has for them. */
export function achievedBy(spec: PrivacySpec, release: JudgedRelease): Record<string, number> {
  const { people, cells } = release;
  const classes = classesOf({ cells });
  const valuesOf = (rows: readonly number[]): string[] =>
    rows.map((row) => people[row][(spec as { attribute: string }).attribute]);
  const least = (of: (rows: readonly number[]) => number): number => Math.min(...classes.map(of));
  const populations = (): number[] => classes.map((rows) => populationOf(release, rows));
  switch (spec.model) {
    case 'l-diversity': {
      if (spec.variant === 'distinct') return { l: least((rows) => new Set(valuesOf(rows)).size) };
      if (spec.variant === 'entropy') {
        const share = (rows: readonly number[]): number[] =>
          countsOf(valuesOf(rows)).map((count) => count / rows.length);
        return { l: Math.exp(least((rows) => -sum(share(rows).map((p) => p * Math.log(p))))) };
      }
      const { l } = spec;
      const ratio = (counts: readonly number[]): number => counts[0] / sum(counts.slice(l - 1));
      return { l, c: Math.max(...classes.map((rows) => ratio(countsOf(valuesOf(rows))))) };
    }
    case 'weak-k-anonymity':
    case 'k-map':
      return { k: Math.min(...populations()) };
    case 'weak-l-diversity':
      return { l: least((rows) => populationOf(release, rows) / countsOf(valuesOf(rows))[0]) };
    case 'delta-presence': {
      const outside = release.everybody.length - sum(populations());
      const suppressed = cells.filter((row) => row === null).length;
      const shares = classes.map((rows) => rows.length / populationOf(release, rows));
      if (outside > 0) shares.push(suppressed / outside);
      return { min: Math.min(...shares), max: Math.max(...shares) };
    }
    case 'km-anonymity':
      return {
        k: least((rows) =>
          fewestOfSets(
            valuesOf(rows).map((cell) => cell.split('|')),
            spec.m,
          ),
        ),
      };
    default:
      return achievedByShares(spec, release, classes);
  }
}

/** Models that test/privacy/naive-models.ts judges from numbers of values. */
function achievedByShares(
  spec: PrivacySpec,
  release: JudgedRelease,
  classes: readonly number[][],
): Record<string, number> {
  const { attribute = 'salary' } = spec as { attribute?: string };
  const values = [...new Set(release.people.map((person) => person[attribute]))].sort();
  const kind = spec.model === 't-closeness' ? spec.distance : 'equal';
  const cellsOf = (rows: readonly number[]): number[] =>
    rows.map((row) => values.indexOf(release.people[row][attribute]));
  const scale = {
    number: (cell: number) => Number(values[cell]),
    distance: (a: number, b: number) =>
      kind === 'ordered' ? Math.abs(a - b) / (values.length - 1) : release.distance(values[a], values[b], kind),
  };
  return { ...judgeTable(spec, classes.map(cellsOf), cellsOf([...release.people.keys()]), scale).achieved };
}
