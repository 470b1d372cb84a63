/**
 * How released values are written, so that every text can be read in one way only (docs/labels.md). The audit reads by the
 * same grammar, with code of its own.
 */
import { HierarchyError } from '../base/errors.js';
import { anyValue } from './any-value.js';
import { countNumbers, givenHierarchy, type Domain } from './domain.js';
import { leafNumber } from './leaf-number.js';

/** Label of values that fewer than k rows have, in columns of strings without a hierarchy. */
export const otherValue = 'other';

/** First and last leaf. */
type Run = readonly [lo: number, hi: number];

const SEPARATORS = ['-', ' .. '] as const;
const QUOTED = /^"((?:[^"]|"")*)"$/;
const QUOTED_RANGE = /^\["((?:[^"]|"")*)"-"((?:[^"]|"")*)"\]$/;

/** A text in double quotes, doubled inside. */
export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const unquote = (inner: string): string => inner.replaceAll('""', '"');

const readers = new WeakMap<Domain, LabelReader>();

function readerOf(domain: Domain): LabelReader {
  let reader = readers.get(domain);
  if (reader === undefined) readers.set(domain, (reader = new LabelReader(domain)));
  return reader;
}

/**
 * True when a leaf must be written in double quotes: its text stands for other leaves. Where `*` is read as a missing cell, all
 * texts of missing cells are one with it: the missing value then stands in quotes as well.
 */
export function needsQuotes(domain: Domain, leaf: number): boolean {
  const text = domain.labels[leaf];
  if (leaf === domain.missingLeaf && domain.missingTexts?.has(anyValue) === true) return true;
  if (domain.quotesCoded === true && (text === otherValue || text.startsWith('{'))) return true;
  return text === anyValue || !readerOf(domain).isLeafRead(text, leaf);
}

/** A leaf as it is released. */
export function leafLabel(domain: Domain, leaf: number): string {
  return needsQuotes(domain, leaf) ? quote(domain.labels[leaf]) : domain.labels[leaf];
}

/**
 * A node of the hierarchy as it is released. One that repeats the text of its only leaf, or whose label is that of a larger node,
 * is written as this leaf is.
 */
export function nodeLabel(domain: Domain, level: number, node: number): string {
  const { labels, first } = domain.hierarchy!.levels[level];
  const leaf = first[node];
  if (first[node + 1] !== leaf + 1) return labels[node];
  const isOther = labels[node] !== domain.labels[leaf] && !readerOf(domain).isMissing(labels[node]);
  return isOther && readerOf(domain).isRead(labels[node], leaf, leaf) ? labels[node] : leafLabel(domain, leaf);
}

/** The range of leaves `lo` .. `hi`, lo < hi, as it is released: `*` when it is the whole domain. */
export function rangeLabel(domain: Domain, lo: number, hi: number): string {
  if (lo === 0 && hi === domain.size - 1) return anyValue;
  const reader = readerOf(domain);
  const [from, to] = [domain.labels[lo], domain.labels[hi]];
  for (const separator of SEPARATORS) {
    const label = `[${from}${separator}${to}]`;
    if (reader.isRangeRead(label, lo, hi)) return label;
  }
  return `[${quote(from)}-${quote(to)}]`;
}

/**
 * Throws HierarchyError HIERARCHY_AMBIGUOUS_LABEL when the label of a node is read as something else: as another node of its branch,
 * every value, a missing cell, or values in double quotes.
 */
export function requireReadableNodes(domain: Domain): void {
  if (domain.hierarchy === null) return;
  const reader = readerOf(domain);
  domain.hierarchy.levels.forEach(({ labels, first }, level) => {
    for (let node = 0; level > 0 && node < labels.length; node++) {
      const [lo, hi] = [first[node], first[node + 1] - 1];
      if (lo === hi || reader.isRead(labels[node], lo, hi)) continue;
      throw new HierarchyError(
        'HIERARCHY_AMBIGUOUS_LABEL',
        domain.attribute,
        `expected labels that are read in one way, received one that is also ${reader.describe(labels[node])}; give the node another label`,
        level,
      );
    }
  });
}

/** Reads texts of one domain. Tables are made when they are first needed: most texts are read without any. */
class LabelReader {
  readonly #domain: Domain;
  /** {@link nodesByLabel} */
  readonly #nodes: ReadonlyMap<string, Run | null>;
  /** True when a leaf looks like a range. */
  readonly #hasBrackets: boolean;
  /** Number of leading leaves that are numbers, where ranges are ranges of numbers; else all. */
  readonly #inRanges: number;
  /** The leaf that texts of missing cells mean, or -1: of the data, or else one that the hierarchy lists. */
  readonly #missing: number;
  #byText: ReadonlyMap<string, number> | null = null;
  #byNumber: ReadonlyMap<number, number> | null = null;

  constructor(domain: Domain) {
    this.#domain = domain;
    this.#nodes = nodesByLabel(domain);
    this.#hasBrackets = domain.labels.some((text) => text.startsWith('['));
    const { missingLeaf, missingTexts } = domain;
    this.#missing =
      missingLeaf >= 0 ? missingLeaf : domain.labels.findIndex((text) => missingTexts?.has(text) === true);
    this.#inRanges = domain.order === 'numeric' ? countNumbers(domain.numbers!) : domain.size;
  }

  /** True when the text means leaves lo .. hi and nothing else. */
  isRead(text: string, lo: number, hi: number): boolean {
    const run = this.#read(text);
    return run !== null && run[0] === lo && run[1] === hi;
  }

  /** {@link isRead} of a leaf's own text; most need no look at the others. */
  isLeafRead(text: string, leaf: number): boolean {
    const isOdd = text.startsWith('"') || text.startsWith('[') || this.#nodes.has(text);
    if (!isOdd && (leaf === this.#domain.missingLeaf || !this.isMissing(text))) return true;
    return this.isRead(text, leaf, leaf);
  }

  /** {@link isRead} of a range of leaves; most have one separator, and no other text is like them. */
  isRangeRead(text: string, lo: number, hi: number): boolean {
    const isOdd = this.#hasBrackets || text.startsWith('["') || this.#nodes.has(text) || this.isMissing(text);
    const isOfNumbers = this.#domain.order === 'numeric';
    if (!isOdd && (isOfNumbers || (!text.includes(' .. ') && text.indexOf('-') === text.lastIndexOf('-')))) return true;
    return this.isRead(text, lo, hi);
  }

  /** The meaning of a label in words, where it does not mean its node. */
  describe(text: string): string {
    if (text === anyValue) return 'the label of all values';
    if (this.#readQuoted(text) !== null) return 'a value or a range in double quotes';
    return this.isMissing(text) ? 'a missing cell' : 'the label of another node';
  }

  /** The leaves that a text means; null for none, and where it can be read in several ways. */
  #read(text: string): Run | null {
    if (text === anyValue) return [0, this.#domain.size - 1];
    const quoted = this.#readQuoted(text);
    if (quoted !== null) return quoted;
    if (this.isMissing(text)) return this.#missing < 0 ? null : [this.#missing, this.#missing];
    const node = this.#nodes.get(text);
    if (node !== undefined) return node;
    const isBracketed = text.startsWith('[') && text.endsWith(']');
    const leaf = isBracketed && !this.#hasBrackets ? -1 : this.#leafOf(text);
    if (leaf >= 0) return [leaf, leaf];
    return isBracketed ? this.#readRange(text) : null;
  }

  /** `"leaf"` or `["leaf"-"leaf"]`. */
  #readQuoted(text: string): Run | null {
    if (!text.startsWith('"') && !text.startsWith('["')) return null;
    const leaf = QUOTED.exec(text);
    if (leaf !== null) {
      const code = this.#leafOf(unquote(leaf[1]));
      return code < 0 ? null : [code, code];
    }
    const range = QUOTED_RANGE.exec(text);
    return range === null ? null : this.#rangeOf(unquote(range[1]), unquote(range[2]));
  }

  #readRange(text: string): Run | null {
    let found: Run | null = null;
    for (const separator of SEPARATORS) {
      for (let at = text.indexOf(separator, 1); at > 0; at = text.indexOf(separator, at + 1)) {
        const run = this.#rangeOf(text.slice(1, at), text.slice(at + separator.length, -1));
        if (run === null) continue;
        if (found !== null && (found[0] !== run[0] || found[1] !== run[1])) return null;
        found = run;
      }
    }
    return found;
  }

  /** A range of ordered leaves, or null. */
  #rangeOf(from: string, to: string): Run | null {
    const lo = this.#leafOf(from);
    const hi = this.#leafOf(to);
    return lo >= 0 && lo < hi && hi < this.#inRanges ? [lo, hi] : null;
  }

  /** True for a text of missing cells. */
  isMissing(text: string): boolean {
    const { missingLeaf, missingTexts, labels } = this.#domain;
    return missingTexts?.has(text) === true || (missingLeaf >= 0 && text === labels[missingLeaf]);
  }

  /** The leaf of exactly this text, else of this number, else, for a text of missing cells, the missing value; or -1. */
  #leafOf(text: string): number {
    const { column, labels, missingLeaf } = this.#domain;
    this.#byText ??= new Map(labels.map((label, leaf) => [label, leaf]));
    const exact = this.#byText.get(text);
    if (exact !== undefined) return exact;
    const number = leafNumber(text, column);
    if (!Number.isNaN(number)) {
      this.#byNumber ??= new Map(labels.map((label, leaf) => [leafNumber(label, column), leaf]));
      const found = this.#byNumber.get(number);
      if (found !== undefined && found !== missingLeaf) return found;
    }
    return this.isMissing(text) ? this.#missing : -1;
  }
}

/** Nodes above the leaves by label, the larger of several; null for several of more than one leaf, and for one that is no run. */
function nodesByLabel(domain: Domain): Map<string, Run | null> {
  const { given, size } = domain;
  const nodes = new Map<string, Run | null>();
  let place: Uint32Array | null = null;
  if (given !== undefined) {
    place = new Uint32Array(size);
    for (let leaf = 0; leaf < size; leaf++) place[given.leafOf[leaf]] = leaf;
  }
  // Nodes of one label lie in one another: those of higher levels are the larger ones.
  givenHierarchy(domain)?.levels.forEach(({ labels, first }, level) => {
    for (let node = 0; level > 0 && node < labels.length; node++) {
      const run = runOf(first[node], first[node + 1] - 1, place);
      const known = nodes.get(labels[node]);
      const isLarger = known === undefined || (known !== null && known[0] === known[1]);
      const isSame = known && run !== null && known[0] === run[0] && known[1] === run[1];
      nodes.set(labels[node], isLarger || isSame ? run : null);
    }
  });
  return nodes;
}

/** Leaves lo .. hi in their places, or null where these are no run. */
function runOf(lo: number, hi: number, place: Uint32Array | null): Run | null {
  if (place === null) return [lo, hi];
  let least = Infinity;
  let most = -1;
  for (let leaf = lo; leaf <= hi; leaf++) {
    least = Math.min(least, place[leaf]);
    most = Math.max(most, place[leaf]);
  }
  return most - least === hi - lo ? [least, most] : null;
}
