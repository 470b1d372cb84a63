import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { InlineConfig, PluginOption } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { inlineWorkers } from './inline-workers.js';

/** Stands for the hash of the page's script until it is known. */
const hashOfScript = "'sha256-script'";

/** Everything is in the file, and nothing is asked of anyone: workers come from memory, and the one script is known by its hash. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOfScript} 'wasm-unsafe-eval'`,
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Makes the page one HTML file that runs from a disk, without a server and without a network. */
export function singleFile(shared: InlineConfig): PluginOption[] {
  return [
    {
      name: 'policy-of-single-file',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) => {
          const changed = html.replace(/content="default-src[^"]*"/, `content="${policy}"`);
          if (changed === html) throw new Error('index.html has no content security policy');
          const icon = readFileSync(resolve(import.meta.dirname, '../public/icon.svg')).toString('base64');
          return changed
            .replace('href="./icon.svg"', `href="data:image/svg+xml;base64,${icon}"`)
            .replace(/\s*<link rel="manifest"[^>]*>/, '');
        },
      },
    },
    inlineWorkers(shared),
    viteSingleFile({ removeViteModuleLoader: true, outputFileName: 'kohort.html' }),
    {
      name: 'hash-of-script',
      enforce: 'post',
      // The script holds a page of its own, the report, whose <meta> is none of this page's.
      renderChunk: (code) => ({ code: code.replaceAll('<meta', String.raw`\x3Cmeta`), map: null }),
      generateBundle: {
        order: 'post',
        handler(_options, files) {
          for (const file of Object.values(files)) {
            if (file.type === 'asset' && file.fileName.endsWith('.html')) file.source = withHash(String(file.source));
          }
        },
      },
    },
  ];
}

function withHash(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)];
  if (scripts.length !== 1) throw new Error(`the page has ${scripts.length} scripts instead of one`);
  const hash = createHash('sha256').update(scripts[0][1]).digest('base64');
  return html.replace(hashOfScript, `'sha256-${hash}'`);
}
