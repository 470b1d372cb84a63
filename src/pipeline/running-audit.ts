import type { AuditReport } from '../audit/report.js';
import type { AuditSpec } from '../audit/spec.js';
import type { Steps } from '../base/steps.js';
import { type StartThread, Team } from '../base/team.js';
import type { Table } from '../table/table.js';
import { type AuditOrder, isAuditAnswer, type SentTable } from './audit-messages.js';
import type { RunProgress } from './run-progress.js';

/** The audit of a release that is made, wherever it is done. */
export interface RunningAudit {
  /** Returns the report. Throws what the audit throws, AbortError and ThreadError. */
  finish(progress: RunProgress): Promise<AuditReport>;
  /** Ends it, whether it is done or not. */
  end(): void;
}

/** Minimum cells of a release for a thread of its own, which must be started and sent the tables. */
const WORTH_CELLS = 1 << 20;
/** Cells that are not copied for it any more. */
const MOST_CELLS = 1 << 26;

/** Tests whether an audit is done beside other work. */
export function isWorthThread({ entries, columns }: Table, threads: number): boolean {
  const cells = entries * columns.length;
  return threads > 1 && cells >= WORTH_CELLS && cells <= MOST_CELLS;
}

/** An audit on this thread, when its end is asked for. */
export const auditHere = (steps: Steps<AuditReport>): RunningAudit => ({
  finish: (progress) => progress.drive('audit', 0.5, steps),
  end: () => undefined,
});

/** Inputs of an audit on a thread of its own. */
interface Audited {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  /** Budget for counting the ways to choose people of a bucket, where the release is permuted. */
  readonly waysBudget: number | null;
}

/** An audit that begins at once on a thread of its own. Throws ThreadError. */
export function auditBeside(startThread: StartThread, { release, original, spec, waysBudget }: Audited): RunningAudit {
  const team = new Team('audit');
  let report: AuditReport | null = null;
  const thread = team.start(startThread, isAuditAnswer, (answer) => (report = answer.report));
  const { permutation, publicTable } = spec;
  const order: AuditOrder = {
    kind: 'audit',
    release: sent(release),
    original: sent(original),
    spec: {
      ...spec,
      publicTable: undefined,
      permutation: permutation && { ...permutation, countWays: undefined, sensitive: undefined },
    },
    publicTable: publicTable && sent(publicTable),
    sensitive: permutation?.sensitive && sent(permutation.sensitive),
    waysBudget,
  };
  try {
    team.post(thread, order);
  } catch (error) {
    team.end();
    throw error;
  }
  return {
    finish: async (progress) => {
      while (report === null) {
        team.check();
        await team.wait();
        await progress.pauseWhenDue('audit', 0.5);
      }
      return report;
    },
    end: () => team.end(),
  };
}

const sent = ({ rows, columns, weights }: Table): SentTable => ({ rows, columns, weights });
