/** The table of all people among whom those of the file are hidden: a second file, for models of membership. */
import type { KeptTable, WorkerReadOptions } from 'kohort/client';
import type { ModelChoice, Opened } from '../choices.js';
import { textOfValue } from '../choices.js';

/** A table of everybody that was opened. */
export interface Everybody {
  /** The name of its file, which jobs call it by. */
  readonly name: string;
  readonly file: File;
  readonly rows: number;
  /** The largest probability to be among the rows that is proposed for anybody of it. */
  readonly most: number;
  /** The table of everybody and the table beside it, in the worker. */
  readonly kept: KeptTable;
  readonly beside: KeptTable;
  /** Types of its columns: those of the table beside it. */
  readonly types: NonNullable<WorkerReadOptions['types']>;
}

/** Returns the open table with everybody beside it: its previews and releases compare with them. */
export function withEverybody(opened: Opened, everybody: Everybody): Opened {
  const { name, beside, kept: people } = everybody;
  const publicTables = Object.fromEntries([[name, people]]);
  const kept: KeptTable = {
    ...beside,
    preview: (job, options) => beside.preview(job, { ...options, publicTables }),
    anonymize: (job, options) => beside.anonymize(job, { ...options, publicTables }),
    forget() {
      people.forget();
      beside.forget();
    },
  };
  return { ...opened, kept, everybody };
}

/** True for a model that compares with a table of everybody. */
export const isOfEverybody = ({ parameters }: ModelChoice): boolean => parameters.public !== undefined;

/** Models with the table of everybody that is open. */
export const namedModels = (models: readonly ModelChoice[], { name }: Everybody): ModelChoice[] =>
  models.map((model) =>
    isOfEverybody(model) ? { ...model, parameters: { ...model.parameters, public: textOfValue(name) } } : model,
  );

/** The promise that nobody of everybody is likely to be among the rows. */
export const presenceModel = ({ name, most }: Everybody): ModelChoice => ({
  model: 'delta-presence',
  parameters: { min: '0', max: String(most), public: textOfValue(name), outside: 'judged' },
});
