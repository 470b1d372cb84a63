declare const isSql: unique symbol;

/**
 * Text of a statement, or of a part of one. No other string is SQL: names and values become a part by `quoteName`, `quoteTable` and
 * `quoteText` alone, and nothing is ever replaced in what is put together. So a name cannot be read as anything else.
 */
export type Sql = string & { readonly [isSql]: true };

/** SQL of our own text, with parts that are SQL already. */
export function sql(text: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return text.reduce((made, piece, i) => `${made}${parts[i - 1]}${piece}`) as Sql;
}

/** Parts with a text of our own between them. */
export const joinSql = (parts: readonly Sql[], between: ', ' | ' AND ' | " || ',' || " | ',\n' | '\n'): Sql =>
  parts.join(between) as Sql;

/** A whole number. */
export function sqlNumber(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new RangeError('no whole number');
  return String(value) as Sql;
}
