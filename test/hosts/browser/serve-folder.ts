import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, relative } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticSite {
  readonly url: string;
  /** Paths that were asked for and are not there. */
  readonly missing: readonly string[];
  /** Files that were given, as paths from the folder. */
  readonly given: readonly string[];
  close(): Promise<void>;
}

/** Serves a folder on the loopback address as any static host does; with `isolated`, as shared memory needs it. */
export async function serveFolder(folder: string, { isolated }: { readonly isolated: boolean }): Promise<StaticSite> {
  const missing: string[] = [];
  const given: string[] = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    if (!existsSync(file) || !statSync(file).isFile()) {
      missing.push(path);
      return response.writeHead(404).end();
    }
    given.push(relative(folder, file));
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    missing,
    given,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
