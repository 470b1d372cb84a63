import { eachInSteps, runToCompletion, type Steps } from '../base/steps.js';
import type { Column } from '../table/table.js';
import type { Domain, Runs } from './domain.js';
import { rangeOf, runsOf } from './domain.js';
import { missingNode } from './hierarchies/kind.js';
import { kindOfHierarchy, type AuditHierarchy } from './hierarchies/list.js';
import { endsWithinQuotes, mayBeQuoted, mayBeWritten, withinQuotes, type RangeStyle } from './quoted-labels.js';
import type { Named } from './rounded-labels.js';
import { spellingOf } from '../table/spelling.js';
import { readRounded } from './rounded-labels.js';
import { isMissing } from './values.js';

/** Meaning of the distinct labels of one released column. Indexed by the dictionary code of the release. */
export interface Labels {
  /** Leaves under the label; null where the label means nothing in this domain. */
  readonly runs: readonly (Runs | null)[];
  /** Number of leaves under the label. */
  readonly leaves: Float64Array;
  /** Share of the domain's range (numeric domains), 1 where several leaves are not all numbers. */
  readonly shares: Float64Array | null;
  /** The claimed level, else the lowest of a node with this label and these leaves, -1 where the label is no node. */
  readonly levels: Int32Array;
  /** The numbers that a rounded range names, null for other labels. */
  readonly named: readonly (Named | null)[];
  /** The one level at which every used label stands, or null. */
  readonly singleLevel: number | null;
  /** Used labels that mean nothing in this domain. */
  readonly unresolved: number;
  /** Used labels that could be read in more than one way. */
  readonly ambiguous: number;
  /** Used labels that do not stand on the level that was claimed. */
  readonly offLevel: number;
  /** Codes of labels with several meanings, whose leaves are those of all; only where the input may lack values of the domain. */
  readonly unsure: ReadonlySet<number>;
}

/** Facts of the release beside its labels. */
export interface LabelOptions {
  /** The level at which all labels are said to stand. */
  readonly claimed?: number;
  /**
   * Set where the values of the domain are not those of the input, which may lack some: a label then means all that it can mean with
   * any of them, since values are in double quotes only where another value makes it necessary.
   */
  readonly mayLack?: { readonly isRounded: boolean; readonly hierarchy: AuditHierarchy | undefined };
}

interface Reading {
  readonly level: number;
  readonly runs: Runs;
  /** True for a leaf on the level of a node that has a label of its own, which a release of that level shows instead. */
  readonly isUnwritten?: boolean;
  /** Numbers that a rounded range names beside the leaves that it covers. */
  readonly named?: Named;
}

/**
 * Reads the labels of a released column: a leaf, a node of the hierarchy, `[lo-hi]` by the order of the domain, or `*`; leaves
 * and ends of ranges may stand in double quotes, doubled inside. A leaf that is itself in double quotes is this leaf, unless the text inside is
 * a leaf that must be quoted. A label that stands on several levels is read on the one level that the whole column fits, if there is one (the
 * lowest), else on its own lowest.
 *
 * @param used - [dictionary] 1 for labels that occur in released (not suppressed) rows
 */
export const readLabels = (...given: Parameters<typeof readLabelsInSteps>): Labels =>
  runToCompletion(readLabelsInSteps(...given));

/** {@link readLabels} that yields between stretches of the work. */
export function* readLabelsInSteps(
  column: Column,
  domain: Domain,
  missing: ReadonlySet<string>,
  used: Uint8Array,
  { claimed, mayLack }: LabelOptions = {},
): Steps<Labels> {
  const { texts } = column;
  const readings: Reading[][] = [];
  const others = new Map<number, readonly Runs[]>();
  const readFewer = mayLack === undefined ? null : readerOfFewer(domain, mayLack, texts.filter((_, code) => used[code] > 0)); // prettier-ignore
  yield* eachInSteps(texts.length, (code) => {
    const meanings = readFewer === null || used[code] === 0 ? [] : readFewer(texts[code]);
    readings.push(meanings.length > 0 ? meanings[0] : readLabel(column, code, { domain, missing, used }));
    if (meanings.length > 1) others.set(code, meanings.map(([reading]) => reading.runs)); // prettier-ignore
  });
  yield;
  const singleLevel = claimed ?? findSingleLevel(readings, used);
  const distinct = column.texts.length;
  const runs: (Runs | null)[] = new Array<Runs | null>(distinct).fill(null);
  const leaves = new Float64Array(distinct);
  const shares = domain.numbers === null ? null : new Float64Array(distinct);
  const levels = new Int32Array(distinct).fill(-1);
  const named = new Array<Named | null>(distinct).fill(null);
  let unresolved = 0;
  let ambiguous = 0;
  let offLevel = 0;
  yield* eachInSteps(distinct, (code) => {
    if (used[code] === 0) return;
    const candidates = readings[code];
    if (candidates.length === 0) {
      unresolved++;
      return;
    }
    const meanings = others.get(code);
    if (meanings !== undefined) {
      runs[code] = joinRuns(meanings);
      leaves[code] = countLeaves(runs[code]!);
      if (shares !== null) shares[code] = shareOf(domain, { level: -1, runs: runs[code]! }, leaves[code]);
      return;
    }
    const onLevel = candidates.find((candidate) => candidate.level === singleLevel);
    const chosen = onLevel ?? candidates[0];
    if (claimed !== undefined && onLevel === undefined) offLevel++;
    if (singleLevel === null && candidates.some((candidate) => !sameRuns(candidate.runs, chosen.runs))) ambiguous++;
    runs[code] = chosen.runs;
    leaves[code] = countLeaves(chosen.runs);
    levels[code] =
      claimed !== undefined && onLevel !== undefined
        ? claimed
        : (candidates.find((candidate) => sameRuns(candidate.runs, chosen.runs))?.level ?? -1);
    named[code] = chosen.named ?? null;
    if (shares !== null) shares[code] = shareOf(domain, chosen, leaves[code]);
  });
  const unsure = new Set(others.keys());
  return { runs, leaves, shares, levels, named, singleLevel, unresolved, ambiguous, offLevel, unsure };
}

