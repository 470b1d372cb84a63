/** Threads that nobody asked for, at most. */
const MOST_UNASKED = 8;

/** Threads of a run that leaves their number to a host of so many cores: all but one. */
export const spareThreadsOf = (cores: number): number => Math.max(1, Math.min(MOST_UNASKED, cores - 1));
