import type { CellBatch, LineCache, LineCacheFactory, Taken } from '../../table/line-cache.js';
import { ENDS_WITH_CRLF, failsTrial, LONGEST_PROBE } from '../../table/line-cache.js';
import type { WasmCellBatch } from './cell-batch.js';
import { CELLS_BYTES, openCellBatch } from './cell-batch.js';
import { instantiateHere } from './instantiate.js';
import type { CompiledModule } from './instantiate.js';
import type { Kernels } from './kernels.js';
import { lineAhead, lineCache, lineSlot } from './layouts.js';
import { PAGE_BYTES } from './memory.js';

/** Bytes of the state (assembly/lines.ts), of the slots to begin with, and of what is read beyond a line that is looked up. */
const STATE_BYTES = lineCache.bytes + 16 * lineAhead.bytes;
const BEYOND_BYTES = 80;
const FIRST_SLOTS = 1 << 12;
/** Longest stretch of a file that is looked at at once; the reader's pieces are a quarter of a MiB. */
const WINDOW_BYTES = 1 << 20;
/** Room for the numbers of the lines that are passed in one window, each of at least one byte and its LF. */
const PASSED_BYTES = (WINDOW_BYTES / 2) * 4;
/** Words of a field of the state and of a slot. */
const wordOf = (name: keyof typeof lineCache.fields): number => lineCache.fields[name].offset / 4;
const slotWord = (name: keyof typeof lineSlot.fields): number => lineSlot.fields[name].offset / 4;
/** Share of the bytes of lines that their slots take beside them. */
const SLOTS_SHARE = 0.5;

/** Two odd words that lines and cells are hashed with, drawn once per process: nobody can prepare such that collide. */
let processKey: Uint32Array | null = null;

/**
 * Makes memos that run in WebAssembly, each in a memory of its own, which is let go of when the memo is finished. With a `key` they hash
 * by it, for tests of what collides.
 */
export function lineCacheFactory(module: CompiledModule, key: Uint32Array | null = null): LineCacheFactory {
  return (mostBytes, recordsHits = false) => {
    processKey ??= crypto.getRandomValues(new Uint32Array(2)).map((word) => word | 1);
    return new WasmLineCache(module, key ?? processKey, mostBytes, recordsHits);
  };
}

class WasmLineCache implements LineCache {
  #kernels: Kernels | null;
  readonly #key: Uint32Array;
  readonly #state: number;
  readonly #window: number;
  /** Address of the numbers of lines that were passed, or 0. */
  readonly #passed: number;
  readonly #cells: number;
  #batch: WasmCellBatch | null = null;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #asked = 0;
  #found = 0;
  /** Address of byte 0 of what was opened, and where that ends; null when it does not fit the window. */
  #base: number | null = null;
  #to = 0;
  active = true;
  size = 0;
  repeats = 0;
  crlfRepeats = 0;
  end = -1;

  constructor(module: CompiledModule, key: Uint32Array, mostBytes: number, recordsHits: boolean) {
    // All of it from the beginning: pages that are never touched cost nothing, and a memory that grows slows the host down.
    const passedBytes = recordsHits ? PASSED_BYTES : 0;
    const wanted = mostBytes * (1 + SLOTS_SHARE) + 2 * WINDOW_BYTES + passedBytes + CELLS_BYTES;
    const bytes = Math.min(0xfff0, Math.ceil(wanted / PAGE_BYTES)) * PAGE_BYTES;
    const { kernels, memory } = instantiateHere(module, { variant: 'wasm', initialBytes: bytes });
    this.#kernels = kernels;
    this.#state = kernels.heapBase() >>> 0;
    this.#window = this.#state + STATE_BYTES;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    const afterWindow = this.#window + WINDOW_BYTES + lineSlot.bytes;
    this.#cells = Math.ceil((afterWindow + passedBytes) / 8) * 8;
    const slots = this.#cells + Math.ceil(CELLS_BYTES / lineSlot.bytes) * lineSlot.bytes;
    this.#passed = recordsHits ? afterWindow : 0;
    this.#key = key;
    this.#words.set(key, this.#state >>> 2);
    this.#set('slots', slots);
    this.#set('shift', 1 + Math.clz32(FIRST_SLOTS));
    this.#set('top', slots + FIRST_SLOTS * lineSlot.bytes);
    this.#set('limit', bytes - BEYOND_BYTES);
    this.#set('passed', this.#passed);
  }

