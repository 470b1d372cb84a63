import { BeforeAfterTable } from '../parts/before-after-table.js';
import type { Finished } from '../finished.js';
import { auditedRisks, count, percent, unitNoun } from '../parts/words.js';

/** Risk of being found for somebody who is known to be in the table, before and after. */
export function RisksTable({ audit, job }: Pick<Finished, 'audit' | 'job'>) {
  const { before, after } = auditedRisks(audit);
  const { one, many } = unitNoun(job);
  if (after === null) return null;
  const share = (rows: number | undefined, all: number | undefined): string =>
    rows === undefined || all === undefined ? '-' : `${count(rows)} (${percent(rows / all)})`;
  const lines: readonly (readonly [name: string, before: string, after: string])[] = [
    [
      `the ${one} ${one === 'row' ? 'that' : 'who'} stands out most`,
      before === null ? '-' : percent(before.largest),
      percent(after.largest),
    ],
    [`all ${many}, on average`, before === null ? '-' : percent(before.average), percent(after.average)],
    [
      one === 'row' ? 'rows that nothing else looks like' : 'people whom nobody else looks like',
      share(before?.unique, before?.rows),
      share(after.unique, after.rows),
    ],
    ...after.above.map(
      ({ risk, rows }, at) =>
        [
          `${many} with a risk above ${percent(risk)}`,
          share(before?.above[at].rows, before?.rows),
          share(rows, after.rows),
        ] as const,
    ),
  ];
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Risks before and after">
      <BeforeAfterTable
        caption={`Risk of a ${one} to be found, for somebody who knows that this ${one} is in the table`}
        head="who"
        lines={lines}
      />
    </div>
  );
}
