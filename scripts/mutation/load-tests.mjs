// Test files loaded once into this process, by Vitest's own collector, so that each test can be run again and again in milliseconds.
import { pathToFileURL } from 'node:url';

// Global that `vitest` requires at its import; this process stands for its worker.
globalThis.__vitest_worker__ = { config: {}, ctx: {}, environment: { name: 'node' }, metaEnv: {}, rpc: {} };
const { collectTests, getFn, getHooks } = await import('@vitest/runner');

const runner = {
  config: {
    root: process.cwd(),
    setupFiles: [],
    sequence: { hooks: 'stack', setupFiles: 'list' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    tags: [],
    allowOnly: true,
    retry: 0,
  },
  pool: 'forks',
  trace: (_name, _attributes, run) => (run ?? _attributes)(),
  suffix: '',
  importFile: (path) => import(pathToFileURL(path).href + runner.suffix),
};

let imports = 0;

function listTests(suite, suites) {
  const inside = [...suites, suite];
  return suite.tasks.flatMap((task) => {
    if (task.type === 'suite') return task.mode === 'run' || task.mode === 'queued' ? listTests(task, inside) : [];
    return task.mode === 'run' || task.mode === 'queued' ? [{ task, suites: inside }] : [];
  });
}

const fullName = ({ task, suites }) => [...suites.slice(1), task].map(({ name }) => name).join(' > ');

/** The tests of a file in their order. Evaluates its own module again, but not its imports. Throws what its import throws. */
export async function collect(path) {
  runner.suffix = `?${imports++}`;
  const [file] = await collectTests([path], runner);
  if (file.result?.state === 'fail')
    throw new Error(file.result.errors?.[0]?.message ?? 'the file cannot be collected');
  return listTests(file, []).map((test) => ({ ...test, name: fullName(test) }));
}

/** Empties what sources keep from call to call, so that no mutant meets what was computed without it. `tree.mjs` lists it. */
const forgetKept = () => globalThis.kohortKept?.forEach((kept) => kept.clear());

/** Runs tests with their hooks; hooks of a suite once, as long as `leave` is not called. */
export class TestRun {
  #left = new Map();

  async run({ task, suites }) {
    for (const suite of suites) await this.enter(suite);
    forgetKept();
    const after = suites.flatMap((suite) =>
      (getHooks(suite)?.afterEach ?? []).map((hook) => () => hook(task.context, suite)),
    );
    try {
      for (const suite of suites) {
        for (const hook of getHooks(suite)?.beforeEach ?? []) {
          const clean = await hook(task.context, suite);
          if (typeof clean === 'function') after.push(clean);
        }
      }
      await getFn(task)();
    } finally {
      for (const hook of after.reverse()) await hook();
    }
  }

  async enter(suite) {
    if (this.#left.has(suite)) return;
    const after = [...(getHooks(suite)?.afterAll ?? [])].map((hook) => () => hook(suite));
    this.#left.set(suite, after);
    for (const hook of getHooks(suite)?.beforeAll ?? []) {
      const clean = await hook(suite);
      if (typeof clean === 'function') after.push(clean);
    }
  }

  async leave() {
    const after = [...this.#left.values()].reverse().flat();
    this.#left.clear();
    for (const hook of after) await hook();
  }
}

/** Silences prints of tests, and counts errors that nothing catches, since Vitest fails for them. */
export const stray = { count: 0 };
export function quieten() {
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => {};
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => stray.count++);
}
