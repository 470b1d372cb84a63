import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import { client } from '../../client.js';
import { messageOf } from '../../shell/tasks.js';
import { withoutValues } from './kept-job.js';
import { unpackText } from './packed-text.js';

/** Key of remembered choices in local storage. */
const place = 'kohort-choices';
/** Prefix of the choices in an address. */
export const fragment = '#choices=';
const SETTLE_MILLISECONDS = 400;

/** Choices from elsewhere: of a link, remembered on this machine, or of a job file. */
export interface Kept {
  /** Choices for the next file. */
  readonly wanted: CheckedJob | null;
  /** Sentences about their use. */
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

/** The text of a link or of this machine's memory, as a job that was checked whole. */
const checked = (text: string, name: string): Promise<CheckedJob> => client.call('readJob', { text, name });

/** Choices of the address, else those remembered on this machine; null where there are none. */
function foundAtStart(): { readonly source: string; readonly read: () => Promise<CheckedJob> } | null {
  if (location.hash.startsWith(fragment)) {
    const linked = location.hash.slice(fragment.length);
    return { source: 'in the address', read: async () => checked(await unpackText(linked), 'choices') };
  }
  const remembered = stored()?.getItem(place) ?? '';
  return remembered === ''
    ? null
    : { source: 'remembered on this machine', read: () => checked(remembered, 'choices') };
}

/** Keeps choices only when asked: reads those of the address and of this machine, and writes the present ones while they are to be remembered. */
export function useKept(job: CheckedJob | null): Kept {
  const [wanted, setWanted] = useState<CheckedJob | null>(null);
  const [notes, tell] = useState<readonly string[]>([]);
  const [isRemembering, setOn] = useState(false);
  const [withValues, setWithValues] = useState(false);
  useEffect(() => {
    setOn((stored()?.getItem(place) ?? null) !== null);
    const found = foundAtStart();
    found?.read().then(
      (kept) => {
        setWanted(kept);
        tell([`The choices ${found.source} are taken for the next file that you open.`]);
      },
      (error: unknown) => tell([`The choices ${found.source} are not taken: ${messageOf(error)}. The page goes on without them.`]), // prettier-ignore
    );
  }, []);
  useRemembering(job === null ? '' : JSON.stringify(withValues ? job : withoutValues(job)), isRemembering, () => {
    setOn(false);
    setWanted(null);
    tell(['The choices that this machine remembered were forgotten in another tab.']);
  });
  return {
    ...{ wanted, notes, isRemembering, withValues, setWithValues, tell },
    setRemembering(on) {
      setOn(on);
      // An empty text says that the next choices are to be remembered.
      if (on) stored()?.setItem(place, '');
      else stored()?.removeItem(place);
    },
    want(found, said = []) {
      setWanted(found);
      tell(said);
    },
    async readFile(file) {
      try {
        return await checked(await file.text(), file.name);
      } catch (error) {
        tell([`The job file cannot be taken. ${messageOf(error)}`]);
        return null;
      }
    },
  };
}

/** Writes choices that are complete to local storage, some time after the last change, until some tab forgets them. */
function useRemembering(text: string, isOn: boolean, onForgotten: () => void): void {
  const forgotten = useRef(onForgotten);
  forgotten.current = onForgotten;
  useEffect(() => {
    if (!isOn) return;
    const listen = ({ key, newValue }: StorageEvent): void => {
      if ((key === place || key === null) && newValue === null) forgotten.current();
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, [isOn]);
  useEffect(() => {
    if (!isOn || text === '') return;
    let isOld = false;
    const write = async (): Promise<void> => {
      const isComplete = await checked(text, 'choices').then(
        () => true,
        () => false,
      );
      // A frozen tab hears late that another one has forgotten them.
      if (isComplete && !isOld && stored()?.getItem(place) !== null) stored()?.setItem(place, text);
    };
    const timer = setTimeout(() => void write(), SETTLE_MILLISECONDS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [isOn, text]);
}
