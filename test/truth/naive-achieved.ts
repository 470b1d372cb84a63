/** Figures of every privacy model on given classes, by definition. No code of `src/`. */
import type { PrivacySpec } from '../../src/index.js';
import { judgeCells } from './definitions/models.js';
import { classesOf } from './plain-release.js';
import type { Cells } from './naive-lattice.js';
import type { Attribute, Person } from './people.js';

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

/** The achieved parameters of a model, by the names that the result has for them. */
export function achievedBy(spec: PrivacySpec, release: JudgedRelease): Readonly<Record<string, number>> {
  const { people, cells, everybody, distance } = release;
  const classes = classesOf({ cells });
  const { attribute = 'salary' } = spec as { attribute?: string };
  const values = [...new Set(people.map((person) => person[attribute]))].sort();
  const kind = spec.model === 't-closeness' ? spec.distance : 'equal';
  const cellsOf = (rows: readonly number[]): string[] => rows.map((row) => people[row][attribute]);
  const place = (value: string): number => values.indexOf(value);
  return judgeCells(spec, {
    classes: classes.map(cellsOf),
    table: cellsOf([...people.keys()]),
    scale: {
      number: Number,
      items: (cell) => cell.split('|'),
      distance: (a, b) =>
        kind === 'ordered' ? Math.abs(place(a) - place(b)) / (values.length - 1) : distance(a, b, kind),
    },
    ...('public' in spec ? { populations: classes.map((rows) => populationOf(release, rows)) } : {}),
    everybody: everybody.length,
  }).achieved;
}
