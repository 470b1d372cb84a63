import type { ExploreProps } from '../explore/explore-view.js';
import { Views } from '../parts/views.js';
import { AttacksView } from './attacks-view.js';
import { BeforeAfterView } from './before-after-view.js';
import { ClassesView } from './classes-view.js';
import { PopulationView } from './population-view.js';
import { UniquenessView } from './uniqueness-view.js';

/** Risks of people, before and after. */
export function RiskView(props: ExploreProps) {
  return (
    <Views
      label="Risk"
      views={[
        { id: 'risks', title: 'Before and after', draw: () => <BeforeAfterView {...props} /> },
        { id: 'classes', title: 'Class sizes', draw: () => <ClassesView {...props} /> },
        { id: 'unique', title: 'Uniqueness', draw: () => <UniquenessView {...props} /> },
        { id: 'attacks', title: 'Attacks', draw: () => <AttacksView {...props} /> },
        { id: 'population', title: 'Population', draw: () => <PopulationView {...props} /> },
      ]}
    />
  );
}
