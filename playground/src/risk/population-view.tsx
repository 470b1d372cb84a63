import { BeforeAfterTable } from '../parts/before-after-table.js';
import { uniquesLines, uniquesOfJob, uniquesOfRelease } from 'kohort/assess';
import { useMemo, useState } from 'preact/hooks';
import type { PopulationQuestion } from '../assess/answers.js';
import { useAnswer } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { capitalized } from '../parts/listed.js';
import { count, counted, percent, rowsOfPeople, unitNoun, type UnitNoun } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

type Method = PopulationQuestion['method'];

/** The methods, for rows or people that are alike. */
const methodsFor = (many: UnitNoun['many']): readonly (readonly [method: Method, name: string, assumes: string])[] => [
  [
    'exact',
    'Benedetti and Franconi',
    `The file is a random sample: each person of the population is in it with the same chance. Where f ${many} of the file are alike, the rest of the population is negative binomial; the risk is the mean of 1 / F over it (1998).`,
  ],
  [
    'approximate',
    'Benedetti and Franconi, approximated',
    `The same, by a short formula from three ${many} alike on: what older programs print.`,
  ],
  ['sample', 'No sample', `The file is the whole population: the risk is 1 / ${many} alike. The worst case.`],
];

/** The limit of the risk table, too: guidelines round it to 0.09. */
const LIMIT = 1 / 11;

/** Risks if the file is a sample of more people. */
export function PopulationView({ finished }: ResultProps) {
  const [text, setText] = useState('10');
  const fraction = Number(text) / 100;
  const isRight = fraction > 0 && fraction <= 1;
  return (
    <>
      <p>
        If your file has only a part of the people there are, an attacker cannot be sure that the person looked for is
        in it, and somebody who is alone in the file need not be alone in the population.
      </p>
      <p class="fields">
        <label>
          Share of the population in the file, in %{' '}
          <input
            type="number"
            min={0.01}
            max={100}
            step="any"
            aria-label="Share of the population in the file"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {isRight ? (
          <span class="facts">
            about{' '}
            {finished.result.persons === null
              ? rowsOfPeople(Math.round(finished.result.rows / fraction), null, unitNoun(finished.job))
              : counted(Math.round(finished.result.persons / fraction), 'person', 'people')}
          </span>
        ) : (
          <span class="error">Write a number above 0, up to 100.</span>
        )}
      </p>
      <ul class="attackers">
        {methodsFor(unitNoun(finished.job).many).map(([method, name, assumes]) => (
          <li key={method} class="card">
            <h3>{name}</h3>
            <p class="facts">{assumes}</p>
            {isRight && <Estimated finished={finished} asked={{ fraction, method, limit: LIMIT }} />}
          </li>
        ))}
        {isRight && <Unique finished={finished} fraction={fraction} />}
      </ul>
      <p class="facts">
        {finished.result.persons === null
          ? 'The estimates are for each row by the rows that are like it in all quasi-identifiers.'
          : 'The estimates are for each person by the people of the smallest class with one of the person’s rows.'}{' '}
        They do not hold for a file in which some people are likelier than others (such as one clinic of a country), and
        a person who knows who took part finds them as in the last one.
      </p>
    </>
  );
}

/** Estimated unique people of the population: of the one that the job names, else of the share that is asked for. */
function Unique({ finished: { job, audit }, fraction }: Pick<ResultProps, 'finished'> & { readonly fraction: number }) {
  const found = useMemo(
    () => uniquesOfJob(job, audit) ?? (audit.risk.of === 'bucket' ? null : uniquesOfRelease(audit, fraction)),
    [job, audit, fraction],
  );
  if (found === null) return null;
  return (
    <li class="card">
      <h3>Unique in the population</h3>
      {uniquesLines(found).map((line) => (
        <p key={line} class="facts">
          {capitalized(line)}.
        </p>
      ))}
    </li>
  );
}

interface EstimatedProps extends Pick<ResultProps, 'finished'> {
  readonly asked: PopulationQuestion;
}

function Estimated({ finished, asked }: EstimatedProps) {
  const state = useAnswer(finished, 'population', asked);
  const { answer } = state;
  if (answer === null) return <Asking doing="Estimating" {...state} />;
  const { before, after } = answer;
  const { rows, released, persons, personsReleased } = finished.result;
  const { many } = unitNoun(finished.job);
  const lines: readonly (readonly [name: string, was: string, is: string])[] = [
    ['largest risk', percent(before.largest), percent(after.largest)],
    ['average risk', percent(before.average), percent(after.average)],
    [
      `${many} expected to be found`,
      count(Math.round(before.average * (persons ?? rows))),
      count(Math.round(after.average * (personsReleased ?? released))),
    ],
    [`${many} above ${percent(LIMIT)}`, count(before.above), count(after.above)],
  ];
  return <BeforeAfterTable lines={lines} />;
}
