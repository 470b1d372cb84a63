/** Columns that are released as the average of each class, checked by their definition. */
import { powerOfTen } from '../base/elementary.js';
import { amount } from '../base/plural.js';
import type { Column } from '../table/table.js';
import type { Located } from './located.js';
import { locateRows } from './located-rows.js';
import { NONE, type Persons } from './persons.js';
import { membersOf } from './population-risk.js';
import type { AuditAverage } from './spec.js';
import type { Exposed } from './report.js';
import { isMissing, parseValue } from './values.js';

/** A release with averaged columns. */
interface AveragedInput extends Located {
  /** The persons of the original; null where rows are counted. */
  readonly persons: Persons | null;
}

/**
 * Checks that every class shows one cell of each averaged column: the average over its people, or a missing cell where fewer than `least` have a
 * value. Returns what is shown of few people. Warns AVERAGES_NOT_CHECKED where it is not known which row is in which class.
 */
export function* checkAverages(
  input: AveragedInput,
  averaged: readonly AuditAverage[],
  problems: string[],
  warn: (code: string, message: string, attribute?: string) => void,
): Generator<void, Record<string, Exposed>> {
  const members = membersOf(input.original, input.persons);
  const located = yield* locateRows(input, members);
  const classOf = 'reason' in located || located.isOneOfSeveral === true ? null : located.classOf;
  const exposed = Object.create(null) as Record<string, Exposed>;
  for (const each of averaged) {
    const { name } = each;
    const shown = input.release.column(name);
    const source = input.original.column(name);
    if (shown === undefined || source === undefined) continue;
    const codeOf = readClasses(input, shown, problems);
    yield;
    if (codeOf === null) continue;
    if (classOf === null) {
      const why = 'reason' in located ? located.reason : 'rows fit several classes';
      warn('AVERAGES_NOT_CHECKED', `averages of ${JSON.stringify(name)} were not compared with the original: ${why}`, name); // prettier-ignore
      continue;
    }
    exposed[name] = compareClasses({ ...input, shown, source, codeOf }, each, { classOf, members }, problems);
  }
  return exposed;
}

/** [classes] code that a class shows, -1 without rows; null where a class shows several. */
function readClasses({ release, classes, sizes }: AveragedInput, shown: Column, problems: string[]): Int32Array | null {
  const codeOf = new Int32Array(classes.count).fill(-1);
  const mixed = new Set<number>();
  for (let entry = 0; entry < release.entries; entry++) {
    const own = classes.groupOf[entry];
    if (sizes[own] === 0) continue;
    if (codeOf[own] === -1) codeOf[own] = shown.codes[entry];
    else if (codeOf[own] !== shown.codes[entry]) mixed.add(own);
  }
  if (mixed.size === 0) return codeOf;
  problems.push(`column ${JSON.stringify(shown.name)}: ${amount(mixed.size, 'class shows', 'classes show')} several averages`); // prettier-ignore
  return null;
}

interface ShownAverages extends AveragedInput {
  readonly shown: Column;
  readonly source: Column;
  readonly codeOf: Int32Array;
}

function compareClasses(
  { shown, source, codeOf, missing, sizes, persons }: ShownAverages,
  { of, least }: AuditAverage,
  { classOf, members }: { readonly classOf: Uint32Array; readonly members: Persons },
  problems: string[],
): Exposed {
  const kind = { type: 'number' as const, format: source.format };
  const numbers = source.texts.map((text, code) => (isMissing(source, code, missing) ? NaN : parseValue(text, source)));
  const ofClass = Array.from(codeOf, () => new Map<number, number[]>());
  const counted = Array.from(codeOf, () => new Set<number>());
  classOf.forEach((own, row) => {
    const value = numbers[source.codes[row]];
    if (own === NONE || Number.isNaN(value)) return;
    const person = members.of[row];
    ofClass[own].set(person, [...(ofClass[own].get(person) ?? []), value]);
    if (persons === null || persons.of[row] !== NONE) counted[own].add(person);
  });
  let [wrong, texts, rows] = [0, 0, 0];
  codeOf.forEach((code, own) => {
    if (code < 0) return;
    const isBlank = isMissing(shown, code, missing);
    const isFew = counted[own].size < least;
    if (isBlank && isFew) return;
    if (isFew) {
      texts++;
      rows += sizes[own];
    }
    const means = [...ofClass[own].values()].map(meanOf).sort((a, b) => a - b);
    const expected = of === 'mean' ? meanOf(means) : meanOf([means[Math.floor((means.length - 1) / 2)], means[Math.ceil((means.length - 1) / 2)]]); // prettier-ignore
    const decimals = source.format === undefined ? 0 : 0.5 / powerOfTen(decimalsOf(shown.texts[code]));
    // Half a unit of the fifth digit.
    const most = 5e-5 * Math.abs(expected) * 1.000001 + decimals + 1e-12;
    if (isFew || isBlank || !(Math.abs(parseValue(shown.texts[code], kind) - expected) <= most)) wrong++;
  });
  if (wrong > 0) {
    const are = amount(wrong, 'class does not show', 'classes do not show');
    problems.push(`column ${JSON.stringify(shown.name)}: ${are} the ${of} over at least ${least} of its people`);
  }
  return { texts, rows };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Digits behind the decimal mark of a formatted number. */
const decimalsOf = (text: string): number => /[.,](\d+)\D*$/u.exec(text)?.[1].length ?? 0;
