/** The worker's side of opening jobs and hierarchies: the worker has what reads and checks them already. */
import { readLevels } from './column/read-levels.js';
import { readChoices } from './leave/keep/read-choices.js';

const readers = { job: readChoices, levels: readLevels };

/** Message of the page: a file of this kind as text, its name in messages, and the port for the answer. */
export interface AskedFile {
  readonly fileOf: keyof typeof readers;
  readonly text: string;
  readonly name: string;
  readonly answer: MessagePort;
}

/** Contents of a file of this kind. */
export type Read<Kind extends keyof typeof readers> = ReturnType<(typeof readers)[Kind]>;

/** Reply: the contents of the file, or its error. */
export type ReadAnswer<Kind extends keyof typeof readers> = { readonly read: Read<Kind> } | { readonly error: string };

const isOurs = (data: unknown): data is AskedFile => typeof data === 'object' && data !== null && 'fileOf' in data;

/** Has this worker read such files; it passes over all other messages. */
export function serveFiles(): void {
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isOurs(data)) data.answer.postMessage(read(data));
  });
}

function read({ fileOf, text, name }: AskedFile): ReadAnswer<AskedFile['fileOf']> {
  try {
    return { read: readers[fileOf](text, name) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
