import { dirname, resolve } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { build } from 'vite';
import { leanLibraries } from './lean-libraries.js';
import { oneWorker } from './one-worker.js';

/** Start of a worker in a module: the address of its script, in the form that bundlers follow. */
const started = /new Worker\(\s*new URL\(\s*(['"])(\.[^'"]+)\1\s*,\s*import\.meta\.url\s*\)\s*,?/g;
const prefix = '\0worker-script:';

/**
 * Puts the scripts of workers into the script that starts them, each as one classic script, and starts them from memory (`blob:`): a page
 * from a disk may start no module as a worker. A worker that starts workers itself holds their scripts in its own.
 *
 * @param shared What the builds of workers have in common with that of the page, such as its aliases.
 */
export function inlineWorkers(shared: InlineConfig): Plugin {
  return {
    name: 'inline-workers',
    enforce: 'pre',
    transform(code, id) {
      const imports: string[] = [];
      const text = code.replace(started, (_all, _quote, path: string) => {
        const name = `Worker${imports.length}`;
        imports.push(`import ${name} from ${JSON.stringify(prefix + resolve(dirname(id), path))};\n`);
        return `new ${name}(`;
      });
      return imports.length === 0 ? null : { code: imports.join('') + text, map: null };
    },
    resolveId: (id) => (id.startsWith(prefix) ? id : null),
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const script = JSON.stringify(await bundle(id.slice(prefix.length), shared));
      // Never revoked: the script may be started several times.
      return `const address = URL.createObjectURL(new Blob([${script}], { type: 'text/javascript' }));
export default class extends Worker {
  constructor(options) {
    super(address, { ...options, type: 'classic' });
  }
}`;
    },
  };
}

/** The script of a worker as one classic script. */
async function bundle(input: string, shared: InlineConfig): Promise<string> {
  const built = await build({
    ...shared,
    configFile: false,
    logLevel: 'error',
    plugins: [leanLibraries(), oneWorker('classic'), inlineWorkers(shared)],
    build: {
      ...shared.build,
      write: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const [script, ...others] = outputs;
  if (script?.type !== 'chunk' || others.length > 0) throw new Error(`${input} is not one script`);
  return script.code;
}
