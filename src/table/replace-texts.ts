import type { Column } from './table.js';
import { countRowsPerCode, mapCodes } from './table.js';

/**
 * Gives values of a column of texts another text; values of one text become one, at the place of the first of them. The missing
 * value stays apart.
 *
 * @param textOf - the text of a value by its code; not called for the missing value
 */
export function replaceTexts(column: Column, textOf: (code: number) => string): Column {
  const { texts, codes, missingCode } = column;
  const replaced: string[] = [];
  const placeOf = new Map<string, number>();
  const codeOf = Uint32Array.from(texts, (text, code) => {
    if (code === missingCode) return replaced.push(text) - 1;
    const shown = textOf(code);
    const place = placeOf.get(shown) ?? replaced.push(shown) - 1;
    placeOf.set(shown, place);
    return place;
  });
  if (replaced.length === texts.length && replaced.every((text, code) => text === texts[code])) return column;
  const rowsPerCode = new Uint32Array(replaced.length);
  countRowsPerCode(column).forEach((rows, code) => (rowsPerCode[codeOf[code]] += rows));
  return {
    ...column,
    codes: mapCodes(codes, codeOf, replaced.length),
    texts: replaced,
    missingCode: missingCode < 0 ? -1 : codeOf[missingCode],
    rowsPerCode,
  };
}
