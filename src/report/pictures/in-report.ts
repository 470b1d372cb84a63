/** What runs inside a report: draws its pictures from the numbers that stand in it. Bundled into the report's one file. */
import { drawClassSizes } from './class-sizes.js';
import { drawSearchTrace } from './search-trace.js';
import type { TracePoint } from './search-trace.js';

/** The numbers of a report's pictures, as JSON in the element `kohort-pictures`. */
export interface ReportPictures {
  readonly k: number;
  readonly classSizes: readonly (readonly [size: number, classes: number])[];
  readonly trace: readonly TracePoint[];
}

/** As wide as the page has room for, in CSS pixels. */
const width = Math.max(300, Math.min(736, document.querySelector('main')?.clientWidth ?? 700));

function draw(id: string, picture: () => Element): void {
  document.getElementById(id)?.append(picture());
}

const data = JSON.parse(document.getElementById('kohort-pictures')?.textContent ?? 'null') as ReportPictures | null;
if (data !== null) {
  draw('picture-class-sizes', () => drawClassSizes(data.classSizes, data.k, { width }));
  if (data.trace.length > 1) draw('picture-trace', () => drawSearchTrace(data.trace, { width }));
}
