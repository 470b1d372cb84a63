import { audit } from '../audit/audit.js';
import type { AuditReport } from '../audit/report.js';
import { Table } from '../table/table.js';
import type { AuditOrder, SentTable } from './audit-messages.js';
import { waysCounterWith } from './permuted-presence.js';

/** Runs the audit that a thread was sent. Throws what the audit throws. */
export function applyAuditRequest({
  release,
  original,
  spec,
  publicTable,
  sensitive,
  waysBudget,
}: AuditOrder): AuditReport {
  const { permutation } = spec;
  const countWays = waysBudget === null ? undefined : waysCounterWith(waysBudget);
  const whole = {
    ...spec,
    publicTable: publicTable && received(publicTable),
    permutation: permutation && { ...permutation, countWays, sensitive: sensitive && received(sensitive) },
  };
  return audit(received(release), whole, received(original));
}

const received = ({ rows, columns, weights }: SentTable): Table => new Table(rows, columns, [], weights);
