import { useState } from 'preact/hooks';
import { capitalized, listed } from '../parts/listed.js';
import { ComparedBars } from '../parts/compared-bars.js';
import { auditedRisks, counted, percent, rowsOfPeople, type UnitNoun, unbroken, unitNoun } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';
import { wordsOf } from '../privacy/parameter-words.js';
import { thresholdText } from './threshold-text.js';
import { RisksTable } from './risks-table.js';

type Sizes = readonly (readonly [size: number, count: number])[];

/** Risks that guidelines allow, with where they say it. */
const LIMITS = (wordsOf('risk')?.presets ?? []).map(
  ({ value, use, source }) => [Number(value), `${use} (${source})`] as const,
);

/** Results of attackers, before and after. */
export function BeforeAfterView({ finished: { audit, result, job } }: ResultProps) {
  const noun = unitNoun(job);
  const { of, after } = audit.risk;
  if (of === 'bucket') {
    return (
      <p class="facts">
        Values are permuted within buckets: that hides whose a value is, not who is in the table. In the smallest bucket
        a {noun.one} is linked with its own values with a chance of {percent(after ?? 0)}. There is no risk to be found
        that could be compared with that of the input or of a release with classes.
      </p>
    );
  }
  return (
    <>
      {noun.hasSeveral === true && (
        <p>
          People are counted: the risk of a person is 1 / people of the smallest class with one of the person’s rows.
          {historyText(result.history)}
        </p>
      )}
      <Attackers audit={audit} result={result} noun={noun} />
      <Threshold {...alikeIn(audit)} noun={noun} />
      <RisksTable audit={audit} job={job} />
    </>
  );
}

type Done = ResultProps['finished'];

/** Sentence on the history of persons, where the audit measured it. */
function historyText(history: Done['result']['history'] = []): string {
  const known = history.filter(({ persons }) => persons > 0);
  if (history.length === 0) return ' No sensitive column is the same in all rows of every person, so history disclosure was not measured.'; // prettier-ignore
  return known.length === 0
    ? ' Somebody who knows several rows of a person learns no sensitive value that is the same in all of them by joining their classes, as far as is measured.'
    : ` Somebody who knows several rows of a person learns more by joining their classes: ${listed(known.map(({ attribute, persons }) => `${attribute} of at least ${counted(persons, 'person', 'people')}`))}.`;
}

/** Rows or people by how many look alike. */
function alikeIn({ originalSizes, classSizes, personsAlike }: Done['audit']) {
  const alikeOf = (sizes: Sizes): Sizes => sizes.map(([size, sets]) => [size, size * sets]);
  const { before, after } = personsAlike ?? {
    before: originalSizes === null ? null : alikeOf(originalSizes),
    after: alikeOf(classSizes),
  };
  return { before, after };
}

interface AttackersProps extends Pick<Done, 'audit' | 'result'> {
  readonly noun: UnitNoun;
}

function Attackers({ audit, result, noun }: AttackersProps) {
  const { before, after } = auditedRisks(audit);
  const { one, many } = noun;
  const two = (of: 'largest' | 'average'): readonly [string, string] => [
    before === null ? '-' : percent(before[of]),
    after === null ? '-' : percent(after[of]),
  ];
  const attackers: readonly (readonly [name: string, what: string, figures: readonly [string, string]])[] = [
    [
      'Prosecutor',
      `knows that a person is in the table; the ${one} ${one === 'row' ? 'that' : 'who'} stands out most`,
      two('largest'),
    ],
    ['Journalist', `does not know it: any ${one} will do`, two('largest')],
    ['Marketer', `links all ${many} at once; the share that is right`, two('average')],
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
        Without a file of the population, the{' '}
        {noun.hasSeveral === true
          ? counted(result.persons ?? 0, 'person', 'people')
          : rowsOfPeople(result.rows, null, noun)}{' '}
        of this file are taken as all that there are: the worst case, in which the journalist knows as much as the
        prosecutor. Under Attacks you can choose such a file; under Population, say which share of them your file has.
      </p>
    </>
  );
}

/** Rows, or people, of the smallest group whose risk is no more. Guidelines round: their 0.09 is one in 11. */
const fewestAt = (limit: number): number =>
  LIMITS.some(([each]) => each === limit) ? Math.round(1 / limit) : Math.ceil(1 / limit - 1e-9);

const rowsAbove = (sizes: Sizes, limit: number): number => {
  const fewest = fewestAt(limit);
  return sizes.reduce((sum, [size, rows]) => (size < fewest ? sum + rows : sum), 0);
};
const rowsOf = (sizes: Sizes): number => sizes.reduce((sum, [, rows]) => sum + rows, 0);

interface ThresholdProps {
  readonly before: Sizes | null;
  readonly after: Sizes;
  readonly noun: UnitNoun;
}

/** Number of rows, or people, with a risk above a chosen limit. */
function Threshold({ before, after, noun: { one, many } }: ThresholdProps) {
  const [limit, setLimit] = useState(0.09);
  const sizes = [before ?? [], after];
  const found = sizes.map((each) => rowsAbove(each, limit));
  const shares = sizes.map((each, at) => (rowsOf(each) === 0 ? 0 : found[at] / rowsOf(each)));
  const source = LIMITS.find(([each]) => each === limit)?.[1];
  return (
    <section class="card threshold" aria-label={`${capitalized(many)} above a threshold`}>
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
          ? `A group of ${counted(fewestAt(limit), one, many)} or more stays at or below it.`
          : `The limit for ${source}: one in ${fewestAt(limit)}`}
      </p>
      <ComparedBars
        caption={`Share of ${many} with a risk above the threshold`}
        of={`share of ${many}`}
        labels={['risk above']}
        before={[shares[0]]}
        after={[shares[1]]}
        write={percent}
        most={1}
      />
      <p class="answer" aria-live="polite">
        {unbroken(
          thresholdText(
            [before === null ? null : found[0], found[1]],
            { limit, fewest: fewestAt(limit) },
            { one, many },
          ),
        )}
      </p>
    </section>
  );
}
