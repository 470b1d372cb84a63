import { planColumns } from '../../job/plan.js';
import { openFiles } from '../node/open-files.js';
import { identify } from '../node/open-input.js';
import type { AnonymizeResult, CheckedJob, JobInput } from '../../index.js';
import { csvChunksInOrder } from '../../index.js';
import { releasedEntries } from '../../pipeline/in-order.js';
import { changedInput } from '../../table/reopenable-bytes.js';
import type { Terminal } from './console.js';
import type { CountedReading } from '../../io/csv/count-file.js';
import { reportReading } from './reading-progress.js';

/** The release of a counted input in the order of the input, which is read once more for it. */
export interface SecondPass {
  /** Yields the release as CSV. */
  chunks(): AsyncIterable<Uint8Array>;
  /** [released rows] entry of the release. */
  order(): Promise<Uint32Array>;
}

/** Makes second passes over the input of a job. */
type SecondPasses = (input: JobInput, done: AnonymizeResult) => SecondPass;

/**
 * Looks at the files before the first pass; what it gives reads them again. Null where that is not asked for: rows are kept, or
 * leave in an order drawn at random.
 */
export async function prepareSecondPass(
  paths: readonly string[],
  job: CheckedJob,
  counted: CountedReading | null,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<SecondPasses | null> {
  const { input: form, order } = planColumns(job);
  if (counted === null || order !== 'input') return null;
  const identities: string[] = [];
  for (const path of paths) identities.push(await identify(path));
  const onProgress = reportReading(paths, terminal, 'recoded');
  return (input, done) => {
    const again = () => {
      const { source, sourceName } = openFiles(paths, { ...form, described: input.found }, identities);
      return [source, { ...counted, sourceName, signal, onProgress }] as const;
    };
    return {
      chunks: () => {
        const [source, options] = again();
        return csvChunksInOrder(source, input, done, options);
      },
      order: async () => {
        const [source, options] = again();
        const order = new Uint32Array(done.release.rows);
        let at = 0;
        for await (const block of releasedEntries(source, input, done, options)) {
          if (at + block.length > order.length) throw changedInput(options.sourceName);
          order.set(block, at);
          at += block.length;
        }
        return order;
      },
    };
  };
}
