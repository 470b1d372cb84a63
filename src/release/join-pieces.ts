import { EntryIndex } from '../table/entry-index.js';
import type { Column } from '../table/table.js';
import type { ReleasedColumn } from './build-table.js';
import type { Pieces } from './pieces.js';
import { suppressedRow } from './pieces.js';
import { blankCodeOf } from './select-column.js';

/** Entries of a release: [entries] the piece that shows the values of an entry, and its rows; [pieces] entry of a piece. */
interface JoinedPieces {
  readonly firstOf: Uint32Array;
  readonly weights: Uint32Array;
  /** {@link suppressedRow} where a piece does not leave. */
  readonly entryOf: Uint32Array;
}

/**
 * Joins the pieces that are released alike, by first appearance: those of one class that agree in the columns that are released
 * as they are. Suppressed ones leave only with `star`, all alike: `*` in every quasi-identifier, blank in other columns.
 *
 * @param columns - released columns
 * @param quasiIdentifiers - by column name
 */
export function joinPieces(
  columns: readonly Column[],
  quasiIdentifiers: ReadonlyMap<string, ReleasedColumn>,
  pieces: Pieces,
  { star }: { readonly star: boolean },
): JoinedPieces {
  const kept = columns.filter(({ name }) => !quasiIdentifiers.has(name));
  const blanks = kept.map(blankCodeOf);
  const index = new EntryIndex(kept.length + 1);
  const vector = new Uint32Array(kept.length + 1);
  let firstOf = new Uint32Array(1 << 4);
  const entryOf = new Uint32Array(pieces.entry.length).fill(suppressedRow);
  for (let p = 0; p < pieces.entry.length; p++) {
    const classId = pieces.classId[p];
    if (classId === suppressedRow && !star) continue;
    const isBlank = classId === suppressedRow;
    vector[0] = isBlank ? 0 : classId + 1;
    for (let c = 0; c < kept.length; c++) vector[c + 1] = isBlank ? blanks[c] : kept[c].codes[pieces.entry[p]];
    const before = index.size;
    entryOf[p] = index.add(vector, 0, pieces.count[p]);
    if (entryOf[p] < before) continue;
    if (before === firstOf.length) {
      const larger = new Uint32Array(before * 2);
      larger.set(firstOf);
      firstOf = larger;
    }
    firstOf[before] = p;
  }
  return { firstOf: firstOf.slice(0, index.size), weights: index.rows(), entryOf };
}
