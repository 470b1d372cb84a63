import type { Finished } from '../app.js';
import type { ResultProps } from '../result/result-section.js';
import { Views } from '../parts/views.js';
import { LatticeView, hasLattice } from './lattice-view.js';
import { RunsView } from './runs-view.js';
import { SizesView } from './sizes-view.js';

export interface ExploreProps extends ResultProps {
  readonly runs: readonly Finished[];
  readonly onShow: (run: Finished) => void;
  readonly onName: (run: Finished, name: string) => void;
}

/** The releases that were made, and those that could be. */
export function ExploreView({ runs, onShow, onName, ...props }: ExploreProps) {
  const { finished } = props;
  return (
    <Views
      label="Explore"
      views={[
        {
          id: 'runs',
          title: 'Runs',
          draw: () => <RunsView runs={runs} shown={finished} onShow={onShow} onName={onName} />,
        },
        { id: 'sizes', title: 'Several k', draw: () => <SizesView {...props} /> },
        ...(hasLattice(finished) ? [{ id: 'lattice', title: 'Lattice', draw: () => <LatticeView {...props} /> }] : []),
      ]}
    />
  );
}
