import type { Column } from '../table/table.js';
import { allocateCodes, Table } from '../table/table.js';

/** A column of texts and the fewest rows of a value that is released. */
export interface RareColumn {
  readonly name: string;
  readonly fewest: number;
}

/** The original as the release shows it: rare texts of sensitive columns as `other`, together with the next rarest while it is rare. */
export function hideRare(original: Table | undefined, rares: readonly RareColumn[]): Table | undefined {
  if (original === undefined || rares.length === 0) return original;
  const columns = original.columns.map((column) => {
    const rare = rares.find(({ name }) => name === column.name);
    return rare === undefined || column.type !== 'string' ? column : hideIn(column, original.weights, rare.fewest);
  });
  return new Table(original.rows, columns, original.warnings, original.weights);
}

function hideIn(column: Column, weights: Uint32Array | null, fewest: number): Column {
  const { texts, missingCode } = column;
  const rows = new Map<string, number>();
  column.codes.forEach((code, entry) => {
    if (code !== missingCode) rows.set(texts[code], (rows.get(texts[code]) ?? 0) + (weights?.[entry] ?? 1));
  });
  const ascending = [...rows].sort(([a, few], [b, many]) => few - many || (a < b ? -1 : 1));
  const isRare = ascending.some(([, count]) => count < fewest);
  const hidden = new Set<string>();
  let sum = 0;
  const hide = ([text, count]: readonly [string, number]): void => {
    if (hidden.has(text)) return;
    hidden.add(text);
    sum += count;
  };
  if (isRare) ascending.filter(([text, count]) => count < fewest || text === 'other').forEach(hide);
  for (const each of isRare ? ascending : []) if (sum < fewest) hide(each);
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
