/** Hashes only choose where a search for a key begins; keys themselves are compared whole. */

export function hashWord(word: number): number {
  const mixed = Math.imul(word ^ (word >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Hash of a key of several words that stand `step` apart. */
export function hashWords(keys: Int32Array, start: number, step: number, words: number): number {
  let hash = 0x2545f491;
  for (let word = 0, at = start; word < words; word++, at += step) {
    hash = Math.imul(hash ^ keys[at], 0x85ebca6b);
    hash = (hash << 13) | (hash >>> 19);
  }
  return hash;
}
