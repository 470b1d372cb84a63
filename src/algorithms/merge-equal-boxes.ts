import type { Recoding } from './algorithm.js';

/**
 * Makes one class of classes that are released with equal values: a reader of the release cannot tell them apart, and
 * every count must say so. Classes keep the order of their first part; parts of one vector in one class are joined.
 */
export function mergeEqualBoxes(recoding: Recoding): Recoding {
  const { lower, upper, parts } = recoding;
  const attributes = lower.length;
  const byBox = new Map<string, number>();
  const numberOf = new Uint32Array(recoding.classes);
  const kept: number[] = [];
  const box = new Uint32Array(attributes * 2);
  for (let c = 0; c < recoding.classes; c++) {
    for (let a = 0; a < attributes; a++) {
      box[2 * a] = lower[a][c];
      box[2 * a + 1] = upper[a][c];
    }
    const key = box.join();
    let number = byBox.get(key);
    if (number === undefined) {
      number = kept.length;
      byBox.set(key, number);
      kept.push(c);
    }
    numberOf[c] = number;
  }
  if (kept.length === recoding.classes) return recoding;
  const vector = new Uint32Array(parts.vector.length);
  const classId = new Uint32Array(parts.vector.length);
  const count = new Uint32Array(parts.vector.length);
  let length = 0;
  for (let p = 0; p < parts.vector.length; p++) {
    const id = numberOf[parts.classId[p]];
    let same = length;
    while (same > 0 && vector[same - 1] === parts.vector[p] && classId[same - 1] !== id) same--;
    if (same > 0 && vector[same - 1] === parts.vector[p]) {
      count[same - 1] += parts.count[p];
      continue;
    }
    vector[length] = parts.vector[p];
    classId[length] = id;
    count[length++] = parts.count[p];
  }
  return {
    ...recoding,
    classes: kept.length,
    parts: {
      vector: vector.slice(0, length),
      classId: classId.slice(0, length),
      count: count.slice(0, length),
    },
    lower: lower.map((values) => Uint32Array.from(kept, (c) => values[c])),
    upper: upper.map((values) => Uint32Array.from(kept, (c) => values[c])),
  };
}
