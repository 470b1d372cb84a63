import { useState } from 'preact/hooks';
import type { Finished } from '../finished.js';
import type { Opened } from '../choices.js';
import type { FileForm } from './formats/formats.js';
import { Check } from './formats/format-card.js';
import { specOf } from 'kohort/assess';
import type { CheckedJob } from 'kohort/js';
import type { Extras, Repeated } from './repeat.js';
import { commandOf, programOf } from './repeat.js';
import { DatabaseCard } from './database-card.js';
import { Snippet } from './snippet.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly form: FileForm;
}

/** Ways to this release without the page: by the command line, by a program, and in a database. */
export function RepeatView({ opened, finished, form }: Props) {
  const { file } = opened;
  const { seed, job } = finished;
  const [extras, setExtras] = useState<Extras>({ report: false, certificate: false, recoding: false });
  const run = { input: file.name, seed, form, everybody: everybodyOf(opened, job) };
  const set = (part: Partial<Extras>): void => setExtras({ ...extras, ...part });
  return (
    <>
      <Snippet
        title="By the command line"
        about="Makes the same release again from the file and its job file. A certificate shows later that the release is unchanged. The order of its rows is random in each run, unless a seed is given."
        text={commandOf(run, extras)}
        isCommand
      >
        <Check text="with a report" value={extras.report} onChange={(report) => set({ report })} />
        <Check text="with a certificate" value={extras.certificate} onChange={(certificate) => set({ certificate })} />
        <Check text="with the recoding" value={extras.recoding} onChange={(recoding) => set({ recoding })} />
      </Snippet>
      <Snippet
        title="By a program"
        about="JavaScript for Node, Deno or Bun, beside the job file: the same release in your own program."
        text={programOf(run)}
      />
      <DatabaseCard opened={opened} finished={finished} />
    </>
  );
}

/** The file of everybody that a job compares with, its columns as the quasi-identifiers are read. */
function everybodyOf({ everybody }: Opened, job: CheckedJob): Repeated['everybody'] {
  if (everybody === undefined || !job.privacy.some((spec) => 'public' in spec)) return null;
  const types = Object.entries(everybody.types).filter(([name]) => specOf(job, name)?.role === 'quasi-identifier');
  return { name: everybody.name, inputFormat: job.input?.format, types: Object.fromEntries(types) };
}
