import { useState } from 'preact/hooks';
import type { UniqueSet, UniqueSets } from '../assess/answers.js';
import { useOnDemand } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { ComparedBars } from '../parts/compared-bars.js';
import { counted, percent, unitNoun } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

/** Sets shown at once. */
const SHOWN = 50;

type Order = 'before' | 'after' | 'columns';

/** Number of rows, or persons, that sets of columns single out, before and after. */
export function UniquenessView({ finished }: ResultProps) {
  const state = useOnDemand(finished, 'unique');
  const { answer } = state;
  const { many, hasSeveral } = unitNoun(finished.job);
  return (
    <>
      <p>
        {hasSeveral === true
          ? 'A person is unique in a set of columns when a row of theirs has values in it that no row of another person has. Somebody who knows these values finds the person.'
          : many === 'people'
            ? 'A person is unique in a set of columns when nobody else has the same values in it. Somebody who knows these values finds the person.'
            : 'A row is unique in a set of columns when no other row has the same values in it. Somebody who knows these values finds the row.'}{' '}
        Looked at are all sets of up to three released columns, and each quasi-identifier beside all others.
      </p>
      {answer === null && !state.isAsking && (
        <p>
          <button type="button" class="main" onClick={() => state.start(null)}>
            Count unique {many}
          </button>
        </p>
      )}
      <Asking doing="Counting" {...state} onCancel={state.cancel} />
      {answer !== null && (
        <>
          <h3>What each quasi-identifier adds</h3>
          <p class="facts">
            Share of {many === 'people' ? 'people who' : 'rows that'} are unique by all quasi-identifiers, and no longer
            without this one.
            {answer.suda !== null &&
              ` Mean SUDA score, which weighs small unique sets most: ${scoreOf(answer.suda[0])} before, ${scoreOf(answer.suda[1])} after.`}
          </p>
          <ComparedBars
            caption="What each quasi-identifier adds to uniqueness"
            of="quasi-identifier"
            labels={answer.added.map(({ name }) => name)}
            before={answer.added.map(({ before }) => before)}
            after={answer.added.map(({ after }) => after)}
            write={percent}
          />
          {answer.contributions !== null && <Contributions of={answer.contributions} />}
          <SetsTable {...answer} many={many} />
        </>
      )}
    </>
  );
}

/** Columns of the smallest unique sets. */
function Contributions({ of }: { readonly of: NonNullable<UniqueSets['contributions']> }) {
  const most = of.reduce((a, b) => (b.before > a.before ? b : a));
  return (
    <>
      <h3>What each quasi-identifier contributes to SUDA scores</h3>
      <p class="facts">
        Share of all scores that comes from minimal unique sets with this column in them; a set counts for each of its
        columns, so that shares add up to more than 100 %.
        {most.before > 0 && ` Make ${most.name} coarser first: it has the largest share.`}
      </p>
      <ComparedBars
        caption="What each quasi-identifier contributes to SUDA scores"
        of="quasi-identifier"
        labels={of.map(({ name }) => name)}
        before={of.map(({ before }) => before)}
        after={of.map(({ after }) => after)}
        write={percent}
      />
    </>
  );
}

const scoreOf = (score: number): string => String(Number(score.toPrecision(3)));

const comparers: Readonly<Record<Order, (a: UniqueSet, b: UniqueSet) => number>> = {
  before: (a, b) => b.before - a.before || a.columns.length - b.columns.length,
  after: (a, b) => b.after - a.after || b.before - a.before,
  columns: (a, b) => a.columns.length - b.columns.length || b.before - a.before,
};

function SetsTable({ sets, isComplete, many }: UniqueSets & { readonly many: string }) {
  const [order, setOrder] = useState<Order>('before');
  const [all, setAll] = useState(false);
  const sorted = [...sets].sort(comparers[order]);
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  const head = (id: Order, text: string, kind?: string) => (
    <th scope="col" class={kind} aria-sort={order === id ? (id === 'columns' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" class="quiet" onClick={() => setOrder(id)}>
        {text}
        <span aria-hidden="true">{order === id ? (id === 'columns' ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
  return (
    <>
      <h3>Sets of columns</h3>
      {!isComplete && <p class="facts">There are too many sets: the first 1,000 were looked at, smaller ones first.</p>}
      <div class="scroll" tabIndex={0} role="group" aria-label={`Unique ${many} by sets of columns`}>
        <table class="unique">
          <thead>
            <tr>
              {head('columns', 'columns')}
              {head('before', 'unique before', 'number')}
              {head('after', 'unique after', 'number')}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ columns, before, after }) => (
              <tr key={columns.join('\0')}>
                <th scope="row">{columns.join(' + ')}</th>
                <td class="number">{percent(before)}</td>
                <td class="number">{percent(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && sorted.length > SHOWN && (
        <p>
          <button type="button" onClick={() => setAll(true)}>
            Show all {counted(sorted.length, 'set')}
          </button>
        </p>
      )}
    </>
  );
}
