import { amount } from '../plural.js';
import type { Column, Table } from '../table/table.js';
import type { Domain } from './domain.js';
import { leafCodes, makeDomain } from './domain.js';
import { readLabels } from './labels.js';
import { findLeaves } from './leaves.js';
import { checkReplaced, isReplaced } from './replaced.js';
import type { ReadAttribute } from './read-attribute.js';
import { countCodes } from './sensitive.js';
import type { AuditQuasiIdentifier, AuditSpec } from './spec.js';

/** Ranges and sums of numbers beyond it may be infinite. */
const largestMeasured = 1e300;
const isTooLarge = (number: number): boolean => Math.abs(number) > largestMeasured;
const tooLarge = `numbers beyond ${largestMeasured}, whose ranges and sums may be infinite, cannot be measured`;

/**
 * Reads every quasi-identifier of the release in its domain. An entry is null where the domain is not known, or where the
 * release lacks the column; a label that means nothing is a problem, and makes the entry null as well. Yields after every one.
 *
 * @param classes - dictionary code of every class per present quasi-identifier, rows per class without suppressed ones, and
 *   the class of every row
 */
export function* readQuasiIdentifiers(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  missing: ReadonlySet<string>,
  classes: {
    readonly codes: readonly Uint32Array[];
    readonly sizes: Uint32Array;
    readonly groupOf?: Uint32Array;
  },
  problems: string[],
  warn: (code: string, message: string, attribute?: string) => void,
): Generator<void, (ReadAttribute | null)[]> {
  let present = 0;
  const read: (ReadAttribute | null)[] = [];
  for (const attribute of spec.quasiIdentifiers) {
    const isPresent = release.column(attribute.name) !== undefined;
    const codes = isPresent ? classes.codes[present++] : null;
    read.push(readOne(attribute, codes));
    yield;
  }
  return read;

  function readOne(attribute: AuditQuasiIdentifier, codes: Uint32Array | null): ReadAttribute | null {
    const { name } = attribute;
    const column = release.column(name);
    if (column === undefined || codes === null) return null;
    const source = original?.column(name);
    const { groupOf } = classes;
    if (attribute.replacement !== undefined && source?.numbers?.some(isTooLarge) === true) {
      problems.push(`column ${JSON.stringify(name)}: ${tooLarge}`);
      return null;
    }
    if (
      groupOf !== undefined &&
      attribute.replacement !== undefined &&
      isReplaced(attribute, column, source, missing)
    ) {
      checkReplaced(
        {
          attribute,
          release: column,
          original: source,
          missing,
          rows: spec.originalRows,
          groupOf,
          isRounded: spec.exposure?.isRounded === true,
        },
        problems,
        warn,
      );
      return null;
    }
    const leaves = findLeaves(attribute, source, column, missing);
    if (leaves === null || (original !== undefined && source === undefined)) return null;
    const place = `column ${JSON.stringify(name)}`;
    if (leaves.uncovered > 0) {
      problems.push(
        `${place}: ${amount(leaves.uncovered, 'value of the original is', 'values of the original are')} not in the hierarchy`,
      );
    }

    const counts = new Float64Array(column.texts.length);
    for (let c = 0; c < codes.length; c++) counts[codes[c]] += classes.sizes[c];
    const used = Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0));
    let domain = makeDomain(attribute, source, leaves, missing);
    if (domain.numbers?.some(isTooLarge) === true) {
      problems.push(`${place}: ${tooLarge}`);
      return null;
    }
    const people = source === undefined ? null : peopleOf(source, spec, domain, missing);
    // Values of a listed order, which the job names, are released as they are.
    if (spec.exposure?.isRounded === true && people !== null && domain.height === null && !domain.isListed) {
      const { k } = spec.exposure;
      const type = domain.numbers === null ? 'string' : (attribute.type ?? source!.type);
      const rare = Array.from(people.keys()).filter((leaf) => people[leaf] < k && leaf !== domain.missing);
      domain = { ...domain, rounded: { type, rare } };
    }
    let labels = readLabels(column, domain, missing, used, attribute.level);
    if (labels.unresolved > 0 && original === undefined) {
      // Without the original, a missing value that only ranges hold shows by their ends alone.
      const others = findLeaves(attribute, undefined, column, missing, true) ?? leaves;
      domain = makeDomain(attribute, undefined, others, missing);
      labels = readLabels(column, domain, missing, used, attribute.level);
    }
    if (labels.ambiguous > 0) {
      warn('AMBIGUOUS_LABELS', `${amount(labels.ambiguous, 'label')} can be read in more than one way`, name);
    }
    if (labels.offLevel > 0) {
      problems.push(
        `${place}: ${amount(labels.offLevel, 'label does', 'labels do')} not stand on level ${attribute.level}, which was claimed`,
      );
    }
    if (labels.unresolved > 0) {
      problems.push(`${place}: ${amount(labels.unresolved, 'label means', 'labels mean')} nothing in its domain`);
      return null;
    }
    const leafCounts = source === undefined ? null : countLeavesOf(source, domain, missing);
    return { domain, labels, counts, leafCounts, people };
  }
}

/** People by leaf: of the public table, which holds the original's, where there is one. */
function peopleOf(
  original: Column,
  { publicTable }: AuditSpec,
  domain: Domain,
  missing: ReadonlySet<string>,
): Float64Array {
  return countLeavesOf(publicTable?.column(original.name) ?? original, domain, missing);
}

function countLeavesOf(column: Column, domain: Domain, missing: ReadonlySet<string>): Float64Array {
  const counts = new Float64Array(domain.size);
  const leafOf = leafCodes(column, domain, missing);
  countCodes(column).forEach((count, code) => {
    if (leafOf[code] >= 0) counts[leafOf[code]] += count;
  });
  return counts;
}
