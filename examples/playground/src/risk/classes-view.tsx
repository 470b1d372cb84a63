import type { RunResult } from 'kohort/js';
import type { TracePoint } from 'kohort/pictures';
import { count, kOf } from '../parts/words.js';
import { Numbers } from '../parts/numbers.js';
import { PictureOf } from '../parts/picture.js';
import type { ResultProps } from '../result/result-section.js';
import { RisksTable } from './risks-table.js';

/** How large the classes are: with how many others a person shares all quasi-identifiers. */
export function ClassesView({ finished: { audit, job, result } }: ResultProps) {
  const k = kOf(job);
  const trace = traceOf(result);
  return (
    <>
      <p>Rows of the release by the size of their class. Whoever knows a person finds at least this many rows.</p>
      <PictureOf draw={(pictures, width) => pictures.drawClassSizes(audit.classSizes, k, { width })} of={[audit]} />
      <RisksTable audit={audit} />
      <Numbers
        head={['rows in the class', 'classes', 'rows']}
        rows={audit.classSizes.map(([size, classes]) => [count(size), count(classes), count(size * classes)])}
      />
      {trace.length > 1 && (
        <>
          <h3>The search</h3>
          <p>The result is proven where the two lines meet.</p>
          <PictureOf draw={(pictures, width) => pictures.drawSearchTrace(trace, { width })} of={[trace]} />
        </>
      )}
    </>
  );
}

/** The moments that an anytime search noted; none of others. */
export function traceOf({ search }: RunResult): readonly TracePoint[] {
  const { trace } = search;
  return Array.isArray(trace) ? (trace as readonly TracePoint[]) : [];
}
