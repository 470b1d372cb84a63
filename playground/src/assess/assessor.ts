/** Answers questions about a finished run, in the worker. Loaded with the first question. */
import { type Column, Table } from 'kohort';
import { readHeaders, tryAttack } from './attack.js';
import { describeColumns } from './columns.js';
import { countRows, listAskable } from './count.js';
import { learnFrom } from './learn.js';
import { countPair } from './pair.js';
import { estimatePopulation } from './population.js';
import type {
  Answers,
  AssessedRun,
  BareColumn,
  FromWorker,
  Question,
  Questions,
  TableName,
  ToWorker,
} from './protocol.js';
import { HeldRun } from './read-release.js';
import { writeStatements } from './statements.js';
import { traceSuppressed } from './suppressed.js';
import { countUnique } from './unique.js';

/** Reports the progress of a question, and lets messages in. */
export type Tell = (share: number) => Promise<void>;

type Answerers = {
  readonly [Name in Question]: (
    held: HeldRun,
    given: Questions[Name],
    tell: Tell,
  ) => Answers[Name] | Promise<Answers[Name]>;
};

const answerers: Answerers = {
  columns: describeColumns,
  pair: (held, { across, down }) => countPair(held, across, down),
  askable: listAskable,
  count: countRows,
  suppressed: (held, _, tell) => traceSuppressed(held, tell),
  learn: (held, { holdouts }, tell) => learnFrom(held, holdouts, tell),
  unique: (held, _, tell) => countUnique(held, tell),
  attack: tryAttack,
  headers: (_, file) => readHeaders(file),
  population: estimatePopulation,
  statements: writeStatements,
};

interface Coming {
  readonly run: AssessedRun;
  readonly columns: {
    readonly table: TableName;
    readonly rows: number;
    readonly column: BareColumn;
    readonly texts: string[];
  }[];
}

let coming: Coming | null = null;
let held: HeldRun | null = null;

/** Takes a message of the page. */
export async function take(message: ToWorker, reply: (reply: FromWorker) => void): Promise<void> {
  switch (message.assess) {
    case 'run':
      coming = { run: message.run, columns: [] };
      held = null;
      return;
    case 'column':
      coming?.columns.push({ ...message, texts: [] });
      return;
    case 'texts':
      for (const text of message.texts) coming?.columns.at(-1)?.texts.push(text);
      return;
    case 'ask':
      return answer(message, reply);
  }
}

async function answer(
  { number, question, given }: Extract<ToWorker, { assess: 'ask' }>,
  reply: (reply: FromWorker) => void,
) {
  try {
    const answerer = answerers[question] as (held: HeldRun, given: unknown, tell: Tell) => unknown;
    if (held === null && coming === null) throw new Error('Nothing was sent that could be assessed.');
    held ??= hold(coming as Coming);
    const found = await answerer(held, given, async (share) => {
      reply({ assess: 'progress', number, share });
      await new Promise((resolve) => setTimeout(resolve));
    });
    reply({ assess: 'answer', number, answer: found });
  } catch (error) {
    reply({ assess: 'error', number, message: error instanceof Error ? error.message : String(error) });
  }
}

function hold({ run, columns }: Coming): HeldRun {
  const tableOf = (name: TableName): Table => {
    const own = columns.filter(({ table }) => table === name);
    return new Table(
      own[0]?.rows ?? 0,
      own.map(({ column, texts }): Column => ({ ...column, texts })),
    );
  };
  const apart = columns.some(({ table }) => table === 'apart') ? tableOf('apart') : null;
  return new HeldRun(tableOf('original'), tableOf('release'), apart, run);
}
