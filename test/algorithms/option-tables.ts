import type { AlgorithmInfo, OptionInfo, ValueInfo } from '../../src/index.js';
import { valueText, wordsOf } from '../../src/job/option-info.js';

type Row = readonly string[];

const MARK = /<!-- options: ([a-z0-9 -]+?) -->\n\n(?:\|.*\n)*/g;

/** The algorithms whose options a page has tables of. */
export const tabledIn = (page: string): string[] => [...page.matchAll(MARK)].flatMap(([, names]) => names.split(' '));

/** Returns a page with the table behind every `<!-- options: NAME ... -->` made from the declarations of the algorithms. */
export function withTables(page: string, algorithms: readonly AlgorithmInfo[]): string {
  return page.replace(MARK, (_, names: string) => {
    const listed = names.split(' ').map((name) => {
      const found = algorithms.find((algorithm) => algorithm.name === name);
      if (found === undefined) throw new Error(`no algorithm ${name}`);
      return found;
    });
    return `<!-- options: ${names} -->\n\n${tableOf(listed)}`;
  });
}

function tableOf(algorithms: readonly AlgorithmInfo[]): string {
  const groups = new Map<string, { readonly info: OptionInfo; readonly of: string[] }>();
  for (const { name, optionInfos } of algorithms) {
    for (const info of optionInfos) {
      const key = JSON.stringify(info);
      const known = groups.get(key) ?? { info, of: [] };
      groups.set(key, known);
      known.of.push(name);
    }
  }
  const entries = [...groups.values()];
  const isShared = entries.every(({ of }) => of.length === algorithms.length);
  const rows = entries.flatMap(({ info, of }) => {
    const all = of.length === algorithms.length ? 'all' : of.map((name) => `\`${name}\``).join(', ');
    return rowsOf(info, '').map(([option, ...rest], i) =>
      isShared ? [option, ...rest] : [option, i === 0 ? all : '', ...rest],
    );
  });
  return align([['option', ...(isShared ? [] : ['of']), 'values', 'meaning'], ...rows]);
}

/** An option without words of their own meaning takes a row; else every word does, below what holds of all. */
function rowsOf(info: OptionInfo, prefix: string): Row[] {
  const { name, description, meanings, fields = [] } = info;
  const option = `\`${prefix}${name}\``;
  const preset = presetOf(info);
  const words = wordsOf(info).map((word) => `\`${word}\`${String(info.default) === word ? ' (default)' : ''}`);
  if (meanings === undefined) {
    const own = isWord(info) ? '' : fields.length > 0 ? 'an object' : valueText(info);
    const values = [...words, own].filter((text) => text !== '').join(', ');
    return [
      [option, `${values}${preset}`, description],
      ...fields.flatMap((field) => rowsOf(field, `${prefix}${name}.`)),
    ];
  }
  const below = wordsOf(info).map((word, i): Row => ['', words[i], meanings[word] ?? '']);
  const own = isWord(info) ? '' : valueText(info);
  if (description !== '' || preset !== '' || own !== '')
    return [[option, `${own}${preset}`.replace(/^, /, ''), description], ...below];
  return [[option, ...below[0].slice(1)], ...below.slice(1)];
}

const isWord = ({ kind }: ValueInfo): boolean => kind === 'word' || kind === 'flag';

/** The default, where no word is marked as it. */
function presetOf(info: OptionInfo): string {
  if (info.otherwise !== undefined) return `, default: ${info.otherwise}`;
  if (info.default === undefined || wordsOf(info).includes(String(info.default))) return '';
  return `, default ${JSON.stringify(info.default)}`;
}

function align(rows: readonly Row[]): string {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (row: Row, fill: string): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i], fill)).join(' | ')} |\n`;
  const [header, ...others] = rows;
  return [
    line(header, ' '),
    line(
      widths.map(() => ''),
      '-',
    ),
    ...others.map((row) => line(row, ' ')),
  ].join('');
}
