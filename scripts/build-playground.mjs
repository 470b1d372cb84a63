/**
 * Builds the page of playground/ into build/playground/, which any server of files can serve. With `--single-file` it becomes one
 * file instead, build/playground-single/kohort.html, which runs from a disk without a network.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { 'single-file': { type: 'boolean', default: false } } });
await build({
  configFile: join(root, 'playground/vite.config.ts'),
  mode: values['single-file'] ? 'single-file' : 'production',
});
