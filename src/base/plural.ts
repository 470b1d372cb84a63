/** The word that a count takes: `row` for 1, `rows` for others; `many` where an s does not make it. */
export const plural = (value: number | bigint, one: string, many = `${one}s`): string =>
  value === 1 || value === 1n ? one : many;

/** `1 row`, `1234 rows`: for messages. */
export const amount = (value: number | bigint, one: string, many?: string): string =>
  `${value} ${plural(value, one, many)}`;
