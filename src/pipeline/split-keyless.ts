import type { Steps } from '../base/steps.js';
import { type ColumnsPlan, namedColumns, plannedKinds } from '../job/plan.js';
import { keysOf, requireColumns } from '../job/roles.js';
import { suppressedRow } from '../release/pieces.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import { pickCodes, Table } from '../table/table.js';
import { numberUnits } from '../table/units.js';
import type { ReleasePlan } from './options.js';

/** A table whose rows without the key of a person are entries of one row each. */
interface SplitTable {
  readonly table: Table;
  /** [entries] entry of the table that was given; null where the entries are the same. */
  readonly entryOf: Uint32Array | null;
}

/** Divides the entries of a counted table that lack the key of a person into their rows, for a job that counts each as a person. */
export function* splitKeyless(given: Table, plan: ColumnsPlan): Steps<SplitTable> {
  const { weights } = given;
  if (weights === null || plan.missingPersons !== 'separate') return { table: given, entryOf: null };
  const typed = withDeclaredTypes(given, plannedKinds(plan));
  requireColumns(
    namedColumns(plan),
    typed.columns.map(({ name }) => name),
  );
  const { lacking } = yield* numberUnits(typed, keysOf(plan, typed));
  if (lacking === null || lacking.every((lacks, entry) => lacks === 0 || weights[entry] === 1))
    return { table: given, entryOf: null };
  const partsOf = weights.map((rows, entry) => (lacking[entry] === 1 ? rows : 1));
  const entries = partsOf.reduce((sum, parts) => sum + parts, 0);
  const entryOf = new Uint32Array(entries);
  const rows = new Uint32Array(entries);
  let next = 0;
  for (let entry = 0; entry < weights.length; entry++) {
    const from = next;
    next += partsOf[entry];
    entryOf.fill(entry, from, next);
    rows.fill(weights[entry] / partsOf[entry], from, next);
  }
  const columns = [];
  for (const column of given.columns) {
    columns.push({ ...column, codes: pickCodes(column.codes, entryOf) });
    yield;
  }
  return { table: new Table(given.rows, columns, given.warnings, rows), entryOf };
}

/** A plan for the entries of the table that was given: pieces of one entry in one class are one piece again. */
export function joinSplit({ pieces, entryOf: released, ...plan }: ReleasePlan, entryOf: Uint32Array): ReleasePlan {
  const entry: number[] = [];
  const classId: number[] = [];
  const count: number[] = [];
  const becomes: number[] = [];
  for (let piece = 0; piece < pieces.entry.length; piece++) {
    const own = entryOf[pieces.entry[piece]];
    const last = entry.length - 1;
    if (entry[last] === own && classId[last] === pieces.classId[piece]) {
      count[last] += pieces.count[piece];
      continue;
    }
    entry.push(own);
    classId.push(pieces.classId[piece]);
    count.push(pieces.count[piece]);
    becomes.push(released?.[piece] ?? suppressedRow);
  }
  const [entries, classes, counts] = [entry, classId, count].map((numbers) => Uint32Array.from(numbers));
  const joined = { entry: entries, classId: classes, count: counts };
  return { ...plan, pieces: joined, ...(released === undefined ? {} : { entryOf: Uint32Array.from(becomes) }) };
}
