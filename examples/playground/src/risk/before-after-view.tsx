import { useState } from 'preact/hooks';
import { ComparedBars } from '../parts/compared-bars.js';
import { counted, percent, riskFigures } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';
import { wordsOf } from '../privacy/parameter-words.js';
import { RisksTable } from './risks-table.js';

type Sizes = readonly (readonly [size: number, classes: number])[];

/** Risks that guidelines allow, with where they say it. */
const LIMITS = (wordsOf('risk')?.presets ?? []).map(
  ({ value, use, source }) => [Number(value), `${use} (${source})`] as const,
);

/** What attackers find, before and after. */
export function BeforeAfterView({ finished: { audit, result } }: ResultProps) {
  const { of, after } = audit.risk;
  if (of === 'bucket') {
    return (
      <p class="facts">
        Values are permuted within buckets: that hides whose a value is, not who is in the table. In the smallest bucket
        a row is linked with its own values with a chance of {percent(after ?? 0)}. There is no risk to be found that
        could be compared with that of the input or of a release with classes.
      </p>
    );
  }
  return (
    <>
      <Attackers audit={audit} rows={result.rows} />
      <Threshold before={audit.originalSizes} after={audit.classSizes} />
      <RisksTable audit={audit} />
    </>
  );
}

function Attackers({ audit, rows }: { readonly audit: ResultProps['finished']['audit']; readonly rows: number }) {
  const before = audit.originalSizes === null ? null : riskFigures(audit.originalSizes);
  const after = riskFigures(audit.classSizes);
  const two = (of: 'largest' | 'average'): readonly [string, string] => [
    before === null ? '-' : percent(before[of]),
    after === null ? '-' : percent(after[of]),
  ];
  const attackers: readonly (readonly [name: string, what: string, figures: readonly [string, string]])[] = [
    ['Prosecutor', 'knows that a person is in the table; the row that stands out most', two('largest')],
    ['Journalist', 'does not know it: any row will do', two('largest')],
    ['Marketer', 'links all rows at once; the share that is right', two('average')],
  ];
  return (
    <>
      <ul class="attackers">
        {attackers.map(([name, what, [was, is]]) => (
          <li key={name} class="card">
            <h3>{name}</h3>
            <p class="facts">{what}</p>
            <p class="change">
              <span class="was">{was}</span> <span aria-hidden="true">→</span> <span class="hidden">before,</span>{' '}
              <b>{is}</b> <span class="hidden">after</span>
            </p>
          </li>
        ))}
      </ul>
      <p class="facts">
        Without a file of the population, the {counted(rows, 'row')} of this file are taken as all that there are: the
        worst case, in which the journalist knows as much as the prosecutor. Under Attacks you can choose such a file;
        under Population, say which share of them your file has.
      </p>
    </>
  );
}

/** Rows of the smallest group whose risk is no more. Guidelines round: their 0.09 is one in 11. */
const fewestAt = (limit: number): number =>
  LIMITS.some(([each]) => each === limit) ? Math.round(1 / limit) : Math.ceil(1 / limit - 1e-9);

const rowsAbove = (sizes: Sizes, limit: number): number => {
  const fewest = fewestAt(limit);
  return sizes.reduce((sum, [size, classes]) => (size < fewest ? sum + size * classes : sum), 0);
};
const rowsOf = (sizes: Sizes): number => sizes.reduce((sum, [size, classes]) => sum + size * classes, 0);

/** How many rows have a risk above a limit that is chosen. */
function Threshold({ before, after }: { readonly before: Sizes | null; readonly after: Sizes }) {
  const [limit, setLimit] = useState(0.09);
  const sizes = [before ?? [], after];
  const found = sizes.map((each) => rowsAbove(each, limit));
  const shares = sizes.map((each, at) => (rowsOf(each) === 0 ? 0 : found[at] / rowsOf(each)));
  const source = LIMITS.find(([each]) => each === limit)?.[1];
  return (
    <section class="card threshold" aria-label="Rows above a threshold">
      <div class="slider">
        <label>
          Risk above <b>{percent(limit)}</b>{' '}
          <input
            type="range"
            min={0.01}
            max={0.5}
            step={0.01}
            list="risk-limits"
            aria-label="Threshold of risk"
            aria-valuetext={percent(limit)}
            value={limit}
            onInput={(event) => setLimit(Number(event.currentTarget.value))}
          />
        </label>
        <datalist id="risk-limits">
          {LIMITS.map(([each]) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {LIMITS.map(([each]) => (
          <button key={each} type="button" aria-pressed={each === limit} onClick={() => setLimit(each)}>
            {each}
          </button>
        ))}
      </div>
      <p class="facts">
        {source === undefined
          ? `A group of ${counted(fewestAt(limit), 'row')} or more stays at or below it.`
          : `The limit for ${source}: one in ${fewestAt(limit)}`}
      </p>
      <ComparedBars
        caption="Share of rows with a risk above the threshold"
        of="share of rows"
        labels={['risk above']}
        before={[shares[0]]}
        after={[shares[1]]}
        write={percent}
        most={1}
      />
      <p class="answer" aria-live="polite">
        {before === null ? '' : `Before, ${counted(found[0], 'row')} had a risk above ${percent(limit)}. `}
        {found[1] === 0 ? 'In the release no row has.' : `In the release ${counted(found[1], 'row has', 'rows have')}.`}
      </p>
    </section>
  );
}
