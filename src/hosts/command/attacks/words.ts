/** Words and figures that several attacks print. */

/** Caveat of a figure of rows. */
export const ROWS_COUNTED =
  'rows are counted, and people may have several: then they are easier to find (docs/persons.md)';

export const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
