import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../src/index.js';
import { nineJob } from '../scripts/demo-job.mjs';
import { seededRandom } from '../src/base/random.js';
import type { Gap } from './deaf-run.js';
import { placesOf, run } from './deaf-run.js';
import { tableFile } from './scale-tables.js';

const nine = nineJob as Job;
const kAnonymity = { model: 'k-anonymity', k: 10 } as const;
const diversity = { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'occupation' } as const;

/** Columns of the people of {@link peopleFile}. */
const PEOPLE = 'id,name,born,mail,zip,sex,visit,note,diagnosis,amount';

/** A table of people with several rows, names, mail addresses, texts and days, as `inspect` and `init` have to look at. */
function peopleFile(folder: string, rows: number): string {
  const file = join(folder, `people-${rows}.csv`);
  if (existsSync(file)) return file;
  const random = seededRandom(7);
  const lines = [PEOPLE];
  for (let row = 0; row < rows; row++) {
    const person = random.below(Math.ceil(rows / 2));
    const born = `${1930 + (person % 80)}-${String(1 + (person % 12)).padStart(2, '0')}-${String(1 + (person % 28)).padStart(2, '0')}`;
    const name = `Ana${person % 977} Lopez${person % 9973}`;
    const words = Array.from({ length: 12 }, () => `word${random.below(5000)}`).join(' ');
    lines.push(
      [
        `P${person}`,
        name,
        born,
        `p${person}@example.org`,
        String(10000 + (person % 8000)),
        person % 2 === 0 ? 'f' : 'm',
        `2024-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`,
        `"${name}: ${words}"`,
        `D${random.below(40)}`,
        (random.below(1_000_000) / 100).toFixed(2),
      ].join(','),
    );
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A table whose columns have a value of their own in nearly every row: numbers, times and texts. */
function distinctFile(folder: string, rows: number): string {
  const file = join(folder, `distinct-${rows}.csv`);
  if (existsSync(file)) return file;
  const random = seededRandom(8);
  const two = (most: number): string => String(1 + random.below(most)).padStart(2, '0');
  const lines = ['amount,seen,code,sex,diagnosis'];
  for (let row = 0; row < rows; row++) {
    const seen = `${1950 + random.below(70)}-${two(12)}-${two(28)} ${two(23)}:${two(59)}:${two(59)}`;
    const amount = (random.below(1e9) / 1e4).toFixed(4);
    lines.push([amount, seen, `C${random.below(5e4)}x`, 'fm'[row % 2], `D${random.below(40)}`].join(','));
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A column with the role "sensitive" instead of its own. */
const withSensitive = (job: Job): Job['attributes'] => ({ ...job.attributes, occupation: { role: 'sensitive' } });

const jobs: Readonly<Record<string, Job>> = {
  mondrian: { ...nine, attributes: withSensitive(nine), privacy: [kAnonymity], algorithm: 'mondrian' },
  other: { ...nine, attributes: withSensitive(nine), privacy: [{ ...kAnonymity, k: 25 }], algorithm: 'mondrian' },
  cells: {
    ...nine,
    attributes: withSensitive(nine),
    privacy: [{ ...kAnonymity, k: 3 }],
    algorithm: 'local-suppression',
  },
  lattice: { ...nine, privacy: [kAnonymity], algorithm: 'optimal-lattice' },
  diverse: { ...nine, attributes: withSensitive(nine), privacy: [diversity], algorithm: 'optimal-lattice' },
  people: {
    attributes: {
      id: { role: 'identifier' },
      name: { role: 'identifier' },
      mail: { role: 'identifier' },
      born: { role: 'quasi-identifier' },
      zip: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier' },
      amount: { role: 'quasi-identifier' },
      diagnosis: { role: 'sensitive' },
    },
    unit: 'row',
    privacy: [kAnonymity],
    algorithm: 'mondrian',
  },
  distinct: {
    attributes: {
      amount: { role: 'quasi-identifier' },
      seen: { role: 'quasi-identifier' },
      code: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier' },
      diagnosis: { role: 'sensitive' },
    },
    unit: 'row',
    privacy: [kAnonymity],
    algorithm: 'mondrian',
  },
  visits: {
    attributes: {
      id: 'person',
      born: { role: 'quasi-identifier' },
      zip: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier' },
      visit: { role: 'insensitive' },
      diagnosis: { role: 'sensitive' },
    },
    privacy: [kAnonymity],
    algorithm: 'mondrian',
  },
  anatomy: { ...nine, attributes: withSensitive(nine), privacy: [diversity], algorithm: 'anatomy' },
};

interface Asked {
  readonly folder: string;
  readonly rows: number;
  /** Parts of a run after which it is ended. */
  readonly parts: readonly number[];
  /** Milliseconds. */
  readonly allowed: number;
}

/** Files of a folder: tables, jobs, and releases, made when they are asked for first. */
class Files {
  readonly #made = new Map<string, Promise<string>>();
  constructor(
    readonly folder: string,
    readonly rows: number,
  ) {}
  get census(): string {
    return tableFile(this.folder, 'census', this.rows);
  }
  get double(): string {
    return tableFile(this.folder, 'census', 2 * this.rows);
  }
  get wide(): string {
    return tableFile(this.folder, 'wide', Math.ceil(this.rows / 4));
  }
  get people(): string {
    return peopleFile(this.folder, this.rows);
  }
  job(name: string): string {
    const file = join(this.folder, `deaf-${name}.json`);
    writeFileSync(file, JSON.stringify(jobs[name]));
    return file;
  }
  /** The release of a job; its certificate and its recoding stand beside it. */
  release(name: string): Promise<string> {
    const known = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, known);
    return known;
  }
  async #make(name: string): Promise<string> {
    const file = join(this.folder, `deaf-${name}.csv`);
    const beside = jobs[name].algorithm === 'mondrian' ? ['--certificate', `${file}.json`, '--recoding', `${file}.recoding`] : []; // prettier-ignore
    const { code, errors } = await run(
      ['anonymize', name === 'visits' ? this.people : this.census, '--job', this.job(name), '--out', file, '--quiet', '--seed', '1', '--time-limit', '20'].concat(beside), // prettier-ignore
    );
    if (code !== 0) throw new Error(`no release of ${name}: ${errors.trim()}`);
    return file;
  }
}

/** An attack that counts persons in the original. */
const onVisits = async (files: Files, kind: string): Promise<string[]> => [
  ...['attack', kind, await files.release('visits'), '--job', files.job('visits'), '--original', files.people],
];

/** Command lines by what the table of results calls them. */
const commands: Readonly<Record<string, (files: Files) => Promise<string[]>>> = {
  inspect: async ({ people }) => ['inspect', people],
  'inspect-wide': async ({ wide }) => ['inspect', wide],
  init: async ({ people }) => ['init', people, '--yes', '--rows-are-people'],
  'init-wide': async ({ wide }) => ['init', wide, '--yes'],
  'anonymize-people': async (files) => [
    ...['anonymize', files.people, '--job', files.job('people'), '--out', `${files.people}.out.csv`],
  ],
  'anonymize-distinct': async (files) => [
    ...[
      'anonymize',
      distinctFile(files.folder, files.rows),
      '--job',
      files.job('distinct'),
      '--out',
      `${files.folder}/distinct.out.csv`,
    ],
  ],
  'init-membership': async ({ census, double }) => [
    'init',
    census,
    '--yes',
    '--goal',
    'membership',
    '--public',
    double,
  ],
  audit: async (files) => ['audit', await files.release('mondrian'), '--job', files.job('mondrian')],
  'audit-original': async (files) => [
    ...['audit', await files.release('mondrian'), '--job', files.job('mondrian'), '--original', files.census],
  ],
  'audit-wildcards': async (files) => [
    ...['audit', await files.release('cells'), '--job', files.job('cells'), '--wildcards'],
  ],
  apply: async (files) => {
    const release = await files.release('mondrian');
    return ['apply', `${release}.recoding`, files.census, '--out', `${release}.applied.csv`];
  },
  verify: async (files) => {
    const release = await files.release('mondrian');
    return ['verify', `${release}.json`, release, '--job', files.job('mondrian')];
  },
  compare: async (files) => [
    ...['compare', files.census, '--job', files.job('mondrian'), '--algorithms', 'mondrian,hilbert,mdav'],
  ],
  homogeneity: async (files) => [
    ...['attack', 'homogeneity', await files.release('mondrian'), '--job', files.job('mondrian')],
  ],
  downcoding: async (files) => [
    ...['attack', 'downcoding', await files.release('lattice'), '--job', files.job('lattice')],
  ],
  'downcoding-classes': async (files) => [
    ...['attack', 'downcoding', await files.release('mondrian'), '--job', files.job('mondrian')],
  ],
  minimality: async (files) => [
    'attack',
    'minimality',
    ...[await files.release('diverse'), '--job', files.job('diverse'), '--public', files.census],
  ],
  linkage: async (files) => [
    'attack',
    'linkage',
    ...[await files.release('mondrian'), '--job', files.job('mondrian'), '--public', files.census],
  ],
  'homogeneity-persons': async (files) => onVisits(files, 'homogeneity'),
  'uniqueness-persons': async (files) => onVisits(files, 'uniqueness'),
  history: async (files) => onVisits(files, 'history'),
  'linkage-persons': async (files) => [...(await onVisits(files, 'linkage')), '--public', files.people],
  'composition-persons': async (files) => [
    ...['attack', 'composition', await files.release('visits'), '--job', files.job('visits')],
    ...['--public', files.people, '--with', await files.release('visits')],
  ],
  membership: async (files) => [
    'attack',
    'membership',
    ...[await files.release('anatomy'), '--job', files.job('anatomy'), '--public', files.census, '--time-limit', '20'],
  ],
  composition: async (files) => [
    ...['attack', 'composition', await files.release('mondrian'), '--job', files.job('mondrian')],
    ...['--public', files.census, '--with', await files.release('other'), '--with-job', files.job('other')],
  ],
};

/** Names by which `--only` asks for commands other than `anonymize`. */
export const COMMANDS: readonly string[] = Object.keys(commands);

/** Every command whole, and ended at parts of it. */
export async function* measuredCommands(
  names: readonly string[],
  { folder, rows, parts, allowed }: Asked,
): AsyncGenerator<{ readonly name: string; readonly worst: number; readonly text: string }> {
  const files = new Files(folder, rows);
  for (const name of names) {
    const asked = await commands[name](files);
    const whole = await run(asked);
    const gaps: Gap[] = [...whole.heard.gaps];
    const lates: number[] = [];
    for (const part of parts) {
      const ended = await run(asked, part * whole.heard.cpu);
      gaps.push(...ended.heard.gaps);
      if (ended.late !== null) lates.push(1000 * ended.late.cpu);
    }
    const figures = [...gaps.map(({ milliseconds }) => milliseconds), ...lates];
    const worst = figures.reduce((most, each) => Math.max(most, each), 0);
    const late = lates.map((each) => each.toFixed(0)).join(', ');
    const failed = whole.code === 0 || whole.code === 1 ? '' : `  ends with ${whole.code}: ${whole.errors.trim()}`;
    const text = `${name.padEnd(26)} cpu ${whole.heard.cpu.toFixed(1).padStart(6)} MiB ${whole.heard.memory.toFixed(0).padStart(5)}  longest gap ${worst.toFixed(0)}${worst > allowed ? ' !' : ''}  from SIGHUP to end ${late}${failed}`;
    yield { name, worst, text: [text, ...placesOf(gaps.filter(({ milliseconds }) => milliseconds > allowed / 2))].join('\n') }; // prettier-ignore
  }
}