/** Readings of one label; none of a label that no released row has. */
function readLabel(
  column: Column,
  code: number,
  { domain, missing, used }: { domain: Domain; missing: ReadonlySet<string>; used: Uint8Array },
): Reading[] {
  if (used[code] === 0) return [];
  const text = column.texts[code];
  const quoted = readQuoted(domain, text);
  if (quoted !== null) return quoted;
  return text !== '*' && isMissing(column, code, missing) ? readMissing(domain, text) : read(domain, text);
}

/** Number of leaves in a set. */
export function countLeaves(runs: Runs): number {
  let count = 0;
  for (let r = 0; r < runs.length; r += 2) count += runs[r + 1] - runs[r] + 1;
  return count;
}

/** True when the leaf is in the set. */
export function contains(runs: Runs, leaf: number): boolean {
  for (let r = 0; r < runs.length; r += 2) if (leaf >= runs[r] && leaf <= runs[r + 1]) return true;
  return false;
}

/**
 * Reads labels whose meaning depends on which values of the domain the input had: texts in quotes or brackets, and what the hierarchy says. A
 * list of readings a meaning; none for other labels, and where no value of the domain explains one. Numbers and dates are read by what they are.
 */
function readerOfFewer(
  domain: Domain,
  { isRounded, hierarchy }: NonNullable<LabelOptions['mayLack']>,
  labels: readonly string[],
): ((text: string) => Reading[][]) | null {
  const kind = kindOfHierarchy(hierarchy);
  const hidden = hierarchy === undefined ? null : (kind?.readFewer?.(hierarchy, domain, labels) ?? null);
  const isOfTexts = domain.numbers === null;
  if (hidden === null && !isOfTexts) return null;
  const isValue = (text: string): boolean => domain.leafOf(text) >= 0;
  const isOrdered = hierarchy === undefined || kind?.isOrderOfFewer?.(hierarchy) !== false;
  const whole: Runs = [0, domain.size - 1];
  const nodesOf = (text: string): Runs[] => domain.nodes.flatMap((nodes) => [nodes.get(text) ?? []]).filter(({ length }) => length > 0); // prettier-ignore
  return (text) => {
    if (text === '*' || domain.isMissingText(text)) return [];
    const own = domain.leafOf(text);
    const leaves = hidden?.(text) ?? null;
    const nodes = leaves === null ? nodesOf(text) : [runsOf(Uint32Array.from(leaves).sort())].filter(({ length }) => length > 0); // prettier-ignore
    const isOdd = isOfTexts && /^["[]/.test(text);
    // Nodes alone are read by levels.
    if (!isOdd && (nodes.length === 0 || (own < 0 && leaves === null))) return [];
    const meanings: Reading[][] = nodes.map((runs) => [{ level: -1, runs }]);
    if (own >= 0) meanings.unshift(readLeaf(domain, own));
    const inner = withinQuotes(text);
    const leaf = inner === null ? -1 : domain.leafOf(inner);
    const isQuotedMissing = leaf >= 0 && leaf === domain.missing && domain.isMissingText('*');
    if (leaf >= 0 && (isQuotedMissing || mayBeQuoted(inner!, { isRounded }))) meanings.push(readLeaf(domain, leaf));
    // No range is written beside coded texts.
    for (const { ends, style } of domain.rounded === undefined ? splitsOf(text) : []) {
      if (!mayBeWritten(ends, style, isValue)) continue;
      const range = isOrdered ? readEnds(domain, ...ends)?.runs : ends.every(isValue) ? whole : undefined;
      if (range !== undefined) meanings.push([{ level: -1, runs: range }]);
    }
    return meanings.filter(([{ runs }], at) => meanings.findIndex(([first]) => sameRuns(first.runs, runs)) === at);
  };
}

/** The leaves of any of several sets. */
function joinRuns(all: readonly Runs[]): Runs {
  const leaves = new Set<number>();
  for (const runs of all) {
    for (let r = 0; r < runs.length; r += 2) for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) leaves.add(leaf);
  }
  return runsOf(Uint32Array.from(leaves).sort());
}

