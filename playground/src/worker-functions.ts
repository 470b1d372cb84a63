/** Everything that the page has its workers do, beside what `kohort/client` offers. The types of the page's calls are those of this map. */
import type { WorkerCall } from 'kohort/client';
import type { AssessedTables, Condition } from './assess/answers.js';
import type { HeldRun, Tell } from './assess/read-release.js';
import { readLevels } from './column/read-levels.js';
import type { ColumnarFile } from './data/open-columnar.js';
import type { ReleaseFile } from './leave/formats/write-file.js';
import { readChoices } from './leave/keep/read-choices.js';

const assessor = () => import('./assess/assessor.js');

/** A question about the run that the worker holds. */
function asked<Answer, Given = null>(
  choose: (all: Awaited<ReturnType<typeof assessor>>) => (held: HeldRun, given: Given, tell: Tell) => Answer,
) {
  return async (given: Given, { onProgress }: WorkerCall): Promise<Awaited<Answer>> => {
    const all = await assessor();
    return await choose(all)(all.heldRun(), given, async (share) => {
      onProgress({ phase: 'measure', share });
      await new Promise((resolve) => setTimeout(resolve));
    });
  };
}

/** Questions about a finished run. */
const questions = {
  columns: asked((all) => (held) => all.describeColumns(held)),
  pair: asked(
    (all) =>
      (held, { across, down }: { readonly across: string; readonly down: string }) =>
        all.countPair(held, across, down),
  ),
  askable: asked((all) => (held) => all.listAskable(held)),
  count: asked((all) => (held, conditions: readonly Condition[]) => all.countRows(held, conditions)),
  suppressed: asked((all) => (held, _: null, tell) => all.traceSuppressed(held, tell)),
  learn: asked(
    (all) =>
      (held, { holdouts }: { readonly holdouts: number }, tell) =>
        all.learnFrom(held, holdouts, tell),
  ),
  unique: asked((all) => (held, _: null, tell) => all.countUnique(held, tell)),
  attack: asked((all) => all.tryAttack),
  headers: asked((all) => (_, file: Blob) => all.readHeaders(file)),
  population: asked((all) => all.estimatePopulation),
  statements: asked((all) => all.writeStatements),
};

/** A file as text, and its name in messages. */
interface NamedText {
  readonly text: string;
  readonly name: string;
}

const loaded = <Module>(module: Promise<Module>, does: 'reads' | 'writes'): Promise<Module> =>
  module.catch((cause: unknown) => {
    throw new Error(`What ${does} this format could not be loaded. Reload the page, or take CSV.`, { cause });
  });

export const functions = {
  ...questions,
  /** Holds a run for the questions. */
  hold: async (run: AssessedTables) => (await assessor()).hold(run),
  /** Answered once the calls before it have ended. */
  rest: () => null,
  /** Jobs and hierarchies are read in the worker, which has the code for it already. */
  readJob: ({ text, name }: NamedText) => readChoices(text, name),
  readLevels: ({ text, name }: NamedText) => readLevels(text, name),
  openColumnar: async (file: ColumnarFile) =>
    (await loaded(import('./data/open-columnar.js'), 'reads')).openColumnar(file),
  writeFile: async (file: ReleaseFile) =>
    (await loaded(import('./leave/formats/write-file.js'), 'writes')).writeFile(file),
};

export type Functions = typeof functions;

export type Question = keyof typeof questions;
/** Parameters of a question. */
export type Given<Name extends Question> = Parameters<Functions[Name]>[0];
/** Answer to a question. */
export type Answer<Name extends Question> = Awaited<ReturnType<Functions[Name]>>;