  #get(name: keyof typeof lineCache.fields): number {
    return this.#words[(this.#state >>> 2) + wordOf(name)];
  }

  #set(name: keyof typeof lineCache.fields, value: number): void {
    this.#words[(this.#state >>> 2) + wordOf(name)] = value;
  }

  open(bytes: Uint8Array, from: number, to: number): void {
    this.#base = null;
    this.#to = to;
    if (to - from > WINDOW_BYTES || !this.active) return;
    this.#bytes.set(bytes.subarray(from, to), this.#window);
    // The lookahead belongs to other bytes.
    this.#set('next', 0);
    this.#set('aheadEnd', 0);
    this.#base = this.#window - from;
  }

  skip(from: number): number {
    this.repeats = 0;
    this.end = -1;
    if (this.#base === null || this.#kernels === null) return from;
    const at = (this.#kernels.lineSkip(this.#state, this.#base + from, this.#base + this.#to) >>> 0) - this.#base;
    this.repeats = this.#get('repeats');
    const end = this.#get('end');
    if (end !== 0) this.end = end - this.#base;
    this.#judge(1);
    return at;
  }

  /** Looks whether the memo is worth keeping, after known lines and `others`. */
  #judge(others: number): void {
    const before = this.#asked;
    this.#found += this.repeats;
    this.#asked += this.repeats + others;
    if (failsTrial(before, this.#asked, this.#found) || this.#get('longestProbe') > LONGEST_PROBE) this.active = false;
  }

  openBatch(lines: Parameters<LineCache['openBatch']>[0]): CellBatch | null {
    if (this.#kernels === null) return null;
    const memory = this.#words.buffer as ArrayBuffer;
    this.#batch = openCellBatch(this.#kernels, memory, this.#cells, { ...lines, key: this.#key }, () => this.#base);
    return this.#batch;
  }

  take(from: number, row: number, number: number): Taken {
    const batch = this.#batch;
    if (batch === null || this.#base === null || this.#kernels === null) {
      return { at: this.skip(from), row, repeats: this.repeats, crlf: 0 };
    }
    this.end = -1;
    const [base, to] = [this.#base, this.#to];
    const taken = batch.take(this.#state, base + from, base + to, row, number);
    const end = this.#get('end');
    if (end !== 0 && taken.row < batch.rows) this.end = end - base;
    this.repeats = taken.repeats;
    this.size = this.#get('lines');
    this.#judge(taken.row - row + 1);
    return { ...taken, at: taken.at - base };
  }

  takeHits(): Uint32Array {
    const passed = this.#words.subarray(this.#passed >>> 2, this.#get('passed') >>> 2);
    this.#set('passed', this.#passed);
    return passed;
  }

  add(from: number): number {
    if (this.#base === null || this.#kernels === null) return -1;
    const line = this.#kernels.lineAdd(this.#state, this.#base + from);
    if (line >= 0) this.size++;
    return line;
  }

  finish(): Uint32Array {
    if (this.#kernels === null) return new Uint32Array(0);
    const repeats = new Uint32Array(this.size);
    const slots = this.#get('slots') >>> 2;
    const slotWords = lineSlot.bytes / 4;
    const end = slots + 2 ** (32 - this.#get('shift')) * slotWords;
    for (let slot = slots; slot < end; slot += slotWords) {
      if (this.#words[slot + slotWord('start')] === 0) continue;
      const line = this.#words[slot + slotWord('line')];
      const times = this.#words[slot + slotWord('repeats')];
      repeats[line & ~ENDS_WITH_CRLF] = times;
      if ((line & ENDS_WITH_CRLF) !== 0) this.crlfRepeats += times;
    }
    this.active = false;
    this.#kernels = null;
    this.#bytes = new Uint8Array(0);
    this.#words = new Uint32Array(0);
    return repeats;
  }
}
