import { Session } from 'node:inspector';

/** Resident bytes from which on garbage is worth collecting. */
const LARGE_BYTES = 256 * 1024 * 1024;

/**
 * Collects garbage now when the process is large. The host does not hurry for memory outside of its heap, such as that of
 * WebAssembly and of arrays: after a large file was counted, what counted it would wait there while the search needs room.
 */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() < LARGE_BYTES) return;
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
