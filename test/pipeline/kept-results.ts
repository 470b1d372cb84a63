import {
  anonymize,
  applyRecoding,
  auditRelease,
  KohortError,
  parseJob,
  readCsv,
  readForJob,
  type CheckedJob,
  type Engine,
  type Job,
  type Table,
} from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { csvOf } from '../table-texts.js';

/** A file of people; the rows that come later have values that the first ones do not have. */
function drawPeople(seed: number, rows: number, isLater = false): string {
  const random = seededRandom(seed);
  const below = (n: number): number => random.below(n);
  const lines = ['name,age,weight,born,town,job,zip,sick,drugs,label,note'];
  for (let row = 0; row < rows; row++) {
    const towns = ['Oslo', 'Bergen', 'Moss', ...(isLater ? ['Narvik'] : [])];
    lines.push(
      [
        `n${seed}-${row}`,
        below(10) === 0 ? 'NA' : 20 + below(isLater ? 20 : 12),
        (below(12) / 4 + 50).toFixed(2),
        `19${60 + below(6)}-0${1 + below(9)}-1${below(3)}`,
        below(14) === 0 ? '' : towns[below(towns.length)],
        ['nurse', 'baker', 'cook', 'pilot'][below(4)],
        `53${below(2)}${below(3)}`,
        ['flu', 'cold', 'gout', ''][below(12) === 0 ? 3 : below(3)],
        ['a', 'b', 'a;b', 'a;b;c', 'c'][below(5)],
        ['1', '2', '3'][below(3)],
        `note ${below(2)}`,
      ].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

const first = drawPeople(5, 46);
const later = drawPeople(6, 30, true);
/** The first people, and others: a public table of theirs. */
const everybody = `${first}${drawPeople(7, 20).split('\n').slice(1).join('\n')}`;

const quasi = 'quasi-identifier';
const attributes: Job['attributes'] = {
  name: 'identifier',
  age: { role: quasi, type: 'integer' },
  town: { role: quasi },
  sick: 'sensitive',
  label: { role: 'class', type: 'integer' },
  note: 'insensitive',
};
const all: Job['attributes'] = {
  ...attributes,
  age: { role: quasi, type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [3, 6] } },
  born: { role: quasi, type: 'date', hierarchy: { type: 'dates', levels: ['quarter', 'year', 'decade'] } },
  job: { role: quasi, hierarchy: { type: 'tree', tree: { '*': { care: ['nurse'], food: ['baker', 'cook'], air: ['pilot'] } } } },
  zip: { role: quasi, type: 'string', hierarchy: { type: 'mask', keep: 'left' } },
}; // prettier-ignore
const input = { missing: ['', 'NA'] };
const k3: Job['privacy'] = [{ model: 'k-anonymity', k: 3 }];
const diverse: Job['privacy'] = [
  { model: 'k-anonymity', k: 2 },
  { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' },
];
const plain: Job = { input, attributes, privacy: k3, algorithm: 'mondrian', output: { order: 'input' } };

/** Jobs by name: the parts of a run that options of jobs, columns and models turn on. */
export const keptJobs: Readonly<Record<string, Job>> = {
  'ranges and other texts': plain,
  'bounds of the rows': { ...plain, output: { order: 'input', ranges: 'tight' } },
  'suppressed rows as stars': { ...plain, algorithm: 'k-optimize', suppression: { maxRows: 6 }, output: { order: 'input', suppressed: 'star' } },
  'shuffled, suppressed rows dropped': { ...plain, algorithm: 'greedy-hill-climbing', suppression: { maxFraction: 0.2 }, output: {} },
  'rows with missing cells dropped': { ...plain, input: { ...input, onMissing: 'drop' } },
  'missing cells refused': { ...plain, input: { ...input, onMissing: 'error' } },
  'every kind of hierarchy, by levels': { ...plain, attributes: all, algorithm: 'optimal-lattice', suppression: { maxRows: 5 } },
  'every kind of hierarchy, by nodes': { ...plain, attributes: all, algorithm: 'top-down-specialization', suppression: { maxRows: 5 } },
  'every kind of hierarchy, followed': { ...plain, attributes: all, algorithm: { name: 'mondrian', hierarchies: 'follow' }, output: { order: 'input', ranges: 'tight' } },
  'every kind of hierarchy, ranges': { ...plain, attributes: all, algorithm: { name: 'mondrian', cuts: 'ranges' } },
  'levels that are missing': { ...plain, algorithm: 'datafly' },
  'cells as stars': { ...plain, attributes: all, algorithm: 'local-suppression' },
  'cells as stars by combinations': { ...plain, attributes: all, algorithm: { name: 'mu-argus', violations: 'release' } },
  'means of classes': { ...plain, attributes: { ...attributes, weight: { role: quasi, type: 'number' } }, algorithm: { name: 'mdav', replacement: 'centroid' } },
  'medians of classes': { ...plain, attributes: { ...attributes, weight: { role: quasi, type: 'number' } }, algorithm: { name: 'mdav', replacement: 'median' } },
  'two values and stars for missing ones': { ...plain, privacy: diverse, suppression: { maxRows: 8 } },
  'sensitive values in a tree': { ...plain, attributes: { ...attributes, sick: { role: 'sensitive', hierarchy: { type: 'tree', tree: { any: { cold: ['flu', 'cold'], rest: ['gout'] } } } } }, privacy: [...k3, { model: 't-closeness', t: 0.5, distance: 'hierarchical', attribute: 'sick' }], suppression: 'unlimited' },
  'sensitive values in an order': { ...plain, attributes: { ...attributes, sick: { role: 'sensitive', hierarchy: { type: 'order', values: ['cold', 'flu', 'gout'] } } }, privacy: [...k3, { model: 't-closeness', t: 0.4, distance: 'ordered', attribute: 'sick' }], suppression: 'unlimited' },
  'sensitive sets': { ...plain, attributes: { ...attributes, drugs: { role: 'sensitive', set: { delimiter: ';' } } }, privacy: [...k3, { model: 'km-anonymity', k: 2, m: 1, attribute: 'drugs' }], suppression: 'unlimited' },
  'sets taken apart': { ...plain, attributes: { drugs: { role: 'sensitive', set: { delimiter: ';' } } }, privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'drugs' }], algorithm: 'dissociation' },
  'two tables': { ...plain, privacy: diverse, algorithm: { name: 'anatomy', permute: true } },
  'one table of buckets': { ...plain, privacy: diverse, algorithm: 'slicing' },
  'a public table, by regions': { ...plain, input: { ...input, onMissing: 'drop' }, privacy: [{ model: 'delta-presence', min: 0, max: 0.9, public: 'people' }], algorithm: 'mpalm' },
  'a public table, permuted': { ...plain, input: { ...input, onMissing: 'drop' }, attributes: { age: { role: quasi, type: 'integer' }, town: { role: quasi }, sick: 'sensitive' }, privacy: [...diverse, { model: 'delta-presence', min: 0, max: 1, public: 'people' }], algorithm: 'generalize-and-permute' },
  'a public table, by people to hide among': { ...plain, input: { ...input, onMissing: 'drop' }, privacy: [{ model: 'k-map', k: 4, public: 'people' }] },
  'a public table, and missing cells': { ...plain, privacy: [{ model: 'k-map', k: 4, public: 'people' }] },
  'a risk on the average': { ...plain, privacy: [{ model: 'average-risk', risk: 0.2 }] },
  'numbers taken as texts': { ...plain, attributes: { ...attributes, age: { role: quasi, type: 'string', hierarchy: { type: 'order', values: Array.from({ length: 32 }, (_, i) => `${40 - i}`) } } } },
  'a column that the table lacks': { ...plain, attributes: { ...attributes, shoe: 'quasi-identifier' } },
  'more people than there are': { ...plain, privacy: [{ model: 'k-anonymity', k: 47 }] },
  'more values than there are': { ...plain, privacy: [...k3, { model: 'l-diversity', variant: 'distinct', l: 5, attribute: 'sick' }] },
  'everything in one class': { ...plain, privacy: [{ model: 'k-anonymity', k: 46 }] },
}; // prettier-ignore

/** Numbers to 12 digits, bigints as numbers. */
const plainOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    return typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(12)) : each;
  });

