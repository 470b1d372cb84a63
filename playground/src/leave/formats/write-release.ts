import type { Table } from 'kohort/js';
import { inOwnWorker } from '../../start-worker.js';
import type { FileForm } from './formats.js';

/** Writes a release as a file of the form, in a worker of its own, which is loaded on use. Throws the errors of the writer. */
export const writeRelease = (table: Table, form: FileForm): Promise<Blob> =>
  inOwnWorker('kohort-writer', (writer) => writer.call('writeFile', { table, form }));
