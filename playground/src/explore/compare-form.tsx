import type { Catalogue, Table } from 'kohort/js';
import { useState } from 'preact/hooks';
import type { Choices } from '../choices.js';
import { counted } from '../parts/words.js';
import { needsPublic } from '../search/algorithm-words.js';
import { fitLevels } from '../search/fit-levels.js';
import { type Planned, SIZES, planOf, quickSet, readSizes } from './compare-plan.js';
import type { Explored } from './use-explored.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly table: Table;
  readonly explored: Explored;
}

/** Algorithms and sizes of groups to compare, and the progress. */
export function CompareForm({ catalogue, choices, table, explored }: Props) {
  const { rows } = table;
  const { comparing, failures } = explored;
  const plan = (): Planned[] => planOf(choices, algorithms, sizes ?? [], (each) => fitLevels(each, table));
  const quick = quickSet(choices, rows);
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const [text, setText] = useState(SIZES.filter((size) => size <= rows).join(', '));
  const [seconds, setSeconds] = useState('2');
  const names = catalogue.algorithms.map(({ name }) => name).filter((name) => !needsPublic(name));
  const algorithms = ticked ?? quick;
  const sizes = readSizes(text, rows);
  const limit = Number(seconds);
  const isLimited = seconds !== '' && limit > 0;
  const runs = algorithms.length * (sizes?.length ?? 0);
  const canCompare = sizes !== null && isLimited && runs > 0;
  const tick = (name: string, isOn: boolean): void =>
    setTicked(names.filter((each) => (each === name ? isOn : algorithms.includes(each))));
  const box = (name: string) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={algorithms.includes(name)}
        onChange={(event) => tick(name, event.currentTarget.checked)}
      />
      {name}
    </label>
  );
  return (
    <section class="compare" aria-labelledby="compare-title">
      <h3 id="compare-title">Compare</h3>
      <p class="facts">
        Your settings with other algorithms and sizes of groups, one after the other. Algorithms that need levels get
        suggested hierarchies where a column has none. Nothing is released.
      </p>
      <div class="ticks" role="group" aria-label="Algorithms to compare">
        {quick.map(box)}
      </div>
      <details>
        <summary>More algorithms</summary>
        <div class="ticks" role="group" aria-label="More algorithms to compare">
          {names.filter((name) => !quick.includes(name)).map(box)}
        </div>
      </details>
      <p class="fields">
        <label>
          Sizes of groups{' '}
          <input
            type="text"
            size={16}
            value={text}
            aria-invalid={sizes === null}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label>
          Seconds each{' '}
          <input
            type="number"
            min={0.1}
            step="any"
            value={seconds}
            aria-invalid={!isLimited}
            onInput={(event) => setSeconds(event.currentTarget.value)}
          />
        </label>
      </p>
      {sizes === null && (
        <p class="error" role="alert">
          Whole numbers from 1 to the number of rows, such as 2, 5, 10.
        </p>
      )}
      <p class="buttons">
        {comparing === null ? (
          <button type="button" class="main" disabled={!canCompare} onClick={() => explored.compare(plan(), limit)}>
            Compare
          </button>
        ) : (
          <button type="button" onClick={explored.cancel}>
            Cancel comparing
          </button>
        )}
        {comparing === null ? (
          canCompare && (
            <span class="facts">
              {counted(runs, 'run')}, at most {counted(Math.ceil(runs * limit), 'second')} of searching
            </span>
          )
        ) : (
          <>
            <progress max={comparing.all} value={comparing.done} aria-label="Runs compared" />
            <span class="facts" role="status">
              {comparing.done + 1} of {comparing.all}: {comparing.now.algorithm}, k {comparing.now.k}
            </span>
          </>
        )}
      </p>
      {failures.length > 0 && (
        <ul class="failures" aria-label="Without a result">
          {failures.map(({ algorithm, sizes: of, text: why }) => (
            <li key={`${algorithm} ${why}`}>
              <strong>
                {algorithm}, k {of.join(', ')}:
              </strong>{' '}
              {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
