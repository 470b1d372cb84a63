import { binClassSizes } from '../../../../src/report/pictures/size-bins.js';
import { ComparedBars } from '../parts/compared-bars.js';
import { Numbers } from '../parts/numbers.js';
import { PictureOf } from '../parts/picture.js';
import { count, counted, kOf } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

type Sizes = ResultProps['finished']['audit']['classSizes'];

/** How large the classes are: with how many others a person shares all quasi-identifiers. */
export function ClassesView({ finished: { audit, job } }: ResultProps) {
  const k = kOf(job);
  return (
    <>
      <p>Rows of the release by the size of their class. Somebody who knows a person finds at least this many rows.</p>
      <PictureOf draw={(pictures, width) => pictures.drawClassSizes(audit.classSizes, k, { width })} of={[audit]} />
      {audit.originalSizes !== null && <SizesBefore before={audit.originalSizes} after={audit.classSizes} k={k} />}
      <Numbers
        head={['rows in the class', 'classes', 'rows']}
        rows={audit.classSizes.map(([size, classes]) => [count(size), count(classes), count(size * classes)])}
      />
    </>
  );
}

/** Rows by how many look alike, before and after. */
function SizesBefore({ before, after, k }: { readonly before: Sizes; readonly after: Sizes; readonly k: number }) {
  const both = [before, after].map((sizes) => binClassSizes(sizes, k));
  const alone = (sizes: Sizes): number => (sizes[0]?.[0] === 1 ? sizes[0][1] : 0);
  const bins = new Map(both.flat().map((bin) => [bin.from, bin]));
  const starts = [...bins.keys()].sort((a, b) => a - b);
  const rowsAt = (at: number, from: number): number => both[at].find((bin) => bin.from === from)?.rows ?? 0;
  const labels = starts.map((from) => {
    const to = bins.get(from)?.to ?? from;
    return from === to ? count(from) : `${count(from)} to ${count(to)}`;
  });
  return (
    <>
      <h3>Before and after</h3>
      <p>
        Rows by how many look alike in all quasi-identifiers. Before, {counted(alone(before), 'row was', 'rows were')}{' '}
        alone, now {count(alone(after))}.
      </p>
      <ComparedBars
        caption="Rows by how many look alike, before and after"
        of="rows alike"
        labels={labels}
        before={starts.map((from) => rowsAt(0, from))}
        after={starts.map((from) => rowsAt(1, from))}
      />
    </>
  );
}
