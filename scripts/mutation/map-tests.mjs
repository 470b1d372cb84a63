// A process of its own: runs test files once, unmutated, and reports for each test its time and the sources whose functions it calls.
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { collect, quieten, TestRun } from './load-tests.mjs';

const { tree, files } = await new Promise((done) => process.once('message', done));
quieten();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const sources = pathToFileURL(`${tree}/src/`).href;

/** Sources with a call since the last time; the evaluation of a module is no call. */
async function takeCalled() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith(sources) && functions.some((f) => f.functionName !== '' && f.ranges[0].count > 0),
    )
    .map(({ url }) => `src/${url.slice(sources.length).replace(/\.js$/, '.ts')}`);
}

for (const file of files) {
  process.send({ file, started: true });
  const found = { file, tests: [] };
  try {
    const tests = await collect(`${tree}/${file.replace(/\.ts$/, '.js')}`);
    const called = await takeCalled();
    const run = new TestRun();
    for (const test of tests) {
      const start = process.cpuUsage();
      const error = await run.run(test).then(
        () => null,
        (thrown) => String(thrown?.message ?? thrown).slice(0, 200),
      );
      const { user } = process.cpuUsage(start);
      found.tests.push({ name: test.name, ms: Math.round(user / 100) / 10, error, called: await takeCalled() });
    }
    await run.leave().catch(() => {});
    found.collected = called;
  } catch (error) {
    found.error = String(error?.message ?? error).slice(0, 300);
  }
  // Messages still on their way when the process ends would be lost.
  await new Promise((sent) => process.send(found, sent));
}
process.exit(0);
