import { InvalidArgumentError } from '../../base/errors.js';
import type { EngineSearch, MondrianResult, MondrianSpec } from '../engine.js';
import { layOutRecord, type RecordLayout } from '../mondrian-layout.js';
import { minimumSizeOf } from '../condition-bounds.js';
import { askedOfColumn, isOnPersons } from '../listed-columns.js';
import { mondrianCapacity, sortParts } from '../mondrian-result.js';
import { Blocks } from './blocks.js';
import { writeConditions } from './conditions.js';
import type { WasmInstance } from './instantiate.js';
import type { FieldValues } from './layout.js';
import { mondrian, mondrianAttribute, mondrianNode, mondrianResult, sensitiveColumn } from './layouts.js';

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
  readonly #blocks: Blocks;
  readonly #context: number;
  readonly #rows: number;
  readonly #vectorCount: number;
  readonly #relaxed: boolean;

  constructor(instance: WasmInstance, set: ResidentVectors, spec: MondrianSpec) {
    this.#instance = instance;
    this.#rows = set.rows;
    this.#vectorCount = set.length;
    this.#relaxed = spec.partitioning === 'relaxed';
    this.#blocks = new Blocks(instance.memory);
    const layout = layOutRecord(set.sizes.slice(0, spec.attributes.length), set.sizes.slice(spec.attributes.length));
    this.#context = this.#blocks.orFree(() => this.#write(set, spec, layout));
    this.#pack(set, layout);
    if (set.length === 0) return;
    const node = { start: 0, count: set.length, weight: set.rows, buffer: 0 };
    instance.memory.writeFields(this.#field('stack'), mondrianNode, node);
    instance.memory.setFields(this.#context, mondrian, { stackTop: 1 });
  }

  /** Takes all memory that the search needs. */
  #write(set: ResidentVectors, spec: MondrianSpec, layout: RecordLayout): number {
    const { memory } = this.#instance;
    const blocks = this.#blocks;
    const relaxed = this.#relaxed;
    const q = spec.attributes.length;
    const take = (bytes: number): number => blocks.take(bytes);
    const others = spec.conditions.filter((condition) => !isOnPersons(condition));
    const conditions = writeConditions(memory, take, others, q, (bytes) => blocks.zeroed(bytes));
    const minimumSize = minimumSizeOf(spec.conditions);
    const capacity = mondrianCapacity(set.length, set.rows, minimumSize, { relaxed });
    const largest = set.sizes.slice(0, q).reduce((most, size) => Math.max(most, size), 1);
    const sides = mostSides(spec);
    const codeBlocks = layout.blocks8 + layout.blocks16 + layout.blocks32;
    const sensitiveSizes = set.sizes.slice(q);
    const attributes = take(q * mondrianAttribute.bytes);
    spec.attributes.forEach(({ positions, range, rank, tree }, a) => {
      memory.writeFields(attributes + a * mondrianAttribute.bytes, mondrianAttribute, {
        offset: layout.offsets[a],
        width: layout.widths[a],
        rank,
        positions: blocks.copy(positions),
        range,
        ...(tree !== null && {
          treeLo: blocks.copy(tree.lo),
          treeHi: blocks.copy(tree.hi),
          childStart: blocks.copy(tree.childStart),
          children: blocks.copy(tree.children),
        }),
      });
    });
    const sensitive = take(sensitiveSizes.length * sensitiveColumn.bytes);
    sensitiveSizes.forEach((_, s) =>
      memory.writeFields(
        sensitive + s * sensitiveColumn.bytes,
        sensitiveColumn,
        this.#column(set, spec, layout, s, { sides, records: capacity.records }),
      ),
    );
    return blocks.fields(mondrian, {
      attributeCount: q,
      attributes,
      stride: layout.strideBytes,
      buffer0: take(capacity.records * layout.strideBytes),
      buffer1: take(capacity.records * layout.strideBytes),
      weightOffset: layout.weightOffset,
      vectorOffset: layout.vectorOffset,
      blocks8: layout.blocks8,
      blocks16: layout.blocks16,
      blocks32: layout.blocks32,
      stack: take((capacity.classes + 2) * mondrianNode.bytes),
      minimumSize,
      relaxed: relaxed ? 1 : 0,
      sensitive,
      sensitiveCount: sensitiveSizes.length,
      conditions: conditions.ptr,
      conditionCount: conditions.count,
      histogram: take(largest * 4),
      sideOf: take(largest * 4),
      lo: take(q * 4),
      hi: take(q * 4),
      box: take(Math.max(1, codeBlocks) * 32),
      tried: take(q),
      weights: take(sides * 4),
      cursor: take((sides + 1) * 4),
      partVector: take(relaxed ? capacity.parts * 4 : 0),
      partClass: take(capacity.parts * 4),
      partRows: take(capacity.parts * 4),
      sizes: take(capacity.classes * 4),
      lower: take(capacity.classes * q * 4),
      upper: take(capacity.classes * q * 4),
    });
  }

  /** The fields of a sensitive column, with memory for what the conditions ask of it. */
  #column(
    { sizes, length }: ResidentVectors,
    { attributes, conditions }: MondrianSpec,
    layout: RecordLayout,
    s: number,
    { sides, records }: { readonly sides: number; readonly records: number },
  ): FieldValues<keyof typeof sensitiveColumn.fields> {
    const blocks = this.#blocks;
    const column = attributes.length + s;
    const size = sizes[column];
    const { least: asked, hasKeyless, isListed, isCounted } = askedOfColumn(conditions, column);
    // A side never has more codes than there are vectors.
    const least = Math.min(asked, length + 1);
    return {
      offset: layout.sensitiveOffsets[s],
      width: layout.sensitiveWidths[s],
      size,
      ...(isCounted && { histograms: blocks.take(sides * size * 4) }),
      ...(isListed && {
        starts: blocks.take((sides + 2) * 4),
        codes: blocks.take(records * 4),
        rows: blocks.take(records * 4),
      }),
      ...(least > 0 && {
        least,
        marks: blocks.zeroed(size),
        counts: blocks.zeroed(sides * 4),
        found: blocks.take(sides * least * 4),
        known: size - Number(hasKeyless),
      }),
    };
  }

  /** Writes the records. */
  #pack(set: ResidentVectors, layout: RecordLayout): void {
    const { kernels, memory } = this.#instance;
    const records = this.#field('buffer0');
    const pack = (codes: number, width: number, offset: number, targetWidth: number): void =>
      void kernels.mondrianPack(codes, width, set.length, records + offset, layout.strideBytes, targetWidth);
    const offsets = [...layout.offsets, ...layout.sensitiveOffsets];
    const widths = [...layout.widths, ...layout.sensitiveWidths];
    offsets.forEach((offset, c) => pack(set.columnPtr(c), set.columnWidth(c), offset, widths[c]));
    pack(set.countsPtr(), 4, layout.weightOffset, 4);
    if (!this.#relaxed) memory.write(this.#field('partRows'), memory.u32(set.countsPtr(), set.length));
    kernels.mondrianNumber(set.length, records + layout.vectorOffset, layout.strideBytes);
  }

  #field(name: keyof typeof mondrian.fields): number {
    return this.#instance.memory.field(this.#context, mondrian, name);
  }

  step(budget: number): boolean {
    return this.#instance.kernels.mondrianStep(this.#context, budget) === 1;
  }

  progress(): number {
    return this.#rows === 0 ? 1 : this.#field('finishedRows') / this.#rows;
  }

  result(): MondrianResult {
    const { memory, kernels } = this.#instance;
    const search = memory.fields(this.#context, mondrian);
    if (search.stackTop > 0) throw new InvalidArgumentError('result', 'a finished search', 'a running one');
    const { classCount, attributeCount, cuts, refused } = search;
    const mark = memory.mark();
    try {
      const { classId, vector, count } = this.#parts(search);
      const sizes = memory.scratch(classCount * 4);
      const lower = memory.scratch(classCount * attributeCount * 4);
      const upper = memory.scratch(classCount * attributeCount * 4);
      const result = memory.scratchFields(mondrianResult, {
        classId,
        parts: vector.length,
        order: memory.scratch(classCount * 4),
        number: memory.scratch(classCount * 4),
        sizes,
        lower,
        upper,
      });
      kernels.mondrianFinish(this.#context, result);
      const columns = (ptr: number): Uint32Array[] =>
        Array.from({ length: attributeCount }, (_, a) => memory.u32(ptr + a * classCount * 4, classCount).slice());
      return {
        classes: classCount,
        parts: { vector, classId: memory.u32(classId, vector.length).slice(), count },
        sizes: memory.u32(sizes, classCount).slice(),
        lower: columns(lower),
        upper: columns(upper),
        cuts,
        refused,
      };
    } finally {
      memory.release(mark);
    }
  }

  /** Address of the parts' classes in order of emission; vector and rows of every part. */
  #parts({ partVector, partClass, partRows, partCount }: Record<keyof typeof mondrian.fields, number>) {
    const { memory } = this.#instance;
    if (!this.#relaxed) {
      const vector = new Uint32Array(this.#vectorCount);
      for (let v = 0; v < vector.length; v++) vector[v] = v;
      return { classId: partClass, vector, count: memory.u32(partRows, vector.length).slice() };
    }
    const { vector, classId, count } = sortParts(
      memory.u32(partVector, partCount),
      memory.u32(partClass, partCount),
      memory.u32(partRows, partCount),
      this.#vectorCount,
    );
    return { classId: memory.scratchCopy(classId), vector, count };
  }

  dispose(): void {
    this.#blocks.free();
  }
}

/** The most sides of a cut. */
function mostSides({ attributes }: MondrianSpec): number {
  let sides = 2;
  for (const { tree } of attributes) {
    for (let node = 0; tree !== null && node + 1 < tree.childStart.length; node++) {
      sides = Math.max(sides, tree.childStart[node + 1] - tree.childStart[node]);
    }
  }
  return sides;
}
