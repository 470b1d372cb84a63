import type { ClassCondition } from '../engine.js';
import { askedOfColumn } from '../listed-columns.js';
import type { Blocks } from './blocks.js';
import { writeConditions } from './conditions.js';
import type { WasmInstance } from './instantiate.js';
import { condition as conditionFields, listMerge } from './layouts.js';
import type { ResidentVectors } from './mondrian.js';

/** Distinct codes of classes in linear memory: addresses of u32[classes + 1], u32[length], u32[length] (0: rows are not kept). */
export interface CodeList {
  readonly starts: number;
  readonly codes: number;
  readonly rows: number;
  readonly length: number;
  readonly bytes: number;
}

/** A column whose codes are listed by class, with the conditions on it; see assembly/code-lists.ts. */
export class ListedColumn {
  readonly #instance: WasmInstance;
  readonly #column: number;
  readonly #least: number;
  readonly #known: number;
  readonly #conditions: readonly number[];
  readonly #marks: number;

  /** @param conditions - those on the column, all of which lists serve */
  constructor(
    instance: WasmInstance,
    blocks: Blocks,
    column: number,
    size: number,
    conditions: readonly ClassCondition[],
  ) {
    this.#instance = instance;
    this.#column = column;
    const { least, hasKeyless } = askedOfColumn(conditions, column);
    this.#least = least;
    this.#known = size - Number(hasKeyless);
    this.#marks = blocks.zeroed(size * 4);
    const take = (bytes: number): number => blocks.take(bytes);
    const { ptr, count } =
      this.#least > 0
        ? { ptr: 0, count: 0 }
        : writeConditions(instance.memory, take, conditions, column, (bytes) => blocks.zeroed(bytes));
    this.#conditions = Array.from({ length: count }, (_, i) => ptr + i * conditionFields.bytes);
  }

  /** The lists of classes of vectors; `ids`: address of u32[vectors]. */
  listVectors(set: ResidentVectors, ids: number, classes: number): CodeList {
    const { length } = set;
    const codes = set.columnPtr(this.#column);
    const source = { starts: 0, codes, rows: set.countsPtr(), width: set.columnWidth(this.#column), length };
    return this.#merge(source, { ids, entries: length, classes });
  }

  /** The lists of classes of entries that have lists. */
  merge(source: CodeList, ids: number, entries: number, classes: number): CodeList {
    return this.#merge({ ...source, width: 4 }, { ids, entries, classes });
  }

  /** Takes back the acceptance, u8[classes], of classes that break a condition. */
  judge({ starts, codes, rows }: CodeList, classes: number, accepted: number): void {
    const { kernels } = this.#instance;
    for (const condition of this.#least > 0 ? [0] : this.#conditions) {
      kernels.listsJudge(condition, this.#least, starts, codes, rows, classes, accepted);
    }
  }

  free(list: CodeList): void {
    this.#instance.memory.free(list.starts);
  }

  /** Merges into scratch, and keeps what came of it. */
  #merge(
    { starts, codes, rows, width, length }: Omit<CodeList, 'bytes'> & { readonly width: number },
    { ids, entries, classes }: { readonly ids: number; readonly entries: number; readonly classes: number },
  ): CodeList {
    const { kernels, memory } = this.#instance;
    const hasRows = this.#least === 0;
    const mark = memory.mark();
    try {
      const outStarts = memory.scratch((classes + 1) * 4);
      const outCodes = memory.scratch(length * 4);
      const outRows = hasRows ? memory.scratch(length * 4) : 0;
      const found = kernels.listsMerge(
        memory.scratchFields(listMerge, {
          ids,
          entries,
          classes,
          starts,
          codes,
          width,
          rows,
          most: this.#least,
          known: this.#known,
          marks: this.#marks,
          order: memory.scratch(entries * 4),
          next: memory.scratch((classes + 2) * 4),
          outStarts,
          outCodes,
          outRows,
        }),
      );
      const parts = [[outStarts, (classes + 1) * 4], [outCodes, found * 4], ...(hasRows ? [[outRows, found * 4]] : [])];
      const bytes = parts.reduce((sum, [, own]) => sum + own, 0);
      const block = memory.allocate(bytes);
      const all = memory.u8(0, memory.bytes);
      let at = block;
      const [first, second, third = 0] = parts.map(([from, own]) => {
        all.copyWithin(at, from, from + own);
        return (at += own) - own;
      });
      return { starts: first, codes: second, rows: third, length: found, bytes };
    } finally {
      memory.release(mark);
    }
  }
}
