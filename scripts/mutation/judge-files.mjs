// Judges the mutants of a few files in processes that are replaced where a mutant ends them, and keeps each verdict.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './child.mjs';
import { instrument } from './instrument.mjs';
import { chooseTests } from './select.mjs';
import { environment } from './test-map.mjs';
import { root, writeCode } from './tree.mjs';

const SILENCE = 30_000;
const SILENCE_OF_TESTS = 240_000;

/** The tests of all the files, once each. */
function unionOfTests(files, map, limits) {
  const chosen = files.flatMap((file) => chooseTests(file, map, limits));
  return [...new Map(chosen.map((test) => [`${test.file} ${test.name}`, test])).values()];
}

/** `pendingOf` returns the mutants of the files that are still to be judged; `keep` gets each verdict. */
export async function judgeFiles(files, { tree, map, limits, pendingOf, keep, isOver }) {
  const { textsWith, mutants } = await instrument(files);
  let pending = pendingOf(mutants);
  if (pending.length === 0) return;
  const tests = unionOfTests(files, map, limits);
  for (const [file, text] of textsWith(pending)) await writeCode(tree, file, text);
  const common = { tree, tests, mutantCount: mutants.length, milliseconds: limits.secondsOfMutant * 1000 };
  const run = { coverage: null, restarted: new Set(), running: null, isOver };
  try {
    while (pending.length > 0 && !isOver()) {
      await runOnce(common, run, pending, { tree, keep });
      const judged = run.judged;
      pending = pending.filter(({ id }) => !judged.has(id));
      if (run.coverage === null && !isOver())
        throw new Error(`the tests of ${files.join(', ')} end the process or do not end`);
    }
  } finally {
    for (const file of files) await writeCode(tree, file, readFileSync(join(root, file), 'utf8'));
  }
}

async function runOnce(common, run, pending, { tree, keep }) {
  run.judged = new Set();
  run.running = null;
  const byId = new Map(pending.map((mutant) => [mutant.id, mutant]));
  const conclude = (id, verdict) => {
    run.judged.add(id);
    keep(byId.get(id), verdict);
  };
  const onMessage = (message) => {
    if (message.alive !== undefined) return SILENCE_OF_TESTS;
    if (message.coverage !== undefined) run.coverage = message.coverage;
    if (message.started !== undefined) run.running = message.started;
    if (message.id === undefined) return SILENCE;
    run.running = null;
    const { unsound, ...verdict } = message.verdict;
    if (!unsound) conclude(message.id, verdict);
    else if (!run.restarted.has(message.id)) run.restarted.add(message.id);
    else forgetTest(run, common.tests, verdict.by);
    return SILENCE;
  };
  const mutants = pending.map(({ id, file }) => ({ id, file }));
  const request = { ...common, mutants, coverage: run.coverage };
  await ask('judge-mutants.mjs', request, { cwd: tree, onMessage, silence: SILENCE_OF_TESTS, env: environment() });
  if (run.running !== null && !run.isOver()) conclude(run.running, { status: 'timedOut', by: null });
}

/** A test that does not hold on its own, without any mutant, judges nothing. */
function forgetTest(run, tests, { file, name }) {
  const index = tests.findIndex((test) => test.file === file && test.name === name);
  for (const [id, hits] of Object.entries(run.coverage.byMutant)) {
    run.coverage.byMutant[id] = hits.filter(([test]) => test !== index);
  }
}
