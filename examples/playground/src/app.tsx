import { useEffect, useRef, useState } from 'preact/hooks';
import type { AuditReport, Catalogue, Job, RunResult, Table } from 'kohort/js';
import type { WorkerProgress } from 'kohort/client';
import { AlgorithmSection } from './algorithm-section.js';
import type { Choices, ColumnChoice, Opened } from './choices.js';
import { initialChoices, jobOf, missing } from './choices.js';
import { client } from './client.js';
import { ColumnsSection } from './columns-section.js';
import { DataSection } from './data-section.js';
import { PrivacySection } from './privacy-section.js';
import { ResultSection } from './result/result-section.js';
import { RunSection } from './run-section.js';

/** A finished run, with the job that asked for it. */
export interface Finished {
  readonly job: Job;
  readonly seed: number | null;
  readonly release: Table;
  readonly csv: Blob;
  /** The second file of algorithms that release sensitive columns apart. */
  readonly sensitive: Blob | null;
  readonly result: RunResult;
  readonly audit: AuditReport;
}

/** What is being done, to be cancelled or finished. */
export interface Running {
  readonly progress: WorkerProgress | null;
  readonly since: number;
  readonly cancel: () => void;
  readonly finish: () => void;
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function App() {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [choices, setChoices] = useState<Choices>(initialChoices);
  const [running, setRunning] = useState<Running | null>(null);
  const [finished, setFinished] = useState<Finished | null>(null);
  const [error, setError] = useState<string | null>(null);
  const results = useRef<HTMLElement>(null);

  useEffect(() => {
    client.list().then(setCatalogue, (reason: unknown) => setError(messageOf(reason)));
  }, []);

  /** Runs one task after another's end, with progress; null when it was cancelled or failed. */
  async function perform<Answer>(
    task: (watch: {
      signal: AbortSignal;
      finish: AbortSignal;
      onProgress: (progress: WorkerProgress) => void;
    }) => Promise<Answer>,
  ): Promise<Answer | null> {
    const cancel = new AbortController();
    const finish = new AbortController();
    const state = { since: performance.now(), cancel: () => cancel.abort(), finish: () => finish.abort() };
    setError(null);
    setRunning({ ...state, progress: null });
    try {
      return await task({
        signal: cancel.signal,
        finish: finish.signal,
        onProgress: (progress) => setRunning({ ...state, progress }),
      });
    } catch (reason) {
      setError(isAbort(reason) ? 'Cancelled. Nothing was released.' : messageOf(reason));
      return null;
    } finally {
      setRunning(null);
    }
  }

  async function open(file: File, header: boolean, columns?: readonly ColumnChoice[]): Promise<void> {
    const known = await perform(async ({ signal, onProgress }) => {
      const names = header ? null : await namesWithoutHeader(file);
      const table = await client.read(file, {
        missing,
        ...(names === null ? {} : { header: false, columns: names }),
        signal,
        onProgress,
      });
      return { name: file.name, bytes: file, table, inspection: await client.inspect(table, { signal, onProgress }) };
    });
    if (known === null) return;
    setOpened(known);
    setFinished(null);
    setChoices((last) => ({
      ...last,
      header,
      columns:
        columns ??
        known.inspection.columns.map(({ name, suggestedRole }) => ({
          name,
          role: suggestedRole,
          hierarchy: undefined,
        })),
    }));
  }

  async function anonymize(options: { readonly threads: number; readonly seed: number | undefined }): Promise<void> {
    if (opened === null) return;
    const job = jobOf(choices);
    const done = await perform((watch) =>
      client.anonymize(opened.bytes, job, { ...watch, ...options, output: 'both' }),
    );
    if (done === null || done.csv === null || done.table === null) return;
    const { result, audit, table: release, csv } = done;
    const sensitive = done.sensitive?.csv ?? null;
    setFinished({ job, seed: options.seed ?? null, release, csv, sensitive, result, audit });
    requestAnimationFrame(() => results.current?.focus());
  }

  return (
    <>
      <header class="top">
        <h1>kohort</h1>
        <p>Anonymize a table of people. It is computed in this page: the data does not leave your machine.</p>
      </header>
      <main>
        <DataSection opened={opened} header={choices.header} busy={running !== null} onOpen={open} />
        {opened !== null && catalogue !== null && (
          <>
            <ColumnsSection opened={opened} choices={choices} onChange={setChoices} />
            <PrivacySection catalogue={catalogue} choices={choices} onChange={setChoices} />
            <AlgorithmSection catalogue={catalogue} choices={choices} onChange={setChoices} />
          </>
        )}
        <RunSection ready={opened !== null} running={running} error={error} onRun={anonymize} />
        {opened !== null && catalogue !== null && finished !== null && (
          <section ref={results} tabIndex={-1} aria-label="Result">
            <ResultSection opened={opened} finished={finished} catalogue={catalogue} />
          </section>
        )}
      </main>
    </>
  );
}

/** Names for the columns of a file without a header: column 1, column 2, ... by its first line. */
async function namesWithoutHeader(file: File): Promise<string[]> {
  const start = await file.slice(0, 1 << 16).text();
  const line = start.split(/\r?\n/, 1)[0];
  const counts = [',', ';', '\t', '|'].map((delimiter) => line.split(delimiter).length);
  return Array.from({ length: Math.max(...counts) }, (_, i) => `column ${i + 1}`);
}