/** A leaf in double quotes, or a range whose ends both are; null for other texts, and where these are no leaves. */
function readQuoted(domain: Domain, text: string): Reading[] | null {
  const leaf = quotedLeaf(domain, text);
  if (leaf >= 0) {
    const own = domain.leafOf(text);
    return readLeaf(domain, own < 0 || isWrittenInQuotes(domain, leaf, withinQuotes(text)!) ? leaf : own);
  }
  const range = quotedRange(domain, text);
  return range === null ? null : [range];
}

/** The leaf that stands in double quotes, or -1. */
function quotedLeaf(domain: Domain, text: string): number {
  const inner = withinQuotes(text);
  return inner === null ? -1 : domain.leafOf(inner);
}

/** True where a leaf stands in double quotes: its text would be read as something else. */
function isWrittenInQuotes(domain: Domain, leaf: number, text: string): boolean {
  if (leaf === domain.missing && domain.isMissingText('*')) return true;
  if (text === '*' || text === 'other' || text.startsWith('{')) return true;
  if (quotedLeaf(domain, text) >= 0 || quotedRange(domain, text) !== null) return true;
  return domain.nodes.some((nodes) => countLeaves(nodes.get(text) ?? []) > 1);
}

function quotedRange(domain: Domain, text: string): Reading | null {
  const ends = endsWithinQuotes(text);
  return ends === null ? null : readEnds(domain, ...ends);
}

/** The leaf, on its own level and on those where its node holds no other. */
function readLeaf(domain: Domain, leaf: number): Reading[] {
  const runs: Runs = [leaf, leaf];
  const readings: Reading[] = [{ level: domain.height === null ? -1 : 0, runs }];
  for (let level = 1; level < domain.nodes.length; level++) {
    const node = domain.nodes[level].get(domain.labelOf(level, leaf));
    if (node !== undefined && sameRuns(node, runs)) {
      readings.push({ level, runs, isUnwritten: !isWrittenAsLeaf(domain, level, leaf) });
    }
  }
  return readings;
}

/** True where the node of a level that holds one leaf is written as this leaf: its label repeats it, or is read as something else. */
function isWrittenAsLeaf(domain: Domain, level: number, leaf: number): boolean {
  const label = domain.labelOf(level, leaf);
  if (label === missingNode || domain.hasText(leaf, label) || domain.isMissingText(label)) return true;
  if (label === '*') return domain.size > 1;
  const quoted = quotedLeaf(domain, label);
  if (quoted >= 0 ? quoted !== leaf : quotedRange(domain, label) !== null) return true;
  return domain.nodes.some((nodes) => countLeaves(nodes.get(label) ?? []) > 1);
}

/**
 * Nodes with the label by ascending level; when there are none, the leaf, or ranges of the order. A leaf, or a node of one leaf,
 * that shares its label with a node of more is written otherwise: the label is that of the larger node.
 */
