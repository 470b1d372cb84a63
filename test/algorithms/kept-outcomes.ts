import { anonymize, KohortError, parseJob, tableFromRows, type Engine, type Job, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { cellsOf } from '../table-texts.js';
import { jobWithOption, publicRows, rows, type Setting } from './option-settings.js';

/** A job with its tables, and the name under which its outcome is kept. */
export interface KeptCase {
  readonly name: string;
  readonly job: Job;
  readonly table: Table;
  readonly people: Table;
}

const random = seededRandom(11);
const oneIn = (n: number): boolean => random.below(n) === 0;
const LATTICES = ['samarati', 'all-minimal', 'min-gen', 'incognito', 'spalm'];
const jobs = ['nurse', 'surgeon', 'baker', 'cook', 'pilot', 'driver'];
/** People of whom some cells are missing, with numbers, days, codes and texts. */
const patients = Array.from({ length: 52 }, () => ({
  age: oneIn(9) ? null : 20 + random.below(24) / 2,
  job: jobs[random.below(jobs.length)],
  sex: oneIn(12) ? null : 'fm'[random.below(2)],
  born: `19${60 + random.below(5)}-0${1 + random.below(9)}-1${random.below(3)}`,
  illness: ['flu', 'cold', 'gout', 'ulcer'][random.below(4)],
  drugs: ['a', 'b', 'a b', 'a b c', 'c', 'a c d', 'd e', 'e'][random.below(8)],
  label: 'yn'[random.below(2)],
}));
const inside = tableFromRows(patients.slice(0, 40));
const outside = tableFromRows(patients.map(({ age, job, sex, born }) => ({ age, job, sex, born })));
const table = tableFromRows(rows);
const publicTable = tableFromRows(publicRows);

const taxonomy = {
  '*': { indoors: { health: ['nurse', 'surgeon'], food: ['baker', 'cook'] }, traffic: ['pilot', 'driver'] },
};

/** The job of an option on the other people: columns without a hierarchy, cells that are missing, days and codes. */
function jobOfPatients(job: Job): Job {
  if ('drugs' in job.attributes) return job;
  const isNarrow = !('job' in job.attributes);
  const others: Job['attributes'] = {
    job: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: taxonomy } },
    sex: { role: 'quasi-identifier' },
    born: { role: 'quasi-identifier', type: 'date', hierarchy: { type: 'dates', levels: ['month', 'year'] } },
  };
  return {
    ...job,
    attributes: {
      age: { role: 'quasi-identifier', type: 'number' },
      ...(isNarrow ? {} : others),
      illness: { role: 'sensitive', hierarchy: { type: 'tree', tree: { any: { cold: ['flu', 'cold'], rest: ['gout', 'ulcer'] } } } }, // prettier-ignore
      label: { role: 'class' },
    },
    suppression: { maxRows: 2 },
  };
}

/** Jobs of an option, under the names by which their outcomes are kept. */
export function casesOf(algorithm: string, option: string, setting: Setting): KeptCase[] {
  const name = `${option} ${JSON.stringify(setting.value)}`;
  const job = jobWithOption(algorithm, option, setting);
  const plain: KeptCase = { name, job, table, people: publicTable };
  // Options that the lattice algorithms share are tried with one of them.
  const isShared = ['metric', 'memory', 'nodes', 'weights'].includes(option) && LATTICES.includes(algorithm);
  if (isShared) return [plain];
  return [plain, { name: `${name}, patients`, job: jobOfPatients(job), table: inside, people: outside }];
}

