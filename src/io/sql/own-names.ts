/**
 * Names that statements give to columns and relations of their own. They share a beginning that no column of the table has:
 * where a name may mean a column or an alias, engines disagree on which (ClickHouse takes the alias).
 */
export interface OwnNames {
  /** The value of counted column, or quasi-identifier, `c` as a key. */
  key(c: number): string;
  /** The value of counted column `c` as text, in the answer to a count. */
  counted(c: number): string;
  /** The text that is released for quasi-identifier `q`. */
  label(q: number): string;
  /** A column that is released as it is. */
  kept(c: number): string;
  readonly classNumber: string;
  readonly rows: string;
  readonly print: string;
  readonly countedRows: string;
  readonly countedPrint: string;
  /** Relations: what was counted, the table, the map's two tables. */
  readonly groups: string;
  readonly table: string;
  readonly vectors: string;
  readonly classes: string;
}

/** Names that are free of those of a table's columns. */
export function ownNames(columns: readonly string[]): OwnNames {
  const taken = columns.map(fold);
  let own = 'kohort';
  for (let n = 2; taken.some((name) => name.startsWith(`${own}_`)); n++) own = `kohort${n}`;
  const named = (name: string): string => `${own}_${name}`;
  return {
    key: (c) => named(`k${c}`),
    counted: (c) => named(`c${c}`),
    label: (q) => named(`r${q}`),
    kept: (c) => named(`v${c}`),
    classNumber: named('class'),
    rows: named('rows'),
    print: named('print'),
    countedRows: named('n'),
    countedPrint: named('p'),
    groups: named('counted'),
    table: named('t'),
    vectors: named('m'),
    classes: named('s'),
  };
}

/** A name without what engines overlook when they compare names: case, accents (MySQL), width. */
const fold = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
