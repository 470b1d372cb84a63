import { cardOf, formatNames } from './file-formats.js';

const schemes = /^(?:[a-z][a-z0-9+.-]*:\/\/|file:|duckdb:|clickhouse:|postgres(?:ql)?:)\S/i;
const folders = /^(?:\.{0,2}|~|[a-z]:)[/\\]\S|^[^,;|\t"]*[/\\][^,;|\t"]*$/i;
const unread = ['tab', 'xls', 'ods', 'sav', 'dta', 'sas7bdat', 'db', 'duckdb', 'sqlite', 'zip', 'gz', 'zst'];
const read = formatNames.flatMap((format) => cardOf(format).endings);
const endings = new RegExp(`\\.(?:${[...read, ...unread].join('|')})$`, 'i');
/** Longer texts are no names of files. */
const longest = 4096;

/** True for a text of one line that reads like a path or an URL: where content is expected, somebody gave its name. */
export function isPathLike(text: string): boolean {
  if (text.length === 0 || text.length > longest || /[\r\n]/.test(text)) return false;
  return schemes.test(text) || folders.test(text) || endings.test(text);
}
