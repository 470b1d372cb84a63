import { InvalidArgumentError } from '../../errors.js';
import type { EngineSearch, MondrianResult, MondrianSpec } from '../engine.js';
import { layOutRecord } from '../mondrian-layout.js';
import { mondrianCapacity, sortParts } from '../mondrian-result.js';
import { writeConditions } from './conditions.js';
import type { WasmInstance } from './instantiate.js';

/** A frequency set as it lies in linear memory. */
export interface ResidentVectors {
  readonly length: number;
  readonly rows: number;
  readonly sizes: readonly number[];
  /** Address and width (1, 2 or 4 bytes) of a column's codes. */
  columnPtr(column: number): number;
  columnWidth(column: number): number;
  /** Address of the counts, u32[length]. */
  countsPtr(): number;
}

/** Words of the context block; assembly/mondrian.ts describes them. */
const CONTEXT_WORDS = 40;
const ATTRIBUTE_BYTES = 40;
enum Word {
  StackTop = 5,
  PartCount = 16,
  ClassCount = 20,
  Cuts = 21,
  Refused = 22,
  FinishedRows = 33,
}

/**
 * Mondrian inside linear memory; see assembly/mondrian.ts. All memory is taken before the first step, so a search never
 * grows it. Throws CapacityError.
 */
export function createMondrianSearch(
  instance: WasmInstance,
  set: ResidentVectors,
  spec: MondrianSpec,
): EngineSearch<MondrianResult> {
  return new MondrianSearch(instance, set, spec);
}

class MondrianSearch implements EngineSearch<MondrianResult> {
  readonly #instance: WasmInstance;
  readonly #blocks: number[] = [];
  readonly #context: number;
  readonly #rows: number;
  readonly #vectorCount: number;
  readonly #attributeCount: number;
  readonly #relaxed: boolean;
  readonly #results: { vector: number; classId: number; count: number; sizes: number; lower: number; upper: number };

