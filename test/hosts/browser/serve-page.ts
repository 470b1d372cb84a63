import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Packed } from '../../package/packed.js';

/** No code from text, no inline scripts, nothing from elsewhere; compiling WebAssembly is allowed. */
export const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

export interface Site {
  readonly url: string;
  /** The worker as the package ships it, and as a bundler of the page makes it. */
  readonly workers: readonly string[];
  close(): Promise<void>;
}

/** Bundles the page and a worker out of the packed package and serves them on the loopback address under {@link policy}. */
export async function servePage(packed: Packed, csv: string): Promise<Site> {
  const page = join(packed.folder, 'page.ts');
  const worker = join(packed.folder, 'own-worker.js');
  writeFileSync(page, readFileSync(resolve(import.meta.dirname, 'page.ts')));
  writeFileSync(worker, "import 'kohort/worker';\n");
  const bundle = async (entry: string): Promise<string> => {
    const built = await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: ['es2022'],
      write: false,
      logLevel: 'error',
      absWorkingDir: packed.folder,
    });
    return built.outputFiles[0].text;
  };
  const html =
    '<!doctype html><html lang="en"><title>kohort</title><script type="module" src="/page.js"></script></html>';
  const script = 'text/javascript';
  const files: ReadonlyMap<string, readonly [type: string, content: string]> = new Map([
    ['/', ['text/html', html] as const],
    ['/page.js', [script, await bundle(page)] as const],
    ['/bundled-worker.js', [script, await bundle(worker)] as const],
    ['/worker.js', [script, readFileSync(join(packed.folder, 'node_modules/kohort/dist/worker.js'), 'utf8')] as const],
    ['/census.csv', ['text/csv', csv] as const],
  ]);
  const server: Server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'no-store');
    if (file === undefined) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing here');
    else response.writeHead(200, { 'Content-Type': `${file[0]}; charset=utf-8` }).end(file[1]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    workers: ['/worker.js', '/bundled-worker.js'],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
