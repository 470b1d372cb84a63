import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { describedColumns } from 'kohort/assess';
import type { WorkerRelease } from 'kohort/client';
import type { Catalogue, CheckedJob, Table } from 'kohort/js';
import type { Choices, ColumnChoice, ColumnKind, Opened, Reading } from './choices.js';
import {
  forColumns,
  initialChoices,
  isRowKnown,
  jobOf,
  kindKeys,
  missingInOf,
  suggestedOf,
  takenChoices,
} from './choices.js';
import { choicesOf } from './choices-of-job.js';
import { client } from './client.js';
import type { Refit, TakenOut } from './column/refit.js';
import { openAsWanted, readingWithFormat, type Said, withSaid } from './data/open-file.js';
import type { RowAnswer } from './data/row-question.js';
import { type Explored, useExplored } from './explore/use-explored.js';
import type { Finished } from './finished.js';
import { choicesFrom, readingOf } from './leave/keep/kept-job.js';
import { type Kept, useKept } from './leave/keep/use-kept.js';
import { namedModels, withEverybody } from './search/everybody.js';
import { openEverybody } from './search/open-everybody.js';
import type { StartOptions } from './shell/run-section.js';
import type { Running, TaskKind } from './shell/tasks.js';
import { messageOf, useTasks } from './shell/tasks.js';
import type { Step } from './shell/top-bar.js';
import { type Live, useLive } from './shell/use-live.js';

/** State of tasks for a part of the page that starts one. */
export interface TaskState {
  /** Some task is at work. */
  readonly busy: boolean;
  /** The part's own task, while it is at work. */
  readonly running: Running | null;
  /** Reason why its last one gave nothing. */
  readonly error: string | null;
}

/** Further facts about a file that is opened. */
export interface OpenOptions {
  /** A job that fits it. */
  readonly job?: CheckedJob;
  /** The columns of the open file, with the types to read them as. */
  readonly columns?: readonly ColumnChoice[];
}

/** State of the whole page, and its actions. */
export interface Workbench {
  /** Null until the worker has answered. */
  readonly catalogue: Catalogue | null;
  /** Reason why the worker cannot be used. */
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
  /** The table seems to have several rows a person, and nobody has said yet what a row is. */
  readonly isAsking: boolean;
  /** Takes the file without further questions: its first line names the columns, its rows are people. */
  takeAsPlain(): Promise<void>;
  /** Says what a row is: one person, or one of those of a person. */
  readonly sayRow: (answer: RowAnswer) => Promise<void>;
  readonly task: (kind: TaskKind) => TaskState;
  /** Reads a file, or the same file in another way, in place of what is being read; resolves to whether it is open. */
  readonly open: (file: File, reading: Reading, options?: OpenOptions) => Promise<boolean>;
  /** Reads the file again, with another type for one column. */
  readonly readColumn: (name: string, kind: ColumnKind) => Promise<void>;
  /** Hierarchies that did not fit when the file was read in another way. */
  readonly takenOut: readonly TakenOut[];
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
  /** Opens a table of all people among whom those of the file are hidden; rejects where it cannot be. */
  readonly openEverybody: (file: File) => Promise<void>;
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
    const { choices, notes } = choicesFrom(wanted, names, reading);
    return { suggested: choices, notes };
  }
  return { suggested: proposed === null ? suggestedOf(known) : choicesOf(proposed, names), notes: null };
}

/** Statements of a job about its rows. */
const rowSaidBy = ({ attributes, unit }: CheckedJob): Said => ({
  rowsArePeople: unit === 'row',
  persons: describedColumns({ attributes }).flatMap(({ name, spec }) => (spec.role === 'person' ? [name] : [])),
});

/** True where people of a file seem to have several rows. */
const hasRepeated = ({ repeated, inspection }: Opened): boolean =>
  repeated !== null || inspection.repeatedPersons !== null;

/** The choices with what somebody said of the rows: columns of another key are not released. */
function withAnswer({ unit: _, ...choices }: Choices, answer: RowAnswer): Choices {
  const key = 'persons' in answer ? answer.persons : [];
  const columns = choices.columns.map((column): ColumnChoice => {
    if (key.includes(column.name)) return { ...column, role: 'person' };
    return column.role === 'person' ? { ...column, role: 'identifier' } : column;
  });
  return forColumns({ ...choices, columns, ...('unit' in answer ? { unit: answer.unit } : {}) });
}

/** The columns that a job names, as it says them. */
const columnsOfJob = (job: CheckedJob): readonly ColumnChoice[] =>
  choicesOf(
    job,
    describedColumns(job).map(({ name }) => name),
  ).columns;

