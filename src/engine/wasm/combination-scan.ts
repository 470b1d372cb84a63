import { areAllCounted, keepEntries } from '../combinations.js';
import type {
  CombinationClasses,
  CombinationLimits,
  CombinationScan,
  CombinationsFound,
  CountedEntries,
} from '../engine.js';
import { widthOf } from '../mondrian-layout.js';
import { Blocks } from './blocks.js';
import type { WasmInstance } from './instantiate.js';
import { combinationScan, countedEntries } from './layouts.js';

const NONE = 0xffffffff;

/** Codes as the kernels read them. */
const narrowed = (codes: Uint32Array, width: number): Uint8Array | Uint16Array | Uint32Array =>
  width === 1 ? new Uint8Array(codes) : width === 2 ? new Uint16Array(codes) : codes;

/** Classes by known values in linear memory. The arguments were checked. Throws CapacityError. */
export function createCombinationScan(
  instance: WasmInstance,
  classes: CombinationClasses,
  limits: CombinationLimits,
): CombinationScan {
  const blocks = new Blocks(instance.memory);
  return blocks.orFree(() => new WasmCombinationScan(instance, blocks, classes, limits));
}

/** Entries, and the memory for those of accepted classes. */
interface Room {
  readonly entries: CountedEntries & { readonly start: Uint32Array };
  readonly classOf: number;
  readonly weight: number;
  readonly unit: number;
  /** The fields of a countedEntries. */
  readonly fields: number;
}

class WasmCombinationScan implements CombinationScan {
  readonly #instance: WasmInstance;
  readonly #blocks: Blocks;
  readonly #classes: number;
  readonly #columns: readonly { readonly codes: number; readonly width: number; size: number }[];
  readonly #limits: CombinationLimits;
  readonly #counted: Room;
  readonly #held: Room | null;
  readonly #start: number;
  readonly #kept: number;
  readonly #fails: number;
  readonly #groupOf: number;
  readonly #context: number;
  /** Tables of groups, and the groups that they are for. */
  #tables: Blocks | null = null;
  #capacity = 0;

