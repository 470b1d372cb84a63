/**
 * Items of a cut problem by lines: items of equal intervals in all attributes but one are a line, and stand in it by
 * ascending position (leaf, or piece) of that one attribute. src/engine/js/cut-lines.ts is the twin.
 */
import { CutLines } from './layouts.generated';

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
  context: CutLines,
  lines: u32,
  orderPtr: usize,
  leafStartPtr: usize,
  leaves: u32,
  positionOfPtr: usize,
): void {
  const items = context.items;
  const weightsPtr = context.weights;
  const labelsPtr = context.labels;
  const lineOfPtr = context.lineOf;
  const startPtr = context.lineStart;
  const endPtr = context.lineEnd;
  const positionsPtr = context.positions;
  const entryWeightsPtr = context.entryWeights;
  const entryLabelsPtr = context.entryLabels;
  assert(lines <= <u32>items);
  context.lines = <usize>lines;
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
