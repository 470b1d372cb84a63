import { extentOf } from '../parts/extent.js';
import { useState } from 'preact/hooks';
import type { PairTable } from '../assess/answers.js';
import { useAnswer } from '../assess/use-assess.js';
import { Asking } from '../parts/asking.js';
import { Select, plain } from '../parts/fields.js';
import { count } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

type Shown = 'before' | 'after' | 'difference';

const KINDS: readonly (readonly [Shown, string])[] = [
  ['after', 'after'],
  ['before', 'before'],
  ['difference', 'difference'],
];

/** Rows by the values of two columns, before and after. */
export function PairsView({ finished }: ResultProps) {
  const { original, release, apart, result } = finished;
  const names = original.columns
    .map(({ name }) => name)
    .filter((name) => release.column(name) !== undefined || apart?.column(name) !== undefined);
  const first = result.quasiIdentifiers[0] ?? names[0];
  const [down, setDown] = useState(first);
  const [across, setAcross] = useState(names.find((name) => name !== first) ?? first);
  const [shown, setShown] = useState<Shown>('difference');
  const state = useAnswer(finished, 'pair', { across, down });
  const pair = state.answer;
  return (
    <>
      <p>
        Rows by the values of two columns. Of the release they are expected rows: a range counts for all of its values
        alike. At most 20 groups a column; values that are rare stand together.
      </p>
      <p class="fields">
        <Select label="Down" value={down} options={plain(names)} onChange={setDown} />
        <Select label="Across" value={across} options={plain(names)} onChange={setAcross} />
      </p>
      <Asking doing="Counting" {...state} />
      {pair !== null && (
        <>
          <Association pair={pair} names={[down, across]} />
          <div class="heat-pair">
            <HeatTable pair={pair} shown="before" names={[down, across]} />
            <HeatTable pair={pair} shown={shown === 'before' ? 'after' : shown} names={[down, across]} />
          </div>
          <p class="fields">
            <Select
              label="Second table"
              value={shown}
              options={KINDS.filter(([kind]) => kind !== 'before')}
              onChange={setShown}
            />
          </p>
        </>
      )}
    </>
  );
}

function Association({ pair, names }: { readonly pair: PairTable; readonly names: readonly [string, string] }) {
  const [before, after] = pair.association;
  const write = (value: number | null): string => (value === null ? '-' : value.toFixed(2));
  return (
    <p>
      Association of {names[0]} and {names[1]} (Cramér's V of these tables: 0 none, 1 complete): <b>{write(before)}</b>{' '}
      before, <b>{write(after)}</b> after.
    </p>
  );
}

interface HeatProps {
  readonly pair: PairTable;
  readonly shown: Shown;
  readonly names: readonly [down: string, across: string];
}

/** A table whose cells are the deeper the more rows they have. */
function HeatTable({ pair, shown, names: [down, across] }: HeatProps) {
  const cells = pair.down.map((_, row) =>
    pair.across.map((__, column) => {
      const [was, is] = [pair.before[row][column], pair.after[row][column]];
      return shown === 'before' ? was : shown === 'after' ? is : is - was;
    }),
  );
  const most = Math.max(1, extentOf(cells.flat().map(Math.abs)).most);
  const titles: Readonly<Record<Shown, string>> = { before: 'Before', after: 'After', difference: 'After less before' };
  const sign = (value: number): string =>
    shown === 'difference' && Math.round(value) > 0 ? `+${count(Math.round(value))}` : count(Math.round(value) || 0);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={`${titles[shown]}, rows`}>
      <table class="heat">
        <caption>{titles[shown]}</caption>
        <thead>
          <tr>
            <th scope="col">
              {down} / {across}
            </th>
            {pair.across.map((label, at) => (
              <th key={at} scope="col" class="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pair.down.map((label, row) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {cells[row].map((value, at) => (
                <td
                  key={at}
                  class={`number${value < 0 ? ' less' : ''}`}
                  style={{ '--share': `${Math.round(45 * Math.sqrt(Math.abs(value) / most))}%` }}
                >
                  {sign(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
