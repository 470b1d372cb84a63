import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { WorkerRelease } from 'kohort/client';
import type { Catalogue, CheckedJob, Table } from 'kohort/js';
import type { Choices, ColumnChoice, Opened, Reading } from './choices.js';
import { forColumns, initialChoices, jobOf, suggestedOf, takenChoices } from './choices.js';
import { choicesOf } from './choices-of-job.js';
import { client } from './client.js';
import { openFile } from './data/open-file.js';
import { type Explored, useExplored } from './explore/use-explored.js';
import type { Finished } from './finished.js';
import { choicesFrom, readingOf } from './leave/keep/kept-job.js';
import { type Kept, useKept } from './leave/keep/use-kept.js';
import type { StartOptions } from './shell/run-section.js';
import type { Running, TaskKind } from './shell/tasks.js';
import { messageOf, useTasks } from './shell/tasks.js';
import type { Step } from './shell/top-bar.js';
import { type Live, useLive } from './shell/use-live.js';

/** How a part of the page that starts a task sees it. */
export interface TaskState {
  /** Some task is at work. */
  readonly busy: boolean;
  /** The part's own task, while it is at work. */
  readonly running: Running | null;
  /** Why its last one gave nothing. */
  readonly error: string | null;
}

/** What the whole page knows, and what can be done to it. */
export interface Workbench {
  /** Null until the worker has answered. */
  readonly catalogue: Catalogue | null;
  /** Why the worker cannot be used. */
  readonly broken: string | null;
  readonly opened: Opened | null;
  readonly choices: Choices;
  readonly job: CheckedJob | null;
  readonly step: Step;
  /** Names of the columns that are chosen in the table; the last one is inspected. */
  readonly chosen: readonly string[];
  /** The releases of this file, and the one that is shown. */
  readonly made: readonly Finished[];
  readonly finished: Finished | null;
  readonly kept: Kept;
  readonly live: Live;
  readonly explored: Explored;
  readonly isExploring: boolean;
  readonly task: (kind: TaskKind) => TaskState;
  /** Reads a file, or the same file in another way; resolves to whether it is open. */
  readonly open: (file: File, reading: Reading, sample?: CheckedJob) => Promise<boolean>;
  /** Takes the choices of a job file for the table that is open, or for the next one. */
  readonly take: (found: CheckedJob) => void;
  /** Makes a release; resolves to whether there is one. */
  readonly anonymize: (options: StartOptions) => Promise<boolean>;
  readonly show: (run: Finished) => void;
  readonly rename: (run: Finished, name: string) => void;
  readonly changeColumns: (names: readonly string[], part: Partial<ColumnChoice>) => void;
  readonly setChoices: (change: Choices | ((last: Choices) => Choices)) => void;
  /** Takes the choices of a run or of a point that was explored. */
  readonly takeChoices: (taken: Choices) => void;
  readonly setChosen: (names: readonly string[]) => void;
  readonly setStep: (step: Step) => void;
  readonly setExploring: (isExploring: boolean) => void;
}

/** A release as the worker gives it, as a file and as a table. */
type Released = WorkerRelease & { readonly csv: Blob; readonly table: Table };

/** The choices that a file begins with, and what could not be taken of those that were wanted for it; null where none were. */
function suggestions(known: Opened, reading: Reading, wanted: CheckedJob | null, proposed: CheckedJob | null) {
  const names = known.table.columns.map(({ name }) => name);
  if (wanted !== null) {
    const { choices, told } = choicesFrom(wanted, names, reading);
    return { suggested: choices, told };
  }
  return { suggested: proposed === null ? suggestedOf(known) : choicesOf(proposed, names), told: null };
}

const withColumns = (choices: Choices, names: readonly string[], part: Partial<ColumnChoice>): Choices =>
  forColumns({
    ...choices,
    columns: choices.columns.map((column) => (names.includes(column.name) ? { ...column, ...part } : column)),
  });

