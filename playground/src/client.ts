import { clientOf, startWorker } from './start-worker.js';

/** The page's side of the one worker that reads, inspects and anonymizes, so that the page stays responsive. */
export const client = clientOf(startWorker('kohort'));

/** Threads that a search may use: more than one needs memory shared between them. */
export const mostThreads = globalThis.crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
