/** Histograms of a column per class or group. */
import { ClassHistogram } from './layouts.generated';

/** Counts codes per class, each row weighing 1, or its weight. */
export function countPerClass(request: ClassHistogram): void {
  if (request.width == 1) countCodes<u8>(request);
  else if (request.width == 2) countCodes<u16>(request);
  else countCodes<u32>(request);
}

function countCodes<T>(request: ClassHistogram): void {
  const classOf = request.classOf;
  const codes = request.codes;
  const weights = request.weights;
  const size = request.size;
  const histogram = request.histogram;
  for (let i: usize = 0, count = request.count; i < count; i++) {
    const code = <usize>load<T>(codes + i * sizeof<T>());
    assert(code < size);
    const cell = <usize>load<u32>(classOf + (i << 2)) * size + code;
    const at = histogram + (cell << 2);
    store<u32>(at, load<u32>(at) + (weights == 0 ? 1 : load<u32>(weights + (i << 2))));
  }
}
