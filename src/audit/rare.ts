import type { Column } from '../table/table.js';
import { allocateCodes, Table } from '../table/table.js';
import { countHaving, type Persons } from './persons.js';

/** A column of texts and the fewest rows, or persons, of a value that is released. */
interface RareColumn {
  readonly name: string;
  readonly fewest: number;
}

/** The original as the release shows it: rare texts of sensitive columns as `other`, together with the next rarest while it is rare. */
export function hideRare(
  original: Table | undefined,
  rares: readonly RareColumn[],
  persons: Persons | null = null,
): Table | undefined {
  if (original === undefined || rares.length === 0) return original;
  const columns = original.columns.map((column) => {
    const rare = rares.find(({ name }) => name === column.name);
    return rare === undefined || column.type !== 'string'
      ? column
      : hideIn(column, original.weights, rare.fewest, persons);
  });
  return new Table(original.rows, columns, original.warnings, original.weights);
}

function hideIn(column: Column, weights: Uint32Array | null, fewest: number, persons: Persons | null): Column {
  const { texts, missingCode } = column;
  const valueOf = new Map<string, number>();
  texts.forEach((text, code) => {
    if (code !== missingCode && !valueOf.has(text)) valueOf.set(text, valueOf.size);
  });
  const values = texts.map((text, code) => (code === missingCode ? -1 : valueOf.get(text)!));
  const { counts, ofAny } = countHaving(column, persons, values, valueOf.size);
  const ascending = [...valueOf].sort(([a, x], [b, y]) => counts[x] - counts[y] || (a < b ? -1 : 1));
  const isFew = ([text, value]: readonly [string, number]): boolean => counts[value] < fewest || text === 'other';
  const hidden = new Map(ascending.some(([, value]) => counts[value] < fewest) ? ascending.filter(isFew) : []);
  for (const [text, value] of hidden.size > 0 ? ascending : []) {
    if (ofAny([...hidden.values()]) < fewest) hidden.set(text, value);
  }
  if (hidden.size === 0) return column;
  const places = new Map<string, number>();
  const place = (text: string): number => places.get(text) ?? (places.set(text, places.size), places.size - 1);
  const newCode = texts.map((text, code) =>
    code === missingCode ? place('\0missing') : place(hidden.has(text) ? '=other' : `=${text}`),
  );
  const codes = allocateCodes(column.codes.length, places.size);
  column.codes.forEach((code, entry) => (codes[entry] = newCode[code]));
  const rowsPerCode = new Uint32Array(places.size);
  codes.forEach((code, entry) => (rowsPerCode[code] += weights?.[entry] ?? 1));
  return {
    ...column,
    codes,
    texts: [...places.keys()].map((key) => (key === '\0missing' ? texts[missingCode] : key.slice(1))),
    missingCode: missingCode < 0 ? -1 : newCode[missingCode],
    rowsPerCode,
  };
}
