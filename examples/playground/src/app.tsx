import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AuditReport, Catalogue, CheckedJob, Role, RunResult, Table, Warning } from 'kohort/js';
import { AlgorithmSection } from './search/algorithm-section.js';
import type { Choices, ColumnChoice, Opened, Reading } from './choices.js';
import { forColumns, initialChoices, jobOf, suggestedOf, takenChoices } from './choices.js';
import { choicesOf } from './choices-of-job.js';
import { client } from './client.js';
import { ColumnsPanel } from './table/columns-panel.js';
import { DataSection } from './data/data-section.js';
import { ExploreBeside } from './explore/explore-beside.js';
import { useExplored } from './explore/use-explored.js';
import { ErrorText } from './parts/error-text.js';
import { Later } from './parts/later.js';
import { openFile } from './data/open-file.js';
import { Notes } from './parts/notes.js';
import { PrivacySection } from './privacy/privacy-section.js';
import { ResultSection } from './result/result-section.js';
import type { StartOptions } from './shell/run-section.js';
import { KeepSection } from './leave/keep/keep-section.js';
import { choicesFrom, readingOf } from './leave/keep/kept-job.js';
import { useKept } from './leave/keep/use-kept.js';
import { LiveStrip } from './shell/live-strip.js';
import { RunSection } from './shell/run-section.js';
import type { TaskKind } from './shell/tasks.js';
import { messageOf, useTasks } from './shell/tasks.js';
import { type Step, TopBar } from './shell/top-bar.js';
import { useLive } from './shell/use-live.js';

/** A finished run, with the job that asked for it. */
export interface Finished {
  /** Another one for every run. */
  readonly id: number;
  /** What the user calls it. */
  readonly name: string;
  /** The choices that the job was made of, to be taken again. */
  readonly choices: Choices;
  readonly job: CheckedJob;
  readonly seed: number | null;
  /** The table that it was made from. */
  readonly original: Table;
  readonly release: Table;
  /** The second table of algorithms that release sensitive columns apart. */
  readonly apart: Table | null;
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
  const [step, setStep] = useState<Step>('Data');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** The releases of this file, and the number of the one that is shown. */
  const [made, setMade] = useState<readonly Finished[]>([]);
  const [shown, setShown] = useState(0);
  const finished = made.find(({ id }) => id === shown) ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  const { running, error, perform } = useTasks();
  const runs = useRef(0);
  const results = useRef<HTMLElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  const job = useMemo(() => (opened === null ? null : jobOf(choices)), [opened, choices]);
  const kept = useKept(job);
  const live = useLive(opened?.kept ?? null, job, running === null && step !== 'Result');
  const explored = useExplored(opened?.kept ?? null, running !== null || (live.isOld && live.error === null));
  const [isExploring, setExploring] = useState(false);

  useEffect(() => {
    client.list().then(setCatalogue, (reason: unknown) => setBroken(messageOf(reason)));
  }, []);

  async function open(file: File, given: Reading, sample?: CheckedJob): Promise<void> {
    const wanted = sample === undefined && file !== opened?.file ? kept.wanted : null;
    const reading = wanted === null ? given : readingOf(wanted);
    const known = await perform('open', (watch) => openFile(file, reading, watch));
    if (known === null) return;
    opened?.kept.forget();
    const names = known.table.columns.map(({ name }) => name);
    const proposed = sample ?? known.proposal;
    const taken = wanted === null ? null : choicesFrom(wanted, names, reading);
    const suggested = taken?.choices ?? (proposed === null ? suggestedOf(known) : choicesOf(proposed, names));
    if (taken !== null) kept.want(null, ['The kept choices are taken.', ...taken.told]);
    setOpened(known);
    // A file that is read in another way keeps its releases beside those to come.
    if (file !== opened?.file) {
      setMade([]);
      explored.clear();
      setExploring(false);
    } else explored.cancel();
    setShown(0);
    // A file that is read in another way keeps what was chosen, as far as its columns are the same.
    const isSame = file === opened?.file;
    const before = suggested.columns.map(
      (column) => choices.columns.find(({ name }) => name === column.name) ?? column,
    );
    const columns = isSame ? before : suggested.columns;
    setChoices((last) => forColumns({ ...(isSame ? last : suggested), reading, columns }));
    setChosen([(columns.find(({ role }) => role === 'quasi-identifier') ?? columns[0]).name]);
    // What could not be taken stands beside the data.
    if (file !== opened?.file) setStep(taken !== null && taken.told.length > 0 ? 'Data' : 'Columns');
    requestAnimationFrame(() => middle.current?.focus({ preventScroll: true }));
  }

  /** A job file is opened: its choices are taken for the table that is open, or the next one. */
  function take(found: CheckedJob): void {
    if (opened === null) return kept.want(found, ['The job file is read. Its choices are taken for the next file that you open.']); // prettier-ignore
    const names = opened.table.columns.map(({ name }) => name);
    const { choices: next, told } = choicesFrom(found, names, choices.reading);
    setChoices(next);
    kept.want(null, ['The choices of the job file are taken.', ...told]);
  }

  async function anonymize(options: StartOptions): Promise<void> {
    if (opened === null) return;
    const asked = jobOf(choices);
    const done = await perform('anonymize', (watch) =>
      opened.kept.anonymize(asked, { ...watch, ...options, output: 'both' }),
    );
    if (done === null || done.csv === null || done.table === null) return;
    const { result, audit, table: release, csv } = done;
    const sensitive = done.sensitive?.csv ?? null;
    const apart = done.sensitive?.table ?? null;
    const original = opened.table;
    const id = ++runs.current;
    const seed = options.seed ?? null;
    const name = `${result.algorithm.name} ${id}`;
    const run: Finished = {
      id,
      name,
      choices,
      job: asked,
      seed,
      original,
      release,
      apart,
      csv,
      sensitive,
      result,
      audit,
    };
    setMade((last) => [...last, run]);
    setShown(id);
    setStep('Result');
    requestAnimationFrame(() => results.current?.focus({ preventScroll: true }));
  }

