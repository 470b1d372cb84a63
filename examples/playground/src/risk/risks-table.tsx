import { BeforeAfterTable } from '../parts/before-after-table.js';
import type { Finished } from '../finished.js';
import { count, percent, riskFigures } from '../parts/words.js';

/** What somebody risks to be found who is known to be in the table, before and after. */
export function RisksTable({ audit }: Pick<Finished, 'audit'>) {
  const before = audit.originalSizes === null ? null : riskFigures(audit.originalSizes);
  const after = riskFigures(audit.classSizes);
  if (after === null) return null;
  const share = (rows: number | undefined, all: number | undefined): string =>
    rows === undefined || all === undefined ? '-' : `${count(rows)} (${percent(rows / all)})`;
  const lines: readonly (readonly [name: string, before: string, after: string])[] = [
    ['the row that stands out most', before === null ? '-' : percent(before.largest), percent(after.largest)],
    ['all rows, on average', before === null ? '-' : percent(before.average), percent(after.average)],
    ['rows that nothing else looks like', share(before?.unique, before?.rows), share(after.unique, after.rows)],
    ...after.above.map(
      ({ risk, rows }, at) =>
        [
          `rows with a risk above ${percent(risk)}`,
          share(before?.above[at].rows, before?.rows),
          share(rows, after.rows),
        ] as const,
    ),
  ];
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Risks before and after">
      <BeforeAfterTable
        caption="Risk of a row to be found, by somebody who knows that it is in the table"
        head="who"
        lines={lines}
      />
    </div>
  );
}
