/** Purpose of a release, which decides the algorithm of a proposed job. */
export type Goal = 'fast' | 'best' | 'levels' | 'links' | 'membership';

/** Aim of each goal, in words for people. */
export const goals: Readonly<Record<Goal, string>> = {
  fast: 'most of the detail, fast: every group of rows is generalized as little as possible',
  best: 'more detail than "fast", in minutes: the groups are improved until nothing is gained',
  levels: 'one level of detail for each whole column, proven to lose least',
  links: 'values stay exact, and the links between columns are hidden',
  membership: 'hides which people of a public table are in this table',
};

/** Default of {@link Goal}: it ends soon on any table, and suppresses nobody. */
export const DEFAULT_GOAL: Goal = 'fast';

/** Names of the goals, in the order in which they are offered. */
export const goalNames = Object.keys(goals) as readonly Goal[];

/** Goals whose algorithms judge what somebody learns from a few known columns. */
export const goalsOfKnown: readonly Goal[] = ['fast', 'levels'];
