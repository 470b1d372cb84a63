// Processes that are asked once, answer many times, and are ended where they fall silent.
import { fork } from 'node:child_process';
import { join } from 'node:path';

const children = new Set();
export function endChildren() {
  for (const child of children) child.kill('SIGKILL');
}

/**
 * Runs `script` with `request`. `onMessage` returns the milliseconds that it may be silent from then on. Resolves at its end: its own exit, too long
 * a silence, or a crash.
 */
export function ask(script, request, { cwd, onMessage, silence, env = {} }) {
  return new Promise((done) => {
    const child = fork(join(import.meta.dirname, script), [], {
      cwd,
      execArgv: ['--max-old-space-size=2048'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...env, VITEST: 'true', NODE_ENV: 'test' },
    });
    children.add(child);
    let timer;
    const wait = (milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    };
    wait(silence);
    child.on('message', (message) => wait(onMessage(message) ?? silence));
    child.on('exit', () => {
      clearTimeout(timer);
      children.delete(child);
      done();
    });
    child.send(request);
  });
}
