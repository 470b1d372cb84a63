/** Hashes only choose where a search for a key begins; keys themselves are compared whole. */

export function hashWord(word: u32): u32 {
  const mixed = (word ^ (word >> 16)) * 0x9e3779b1;
  return mixed ^ (mixed >> 15);
}

/** Hash of a key of several words that stand `step` bytes apart. */
export function hashWords(ptr: usize, step: usize, words: usize): u32 {
  let hash: u32 = 0x2545f491;
  for (let word: usize = 0; word < words; word++, ptr += step) {
    hash = (hash ^ load<u32>(ptr)) * 0x85ebca6b;
    hash = rotl<u32>(hash, 13);
  }
  return hash;
}