  constructor(instance: WasmInstance, set: ResidentVectors, spec: MondrianSpec) {
    this.#instance = instance;
    this.#rows = set.rows;
    this.#vectorCount = set.length;
    const q = spec.attributes.length;
    this.#attributeCount = q;
    this.#relaxed = spec.partitioning === 'relaxed';
    const { memory, kernels } = instance;
    const take = (bytes: number): number => {
      const ptr = memory.allocate(bytes);
      this.#blocks.push(ptr);
      return ptr;
    };
    const copy = (values: Uint32Array | Float64Array): number => {
      const ptr = take(values.byteLength);
      memory.write(ptr, values);
      return ptr;
    };
    try {
      const sizes = set.sizes.slice(0, q);
      const sensitiveSizes = set.sizes.slice(q);
      const layout = layOutRecord(sizes, sensitiveSizes);
      const stride = layout.strideBytes;
      const relaxed = this.#relaxed;
      const conditions = writeConditions(memory, take, spec.conditions, q);
      const capacity = mondrianCapacity(set.length, set.rows, conditions.minimumSize, relaxed);
      const buffers = [take(capacity.records * stride), take(capacity.records * stride)];
      const stack = take((capacity.classes + 2) * 16);
      const largest = sizes.reduce((most, size) => Math.max(most, size), 1);
      const blocks = layout.blocks8 + layout.blocks16 + layout.blocks32;
      this.#results = {
        vector: take(relaxed ? capacity.parts * 4 : 0),
        classId: take(capacity.parts * 4),
        count: take(capacity.parts * 4),
        sizes: take(capacity.classes * 4),
        lower: take(capacity.classes * q * 4),
        upper: take(capacity.classes * q * 4),
      };
      const attributes = take(q * ATTRIBUTE_BYTES);
      let sides = 2;
      const trees = spec.attributes.map(({ positions, tree }) => {
        const position = copy(positions);
        if (tree === null) return [position, 0, 0, 0, 0];
        for (let node = 0; node + 1 < tree.childStart.length; node++) {
          sides = Math.max(sides, tree.childStart[node + 1] - tree.childStart[node]);
        }
        return [position, copy(tree.lo), copy(tree.hi), copy(tree.childStart), copy(tree.children)];
      });
      const tables = sensitiveSizes.map((size) => take(sides * size * 4));
      const sensitive = take(Math.max(1, sensitiveSizes.length) * 16);
      const context = take(CONTEXT_WORDS * 4);
      const histogram = take(largest * 4);
      const sideOf = take(largest * 4);
      const lo = take(q * 4);
      const hi = take(q * 4);
      const tried = take(q);
      const weights = take(sides * 4);
      const cursor = take((sides + 1) * 4);
      const box = take(Math.max(1, blocks) * 32);

      spec.attributes.forEach(({ range, rank }, a) => {
        const words = memory.u32(attributes + a * ATTRIBUTE_BYTES, ATTRIBUTE_BYTES / 4);
        words.set([layout.offsets[a], layout.widths[a], rank, trees[a][0]]);
        words.set(trees[a].slice(1), 6);
        memory.f64(attributes + a * ATTRIBUTE_BYTES + 16, 1)[0] = range;
      });
      sensitiveSizes.forEach((size, s) => {
        memory.u32(sensitive + s * 16, 4).set([layout.sensitiveOffsets[s], layout.sensitiveWidths[s], size, tables[s]]);
      });
      const results = this.#results;
      // prettier-ignore
      memory.u32(context, CONTEXT_WORDS).set([
        q, stride, buffers[0], buffers[1], stack, 0, attributes, conditions.minimumSize,
        histogram, sideOf, lo, hi, tried, results.vector, results.classId, results.count,
        0, results.sizes, results.lower, results.upper, 0, 0, 0, relaxed ? 1 : 0,
        layout.weightOffset, layout.vectorOffset, layout.blocks8, layout.blocks16, layout.blocks32,
        sensitiveSizes.length, sensitive, conditions.count, conditions.ptr, 0, weights, cursor, box, 0, 0, 0,
      ]);
      this.#context = context;
      const pack = (codes: number, width: number, offset: number, targetWidth: number): void => {
        kernels.mondrianPack(codes, width, set.length, buffers[0], stride, offset, targetWidth);
      };
      for (let a = 0; a < q; a++) pack(set.columnPtr(a), set.columnWidth(a), layout.offsets[a], layout.widths[a]);
      sensitiveSizes.forEach((_, s) => {
        pack(set.columnPtr(q + s), set.columnWidth(q + s), layout.sensitiveOffsets[s], layout.sensitiveWidths[s]);
      });
      pack(set.countsPtr(), 4, layout.weightOffset, 4);
      if (!relaxed) memory.u8(this.#results.count, set.length * 4).set(memory.u8(set.countsPtr(), set.length * 4));
      kernels.mondrianNumber(set.length, buffers[0], stride, layout.vectorOffset);
      if (set.length > 0) {
        memory.u32(stack, 4).set([0, set.length, set.rows, 0]);
        memory.u32(context, CONTEXT_WORDS)[Word.StackTop] = 1;
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  #word(word: Word): number {
    return this.#instance.memory.u32(this.#context, CONTEXT_WORDS)[word];
  }

  step(budget: number): boolean {
    return this.#instance.kernels.mondrianStep(this.#context, budget) === 1;
  }

  progress(): number {
    return this.#rows === 0 ? 1 : this.#word(Word.FinishedRows) / this.#rows;
  }

  result(): MondrianResult {
    if (this.#word(Word.StackTop) > 0) throw new InvalidArgumentError('result', 'a finished search', 'a running one');
    const { memory, kernels } = this.#instance;
    const partCount = this.#relaxed ? this.#word(Word.PartCount) : this.#vectorCount;
    const classCount = this.#word(Word.ClassCount);
    const results = this.#results;
    const q = this.#attributeCount;
    let vector: Uint32Array;
    let classId = results.classId;
    let count: Uint32Array;
    const mark = memory.mark();
    try {
      if (this.#relaxed) {
        const sorted = sortParts(
          memory.u32(results.vector, partCount),
          memory.u32(results.classId, partCount),
          memory.u32(results.count, partCount),
          this.#vectorCount,
        );
        ({ vector, count } = sorted);
        classId = memory.scratch(partCount * 4);
        memory.write(classId, sorted.classId);
      } else {
        vector = new Uint32Array(partCount);
        for (let v = 0; v < partCount; v++) vector[v] = v;
        count = memory.u32(results.count, partCount).slice();
      }
      const order = memory.scratch(classCount * 4);
      const number = memory.scratch(classCount * 4);
      const sizes = memory.scratch(classCount * 4);
      const lower = memory.scratch(classCount * q * 4);
      const upper = memory.scratch(classCount * q * 4);
      kernels.mondrianFinish(this.#context, classId, partCount, order, number, sizes, lower, upper);
      const columns = (ptr: number): Uint32Array[] =>
        Array.from({ length: q }, (_, a) => memory.u32(ptr + a * classCount * 4, classCount).slice());
      return {
        classes: classCount,
        parts: { vector, classId: memory.u32(classId, partCount).slice(), count },
        sizes: memory.u32(sizes, classCount).slice(),
        lower: columns(lower),
        upper: columns(upper),
        cuts: this.#word(Word.Cuts),
        refused: this.#word(Word.Refused),
      };
    } finally {
      memory.release(mark);
    }
  }

  dispose(): void {
    while (this.#blocks.length > 0) this.#instance.memory.free(this.#blocks.pop()!);
  }
}
