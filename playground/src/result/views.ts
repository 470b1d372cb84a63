/** Views of a release, in the order of their tabs. */
import type { ComponentType } from 'preact';
import type { ExploreProps } from '../explore/explore-view.js';
import { shownWarnings } from './shown-warnings.js';
import { ReleaseTab } from './release-tab.js';
import type { CureProps } from './summary.js';

export type ViewProps = ExploreProps & CureProps;

/** A view: its tab, and its component, which is loaded when it is first shown. */
interface View {
  readonly name: string;
  readonly title: string | ((props: ViewProps) => string);
  readonly load: () => Promise<ComponentType<ViewProps>>;
}

export const views: readonly View[] = [
  // The first view is part of the page.
  { name: 'release', title: 'Release', load: async () => ReleaseTab },
  { name: 'utility', title: 'Utility', load: async () => (await import('../utility/utility-view.js')).UtilityView },
  { name: 'risk', title: 'Risk', load: async () => (await import('../risk/risk-view.js')).RiskView },
  { name: 'explore', title: 'Explore', load: async () => (await import('../explore/explore-view.js')).ExploreView },
  { name: 'metrics', title: 'Metrics', load: async () => (await import('./metrics-tab.js')).MetricsTab },
  { name: 'leave', title: 'Take it along', load: async () => (await import('../leave/leave-view.js')).LeaveView },
  {
    name: 'warnings',
    title: ({ finished }) => `Warnings (${shownWarnings(finished).length})`,
    load: async () => (await import('./warnings-tab.js')).WarningsTab,
  },
];
