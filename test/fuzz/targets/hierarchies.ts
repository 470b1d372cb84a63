import type { Hierarchy, Job, Table } from '../../../src/index.js';
import { buildHierarchy, parseJob, parseLevelsText, readCsv, tableFromRows } from '../../../src/index.js';
import { proposeHierarchy } from '../../../src/hierarchy/propose-hierarchy.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find, requireSilence, SECRET, textOf } from '../target.js';

/** Throws Find unless every level divides the leaves into runs, each level coarser than the one before, up to one root. */
function requireHierarchy({ levels, height }: Hierarchy, column: Table['columns'][number]): void {
  const wrong = (what: string): never => {
    throw new Find(`a hierarchy ${what}`);
  };
  if (levels.length !== height + 1) wrong('without the levels that it says');
  const leaves = levels[0].labels.length;
  levels.forEach(({ labels, nodeOf, first }, level) => {
    if (nodeOf.length !== leaves || first.length !== labels.length + 1) wrong('of other lengths');
    if (new Set(labels).size !== labels.length) wrong('with a label twice on a level');
    for (let leaf = 0; leaf < leaves; leaf++) {
      const node = nodeOf[leaf];
      if (!(first[node] <= leaf && leaf < first[node + 1])) wrong('whose nodes are no runs of leaves');
      if (leaf > 0 && nodeOf[leaf - 1] > node) wrong('whose nodes are out of order');
      if (level > 0 && leaf > 0 && nodeOf[leaf - 1] !== node && levels[level - 1].nodeOf[leaf - 1] === levels[level - 1].nodeOf[leaf]) wrong('that divides a node further up'); // prettier-ignore
    }
  });
  if (height > 0 && levels[height].labels.length !== 1) wrong('without one root');
  if (leaves < column.texts.length && column.numbers === null) wrong('without a leaf for every value');
}

const jobWith = (hierarchy: unknown, type?: string): Job =>
  ({
    attributes: { a: { role: 'quasi-identifier', ...(type === undefined ? {} : { type }), hierarchy } },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'samarati',
  }) as unknown as Job;

const specs: readonly [hierarchy: unknown, values: readonly (string | null)[]][] = [
  [{ type: 'levels', rows: [['1', 'low', '*'], ['2', 'low', '*'], ['30', 'high', '*']] }, ['1', '2', '30']],
  [{ type: 'levels', rows: [['a', 'x', '*'], ['b', 'x', '*'], ['', '', '*']] }, ['a', 'b', null]],
  [{ type: 'tree', tree: { '*': { north: ['Kiel', 'Bremen'], south: { far: ['Ulm'], near: ['Bonn'] } } } }, ['Ulm', 'Kiel']],
  [{ type: 'intervals', widths: [5, 10], origin: 1 }, ['1', '7', '12.5', '-3']],
  [{ type: 'intervals', bounds: [[0, 5, 18], [5]] }, ['1', '7', '12.5', '-3']],
  [{ type: 'intervals', bounds: ['1990', '2020-02-01'] }, ['2020-01-31', '1999-12-31', '0001-01-01']],
  [{ type: 'intervals', widths: [0.5, 2] }, ['0.1', '1e3', null]],
  [{ type: 'dates', levels: ['month', 'year', 'decade'] }, ['2020-01-31', '1999-12-31', '0001-01-01']],
  [{ type: 'dates', levels: ['week', 'quarter'] }, ['31.12.2020', '01.01.2021']],
  [{ type: 'mask', keep: 'left' }, ['53111', '53112', '5', '😀x']],
  [{ type: 'mask', keep: 'right' }, ['', 'ab', '*']],
  [{ type: 'prefix' }, ['E11.65', 'I10', 'SW1A 2AF', '😀.x', null]],
  [{ type: 'prefix', at: [3, '..', '.', 'letters'] }, ['a.b.c', 'E11', '1']],
  [{ type: 'suppress' }, ['a', null]],
  [{ type: 'order', values: ['low', 'mid', 'high'] }, ['low', 'high']],
]; // prettier-ignore

