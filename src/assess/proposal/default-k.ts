/** k of a proposed job, of the command and of the page. */
export const DEFAULT_K = 5;
