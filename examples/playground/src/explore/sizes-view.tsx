import { useEffect, useRef, useState } from 'preact/hooks';
import type { Table } from 'kohort/js';
import type { RiskUtilityPoint } from 'kohort/pictures';
import type { Finished } from '../app.js';
import { client } from '../client.js';
import { ErrorText } from '../parts/error-text.js';
import { messageOf } from '../shell/tasks.js';
import { percent, quantity } from '../parts/words.js';
import { Numbers } from '../parts/numbers.js';
import { PictureOf } from '../parts/picture.js';
import type { ResultProps } from '../result/result-section.js';

const ks = [2, 3, 5, 10, 20, 50, 100, 200];
const secondsEach = 10;

/** What was computed for a release, for as long as the page has it. */
const known = new WeakMap<Finished, readonly RiskUtilityPoint[]>();

/** The same job for several k: what more privacy costs. */
export function SizesView({ opened, finished }: ResultProps) {
  const [points, setPoints] = useState(known.get(finished) ?? []);
  const [k, setK] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function compute(): Promise<void> {
    const ended = new AbortController();
    stop.current = ended;
    const found: RiskUtilityPoint[] = [];
    const failed: string[] = [];
    setErrors([]);
    for (const each of ks.filter((size) => size <= opened.table.rows)) {
      setK(each);
      try {
        const point = await runFor(each, opened.table, finished, ended.signal);
        if (point !== null) found.push(point);
      } catch (reason) {
        if (ended.signal.aborted) break;
        failed.push(`k = ${each}: ${messageOf(reason)}`);
      }
      known.set(finished, [...found]);
      setPoints([...found]);
    }
    setErrors(failed);
    setK(null);
  }

  return (
    <>
      <p>
        The same job for k = {ks.join(', ')}: the risk of finding a person against what the release lost. Further down
        and to the left is better. Each run is given {secondsEach} seconds.
      </p>
      <p class="buttons">
        <button type="button" disabled={k !== null} onClick={() => void compute()}>
          Compute
        </button>
        {k !== null && (
          <button type="button" onClick={() => stop.current?.abort()}>
            Cancel
          </button>
        )}
        <span role="status">{k !== null && `Computing k = ${k}`}</span>
      </p>
      {errors.map((text) => (
        <ErrorText key={text} text={text} />
      ))}
      {points.length > 0 && (
        <>
          <PictureOf draw={(pictures, width) => pictures.drawRiskUtility(points, { width })} of={[points]} />
          <Numbers
            head={['k', 'largest risk', 'loss']}
            rows={points.map(({ k: size, risk, loss }) => [String(size), percent(risk), quantity(loss)])}
          />
        </>
      )}
    </>
  );
}

/** A point of the picture, or null when nothing was released. */
async function runFor(
  k: number,
  table: Table,
  { job, seed }: Finished,
  signal: AbortSignal,
): Promise<RiskUtilityPoint | null> {
  const others = job.privacy.filter(({ model }) => model !== 'k-anonymity');
  const { result, audit } = await client.anonymize(
    table,
    { ...job, privacy: [{ model: 'k-anonymity', k }, ...others] },
    { output: 'none', timeLimit: secondsEach, signal, ...(seed === null ? {} : { seed }) },
  );
  const smallest = audit.classSizes[0]?.[0];
  const { loss } = result.metrics;
  const algorithm = typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name;
  return smallest === undefined || loss === null ? null : { k, risk: 1 / smallest, loss, algorithm };
}
