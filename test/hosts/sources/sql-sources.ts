import { publishAudit, publishResult } from '../../../src/pipeline/publish-figures.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Job, Table } from '../../../src/index.js';
import { anonymize, auditRelease, compare, csvChunks, inspect, readForJob, toJson } from '../../../src/index.js';
import type { SqlClient } from '../../../src/hosts/sources/index.js';
import { anonymizeInto, readRelease, sqlSource } from '../../../src/hosts/sources/index.js';
import { peopleJob } from '../../io/sql/people.js';
import { makeFolder, runInside } from '../command/run-cli.js';
import { inTurn } from '../../shared.js';
import { longTest } from '../../long-test.js';

/** Access of a test to an engine. */
export interface TestedEngine {
  /** The address of a table. */
  address(table: string): string;
  /** Calls `use` with connections that a program may have, one after another. */
  withClients(use: (client: SqlClient, name: string) => Promise<void>): Promise<void>;
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
}

const job: Job = { ...peopleJob, input: { missing: [''], trim: false } };
const csvOf = (table: Table): string => Buffer.concat([...csvChunks(table)]).toString();
const sortedLines = (text: string): string[] => text.split('\n').sort();

/** A result without the values that change in every run, and with numbers rounded, since sums depend on the order of the rows. */
const comparable = (json: string): unknown => {
  const { seconds, ...result } = JSON.parse(json, (_, value: unknown) =>
    typeof value === 'number' ? value.toPrecision(11) : value,
  ) as Record<string, unknown>;
  expect(seconds).toBeDefined();
  return result;
};

/** The tests of a table `people` of `peopleRows`, by its address and by connections that a program has. */
export function describeSource(engineOf: () => TestedEngine): void {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  const command = async (...args: string[]): Promise<string> => {
    writeFileSync(at('job.json'), JSON.stringify(job));
    const { code, stdout, stderr } = await runInside(args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const options = (engine: string): string[] => [
    '--job',
    at('job.json'),
    '--engine',
    engine,
    '--threads',
    '1',
    '--quiet',
  ];

  it.each(inTurn(['wasm', 'js'] as const, 2))('is released as by the command, engine %s', async (engine) => {
    const { address } = engineOf();
    const json = await command('anonymize', address('people'), ...options(engine), '--out', at('out.csv'), '--json');
    const { release, result, audit } = await anonymize(sqlSource(address('people')), job, { engine });
    expect(comparable(toJson(publishResult(result, audit)))).toEqual(comparable(json));
    expect(sortedLines(csvOf(release))).toEqual(sortedLines(readFileSync(at('out.csv'), 'utf8')));
    expect(audit.holds).toBe(true);
  });

  it.each(inTurn(['wasm', 'js'] as const, 2))(
    'is released into a table as by the command, engine %s',
    async (engine) => {
      const { address, query } = engineOf();
      const [byCommand, byProgram] = [`command_${engine}`, `program_${engine}`];
      const json = await command(
        'anonymize',
        address('people'),
        ...options(engine),
        '--out',
        address(byCommand),
        '--json',
      );
      const { result, audit, warnings } = await anonymizeInto(sqlSource(address('people')), byProgram, job, { engine });
      expect(comparable(toJson(publishResult(result, audit)))).toEqual(comparable(json));
      expect(warnings).toEqual(result.warnings);
      const rows = await query(`SELECT * FROM ${byProgram}`);
      expect(rows).toHaveLength(result.released);
      expect(rows).toEqual(await query(`SELECT * FROM ${byCommand}`));

      const original = await readForJob(sqlSource(address('people')), job);
      const released = await readRelease(sqlSource(address(byProgram)), job, { original: original.table });
      const again = auditRelease(released, original.job, original.table);
      expect([again.holds, again.rows, again.privacy]).toEqual([true, audit.rows, audit.privacy]);
      const audited = await command(
        'audit',
        address(byProgram),
        '--job',
        at('job.json'),
        '--original',
        address('people'),
        '--json',
      );
      expect(comparable(`{"seconds":0,${toJson(publishAudit(again)).slice(1)}`)).toEqual(
        comparable(`{"seconds":0,${audited.slice(1)}`),
      );
    },
  );

  longTest('is inspected and compared as by the command', async () => {
    const { address } = engineOf();
    const found = await inspect(sqlSource(address('people')));
    const inspected = await command('inspect', address('people'), '--json');
    expect(JSON.parse(toJson(found))).toEqual(JSON.parse(inspected));
    // The last needs the rows themselves.
    const names = ['mondrian', 'mdav'];
    const { runs } = await compare(sqlSource(address('people'), { rows: true }), job, names);
    expect(runs.map(({ algorithm, error }) => [algorithm, error])).toEqual(names.map((name) => [name, null]));
  });
  describeConnections(engineOf);
}

function describeConnections(engineOf: () => TestedEngine): void {
  it('is read, and released, over connections that the program has, which stay open', async () => {
    const { address, withClients, query } = engineOf();
    const expected = await anonymize(sqlSource(address('people')), job);
    await withClients(async (connection, name) => {
      const people = sqlSource({ connection, table: 'people' });
      const { release, result } = await anonymize(people, job);
      expect(comparable(toJson(result))).toEqual(comparable(toJson(expected.result)));
      expect(sortedLines(csvOf(release))).toEqual(sortedLines(csvOf(expected.release)));
      const target = `by_${name}`;
      const stored = await anonymizeInto(people, target, job);
      expect([stored.result.classes, stored.result.released]).toEqual([result.classes, 3000]);
      expect(await query(`SELECT COUNT(*) FROM ${target}`)).toEqual([[expect.anything()]]);
      expect((await readRelease(sqlSource({ connection, table: target }), job)).rows).toBe(3000);
      await expect(anonymizeInto(people, target, job)).rejects.toMatchObject({ code: 'TARGET_EXISTS' });
    });
  });

  it('leaves nothing when a run fails, and refuses what it cannot run', async () => {
    const { address, query } = engineOf();
    const people = sqlSource(address('people'));
    const error = new Error('mine');
    const failing = anonymizeInto(people, 'failed', job, {
      onPlan: () => {
        throw error;
      },
    });
    await expect(failing).rejects.toBe(error);
    await expect(query('SELECT * FROM failed')).rejects.toThrow();
    const signal = AbortSignal.abort();
    await expect(anonymizeInto(people, 'failed', job, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(anonymizeInto(people, 'people', job)).rejects.toMatchObject({ code: 'SAME_FILE' });
    await expect(anonymizeInto(people, 'failed', { ...job, algorithm: 'anatomy' })).rejects.toMatchObject({
      code: 'TWO_PASS_IMPOSSIBLE',
    });
    await expect(anonymize(sqlSource(address('nobody')), job)).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    const tooMany = sqlSource(address('people'), { memory: 1000 });
    await expect(anonymize(tooMany, job)).rejects.toMatchObject({ name: 'CapacityError' });
    const wrong = { ...job, attributes: { ...job.attributes, agee: { role: 'sensitive' as const } } };
    await expect(anonymize(people, wrong)).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' });
  });
}
