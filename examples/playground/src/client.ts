import { createWorkerClient } from 'kohort/client';
import { startWorker } from './start-worker.js';

/** The one worker of this page: reads, inspects and anonymizes, so that the page stays responsive. */
export const worker = startWorker('kohort');

/** What asks it. */
export const client = createWorkerClient(worker);

/** Threads that a search may use: more than one needs memory shared between them. */
export const mostThreads = globalThis.crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
