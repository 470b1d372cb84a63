import { useEffect, useRef, useState } from 'preact/hooks';
import { count, counted, percent } from '../parts/words.js';
import { layOut, type Placed } from './plane-layout.js';
import type { Point } from './points.js';

interface Props {
  readonly points: readonly Point[];
  readonly front: ReadonlySet<string>;
  /** Id of the point whose figures are shown. */
  readonly chosen: string | null;
  readonly onChoose: (point: Point) => void;
}

const height = 340;

/** Loss against risk: every release, pin and compared setting as a point; the table beside it has the same figures. */
export function Plane({ points, front, chosen, onChoose }: Props) {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  const drawn = layOut(points, front, { width, height });
  return (
    <figure class="plane" ref={place}>
      {width > 0 && drawn !== null && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`Loss against highest risk: ${counted(drawn.placed.length, 'point')}, ${count(front.size)} of them on the Pareto front`}
        >
          <g class="plane-grid">
            {drawn.lossTicks.map(({ at, value }) => (
              <g key={value}>
                <line x1={drawn.left} x2={drawn.right} y1={at} y2={at} />
                <text x={drawn.left - 8} y={at + 4} text-anchor="end">
                  {percent(value)}
                </text>
              </g>
            ))}
            {drawn.riskTicks.map(({ at, value }) => (
              <g key={value}>
                <line x1={at} x2={at} y1={drawn.bottom} y2={drawn.bottom + 5} />
                <text x={at} y={drawn.bottom + 18} text-anchor="middle">
                  1 in {count(value)}
                </text>
              </g>
            ))}
          </g>
          <text class="plane-title" x={drawn.left} y={12}>
            ↑ loss
          </text>
          <text class="plane-title" x={drawn.right} y={height - 4} text-anchor="end">
            highest risk →
          </text>
          {drawn.lines.map(({ name, path }) => (
            <path key={name} class="plane-line" d={path} />
          ))}
          {drawn.front !== '' && <path class="plane-front" d={drawn.front} />}
          {drawn.placed.map((placed) => (
            <Mark
              key={placed.point.id}
              placed={placed}
              isChosen={placed.point.id === chosen}
              onChoose={() => onChoose(placed.point)}
            />
          ))}
          {drawn.labels.map(({ key, x, y, text, anchor }) => (
            <text key={key} class="plane-label" x={x} y={y} text-anchor={anchor}>
              {text}
            </text>
          ))}
        </svg>
      )}
      <Legend />
    </figure>
  );
}

interface MarkProps {
  readonly placed: Placed;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Mark({ placed: { point, x, y }, isChosen, onChoose }: MarkProps) {
  const { name, figures, kind } = point;
  return (
    <g class={`mark ${kind}`} transform={`translate(${x} ${y})`} onClick={onChoose}>
      <title>{`${name}: loss ${percent(figures.loss ?? 0)}, 1 in ${count(figures.smallest ?? 1)}`}</title>
      <rect class="mark-hit" x={-12} y={-12} width={24} height={24} />
      {isChosen && <rect class="mark-chosen" x={-13} y={-13} width={26} height={26} rx={13} />}
      {figures.isProven && <circle class="mark-proven" r={9.5} />}
      <Sign kind={kind} />
    </g>
  );
}

function Sign({ kind }: Pick<Point, 'kind'>) {
  if (kind === 'now') return <path class="sign" d="M-7 0H7M0-7V7" />;
  if (kind === 'pin') return <path class="sign" d="M0-7 7 0 0 7-7 0Z" />;
  return <circle class="sign" r={kind === 'release' ? 5.5 : 4.5} />;
}

const kinds: readonly (readonly [kind: Point['kind'], text: string])[] = [
  ['release', 'release'],
  ['pin', 'pinned settings'],
  ['compared', 'found by comparing'],
  ['now', 'settings as they are now'],
];

/** Meanings of the signs. */
function Legend() {
  const sign = (content: preact.ComponentChildren) => (
    <svg viewBox="-13 -13 26 26" width={20} height={20} aria-hidden="true">
      {content}
    </svg>
  );
  return (
    <figcaption class="plane-legend">
      {kinds.map(([kind, text]) => (
        <span key={kind}>
          {sign(
            <g class={`mark ${kind}`}>
              <Sign kind={kind} />
            </g>,
          )}
          {text}
        </span>
      ))}
      <span>
        {sign(
          <g class="mark compared">
            <circle class="mark-proven" r={9.5} />
            <circle class="sign" r={4.5} />
          </g>,
        )}
        proven best of its kind
      </span>
      <span>links cut: in the table alone, without a risk of this kind</span>
      <span>
        {sign(<path class="plane-front" d="M-12-6H0V6H12" />)}
        Pareto front: nothing found has less risk and less loss
      </span>
    </figcaption>
  );
}
