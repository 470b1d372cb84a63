import type { Preview } from 'kohort/js';
import { useEffect, useState } from 'preact/hooks';
import { askMetrics, type Live } from '../shell/use-live.js';

/**
 * What the choices would come to, with every metric as soon as those are known: the figures that follow each movement have no more
 * than the loss. Null until then.
 */
export function useMeasured({ job, kept, isOld }: Live): Preview | null {
  const [measured, setMeasured] = useState<Preview | null>(null);
  useEffect(() => {
    setMeasured(null);
    if (kept === null || job === null || isOld) return;
    const ended = new AbortController();
    askMetrics(kept, job, ended.signal).then(
      (found) => !ended.signal.aborted && setMeasured(found),
      // What is known stays: the loss.
      () => undefined,
    );
    return () => ended.abort();
  }, [kept, job, isOld]);
  return isOld ? null : measured;
}