  constructor(
    instance: WasmInstance,
    blocks: Blocks,
    { codes, sizes, counted, held }: CombinationClasses,
    limits: CombinationLimits,
  ) {
    const { fewest, share } = limits;
    this.#limits = limits;
    this.#instance = instance;
    this.#blocks = blocks;
    this.#classes = codes[0].length;
    this.#columns = codes.map((column, a) => {
      const width = widthOf(sizes[a]);
      return { codes: blocks.copy(narrowed(column, width)), width, size: sizes[a] };
    });
    this.#counted = this.#makeRoom({ ...counted, start: Uint32Array.of(0, counted.classOf.length) });
    this.#held = held === null ? null : this.#makeRoom(held);
    const words = (): number => blocks.take(4 * Math.max(1, this.#classes));
    this.#kept = words();
    this.#groupOf = words();
    this.#fails = blocks.zeroed(Math.max(1, this.#classes));
    this.#start = held === null ? 0 : blocks.take(4 * held.start.length);
    this.#context = blocks.fields(combinationScan, {
      kept: this.#kept,
      keys: words(),
      counted: this.#counted.fields,
      held: this.#held?.fields ?? 0,
      start: this.#start,
      values: held === null ? 0 : held.start.length - 1,
      fails: this.#fails,
      fewest,
      share,
    });
    this.start(null);
  }

  start(accepted: Uint8Array | null): void {
    const { memory } = this.#instance;
    const all = Uint32Array.from({ length: this.#classes }, (_, c) => c);
    const kept = accepted === null ? all : all.filter((c) => accepted[c] === 1);
    memory.write(this.#kept, kept);
    const counted = this.#keep(this.#counted, accepted);
    if (this.#held !== null) memory.write(this.#start, this.#keep(this.#held, accepted).start);
    const isPlain = this.#held === null && areAllCounted(counted, kept, this.#classes);
    memory.u8(this.#fails, this.#classes).fill(0);
    memory.setFields(this.#context, combinationScan, {
      keptCount: kept.length,
      isPlain: Number(isPlain),
      least: NONE,
      largest: 0,
    });
  }

  replace(attribute: number, codes: Uint32Array, size: number): void {
    const column = this.#columns[attribute];
    this.#instance.memory.write(column.codes, narrowed(codes, column.width));
    column.size = size;
  }

  scan(groupOf: Uint32Array, groups: number, attributes: readonly number[]): void {
    if (attributes.length === 0) return;
    const { kernels, memory } = this.#instance;
    const columns = attributes.map((a) => this.#columns[a]);
    this.#prepare(groupOf, groups * columns.reduce((most, { size }) => Math.max(most, size), 1));
    for (const { codes, width, size } of columns) {
      memory.setFields(this.#context, combinationScan, { groups: groups * size });
      kernels.combinationsScan(this.#context, this.#groupOf, codes, width, size);
    }
  }

  scanGroups(groupOf: Uint32Array, groups: number): void {
    const { kernels, memory } = this.#instance;
    this.#prepare(groupOf, groups);
    memory.setFields(this.#context, combinationScan, { groups });
    kernels.combinationsScan(this.#context, this.#groupOf, 0, 0, this.#classes);
  }

  found(): CombinationsFound {
    const { memory } = this.#instance;
    const least = memory.field(this.#context, combinationScan, 'least');
    return {
      fails: memory.u8(this.#fails, this.#classes).slice(),
      fewest: least === NONE ? Infinity : least,
      share: memory.field(this.#context, combinationScan, 'largest'),
    };
  }

  get isBroken(): boolean {
    const { memory } = this.#instance;
    const least = memory.field(this.#context, combinationScan, 'least');
    return least < this.#limits.fewest || memory.field(this.#context, combinationScan, 'largest') > this.#limits.share;
  }

  dispose(): void {
    this.#tables?.free();
    this.#tables = null;
    this.#capacity = 0;
    this.#blocks.free();
  }

  /** Copies entries, and takes memory for as many. */
  #makeRoom({ classOf, weight, unit, start }: Room['entries']): Room {
    const bytes = 4 * Math.max(1, classOf.length);
    const at = {
      classOf: this.#blocks.take(bytes),
      weight: this.#blocks.take(bytes),
      unit: unit === null ? 0 : this.#blocks.take(bytes),
    };
    const entries = {
      classOf: classOf.slice(),
      weight: weight.slice(),
      unit: unit?.slice() ?? null,
      start: start.slice(),
    };
    return { ...at, entries, fields: this.#blocks.fields(countedEntries, at) };
  }

  /** Writes the entries of accepted classes. */
  #keep({ entries, classOf, weight, unit, fields }: Room, accepted: Uint8Array | null): Room['entries'] {
    const { memory } = this.#instance;
    const kept = keepEntries(entries, accepted, entries.start);
    memory.write(classOf, kept.classOf);
    memory.write(weight, kept.weight);
    if (kept.unit !== null) memory.write(unit, kept.unit);
    memory.setFields(fields, countedEntries, { count: kept.classOf.length });
    return kept;
  }

  /** Writes the groups of classes, and takes tables for this number of groups. */
  #prepare(groupOf: Uint32Array, groups: number): void {
    const { memory } = this.#instance;
    memory.write(this.#groupOf, groupOf);
    const needed = Math.max(1, groups);
    if (needed <= this.#capacity) return;
    this.#tables?.free();
    this.#capacity = 0;
    const tables = new Blocks(memory);
    this.#tables = tables;
    memory.setFields(this.#context, combinationScan, {
      counts: tables.zeroed(4 * needed),
      holders: tables.zeroed(4 * needed),
      units: tables.zeroed(4 * needed),
      bad: tables.zeroed(needed),
    });
    this.#capacity = needed;
  }
}
