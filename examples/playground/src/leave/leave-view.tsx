import type { ResultProps } from '../result/result-section.js';
import { RepeatView } from './repeat-view.js';

/** How the release is made again elsewhere. */
export function LeaveView(props: ResultProps) {
  return <RepeatView {...props} />;
}
