/**
 * A program with kohort, the same in Node, Deno and Bun. `program.mjs kohort|kohort/js` prints, as JSON, the result of every part. It stands in a
 * folder beside the packages, with `given.json` (jobs and tables) and `people.csv`.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const host = 'Deno' in globalThis ? 'deno' : 'Bun' in globalThis ? 'bun' : 'node';
const entry = process.argv[2];
const engine = entry === 'kohort/js' ? 'js' : 'wasm';
const kohort = await import(entry);
const { anonymize, csvChunks, listAlgorithms, readForJob, readTable, tableFromRows } = kohort;
const { jobs, people, everybody, census, censusJob } = JSON.parse(
  readFileSync(new URL('given.json', import.meta.url), 'utf8'),
);
const run = { engine, seed: 7, publicTables: { everybody: tableFromRows(everybody) } };
const file = new URL('people.csv', import.meta.url);

const textOf = (table) => new Blob([...csvChunks(table)]).text();

/** Values that must be the same everywhere: all but times, those of a search's trace included. */
const known = (value) =>
  JSON.parse(JSON.stringify(value, (key, each) => (/seconds$|^trace$/i.test(key) ? null : each)));

/** The bytes of a file, as the host streams them. */
async function streamOfFile() {
  if (host === 'deno') return (await globalThis.Deno.open(file)).readable;
  if (host === 'bun') return globalThis.Bun.file(file).stream();
  const { createReadStream } = await import('node:fs');
  const { Readable } = await import('node:stream');
  return Readable.toWeb(createReadStream(file));
}

/** A job that threads share: a search of few columns. */
const sharedJob = (job) => ({
  ...job,
  attributes: Object.fromEntries(['age', 'sex', 'marital-status'].map((name) => [name, job.attributes[name]])),
  privacy: [{ model: 'k-anonymity', k: 10 }],
  algorithm: 'k-optimize',
});

/** A run in the worker of `kohort/worker`, with a helper of its own; in Node, which has no such workers, one without. */
async function runInWorker() {
  const job = sharedJob(censusJob);
  const options = { engine, seed: 7, threads: 2 };
  if (host === 'node') {
    const { table, job: own } = await readForJob(await streamOfFile(), job);
    return textOf((await anonymize(table, own, options)).release);
  }
  const { createWorkerClient } = await import('kohort/client');
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
  const client = createWorkerClient(worker);
  try {
    const { csv, result } = await client.anonymize(await new Response(await streamOfFile()).blob(), job, options);
    // Bun gives a worker neither its address nor its name, so that none starts helpers.
    const expected = host === 'bun' ? 1 : 2;
    if (result.threads !== expected) throw new Error(`${result.threads} threads in the worker`);
    return await csv.text();
  } finally {
    client.close();
  }
}

async function runAllAlgorithms() {
  const releases = {};
  for (const [name, job] of Object.entries(jobs)) {
    const { release, sensitive, result } = await anonymize(people, job, run);
    releases[name] = [await textOf(release), sensitive && (await textOf(sensitive)), known(result)];
  }
  return releases;
}

async function runParts() {
  const bytes = new Uint8Array(readFileSync(file));
  const latin = Uint8Array.from('name;alter;ort\nJörg;31;Köln\nEva;32;Köln\nIda;33;Bonn\n', (c) => c.charCodeAt(0));
  const { table, job } = await readForJob(await streamOfFile(), censusJob);
  const first = await anonymize(table, job, run);
  const applied = await kohort.applyRecoding(first.result, census.slice(0, 50), { seed: 7 });
  const shared = await anonymize(bytes, sharedJob(censusJob), { ...run, threads: 2 });
  const stopped = await anonymize(table, job, { ...run, signal: AbortSignal.abort(new Error('enough')) }).catch(String);
  return {
    listed: listAlgorithms().algorithms.length,
    rows: [...first.release].slice(0, 20),
    fromBytes: await textOf((await anonymize(bytes, censusJob, run)).release),
    fromResponse: await textOf((await anonymize(new Response(bytes), censusJob, run)).release),
    fromStream: await textOf(first.release),
    threads: [shared.result.threads, await textOf(shared.release)],
    latin: [...(await readTable(latin))],
    inspected: known(await kohort.inspect(table)),
    proposed: kohort.jobText(await kohort.proposeJob(table, { k: 5 })),
    compared: known(await kohort.compare(table, job, ['mondrian', 'hilbert'], { engine, seed: 7 })),
    applied: [await textOf(applied.release), applied.suppressed],
    audited: known(await kohort.auditRelease(first.release, job, table)),
    stopped,
  };
}

const printed = { algorithms: await runAllAlgorithms(), parts: await runParts(), worker: await runInWorker() };
// Written at once: `process.exit` of a host may cut what a pipe has not taken yet.
await new Promise((done) => process.stdout.write(JSON.stringify(printed), done));
