/** Readings of a release: the values of the original that every released cell may stand for. */
import type { CheckedJob, Column, Role, Table } from 'kohort/js';
import type { Named } from 'kohort/inside/audit/rounded-labels';
import type { AuditSpec } from 'kohort/inside/audit/spec';
import type { Runs } from 'kohort/inside/audit/domain';
import { leafCodes } from 'kohort/inside/audit/domain';
import { readQuasiIdentifiers } from 'kohort/inside/audit/quasi-identifiers';
import { finish } from 'kohort/inside/audit/grouping';
import { auditSpecOf } from 'kohort/inside/pipeline/audit-spec';
import type { ResolvedJob } from 'kohort/inside/pipeline/resolve-job';
import { resolveJob } from 'kohort/inside/pipeline/resolve-job';
import type { AssessedRun } from './protocol.js';

/** A column of the release, read in the values of the original, its leaves. */
export interface SeenColumn {
  readonly name: string;
  readonly role: Role;
  /** The column of the original. */
  readonly source: Column;
  readonly released: Column;
  /** The table that `released` is of. */
  readonly isApart: boolean;
  /** [leaves] */
  readonly texts: readonly string[];
  /** [leaves] numbers and days, NaN for what is none; null of texts. */
  readonly numbers: Float64Array | null;
  /** The leaf of missing cells, or -1. */
  readonly missing: number;
  /** True where the job lists the values in an order. */
  readonly isListed: boolean;
  /** [codes of the original] leaf, -1 for none. */
  readonly leafOf: Int32Array;
  /** [codes of the release] leaves that the label may stand for; null where it cannot be read. */
  readonly runs: readonly (Runs | null)[];
  /** [codes of the release] leaves under the label. */
  readonly leaves: Float64Array;
  /** [codes of the release] what a range of numbers names, where that is more than its leaves. */
  readonly named: readonly (Named | null)[];
}

/** A run in the worker: its tables, and the columns of the release as they are first read. */
export class HeldRun {
  readonly resolved: ResolvedJob;
  /** Values that fewer people have are named nowhere. */
  readonly k: number;
  readonly names: readonly string[];
  readonly #spec: AuditSpec;
  readonly #seen = new Map<string, SeenColumn>();

  constructor(
    readonly original: Table,
    readonly release: Table,
    readonly apart: Table | null,
    readonly run: AssessedRun,
  ) {
    const job = slimJob(run.job, original);
    this.resolved = resolveJob(job);
    const groups = run.groups ?? undefined;
    this.#spec = auditSpecOf(this.resolved, { original, groups, sensitive: apart ?? undefined });
    this.k = this.#spec.exposure?.k ?? 1;
    this.names = original.columns
      .map(({ name }) => name)
      .filter((name) => release.column(name) !== undefined || apart?.column(name) !== undefined);
  }

  /** The job without the columns that are not released. */
  get job(): CheckedJob {
    return slimJob(this.run.job, this.original);
  }

  /** Permutation of the release, or undefined where there is none. */
  get permutation(): AuditSpec['permutation'] {
    return this.#spec.permutation;
  }

  get quasiIdentifiers(): readonly string[] {
    return this.#spec.quasiIdentifiers.map(({ name }) => name);
  }

  /** A released column, read once. */
  column(name: string): SeenColumn {
    let seen = this.#seen.get(name);
    if (seen === undefined) this.#seen.set(name, (seen = this.#read(name)));
    return seen;
  }

  #read(name: string): SeenColumn {
    const source = this.original.column(name);
    const own = this.release.column(name);
    const released = own ?? this.apart?.column(name);
    if (source === undefined || released === undefined) throw new Error('The release has no such column.');
    const role = this.run.job.attributes[name]?.role ?? 'insensitive';
    const common = { name, role, source, released, isApart: own === undefined };
    const attribute = this.#spec.quasiIdentifiers.find((each) => each.name === name);
    if (attribute === undefined) return { ...common, ...sameValues(source, released) };
    const missing = new Set(this.#spec.missing);
    const codes = Uint32Array.from(released.texts.keys());
    const [read] = finish(
      readQuasiIdentifiers(
        {
          release: this.release,
          original: this.original,
          spec: { ...this.#spec, quasiIdentifiers: [attribute] },
          missing,
        },
        { codes: [codes], sizes: new Uint32Array(codes.length).fill(1) },
        [],
        () => undefined,
      ),
    );
    if (read === null) return { ...common, ...sameValues(source, released) };
    const { domain, labels } = read;
    return {
      ...common,
      texts: domain.texts,
      numbers: domain.numbers,
      missing: domain.missing,
      isListed: domain.isListed,
      leafOf: leafCodes(source, domain, missing),
      runs: labels.runs,
      leaves: labels.leaves,
      named: labels.named,
    };
  }
}

/** Only what the worker has. Algorithms look at no other column. */
function slimJob(job: CheckedJob, original: Table): CheckedJob {
  const kept = Object.entries(job.attributes).filter(([name]) => original.column(name) !== undefined);
  const { columns, ...input } = job.input ?? {};
  return { ...job, input: columns === undefined ? job.input : input, attributes: Object.fromEntries(kept) };
}

/** A column that is released as it is. Means, which are no values of it, count as the nearest one. */
function sameValues(
  source: Column,
  released: Column,
): Omit<SeenColumn, 'name' | 'role' | 'source' | 'released' | 'isApart'> {
  const { texts, numbers, missingCode } = source;
  const leafOfText = new Map(texts.map((text, leaf) => [text, leaf]));
  const nearest = numbers === null ? null : nearestOf(numbers);
  const leaves = Int32Array.from(released.texts, (text, code) => {
    if (code === released.missingCode) return missingCode;
    const own = leafOfText.get(text);
    const number = Number(text);
    return own ?? (nearest === null || text.trim() === '' || Number.isNaN(number) ? -1 : nearest(number));
  });
  return {
    texts,
    numbers,
    missing: missingCode,
    isListed: false,
    leafOf: Int32Array.from(texts.keys()),
    runs: Array.from(leaves, (leaf): Runs | null => (leaf < 0 ? null : [leaf, leaf])),
    leaves: new Float64Array(leaves.length).fill(1),
    named: new Array<Named | null>(leaves.length).fill(null),
  };
}

function nearestOf(numbers: Float64Array): (wanted: number) => number {
  const order = Array.from(numbers.keys())
    .filter((leaf) => !Number.isNaN(numbers[leaf]))
    .sort((a, b) => numbers[a] - numbers[b]);
  return (wanted) => {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[order[middle]] < wanted) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [order[low - 1], order[low]];
    if (before === undefined || after === undefined) return before ?? after ?? -1;
    return wanted - numbers[before] <= numbers[after] - wanted ? before : after;
  };
}

/** [values] rows of every entry of a dictionary. */
export function countCodes({ codes, texts }: Column): Uint32Array {
  const rows = new Uint32Array(texts.length);
  for (let row = 0; row < codes.length; row++) rows[codes[row]]++;
  return rows;
}

/** [leaves] rows of the original. */
export function rowsByLeaf({ source, leafOf, texts }: SeenColumn): Float64Array {
  const rows = new Float64Array(texts.length);
  countCodes(source).forEach((count, code) => {
    if (leafOf[code] >= 0) rows[leafOf[code]] += count;
  });
  return rows;
}
