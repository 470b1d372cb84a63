import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkerClient } from '../../../src/hosts/browser/client.js';
import type {
  WorkerCall,
  WorkerClient,
  WorkerFunctions,
  WorkerLike,
  WorkerProgress,
} from '../../../src/hosts/browser/client.js';
import { fromPlainError, toPlainError } from '../../../src/base/plain-error.js';
import { serve } from '../../../src/hosts/browser/serve.js';
import { answerCalls } from '../../../src/hosts/browser/worker-functions.js';
import type { WorkerScope } from '../../../src/hosts/browser/serve.js';
import * as errors from '../../../src/base/errors.js';
import {
  anonymize,
  inspect,
  listAlgorithms,
  parseJob,
  preview,
  proposeJob,
  readCsv,
  tableFromRows,
} from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { makeFolder, runInside } from '../command/run-cli.js';
import { Table } from '../../../src/table/table.js';
import { censusCsv, censusJob } from './census.js';
import { csvOf } from '../../table-texts.js';
import { inTurn } from '../../shared.js';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A client and a serving side over a message channel: the worker without its thread. */
function connect<Functions extends WorkerFunctions>(): WorkerClient<Functions> {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  serve(port2 as unknown as WorkerScope);
  port2.start();
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  port1.start();
  return createWorkerClient<Functions>(worker as unknown as WorkerLike);
}

const folder = makeFolder();
const csv = censusCsv(2_000, 7);

