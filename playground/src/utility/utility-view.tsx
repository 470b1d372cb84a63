import type { ResultProps } from '../result/result-section.js';
import type { CureProps } from '../result/summary.js';
import { Views } from '../parts/views.js';
import { BoxesView } from './boxes-view.js';
import { ColumnsView } from './columns-view.js';
import { LearningView } from './learning-view.js';
import { PairsView } from './pairs-view.js';
import { QueriesView } from './queries-view.js';
import { SuppressedView } from './suppressed-view.js';

/** Remaining utility of the release. */
export function UtilityView(props: ResultProps & CureProps) {
  return (
    <Views
      label="Utility"
      views={[
        { id: 'columns', title: 'Columns', draw: () => <ColumnsView {...props} /> },
        { id: 'pairs', title: 'Pairs', draw: () => <PairsView {...props} /> },
        { id: 'boxes', title: 'Boxes', draw: () => <BoxesView {...props} /> },
        { id: 'queries', title: 'Counting queries', draw: () => <QueriesView {...props} /> },
        { id: 'learning', title: 'Learning', draw: () => <LearningView {...props} /> },
        { id: 'suppressed', title: 'Suppressed rows', draw: () => <SuppressedView {...props} /> },
      ]}
    />
  );
}
