/** Purpose of a release, which decides the algorithm of a proposed job. */
export type Goal = 'fast' | 'best' | 'levels' | 'links' | 'membership';

/** Aim of each goal, in words for people. */
export const goals: Readonly<Record<Goal, string>> = {
  fast: 'most of the detail, at once: every group of rows is generalized as little as it needs',
  best: 'more of the detail than "fast", in minutes: the groups are improved as long as that keeps more',
  levels: 'one level of detail for every column throughout, proven to be the one that loses least',
  links: 'values stay as they are, and which of them belong together is hidden',
  membership: 'it is hidden who of a public table is among the rows',
};

/** Default of {@link Goal}: it ends soon on any table, and suppresses nobody. */
export const DEFAULT_GOAL: Goal = 'fast';

/** Names of the goals, in the order in which they are offered. */
export const goalNames = Object.keys(goals) as readonly Goal[];