/** A hierarchy of a job and the values of its column, as JSON. */
export const hierarchy: Target = {
  name: 'hierarchy',
  isJson: true,
  words: ['"type":', '"levels"', '"tree"', '"intervals"', '"dates"', '"mask"', '"order"', '"rows":', '"widths":', '"origin":', '"keep":', '"*"', '1e-300', '1e300', '0.1', '-1', '[', ']', '{', '}', '"2020-02-29"', '"-"'], // prettier-ignore
  seeds: () => specs.map(([spec, values]) => bytesOf(JSON.stringify({ hierarchy: spec, values }))),
  run: async (bytes) => {
    let given: { hierarchy?: unknown; values?: unknown; type?: string } | null;
    try {
      given = JSON.parse(textOf(bytes)) as typeof given;
    } catch {
      return 'no JSON';
    }
    const { hierarchy: spec, values, type } = given ?? {};
    if (!Array.isArray(values) || values.some((value) => value !== null && typeof value !== 'string'))
      return 'no values';
    const { a } = parseJob(jobWith(spec, type)).attributes;
    const [column] = tableFromRows((values as (string | null)[]).map((value) => [value]), { columns: ['a'], types: typeof type === 'string' ? { a: type as 'string' } : {} }).columns; // prettier-ignore
    if (column === undefined || column.texts.length === 0) return 'no column';
    if (a.hierarchy !== undefined) requireHierarchy(buildHierarchy(a.hierarchy, column, new Set([''])), column);
    const proposed = proposeHierarchy(column);
    if (proposed !== null) requireHierarchy(buildHierarchy(proposed, column, new Set([''])), column);
    return 'hierarchy';
  },
};

/** A file of levels: the first byte says what separates its cells. */
export const levels: Target = {
  name: 'levels',
  words: [';', ',', '\t', '"', '""', '\n', '\r\n', '\r', '*', 'a', '1', '\ufeff', SECRET, ';*\n', '";"'],
  seeds: () => [
    bytesOf(';1;low;*\n2;low;*\n3;high;*\n'),
    bytesOf(`;a;x;*\r\n"b;c";x;*\r\n${SECRET};y;*\r\n`),
    bytesOf(',a,x,*\nb,"x ""y""",*\n'),
    bytesOf('\ta\tx\rb\tx\r'),
  ],
  run: async (bytes) => {
    const text = textOf(bytes);
    const rows = parseLevelsText(text.slice(1), text.slice(0, 1), 'a');
    const values = rows.map(([leaf]) => leaf);
    if (rows.length > 0 && rows.length < 500) await requireOneReading(text.slice(1), text.slice(0, 1), rows);
    try {
      const job = parseJob(jobWith({ type: 'levels', rows }));
      const [column] = tableFromRows(
        values.map((value) => [value]),
        { columns: ['a'] },
      ).columns;
      if (column === undefined || column.texts.length === 0) return 'no column';
      requireHierarchy(buildHierarchy(job.attributes.a.hierarchy!, column, new Set([''])), column);
    } catch (error) {
      requireSilence(error);
      throw error;
    }
    return 'levels';
  },
};

/** Files of levels and tables in CSV are read by two programs: where both take a text without blank cells, they have the same cells. */
async function requireOneReading(text: string, delimiter: string, rows: readonly (readonly string[])[]): Promise<void> {
  if (!/^[,;|\t]$/.test(delimiter) || /["\r\ufeff\0 #]|\n\n|^\n|\ufffd/.test(text)) return;
  const [{ length: width }] = rows;
  if (rows.some((row) => row.length !== width)) return;
  const columns = rows[0].map((_, c) => `c${c}`);
  const table = await codeOf(async () => readCsv(bytesOf(text), { header: false, columns, delimiter, trim: false, skip: 0, strict: true, types: Object.fromEntries(columns.map((name) => [name, 'string'])) })); // prettier-ignore
  if (typeof table === 'string') return;
  const cells = table.columns.map(({ texts, codes }) => Array.from(codes, (code) => texts[code]));
  const expected = columns.map((_, c) => rows.map((row) => row[c]));
  if (JSON.stringify(cells) !== JSON.stringify(expected)) throw new Find('the readers of levels and of tables differ');
}
