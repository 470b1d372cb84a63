import type { PublicProblem } from '../algorithms/algorithm.js';
import type { Engine, EngineColumn, FrequencySet } from '../engine/engine.js';
import { InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import type { Domain } from '../hierarchy/domain.js';
import { rowsPerEntry, type Column, type Table } from '../table/table.js';
import type { Holders } from '../table/units.js';

/** A public table P in the terms of the input T. */
export interface CodedPublic {
  readonly table: Table;
  /** Quasi-identifiers in the job's order: column of P, and [dictionary of P] code of the value in the joined T. */
  readonly columns: readonly { readonly name: string; readonly column: Column; readonly codeOf: Uint32Array }[];
}

/** The public table beside a problem, and its distinct vectors. */
export interface PreparedPublic {
  readonly problem: PublicProblem;
  /** [quasi-identifiers][vectors] leaf codes of the distinct vectors of P, and their rows. */
  readonly vectors: {
    readonly codes: readonly ArrayLike<number>[];
    readonly counts: Uint32Array;
    /** The persons of every vector, of `count`; absent where rows are counted. */
    readonly persons?: Holders & { readonly count: number };
  };
}

/**
 * Counts the public table in the domains of the problem and joins it to the private vectors (see {@link PublicProblem}).
 * The caller disposes of `problem.set`. Yields between stretches of the work.
 *
 * @param set - the private vectors: quasi-identifiers, then sensitive columns
 * @throws InvalidArgumentError PUBLIC_NOT_SUPERSET when private rows are not among the public ones; says how many.
 */
export function* preparePublic(
  joined: CodedPublic,
  domains: readonly Domain[],
  set: FrequencySet,
  engine: Engine,
  path: string,
): Steps<PreparedPublic> {
  const { table } = joined;
  const columns: EngineColumn[] = domains.map((domain, a) => {
    const { column, codeOf } = joined.columns[a];
    return { codes: column.codes, size: domain.size, map: codeOf.map((code) => domain.leafOf[code]) };
  });
  const q = domains.length;
  const own = yield* countVectors(engine, columns, rowsPerEntry(table));
  yield;
  const { vectorOf, counts: privateCounts } = yield* findAmong(own, set, q, engine);
  // Public vectors come first, so that a number below theirs is a public vector.
  const vectors = own.counts.length;
  const rest = Float64Array.from(own.counts);
  let missing = 0;
  for (let i = 0; i < privateCounts.length; i++) {
    if (i % YIELD_VECTORS === 0) yield;
    const vector = vectorOf[vectors + i];
    const there = vector < vectors ? rest[vector] : 0;
    missing += Math.max(0, privateCounts[i] - there);
    if (vector < vectors) rest[vector] = Math.max(0, there - privateCounts[i]);
  }
  if (missing > 0) {
    throw new InvalidArgumentError(
      path,
      'a public table with a row for every row of the input that has its quasi-identifiers (of a person with several rows in the input, several)',
      `one with too few such rows for ${amount(missing, 'row')} of the input`,
      'PUBLIC_NOT_SUPERSET',
    );
  }

  const only = new Uint32Array(rest.length - rest.reduce((none, count) => none + (count === 0 ? 1 : 0), 0));
  let further = 0;
  for (let vector = 0; vector < rest.length; vector++) if (rest[vector] > 0) only[further++] = vector;
  const length = set.length;
  const joinedColumns: EngineColumn[] = [];
  for (const [column, size] of set.sizes.entries()) {
    yield;
    const sensitive = column >= q;
    const codes = new Uint32Array(length + only.length).fill(size);
    codes.set(set.codes(column));
    if (!sensitive) pickInto(codes, own.codes[column], only, length);
    joinedColumns.push({ codes, size: sensitive ? size + 1 : size });
  }
  yield;
  joinedColumns.push({ codes: new Uint32Array(length + only.length).fill(1, length), size: 2 });
  const counts = new Uint32Array(length + only.length);
  counts.set(set.counts());
  pickInto(counts, rest, only, length);
  yield;
  return {
    problem: { rows: table.rows, set: engine.frequencySetOf(joinedColumns, counts), membership: set.sizes.length },
    vectors: own,
  };
}

/** Vectors looked at between two yields. */
const YIELD_VECTORS = 1 << 20;

/** [public vectors, private vectors] number of each among both, by first appearance, and the rows of the private ones. */
function* findAmong(
  own: PreparedPublic['vectors'],
  set: FrequencySet,
  q: number,
  engine: Engine,
): Steps<{ readonly vectorOf: Uint32Array; readonly counts: Uint32Array }> {
  const quasi = engine.project(
    set,
    own.codes.map((_, a) => a),
  );
  try {
    yield;
    const counts = quasi.counts();
    const columns: EngineColumn[] = [];
    for (let a = 0; a < q; a++) {
      columns.push({ codes: join(own.codes[a], quasi.codes(a)), size: set.sizes[a] });
      yield;
    }
    const both = engine.load(own.counts.length + counts.length, columns);
    try {
      yield;
      const numbered = engine.frequencySet(both);
      try {
        yield;
        return { vectorOf: numbered.vectorOf(), counts };
      } finally {
        numbered.dispose();
      }
    } finally {
      both.dispose();
    }
  } finally {
    quasi.dispose();
  }
}

function* countVectors(
  engine: Engine,
  columns: readonly EngineColumn[],
  weights: Uint32Array,
): Steps<PreparedPublic['vectors']> {
  const found = engine.frequencySetOf(columns, weights);
  try {
    const codes: ArrayLike<number>[] = [];
    for (let a = 0; a < columns.length; a++) {
      yield;
      codes.push(found.codes(a));
    }
    return { codes, counts: found.counts() };
  } finally {
    found.dispose();
  }
}

function join(a: ArrayLike<number>, b: ArrayLike<number>): Uint32Array {
  const all = new Uint32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** Writes the picked entries of `from` into `into`, from a place on. */
function pickInto(into: Uint32Array, from: ArrayLike<number>, picked: Uint32Array, at: number): void {
  for (let i = 0; i < picked.length; i++) into[at + i] = from[picked[i]];
}
