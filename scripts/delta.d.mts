/** What turns one array of bytes into a similar one. */
export function makeDelta(base: Uint8Array, target: Uint8Array): Uint8Array;
