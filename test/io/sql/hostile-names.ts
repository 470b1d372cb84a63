import { seededRandom } from '../../../src/base/random.js';
import { keyOfName } from '../../../src/job/patterns.js';
import type { Job } from '../../../src/index.js';
import type { OddColumn, OddTable } from './odd-tables.js';

/** Rules of an engine for names. */
export interface NameRules {
  /** Maximum bytes of a name that an engine distinguishes from a longer one. */
  readonly mostBytes: number;
  /** Names that differ in case alone are two columns. */
  readonly caseMatters: boolean;
}

const pieces = [
  ...['$$', '$', '$1', '$&', "$'", '$`', '${x}', '?', '??', '%', '%s', '%%', '(%)', ':1', ':name', '@x', '@@', '#', '{x:String}', '{}'],
  ...["'", "''", '"', '""', '`', '``', '\\', '\\\\', "\\'", '\\n', '\\0', '\n', '\r\n', '\r', '\t', '\u0001', '\u007f', '\u0085'],
  ...[';', '; DROP TABLE people; --', '--', '/*', '*/', '-- x\n', '(', ')', '[', ']', ',', '|', '||', '=', '<>', '*', '+', '::', '.', '..', ' ', '  '],
  ...['select', 'FROM', 'where', 'GROUP', 'by', 'order', 'table', 'null', 'NULL', 'true', 'user', 'default', 'AS', 'on', 'using', 'join', 'in', 'end'],
  ...['ctid1', 'oid1', 'rowid', '_part', 'index', 'values', 'all', 'distinct', 'left', 'global', 'final', 'sample', 'cast', 'coalesce', 'count(*)'],
  ...['x', 'X', 'y', 'Y', 'name', 'Name', 'NAME', '0', '1', '1e5', 'ß', 'ẞ', 'é', 'e\u0301', 'İ', 'ı', 'ﬁ', 'ａ', 'Å', '日本', '😀', '👩‍🔬', '\u202e', '\u200b', '\u00a0', '\u2028'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'kohort_k0', 'KOHORT_c1', 'kohort_t', 'kohort_class', 'kohort'],
]; // prettier-ignore

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** A name of one to five pieces, sometimes a very long one; never empty. */
export function drawHostileName(below: (n: number) => number, mostBytes: number): string {
  const isLong = below(12) === 0;
  const many = isLong ? 60 : 1 + below(5);
  let name = '';
  for (let i = 0; i < many; i++) {
    const longer = name + pieces[below(pieces.length)];
    if (bytesOf(longer) > mostBytes) break;
    name = longer;
  }
  return name;
}

/** Tests that a name may begin the header of a CSV file, and is a name to an engine. */
const isPlain = (name: string): boolean => name !== '' && !/^sep=/i.test(name);

/**
 * Draws tables whose columns have hostile names, no two columns with the same values, with a job for each: any mistake in a name
 * moves values to another column, or drops other rows.
 */
export function hostileTables({ mostBytes, caseMatters }: NameRules) {
  return function drawHostile(seed: number): { readonly table: OddTable; readonly job: Job } {
    const random = seededRandom(seed);
    const below = (n: number): number => random.below(n);
    const names: string[] = [];
    const taken = new Set<string>();
    const add = (name: string): void => {
      const key = caseMatters ? name : name.toLowerCase();
      if (!isPlain(name) || taken.has(key) || bytesOf(name) > mostBytes) return;
      taken.add(key);
      names.push(name);
    };
    while (names.length < 7) {
      const name = drawHostileName(below, mostBytes);
      add(name);
      // Adds results of a careless replacement, comparison or quotation.
      const near = [name.replaceAll('$$', '$'), name.toUpperCase(), name.trim(), name.normalize('NFD'), `${name}"`, name.slice(1)];
      add(near[below(near.length)]);
    } // prettier-ignore
    names.length = 7;
    const holes = (text: string): string | null => (below(4) === 0 ? null : text);
    const rows = Array.from({ length: 30 + below(20) }, (_, row) => [
      String(20 + below(30)),
      `q${below(4)}`,
      `s${below(3)}`,
      holes(`a${row}`),
      holes(`b${below(5)}`),
      holes(`c${below(5)}`),
      `d${below(50)}`,
    ]);
    const columns = names.map((name, c): OddColumn => ({ name, kind: c < 1 ? 'integer' : 'text' }));
    const roles = ['quasi-identifier', 'quasi-identifier', 'sensitive', 'insensitive', 'insensitive', 'insensitive'];
    // Columns that are released as they are keep their marks of missing values in an engine, and have one in a file.
    const dropped = [[''], ['', 'b0'], ['', 'c1', 'd1']][below(3)];
    const input = below(3) === 0 ? { missing: [''], onMissing: 'keep' } : { missing: dropped, onMissing: 'drop' };
    const job = {
      input: { ...input, trim: false, delimiter: ',', skip: 0 },
      attributes: Object.fromEntries(names.slice(0, 6).map((name, c) => [keyOfName(name), { role: roles[c] }])),
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      ...(below(2) === 0 ? { defaultRole: 'insensitive' } : {}),
      ...(below(4) === 0 ? { output: { suppressed: 'star' } } : {}),
      suppression: { maxFraction: 0.2 },
    } as unknown as Job;
    const order = columns.map((_, c) => c).sort(() => below(3) - 1);
    const shuffled = order.map((c) => columns[c]);
    return { table: { columns: shuffled, rows: rows.map((row) => order.map((c) => row[c])) }, job };
  };
}