/** Jobs of an algorithm without options, under models that look at values, with few and with any suppressed rows. */
export function modelCasesOf(algorithm: string): KeptCase[] {
  const plain = jobWithOption(algorithm, 'name', { value: algorithm });
  if ('drugs' in plain.attributes) return [];
  const attribute = 'illness';
  const models: readonly (readonly [string, Job['privacy']])[] = [
    ['t-closeness', [{ model: 't-closeness', t: 0.35, distance: 'equal', attribute }]],
    ['entropy l-diversity', [{ model: 'l-diversity', variant: 'entropy', l: 1.6, attribute }]],
    ['recursive l-diversity', [{ model: 'l-diversity', variant: 'recursive', c: 2, l: 2, attribute }]],
  ];
  const other: Job = { ...plain, suppression: { maxRows: 4 } };
  const presence: Job['privacy'] = [...plain.privacy, { model: 'delta-presence', min: 0, max: 0.9, public: 'people' }];
  const isPublic = plain.privacy.some((model) => 'public' in model);
  const onAverage = plain.privacy.filter(({ model }) => model !== 'k-anonymity');
  const others: KeptCase[] = [
    { name: 'average risk', job: { ...other, privacy: [...onAverage, { model: 'average-risk', risk: 0.2 }] }, table, people: publicTable },
    { name: 'presence', job: { ...other, privacy: isPublic ? plain.privacy : presence }, table, people: publicTable },
  ]; // prettier-ignore
  return others.concat(
    models.flatMap(([name, more]) => {
      const job: Job = { ...plain, privacy: [...plain.privacy, ...more] };
      return [
      { name, job: { ...job, suppression: 'unlimited' }, table, people: publicTable },
      { name: `${name}, patients`, job: { ...jobOfPatients(job), suppression: { maxRows: 0 } }, table: inside, people: outside },
    ]; // prettier-ignore
    }),
  );
}

const texts = (record: object): string[] => Object.entries(record).map(([key, value]) => `${key} ${plainOf(value)}`);

/** Lists of all nodes of a lattice are long. */
const startOf = (text: string): string =>
  text.length > 2000 ? `${text.slice(0, 2000)} ... (${text.length} characters)` : text;

/** Numbers to 12 digits. */
function plainOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    return typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(12)) : each;
  });
}

/** Rows by what quasi-identifiers and buckets show, with the number of each combination of the other values. */
function tally(released: Table): string[] {
  const { columns } = released;
  const isValue = columns.map(({ name }) => ['illness', 'label'].includes(name));
  const groups = new Map<string, Map<string, number>>();
  for (const row of cellsOf(released)) {
    const shown = row.filter((_, i) => !isValue[i]).join(' | ');
    const values = row.filter((_, i) => isValue[i]).join(' ');
    const counts = groups.get(shown) ?? new Map<string, number>();
    groups.set(shown, counts.set(values, (counts.get(values) ?? 0) + 1));
  }
  return [...groups].map(([shown, counts]) => `${shown}: ${tallyText(counts)}`).sort();
}

const tallyText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .map(([values, count]) => `${count} ${values}`.trim())
    .sort()
    .join(', ');

/** Outcome of a job: the search, the warnings, and the rows of its release. */
export interface KeptOutcome {
  readonly about: readonly string[];
  readonly released: readonly string[];
}

export async function outcomeOf({ job, table: input, people }: KeptCase, engine: Engine): Promise<KeptOutcome> {
  try {
    const done = await anonymize(input, parseJob(job), { engine, seed: 1, publicTables: { people } });
    const { result, release, tables } = done;
    const search = Object.entries(result.search).filter(([name]) => name !== 'trace' && !/seconds/i.test(name));
    const about = [
      `${result.released} released, ${result.suppressed} suppressed, ${result.classes} classes`,
      `options: ${texts(result.algorithm).join(', ')}`,
      `search: ${texts(Object.fromEntries(search)).join(', ')}`,
      `solution: ${startOf(texts(result.solution).join(', '))}`,
      ...result.warnings.map(({ code, attribute }) => `warning: ${code} ${attribute ?? ''}`.trim()),
    ];
    const released = [
      `columns: ${release.columns.map(({ name }) => name).join(' | ')}`,
      ...tally(release),
      ...(tables.sensitive === undefined ? [] : ['sensitive:', ...tally(tables.sensitive)]),
    ];
    return { about, released };
  } catch (error) {
    if (error instanceof KohortError) return { about: [`${error.name} ${error.code}: ${error.message}`], released: [] };
    throw error;
  }
}
