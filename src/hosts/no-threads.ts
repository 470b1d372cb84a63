import type { StartThread } from '../base/team.js';

/** Value of `#threads` outside of Node: a page starts none by itself, the worker of `kohort/worker` does. */
export const startThread = null as StartThread | null;

/** Threads of a run that leaves their number to the host. */
export const spareThreads = (): number => 1;