  const change = (names: readonly string[], part: Partial<ColumnChoice>): void =>
    setChoices((last) =>
      forColumns({
        ...last,
        columns: last.columns.map((column) => (names.includes(column.name) ? { ...column, ...part } : column)),
      }),
    );
  const of = (kind: TaskKind) => ({
    busy: running !== null,
    running: running?.kind === kind ? running : null,
    error: error?.kind === kind ? error.text : null,
  });
  const isPlaneShown = isExploring && step === 'Privacy';
  const explore = {
    choices,
    live,
    runs: made,
    explored,
    onShow: ({ id }: Finished) => {
      setShown(id);
      setStep('Result');
    },
    onName: ({ id }: Finished, name: string) =>
      setMade((last) => last.map((run) => (run.id === id ? { ...run, name } : run))),
    onTake: (taken: Choices) => {
      setChoices((last) => takenChoices(taken, last));
      setStep('Privacy');
    },
  };
  const isReady = opened !== null && catalogue !== null;
  const steps: Step[] = isReady
    ? ['Data', 'Columns', 'Privacy', ...(finished === null ? [] : ['Result' as const])]
    : ['Data'];
  const data = (
    <>
      <DataSection opened={opened} reading={choices.reading} {...of('open')} onOpen={open} />
      <KeepSection kept={kept} job={job} disabled={running !== null} onJob={take} />
    </>
  );
  return (
    <>
      <TopBar step={step} open={steps} onStep={setStep} />
      <main class={isReady ? (step === 'Result' ? 'wide' : 'beside-table') : 'start'}>
        {broken !== null && <ErrorText text={broken} />}
        {!isReady && data}
        {isReady && step !== 'Result' && (
          <>
            <div class="middle" ref={middle} tabIndex={-1} role="group" aria-label={isPlaneShown ? 'Explore' : 'Table'}>
              {isPlaneShown && (
                <ExploreBeside {...explore} opened={opened} catalogue={catalogue} onBack={() => setExploring(false)} />
              )}
              {!isPlaneShown && (
                <ColumnsPanel
                  opened={opened}
                  columns={choices.columns}
                  chosen={chosen}
                  live={live}
                  usualView={step === 'Privacy' ? 'released' : 'original'}
                  onChosen={(names) => {
                    setChosen(names);
                    setStep('Columns');
                  }}
                  onRole={(names, role: Role) => change(names, { role })}
                />
              )}
            </div>
            <div class="side" role="group" aria-label="Choices">
              {step === 'Data' && data}
              {step === 'Columns' && (
                <Inspector
                  opened={opened}
                  catalogue={catalogue}
                  choices={choices}
                  chosen={chosen}
                  warnings={live.preview?.warnings ?? []}
                  onChange={change}
                  onChoices={setChoices}
                />
              )}
              {step === 'Privacy' && (
                <>
                  <PrivacySection
                    catalogue={catalogue}
                    choices={choices}
                    preview={live.preview}
                    onChange={setChoices}
                  />
                  <AlgorithmSection catalogue={catalogue} choices={choices} onChange={setChoices} />
                  {!isPlaneShown && (
                    <p class="buttons">
                      <button type="button" onClick={() => setExploring(true)}>
                        Explore risk and loss
                      </button>
                    </p>
                  )}
                </>
              )}
            </div>
          </>
        )}
        {isReady && step === 'Result' && finished !== null && (
          <section ref={results} class="result" tabIndex={-1} aria-label="Result">
            <ResultSection
              opened={opened}
              finished={finished}
              catalogue={catalogue}
              onCure={(apply) => {
                setChoices(apply);
                setStep('Privacy');
              }}
              {...explore}
            />
          </section>
        )}
      </main>
      {isReady && step !== 'Result' && (
        <footer class="dock">
          <LiveStrip live={live} />
          <RunSection {...of('anonymize')} onRun={anonymize} />
        </footer>
      )}
    </>
  );
}

const loadInspector = async () => (await import('./column/column-inspector.js')).ColumnInspector;

interface InspectorProps {
  readonly opened: Opened;
  readonly choices: Choices;
  readonly chosen: readonly string[];
  readonly catalogue: Catalogue;
  readonly warnings: readonly Warning[];
  readonly onChange: (names: readonly string[], part: Partial<ColumnChoice>) => void;
  readonly onChoices: (choices: Choices) => void;
}

/** The column that was chosen last. */
function Inspector(props: InspectorProps) {
  const { opened, catalogue, choices, chosen, warnings, onChange, onChoices } = props;
  const { table, inspection } = opened;
  const name = chosen[chosen.length - 1];
  const choice = choices.columns.find((each) => each.name === name);
  const facts = inspection.columns.find((each) => each.name === name);
  const column = table.column(name);
  if (choice === undefined || facts === undefined || column === undefined) return null;
  return (
    <>
      <Later
        load={loadInspector}
        given={{
          facts,
          column,
          choice,
          choices,
          catalogue,
          onChange: (part: Partial<ColumnChoice>) => onChange([name], part),
          onChoices,
        }}
      />
      <Notes warnings={warnings.filter(({ attribute }) => attribute === name)} />
    </>
  );
}