describe('the worker client', () => {
  it.each(['wasm', 'js'] as const)('gives what anonymize gives, with the engine %s', async (engine) => {
    const { csv: blob, result, audit } = await connect().anonymize(csv, censusJob, { engine, seed: 3 });
    const own = await anonymize(await readCsv(csv, censusJob.input), parseJob(censusJob), { engine, seed: 3 });
    expect(await blob?.text()).toBe(csvOf(own.release));
    expect({ ...result, seconds: null }).toEqual({ ...own.result, seconds: null });
    expect(audit.holds).toBe(true);
  });

  it('takes text, bytes, a blob and a table alike', async () => {
    const client = connect();
    const bytes = new TextEncoder().encode(csv);
    const table = await readCsv(csv, censusJob.input);
    const releases = [];
    for (const input of [csv, bytes, new Blob([bytes]), table]) {
      releases.push(await (await client.anonymize(input, censusJob, { engine: 'js', seed: 1 })).csv?.text());
    }
    expect(new Set(releases).size).toBe(1);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('reads and inspects a table as readCsv and inspect do', async () => {
    const client = connect();
    const phases = new Set<string>();
    const table = await client.read(csv, { missing: ['', '?'], onProgress: ({ phase }) => phases.add(phase) });
    const own = await readCsv(csv, { missing: ['', '?'] });
    expect(table.columns).toEqual(own.columns);
    expect(await client.inspect(table)).toEqual(await inspect(own));
    expect(await client.list()).toEqual(listAlgorithms());
    expect(phases).toContain('read');
    await expect(client.read('a,b\n1\n')).rejects.toMatchObject({ name: 'InputError' });
  });

  it('reads columns as their declared types say, as readCsv does, and reports a cell that does not fit by its row', async () => {
    const client = connect();
    const text = 'born;zip\n3.2.1961;01\n17.11.1970;02\n';
    const types = { born: { type: 'date', format: 'DD.MM.YYYY' }, zip: { type: 'string' } } as const;
    const table = await client.read(text, { types });
    expect(table.columns).toEqual((await readCsv(text, { types })).columns);
    expect(table.column('born')).toMatchObject({ type: 'date', texts: ['03.02.1961', '17.11.1970'] });
    const wrong = { born: { type: 'date' } } as const;
    const refused = await client.read(text, { types: wrong }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'InputError', code: 'DATE_INVALID', where: { line: 2, attribute: 'born' } });
    expect(String(refused)).not.toContain('1961');
  });

  it('leaves out rows for missing cells in the named columns alone, in the table and in the kept one', async () => {
    const client = connect();
    const text = 'id,zip,note\n1,,a\n,2,b\n3,4,\n';
    const { table, kept } = await client.open(text, { onMissing: 'drop', missingIn: ['id', 'zip'] });
    expect(table.column('note')).toMatchObject({ missingCode: 0, texts: [''] });
    expect((await kept.inspect()).rows).toBe(1);
    await expect(client.read(text, { onMissing: 'drop' })).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
    const wrong = client.read(text, { onMissing: 'drop', missingIn: 'id' as unknown as string[] });
    await expect(wrong).rejects.toMatchObject({ argument: 'message.options.missingIn' });
  });

  it('opens a file: the table that reading gives, and the same kept in the worker, for itself', async () => {
    const client = connect();
    const { table, kept } = await client.open(csv, censusJob.input);
    const own = await readCsv(csv, censusJob.input);
    expect(isDeepStrictEqual(table, own)).toBe(true);
    // Changes of the page's copy do not reach the worker.
    for (const { codes } of table.columns) codes.fill(0);
    expect(await kept.inspect()).toEqual(await inspect(own));
    const done = await kept.anonymize(censusJob, { seed: 1 });
    expect(await done.csv?.text()).toBe(csvOf((await anonymize(own, censusJob, { seed: 1 })).release));
    kept.forget();
    await expect(kept.inspect()).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
    await expect(client.open('a,b\n1\n')).rejects.toMatchObject({ name: 'InputError' });
    const stopped = AbortSignal.abort();
    await expect(client.open(csv, { signal: stopped })).rejects.toMatchObject({ name: 'AbortError' });
    expect((await client.open('a\n1\n')).table.rows).toBe(1);
  });

  it('keeps nothing of a file whose opening is ended', async () => {
    const { port1: page, port2: worker } = new MessageChannel();
    const sent: { kind: string; kept?: number; id: number }[] = [];
    worker.on('message', (message: (typeof sent)[number]) => sent.push(message));
    page.start();
    worker.start();
    const client = createWorkerClient(Object.assign(page, { terminate: () => undefined }) as unknown as WorkerLike);
    const stop = new AbortController();
    const opening = client.open(csv, { signal: stop.signal });
    stop.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(sent.map(({ kind }) => kind)).toEqual(['read', 'cancel', 'forget']));
    expect(sent[2].kept).toBe(sent[0].id);
    page.close();
  });

  it('sends tables with many distinct values in pieces, and nothing is lost or out of order', async () => {
    const client = connect();
    const rows = 20_000;
    const text = (row: number): string => `${row},${(row * 7919) % rows},p${row % 600},${row % 3}`;
    const long = `a,b,c,d\n${Array.from({ length: rows }, (_, row) => text(row)).join('\n')}\n`;
    const own = await readCsv(long);
    expect(isDeepStrictEqual((await client.read(long)).columns, own.columns)).toBe(true);
    const { table, kept } = await client.open(long);
    expect(isDeepStrictEqual(table.columns, own.columns)).toBe(true);
    const role = { role: 'insensitive' } as const;
    const attributes = { a: role, b: role, c: role, d: { role: 'quasi-identifier' } } as const;
    const asked: Job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };
    const { table: release } = await kept.anonymize(asked, { output: 'table', seed: 1 });
    expect(isDeepStrictEqual(release, (await anonymize(own, asked, { seed: 1 })).release)).toBe(true);
  });

  it('reports as what a file was read', async () => {
    const client = connect();
    const told: unknown[] = [];
    const onReading = (reading: unknown): void => void told.push(reading);
    const bytes = Uint8Array.from('A list\n\nname;age;city\nJos\u00e9;1;a\nAnn;2;b\nEve;3;c\n', (each) =>
      each.charCodeAt(0),
    );
    const table = await client.read(bytes, { onReading });
    expect(table.rows).toBe(3);
    expect(told).toEqual([{ format: 'csv', encoding: 'windows-1252', delimiter: ';', skip: 1 }]);
    await client.read('a,b\n1,2\n', { onReading, delimiter: ',', skip: 0 });
    expect(told[1]).toEqual({ format: 'csv', encoding: undefined, delimiter: ',', skip: 0 });
    await client.read('{"a":1}\n{"a":2}\n', { onReading, format: 'ndjson' });
    expect(told[2]).toMatchObject({ format: 'ndjson' });
  });

  it.each([
    ['a census', csv],
    [
      'days, marks and a decimal comma',
      'born;height;sick\n' +
        Array.from(
          { length: 60 },
          (_, i) => `0${1 + (i % 9)}.03.19${50 + (i % 40)};1,${60 + (i % 30)};${['flu', 'HIV', 'NA'][i % 3]}`,
        ).join('\n'),
    ],
    ['few rows', 'a,b\n1,x\n2,x\n1,y\n2,y\n1,x\n'],
  ])('proposes the job that the command proposes for the same file: %s', async (_, text) => {
    writeFileSync(join(folder.path, 'people.csv'), text);
    const { stdout } = await runInside(['init', 'people.csv', '--json'], folder.path);
    const { kept } = await connect().open(new File([text], 'people.csv'));
    const { attributes, defaultRole, privacy, algorithm, suppression } = (await kept.propose()).job;
    const own = (JSON.parse(stdout) as { job: Job }).job;
    expect({ attributes, defaultRole, privacy, algorithm, suppression }).toEqual({
      attributes: own.attributes,
      defaultRole: own.defaultRole,
      privacy: own.privacy,
      algorithm: own.algorithm,
      suppression: own.suppression,
    });
    expect(privacy[0]).toEqual({ model: 'k-anonymity', k: 5 });
  });

  it('keeps a table: previews, releases and inspections of it are those of the table, until it is forgotten', async () => {
    const client = connect();
    const table = await readCsv(csv, censusJob.input);
    const other = await client.keep(tableFromRows([{ a: 1 }]));
    const kept = await client.keep(table);
    const told = await kept.preview(censusJob, { engine: 'js' });
    const own = await preview(table, censusJob, { engine: 'js' });
    expect({ ...told, seconds: null }).toEqual({ ...own, seconds: null });
    const done = await kept.anonymize(censusJob, { seed: 1 });
    expect(await done.csv?.text()).toBe(csvOf((await anonymize(table, censusJob, { seed: 1 })).release));
    expect(await kept.inspect()).toEqual(await inspect(table));
    expect(await kept.propose({ k: 7 })).toEqual(proposeJob(table, { k: 7 }));
    await expect(kept.propose({ k: 3_000 })).rejects.toMatchObject({ code: 'K_EXCEEDS_ROWS' });
    kept.forget();
    for (const work of [
      () => kept.preview(censusJob),
      () => kept.propose(),
      () => kept.anonymize(censusJob),
      () => kept.inspect(),
    ]) {
      await expect(work()).rejects.toMatchObject({ name: 'InvalidArgumentError', code: 'UNKNOWN_VALUE' });
    }
    expect((await other.inspect()).rows).toBe(1);
  });

  it.each(inTurn(['wasm', 'js'] as const, 2))(
    'compares with public tables, sent along or kept, as anonymize does, with the engine %s',
    async (engine) => {
      const client = connect();
      const everybody = await readCsv(csv, censusJob.input);
      const some = await readCsv(csv.split('\n').slice(0, 401).join('\n'), censusJob.input);
      const kept = await client.keep(some);
      const register = await client.keep(everybody);
      for (const algorithm of ['mpalm', 'mondrian']) {
        // A name that would be the prototype of an object.
        const name = algorithm === 'mpalm' ? 'everybody.csv' : '__proto__';
        const job: Job = {
          ...censusJob,
          privacy: [{ model: 'delta-presence', min: 0, max: 0.5, public: name }],
          algorithm,
        };
        const tables = Object.fromEntries([[name, everybody]]);
        const own = await anonymize(some, job, { engine, seed: 4, publicTables: tables });
        const ownFigures = await preview(some, job, { engine, publicTables: tables });
        for (const table of [everybody, register]) {
          const publicTables = Object.fromEntries([[name, table]]);
          for (const [done, told] of [
            [
              await kept.anonymize(job, { engine, seed: 4, publicTables }),
              await kept.preview(job, { engine, publicTables }),
            ],
            [await client.anonymize(some, job, { engine, seed: 4, publicTables }), null],
          ] as const) {
            expect(await done.csv?.text()).toBe(csvOf(own.release));
            expect({ ...done.result, seconds: null }).toEqual({ ...own.result, seconds: null });
            expect(done.audit).toEqual(own.audit);
            if (told !== null) expect({ ...told, seconds: null }).toEqual({ ...ownFigures, seconds: null });
          }
        }
        await expect(kept.preview(job, { engine })).rejects.toMatchObject({ name: 'InvalidArgumentError' });
      }
      // Fewer people: another answer, though the job is the same.
      const fewer = await client.keep(await readCsv(csv.split('\n').slice(0, 901).join('\n'), censusJob.input));
      const job: Job = {
        ...censusJob,
        privacy: [{ model: 'delta-presence', min: 0, max: 0.5, public: 'p' }],
        algorithm: 'mpalm',
      };
      const classes = async (table: typeof kept): Promise<number> =>
        (await kept.preview(job, { engine, publicTables: { p: table } })).classes;
      expect(await classes(fewer)).not.toBe(await classes(register));
      register.forget();
      await expect(classes(register)).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
    },
  );

  it('gives other rows of a preview without another search', async () => {
    const client = connect();
    const table = await readCsv(csv, censusJob.input);
    const kept = await client.keep(table);
    const first = await kept.preview(censusJob, { engine: 'js', sample: [0, 1] });
    const own = await preview(table, censusJob, { engine: 'js', sample: [5, 0] });
    const phases: string[] = [];
    const onProgress = ({ phase }: { phase: string }): void => void phases.push(phase);
    const again = await kept.preview(censusJob, { engine: 'js', sample: [5, 0], onProgress });
    expect(again).toEqual({ ...first, sample: own.sample });
    expect(phases).toEqual([]);
    const [model] = censusJob.privacy;
    const other = { ...censusJob, privacy: [{ ...model, k: 3 }] } as typeof censusJob;
    expect((await kept.preview(other, { engine: 'js', sample: [5], onProgress })).classes).not.toBe(first.classes);
    expect(phases).toContain('search');
    await expect(kept.preview(other, { engine: 'js', sample: [-1] })).rejects.toMatchObject({ code: 'OPTION_RANGE' });
    const plain = await client.keep(table);
    phases.length = 0;
    await plain.preview(other, { engine: 'js', onProgress });
    expect(phases).toContain('search');
  });

  describe('calling functions of the worker', () => {
    const stopped: string[] = [];
    const functions = {
      texts: ({ table, at }: { readonly table: Table; readonly at: number }) => table.columns[at].texts.slice(0, 3),
      double: ({ table }: { readonly table: Table }) =>
        new Table(table.rows, [...table.columns, { ...table.columns[0], name: 'again' }]),
      size: (blob: Blob) => blob.size,
      nothing: () => undefined,
      refuse: (): number => {
        throw new errors.InputError('ROW_WIDTH', 'no');
      },
      notSent: () => () => 1,
      steps: async (until: number, { signal, onProgress }: WorkerCall) => {
        for (let i = 0; i < until && !signal.aborted; i++) {
          onProgress({ phase: 'measure', share: i / until });
          await new Promise((resolve) => setTimeout(resolve));
        }
        if (signal.aborted) stopped.push('steps');
        return until;
      },
    };
    answerCalls(functions);
    const values = 30_000;
    const long = tableFromRows(Array.from({ length: values }, (_, i) => ({ id: `v${i}`, half: `h${i >> 1}` })));

    it('takes and gives values and tables, also kept ones, whole', async () => {
      const client = connect<typeof functions>();
      expect(await client.call('texts', { table: long, at: 1 })).toEqual(['h0', 'h1', 'h2']);
      const kept = await client.keep(long);
      expect(await client.call('texts', { table: kept, at: 0 })).toEqual(['v0', 'v1', 'v2']);
      const { columns, rows } = await client.call('double', { table: long });
      expect(rows).toBe(values);
      expect(columns).toEqual([...long.columns, { ...long.columns[0], name: 'again' }]);
      expect(long.columns[0].texts).toHaveLength(values);
      expect(await client.call('size', new Blob(['four']))).toBe(4);
      expect(await client.call('nothing', undefined)).toBeUndefined();
      kept.forget();
      await expect(client.call('texts', { table: kept, at: 0 })).rejects.toMatchObject({ code: 'UNKNOWN_VALUE' });
    });

    it('keeps a table with many texts, which is sent in pieces', async () => {
      const client = connect();
      const kept = await client.keep(long);
      expect((await kept.inspect()).columns.map(({ distinct }) => distinct)).toEqual([values, values / 2]);
    });

    it('rejects with the error of the function, and for one that there is not', async () => {
      const client = connect<typeof functions>();
      const refused = client.call('refuse', undefined);
      await expect(refused).rejects.toBeInstanceOf(errors.InputError);
      await expect(refused).rejects.toMatchObject({ code: 'ROW_WIDTH' });
      await expect(client.call('notSent', undefined)).rejects.toMatchObject({ name: 'ThreadError' });
      await expect(client.call('constructor' as 'nothing', undefined)).rejects.toMatchObject({
        name: 'InvalidArgumentError',
        code: 'UNKNOWN_VALUE',
      });
    });

    it('sends progress, ends a call, and has the next one wait for it but no job', async () => {
      const client = connect<typeof functions>();
      const shares: number[] = [];
      expect(await client.call('steps', 40, { onProgress: ({ share }) => shares.push(share) })).toBe(40);
      expect(shares[0]).toBe(0);
      const ended = new AbortController();
      const dropped = client.call('steps', 1e9, { signal: ended.signal });
      const waiting = client.call('steps', 1);
      expect(await client.list()).toEqual(listAlgorithms());
      expect(stopped).toEqual([]);
      ended.abort();
      await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
      expect(await waiting).toBe(1);
      expect(stopped).toEqual(['steps']);
      await expect(client.call('texts', { table: long, at: 0 }, { signal: ended.signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
    });
  });

  it('ends a preview that another one takes the place of', async () => {
    const client = connect();
    const kept = await client.keep(await readCsv(csv, censusJob.input));
    const ends = Array.from({ length: 20 }, () => new AbortController());
    const asked = ends.map(({ signal }, i) => {
      ends[i - 1]?.abort();
      return kept.preview(censusJob, { signal, engine: 'js' });
    });
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual([...Array<string>(19).fill('rejected'), 'fulfilled']);
  });

  it('sends the release as CSV, as a table, as both or not at all', async () => {
    const client = connect();
    for (const output of ['csv', 'table', 'both', 'none'] as const) {
      const { csv: blob, table, result } = await client.anonymize(csv, censusJob, { seed: 1, output });
      expect(blob !== null).toBe(output === 'csv' || output === 'both');
      expect(table !== null).toBe(output === 'table' || output === 'both');
      expect(result.released).toBe(2_000);
    }
  });

  it('sends the second table of anatomy', async () => {
    const attributes: Job['attributes'] = { ...censusJob.attributes, occupation: { role: 'sensitive' } };
    const privacy: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'occupation' }];
    const job: Job = { attributes, privacy, algorithm: 'anatomy', suppression: 'unlimited' };
    const { sensitive } = await connect().anonymize(csv, job, { seed: 1, output: 'both' });
    expect(sensitive?.table?.columns.map(({ name }) => name)).toContain('occupation');
    expect((await sensitive?.csv?.text())?.split('\n').length).toBeGreaterThan(2);
    const none = await connect().anonymize(csv, censusJob, { seed: 1 });
    expect(none.sensitive).toBeNull();
  });

  it('ends an anytime search with its best result when asked to finish', async () => {
    const finish = new AbortController();
    const job: Job = {
      ...censusJob,
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: { name: 'simulated-annealing', steps: 1_000_000_000 },
    };
    const run = connect().anonymize(csv, job, {
      finish: finish.signal,
      output: 'none',
      onProgress: ({ phase }) => phase === 'search' && finish.abort(),
    });
    const { result, audit } = await run;
    expect(audit.holds).toBe(true);
    expect(result.search.optimal).toBe(false);
  });

  it('hands buffers over when asked to, and copies them when not', async () => {
    const client = connect();
    const table = await readCsv(csv, censusJob.input);
    await client.anonymize(table, censusJob, { seed: 1 });
    expect(table.columns[0].codes.length).toBe(2_000);
    const { table: release } = await client.anonymize(table, censusJob, { seed: 1, transfer: true, output: 'table' });
    expect(table.columns[0].codes.length).toBe(0);
    expect(release?.rows).toBe(2_000);
    expect(release?.column('salary')?.texts).toHaveLength(2);
  });

  it('reports every phase of the work, shares never falling within one', async () => {
    const told: WorkerProgress[] = [];
    await connect().anonymize(csv, censusJob, { onProgress: (progress) => told.push(progress) });
    const phases = [...new Set(told.map(({ phase }) => phase))];
    expect(phases).toEqual(['read', 'prepare', 'search', 'measure', 'release', 'audit', 'write']);
    for (let i = 1; i < told.length; i++) {
      if (told[i].phase === told[i - 1].phase) expect(told[i].share).toBeGreaterThanOrEqual(told[i - 1].share);
    }
  });

  it('rejects with an AbortError when its signal is aborted, before, during and while waiting, and works on', async () => {
    const client = connect();
    await expect(client.anonymize(csv, censusJob, { signal: AbortSignal.abort() })).rejects.toThrow(errors.AbortError);
    const during = new AbortController();
    const waiting = new AbortController();
    const onProgress = (): void => during.abort();
    const runs = Promise.allSettled([
      client.anonymize(csv, censusJob, { signal: during.signal, onProgress }),
      client.anonymize(csv, censusJob, { signal: waiting.signal }),
      client.anonymize(csv, censusJob),
    ]);
    waiting.abort();
    const [first, second, third] = await runs;
    for (const ended of [first, second]) expect(ended).toMatchObject({ reason: expect.any(errors.AbortError) });
    expect(third).toMatchObject({ value: { result: { released: 2_000 } } });
  });

  it('rejects with the error that the run threw, class and fields kept', async () => {
    const client = connect();
    const broken = { ...censusJob, privacy: [{ model: 'k-anonymity', k: 0 }] } as typeof censusJob;
    const error = await client.anonymize(csv, broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(errors.InvalidArgumentError);
    expect(error).toMatchObject({
      code: 'K_RANGE',
      argument: 'privacy[0].k',
      exitCode: 2,
      name: 'InvalidArgumentError',
    });
    await expect(client.anonymize(`${csv.split('\n', 1)[0]}\n1\n`, censusJob)).rejects.toThrow(errors.InputError);
    expect((await client.anonymize(csv, censusJob)).result.released).toBe(2_000);
  });

  it('ends a run whose own callback throws, with what it threw', async () => {
    const onProgress = (): void => {
      throw new Error('the page is gone');
    };
    await expect(connect().anonymize(csv, censusJob, { onProgress })).rejects.toThrow('the page is gone');
  });

  it('rejects what is not finished when it is closed, and everything after', async () => {
    const client = connect();
    const run = client.anonymize(csv, censusJob);
    client.close();
    await expect(run).rejects.toThrow(errors.AbortError);
    await expect(client.anonymize(csv, censusJob)).rejects.toThrow(errors.AbortError);
  });

  it('survives a column named __proto__', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [20 + (i % 4), i % 2]);
    const table = tableFromRows(rows, { columns: ['__proto__', 'b'] });
    const attributes = JSON.parse('{"__proto__": {"role": "quasi-identifier"}, "b": {"role": "sensitive"}}');
    const job = { attributes, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' } as typeof censusJob;
    const { result } = await connect().anonymize(table, job);
    expect(result.quasiIdentifiers).toEqual(['__proto__']);
  });
});

describe('an error as plain data', () => {
  it.each([
    new errors.AbortError(),
    new errors.AuditError('x'),
    new errors.CapacityError('memory', 2, 1, false),
    new errors.EngineError(-3, 'x'),
    new errors.HierarchyError('CODE', 'age', 'x', 2, 5),
    new errors.InfeasibleError('CODE', 'x'),
    new errors.InputError('CODE', 'x', { line: 3, column: 4 }),
    new errors.InvalidArgumentError('a.b', 'this', 'that'),
    new errors.OutputError('CODE', 'x'),
  ])('comes back as the same %s', (error) => {
    const back = fromPlainError(structuredClone(toPlainError(error)));
    expect(back).toBeInstanceOf(error.constructor);
    expect(back).toBeInstanceOf(Error);
    expect({ ...back, name: back.name, message: back.message }).toEqual({
      ...error,
      name: error.name,
      message: error.message,
    });
  });

  it('keeps name and message of a foreign error', () => {
    const back = fromPlainError(toPlainError(new RangeError('too long')));
    expect([back.name, back.message]).toEqual(['RangeError', 'too long']);
    expect(fromPlainError(toPlainError('thrown text')).message).toBe('thrown text');
  });
});
