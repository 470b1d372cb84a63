/** Audits on a thread of their own. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { StartThread } from '../../src/base/team.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { anonymize, csvChunks, tableFromRows, type AnonymizeResult, type CheckedJob, type RunOptions, type Table } from '../../src/index.js'; // prettier-ignore
import { bindAnonymize } from '../../src/pipeline/anonymize.js';
import { algorithms } from '../../src/algorithms/list.js';
import { startHere } from '../algorithms/sharing/start-here.js';
import { longCases } from '../shared.js';

const ROWS = 1 << 14;
const known = { role: 'quasi-identifier' } as const;
const attributes: CheckedJob['attributes'] = { x: known, y: known, s: { role: 'sensitive' } };
/** Enough columns for an audit of its own, which counts cells: many are cheaper here than as many rows. */
const others = Array.from({ length: 61 }, (_, i) => `c${i}`);
const rowsOf = (names: readonly string[]) =>
  Array.from({ length: ROWS }, (_, i) => ({
    x: i % 50,
    y: (i * 7) % 40,
    s: 'abcdefgh'[(i * 5) % 8],
    ...Object.fromEntries(names.map((name) => [name, name])),
  }));

let table: Table;
/** A column less: too few cells. */
let smaller: Table;
let everybody: Table;

beforeAll(() => {
  table = tableFromRows(rowsOf(others));
  smaller = tableFromRows(rowsOf(others.slice(1)));
  everybody = tableFromRows(rowsOf([]));
});

const jobOf = (algorithm: CheckedJob['algorithm'], privacy: CheckedJob['privacy'] = []): CheckedJob => ({
  attributes,
  defaultRole: 'insensitive',
  privacy: [{ model: 'k-anonymity', k: 5 }, ...privacy],
  algorithm,
});
const diverse: CheckedJob['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 3, attribute: 's' }];
const present: CheckedJob['privacy'] = [{ model: 'delta-presence', public: 'everybody', min: 0, max: 1 }];

const JOBS: readonly [string, CheckedJob][] = [
  ['mondrian', jobOf('mondrian')],
  ['levels', jobOf({ name: 'optimal-lattice' })],
  ['means', jobOf({ name: 'mdav', replacement: 'centroid' })],
  ['two tables', jobOf('anatomy', diverse)],
  ['buckets', jobOf('bucketization', diverse)],
  ['a public table', jobOf('mondrian', present)],
];

const bind = (startThread: StartThread) =>
  bindAnonymize({
    makeEngine: () => createEngine({ engine: 'js' }),
    startThread,
    spareThreads: () => 3,
    algorithms,
  });

const textOf = (release: Table): string =>
  Array.from(csvChunks(release), (chunk) => new TextDecoder().decode(chunk)).join('');

const audited = (orders: readonly unknown[]): number =>
  orders.filter((order) => (order as { readonly kind: string }).kind === 'audit').length;

function told({ release, tables, audit, warnings, result }: AnonymizeResult) {
  const { seconds: _, threads: __, ...rest } = result;
  const second = tables.sensitive === undefined ? '' : textOf(tables.sensitive);
  const isOther = ({ code }: { readonly code: string }): boolean => code !== 'ONE_THREAD';
  return {
    text: textOf(release) + second,
    audit,
    result: { ...rest, warnings: rest.warnings.filter(isOther) },
    warnings: warnings.filter(isOther),
  };
}

describe('an audit on a thread of its own', () => {
  it.each(longCases(JOBS, ([name]) => name === 'two tables'))('finds what one on the thread of the run finds: %s', async (_, job) => {
    const options: RunOptions = { seed: 1, publicTables: { everybody } };
    const alone = told(await anonymize(table, job, { ...options, engine: 'js' }));
    const orders: unknown[] = [];
    const beside = told(await bind(startHere(undefined, orders))(table, job, { ...options, threads: 2 }));
    expect(audited(orders)).toBe(1);
    expect(beside.text === alone.text).toBe(true);
    expect(beside).toEqual(alone);
  }); // prettier-ignore

  it('is one of a thread of the host, which ends with the run', async () => {
    const job = jobOf('anatomy', diverse);
    const alone = told(await anonymize(table, job, { seed: 1 }));
    expect(told(await anonymize(table, job, { seed: 1, threads: 2 }))).toEqual(alone);
  });

  it('is begun where the host spares threads, and where there is enough to audit', async () => {
    for (const [given, options, count] of [
      [table, { threads: 'auto' }, 1],
      [table, { threads: 1 }, 0],
      [table, {}, 0],
      [smaller, { threads: 2 }, 0],
    ] as const) {
      const orders: unknown[] = [];
      await bind(startHere(undefined, orders))(given, jobOf('mondrian'), { seed: 1, ...options });
      expect(audited(orders)).toBe(count);
    }
  });

  it('hands nothing out where its thread fails, says what is no answer, or refuses the release', async () => {
    const job = jobOf('mondrian');
    const run = (startThread: StartThread) => bind(startThread)(table, job, { seed: 1, threads: 2 });
    await expect(run(startHere(() => ({ kind: 'other' })))).rejects.toMatchObject({ code: 'THREAD_FAILED' });
    const dying: StartThread = ({ failure }) => {
      setTimeout(() => failure(new Error('died')), 0);
      return { post: () => undefined, end: () => undefined };
    };
    await expect(run(dying)).rejects.toMatchObject({ code: 'THREAD_FAILED' });
    const worse = (answer: unknown): unknown => {
      const { report } = answer as { readonly report: AnonymizeResult['audit'] };
      return { kind: 'audited', report: { ...report, classes: report.classes + 1 } };
    };
    await expect(run(startHere(worse))).rejects.toMatchObject({ name: 'AuditError' });
    const failing = (): unknown => ({ kind: 'failed', error: { name: 'Error', message: 'no memory' } });
    await expect(run(startHere(failing))).rejects.toThrow('no memory');
  });

  it('reports the phases in their order, and ends with the run when that is aborted', async () => {
    const job = jobOf('mondrian');
    let ended = 0;
    const start: StartThread = (events) => {
      const thread = startHere()(events);
      return { ...thread, end: () => (ended++, thread.end()) };
    };
    const phases: string[] = [];
    const onProgress: RunOptions['onProgress'] = ({ phase }) => void (phases.at(-1) !== phase && phases.push(phase));
    await bind(start)(table, job, { seed: 1, threads: 2, onProgress });
    expect(phases).toEqual(['prepare', 'search', 'measure', 'release', 'audit']);
    expect(ended).toBe(1);
    // Every pause is due, as on a loaded machine.
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
    for (const [phase, from] of [['measure', 0.3], ['release', 0], ['audit', 0]] as const) {
      const stop = new AbortController();
      const run = bind(start)(table, job, {
        seed: 1,
        threads: 2,
        signal: stop.signal,
        onProgress: (progress) => progress.phase === phase && progress.share >= from && stop.abort(),
      });
      await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    }
    clock.mockRestore();
    expect(ended).toBe(4);
  }); // prettier-ignore
});
