import { useEffect, useRef, useState } from 'preact/hooks';
import type { AuditReport, Catalogue, CheckedJob, RunResult, Table } from 'kohort/js';
import { AlgorithmSection } from './algorithm-section.js';
import type { Choices, ColumnChoice, Opened, Reading } from './choices.js';
import { forColumns, initialChoices, jobOf } from './choices.js';
import { client } from './client.js';
import { ColumnsSection } from './columns-section.js';
import { DataSection } from './data-section.js';
import { ErrorText } from './error-text.js';
import { openFile } from './open-file.js';
import { PrivacySection } from './privacy-section.js';
import { ResultSection } from './result/result-section.js';
import type { StartOptions } from './run-section.js';
import { RunSection } from './run-section.js';
import type { TaskKind } from './tasks.js';
import { messageOf, useTasks } from './tasks.js';

/** A finished run, with the job that asked for it. */
export interface Finished {
  /** Another one for every run. */
  readonly id: number;
  readonly job: CheckedJob;
  readonly seed: number | null;
  readonly release: Table;
  readonly csv: Blob;
  /** The second file of algorithms that release sensitive columns apart. */
  readonly sensitive: Blob | null;
  readonly result: RunResult;
  readonly audit: AuditReport;
}

export function App() {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [choices, setChoices] = useState<Choices>(initialChoices);
  const [finished, setFinished] = useState<Finished | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const { running, error, perform } = useTasks();
  const runs = useRef(0);
  const forms = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLElement>(null);

  useEffect(() => {
    client.list().then(setCatalogue, (reason: unknown) => setBroken(messageOf(reason)));
  }, []);

  async function open(file: File, reading: Reading, columns?: readonly ColumnChoice[]): Promise<void> {
    const known = await perform('open', (watch) => openFile(file, reading, watch));
    if (known === null) return;
    const suggested = known.inspection.columns.map(({ name, suggestedRole }) => ({
      name,
      role: suggestedRole,
      hierarchy: undefined,
    }));
    setOpened(known);
    setFinished(null);
    setChoices((last) => {
      // A file that is read in another way keeps what was chosen, as far as its columns are the same.
      const kept = suggested.map((column) => last.columns.find(({ name }) => name === column.name) ?? column);
      return forColumns({ ...last, reading, columns: columns ?? (file === opened?.file ? kept : suggested) });
    });
    requestAnimationFrame(() => forms.current?.focus({ preventScroll: true }));
  }

  async function anonymize(options: StartOptions): Promise<void> {
    if (opened === null) return;
    const job = jobOf(choices);
    const done = await perform('anonymize', (watch) =>
      client.anonymize(opened.table, job, { ...watch, ...options, output: 'both' }),
    );
    if (done === null || done.csv === null || done.table === null) return;
    const { result, audit, table: release, csv } = done;
    const sensitive = done.sensitive?.csv ?? null;
    runs.current += 1;
    setFinished({ id: runs.current, job, seed: options.seed ?? null, release, csv, sensitive, result, audit });
    requestAnimationFrame(() => {
      results.current?.focus({ preventScroll: true });
      // Focus alone does not scroll to a section of which a part is in sight, such as the end of the last result.
      results.current?.scrollIntoView({ block: 'start' });
    });
  }

  const of = (kind: TaskKind) => ({
    busy: running !== null,
    running: running?.kind === kind ? running : null,
    error: error?.kind === kind ? error.text : null,
  });
  return (
    <>
      <header class="top">
        <h1>kohort</h1>
        <p>Anonymize a table of people. It is computed in this page: the data does not leave your machine.</p>
      </header>
      <main>
        {broken !== null && <ErrorText text={broken} />}
        <DataSection opened={opened} reading={choices.reading} {...of('open')} onOpen={open} />
        {opened !== null && catalogue !== null && (
          <div ref={forms} tabIndex={-1} role="group" aria-label="Choices">
            <ColumnsSection opened={opened} choices={choices} onChange={setChoices} />
            <PrivacySection catalogue={catalogue} choices={choices} onChange={setChoices} />
            <AlgorithmSection catalogue={catalogue} choices={choices} onChange={setChoices} />
            <RunSection {...of('anonymize')} onRun={anonymize} />
          </div>
        )}
        {opened !== null && catalogue !== null && finished !== null && (
          <section ref={results} class="result" tabIndex={-1} aria-label="Result">
            <ResultSection opened={opened} finished={finished} catalogue={catalogue} />
          </section>
        )}
      </main>
    </>
  );
}
