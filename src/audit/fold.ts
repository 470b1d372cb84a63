import type { Column } from '../table/table.js';
import { allocateCodes, Table } from '../table/table.js';

/** Marks of a missing value, as the fold of a text has them. */
const MARKS: ReadonlySet<string> = new Set(
  'na|n/a|n.a|#n/a|#na|<na>|nan|null|-|--|---|–|—|?|??|unknown|missing|undefined|(null)|\\n|k.a|k. a|keine angabe|unbekannt|n.d|s.d|inconnu|desconocido|.|..|...|#value|#div/0|#ref|#null|#num|#name|0000-00-00|0000-00-00 00:00:00|00.00.0000|00/00/0000'.split(
    '|',
  ),
);

/** Letters without accents in lower case, blanks as one, no punctuation at the end; items of a list sorted, each once. */
export function foldedText(text: string, delimiter: string | null): string {
  const cells = delimiter === null ? splitList(text) : text.split(delimiter);
  const items = cells
    .map((cell) => {
      const letters = [...cell.normalize('NFKD').toLowerCase()].filter((letter) => !/\p{M}/u.test(letter)).join('');
      let item = letters.split(/\s+/u).filter(Boolean).join(' ');
      while (item !== '' && ' .!?:…'.includes(item[item.length - 1])) item = item.slice(0, -1);
      return item;
    })
    .filter((item) => item !== '');
  const sorted = items.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.length === 0 ? text : sorted.filter((item, i) => item !== sorted[i - 1]).join('; ');
}

/** Parts between `;`, `|`, line ends, and commas that do not stand between digits. */
function splitList(text: string): string[] {
  const parts = [''];
  const isDigit = (at: number): boolean => text[at] >= '0' && text[at] <= '9';
  for (let at = 0; at < text.length; at++) {
    const ends = ';|\n'.includes(text[at]) || (text[at] === ',' && !(isDigit(at - 1) && isDigit(at + 1)));
    if (ends) parts.push('');
    else parts[parts.length - 1] += text[at];
  }
  return parts;
}

/** [distinct] number of the value of every text where spellings of one value are one; null where all differ. */
export const foldCodes = ({ type, texts, missingCode }: Column, delimiter: string | null): Int32Array | null =>
  type === 'string' ? foldTexts(texts, missingCode, delimiter) : null;

/** `foldCodes` of texts. */
export function foldTexts(texts: readonly string[], missingCode: number, delimiter: string | null): Int32Array | null {
  const known = new Map<string, number>();
  const codes = Int32Array.from(texts, (text, code) => {
    const folded = foldedText(text, delimiter);
    const value = code === missingCode || text === '' || MARKS.has(folded) ? '\0' : folded;
    if (!known.has(value)) known.set(value, known.size);
    return known.get(value)!;
  });
  return known.size === texts.length ? null : codes;
}

/** The original as the release shows it: columns of `folds` with the most frequent spelling of every value. */
export function foldOriginal(
  original: Table | undefined,
  folds: readonly { readonly name: string; readonly delimiter: string | null }[],
): Table | undefined {
  if (original === undefined || folds.length === 0) return original;
  const columns = original.columns.map((column) => {
    const fold = folds.find(({ name }) => name === column.name);
    return fold === undefined || column.type !== 'string'
      ? column
      : foldColumn(column, original.weights, fold.delimiter);
  });
  return new Table(original.rows, columns, original.warnings, original.weights);
}

function foldColumn(column: Column, weights: Uint32Array | null, delimiter: string | null): Column {
  const { texts, missingCode } = column;
  const rows = new Float64Array(texts.length);
  column.codes.forEach((code, entry) => (rows[code] += weights === null ? 1 : weights[entry]));
  const spellings = new Map<string, number[]>();
  texts.forEach((text, code) => {
    if (code === missingCode) return;
    const value = foldedText(text, delimiter);
    spellings.set(value, [...(spellings.get(value) ?? []), code]);
  });
  const chosen = Uint32Array.from(texts, (_, code) => code);
  for (const codes of spellings.values()) {
    const [first] = [...codes].sort((a, b) => rows[b] - rows[a] || (texts[a] < texts[b] ? -1 : 1));
    for (const code of codes) chosen[code] = first;
  }
  const kept = [...new Set(chosen)];
  const place = new Map(kept.map((code, i) => [code, i]));
  const codes = allocateCodes(column.codes.length, kept.length);
  column.codes.forEach((code, entry) => (codes[entry] = place.get(chosen[code])!));
  const rowsPerCode = new Uint32Array(kept.length);
  codes.forEach((code, entry) => (rowsPerCode[code] += weights === null ? 1 : weights[entry]));
  return {
    ...column,
    codes,
    texts: kept.map((code) => texts[code]),
    missingCode: missingCode < 0 ? -1 : place.get(missingCode)!,
    rowsPerCode,
  };
}
