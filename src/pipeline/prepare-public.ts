import type { PublicProblem } from '../algorithms/algorithm.js';
import type { Engine, EngineColumn, FrequencySet } from '../engine/engine.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { Domain } from '../hierarchy/domain.js';
import { rowsPerEntry, type Column, type Table } from '../table/table.js';

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
  readonly vectors: { readonly codes: readonly ArrayLike<number>[]; readonly counts: Uint32Array };
}

/**
 * Counts the public table in the domains of the problem and joins it to the private vectors (see {@link PublicProblem}).
 * The caller disposes of `problem.set`.
 *
 * @param set - the private vectors: quasi-identifiers, then sensitive columns
 * @throws InvalidArgumentError PUBLIC_NOT_SUPERSET when private rows are not among the public ones; says how many.
 */
export function preparePublic(
  joined: CodedPublic,
  domains: readonly Domain[],
  set: FrequencySet,
  engine: Engine,
  path: string,
): PreparedPublic {
  const { table } = joined;
  const columns: EngineColumn[] = domains.map((domain, a) => {
    const { column, codeOf } = joined.columns[a];
    return { codes: column.codes, size: domain.size, map: codeOf.map((code) => domain.leafOf[code]) };
  });
  const q = domains.length;
  const own = countVectors(engine, columns, rowsPerEntry(table));
  const quasi = engine.project(
    set,
    domains.map((_, a) => a),
  );
  const privateCodes = domains.map((_, a) => quasi.codes(a));
  const privateCounts = quasi.counts();
  quasi.dispose();

  // Public vectors come first, so that a number below theirs is a public vector.
  const vectors = own.counts.length;
  const both = engine.load(
    vectors + privateCounts.length,
    domains.map(({ size }, a) => ({ codes: join(own.codes[a], privateCodes[a]), size })),
  );
  const numbered = engine.frequencySet(both);
  const vectorOf = numbered.vectorOf();
  numbered.dispose();
  both.dispose();
  const rest = Float64Array.from(own.counts);
  let missing = 0;
  privateCounts.forEach((count, i) => {
    const vector = vectorOf[vectors + i];
    const there = vector < vectors ? rest[vector] : 0;
    missing += Math.max(0, count - there);
    if (vector < vectors) rest[vector] = Math.max(0, there - count);
  });
  if (missing > 0) {
    throw new InvalidArgumentError(
      path,
      'a public table that holds every row of the input, as far as the quasi-identifiers go',
      `one that lacks ${missing} of them`,
      'PUBLIC_NOT_SUPERSET',
    );
  }

  const only = Uint32Array.from(Array.from(rest.keys()).filter((vector) => rest[vector] > 0));
  const length = set.length;
  const joinedColumns: EngineColumn[] = set.sizes.map((size, column) => {
    const sensitive = column >= q;
    const further = Uint32Array.from(only, (vector) => (sensitive ? size : own.codes[column][vector]));
    return { codes: join(set.codes(column), further), size: sensitive ? size + 1 : size };
  });
  joinedColumns.push({ codes: join(new Uint32Array(length), new Uint32Array(only.length).fill(1)), size: 2 });
  const counts = join(
    set.counts(),
    Uint32Array.from(only, (vector) => rest[vector]),
  );
  return {
    problem: { rows: table.rows, set: engine.frequencySetOf(joinedColumns, counts), membership: set.sizes.length },
    vectors: own,
  };
}

function countVectors(
  engine: Engine,
  columns: readonly EngineColumn[],
  weights: Uint32Array,
): PreparedPublic['vectors'] {
  const found = engine.frequencySetOf(columns, weights);
  try {
    return { codes: columns.map((_, a) => found.codes(a)), counts: found.counts() };
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
