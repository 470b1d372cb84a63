/** The messages between a run and the thread that audits its release. Everything in them survives structured cloning. */
import type { AuditReport } from '../audit/report.js';
import type { AuditSpec } from '../audit/spec.js';
import { isPlainObject } from '../base/plain-object.js';
import type { Table } from '../table/table.js';

/** A table without what makes it one. */
export type SentTable = Pick<Table, 'rows' | 'columns' | 'weights'>;

/** Message to the thread. */
export interface AuditOrder {
  readonly kind: 'audit';
  readonly release: SentTable;
  readonly original: SentTable;
  /** Without tables and functions. */
  readonly spec: AuditSpec;
  readonly publicTable: SentTable | undefined;
  /** The second table of a release in two. */
  readonly sensitive: SentTable | undefined;
  /** See `waysCounterWith`; null where the release is not permuted. */
  readonly waysBudget: number | null;
}

/** Message from the thread. */
export interface AuditAnswer {
  readonly kind: 'audited';
  readonly report: AuditReport;
}

/** Tests whether a message from anywhere is an order to audit; the audit checks its contents. */
export function isAuditOrder(value: unknown): value is AuditOrder {
  if (!isPlainObject(value) || value.kind !== 'audit') return false;
  return [value.release, value.original, value.spec].every(isPlainObject);
}

/** Tests whether a message from anywhere is an answer of a thread that audits. */
export function isAuditAnswer(value: unknown): value is AuditAnswer {
  return isPlainObject(value) && value.kind === 'audited' && isPlainObject(value.report);
}
