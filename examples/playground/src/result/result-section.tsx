import { useState } from 'preact/hooks';
import type { Catalogue } from 'kohort/js';
import type { Finished } from '../app.js';
import type { Opened } from '../choices.js';
import { DataTable } from '../data-table.js';
import { Downloads } from './downloads.js';
import { BoxesTab } from './boxes-tab.js';
import { ClassesTab } from './classes-tab.js';
import { LatticeTab, hasLattice } from './lattice-tab.js';
import { MetricsTab } from './metrics-tab.js';
import { RiskTab } from './risk-tab.js';
import { Tabs } from './tabs.js';

export interface ResultProps {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly catalogue: Catalogue;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** What came out: the verdict, the files, and the release from several sides. */
export function ResultSection(props: ResultProps) {
  const { opened, finished } = props;
  const { result, audit } = finished;
  const [tab, setTab] = useState('release');
  const smallest = audit.classSizes[0]?.[0];
  const facts: (readonly [string, string])[] = [
    ['rows released', count(result.released)],
    ['rows left out', count(result.suppressed)],
    ['classes', count(result.classes)],
    ['smallest class', smallest === undefined ? '-' : count(smallest)],
    ['loss', result.metrics.loss === null ? '-' : String(Number(result.metrics.loss.toPrecision(3)))],
    ['search', result.search.optimal ? 'proven optimal' : 'not proven optimal'],
    ['seconds', result.seconds.total.toFixed(2)],
  ];
  const tabs = [
    ['release', 'Release'],
    ['classes', 'Class sizes'],
    ['boxes', 'Boxes'],
    ['risk', 'Risk and utility'],
    ...(hasLattice(finished) ? [['lattice', 'Lattice'] as const] : []),
    ['metrics', 'Metrics'],
    ['warnings', `Warnings (${result.warnings.length})`],
  ] as const;
  return (
    <>
      <h2>Result</h2>
      <p class={audit.holds ? 'good' : 'error'}>
        {audit.holds
          ? 'The independent audit confirms every privacy model.'
          : 'The audit does not confirm the release.'}
      </p>
      <dl class="cards">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Downloads {...props} />
      <Tabs tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'release' && (
          <div class="beside">
            <DataTable table={opened.table} label="Original" />
            <DataTable table={finished.release} label="Release" />
          </div>
        )}
        {tab === 'classes' && <ClassesTab {...props} />}
        {tab === 'boxes' && <BoxesTab {...props} />}
        {tab === 'risk' && <RiskTab {...props} />}
        {tab === 'lattice' && <LatticeTab {...props} />}
        {tab === 'metrics' && <MetricsTab {...props} />}
        {tab === 'warnings' && (
          <ul class="warnings">
            {result.warnings.length === 0 && <li>None.</li>}
            {result.warnings.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        )}
      </Tabs>
    </>
  );
}
