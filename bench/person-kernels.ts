import type {
  ClassCondition,
  Engine,
  EngineColumn,
  FrequencySet,
  LevelMap,
  MondrianAttribute,
  NodeSets,
  PairColumn,
} from '../src/engine/engine.js';
import { uniform } from './census.js';

/** A problem of persons with several rows: quasi-identifiers, then persons, then pairs of a person and a sensitive value. */
export interface PersonProblem {
  readonly set: FrequencySet;
  /** The lattice of leaves and of the middle, with lists of persons. */
  readonly nodes: NodeSets;
  readonly attributes: readonly MondrianAttribute[];
  /** At least 10 persons. */
  readonly tenPersons: ClassCondition;
  /** Entropy l-diversity on worst-case counts, l = 2. */
  readonly diverse: ClassCondition;
  /** [set.length] classes of the middle of the lattice. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/**
 * Makes four rows a person, two quasi-identifiers of which vary within persons, and counts them.
 *
 * @param columns - the quasi-identifiers of a row each, and after them the sensitive values
 */
export function makePersonProblem(
  engine: Engine,
  rows: number,
  columns: readonly EngineColumn[],
  middle: readonly LevelMap[],
): PersonProblem {
  const quasi = columns.slice(0, -1);
  const sensitive = columns[columns.length - 1];
  const persons = Math.ceil(rows / 4);
  const random = uniform(rows);
  const personOf = Uint32Array.from({ length: rows }, () => Math.floor(random() * persons));
  // A person has the quasi-identifiers of one row, but for the last two.
  const ofPersons = quasi.map(({ codes, size }, a): EngineColumn => {
    return { size, codes: a < quasi.length - 2 ? Uint32Array.from(personOf, (person) => codes[person]) : codes };
  });
  const keyOf = personOf.map((person, row) => person * sensitive.size + sensitive.codes[row]);
  const keys = [...new Set(keyOf)].sort((a, b) => a - b);
  const codeOf = new Map(keys.map((key, code) => [key, code]));
  const global = new Float64Array(sensitive.size);
  const pairs: PairColumn = {
    personOf: Uint32Array.from(keys, (key) => Math.floor(key / sensitive.size)),
    valueOf: Uint32Array.from(keys, (key) => key % sensitive.size),
    values: sensitive.size,
    persons,
    holders: new Uint32Array(sensitive.size),
    weights: global,
  };
  const table = engine.load(rows, [
    ...ofPersons,
    { size: persons, codes: personOf },
    { size: keys.length, codes: keyOf.map((key) => codeOf.get(key)!) },
  ]);
  const set = engine.frequencySet(table);
  const q = quasi.length;
  const numberOf = new Map<string, number>();
  const groupOf = Uint32Array.from({ length: set.length }, (_, vector) => {
    const key = middle.map(({ map }, a) => map[set.codes(a)[vector]]).join();
    if (!numberOf.has(key)) numberOf.set(key, numberOf.size);
    return numberOf.get(key)!;
  });
  const tenPersons = { kind: 'distinct', column: q, l: 10, persons: true } as const;
  return {
    set,
    nodes: engine.nodeSets(set, {
      attributes: middle.map((level, column) => ({
        column,
        levels: [{ map: Uint32Array.from(level.map.keys()), size: level.map.length }, level],
      })),
      histograms: [],
      listed: [tenPersons],
      weights: null,
    }),
    attributes: quasi.map(({ size }) => ({
      positions: Float64Array.from({ length: size }, (_, code) => code),
      range: Math.max(1, size - 1),
      rank: 0,
      tree: null,
    })),
    tenPersons,
    diverse: { kind: 'entropy', column: q + 1, l: 2, pairs },
    groupOf,
    groups: numberOf.size,
  };
}
