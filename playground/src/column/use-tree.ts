/** The state of a tree that is edited: what was done can be undone. */
import { useRef, useState } from 'preact/hooks';
import type { Group } from './tree-model.js';

interface History {
  readonly past: readonly Group[];
  readonly present: Group;
  readonly future: readonly Group[];
}

/** Maximum number of steps that can be undone. */
const STEPS = 100;

export interface EditedTree {
  readonly root: Group;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Goes on with another tree; the same one changes nothing. */
  readonly set: (next: Group) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** An id that no group has. */
  readonly newId: () => string;
}

/**
 * @param source - the source of a tree from elsewhere; a source from `onChange` means the present tree
 * @param make - makes the tree of the source
 * @param onChange - gets every new tree, and returns its source
 */
export function useTree<Source>(source: Source, make: () => Group, onChange: (root: Group) => Source): EditedTree {
  const [history, setHistory] = useState<History>(() => ({ past: [], present: make(), future: [] }));
  const known = useRef<Source>(source);
  const ids = useRef(0);
  let now = history;
  if (known.current !== source) {
    // Loaded, or chosen elsewhere: that can be undone too.
    known.current = source;
    now = stepped(history, make());
    setHistory(now);
  }
  const take = (next: History): void => {
    setHistory(next);
    known.current = onChange(next.present);
  };
  return {
    root: now.present,
    canUndo: now.past.length > 0,
    canRedo: now.future.length > 0,
    set: (next) => {
      if (next !== now.present) take(stepped(now, next));
    },
    undo: () => {
      const last = now.past.at(-1);
      if (last !== undefined)
        take({ past: now.past.slice(0, -1), present: last, future: [now.present, ...now.future] });
    },
    redo: () => {
      const [next, ...future] = now.future;
      if (next !== undefined) take({ past: [...now.past, now.present], present: next, future });
    },
    newId: () => `n${++ids.current}`,
  };
}

const stepped = ({ past, present }: History, next: Group): History => ({
  past: [...past.slice(1 - STEPS), present],
  present: next,
  future: [],
});
