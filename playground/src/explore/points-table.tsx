import { count, percent } from '../parts/words.js';
import type { Point } from './points.js';

interface Props {
  readonly points: readonly Point[];
  readonly front: ReadonlySet<string>;
  readonly chosen: string | null;
  /** Ids of the points that are laid side by side. */
  readonly beside: readonly string[];
  readonly onChoose: (point: Point) => void;
  readonly onBeside: (point: Point) => void;
  readonly onName: (point: Point, name: string) => void;
}

/** Most points that are laid side by side. */
export const MOST_BESIDE = 4;

const kinds: Readonly<Record<Point['kind'], string>> = {
  release: 'release',
  pin: 'pinned',
  compared: 'compared',
  now: 'now',
};

/** Every point of the plane as a row: the way by keyboard, and for those who do not see the plane. */
export function PointsTable({ points, front, chosen, beside, onChoose, onBeside, onName }: Props) {
  const head = ['look at', 'beside', 'name', 'what', 'algorithm', 'k', 'loss', 'smallest class', 'classes'];
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Points of the plane">
      <table class="runs">
        <thead>
          <tr>
            {[...head, 'suppressed', 'search', 'Pareto front'].map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => {
            const { id, kind, name, figures } = point;
            return (
              <tr key={id} aria-current={id === chosen}>
                <td>
                  <input
                    type="radio"
                    name="point"
                    aria-label={`Look at ${name}`}
                    checked={id === chosen}
                    onChange={() => onChoose(point)}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Lay ${name} beside others`}
                    checked={beside.includes(id)}
                    disabled={!beside.includes(id) && beside.length >= MOST_BESIDE}
                    onChange={() => onBeside(point)}
                  />
                </td>
                <td>
                  {kind === 'release' || kind === 'pin' ? (
                    <input
                      type="text"
                      aria-label={`Name of ${kind === 'release' ? 'run' : 'pin'} ${id.replace(/^\D+/, '')}`}
                      value={name}
                      onInput={(event) => onName(point, event.currentTarget.value)}
                    />
                  ) : (
                    name
                  )}
                </td>
                <td>{kinds[kind]}</td>
                <td>{figures.algorithm}</td>
                <td class="number">{figures.k}</td>
                <td class="number">{figures.loss === null ? '-' : percent(figures.loss)}</td>
                <td class="number">{figures.smallest === null ? '-' : count(figures.smallest)}</td>
                <td class="number">{count(figures.classes)}</td>
                <td class="number">{count(figures.suppressed)}</td>
                <td class="proof">{figures.proof ?? 'no proof'}</td>
                <td>{front.has(id) ? '✓ on it' : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
