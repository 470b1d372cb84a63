/**
 * Many runs in one process: looks for drift of memory, of speed and of open handles.
 *
 *   npm run bench -- soak [--jobs 1000] [--at-once 50] [--aborts 200] [--only jobs,aborts,browser] [--smoke]
 *
 * `jobs`: number of random jobs of all algorithms in both engines, one after the other, then again `--at-once` at a time; each has to give the same.
 * `aborts`: number of times that each algorithm is ended, in both engines, by an event of progress or by the clock. `browser`: the package's worker
 * in Chromium, the same job again and again, `--at-once` at a time, one in four of them ended. Memory is what is left after the garbage collector.
 * Drift: the median of the last fifth of the samples against that of the second fifth (the first warms up). Ends with 1 when the drift of memory is
 * 5 % or more, a job gives something else the second time, or something is held open that was not.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { anonymize } from '../src/index.js';
import { seededRandom } from '../src/base/random.js';
import { jobOf, runAborted, runAtOnce, runMixedJob } from '../test/pipeline/soak-jobs.js';
import { algorithmNames } from '../test/registry.js';
import { args, option } from './command-line.js';
import { soakPage } from './soak-page.js';

const smoke = args.includes('--smoke');
const jobs = Number(option('jobs', smoke ? '40' : '1000'));
const atOnce = Number(option('at-once', '50'));
const aborts = Number(option('aborts', smoke ? '2' : '200'));
const parts = option('only', smoke ? 'jobs,aborts' : 'jobs,aborts,browser').split(',');
const ALLOWED = 0.05;

const collect = (globalThis as unknown as { gc: () => void }).gc;
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const percent = (share: number): string => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
let isWell = true;

function say(name: string, text: string, holds = true): void {
  isWell &&= holds;
  console.log(`${name.padEnd(34)}${text}${holds ? '' : '   <- too much'}`);
}

interface Sample {
  readonly heap: number;
  readonly buffers: number;
  readonly resident: number;
  readonly files: number;
  readonly resources: number;
  /** CPU time of the same work at each sample, in units of other work. */
  readonly work: number;
}

