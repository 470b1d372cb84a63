import { PictureOf } from './picture.js';
import type { ResultProps } from './result-section.js';

/** How large the classes are: with how many others a person shares all quasi-identifiers. */
export function ClassesTab({ finished: { audit, job, result } }: ResultProps) {
  const k = job.privacy.reduce((most, spec) => (spec.model === 'k-anonymity' ? Math.max(most, spec.k) : most), 1);
  const trace = (result.search as { readonly trace?: unknown }).trace;
  return (
    <>
      <p>Rows of the release by the size of their class. Whoever knows a person finds at least this many rows.</p>
      <PictureOf draw={(pictures, width) => pictures.drawClassSizes(audit.classSizes, k, { width })} of={[audit]} />
      {Array.isArray(trace) && trace.length > 1 && (
        <>
          <h3>The search</h3>
          <PictureOf draw={(pictures, width) => pictures.drawSearchTrace(trace, { width })} of={[trace]} />
        </>
      )}
    </>
  );
}
