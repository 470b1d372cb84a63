import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Catalogue } from 'kohort/js';
import type { Finished } from '../finished.js';
import type { Opened } from '../choices.js';
import type { ExploreProps } from '../explore/explore-view.js';
import { Later } from '../parts/later.js';
import { Tabs } from '../parts/tabs.js';
import { Notes } from '../parts/notes.js';
import { pageWarnings } from '../parts/page-warnings.js';
import { MetricsTab } from './metrics-tab.js';
import { ReleaseTab } from './release-tab.js';
import { type CureProps, Summary } from './summary.js';

export interface ResultProps {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly catalogue: Catalogue;
}

const loadUtility = async () => (await import('../utility/utility-view.js')).UtilityView;
const loadExplore = async () => (await import('../explore/explore-view.js')).ExploreView;
const loadLeave = async () => (await import('../leave/leave-view.js')).LeaveView;
const loadRisk = async () => (await import('../risk/risk-view.js')).RiskView;

/** The result: the verdict, the files, and the release from several sides. */
export function ResultSection({ onCure, ...props }: ExploreProps & CureProps) {
  const { finished } = props;
  const { result } = finished;
  const warnings = pageWarnings(result.warnings, finished.original).filter((line) => !line.isDetail);
  const [chosen, setTab] = useState('release');
  const tabs = [
    ['release', 'Release'],
    ['utility', 'Utility'],
    ['risk', 'Risk'],
    ['explore', 'Explore'],
    ['metrics', 'Metrics'],
    ['leave', 'Take it along'],
    ['warnings', `Warnings (${warnings.length})`],
  ] as const;
  // The last view may be one that this release does not have.
  const tab = tabs.some(([id]) => id === chosen) ? chosen : 'release';
  return (
    <>
      <Summary {...props} onCure={onCure} />
      <Tabs label="Views of the release" tabs={tabs} chosen={tab} onChoose={setTab}>
        <Fragment key={finished.id}>
          {tab === 'release' && <ReleaseTab {...props} />}
          {tab === 'utility' && <Later load={loadUtility} given={props} />}
          {tab === 'risk' && <Later load={loadRisk} given={props} />}
          {tab === 'explore' && <Later load={loadExplore} given={props} />}
          {tab === 'leave' && <Later load={loadLeave} given={props} />}
          {tab === 'metrics' && <MetricsTab {...props} />}
          {tab === 'warnings' && (
            <>
              {warnings.length === 0 && <p>None.</p>}
              <Notes warnings={result.warnings} table={finished.original} kind="warnings" onCure={onCure} />
            </>
          )}
        </Fragment>
      </Tabs>
    </>
  );
}
