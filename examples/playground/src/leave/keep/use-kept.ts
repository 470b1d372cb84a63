import { useEffect, useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import { readInWorker } from '../../read-in-worker.js';
import { messageOf } from '../../shell/tasks.js';
import { asJob, unpackJob, withoutValues } from './kept-job.js';

/** Where remembered choices stand in local storage. */
const place = 'kohort-choices';
/** What stands before the choices in an address. */
export const fragment = '#choices=';
const SETTLE_MILLISECONDS = 400;

/** Choices from elsewhere: of a link, remembered on this machine, or of a job file. */
export interface Kept {
  /** What the next file is to begin with. */
  readonly wanted: CheckedJob | null;
  /** What became of them, in words. */
  readonly notes: readonly string[];
  readonly isRemembering: boolean;
  /** Hierarchies that are made of values are kept too. */
  readonly withValues: boolean;
  readonly setRemembering: (on: boolean) => void;
  readonly setWithValues: (on: boolean) => void;
  readonly tell: (notes: readonly string[]) => void;
  /** Takes a job for the table that is open, or the next one. */
  readonly want: (job: CheckedJob | null, notes?: readonly string[]) => void;
  readonly readFile: (file: File) => Promise<CheckedJob | null>;
}

/** Local storage, where a browser gives it. */
function stored(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Keeps choices only when asked: reads those of the address and of this machine, and writes the present ones while they are to be remembered. */
export function useKept(job: CheckedJob | null): Kept {
  const [wanted, setWanted] = useState<CheckedJob | null>(null);
  const [notes, tell] = useState<readonly string[]>([]);
  const [isRemembering, setOn] = useState(false);
  const [withValues, setWithValues] = useState(false);
  useEffect(() => {
    const remembered = stored()?.getItem(place) ?? null;
    setOn(remembered !== null);
    const linked = location.hash.startsWith(fragment) ? location.hash.slice(fragment.length) : null;
    if (linked === null && remembered === null) return;
    const read = linked === null ? Promise.resolve(remembered).then((text) => asJob(text ?? '')) : unpackJob(linked);
    const source = linked === null ? 'remembered on this machine' : 'in the address';
    read.then(
      (found) => {
        setWanted(found);
        tell([`The choices ${source} are taken for the next file that you open.`]);
      },
      () => tell([`The choices ${source} could not be read.`]),
    );
  }, []);
  const text = job === null ? '' : JSON.stringify(withValues ? job : withoutValues(job));
  useEffect(() => {
    if (!isRemembering || text === '') return;
    const timer = setTimeout(() => stored()?.setItem(place, text), SETTLE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isRemembering, text]);
  return {
    ...{ wanted, notes, isRemembering, withValues, setWithValues, tell },
    setRemembering(on) {
      setOn(on);
      if (!on) stored()?.removeItem(place);
    },
    want(found, said = []) {
      setWanted(found);
      tell(said);
    },
    async readFile(file) {
      try {
        return await readInWorker('job', file, file.name);
      } catch (error) {
        tell([`The job file cannot be taken. ${messageOf(error)}`]);
        return null;
      }
    },
  };
}
