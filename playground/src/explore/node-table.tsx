import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LatticeNode } from 'kohort/pictures';
import { Select } from '../parts/fields.js';
import { count, counted, quantity } from '../parts/words.js';
import { heightOf } from './lattice-moves.js';
import type { JudgedNode } from './lattice-nodes.js';

interface Props {
  readonly names: readonly string[];
  readonly nodes: readonly LatticeNode[];
  /** Judgements of nodes, by their levels joined by commas; empty while there are none. */
  readonly facts: ReadonlyMap<string, JudgedNode>;
  readonly height: number;
  /** The node that was clicked. */
  readonly node: LatticeNode | null;
  readonly onHeight: (height: number) => void;
  /** Chooses a node. */
  readonly onNode: (node: LatticeNode) => void;
}

const shownFirst = 25;
const order: readonly LatticeNode['state'][] = ['chosen', 'minimal', 'satisfies', 'unknown', 'fails'];

/** The level vectors of one height with their metrics: the clicked one first, then the chosen, minimal, satisfying, failing ones. */
export function NodeTable({ names, nodes, facts, height, node, onHeight, onNode }: Props) {
  const [shown, setShown] = useState(shownFirst);
  const heights = useMemo(() => [...new Set(nodes.map(heightOf))].sort((a, b) => a - b), [nodes]);
  const clicked = node?.levels.join();
  const rows = useMemo(() => {
    const rank = ({ levels, state }: LatticeNode): number => (levels.join() === clicked ? -1 : order.indexOf(state));
    const loss = ({ levels }: LatticeNode): number => facts.get(levels.join())?.metrics.loss ?? 0;
    return nodes.filter((each) => heightOf(each) === height).sort((a, b) => rank(a) - rank(b) || loss(a) - loss(b));
  }, [nodes, facts, height, clicked]);
  useEffect(() => setShown(shownFirst), [height]);
  const metrics = Object.keys(facts.values().next().value?.metrics ?? {});
  return (
    <>
      <p class="fields">
        <Select
          label="Height"
          value={String(height)}
          options={heights.map((each) => [String(each), String(each)])}
          onChange={(value) => onHeight(Number(value))}
        />
        <span class="facts" role="status">
          {summaryOf(rows)}
        </span>
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label={`Level vectors of height ${height}`}>
        <table class="nodes">
          <thead>
            <tr>
              <th scope="col">state</th>
              {names.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              {facts.size > 0 &&
                ['suppressed rows', 'classes', ...metrics].map((name) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((each) => {
              const known = facts.get(each.levels.join());
              return (
                <tr key={each.levels.join()} aria-current={each.levels.join() === clicked}>
                  <th scope="row">
                    <button
                      type="button"
                      class="quiet"
                      aria-label={`${each.state}, look at ${each.levels.join(' ')}`}
                      onClick={() => onNode(each)}
                    >
                      {each.state}
                    </button>
                  </th>
                  {each.levels.map((level, a) => (
                    <td key={names[a]} class="number">
                      {level}
                    </td>
                  ))}
                  {known !== undefined && (
                    <>
                      <td class="number">{count(known.suppressed)}</td>
                      <td class="number">{count(known.classes)}</td>
                      {metrics.map((name) => (
                        <td key={name} class="number">
                          {quantity(known.metrics[name])}
                        </td>
                      ))}
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <p class="buttons">
          <button type="button" onClick={() => setShown(shown + 100)}>
            Show more
          </button>
          <span class="facts">
            {count(shown)} of {count(rows.length)} are shown
          </span>
        </p>
      )}
    </>
  );
}

const words: Readonly<Record<LatticeNode['state'], readonly [one: string, many: string]>> = {
  chosen: ['chosen', 'chosen'],
  minimal: ['minimal', 'minimal'],
  satisfies: ['satisfies above those', 'satisfy above those'],
  unknown: ['unknown', 'unknown'],
  fails: ['fails', 'fail'],
};

/** `5 level vectors: 1 chosen, 2 minimal, 2 fail` */
function summaryOf(rows: readonly LatticeNode[]): string {
  const parts = order.flatMap((state) => {
    const found = rows.filter((each) => each.state === state).length;
    return found === 0 ? [] : [counted(found, ...words[state])];
  });
  return `${counted(rows.length, 'level vector')}: ${parts.join(', ')}`;
}
