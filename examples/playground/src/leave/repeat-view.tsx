import { useState } from 'preact/hooks';
import type { Finished } from '../app.js';
import type { Opened } from '../choices.js';
import { releaseName } from './downloads.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
}

/** A name as one word of a shell. */
const quoted = (name: string): string =>
  /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

/** The same release without this page: by the command line, and by a program. */
export function RepeatView({ opened: { file }, finished: { seed } }: Props) {
  const out = releaseName(file.name);
  const command = `npx kohort anonymize ${quoted(file.name)} --job job.json --out ${quoted(out)}${seed === null ? '' : ` --seed ${seed}`}\n`;
  const program = `import { readFileSync, writeFileSync } from 'node:fs';
import { anonymize, csvChunks, readForJob } from 'kohort';

const given = JSON.parse(readFileSync('job.json', 'utf8'));
const { table, job } = await readForJob(readFileSync(${JSON.stringify(file.name)}), given);
const { release } = await anonymize(table, job${seed === null ? '' : `, { seed: ${seed} }`});
writeFileSync(${JSON.stringify(out)}, Buffer.concat([...csvChunks(release)]));
`;
  return (
    <>
      <p>
        The job file, which you can download above, holds all choices and no cell. With it the same release is made
        again elsewhere; the order of its rows is drawn anew each time, unless a seed is given.
      </p>
      <Snippet title="By the command line" text={command} />
      {/\.(csv|tsv|txt)$/i.test(file.name) && <Snippet title="By a program" text={program} />}
    </>
  );
}

function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre tabIndex={0}>{text}</pre>
      <p class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{isCopied && 'Copied.'}</span>
      </p>
    </section>
  );
}
