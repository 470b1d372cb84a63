import type { RunResult } from 'kohort/js';
import type { TracePoint } from 'kohort/pictures';
import type { Finished } from '../finished.js';
import { Numbers } from '../parts/numbers.js';
import { proofOfSearch } from '../parts/proof.js';
import { PictureOf } from '../parts/picture.js';
import { count, counted, quantity } from '../parts/words.js';

/** The moments that an anytime search noted; none of others. */
export function traceOf({ search }: Pick<RunResult, 'search'>): readonly TracePoint[] {
  const { trace } = search;
  return Array.isArray(trace) ? (trace as readonly TracePoint[]) : [];
}

/** Cost and bound of an anytime search as they closed in. */
export function SearchView({ finished: { result } }: { readonly finished: Finished }) {
  const trace = traceOf(result);
  const { optimal, nodes } = result.search;
  return (
    <>
      <p>
        {optimal
          ? 'The two lines met: no solution costs less, and that is proven.'
          : `The search ended before the lines met: the result is ${proofOfSearch(result.search) ?? 'not proven'}.`}{' '}
        The result is proven where the cost of the best solution and the bound, below which no solution costs, meet. The
        search looked at {counted(nodes, 'node')}.
      </p>
      <PictureOf draw={(pictures, width) => pictures.drawSearchTrace(trace, { width })} of={[trace]} />
      <Numbers
        head={['seconds', 'nodes', 'best cost', 'no solution below']}
        rows={trace.map(([seconds, searched, cost, bound]) => [
          quantity(Number(seconds.toFixed(3))),
          count(searched),
          quantity(cost),
          quantity(bound),
        ])}
      />
    </>
  );
}
