import { queryErrorText } from 'kohort/assess';
import type { CheckedJob } from 'kohort/js';
import { useState } from 'preact/hooks';
import { publishedResult } from '../leave/published.js';
import type { ResultProps } from '../result/result-section.js';
import type { CureProps } from '../result/summary.js';

type Queries = NonNullable<CheckedJob['queries']>;

/** Counting queries of the job: their errors in the release, and a form that adds one to the choices. */
export function OwnQueries({ finished, onCure }: Pick<ResultProps, 'finished'> & CureProps) {
  const { queries: asked = [] } = finished.job;
  const { queries: answered = [] } = publishedResult(finished);
  const change = (to: (queries: Queries) => Queries): void =>
    onCure(({ queries = [], ...last }) => {
      const next = to(queries);
      return next.length === 0 ? last : { ...last, queries: next };
    });
  return (
    <>
      <h3>Queries of the job</h3>
      {asked.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">query</th>
              <th scope="col">condition</th>
              <th scope="col">error</th>
            </tr>
          </thead>
          <tbody>
            {asked.map(({ name, where }, i) => {
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{where}</td>
                  <td>{queryErrorText(answered.at(i))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p class="facts">
        Conditions such as <code>age &gt;= 65 and sex = 'F'</code>, on columns that are released. Errors are rounded so
        that the counts stay open, and not shown where fewer than k are counted or left out. The next run answers a
        query that is added here.
      </p>
      {asked.length > 0 && (
        <button type="button" class="quiet" onClick={() => change(() => [])}>
          Remove all queries
        </button>
      )}
      <QueryForm onAdd={(name, where) => change((queries) => [...queries, { name, where }])} />
    </>
  );
}

function QueryForm({ onAdd }: { readonly onAdd: (name: string, where: string) => void }) {
  const [name, setName] = useState('');
  const [where, setWhere] = useState('');
  const isReady = name.trim() !== '' && where.trim() !== '';
  return (
    <form
      class="query card"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAdd(name.trim(), where.trim());
      }}
    >
      <label>
        Name <input type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        Condition <input type="text" size={40} value={where} onInput={(event) => setWhere(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!isReady}>
        Ask in the next run
      </button>
    </form>
  );
}
