/** Small jobs of the command, one for each kind of what it writes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../src/index.js';

/** A run of the command. */
export interface OutputCase {
  readonly name: string;
  /** Arguments, without the engine. */
  readonly args: readonly string[];
  /** Files that it writes. */
  readonly files: readonly string[];
  /** Files that are written for a part of the work and may be there when it fails. */
  readonly beside?: readonly string[];
  /** Another run that makes files which this one reads. */
  readonly made?: { readonly args: readonly string[]; readonly files: readonly string[] };
  /** Compares stdout with that of a run without a fault; default: byte for byte. */
  readonly isSame?: (stdout: string, whole: string) => boolean;
  /** True for a command without an option for the engine. */
  readonly withoutEngine?: boolean;
  /** True for a command that takes the memory of arrays too often to be run for each. */
  readonly withoutArrays?: boolean;
  /** Makes what is changed by a run, before it. */
  readonly prepare?: (folder: string) => void;
}

const cities = ['Arles', 'Bath', 'Como', 'Delft'];
const diseases = ['secret-flu', 'secret-gout', 'secret-measles'];

/** Texts that no message may hold: cells of the identifying and the sensitive column. */
export const secrets = /secret-|Person /;

/** Twenty-four people. */
export const people = [
  'name,age,city,disease',
  ...Array.from({ length: 24 }, (_, i) =>
    [`Person ${i}`, 20 + ((i * 7) % 40), cities[(i * 5) % 4], diseases[(i * 2 + (i % 5)) % 3]].join(),
  ),
  '',
].join('\n');

const job: Job = {
  attributes: {
    name: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'integer' },
    city: { role: 'quasi-identifier', hierarchy: { type: 'levels', file: 'city.csv' } },
    disease: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
} as Job;

const anatomy: Job = {
  ...job,
  privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
  algorithm: 'anatomy',
  suppression: 'unlimited',
};

/** Writes what the runs read. */
export function writeInputs(folder: string): void {
  const texts: Record<string, string> = {
    'people.csv': people,
    'city.csv': cities.map((city, i) => `${city};${i % 2 === 0 ? 'south' : 'north'};*\n`).join(''),
    'job.json': JSON.stringify(job),
    'in-order.json': JSON.stringify({ ...job, output: { order: 'input' } }),
    'k-optimize.json': JSON.stringify({ ...job, algorithm: 'k-optimize', suppression: 'unlimited' }),
    'anatomy.json': JSON.stringify(anatomy),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
}

const anonymize = ['anonymize', 'people.csv', '--seed', '7'];
const plain = [...anonymize, '--job', 'job.json'];
const toFile = (name: string): OutputCase => ({ name, args: [...plain, '--out', name], files: [name] });

const unfinished = [...anonymize, '--job', 'k-optimize.json', '--time-limit', '0.000001'];
const savedState = { args: [...unfinished, '--checkpoint', 'kept-state', '--out', 'made.csv'], files: ['kept-state'] };
const keptRecoding = { args: [...plain, '--recoding', 'kept.json', '--out', 'made.csv'], files: ['kept.json'] };
const apply = ['apply', 'kept.json', 'people.csv', '--seed', '7'];

/** Findings of `doctor`, except those that change from run to run: free memory, and whether the folder for temporary files can be used. */
const withoutState = (stdout: string): string =>
  stdout.replace(/"free": \d+/, '"free": 0').replace(/"writable": \w+/, '"writable": true');

/** Output of the command in files and on stdout. */
export const outputs: readonly OutputCase[] = [
  toFile('out.csv'),
  {
    name: 'everything beside',
    args: [
      ...plain,
      ...['--out', 'out.csv', '--report', 'out.html', '--report', 'out.md', '--report', 'report.json'],
      ...['--certificate', 'certificate.json', '--recoding', 'recoding.json', '--json'],
    ],
    files: ['out.csv', 'out.html', 'out.md', 'report.json', 'certificate.json', 'recoding.json'],
  },
  { name: 'stdout', args: plain, files: [] },
  { name: 'stdout in order', args: [...anonymize, '--job', 'in-order.json', '--two-pass'], files: [] },
  { name: 'stdout and a report', args: [...plain, '--report', 'out.html'], files: ['out.html'] },
  { name: 'result', args: [...plain, '--json'], files: [] },
  {
    name: 'tab-separated',
    args: [...plain, '--out', 'out.csv', '--out-delimiter', 'tab', '--bom'],
    files: ['out.csv'],
  },
  { name: 'counted', args: [...plain, '--two-pass', '--out', 'out.csv'], files: ['out.csv'] },
  ...['out.csv.gz', 'out.ndjson', 'out.json', 'out.parquet', 'out.arrow'].map(toFile),
  {
    name: 'two tables',
    args: [...anonymize, '--job', 'anatomy.json', '--out', 'out.csv'],
    files: ['out.csv', 'out.sensitive.csv'],
  },
  {
    name: 'checkpoint',
    args: [
      ...[...anonymize, '--job', 'k-optimize.json', '--time-limit', '0.000001'],
      ...['--checkpoint', 'state', '--out', 'out.csv'],
    ],
    files: ['out.csv', 'state'],
    beside: ['state'],
  },
  {
    name: 'a job that is made',
    args: [
      ...[...anonymize, '--k', '3', '--quasi', 'age,city', '--sensitive', 'disease'],
      ...['--save-job', 'made.json', '--out', 'out.csv'],
    ],
    files: ['out.csv', 'made.json'],
  },
  {
    name: 'a search that is resumed',
    args: [...anonymize, '--job', 'k-optimize.json', '--resume', 'kept-state', '--out', 'out.csv'],
    files: ['out.csv'],
    made: savedState,
  },
  {
    name: 'a search that is resumed and saved again',
    args: [...unfinished, '--resume', 'kept-state', '--checkpoint', 'state', '--out', 'out.csv'],
    files: ['out.csv', 'state'],
    beside: ['state'],
    made: savedState,
  },
  { name: 'new rows', args: [...apply, '--out', 'out.csv'], files: ['out.csv'], made: keptRecoding },
  { name: 'new rows on stdout', args: apply, files: [], made: keptRecoding },
  {
    name: 'new rows in Parquet',
    args: [...apply, '--out', 'out.parquet', '--json'],
    files: ['out.parquet'],
    made: keptRecoding,
  },
  {
    name: 'doctor',
    args: ['doctor', '--json'],
    files: [],
    isSame: (stdout, whole) => withoutState(stdout) === withoutState(whole),
    withoutEngine: true,
    withoutArrays: true,
  },
  { name: 'init', args: ['init', 'people.csv', '--yes', '--out', 'made.json'], files: ['made.json'] },
];