/** The types that were said, to be compared. */
const kindsText = (columns: readonly ColumnChoice[]): string =>
  JSON.stringify(columns.map((column) => [column.name, kindKeys(column)]));

/** A way to read a file, to be compared. */
const readingText = (reading: Reading): string => JSON.stringify(Object.entries(reading).sort());

/** A table after another reading, with the file of everybody read as its columns are now. */
async function withPeople(known: Opened, people: File, choices: Choices): Promise<Opened> {
  try {
    return withEverybody(known, await openEverybody(people, known, choices));
  } catch (reason) {
    known.kept.forget();
    throw reason;
  }
}

/** The columns that were chosen, as far as the table has them. */
function chosenIn({ table }: Opened, chosen: readonly string[]): readonly string[] {
  const known = chosen.filter((name) => table.column(name) !== undefined);
  return known.length > 0 ? known : [table.columns[0].name];
}

const withColumns = (choices: Choices, names: readonly string[], part: Partial<ColumnChoice>): Choices =>
  forColumns({
    ...choices,
    columns: choices.columns.map((column) => (names.includes(column.name) ? changed(column, part) : column)),
  });

/** A column with what somebody chose of it: a chosen hierarchy is no suggestion any more. */
function changed({ isSuggested, ...column }: ColumnChoice, part: Partial<ColumnChoice>): ColumnChoice {
  return { ...column, ...(isSuggested === true && !('hierarchy' in part) ? { isSuggested } : {}), ...part };
}

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
  const [takenOut, setTakenOut] = useState<readonly TakenOut[]>([]);
  const latest = useRef(choices);
  /** The choices are those of a job, not of the proposal. */
  const isOfJob = useRef(false);
  /** The choices of the last proposal; others were changed. */
  const proposed = useRef(choices);
  latest.current = choices;
  const releases = useReleases();
  const { running, error, perform } = useTasks();
  /** The file whose first line names the columns and whose rows all count, as somebody answered. */
  const plain = useRef<File | null>(null);
  const isAsking = opened !== null && (opened.stray !== null || (!isRowKnown(choices) && hasRepeated(opened)));
  const job = useMemo(() => (opened === null || isAsking ? null : jobOf(choices)), [opened, choices]);
  const kept = useKept(job);
  const live = useLive(opened?.kept ?? null, job, running === null && step !== 'Result');
  const explored = useExplored(opened?.kept ?? null, running !== null || (live.isOld && live.error === null));

  // The roles of the columns decide which rows a missing cell leaves out.
  const missingIn = JSON.stringify(missingInOf(choices.reading, choices.columns));
  useEffect(() => {
    if (opened === null || running !== null || missingIn === JSON.stringify(opened.missingIn)) return;
    void open(opened.file, choices.reading).then((isOpen) => {
      if (isOpen) return;
      setChoices(({ reading: { onMissing: _, ...reading }, ...last }) => ({ ...last, reading }));
      setStep('Data');
    });
  }, [opened, missingIn, running === null]);

  useEffect(() => {
    client.list().then(setCatalogue, (reason: unknown) => setBroken(messageOf(reason)));
  }, []);

  async function open(
    file: File,
    given: Reading,
    { job: fitting, columns: typed }: OpenOptions = {},
  ): Promise<boolean> {
    const before = file === opened?.file ? opened : null;
    const wanted = fitting === undefined && before === null ? kept.wanted : null;
    const asked = wanted === null ? given : readingOf(wanted);
    const declared = before !== null ? (typed ?? choices.columns) : wanted === null ? [] : columnsOfJob(wanted);
    const read = await perform('open', async (watch) => {
      const how = before === null ? (wanted ?? fitting) : jobOf(latest.current);
      const said = { ...(how === undefined ? {} : rowSaidBy(how)), isPlain: plain.current === file };
      const plan = { file, reading: asked, columns: declared, before, said };
      const { known, misfit } = await openAsWanted(plan, wanted === null ? null : given, watch);
      const people = before?.everybody?.file;
      return {
        known: people === undefined ? known : await withPeople(known, people, { ...latest.current, reading: asked }),
        misfit,
        refit: before === null ? null : (await import('./column/refit.js')).refit,
      };
    });
    if (read === null) return false;
    const { known, misfit, refit } = read;
    const reading = readingWithFormat(misfit === null ? asked : given, known);
    opened?.kept.forget();
    setOpened(known);
    if (before !== null && refit !== null) return readAnew(before, known, refit, { reading, declared });
    const fits = misfit === null ? wanted : null;
    const { suggested, notes } = suggestions(known, reading, fits, fitting ?? known.proposal);
    isOfJob.current = fits !== null || fitting !== undefined;
    if (misfit !== null) kept.want(null, [`The kept choices are of another file, and are not taken: ${misfit}`]);
    if (notes !== null) kept.want(null, ['The kept choices are taken.', ...notes]);
    releases.clear();
    explored.clear();
    setExploring(false);
    setTakenOut([]);
    const { columns } = suggested;
    setChoices((proposed.current = forColumns({ ...suggested, reading })));
    setChosen([(columns.find(({ role }) => role === 'quasi-identifier') ?? columns[0]).name]);
    // Parts that could not be taken are listed beside the data.
    setStep(misfit !== null || (notes !== null && notes.length > 0) ? 'Data' : 'Columns');
    return true;
  }

  /** A file that is read in another way keeps its releases beside those to come, and what was chosen, as far as its columns are the same. */
  function readAnew(
    before: Opened,
    known: Opened,
    refit: Refit,
    { reading, declared }: { readonly reading: Reading; readonly declared: readonly ColumnChoice[] },
  ): true {
    explored.cancel();
    releases.hide();
    setChosen((last) => chosenIn(known, last));
    const now = latest.current;
    const { columns: proposed } = suggestions(known, reading, null, known.proposal).suggested;
    const all = proposed.map((column) => {
      const { type: _, format: __, ...own } = now.columns.find(({ name }) => name === column.name) ?? column;
      return { ...own, ...kindKeys(declared.find(({ name }) => name === column.name) ?? {}) };
    });
    const { columns, takenOut: out } = refit(all, before.table, known.table);
    setTakenOut(out);
    setChoices((last) => forColumns({ ...last, reading, columns }));
    return true;
  }

  function take(found: CheckedJob): void {
    if (opened === null) return kept.want(found, ['The job file is read. Its choices are taken for the next file that you open.']); // prettier-ignore
    const names = opened.table.columns.map(({ name }) => name);
    const { choices: next, notes } = choicesFrom(found, names, choices.reading);
    isOfJob.current = true;
    setChoices(next);
    // Types, and the reading of the file, hold for the table as well.
    const reading = found.input === undefined ? choices.reading : readingWithFormat(readingOf(found), opened);
    const isSame = readingText(reading) === readingText(choices.reading);
    if (!isSame || kindsText(next.columns) !== kindsText(choices.columns)) {
      void open(opened.file, reading, { columns: next.columns });
    }
    kept.want(null, ['The choices of the job file are taken.', ...notes]);
  }

  const sayRow = async (answer: RowAnswer): Promise<void> => proposeAgain((last) => withAnswer(last, answer));

  async function takeAsPlain(): Promise<void> {
    plain.current = opened?.file ?? null;
    await proposeAgain((last) => last);
  }

  /** Proposes a job after an answer about the rows of the file. */
  async function proposeAgain(answered: (last: Choices) => Choices): Promise<void> {
    if (opened === null) return;
    const said = { ...rowSaidBy(jobOf(answered(choices))), isPlain: plain.current === opened.file };
    const known = await perform('open', (watch) => withSaid(opened, said, watch));
    if (known === null) return;
    setOpened(known);
    const names = known.table.columns.map(({ name }) => name);
    const { proposal } = known;
    // Choices of a job stay, and what was changed; without these the choices of the proposal are taken.
    setChoices((last) => {
      if (isOfJob.current || proposal === null || last !== proposed.current) return answered(last);
      return (proposed.current = forColumns({ ...choicesOf(proposal, names), reading: last.reading }));
    });
  }

  async function anonymize(options: StartOptions): Promise<boolean> {
    if (opened === null || isAsking) return false;
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
    isAsking,
    takeAsPlain,
    sayRow,
    task: (kind) => ({
      busy: running !== null,
      running: running?.kind === kind ? running : null,
      error: error?.kind === kind ? error.text : null,
    }),
    open,
    async readColumn(name, kind) {
      if (opened === null) return;
      const columns = choices.columns.map(({ type, format, ...own }) => ({
        ...own,
        ...(own.name === name ? kind : kindKeys({ type, format })),
      }));
      await open(opened.file, choices.reading, { columns });
    },
    takenOut,
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
    async openEverybody(file) {
      if (opened === null) return;
      const everybody = await openEverybody(file, opened, choices);
      setOpened((last) => (last?.table === opened.table ? withEverybody(last, everybody) : last));
      setChoices((last) => ({ ...last, models: namedModels(last.models, everybody) }));
    },
    setChosen,
    setStep,
    setExploring,
  };
}
