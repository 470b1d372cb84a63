/**
 * Keeps the page's own files in the browser, so that it opens without a network. It answers for these files alone: what is not among them is
 * neither answered nor kept, and nothing that a user opens ever comes this way.
 */
import type { PrecacheEntry, SerwistGlobalConfig } from 'serwist';
import { Serwist } from 'serwist';

declare global {
  interface WorkerGlobalScope extends SerwistGlobalConfig {
    /** The files of this build, which the build writes in. */
    readonly __SW_MANIFEST: (PrecacheEntry | string)[];
  }
}
declare const self: WorkerGlobalScope;

// A new version waits until the user asks for it, so that no work is lost; a first one answers for the page that is open at once.
new Serwist({ precacheEntries: self.__SW_MANIFEST, skipWaiting: false, clientsClaim: true }).addEventListeners();
