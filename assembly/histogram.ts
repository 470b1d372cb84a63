/** Histograms of a column per class or group. */

/**
 * Counts codes per class, each row weighing 1, or its weight.
 *
 * classOfPtr    u32[count]             in
 * codesPtr      width bytes [count]    in   below size
 * weightsPtr    u32[count], 0 for none in
 * histogramPtr  u32[classes * size]    in/out row major, zeroed by the caller
 */
export function countPerClassInto(
  classOfPtr: usize,
  codesPtr: usize,
  width: u32,
  weightsPtr: usize,
  count: u32,
  size: u32,
  histogramPtr: usize,
): void {
  if (width == 1) countCodes<u8>(classOfPtr, codesPtr, weightsPtr, <usize>count, <usize>size, histogramPtr);
  else if (width == 2) countCodes<u16>(classOfPtr, codesPtr, weightsPtr, <usize>count, <usize>size, histogramPtr);
  else countCodes<u32>(classOfPtr, codesPtr, weightsPtr, <usize>count, <usize>size, histogramPtr);
}

function countCodes<T>(
  classOf: usize,
  codes: usize,
  weights: usize,
  count: usize,
  size: usize,
  histogram: usize,
): void {
  for (let i: usize = 0; i < count; i++) {
    const code = <usize>load<T>(codes + i * sizeof<T>());
    assert(code < size);
    const cell = <usize>load<u32>(classOf + (i << 2)) * size + code;
    const at = histogram + (cell << 2);
    store<u32>(at, load<u32>(at) + (weights == 0 ? 1 : load<u32>(weights + (i << 2))));
  }
}