function read(domain: Domain, text: string): Reading[] {
  const whole: Runs = [0, domain.size - 1];
  if (text === '*' && domain.size > 0) {
    // A `*` that is an ordinary label too still means the whole domain: the reading that claims least.
    const levels = domain.nodes.map((_, level) => level).filter((level) => level > 0 && coversAll(domain, level));
    return levels.length === 0 ? [{ level: -1, runs: whole }] : levels.map((level) => ({ level, runs: whole }));
  }
  const { rounded } = domain;
  if (rounded?.kind.type === 'string' && (text === 'other' || /^["{]/.test(text))) {
    const reading = readRounded(domain, rounded, text);
    if (reading !== null) return [{ level: -1, ...reading }];
  }
  const nodes: Reading[] = [];
  for (let level = 1; level < domain.nodes.length; level++) {
    const runs = domain.nodes[level].get(text);
    if (runs !== undefined) nodes.push({ level, runs });
  }
  const large = nodes.filter(({ runs }) => countLeaves(runs) > 1);
  if (large.length > 0) return large;
  const leaf = leafNamed(domain, text);
  const isLeaf = leaf >= 0 && leaf !== domain.missing && (nodes.length === 0 || domain.hasText(leaf, text));
  if (isLeaf) return readLeaf(domain, leaf);
  const readings = nodes.length > 0 ? nodes : readRange(domain, text);
  const reading = readings.length > 0 || rounded === undefined ? null : readRounded(domain, rounded, text);
  return reading === null ? readings : [{ level: -1, ...reading }];
}

function coversAll(domain: Domain, level: number): boolean {
  for (const runs of domain.nodes[level].values()) if (countLeaves(runs) !== domain.size) return false;
  return true;
}

function readMissing(domain: Domain, text: string): Reading[] {
  if (domain.missing < 0) return [];
  const readings = readLeaf(domain, domain.missing);
  const known = new Set(readings.map(({ level }) => level));
  for (let level = 1; level < domain.nodes.length; level++) {
    const node = domain.nodes[level].get(text);
    if (node !== undefined && !known.has(level)) readings.push({ level, runs: node });
  }
  return readings.sort((a, b) => a.level - b.level);
}

/** `[lo-hi]` or `[lo .. hi]`: every split at the separator whose sides are leaves with lo before hi. */
function readRange(domain: Domain, text: string): Reading[] {
  return splitsOf(text).flatMap(({ ends, style }) => (style === 'quotes' ? [] : (readEnds(domain, ...ends) ?? [])));
}

/** The sides of `[lo-hi]`, `[lo .. hi]` and `["lo"-"hi"]`, for every place where the text can be divided. */
function splitsOf(text: string): { readonly ends: readonly [string, string]; readonly style: RangeStyle }[] {
  if (!text.startsWith('[') || !text.endsWith(']')) return [];
  const found: { readonly ends: readonly [string, string]; readonly style: RangeStyle }[] = [];
  for (const [style, separator] of SEPARATORS) {
    for (let at = text.indexOf(separator, 1); at > 0; at = text.indexOf(separator, at + 1)) {
      found.push({ ends: [text.slice(1, at), text.slice(at + separator.length, -1)], style });
    }
  }
  const quoted = endsWithinQuotes(text);
  if (quoted !== null) found.push({ ends: quoted, style: 'quotes' });
  return found;
}

const SEPARATORS = [['hyphen', '-'], ['dots', ' .. ']] as const; // prettier-ignore

/** The leaf of a text, or -1; of texts that name a whole minute or another part of the calendar too, which may be read as its first moment. */
function leafNamed(domain: Domain, text: string): number {
  const { rounded } = domain;
  const { unit, calendar } = rounded === undefined ? { unit: 0, calendar: undefined } : spellingOf(rounded.kind);
  const part = calendar?.readPart(text) ?? null;
  return part !== null && part.end - part.start > unit ? -1 : domain.leafOf(text);
}

/** The leaves from one to another by the order of the domain. A range of numbers has none that is no number. */
function readEnds(domain: Domain, from: string, to: string): Reading | null {
  const { numbers, position, straight, inOrder } = domain;
  const lo = leafNamed(domain, from);
  const hi = leafNamed(domain, to);
  if (lo < 0 || hi < 0 || position[lo] >= position[hi]) return null;
  if (numbers !== null && (Number.isNaN(numbers[lo]) || Number.isNaN(numbers[hi]))) return null;
  return { level: -1, runs: straight ? [lo, hi] : runsOf(inOrder.slice(position[lo], position[hi] + 1).sort()) };
}

/** The lowest level that every used label can be read on, as releases are written, or null. */
function findSingleLevel(readings: readonly (readonly Reading[])[], used: Uint8Array): number | null {
  const fitting = new Map<number, number>();
  let labels = 0;
  for (let code = 0; code < readings.length; code++) {
    if (used[code] === 0) continue;
    labels++;
    for (const { level, isUnwritten } of readings[code])
      if (level >= 0 && isUnwritten !== true) fitting.set(level, (fitting.get(level) ?? 0) + 1);
  }
  let lowest: number | null = null;
  for (const [level, count] of fitting) {
    if (count === labels && (lowest === null || level < lowest)) lowest = level;
  }
  return lowest;
}

function shareOf(domain: Domain, { runs, named }: Reading, leaves: number): number {
  if (domain.numbers === null) return 0;
  if (named !== undefined) {
    const [smallest, largest] = [domain.numbers[0], domain.numbers[0] + domain.range];
    return domain.range > 0 ? (Math.min(largest, named.high) - Math.max(smallest, named.low)) / domain.range : 0;
  }
  if (leaves <= 1) return 0;
  for (const leaf of domain.noNumbers) if (contains(runs, leaf)) return 1;
  if (!domain.straight) return rangeOf(domain.numbers, runs) / domain.range;
  return (domain.numbers[runs[runs.length - 1]] - domain.numbers[runs[0]]) / domain.range;
}

function sameRuns(a: Runs, b: Runs): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
