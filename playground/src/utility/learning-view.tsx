import { useState } from 'preact/hooks';
import { describedColumns } from 'kohort/assess';
import type { Learned } from '../assess/answers.js';
import { useOnDemand } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { Select } from '../parts/fields.js';
import { counted, percent } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

const PARTS: readonly (readonly [string, string])[] = [
  ['1', 'one third'],
  ['3', 'each third in turn (three times as long)'],
];

/** Success of a program that learns from the release, against one that learned from the original. */
export function LearningView({ finished }: ResultProps) {
  const learning = useOnDemand(finished, 'learn');
  const [holdouts, setHoldouts] = useState('1');
  const label = describedColumns(finished.job).find(({ spec }) => spec.role === 'class')?.name;
  if (label === undefined) {
    return (
      <p class="card">
        No column is to be learned. Go to Columns, give the column that programs are to predict the role "class" (such
        as whether a patient came back), and anonymize again.
      </p>
    );
  }
  const { answer } = learning;
  return (
    <>
      <p>
        A program (naive Bayes) learns to predict {label} from the quasi-identifiers: once from the original, once from
        a release of the same rows. Both predict rows that neither has seen. The training rows are anonymized again,
        without the rows that are held out.
      </p>
      <p class="fields">
        <Select label="Rows held out" value={holdouts} options={PARTS} onChange={setHoldouts} />
        <button
          type="button"
          class="main"
          disabled={learning.isAsking}
          onClick={() => learning.start({ holdouts: Number(holdouts) })}
        >
          Train and compare
        </button>
      </p>
      <Asking doing="Anonymizing and training" {...learning} onCancel={learning.cancel} />
      {answer !== null &&
        ('original' in answer ? <LearnedBars learned={answer} /> : <p class="note">{answer.reason}</p>)}
    </>
  );
}

function LearnedBars({ learned }: { readonly learned: Learned }) {
  const { release, reason, original, majority, attribute, testRows } = learned;
  const lines: readonly (readonly [name: string, share: number, kind: string])[] = [
    ['learned from the original', original, 'was'],
    ...(release === null ? [] : [['learned from the release', release, 'is'] as const]),
    ['always the most frequent value', majority, 'was'],
  ];
  const gain = original - majority;
  return (
    <section class="card" aria-label="Accuracy">
      {release === null ? (
        <p>The release cannot be learned from: {reason}.</p>
      ) : (
        <p class="answer">
          A program that learned from the release predicts the {attribute} of {percent(release)} of all rows rightly;
          from the original it is {percent(original)}.
          {gain > 0.001 &&
            ` Of what there is to learn beyond guessing, ${keptOf(release, majority, original)} is kept.`}
        </p>
      )}
      <table class="compared">
        <caption class="hidden">Share of rows predicted correctly</caption>
        <tbody>
          {lines.map(([name, share, kind]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td aria-hidden="true" class="pair">
                <svg viewBox="0 0 100 14" preserveAspectRatio="none">
                  <rect class={kind} y={2} height={10} width={100 * share} />
                </svg>
              </td>
              <td class="number">{percent(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="facts">
        {counted(testRows, 'row was', 'rows were')} held out. Of one third of 30,000 rows, differences below half a
        percent are chance. Tables of more than 45,000 rows are sampled. Naive Bayes takes columns as independent: what
        it gains is a lower bound of what there is to learn.
      </p>
    </section>
  );
}

const keptOf = (release: number, majority: number, original: number): string =>
  percent(Math.min(1, Math.max(0, (release - majority) / (original - majority))));
