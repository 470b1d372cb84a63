import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Catalogue } from 'kohort/js';
import type { Finished } from '../app.js';
import type { Opened } from '../choices.js';
import { type ExploreProps, ExploreView } from '../explore/explore-view.js';
import { Downloads } from '../leave/downloads.js';
import { LeaveView } from '../leave/leave-view.js';
import { Tabs } from '../parts/tabs.js';
import { count, percent, quantity, verdictLines, warningLines } from '../parts/words.js';
import { RiskView } from '../risk/risk-view.js';
import { UtilityView } from '../utility/utility-view.js';
import { MetricsTab } from './metrics-tab.js';
import { ReleaseTab } from './release-tab.js';

export interface ResultProps {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly catalogue: Catalogue;
}

/** What came out: the verdict, the files, and the release from several sides. */
export function ResultSection(props: ExploreProps) {
  const { finished } = props;
  const { result, audit } = finished;
  const warnings = warningLines(result.warnings);
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
      <h2>Result</h2>
      <ul class="verdict">
        {verdictLines(result).map(({ text, isSafe }) => (
          <li key={text} class={isSafe ? 'safe' : 'decide'}>
            {text}
          </li>
        ))}
      </ul>
      <p class={audit.holds ? 'good' : 'error'}>
        {audit.holds
          ? 'The independent audit confirms every privacy model.'
          : 'The audit does not confirm the release.'}
      </p>
      <dl class="cards">
        {factsOf(finished).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Downloads {...props} />
      <Tabs label="Views of the release" tabs={tabs} chosen={tab} onChoose={setTab}>
        <Fragment key={finished.id}>
          {tab === 'release' && <ReleaseTab {...props} />}
          {tab === 'utility' && <UtilityView {...props} />}
          {tab === 'risk' && <RiskView {...props} />}
          {tab === 'explore' && <ExploreView {...props} />}
          {tab === 'leave' && <LeaveView {...props} />}
          {tab === 'metrics' && <MetricsTab {...props} />}
          {tab === 'warnings' && (
            <ul class="warnings">
              {warnings.length === 0 && <li>None.</li>}
              {warnings.map(({ code, text }) => (
                <li key={code + text}>{text}</li>
              ))}
            </ul>
          )}
        </Fragment>
      </Tabs>
    </>
  );
}

/** The release in a few numbers. */
function factsOf({ result, audit }: Finished): (readonly [name: string, value: string])[] {
  const smallest = audit.classSizes[0]?.[0];
  return [
    ['rows released', count(result.released)],
    ['suppressed rows', count(result.suppressed)],
    ['classes', count(result.classes)],
    ['smallest class', smallest === undefined ? '-' : count(smallest)],
    ['loss', result.metrics.loss === null ? '-' : percent(result.metrics.loss)],
    ['search', verdictOf(result.search)],
    ['seconds', quantity(Number(result.seconds.total.toFixed(2)))],
  ];
}

/** Proven, or how far from it: greedy algorithms prove nothing, and need not. */
function verdictOf({ optimal, lowerBound, gap }: Finished['result']['search']): string {
  if (optimal) return 'proven optimal';
  if (lowerBound === null) return 'greedy, no proof';
  return typeof gap === 'number' ? `not proven optimal, gap ${percent(gap)}` : 'not proven optimal';
}
