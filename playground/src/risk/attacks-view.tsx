import { useState } from 'preact/hooks';
import type { AttackAnswer, AttackName, AttackQuestion, EarlierRelease, OutsideFile } from '../assess/answers.js';
import { groupsOf, useOnDemand } from '../assess/use-assess.js';
import type { ExploreProps } from '../explore/explore-view.js';
import { Asking } from '../parts/asking.js';
import { Select } from '../parts/fields.js';
import { unbroken, unitNoun } from '../parts/words.js';
import { OutsideFileChoice } from './outside-file.js';

interface AttackWords {
  readonly attack: AttackName;
  readonly title: string;
  /** Knowledge and actions of the attacker. */
  readonly does: string;
  /** Assumptions of the attack. */
  readonly assumes: string;
  /** Further input of the attack. */
  readonly needs?: 'people' | 'release';
}

const ATTACKS: readonly AttackWords[] = [
  {
    attack: 'homogeneity',
    title: 'All of the group have it',
    does: 'Knows in which group a person is, and looks at the sensitive values of that group.',
    assumes:
      'The attacker knows all quasi-identifiers of the person, and nothing else (Machanavajjhala and others, 2007).',
  },
  {
    attack: 'linkage',
    title: 'A list with names',
    does: 'Has a file of people with their quasi-identifiers, and links it with the rows of the release.',
    assumes:
      'Without a file of yours, the attacker is taken to know the quasi-identifiers of everybody in your data: the worst case (El Emam and Dankar, 2008).',
    needs: 'people',
  },
  {
    attack: 'minimality',
    title: 'It was no coarser than it had to be',
    does: 'Knows the people and the algorithm, and leaves out all values under which it would have released more exactly.',
    assumes: 'The attacker knows the quasi-identifiers of exactly your people, and the job (Wong and others, 2007).',
  },
  {
    attack: 'downcoding',
    title: 'What lies below a coarse value',
    does: 'Knows the algorithm, and works out which finer values must stand under the released ones.',
    assumes: 'The attacker knows the job and its hierarchies, but no person (Cohen, 2022).',
  },
  {
    attack: 'membership',
    title: 'Who is in it at all',
    does: 'Has a file of more people than yours, and works out who of them must be in the release.',
    assumes: 'Everybody of the release is in the file of the attacker (Toth, 2015).',
    needs: 'people',
  },
  {
    attack: 'composition',
    title: 'Two releases of one person',
    does: 'Has another release of the same people, and keeps the sensitive values that both leave.',
    assumes: 'The person is in both releases, and the values have not changed between them (Ganta and others, 2008).',
    needs: 'release',
  },
];

/** The built-in attacks, each with its answer in words. */
export function AttacksView(props: ExploreProps) {
  return (
    <>
      <p>
        Attack your own release before others do. Everything is worked out in this page; answers count{' '}
        {unitNoun(props.finished.job).many}, and show no value of them.
      </p>
      <ul class="attacks">
        {ATTACKS.map((words) => (
          <AttackCard key={words.attack} words={words} {...props} />
        ))}
      </ul>
    </>
  );
}

function AttackCard({ words, finished, runs }: ExploreProps & { readonly words: AttackWords }) {
  const { attack, title, does, assumes, needs } = words;
  const state = useOnDemand(finished, 'attack');
  const [outside, setOutside] = useState<OutsideFile | null>(null);
  const others = runs.filter(({ id, original }) => id !== finished.id && original === finished.original);
  const [other, setOther] = useState<string>('');
  const earlier = others.find(({ id }) => String(id) === other) ?? others[0];
  const given: AttackQuestion = {
    attack,
    ...(outside === null ? {} : { outside }),
    ...(needs === 'release' && earlier !== undefined ? { earlier: releaseOf(earlier) } : {}),
  };
  const lacks =
    needs === 'release' && earlier === undefined
      ? 'There is one release of this file so far. Make another one with other choices to hold both against each other.'
      : attack === 'membership' && outside === null
        ? 'Needs a file with the people to look for.'
        : null;
  return (
    <li class="card attack">
      <h3>{title}</h3>
      <p>{does}</p>
      {needs === 'people' && <OutsideFileChoice finished={finished} name={title} onChange={setOutside} />}
      {needs === 'release' && others.length > 0 && (
        <p class="fields">
          <Select
            label="Compared with"
            value={String(earlier?.id ?? '')}
            options={others.map(({ id, name }) => [String(id), name])}
            onChange={setOther}
          />
        </p>
      )}
      {lacks === null ? (
        <p>
          <button
            type="button"
            aria-label={`Try it: ${title}`}
            disabled={state.isAsking}
            onClick={() => state.start(given)}
          >
            Try it
          </button>
        </p>
      ) : (
        <p class="facts">{lacks}</p>
      )}
      <Asking doing="Attacking" {...state} onCancel={state.cancel} />
      {state.answer !== null && <Answered answer={state.answer} />}
      <p class="facts">{assumes}</p>
    </li>
  );
}

const releaseOf = (run: ExploreProps['finished']): EarlierRelease => ({
  release: { rows: run.release.rows, columns: run.release.columns },
  apart: run.apart === null ? null : { rows: run.apart.rows, columns: run.apart.columns },
  job: run.job,
  groups: groupsOf(run),
});

function Answered({ answer: { applies, isSafe, words, figures } }: { readonly answer: AttackAnswer }) {
  return (
    <div class={`attack-found ${!applies ? 'none' : isSafe ? 'safe' : 'unsafe'}`} role="status">
      <p class="answer">{unbroken(applies ? words : `Does not apply. ${words}`)}</p>
      {figures.length > 0 && (
        <details>
          <summary>As numbers</summary>
          <dl class="figures">
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
