// A process of its own: judges mutants one after the other against tests that are loaded once.
// It ends itself where a mutant left traces in it, and is ended from outside where a mutant does not come to an end; the next process goes on.
import { performance } from 'node:perf_hooks';

/** Read by the switches of `instrument.mjs`. */
const state = { active: -1, hits: 0, mostHits: Infinity, counts: null };
globalThis.kohortMutation = state;
const { collect, quieten, stray, TestRun } = await import('./load-tests.mjs');

const { tree, tests, mutants, mutantCount, coverage, milliseconds } = await new Promise((done) =>
  process.once('message', done),
);
quieten();
// Before the first import of a source: what is evaluated then can no longer be exchanged.
state.counts = new Int32Array(mutantCount);
const pathOf = (file) => `${tree}/${file.replace(/\.ts$/, '.js')}`;
const send = (message) => new Promise((done) => process.send(message, done));

const takeHits = () => {
  const hits = [];
  for (const [id, count] of state.counts.entries()) if (count > 0) hits.push([id, count]);
  state.counts.fill(0);
  return hits;
};

/** File: its tests by name. */
const loaded = new Map();
async function load(file) {
  const found = await collect(pathOf(file)).catch(() => []);
  loaded.set(file, new Map(found.map((test) => [test.name, test])));
}

const files = [...new Set(tests.map(({ file }) => file))];
for (const file of files) await load(file);
const atImport = takeHits();

/** Hits of a test, without those of what it shares with others: of its suites' hooks and of its file's evaluation. */
async function hitsOfTest(run, test, hitsOfSuite) {
  for (const suite of test.suites) {
    await run.enter(suite);
    hitsOfSuite.set(suite, [...(hitsOfSuite.get(suite) ?? []), ...takeHits()]);
  }
  stray.count = 0;
  await run.run(test);
  if (stray.count > 0) throw new Error('an error that reaches nobody');
  return [...test.suites.flatMap((suite) => hitsOfSuite.get(suite)), ...takeHits()];
}

/** For each mutant the tests that hit it and how often, and the mutants that are hit when the sources are imported. */
async function measure() {
  const byMutant = {};
  const add = (hits, index, how) => {
    for (const [id, count] of hits) {
      const list = (byMutant[id] ??= []);
      const last = list.at(-1);
      if (last?.[0] === index) last[1] += count;
      else list.push([index, count, how]);
    }
  };
  for (const file of files) {
    await send({ alive: file });
    await load(file);
    const evaluated = takeHits();
    const run = new TestRun();
    const hitsOfSuite = new Map();
    for (const [index, { file: ofFile, name }] of tests.entries()) {
      const test = ofFile === file ? loaded.get(file).get(name) : undefined;
      if (test === undefined) continue;
      const hits = await hitsOfTest(run, test, hitsOfSuite).catch(() => null);
      if (hits === null) continue;
      add(hits, index);
      const hit = new Set(hits.map(([id]) => id));
      add(evaluated.filter(([id]) => !hit.has(id)), index, 'evaluated'); // prettier-ignore
    }
    await run.leave().catch(() => {});
    takeHits();
  }
  return { byMutant, atImport: atImport.map(([id]) => id) };
}

const found = coverage ?? (await measure());
state.counts = null;
await send({ coverage: found });
const isAtImport = new Set(found.atImport);
const kills = new Map();

/** Test files whose own evaluation is that of the mutant. */
const evaluatedWith = new Set();

/** True if the test holds with the mutant `active`, or with none. */
async function holds(run, [index, hits, evaluated], active) {
  const { file, name } = tests[index];
  stray.count = 0;
  state.hits = 0;
  state.mostHits = 100 * hits + 10_000;
  state.active = active;
  try {
    if (evaluated !== undefined && active >= 0 && !evaluatedWith.has(file)) {
      evaluatedWith.add(file);
      await load(file);
    }
    await run.run(loaded.get(file).get(name));
    return stray.count === 0;
  } catch {
    return false;
  } finally {
    state.active = -1;
  }
}

async function forgetEvaluated() {
  for (const file of evaluatedWith) await load(file);
  evaluatedWith.clear();
}

/** Orders tests by promise: first tests that killed before, quick ones, those of the source's own folder; last those that need reloading. */
function inOrderOfPromise(covering, source) {
  const room = `test/${source.split('/')[1]}/`;
  const promise = ([index, , evaluated]) => {
    const { file, ms } = tests[index];
    const cost = (ms + 1) * (file.startsWith(room) ? 1 : 30) * (evaluated === undefined ? 1 : 20);
    return ((kills.get(index) ?? 0) + 0.2) / cost;
  };
  return covering
    .map((test) => ({ test, promise: promise(test) }))
    .sort((a, b) => b.promise - a.promise)
    .map(({ test }) => test);
}

async function judge(mutant) {
  const covering = found.byMutant[mutant.id] ?? [];
  if (covering.length === 0) return { status: isAtImport.has(mutant.id) ? 'atImport' : 'noCoverage' };
  const start = performance.now();
  const before = process.cpuUsage().user;
  const run = new TestRun();
  let ran = 0;
  let said = start;
  for (const test of inOrderOfPromise(covering, mutant.file)) {
    if ((process.cpuUsage().user - before) / 1000 > milliseconds) break;
    ran++;
    if (performance.now() - said > 2000) {
      said = performance.now();
      await send({ beat: mutant.id });
    }
    if (await holds(run, test, mutant.id)) continue;
    const endless = state.hits > state.mostHits;
    state.active = mutant.id;
    state.hits = 0;
    await run.leave().catch(() => {});
    state.active = -1;
    kills.set(test[0], (kills.get(test[0]) ?? 0) + 1);
    await forgetEvaluated();
    const again = new TestRun();
    const sound = await holds(again, test, -1);
    await again.leave().catch(() => {});
    const { file, name } = tests[test[0]];
    const ms = Math.round(performance.now() - start);
    return { status: endless ? 'timedOut' : 'killed', by: { file, name }, ms, unsound: !sound };
  }
  await run.leave().catch(() => {});
  await forgetEvaluated();
  return { status: 'survived', ran, covering: covering.length, ms: Math.round(performance.now() - start) };
}

for (const mutant of mutants) {
  await send({ started: mutant.id });
  const verdict = await judge(mutant);
  await send({ id: mutant.id, verdict });
  // A mutant that left traces would kill the next one too.
  if (verdict.unsound) process.exit(0);
}
await send({ finished: true });
process.exit(0);
