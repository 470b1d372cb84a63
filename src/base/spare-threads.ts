/** Maximum threads that a run starts unasked. */
const MOST_UNASKED = 8;

/** Threads of a run that does not name their number, by the cores of the host: all but one. */
export const spareThreadsOf = (cores: number): number => Math.max(1, Math.min(MOST_UNASKED, cores - 1));
