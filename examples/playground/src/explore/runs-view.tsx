import type { Finished } from '../app.js';
import { count, kOf, percent, quantity } from '../parts/words.js';
import { PictureOf } from '../parts/picture.js';

interface Props {
  readonly runs: readonly Finished[];
  readonly shown: Finished;
  readonly onShow: (run: Finished) => void;
  readonly onName: (run: Finished, name: string) => void;
}

const algorithmOf = ({ result }: Finished): string => result.algorithm.name;
const smallestOf = ({ audit }: Finished): number | undefined => audit.classSizes[0]?.[0];

/** Every release of this file that was made here, side by side: which keeps more, and which risks more. */
export function RunsView({ runs, shown, onShow, onName }: Props) {
  const points = runs.flatMap((run) => {
    const smallest = smallestOf(run);
    const { loss } = run.result.metrics;
    return smallest === undefined || loss === null
      ? []
      : [{ k: kOf(run.job) ?? 1, risk: 1 / smallest, loss, algorithm: algorithmOf(run) }];
  });
  return (
    <>
      <p>Each release of this file that you made. Further down and to the left is better.</p>
      {points.length > 0 && (
        <PictureOf draw={(pictures, width) => pictures.drawRiskUtility(points, { width })} of={[runs]} />
      )}
      <div class="scroll" tabIndex={0} role="group" aria-label="Runs">
        <table class="runs">
          <thead>
            <tr>
              {['name', 'algorithm', 'loss', 'smallest class', 'classes', 'suppressed rows', 'search', 'shown'].map(
                (text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => {
              const { result } = run;
              return (
                <tr key={run.id} aria-current={run.id === shown.id}>
                  <td>
                    <input
                      type="text"
                      aria-label={`Name of run ${run.id}`}
                      value={run.name}
                      onInput={(event) => onName(run, event.currentTarget.value)}
                    />
                  </td>
                  <td>{algorithmOf(run)}</td>
                  <td class="number">{result.metrics.loss === null ? '-' : percent(result.metrics.loss)}</td>
                  <td class="number">{quantity(smallestOf(run) ?? 0)}</td>
                  <td class="number">{count(result.classes)}</td>
                  <td class="number">{count(result.suppressed)}</td>
                  <td>{result.search.optimal ? 'proven best' : 'no proof'}</td>
                  <td>
                    <button
                      type="button"
                      aria-label={`Show ${run.name}`}
                      disabled={run.id === shown.id}
                      onClick={() => onShow(run)}
                    >
                      Show
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
