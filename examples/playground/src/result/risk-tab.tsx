import { useState } from 'preact/hooks';
import type { RiskUtilityPoint } from 'kohort/pictures';
import { client } from '../client.js';
import { PictureOf } from './picture.js';
import type { ResultProps } from './result-section.js';

const ks = [2, 3, 5, 10, 20, 50, 100, 200];

/** The same job for several k: what more privacy costs. */
export function RiskTab({ opened, finished: { job } }: ResultProps) {
  const [points, setPoints] = useState<readonly RiskUtilityPoint[]>([]);
  const [state, setState] = useState<'idle' | 'busy' | string>('idle');
  const algorithm = typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name;

  async function compute(): Promise<void> {
    setState('busy');
    const found: RiskUtilityPoint[] = [];
    let message = 'idle';
    for (const k of ks.filter((each) => each <= opened.table.rows)) {
      const others = job.privacy.filter(({ model }) => model !== 'k-anonymity');
      try {
        const { result, audit } = await client.anonymize(
          opened.bytes,
          { ...job, privacy: [{ model: 'k-anonymity', k }, ...others] },
          { output: 'none', timeLimit: 10 },
        );
        const smallest = audit.classSizes[0]?.[0];
        const { loss } = result.metrics;
        if (smallest !== undefined && loss !== null) found.push({ k, risk: 1 / smallest, loss, algorithm });
      } catch (reason) {
        message = `k = ${k}: ${reason instanceof Error ? reason.message : String(reason)}`;
      }
      setPoints([...found]);
    }
    setState(message);
  }

  return (
    <>
      <p>
        The same job for k = {ks.join(', ')}: the risk of finding a person against what the release lost. Each run is
        given ten seconds.
      </p>
      <p class="buttons">
        <button type="button" disabled={state === 'busy'} onClick={() => void compute()}>
          {state === 'busy' ? 'Computing' : 'Compute'}
        </button>
      </p>
      {state !== 'idle' && state !== 'busy' && (
        <p class="error" role="alert">
          {state}
        </p>
      )}
      {points.length > 0 && (
        <PictureOf draw={(pictures, width) => pictures.drawRiskUtility(points, { width })} of={[points]} />
      )}
    </>
  );
}
