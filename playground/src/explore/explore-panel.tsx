import type { Catalogue, Preview } from 'kohort/js';
import { useMemo, useState } from 'preact/hooks';
import type { Finished } from '../finished.js';
import type { Choices, Opened } from '../choices.js';
import { count, percent } from '../parts/words.js';
import type { Live } from '../shell/use-live.js';
import { BesideTable } from './beside-table.js';
import { CompareForm } from './compare-form.js';
import { Plane } from './plane.js';
import { type Point, figuresOfPreview, frontOf, pointOfRun } from './points.js';
import { MOST_BESIDE, PointsTable } from './points-table.js';
import type { Explored } from './use-explored.js';
import { useMeasured } from './use-measured.js';

/** Contents of the plane, and actions on its points. */
export interface ExplorePanelProps {
  readonly opened: Opened;
  readonly catalogue: Catalogue;
  /** The settings as they are now, and what they come to. */
  readonly choices: Choices;
  readonly live: Live;
  readonly runs: readonly Finished[];
  /** The release that is shown beside; null where none is. */
  readonly shown: Finished | null;
  readonly explored: Explored;
  readonly onShow: (run: Finished) => void;
  readonly onName: (run: Finished, name: string) => void;
  /** Sets the settings of the page. */
  readonly onTake: (choices: Choices) => void;
}

/** The plane of risk and loss with every release, pin and compared setting; a table of them, and some side by side. */
export function ExplorePanel(props: ExplorePanelProps) {
  const { opened, catalogue, choices, live, runs, shown, explored, onName } = props;
  const measured = useMeasured(live);
  const points = usePoints(props, measured);
  const front = useMemo(() => frontOf(points), [points]);
  const [chosenId, setChosen] = useState<string | null>(shown === null ? null : `release-${shown.id}`);
  const [besideIds, setBeside] = useState<readonly string[]>([]);
  const chosen = points.find(({ id }) => id === chosenId) ?? points[0] ?? null;
  const beside = points.filter(({ id }) => besideIds.includes(id)).slice(0, MOST_BESIDE);
  const runOf = ({ id }: Point): Finished | undefined => runs.find((run) => `release-${run.id}` === id);
  return (
    <div class="explore">
      <p class="buttons">
        <button
          type="button"
          disabled={measured === null}
          onClick={() => measured !== null && explored.pin(choices, measured)}
        >
          Pin these settings
        </button>
        <span class="facts">Further down and to the left is better: less is lost, and less is risked.</span>
      </p>
      {points.length === 0 ? (
        <p class="empty">Nothing to see yet: pin settings, compare algorithms, or make a release.</p>
      ) : (
        <>
          <Plane points={points} front={front} chosen={chosen?.id ?? null} onChoose={({ id }) => setChosen(id)} />
          {chosen !== null && <ChosenPoint {...props} point={chosen} run={runOf(chosen) ?? null} front={front} />}
          <PointsTable
            points={points}
            front={front}
            chosen={chosen?.id ?? null}
            beside={beside.map(({ id }) => id)}
            onChoose={({ id }) => setChosen(id)}
            onBeside={({ id }) =>
              setBeside((last) => (last.includes(id) ? last.filter((each) => each !== id) : [...last, id]))
            }
            onName={(point, name) => {
              const run = runOf(point);
              if (run === undefined) explored.rename(point, name);
              else onName(run, name);
            }}
          />
        </>
      )}
      {beside.length > 1 && <BesideTable points={beside} catalogue={catalogue} />}
      <CompareForm catalogue={catalogue} choices={choices} table={opened.table} explored={explored} />
    </div>
  );
}

/** Releases, pins, what comparing found, and the settings as they are now where nothing is released of them. */
function usePoints({ runs, explored, choices, live }: ExplorePanelProps, measured: Preview | null): readonly Point[] {
  const { preview: known, isOld, error } = live;
  const preview = isOld || error !== null ? null : (measured ?? known);
  return useMemo(() => {
    const now: Point[] =
      preview === null
        ? []
        : [{ id: 'now', kind: 'now', name: 'As it is now', choices, figures: figuresOfPreview(preview, choices) }];
    return [...now, ...runs.map(pointOfRun), ...explored.points];
  }, [runs, explored.points, preview]);
}

interface ChosenPointProps extends ExplorePanelProps {
  readonly point: Point;
  readonly run: Finished | null;
  readonly front: ReadonlySet<string>;
}

/** The figures of a point, and what can be done with it. */
function ChosenPoint({ point, run, front, shown, explored, onShow, onTake }: ChosenPointProps) {
  const { name, kind, choices, figures } = point;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['loss', figures.loss === null ? '-' : percent(figures.loss)],
    figures.cutsLinks
      ? ['smallest bucket', count(figures.smallest ?? 0)]
      : ['highest risk', figures.smallest === null ? '-' : `1 in ${count(figures.smallest)}`],
    ['classes', count(figures.classes)],
    ['suppressed rows', count(figures.suppressed)],
    ['algorithm', figures.algorithm],
    ['search', figures.proof ?? 'no proof'],
  ];
  return (
    <section class="chosen-point" aria-label={`Chosen: ${name}`}>
      <h3>
        {name} {front.has(point.id) && <span class="facts">on the Pareto front</span>}
      </h3>
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="buttons">
        {kind !== 'now' && (
          <button type="button" onClick={() => onTake(choices)}>
            Take these choices
          </button>
        )}
        {run !== null && run.id !== shown?.id && (
          <button type="button" aria-label={`Show ${name}`} onClick={() => onShow(run)}>
            Show the release
          </button>
        )}
        {kind === 'compared' && (
          <button type="button" onClick={() => explored.keep(point)}>
            Pin it
          </button>
        )}
        {(kind === 'pin' || kind === 'compared') && (
          <button type="button" aria-label={`Remove ${name}`} onClick={() => explored.remove(point)}>
            Remove
          </button>
        )}
      </p>
    </section>
  );
}