async function timeCpu(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const bytes = new Uint8Array(2 ** 26);

/** Mondrian over 600 rows, 20 times, in units of hashing 64 MiB: what else the machine does slows both. The least of five each. */
async function timeWork(): Promise<number> {
  const { table, job } = jobOf('mondrian');
  const least = { unit: Infinity, work: Infinity };
  for (let turn = 0; turn < 5; turn++) {
    const unit = await timeCpu(() => createHash('sha256').update(bytes).digest());
    const work = await timeCpu(async () => {
      for (let run = 0; run < 20; run++) await anonymize(table, job, { seed: 1 });
    });
    least.unit = Math.min(least.unit, unit);
    least.work = Math.min(least.work, work);
  }
  return least.work / least.unit;
}

async function sample(): Promise<Sample> {
  const work = await timeWork();
  // Buffers are let go a turn after what held them.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const resources = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length;
  return { heap: heapUsed, buffers: arrayBuffers, resident: rss, files, resources, work };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Early and late medians of a figure. */
function driftOf(samples: readonly Sample[], figure: (sample: Sample) => number): { early: number; late: number } {
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const of = (part: readonly Sample[]): number => median(part.map(figure));
  return { early: of(samples.slice(fifth, 2 * fifth)), late: of(samples.slice(-fifth)) };
}

function sayDrift(name: string, samples: readonly Sample[]): void {
  const line = (what: string, figure: (sample: Sample) => number, unit: string, isHeld: boolean): void => {
    const { early, late } = driftOf(samples, figure);
    const shown = unit === 'MiB' ? [mebibytes(early), mebibytes(late)] : [early.toFixed(2), late.toFixed(2)];
    const drift = early === 0 ? 0 : late / early - 1;
    // Less than a MiB is a matter of when the collector came.
    const holds = !isHeld || smoke || drift < ALLOWED || (unit === 'MiB' && late - early < 2 ** 20);
    say(`${name}: ${what}`, `${shown.join(' -> ')} ${unit}, ${percent(drift)}`, holds);
  };
  line('heap', ({ heap }) => heap, 'MiB', true);
  line('buffers', ({ buffers }) => buffers, 'MiB', true);
  line('resident', ({ resident }) => resident, 'MiB', true);
  line('the same work', ({ work }) => work, 'units of CPU time', false);
  const [first, last] = [samples[1], samples[samples.length - 1]];
  const isSame = first.files === last.files && first.resources === last.resources;
  say(
    `${name}: held open`,
    `${first.files} -> ${last.files} files, ${first.resources} -> ${last.resources} others`,
    isSame,
  );
}

async function soakJobs(): Promise<void> {
  const seeds = Array.from({ length: jobs }, (_, i) => i);
  const samples: Sample[] = [];
  const part = Math.ceil(jobs / 20);
  // The first pass warms up: jobs one after the other leave less than many at once.
  const once = await runAtOnce(seeds, 1, runMixedJob);
  let differ = 0;
  for (let from = 0; from < 2 * jobs; from += part) {
    const asked = Array.from({ length: part }, (_, i) => seeds[(from + i) % jobs]);
    const again = await runAtOnce(asked, atOnce, runMixedJob);
    differ += again.filter((outcome, i) => outcome !== once[asked[i]]).length;
    samples.push(await sample());
  }
  const released = once.filter((outcome) => /^[0-9a-f]{64}$/.test(outcome)).length;
  say('jobs', `${jobs} one after the other, then twice at ${atOnce} at once: ${released} released, the others refused`);
  say('jobs: other outcome at once', `${differ}`, differ === 0);
  sayDrift('jobs', samples);
}

async function soakAborts(): Promise<void> {
  const samples: Sample[] = [];
  const random = seededRandom(1);
  const counts = { ended: 0, released: 0, refused: 0 };
  const before = await runMixedJob(4);
  // Things that are loaded and kept at first use are no drift.
  for (const name of algorithmNames) for (const engine of ['wasm', 'js'] as const) await runAborted(name, engine, { afterEvents: 1e9 }); // prettier-ignore
  const part = Math.ceil(aborts / 20);
  for (let from = 0; from < aborts; from += part) {
    for (const name of algorithmNames) {
      for (let n = from; n < Math.min(from + part, aborts); n++) {
        const abort = n % 2 === 0 ? { afterEvents: random.below(24) } : { afterMilliseconds: random.below(24) };
        counts[await runAborted(name, n % 4 < 2 ? 'wasm' : 'js', abort)]++;
      }
    }
    samples.push(await sample());
  }
  say('aborts', `${algorithmNames.length} algorithms x ${aborts}: ${counts.ended} ended, ${counts.released} released before`); // prettier-ignore
  say('aborts: another error', `${counts.refused}`, counts.refused === 0);
  say('aborts: the engine after them', 'gives what it gave', before === (await runMixedJob(4)));
  sayDrift('aborts', samples);
}

console.log(`Node ${process.version}, two engines, seeds from 0`);
if (parts.includes('jobs')) await soakJobs();
if (parts.includes('aborts')) await soakAborts();
if (parts.includes('browser')) {
  const found = await soakPage({ jobs: Math.max(20, jobs >> 1), atOnce });
  const { early, late } = driftOf(
    found.samples.map((heap) => ({ heap, buffers: 0, resident: 0, files: 0, resources: 0, work: 0 })),
    ({ heap }) => heap,
  );
  const drift = late / early - 1;
  say('page', `${found.browser}: ${found.released} released, ${found.ended} ended, ${atOnce} at once`);
  say('page: other outcome', `${found.differ}`, found.differ === 0);
  say('page: heap of page and worker', `${mebibytes(early)} -> ${mebibytes(late)} MiB, ${percent(drift)}`, drift < ALLOWED || late - early < 2 ** 20); // prettier-ignore
}
if (!isWell) process.exitCode = 1;
