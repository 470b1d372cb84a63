/**
 * Items of a cut problem by lines: items of equal intervals in all attributes but one are a line, and stand in it by
 * ascending position (leaf, or piece) of that one attribute. src/engine/js/cut-lines.ts is the twin.
 *
 * context  u32 words, filled by src/engine/wasm/cut-evaluator.ts
 *   0 items          4 labelsPtr u32[items]; 0: none     8 positionsPtr u32[items]      12 walkPtr f64[items]
 *   1 byLabel        5 lineOfPtr u32[items]              9 entryWeightsPtr f64[items]   13 lines
 *   2 k              6 lineStartPtr u32[items + 1]      10 entryLabelsPtr u32[items]
 *   3 weightsPtr u32[items]  7 lineEndPtr u32[items]    11 tallyPtr f64[labels], all 0 between calls
 * Entries lineStart[line] .. lineEnd[line] - 1 are those of a line.
 */

/** Word `index` of the context. */
export function cutWord(context: usize, index: usize): u32 {
  return load<u32>(context + (index << 2));
}

/**
 * Sorts the items into their lines; items of equal position and label in a row become one entry.
 *
 * orderPtr      u32[items]       items by ascending leaf
 * leafStartPtr  u32[leaves + 1]  where each leaf begins in the order
 * positionOfPtr u32[leaves]      ascending; 0: the leaf itself
 *
 * lineOf of the context, below `lines`, was written before. O(items + lines + leaves).
 */
export function cutFillLines(
  context: usize,
  lines: u32,
  orderPtr: usize,
  leafStartPtr: usize,
  leaves: u32,
  positionOfPtr: usize,
): void {
  const items = <usize>cutWord(context, 0);
  const weightsPtr = <usize>cutWord(context, 3);
  const labelsPtr = <usize>cutWord(context, 4);
  const lineOfPtr = <usize>cutWord(context, 5);
  const startPtr = <usize>cutWord(context, 6);
  const endPtr = <usize>cutWord(context, 7);
  const positionsPtr = <usize>cutWord(context, 8);
  const entryWeightsPtr = <usize>cutWord(context, 9);
  const entryLabelsPtr = <usize>cutWord(context, 10);
  assert(lines <= <u32>items);
  store<u32>(context, lines, 52);
  memory.fill(startPtr, 0, (<usize>lines + 1) << 2);
  for (let i: usize = 0; i < items; i++) {
    const line = load<u32>(lineOfPtr + (i << 2));
    assert(line < lines);
    const at = startPtr + ((<usize>line + 1) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let line: usize = 0; line < <usize>lines; line++) {
    store<u32>(endPtr + (line << 2), sum);
    sum += load<u32>(startPtr + (line << 2), 4);
    store<u32>(startPtr + (line << 2), sum, 4);
  }
  let i: usize = 0;
  for (let leaf: u32 = 0; leaf < leaves; leaf++) {
    const position = positionOfPtr == 0 ? leaf : load<u32>(positionOfPtr + ((<usize>leaf) << 2));
    const last = <usize>load<u32>(leafStartPtr + ((<usize>leaf) << 2), 4);
    for (; i < last; i++) {
      const item = <usize>load<u32>(orderPtr + (i << 2));
      const line = <usize>load<u32>(lineOfPtr + (item << 2));
      const weight = <f64>load<u32>(weightsPtr + (item << 2));
      const at = <usize>load<u32>(endPtr + (line << 2));
      let isSame: bool = false;
      if (at > <usize>load<u32>(startPtr + (line << 2)) && load<u32>(positionsPtr + ((at - 1) << 2)) == position) {
        isSame = labelsPtr == 0 || load<u32>(entryLabelsPtr + ((at - 1) << 2)) == load<u32>(labelsPtr + (item << 2));
      }
      if (isSame) {
        const before = entryWeightsPtr + ((at - 1) << 3);
        store<f64>(before, load<f64>(before) + weight);
        continue;
      }
      store<u32>(positionsPtr + (at << 2), position);
      store<f64>(entryWeightsPtr + (at << 3), weight);
      if (labelsPtr != 0) store<u32>(entryLabelsPtr + (at << 2), load<u32>(labelsPtr + (item << 2)));
      store<u32>(endPtr + (line << 2), <u32>at + 1);
    }
  }
}
