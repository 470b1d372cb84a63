import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LatticeNode } from 'kohort/pictures';
import type { Finished } from '../finished.js';
import { ErrorText } from '../parts/error-text.js';
import { messageOf } from '../shell/tasks.js';
import { counted } from '../parts/words.js';
import type { JudgedNode } from './lattice-nodes.js';
import { heightsOf, impliedStates, judgeAll, mostJudged, sizeOf, solutionOf, statesOf } from './lattice-nodes.js';
import { heightOf } from './lattice-moves.js';
import { NodeTable } from './node-table.js';
import type { ResultProps } from '../result/result-section.js';
import type { Choices } from '../choices.js';
import { LatticePicture, NodeFacts } from './lattice-picture.js';
import { withLevels } from './take-levels.js';

/** True when the release came from a search over level vectors. */
export const hasLattice = ({ result }: Finished): boolean => solutionOf(result) !== null;

/** Judgements of the nodes of a release, for as long as the page has it. */
const known = new WeakMap<Finished, readonly JudgedNode[]>();

interface Props extends ResultProps {
  /** Sets the settings of the page. */
  readonly onTake: (choices: Choices) => void;
}

/** The lattice of a full-domain search: which level vectors satisfy, which are minimal, which was chosen, what each costs. */
export function LatticeView({ opened, finished, onTake }: Props) {
  const { result, job } = finished;
  const solution = solutionOf(result);
  const names = result.quasiIdentifiers;
  const heights = useMemo(() => heightsOf(opened, finished), [opened, finished]);
  const size = sizeOf(heights);
  const [judged, setJudged] = useState(known.get(finished) ?? null);
  const [error, setError] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ height: number; node: LatticeNode | null } | null>(null);

  useEffect(() => {
    if (judged !== null || size > mostJudged) return;
    const stop = new AbortController();
    judgeAll(opened.kept, job, stop.signal).then(
      (nodes) => {
        known.set(finished, nodes);
        setJudged(nodes);
      },
      (reason: unknown) => stop.signal.aborted || setError(messageOf(reason)),
    );
    return () => stop.abort();
  }, [finished]);

  const nodes = useMemo(
    () =>
      judged === null || solution === null
        ? impliedStates(heights, finished)
        : statesOf(names, judged, solution.levels),
    [judged, finished],
  );
  const facts = useMemo(
    () => new Map(judged?.map((each) => [names.map((name) => each.levels[name]).join(), each])),
    [judged, names],
  );
  if (solution === null) return null;
  const taken = chosen?.node ?? nodes.find(({ state }) => state === 'chosen') ?? null;
  const released = names.reduce((sum, name) => sum + solution.levels[name], 0);
  return (
    <>
      <p>
        {counted(size, 'level vector')} by height, the sum of their levels. Every line raises one attribute by one
        level. Minimal vectors satisfy the models while no vector just below them does.
      </p>
      {judged === null && size <= mostJudged && error === null && <p role="status">Judging every level vector</p>}
      {size > mostJudged && (
        <p class="facts">
          Too many to judge each: the results of the search are shown
          {solution.minimal === undefined && '; the algorithm all-minimal lists every minimal vector'}.
        </p>
      )}
      {error !== null && <ErrorText text={error} />}
      <LatticePicture
        names={names}
        nodes={nodes}
        facts={facts}
        chosen={chosen?.node ?? null}
        onChoose={(height, node) => setChosen({ height, node })}
      />
      {taken !== null && (
        <section class="chosen-point" aria-label="Chosen level vector">
          <div>
            <NodeFacts names={names} node={taken} fact={facts.get(taken.levels.join())} />
          </div>
          <p class="buttons">
            <button
              type="button"
              disabled={taken.state === 'fails'}
              onClick={() => onTake(withLevels(finished.choices, names, taken))}
            >
              Take these levels
            </button>
          </p>
        </section>
      )}
      <NodeTable
        names={names}
        nodes={nodes}
        height={chosen?.height ?? released}
        node={chosen?.node ?? null}
        facts={facts}
        onHeight={(height) => setChosen({ height, node: null })}
        onNode={(node) => setChosen({ height: heightOf(node), node })}
      />
    </>
  );
}
