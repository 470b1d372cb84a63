import type { ResultProps } from '../result/result-section.js';
import { Views } from '../parts/views.js';
import { ExplorePanel, type ExplorePanelProps } from './explore-panel.js';
import { LatticeView, hasLattice } from './lattice-view.js';
import { SearchView, traceOf } from './search-view.js';

export type ExploreProps = ResultProps & Omit<ExplorePanelProps, 'shown'>;

/** The releases that were made, and those that could be. */
export function ExploreView(props: ExploreProps) {
  const { finished } = props;
  return (
    <Views
      label="Explore"
      views={[
        { id: 'runs', title: 'Runs', draw: () => <ExplorePanel {...props} shown={finished} /> },
        ...(hasLattice(finished) ? [{ id: 'lattice', title: 'Lattice', draw: () => <LatticeView {...props} /> }] : []),
        ...(traceOf(finished.result).length > 1
          ? [{ id: 'search', title: 'Search', draw: () => <SearchView finished={finished} /> }]
          : []),
      ]}
    />
  );
}