/** The releases of the file that is open, and which of them is shown. */
function useReleases() {
  const [made, setMade] = useState<readonly Finished[]>([]);
  const [shown, setShown] = useState(0);
  const runs = useRef(0);
  return {
    made,
    finished: made.find(({ id }) => id === shown) ?? null,
    add(job: CheckedJob, choices: Choices, original: Table, seed: number | null, done: Released) {
      const { result, audit, table: release, csv, sensitive } = done;
      const id = ++runs.current;
      const name = `${result.algorithm.name} ${id}`;
      const second = { apart: sensitive?.table ?? null, sensitive: sensitive?.csv ?? null };
      setMade((last) => [...last, { id, name, choices, job, seed, original, release, csv, result, audit, ...second }]);
      setShown(id);
    },
    show: ({ id }: Finished) => setShown(id),
    rename: ({ id }: Finished, name: string) =>
      setMade((last) => last.map((run) => (run.id === id ? { ...run, name } : run))),
    clear() {
      setMade([]);
      setShown(0);
    },
    hide: () => setShown(0),
  };
}

/** The state of the page: the file, the choices, what they would come to, and the releases. */
export function useWorkbench(): Workbench {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [choices, setChoices] = useState<Choices>(initialChoices);
  const [step, setStep] = useState<Step>('Data');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isExploring, setExploring] = useState(false);
  const releases = useReleases();
  const { running, error, perform } = useTasks();
  const job = useMemo(() => (opened === null ? null : jobOf(choices)), [opened, choices]);
  const kept = useKept(job);
  const live = useLive(opened?.kept ?? null, job, running === null && step !== 'Result');
  const explored = useExplored(opened?.kept ?? null, running !== null || (live.isOld && live.error === null));

  useEffect(() => {
    client.list().then(setCatalogue, (reason: unknown) => setBroken(messageOf(reason)));
  }, []);

  async function open(file: File, given: Reading, sample?: CheckedJob): Promise<boolean> {
    const isSame = file === opened?.file;
    const wanted = sample === undefined && !isSame ? kept.wanted : null;
    const reading = wanted === null ? given : readingOf(wanted);
    const known = await perform('open', (watch) => openFile(file, reading, watch));
    if (known === null) return false;
    opened?.kept.forget();
    const { suggested, told } = suggestions(known, reading, wanted, sample ?? known.proposal);
    if (told !== null) kept.want(null, ['The kept choices are taken.', ...told]);
    setOpened(known);
    // A file that is read in another way keeps its releases beside those to come.
    if (isSame) {
      explored.cancel();
      releases.hide();
    } else {
      releases.clear();
      explored.clear();
      setExploring(false);
    }
    // It also keeps what was chosen, as far as its columns are the same.
    const before = suggested.columns.map(
      (column) => choices.columns.find(({ name }) => name === column.name) ?? column,
    );
    const columns = isSame ? before : suggested.columns;
    setChoices((last) => forColumns({ ...(isSame ? last : suggested), reading, columns }));
    setChosen([(columns.find(({ role }) => role === 'quasi-identifier') ?? columns[0]).name]);
    // What could not be taken stands beside the data.
    if (!isSame) setStep(told !== null && told.length > 0 ? 'Data' : 'Columns');
    return true;
  }

  function take(found: CheckedJob): void {
    if (opened === null) return kept.want(found, ['The job file is read. Its choices are taken for the next file that you open.']); // prettier-ignore
    const names = opened.table.columns.map(({ name }) => name);
    const { choices: next, told } = choicesFrom(found, names, choices.reading);
    setChoices(next);
    kept.want(null, ['The choices of the job file are taken.', ...told]);
  }

  async function anonymize(options: StartOptions): Promise<boolean> {
    if (opened === null) return false;
    const asked = jobOf(choices);
    const done = await perform('anonymize', (watch) =>
      opened.kept.anonymize(asked, { ...watch, ...options, output: 'both' }),
    );
    if (done === null || done.csv === null || done.table === null) return false;
    releases.add(asked, choices, opened.table, options.seed ?? null, { ...done, csv: done.csv, table: done.table });
    setStep('Result');
    return true;
  }

  return {
    catalogue,
    broken,
    opened,
    choices,
    job,
    step,
    chosen,
    made: releases.made,
    finished: releases.finished,
    kept,
    live,
    explored,
    isExploring,
    task: (kind) => ({
      busy: running !== null,
      running: running?.kind === kind ? running : null,
      error: error?.kind === kind ? error.text : null,
    }),
    open,
    take,
    anonymize,
    show(run) {
      releases.show(run);
      setStep('Result');
    },
    rename: releases.rename,
    changeColumns: (names, part) => setChoices((last) => withColumns(last, names, part)),
    setChoices,
    takeChoices(taken) {
      setChoices((last) => takenChoices(taken, last));
      setStep('Privacy');
    },
    setChosen,
    setStep,
    setExploring,
  };
}
