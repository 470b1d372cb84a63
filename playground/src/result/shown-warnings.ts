import type { Finished } from '../finished.js';
import { pageWarnings } from '../parts/page-warnings.js';

/** Warnings of a run that are no detail of another one. */
export const shownWarnings = ({ result, original }: Finished): ReturnType<typeof pageWarnings> =>
  pageWarnings(result.warnings, original).filter((line) => !line.isDetail);
