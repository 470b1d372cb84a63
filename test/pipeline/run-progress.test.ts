import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { describe, expect, it } from 'vitest';
import { auditInSteps } from '../../src/audit/audit.js';
import { auditRelease, anonymize, readForJob } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { auditSpecOf } from '../../src/pipeline/audit-spec.js';
import { runProgressOf } from '../../src/pipeline/run-progress.js';
import { runToCompletion } from '../../src/base/steps.js';

describe('work in steps', () => {
  function* busySteps(count: number, milliseconds: number, done: { steps: number }): Generator<void, string> {
    for (let step = 0; step < count; step++) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      done.steps++;
      yield;
    }
    return 'done';
  }

  it('gives its result', async () => {
    const done = { steps: 0 };
    expect(await runProgressOf({}).drive('audit', 0.5, busySteps(7, 0, done))).toBe('done');
    expect(done.steps).toBe(7);
  });

  it('lets events in, and ends when one of them aborts', async () => {
    const done = { steps: 0 };
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    const running = runProgressOf({ signal: controller.signal }).drive('audit', 0.5, busySteps(1000, 5, done));
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(done.steps).toBeLessThan(20);
  });
});

describe('the audit in steps', () => {
  const job: Job = {
    attributes: { a: { role: 'quasi-identifier' }, b: { role: 'quasi-identifier' }, c: { role: 'insensitive' } },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
  };

  it.each([true, false])('pauses often and finds what it finds at once (kept column: %s)', async (kept) => {
    const random = seededRandom(7);
    const lines = Array.from({ length: 20_000 }, () => [random.below(300), random.below(300), random.below(50)].join());
    const asked: Job = kept ? job : { ...job, attributes: { ...job.attributes, c: { role: 'drop' } } };
    const { table, job: read } = await readForJob(`a,b,c\n${lines.join('\n')}`, asked);
    const { release, result } = await anonymize(table, read);
    const spec = auditSpecOf(resolveJob(read), { original: table, suppressedRows: result.suppressed });
    const steps = auditInSteps(release, spec, table);
    let pauses = 0;
    const watched = (function* () {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        pauses++;
        yield;
      }
    })();
    const report = runToCompletion(watched);
    expect(report).toEqual(auditRelease(release, read, table));
    expect(report.metrics.klDivergence).toBeGreaterThan(0);
    expect(pauses).toBeGreaterThan(12);
  });
});
