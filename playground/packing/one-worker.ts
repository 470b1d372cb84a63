import type { Plugin } from 'vite';

const started = "new Worker(new URL('./reading-worker.js', import.meta.url), {\n        type: 'module',";

/**
 * Has the worker that reads files run the script of the worker that starts it, as all workers of this page do (`src/worker.ts`): what they
 * have in common is in one place.
 *
 * @param type How scripts of workers are run.
 */
export function oneWorker(type: 'module' | 'classic'): Plugin {
  return {
    name: 'one-worker',
    enforce: 'pre',
    transform: {
      filter: { id: /\/hosts\/browser\/reading\/start-reading\.js$/ },
      handler(code, id) {
        const changed = code.replace(started, `new Worker(self.location.href, { type: '${type}',`);
        if (changed === code) throw new Error(`${id} starts no worker`);
        return { code: changed, map: null };
      },
    },
  };
}
