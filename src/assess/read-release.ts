/** Readings of a release: the values of the original that every released cell may stand for. */
import type { Runs } from '../audit/domain.js';
import { leafCodes } from '../audit/domain.js';
import { finish } from '../audit/grouping.js';
import { readQuasiIdentifiers } from '../audit/quasi-identifiers.js';
import type { Named } from '../audit/rounded-labels.js';
import type { AuditSpec } from '../audit/spec.js';
import { runToCompletion } from '../base/steps.js';
import type { CheckedJob, Role } from '../job/job.js';
import { expandPatterns, specOf } from '../job/patterns.js';
import { takeInput } from '../pipeline/take-rows.js';
import { auditSpecOf } from '../pipeline/audit-spec.js';
import { resolveJob } from '../pipeline/resolve-job.js';
import type { Column, Table } from '../table/table.js';

/** A column of the release, read in the values of the original, its leaves. */
export interface ReadColumn {
  /** Its name. */
  readonly name: string;
  /** Its role in the job. */
  readonly role: Role;
  /** The column of the original. */
  readonly source: Column;
  /** The column of the release. */
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

/** Parts of a release that its table does not show. */
export interface ReadReleaseOptions {
  /** The second table of a release in two; null of others. */
  readonly apart?: Table | null;
  /** Columns that a permuted release kept together; null of others. */
  readonly groups?: readonly (readonly string[])[] | null;
}

/**
 * A release beside its original: every released column in the values of the original. Each column is read when it is first asked for, by the
 * code of the audit.
 *
 * @example
 * ```js
 * const read = new ReadRelease(table, release, job);
 * const { texts, released, runs } = read.column('age');
 * // [from, to, from, to, ...]: the ages of `texts` under the first label.
 * console.log(released.texts[0], runs[0]);
 * ```
 */
export class ReadRelease {
  /** Values that fewer rows, or persons, have are to be named nowhere. */
  readonly k: number;
  /** The columns of the original that are released. */
  readonly names: readonly string[];
  /** The second table of a release in two; null of others. */
  readonly apart: Table | null;
  /** The rows of the table that were anonymized: those that the job takes. */
  readonly original: Table;
  /** The job of the release, for these rows. */
  readonly job: CheckedJob;
  readonly #spec: AuditSpec;
  readonly #seen = new Map<string, ReadColumn>();

  /** @throws InvalidArgumentError and HierarchyError for a wrong job */
  constructor(
    original: Table,
    /** Its release. */
    readonly release: Table,
    job: CheckedJob,
    { apart = null, groups }: ReadReleaseOptions = {},
  ) {
    this.apart = apart;
    const taken = runToCompletion(takeInput(original, job));
    this.original = taken.table;
    const names = [...taken.table.columns, ...release.columns].map(({ name }) => name);
    this.job = expandPatterns(taken.job, names);
    this.#spec = auditSpecOf(resolveJob(this.job), {
      original: this.original,
      groups: groups ?? undefined,
      sensitive: apart ?? undefined,
    });
    this.k = this.#spec.exposure?.k ?? 1;
    this.names = this.original.columns
      .map(({ name }) => name)
      .filter((name) => release.column(name) !== undefined || apart?.column(name) !== undefined);
  }

  /** Permutation of the release, or undefined where there is none. */
  get permutation(): AuditSpec['permutation'] {
    return this.#spec.permutation;
  }

  /** Names of the quasi-identifiers. */
  get quasiIdentifiers(): readonly string[] {
    return this.#spec.quasiIdentifiers.map(({ name }) => name);
  }

  /** A released column, read once. */
  column(name: string): ReadColumn {
    let seen = this.#seen.get(name);
    if (seen === undefined) this.#seen.set(name, (seen = this.#read(name)));
    return seen;
  }

  #read(name: string): ReadColumn {
    const source = this.original.column(name);
    const own = this.release.column(name);
    const released = own ?? this.apart?.column(name);
    if (source === undefined || released === undefined) throw new Error('The release has no such column.');
    const role = specOf(this.job, name)?.role ?? 'insensitive';
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

/** A column that is released as it is. Means, which are no values of it, count as the nearest one. */
function sameValues(
  source: Column,
  released: Column,
): Omit<ReadColumn, 'name' | 'role' | 'source' | 'released' | 'isApart'> {
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
