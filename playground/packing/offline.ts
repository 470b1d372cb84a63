import { resolve } from 'node:path';
import { serwist } from '@serwist/vite';
import type { PluginOption } from 'vite';

/** Writes the service worker that keeps the files of this build in the browser (`src/leave/offline/service-worker.ts`). */
export function offline(root: string, outDir: string): PluginOption {
  return serwist({
    mode: 'production',
    swSrc: resolve(root, 'src/leave/offline/service-worker.ts'),
    swDest: resolve(outDir, 'service-worker.js'),
    swUrl: 'service-worker.js',
    globDirectory: outDir,
    globPatterns: ['**/*'],
    // Names of files under assets/ hold a hash of what is in them.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 16_000_000,
    rollupFormat: 'iife',
    integration: {
      // A build may write to another folder.
      configureOptions: ({ build }, options) => {
        const folder = resolve(root, build.outDir);
        options.globDirectory = folder;
        options.swDest = resolve(folder, 'service-worker.js');
      },
    },
  });
}
