import type { ResultProps } from '../result/result-section.js';
import { Views } from '../parts/views.js';
import { ClassesView } from './classes-view.js';

/** What people risk, before and after. */
export function RiskView(props: ResultProps) {
  return (
    <Views label="Risk" views={[{ id: 'classes', title: 'Class sizes', draw: () => <ClassesView {...props} /> }]} />
  );
}
