import type { Warning } from '../../table/table.js';

/** Numbers of lines by the three kinds of line ends. Line ends inside quoted cells are cells, and do not count. */
export interface LineEnds {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

export const noLineEnds: LineEnds = { lf: 0, crlf: 0, cr: 0 };

/** The line ends of two parts of a file together. */
export function addLineEnds(one: LineEnds, other: LineEnds): LineEnds {
  return { lf: one.lf + other.lf, crlf: one.crlf + other.crlf, cr: one.cr + other.cr };
}

/** The warning of a file whose lines end in several ways. */
export function lineEndWarnings({ lf, crlf, cr }: LineEnds): Warning[] {
  if (Number(lf > 0) + Number(crlf > 0) + Number(cr > 0) < 2) return [];
  const message = `lines end in several ways, all of which were read as line ends: CRLF ${crlf}, LF ${lf}, CR ${cr}`;
  return [{ code: 'MIXED_LINE_ENDS', message }];
}
