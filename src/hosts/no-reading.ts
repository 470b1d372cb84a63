import type { StartReading } from '../io/columnar/reading-messages.js';

/** What `#reading` is outside of Node: files are decoded on the thread that asks for them, a worker of the page if it is wise. */
export const startReading = null as StartReading | null;
