import { appendAll } from '../../base/sequences.js';
import { basename } from 'node:path';
import { sha256OfFile } from '../node/digest.js';
import type { Output } from '../node/write-output.js';
import { writeBeside, writeForAWhile, writeOutputs } from '../node/write-output.js';
import type { Table } from '../../index.js';
import type { AnonymizeResult, RunResult } from '../../index.js';
import { csvChunks } from '../../index.js';
import { seededRandom } from '../../base/random.js';
import { writeStdout } from './console.js';
import { encodeRelease } from './encode-release.js';
import { formOf } from './output-options.js';
import { findCountedDifference, findDifference, refuseDifference } from '../../table/find-difference.js';
import { readFrom } from '../node/read-from.js';
import { readRelease } from './read-table.js';
import type { CommandRun, Sink, SourceTable } from './source.js';
import type { Targets } from './targets.js';

/** Makes the outputs of a run beside its release: reports, the recoding, the job that was made; none where none is asked for. */
export type MakeOutputs = (done: AnonymizeResult, result: RunResult) => readonly Output[];

/** Files, which get their names together when each was read again from the disk; without `--out` stdout. */
export function fileSink(
  targets: Targets,
  read: SourceTable,
  others: MakeOutputs,
  { options, signal, terminal }: CommandRun,
): Sink {
  const { out, second, certifier, reporter } = targets;
  const random = options.seed === undefined ? undefined : seededRandom(options.seed);
  /** The audit is one of the file when that has, cell by cell, what was audited. */
  const confirm = async (path: string, audited: Table): Promise<void> => {
    terminal.progress('check of the file');
    const isCounted = audited.weights !== null;
    const counted = isCounted ? (read.counted ?? { threads: 1 }) : null;
    const written = await readRelease(path, 'the file as written', read.job, read.table, signal, counted);
    refuseDifference((isCounted ? findCountedDifference : findDifference)(audited, written));
  };
  return {
    write: async (done, result) => {
      const pass = read.inOrder?.(done) ?? null;
      const outputs: Output[] = [];
      for (const [path, audited, name] of [
        [out, done.release, 'release'],
        [second, done.tables.sensitive, 'sensitive'],
      ] as const) {
        if (path === null || audited === undefined) continue;
        const chunks = await encodeRelease(path, audited, random, formOf(read.job), pass);
        const beforePublish = async (written: string): Promise<void> => {
          await confirm(written, audited);
          if (certifier === null && reporter === null) return;
          const file = { name: basename(path), table: name, ...(await sha256OfFile(written, signal)) };
          certifier?.add(file);
          reporter?.add(file);
        };
        outputs.push({ path, chunks, beforePublish });
      }
      if (certifier !== null) outputs.push(certifier.output(done.result));
      appendAll(outputs, others(done, result));
      const toStdout = out === null && options.json !== true;
      if (toStdout && (pass !== null || reporter !== null)) {
        // The end of the input shows whether it is still what was counted: until then nothing leaves. A report holds the hash of what leaves, and is
        // written before.
        const onceConfirmed = async (written: string): Promise<void> => {
          await confirm(written, done.release);
          reporter?.add({ name: 'standard output', ...(await sha256OfFile(written, signal)) });
          const leave = (): Promise<void> =>
            readFrom(written, (source) => writeStdout(source as AsyncIterable<Uint8Array>));
          await writeBeside(outputs, leave, signal);
        };
        const chunks = pass?.chunks() ?? csvChunks(done.release, { random, ...formOf(read.job) });
        await writeForAWhile('kohort-release.csv', chunks, onceConfirmed, signal);
        return;
      }
      if (!toStdout) return writeOutputs(outputs, signal);
      await writeBeside(outputs, () => writeStdout(csvChunks(done.release, { random, ...formOf(read.job) })), signal);
    },
  };
}
