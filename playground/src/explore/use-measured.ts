import type { Preview } from 'kohort/js';
import { useEffect, useState } from 'preact/hooks';
import { askMetrics, type Live } from '../shell/use-live.js';

/** Preview of the choices with every metric, as soon as it is known: the figures that follow each change have only the loss. Null until then. */
export function useMeasured({ job, kept, isOld }: Live): Preview | null {
  const [measured, setMeasured] = useState<Preview | null>(null);
  useEffect(() => {
    setMeasured(null);
    if (kept === null || job === null || isOld) return;
    const ended = new AbortController();
    askMetrics(kept, job, ended.signal).then(
      (found) => !ended.signal.aborted && setMeasured(found),
      // The loss, which is known, stays.
      () => undefined,
    );
    return () => ended.abort();
  }, [kept, job, isOld]);
  return isOld ? null : measured;
}