const isOfTheRun = (name: string): boolean => ['version', 'engine', 'threads', 'seconds'].includes(name);
const linesOf = (record: object): string[] =>
  Object.entries(record)
    .filter(([name]) => !isOfTheRun(name))
    .map(([name, value]) => `${name}: ${plainOf(value)}`);

/** Reports of a run, its release, and its treatment of later rows: lines to be read. */
export async function resultOf(job: Job, engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!(error instanceof KohortError)) throw error;
      lines.push(`${error.name} ${error.code}: ${error.message}`);
    });
  };
  await attempt(async () => {
    const { table, job: checked } = await read(first, job);
    const { table: people } = await read(everybody, job);
    const publicTables = { people };
    const done = await anonymize(table, checked, { engine, seed: 3, publicTables, recoding: true });
    const { trace: _, bestSeconds: __, ...search } = done.result.search;
    lines.push(...linesOf({ ...done.result, search }), ...csvOf(done.release).trimEnd().split('\n'));
    const { sensitive } = done.tables;
    if (sensitive !== undefined) lines.push('sensitive:', ...csvOf(sensitive).trimEnd().split('\n'));
    const released = await readCsv(csvOf(done.release), {
      delimiter: ',',
      types: typesOf(done.release),
      missing: [''],
    });
    const report = auditRelease(released, checked, table, { sensitive, publicTables });
    lines.push(`audit: ${report.holds} ${plainOf(report.problems)}`);
    await attempt(async () => {
      const { table: rows } = await read(later, job);
      const applied = await applyRecoding(done.result, rows, { order: 'input', suppressed: 'star', minimum: 2 });
      const { release, ...counts } = applied;
      lines.push('later:', ...linesOf(counts), ...csvOf(release).trimEnd().split('\n'));
    });
  });
  return lines;
}

const read = (text: string, job: Job): Promise<{ readonly table: Table; readonly job: CheckedJob }> =>
  readForJob(text, parseJob(job));

/** Labels are texts. */
const typesOf = (table: Table): Record<string, Table['columns'][number]['type']> =>
  Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
