/** Subjects of the cases of test/engine/cases: the twin, and modules whose fuel and marks can be read. */
import { createEngine, createWasmEngine } from '../../../src/engine/create-engine.js';
import { JsBlock } from '../../../src/engine/js/k-optimize.js';
import { instantiateHere } from '../../../src/engine/wasm/instantiate.js';
import { WasmBlock } from '../../../src/engine/wasm/k-optimize.js';
import { MAXIMUM_PAGES } from '../../../src/engine/wasm/memory.js';
import { lineCacheFactory } from '../../../src/engine/wasm/line-cache.js';
import { TwinLineCache } from '../../../src/table/line-cache.js';
import type { Subject } from '../../engine/cases/kernel-case.js';
import { LINE_KEY } from '../../engine/cases/line-cases.js';
import { FUEL } from './instrument.js';

/** The twin in JavaScript. Its engines have no memory that could hold anything. */
export async function twinSubject(): Promise<Subject> {
  const engine = await createEngine({ engine: 'js' });
  const spare: Subject['engine'][] = await Promise.all(Array.from({ length: 8 }, () => createEngine({ engine: 'js' })));
  return {
    engine,
    createMemo: (mostBytes, recordsHits) => new TwinLineCache(mostBytes, recordsHits),
    openBlock: () => new JsBlock(),
    openSmall: () => spare.pop()!,
    isWiped: () => true,
  };
}

/** Bytes that a module's own data may take, at the beginning. */
const DATA_BYTES = 1024;

/** A subject whose instances and memories are known. */
export interface WatchedSubject extends Subject {
  /** The engine's own instance, and those that were made since the last `refuel`. */
  readonly instances: readonly WebAssembly.Instance[];
  /** Gives so much fuel to the engine, and to all instances that are made later. */
  refuel(fuel: number): void;
  /** Fuel left in all instances together, less what each was given. */
  fuelTaken(): number;
  dispose(): void;
}

/** Engines of a module; `watch` calls what it is given with the instances and memories that are made meanwhile. */
export function moduleSubject(module: WebAssembly.Module): WatchedSubject {
  const instances: WebAssembly.Instance[] = [];
  let memories: WebAssembly.Memory[] = [];
  let given = 0x7fffffff;
  let mostPages = MAXIMUM_PAGES;
  const globalsOf = (name: string): WebAssembly.Global<'i32'>[] =>
    instances.flatMap(({ exports }) => (exports[name] as WebAssembly.Global<'i32'> | undefined) ?? []);
  const noticed = <T>(make: () => T): T => {
    const { Instance, Memory } = WebAssembly;
    WebAssembly.Instance = class extends Instance {
      constructor(compiled: WebAssembly.Module, imports?: WebAssembly.Imports) {
        super(compiled, imports);
        instances.push(this);
        const fuel = this.exports[FUEL] as WebAssembly.Global<'i32'> | undefined;
        if (fuel !== undefined) fuel.value = given;
      }
    };
    WebAssembly.Memory = class extends Memory {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        super({ ...descriptor, maximum: mostPages });
        memories.push(this);
      }
    };
    try {
      return make();
    } finally {
      Object.assign(WebAssembly, { Instance, Memory });
    }
  };
  const engine = noticed(() => createWasmEngine(module, { variant: 'wasm' }));
  const createMemo = lineCacheFactory(module, LINE_KEY);
  return {
    engine,
    createMemo: (mostBytes, recordsHits) => noticed(() => createMemo(mostBytes, recordsHits)),
    openBlock: () => noticed(() => new WasmBlock(instantiateHere(module, { variant: 'wasm', initialBytes: 0x10000 }))),
    openSmall: (maximumBytes, hostPages = MAXIMUM_PAGES) => {
      memories = [];
      mostPages = hostPages;
      const opened = noticed(() => createWasmEngine(module, { variant: 'wasm', maximumBytes, initialBytes: 0x10000 }));
      mostPages = MAXIMUM_PAGES;
      return opened;
    },
    isWiped: () => memories.every(({ buffer }) => new Uint32Array(buffer, DATA_BYTES).every((word) => word === 0)),
    instances,
    refuel: (fuel) => {
      given = fuel;
      instances.length = 1;
      memories = [];
      for (const global of globalsOf(FUEL)) global.value = fuel;
    },
    fuelTaken: () => globalsOf(FUEL).reduce((sum, { value }) => sum + given - value, 0),
    dispose: () => engine.dispose(),
  };
}

/** A number that other results do not have but by chance. */
export function digest(value: unknown): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  const bits = new Float64Array(1);
  const words = new Int32Array(bits.buffer);
  const add = (number: number): void => {
    bits[0] = number;
    low = Math.imul(low ^ words[0], 0x01000193);
    high = Math.imul(high ^ words[1] ^ (low >>> 15), 0x85ebca6b);
    low ^= high >>> 13;
  };
  const visit = (each: unknown): void => {
    if (typeof each === 'number') add(each);
    else if (typeof each === 'bigint') visit(String(each));
    else if (typeof each === 'string') for (let i = 0; i < each.length; i++) add(each.charCodeAt(i));
    else if (each === null || typeof each !== 'object') add(each === true ? 1.5 : each === false ? 2.5 : 3.5);
    else if (ArrayBuffer.isView(each) || Array.isArray(each)) {
      const list = each as ArrayLike<unknown>;
      add(list.length + 0.25);
      for (let i = 0; i < list.length; i++) visit(list[i]);
    } else for (const key of Object.keys(each).sort()) visit((each as Record<string, unknown>)[key]);
  };
  visit(value);
  return `${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}`;
}
