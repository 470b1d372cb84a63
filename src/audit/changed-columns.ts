import type { Column, Table } from '../table/table.js';
import { countRowsPerCode } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import { meanOfLosses } from './metrics/loss.js';
import type { AuditedRelease } from './metrics/metric.js';
import type { ReadAttribute } from './read-attribute.js';
import type { ChangedColumn } from './report.js';

/** Input of {@link measureColumns}. */
interface Columns extends Pick<AuditedRelease, 'rows' | 'suppressed'> {
  readonly release: Table;
  readonly original: Table | undefined;
  /** Quasi-identifiers, and what was read of each. */
  readonly names: readonly string[];
  readonly attributes: readonly (ReadAttribute | null)[];
  /** [entries] 1 for suppressed rows that stand in the release, blank throughout; null without any. */
  readonly blank: Uint8Array | null;
}

/**
 * Measures the changes in every released column: its distinct texts before and, in rows that are not suppressed, after, rows of `*`,
 * loss of its cells.
 */
export function measureColumns({
  release,
  original,
  names,
  attributes,
  blank,
  ...counts
}: Columns): Record<string, ChangedColumn> {
  const changed = Object.create(null) as Record<string, ChangedColumn>;
  for (const column of release.columns) {
    const at = names.indexOf(column.name);
    const attribute = at < 0 ? null : attributes[at];
    const before = original?.column(column.name);
    const rows = countRowsPerCode(column);
    changed[column.name] = {
      valuesBefore: before === undefined ? null : countBorne(countRowsPerCode(before)),
      valuesAfter: blank === null ? countBorne(rows) : countShown(column, blank),
      starRows: at < 0 ? 0 : countStars(column, rows, attribute),
      loss: attribute === null || counts.rows === 0 ? null : meanOfLosses([attribute], counts),
    };
  }
  return changed;
}

/** Rows of `*`, and of a text of stars alone that stands for every value, as the root of a mask does: `*****`. */
function countStars({ texts }: Column, rowsPerCode: Uint32Array, attribute: ReadAttribute | null): number {
  let stars = 0;
  rowsPerCode.forEach((rows, code) => {
    const text = texts[code];
    if (text === '*' || (/^\*+$/.test(text) && attribute !== null && isEverything(attribute, code))) stars += rows;
  });
  return stars;
}

/** True for a label above the leaves that stands for all of them; the missing value may stand beside it. */
function isEverything({ domain, labels }: ReadAttribute, code: number): boolean {
  const values = domain.size - Number(domain.missing >= 0);
  return labels.levels[code] !== 0 && labels.leaves[code] >= Math.max(values, 1);
}

/** Texts that a row has: beside a public table a dictionary holds texts of that alone too. */
const countBorne = (rowsPerCode: Uint32Array): number =>
  rowsPerCode.reduce((count, rows) => count + Number(rows > 0), 0);

/** Texts that a row has which is not blank. */
function countShown({ codes, texts }: Column, blank: Uint8Array): number {
  const isShown = new Uint8Array(texts.length);
  for (let entry = 0; entry < codes.length; entry++) if (blank[entry] === 0) isShown[codes[entry]] = 1;
  return isShown.reduce((count, shown) => count + shown, 0);
}

/**
 * For every column that is there the largest share that one text has in a released class: how sure somebody can be of the value
 * of a person whose class he knows. 0 when nothing was released. Yields between stretches of the work.
 *
 * @param sizes - [classes] released rows; 0 for a class that is not released
 */
export function* measureLargestShares(
  release: Table,
  names: readonly string[],
  classes: Grouping,
  sizes: Uint32Array,
): Generator<void, Record<string, number>> {
  const shares = Object.create(null) as Record<string, number>;
  for (const name of names) {
    const column = release.column(name);
    if (column === undefined) continue;
    const values = [{ codes: column.codes, width: column.texts.length }];
    const pairs = (yield* groupInSteps(release, values, classes)) as Grouping;
    const { parent } = pairs.depths[0];
    let largest = 0;
    for (let pair = 0; pair < pairs.count; pair++) {
      const group = parent[pair];
      if (sizes[group] > 0) largest = Math.max(largest, pairs.sizes[pair] / classes.sizes[group]);
    }
    shares[name] = largest;
    yield;
  }
  return shares;
}
