import type { Column, Table, Warning } from './table.js';
import { Table as ColumnTable } from './table.js';
import { parseNumber } from './value.js';
import { amount } from '../base/plural.js';

/** Cells that a spreadsheet would run, and cells that look like disarmed ones: so that no two cells become one. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const DISARMED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A text, with `'` before it where a spreadsheet would run it as a formula. Different texts stay different. */
export const disarm = (text: string): string =>
  FORMULA.test(text) && typeof parseNumber(text) === 'string' ? `'${text}` : text;

/** The text that {@link disarm} was given. */
export const rearm = (text: string): string => (DISARMED.test(text) ? text.slice(1) : text);

/** True where the release is meant for a spreadsheet, so that formulas in it are disarmed: as `output` says, else with a byte order mark. */
export const disarmsFormulas = (output: { readonly bom?: boolean; readonly formulaGuard?: boolean } = {}): boolean =>
  output.formulaGuard ?? output.bom === true;

/** The texts of a column as they are written: numbers, days and times are no formulas. */
export const disarmTexts = ({ type, texts }: Pick<Column, 'type' | 'texts'>): readonly string[] =>
  type === 'string' ? texts.map(disarm) : texts;

/** Cells that are written with `'` before them, the header not counted. */
export function countDisarmed({ columns, weights }: Table): number {
  let cells = 0;
  for (const column of columns) {
    const written = disarmTexts(column);
    const changed = Uint8Array.from(column.texts, (text, code) => Number(written[code] !== text));
    if (!changed.includes(1)) continue;
    const { codes } = column;
    for (let row = 0; row < codes.length; row++) cells += changed[codes[row]] * (weights === null ? 1 : weights[row]);
  }
  return cells;
}

/** `FORMULAS_DISARMED` where cells of a release are written with `'` before them. */
export function warnOfDisarmed(releases: readonly (Table | undefined)[]): Warning[] {
  const cells = releases.reduce((sum, release) => sum + (release === undefined ? 0 : countDisarmed(release)), 0);
  if (cells === 0) return [];
  const message = `${amount(cells, 'cell begins', 'cells begin')} as a formula and ${cells === 1 ? 'has' : 'have'} an apostrophe before ${cells === 1 ? 'it' : 'them'}`;
  return [{ code: 'FORMULAS_DISARMED', message }];
}

/** A table as it was before it was written with {@link disarm}. */
export function rearmed(table: Table): Table {
  const columns = table.columns.map((column): Column => {
    const texts = column.type === 'string' ? column.texts.map(rearm) : column.texts;
    return { ...column, name: rearm(column.name), texts };
  });
  return new ColumnTable(table.rows, columns, table.warnings, table.weights);
}
