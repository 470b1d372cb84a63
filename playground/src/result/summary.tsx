import { groupNoun } from 'kohort/assess';
import type { Finished } from '../finished.js';
import { Downloads } from '../leave/downloads.js';
import type { Choices, ModelChoice } from '../choices.js';
import { asOne, groupModels } from '../privacy/model-groups.js';
import { promiseOf } from '../privacy/model-words.js';
import { curesOf } from './cures.js';
import { proofOf } from '../parts/proof.js';
import { count, nounOfRows, percent, quantity, unbroken, unitNoun, verdictLines } from '../parts/words.js';
import type { ResultProps } from './result-section.js';

export interface CureProps {
  /** Changes the choices and shows what they come to then. */
  readonly onCure: (apply: (choices: Choices) => Choices) => void;
}

/** Facts to know before a release is signed, and the files: stays in sight beside every view. */
export function Summary({ onCure, ...props }: ResultProps & CureProps) {
  const { finished } = props;
  const { result, audit, job } = finished;
  const noun = { ...unitNoun(job), permutes: result.solution.kind === 'permutation' };
  const lines = verdictLines(result, noun);
  const decisions = lines.filter(({ isSafe }) => !isSafe).length;
  return (
    <div class="summary">
      <h2>Result</h2>
      <div class={audit.holds ? 'stamp good' : 'stamp error'}>
        <span aria-hidden="true">{audit.holds ? '✓' : '!'}</span>
        <p>
          {audit.holds
            ? 'The independent audit confirms every privacy model.'
            : 'The audit does not confirm the release.'}
        </p>
      </div>
      <ul class="promises">
        {groupModels(job.privacy.map(choiceOf)).map((group) => (
          <li key={group.places[0]}>
            {promiseOf(asOne(group), noun)}
            {group.places.some((at) => result.privacy[at].holdsFolded === false)
              ? ' Not where spellings of one value count as one.'
              : ''}
          </li>
        ))}
      </ul>
      <h3>{decisions === 0 ? 'Looked at for you' : 'For you to decide'}</h3>
      <ul class="verdict">
        {lines.map((line) => (
          <li key={line.text} class={line.isSafe ? 'safe' : 'decide'}>
            {unbroken(line.text)}
            {curesOf(line).map(({ text, apply }) => (
              <button key={text} type="button" onClick={() => onCure(apply)}>
                {text}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <dl class="cards">
        {factsOf(finished, nounOfRows(noun)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Downloads {...props} />
    </div>
  );
}

const choiceOf = ({ model, ...parameters }: Finished['job']['privacy'][number]): ModelChoice => ({
  model,
  parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
});

/** The release in a few numbers. */
function factsOf(
  { result, audit }: Finished,
  rows: 'rows' | 'people' | 'households',
): (readonly [name: string, value: string])[] {
  const smallest = (audit.classPersons ?? audit.classSizes)[0]?.[0];
  const { persons, personsReleased } = result;
  const groups = groupNoun(result.risk);
  return [
    [`${rows} released`, count(result.released)],
    ...(persons === null ? [] : [['people released', `${count(personsReleased ?? 0)} of ${count(persons)}`] as const]),
    [`suppressed ${rows}`, count(result.suppressed)],
    [groups.many, count(result.classes)],
    [
      persons === null ? `smallest ${groups.one}` : `people in the smallest ${groups.one}`,
      smallest === undefined ? '-' : count(smallest),
    ],
    ['loss', result.metrics.loss === null ? '-' : percent(result.metrics.loss)],
    ['seconds', quantity(Number(result.seconds.total.toFixed(2)))],
    ['search', proofOf(result) ?? 'greedy, no proof'],
  ];
}
