import { instantiate, instantiateSync } from '@assemblyscript/loader';
import { InvalidArgumentError } from '../../base/errors.js';
import type { EngineVariant } from '../engine.js';
import type { Kernels } from './kernels.js';
import { EngineMemory, MAXIMUM_PAGES, PAGE_BYTES } from './memory.js';

/** A module compiled by a host. */
export type CompiledModule = WebAssembly.Module;

/** A module ready to run: its kernels and the allocator over its memory. */
export interface WasmInstance {
  readonly variant: EngineVariant;
  /** Empty after the engine was disposed of. */
  kernels: Kernels;
  readonly memory: EngineMemory;
}

export interface InstanceOptions {
  readonly variant: EngineVariant;
  /** Most bytes of linear memory, default and most 65,535 pages of 64 KiB. */
  readonly maximumBytes?: number;
  /** Bytes of linear memory to begin with, default 1 MiB; rounded up to pages. */
  readonly initialBytes?: number;
}

/** Throws InvalidArgumentError unless the value is a compiled module. */
export function requireModule(value: unknown): WebAssembly.Module {
  if (value instanceof WebAssembly.Module) return value;
  throw new InvalidArgumentError('module', 'a compiled WebAssembly.Module', typeof value);
}

/** Compiles on the calling thread, once for several instances. */
export function compileHere(bytes: BufferSource): WebAssembly.Module {
  return new WebAssembly.Module(bytes);
}

/** Compiles without blocking: for the main thread of a page. */
export function compileLater(bytes: BufferSource): Promise<WebAssembly.Module> {
  return WebAssembly.compile(bytes);
}

/** Instantiates on the calling thread: Node, workers, tests. A page's main thread may refuse large modules. */
export function instantiateHere(source: BufferSource | WebAssembly.Module, options: InstanceOptions): WasmInstance {
  const memory = createMemory(options);
  const result = instantiateSync<Record<string, unknown>>(source, { env: { memory } });
  return describe(result.instance, memory, options);
}

/** Instantiates without blocking: for the main thread of a page. */
export async function instantiateLater(
  source: BufferSource | WebAssembly.Module,
  options: InstanceOptions,
): Promise<WasmInstance> {
  const memory = createMemory(options);
  const result = await instantiate<Record<string, unknown>>(source, { env: { memory } });
  return describe(result.instance, memory, options);
}

/** The raw exports, not the loader's wrapper: a call costs 2 to 4 ns instead of 10. */
function describe(instance: WebAssembly.Instance, memory: WebAssembly.Memory, options: InstanceOptions): WasmInstance {
  const kernels = instance.exports as unknown as Kernels;
  return { variant: options.variant, kernels, memory: new EngineMemory(kernels, memory, maximumOf(options)) };
}

function createMemory(options: InstanceOptions): WebAssembly.Memory {
  const maximum = Math.min(MAXIMUM_PAGES, Math.floor(maximumOf(options) / PAGE_BYTES));
  const initial = Math.ceil((options.initialBytes ?? 0x100000) / PAGE_BYTES);
  if (!(maximum >= 1)) {
    throw new InvalidArgumentError('maximumBytes', 'at least 65536', String(options.maximumBytes));
  }
  return new WebAssembly.Memory({ initial: Math.max(1, Math.min(initial, maximum)), maximum: MAXIMUM_PAGES });
}

function maximumOf(options: InstanceOptions): number {
  return options.maximumBytes ?? MAXIMUM_PAGES * PAGE_BYTES;
}
