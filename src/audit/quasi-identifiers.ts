import { amount } from '../base/plural.js';
import type { Column, Table, ValueKind } from '../table/table.js';
import type { Domain } from './domain.js';
import { findLeafCodes, makeDomainInSteps } from './domain.js';
import { readLabelsInSteps } from './labels.js';
import { findLeaves, kindOfAttribute } from './leaves.js';
import { countHaving, type Having, type Persons } from './persons.js';
import { checkReplaced, isReplaced } from './replaced.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditQuasiIdentifier, AuditSpec } from './spec.js';

/** Ranges and sums of numbers beyond it may be infinite. */
const largestMeasured = 1e300;
const isTooLarge = (number: number): boolean => Math.abs(number) > largestMeasured;
const tooLarge = `numbers beyond ${largestMeasured}, whose ranges and sums may be infinite, cannot be measured`;

/**
 * Reads every quasi-identifier of the release in its domain. An entry is null where the domain is not known, or where the
 * release lacks the column; a label that means nothing is a problem, and makes the entry null as well. Yields between stretches of the work.
 *
 * @param classes - dictionary code of every class per present quasi-identifier, rows per class without suppressed ones, and
 *   the class of every row
 */
export function* readQuasiIdentifiers(
  input: QuasiIdentifierInput,
  classes: {
    readonly codes: readonly Uint32Array[];
    readonly sizes: Uint32Array;
    readonly groupOf?: Uint32Array;
  },
  problems: string[],
  warn: Warn,
): Generator<void, (ReadAttribute | null)[]> {
  let present = 0;
  const read: (ReadAttribute | null)[] = [];
  for (const attribute of input.spec.quasiIdentifiers) {
    const column = input.release.column(attribute.name);
    if (column === undefined) read.push(null);
    else {
      const codes = classes.codes[present++];
      read.push(yield* readOne(attribute, column, input, { ...classes, codes }, problems, warn));
    }
    yield;
  }
  return read;
}

/** The tables that quasi-identifiers are read of, and what is said of them. */
interface QuasiIdentifierInput {
  readonly release: Table;
  readonly spec: AuditSpec;
  readonly original: Table | undefined;
  readonly missing: ReadonlySet<string>;
  /** The persons of the original, where they are counted. */
  readonly persons?: Persons | null;
  /** Persons of the public table by the key; null where it has none. */
  readonly publicPersons?: Persons | null;
}

type Warn = (code: string, message: string, attribute?: string) => void;

function* readOne(
  attribute: AuditQuasiIdentifier,
  column: Column,
  input: QuasiIdentifierInput,
  classes: { readonly codes: Uint32Array; readonly sizes: Uint32Array; readonly groupOf?: Uint32Array },
  problems: string[],
  warn: Warn,
): Generator<void, ReadAttribute | null> {
  const { spec, original, missing } = input;
  const { name, level, replacement } = attribute;
  const source = original?.column(name);
  const { codes, sizes, groupOf } = classes;
  const refuse = (problem: string): null => {
    problems.push(`column ${JSON.stringify(name)}: ${problem}`);
    return null;
  };
  if (replacement !== undefined && source?.numbers?.some(isTooLarge) === true) return refuse(tooLarge);
  if (groupOf !== undefined && replacement !== undefined) {
    if (isReplaced(attribute, column, source, missing)) {
      const peopleToHideIn = spec.exposure?.isRounded === true ? spec.exposure.k : 0;
      checkReplaced(
        {
          attribute,
          release: column,
          original: source,
          missing,
          rows: spec.originalRows,
          groupOf,
          peopleToHideIn,
          persons: input.persons,
        },
        problems,
        warn,
      );
      return null;
    }
  }
  const leaves = findLeaves(attribute, source, column, missing);
  if (leaves === null || (original !== undefined && source === undefined)) return null;
  const { uncovered } = leaves;
  if (uncovered > 0) {
    refuse(`${amount(uncovered, 'value of the original is', 'values of the original are')} not in the hierarchy`);
  }
  const counts = new Float64Array(column.texts.length);
  for (let c = 0; c < codes.length; c++) counts[codes[c]] += sizes[c];
  const used = Uint8Array.from(counts, (count) => Number(count > 0));
  yield;
  let domain = yield* makeDomainInSteps(attribute, source, leaves, missing);
  if (domain.numbers?.some(isTooLarge) === true) return refuse(tooLarge);
  const people = source === undefined ? null : yield* peopleOf(source, input, domain);
  if (people !== null) domain = roundedWhereRare(domain, people.counts, spec, kindOfAttribute(attribute, source)!);
  yield;
  let labels = yield* readLabelsInSteps(column, domain, missing, used, { claimed: level });
  if (labels.unresolved > 0 && original === undefined) {
    // Without the original, a missing value that only ranges hold shows by their ends alone.
    const others = findLeaves(attribute, undefined, column, missing, { assumeMissing: true }) ?? leaves;
    domain = yield* makeDomainInSteps(attribute, undefined, others, missing);
    labels = yield* readLabelsInSteps(column, domain, missing, used, { claimed: level });
  }
  const { ambiguous, offLevel, unresolved } = labels;
  if (ambiguous > 0) warn('AMBIGUOUS_LABELS', `${amount(ambiguous, 'label')} can be read in more than one way`, name);
  if (offLevel > 0) {
    refuse(`${amount(offLevel, 'label does', 'labels do')} not stand on level ${level}, which was claimed`);
  }
  const { allowedLevels } = attribute;
  if (
    level !== undefined &&
    allowedLevels !== undefined &&
    !(allowedLevels.least <= level && level <= allowedLevels.most)
  ) {
    refuse(`level ${level} is released, and the job allows ${allowedLevels.least} to ${allowedLevels.most}`);
  }
  if (unresolved > 0) return refuse(`${amount(unresolved, 'label means', 'labels mean')} nothing in its domain`);
  const leafOf = source === undefined ? null : yield* findLeafCodes(source, domain, missing);
  const leafCounts = leafOf === null ? null : countHaving(source!, null, leafOf, domain.size).counts;
  return { domain, labels, counts, leafCounts, people };
}

/** The domain with what is coded as rare. Values of a listed order, which the job names, are released as they are. */
function roundedWhereRare(domain: Domain, people: Float64Array, { exposure }: AuditSpec, kind: ValueKind): Domain {
  if (exposure?.isRounded !== true || domain.height !== null || domain.isListed) return domain;
  const rare = Array.from(people.keys()).filter((leaf) => people[leaf] < exposure.k && leaf !== domain.missing);
  return { ...domain, rounded: { kind: domain.numbers === null ? { type: 'string' } : kind, rare } };
}

/** People by leaf: of the public table, which holds the original's, where there is one. */
function* peopleOf(
  original: Column,
  { spec, missing, persons = null, publicPersons = null }: QuasiIdentifierInput,
  domain: Domain,
): Generator<void, Having> {
  const column = spec.publicTable?.column(original.name) ?? original;
  const counted = column === original ? persons : publicPersons;
  return countHaving(column, counted, yield* findLeafCodes(column, domain, missing), domain.size);
}
