/** Random starts of hill climbing without a time limit. */
export const DEFAULT_RESTARTS = 10;
