import { useState } from 'preact/hooks';
import type { AskableColumn, Condition } from '../assess/answers.js';
import { useAnswer } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { Select, plain } from '../parts/fields.js';
import { count, percent } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';
import type { CureProps } from '../result/summary.js';
import { OwnQueries } from './own-queries.js';

/** Most columns of a query. */
const MOST = 3;

/** Errors of counts: over a fixed set of queries, and for one that the user makes. */
export function QueriesView({ finished, onCure }: ResultProps & CureProps) {
  const { queryError, queryErrorMedian } = finished.result.metrics;
  const askable = useAnswer(finished, 'askable', null);
  return (
    <>
      {typeof queryError === 'number' ? (
        <p class="answer">
          A count over random conditions is off by {percent(queryError)} on average
          {typeof queryErrorMedian === 'number' && `, half of them by ${percent(queryErrorMedian)} or less`}.
        </p>
      ) : (
        <p class="note">The error of counting queries is not defined for this release.</p>
      )}
      <p class="facts">
        32 queries, the same for every release of this file: ranges of one to three quasi-identifiers, in every second
        one of the sensitive column too. What is expected of a range is taken as spread evenly over its values;
        suppressed rows over all values.
      </p>
      <OwnQueries finished={finished} onCure={onCure} />
      <h3>Ask one yourself</h3>
      <Asking doing="Reading the columns" {...askable} />
      {askable.answer !== null && askable.answer.length > 0 && (
        <QueryBuilder finished={finished} columns={askable.answer} />
      )}
    </>
  );
}

/** A condition as it is written: ends of a range, or values. */
interface Draft {
  readonly column: string;
  readonly from: string;
  readonly to: string;
  readonly values: readonly string[];
}

const conditionOf = ({ column, from, to, values }: Draft, { isRange }: AskableColumn): Condition | null => {
  if (isRange) return from.trim() === '' && to.trim() === '' ? null : { column, from, to };
  return values.length === 0 ? null : { column, values };
};

interface BuilderProps extends Pick<ResultProps, 'finished'> {
  readonly columns: readonly AskableColumn[];
}

function QueryBuilder({ finished, columns }: BuilderProps) {
  const first = (column: string): Draft => ({ column, from: '', to: '', values: [] });
  const [drafts, setDrafts] = useState<readonly Draft[]>([first(columns[0].name)]);
  const of = (name: string): AskableColumn => columns.find((each) => each.name === name) ?? columns[0];
  const conditions = drafts.flatMap((draft) => conditionOf(draft, of(draft.column)) ?? []);
  const state = useAnswer(finished, 'count', conditions);
  const change = (at: number, part: Partial<Draft>): void =>
    setDrafts(drafts.map((draft, i) => (i === at ? { ...draft, ...part } : draft)));
  const unused = columns.filter(({ name }) => drafts.every(({ column }) => column !== name));
  return (
    <div class="query card">
      <p>How many rows have ...</p>
      {drafts.map((draft, at) => (
        <fieldset key={at}>
          <legend class="hidden">Condition {at + 1}</legend>
          <Select
            label={`Column ${at + 1}`}
            isLabelHidden
            value={draft.column}
            options={plain([draft.column, ...unused.map(({ name }) => name)])}
            onChange={(column) => change(at, first(column))}
          />
          <ConditionFields column={of(draft.column)} draft={draft} onChange={(part) => change(at, part)} />
          {drafts.length > 1 && (
            <button type="button" class="quiet" onClick={() => setDrafts(drafts.filter((_, i) => i !== at))}>
              Remove {draft.column}
            </button>
          )}
        </fieldset>
      ))}
      {drafts.length < MOST && unused.length > 0 && (
        <button type="button" onClick={() => setDrafts([...drafts, first(unused[0].name)])}>
          And ...
        </button>
      )}
      {state.error !== null && <Asking doing="Counting" {...state} />}
      {state.answer !== null && conditions.length > 0 && <Counted {...state.answer} />}
      {conditions.length === 0 && <p class="facts">Write an end of a range, or choose values.</p>}
    </div>
  );
}

interface FieldsProps {
  readonly column: AskableColumn;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function ConditionFields({ column: { name, isRange, values }, draft, onChange }: FieldsProps) {
  if (isRange) {
    return (
      <span class="ends">
        <label>
          from{' '}
          <input
            type="text"
            size={8}
            aria-label={`${name} from`}
            value={draft.from}
            onInput={(event) => onChange({ from: event.currentTarget.value })}
          />
        </label>
        <label>
          to{' '}
          <input
            type="text"
            size={8}
            aria-label={`${name} to`}
            value={draft.to}
            onInput={(event) => onChange({ to: event.currentTarget.value })}
          />
        </label>
      </span>
    );
  }
  if (values.length === 0) return <span class="facts">Every value of it is rare.</span>;
  return (
    <label>
      <span class="hidden">Values of {name}</span>
      <select
        multiple
        size={Math.min(6, Math.max(2, values.length))}
        aria-label={`Values of ${name}`}
        onChange={(event) =>
          onChange({ values: Array.from(event.currentTarget.selectedOptions, (option) => option.value) })
        }
      >
        {values.map((value) => (
          <option key={value} value={value} selected={draft.values.includes(value)}>
            {value === '' ? '(empty)' : value}
          </option>
        ))}
      </select>
    </label>
  );
}

function Counted({ before, after }: { readonly before: number; readonly after: number }) {
  const error = before === 0 ? null : Math.abs(after - before) / before;
  return (
    <dl class="cards" aria-live="polite">
      <div>
        <dt>in the original</dt>
        <dd>{count(before)}</dd>
      </div>
      <div>
        <dt>expected from the release</dt>
        <dd>{count(Math.round(after))}</dd>
      </div>
      <div>
        <dt>off by</dt>
        <dd>{error === null ? '-' : percent(error)}</dd>
      </div>
    </dl>
  );
}
