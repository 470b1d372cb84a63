import { DataTable } from '../parts/data-table.js';
import type { ResultProps } from './result-section.js';

/** The release beside the original. */
export function ReleaseTab({ opened, finished }: ResultProps) {
  return (
    <>
      <p class="facts">
        The rows of the release stand in an order of their own, so that no row can be found by its place in the
        original.
      </p>
      <div class="beside">
        <DataTable table={opened.table} label="Original" />
        <DataTable table={finished.release} label="Release" />
      </div>
    </>
  );
}
