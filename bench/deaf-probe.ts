/**
 * Probe that bench/deaf.ts loads before the command: looks every ten milliseconds whether events come in, and writes each stretch without any to file
 * descriptor 3, in CPU time of the main thread, with the functions that ran meanwhile. Linux only: no other system reports the time of one thread.
 */
import { readFileSync, writeSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import type { Gap, Heard } from './deaf-run.js';

/** Minimum milliseconds of CPU time of a gap that is reported with its functions. */
const TOLD = 60;
const KEPT = 6;

/** Milliseconds of CPU time of the main thread. */
function cpuOfThread(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/** The functions in which the time between two moments of the profile went, and the deepest one that nearly all of it passed through. */
function whereOf(
  { nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
  from: number,
  to: number,
): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  /** A function without a name is called after the next one with a name that it runs in. */
  const nameOf = (id: number): string => {
    const { functionName, lineNumber } = byId.get(id)!.callFrame;
    const parent = parents.get(id);
    return functionName !== '' || parent === undefined ? functionName : `${nameOf(parent)}:${lineNumber + 1}`;
  };
  const own = new Map<string, number>();
  const through = new Map<number, number>();
  let all = 0;
  let now = startTime;
  samples.forEach((id, i) => {
    now += timeDeltas[i];
    if (now < from || now > to) return;
    all++;
    own.set(nameOf(id), (own.get(nameOf(id)) ?? 0) + 1);
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      through.set(at, (through.get(at) ?? 0) + 1);
  });
  const most = [...own].sort((a, b) => b[1] - a[1]).slice(0, 5);
  const path: string[] = [];
  let at = nodes[0].id;
  for (;;) {
    const next: number | undefined = byId.get(at)!.children?.find((child) => (through.get(child) ?? 0) >= 0.8 * all);
    if (next === undefined || all === 0) break;
    path.push(nameOf(next));
    at = next;
  }
  const shares = most.map(([name, count]) => `${name} ${Math.round((100 * count) / all)} %`);
  return `${path.slice(-4).join(' > ')}: ${shares.join(', ')}`;
}

function watch(): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 2000 });
  session.post('Profiler.start');
  const gaps: { cpu: number; from: number; to: number }[] = [];
  let cpu = cpuOfThread();
  let last = process.hrtime.bigint();
  const look = (): void => {
    const cpuNow = cpuOfThread();
    const now = process.hrtime.bigint();
    // Before the command listens for signals, each of them ends it at once.
    if (process.listenerCount('SIGHUP') > 0 || gaps.length > 0)
      gaps.push({ cpu: cpuNow - cpu, from: Number(last / 1000n), to: Number(now / 1000n) });
    gaps.sort((a, b) => b.cpu - a.cpu);
    gaps.length = Math.min(gaps.length, KEPT);
    [cpu, last] = [cpuNow, now];
  };
  setInterval(look, 10).unref();
  process.on('exit', () => {
    look();
    let profile: Profiler.Profile | undefined;
    session.post('Profiler.stop', (_, stopped) => (profile = stopped.profile));
    const told = gaps.map(({ cpu: milliseconds, from, to }): Gap => ({
      milliseconds,
      where: milliseconds < TOLD || profile === undefined ? '' : whereOf(profile, from, to),
    }));
    const heard: Heard = { cpu: cpuOfThread() / 1000, memory: process.resourceUsage().maxRSS / 1024, gaps: told };
    writeSync(3, JSON.stringify(heard));
  });
}

if (isMainThread) watch();
