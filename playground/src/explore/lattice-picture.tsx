import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LatticeNode } from 'kohort/pictures';
import { PictureOf } from '../parts/picture.js';
import { counted, percent } from '../parts/words.js';
import type { JudgedNode } from './lattice-nodes.js';
import { heightOf, nodeBeside } from './lattice-moves.js';

interface Props {
  readonly names: readonly string[];
  readonly nodes: readonly LatticeNode[];
  /** Judgements of nodes, by their levels joined by commas. */
  readonly facts: ReadonlyMap<string, JudgedNode>;
  /** The node that was chosen, where the keys begin. */
  readonly chosen: LatticeNode | null;
  readonly onChoose: (height: number, node: LatticeNode | null) => void;
}

/** A circle that is looked at, by the pointer or by the keys, and where it stands in the picture. */
interface Looked {
  readonly node: LatticeNode;
  readonly x: number;
  readonly y: number;
}

const verdicts: Readonly<Record<LatticeNode['state'], string>> = {
  chosen: 'Released. It holds.',
  minimal: 'Holds, and nothing just below does.',
  satisfies: 'Holds.',
  fails: 'Does not hold: too many rows would be suppressed.',
  unknown: 'Not judged.',
};

/** The lattice as a picture that is gone through by the arrow keys; what is looked at is described beside it. */
export function LatticePicture({ names, nodes, facts, chosen, onChoose }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isByKeys, setByKeys] = useState(false);
  const known = useMemo(() => new Map(nodes.map((node) => [node.levels.join(), node])), [nodes]);
  const lookedAt = useRef<LatticeNode | null>(null);
  lookedAt.current = looked?.node ?? null;
  // Keeps the circle in focus if the new lattice has it, as after another judgement of the same one.
  useEffect(() => {
    setLooked((last) => {
      const node = last === null ? undefined : known.get(last.node.levels.join());
      return last === null || node === undefined ? null : { ...last, node };
    });
  }, [nodes]);

  function look(node: LatticeNode | null): void {
    const circle = node === null ? null : circleOf(place.current, node);
    if (node === null || circle === null || place.current === null) return setLooked(null);
    const [own, all] = [circle.getBoundingClientRect(), place.current.getBoundingClientRect()];
    setLooked({ node, x: own.x + own.width / 2 - all.x, y: own.y - all.y });
  }
  const pointed = (event: Event): LatticeNode | null => {
    const levels = event.target instanceof SVGElement ? event.target.dataset.levels : undefined;
    return levels === undefined ? null : (known.get(levels) ?? null);
  };
  const start = chosen ?? nodes.find(({ state }) => state === 'chosen') ?? nodes[0];
  function onKeyDown(event: KeyboardEvent): void {
    const now = looked?.node ?? start;
    const next = event.key === 'Enter' || event.key === ' ' ? now : nodeBeside(nodes, now, event.key);
    if (next === null) return;
    event.preventDefault();
    if (next === now) onChoose(heightOf(now), now);
    setByKeys(true);
    look(next);
  }
  // The ring of the one that is looked at is drawn by the style sheet.
  useLayoutEffect(() => {
    const circle = looked === null ? null : circleOf(place.current, looked.node);
    circle?.classList.add('looked-at');
    return () => circle?.classList.remove('looked-at');
  }, [looked]);

  return (
    <div
      ref={place}
      class="lattice"
      role="application"
      aria-roledescription="picture of level vectors"
      aria-label="Lattice"
      aria-describedby="lattice-keys"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => looked === null && place.current?.matches(':focus-visible') && look(start)}
      onBlur={() => look(null)}
      onPointerOver={(event) => {
        const node = pointed(event);
        if (node === null) return;
        setByKeys(false);
        look(node);
      }}
      onPointerOut={(event) => pointed(event) !== null && !isByKeys && look(null)}
    >
      <p class="hidden" id="lattice-keys">
        Arrow keys go to the next level vector: left and right at one height, up and down to another one. Enter chooses
        it.
      </p>
      <PictureOf
        draw={(pictures, width) => {
          const drawn = pictures.drawLattice(names, nodes, { width, onChoose });
          // The page describes nodes itself.
          drawn.querySelectorAll('circle title').forEach((title) => title.remove());
          if (lookedAt.current !== null) circleOf(drawn, lookedAt.current)?.classList.add('looked-at');
          return drawn;
        }}
        of={[nodes]}
      />
      {looked !== null && (
        <div
          class={looked.x > (place.current?.clientWidth ?? 0) / 2 ? 'node-tip left' : 'node-tip'}
          style={{ left: `${looked.x}px`, top: `${looked.y}px` }}
        >
          <NodeFacts names={names} node={looked.node} fact={facts.get(looked.node.levels.join())} />
        </div>
      )}
      <p class="hidden" role="status">
        {looked !== null && isByKeys && describeNode(names, looked.node, facts.get(looked.node.levels.join()))}
      </p>
    </div>
  );
}

const circleOf = (place: Element | null, { levels }: LatticeNode): SVGElement | null =>
  place?.querySelector<SVGElement>(`circle[data-levels="${levels.join()}"]`) ?? null;

interface NodeFactsProps {
  readonly names: readonly string[];
  readonly node: LatticeNode;
  readonly fact: JudgedNode | undefined;
}

/** A level vector in words: its levels, whether it holds, and what it costs. */
export function NodeFacts({ names, node, fact }: NodeFactsProps) {
  return (
    <>
      <p class="node-levels">
        {node.levels.map((level, a) => (
          <span key={names[a]}>
            {names[a]} <strong>{level}</strong>
          </span>
        ))}
      </p>
      <p class={node.state === 'fails' ? 'node-verdict fails' : 'node-verdict'}>{verdicts[node.state]}</p>
      {fact !== undefined && <p class="facts">{costOf(fact)}</p>}
    </>
  );
}

const costOf = ({ metrics, suppressed, classes }: JudgedNode): string =>
  [
    ...(typeof metrics.loss === 'number' ? [`loss ${percent(metrics.loss)}`] : []),
    suppressed === 0 ? 'no row suppressed' : `${counted(suppressed, 'row')} suppressed`,
    counted(classes, 'class', 'classes'),
  ].join(', ');

/** Description of a node for screen readers. */
export const describeNode = (names: readonly string[], node: LatticeNode, fact: JudgedNode | undefined): string =>
  [
    names.map((name, a) => `${name} ${node.levels[a]}`).join(', '),
    verdicts[node.state],
    ...(fact === undefined ? [] : [costOf(fact)]),
  ].join('. ');
