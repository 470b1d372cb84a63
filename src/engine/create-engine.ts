import { InvalidArgumentError } from '../base/errors.js';
import type { Engine } from './engine.js';
import { embeddedKernels } from './wasm/embedded.js';
import type { LineCacheFactory } from '../table/line-cache.js';
import type { CompiledModule } from './wasm/instantiate.js';
import { compileHere, compileLater, requireModule } from './wasm/instantiate.js';
import { lineCacheFactory } from './wasm/line-cache.js';
import { createWasmEngine, createWasmEngineLater } from './wasm/wasm-engine.js';

interface EngineOptions {
  /** Default `wasm`. Where the host has no WebAssembly with SIMD the twin takes its place, and `engine.name` says so. */
  readonly engine?: 'wasm' | 'js';
  /** Kernels compiled elsewhere, for hosts that compile no WebAssembly at run time: what importing `kohort/engine.wasm` gives there. */
  readonly module?: CompiledModule;
  /** Most bytes of linear memory, default and most 65,535 pages of 64 KiB (just below 4 GiB). */
  readonly maximumBytes?: number;
  /** Bytes of linear memory to begin with, default 1 MiB. */
  readonly initialBytes?: number;
}

/** () -> v128: i8x16.popcnt(i8x16.splat(0)). */
// prettier-ignore
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** True when the host runs the kernels: WebAssembly with SIMD, which every browser has since 2023. */
function hasKernels(): boolean {
  return (
    typeof WebAssembly === 'object' && typeof WebAssembly.instantiate === 'function' && WebAssembly.validate(SIMD_PROBE)
  );
}

/**
 * Creates an engine. Same results whatever the engine. Dispose of it when done: it holds the rows of people.
 * Throws InvalidArgumentError for options it does not know.
 *
 * @example
 * const engine = await createEngine();
 * console.log(engine.name); // wasm
 * engine.dispose();
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const wanted = options.engine ?? 'wasm';
  if (wanted !== 'wasm' && wanted !== 'js') throw new InvalidArgumentError('engine', '"wasm" or "js"', String(wanted));
  if (wanted === 'js' || !hasKernels()) return createTwin();
  const { module, maximumBytes, initialBytes } = options;
  const limits = { variant: 'wasm', maximumBytes, initialBytes } as const;
  if (module !== undefined) return createWasmEngine(requireModule(module), limits);
  const kernels = await compiledKernels();
  return onPage() ? createWasmEngineLater(kernels, limits) : createWasmEngine(kernels, limits);
}

/** The twin is loaded on use: most hosts never need it. */
async function createTwin(): Promise<Engine> {
  const { createJsEngine } = await import('./js/js-engine.js');
  return createJsEngine();
}

/** A page's main thread may refuse to compile at once what Node and workers compile in a millisecond. */
const onPage = (): boolean => 'document' in globalThis;

let compiled: Promise<CompiledModule> | null = null;

/** The embedded kernels, unpacked and compiled once for all engines: what the host made faster as it ran stays so. */
function compiledKernels(): Promise<CompiledModule> {
  if (compiled !== null) return compiled;
  compiled = embeddedKernels().then((bytes) => (onPage() ? compileLater(bytes) : compileHere(bytes)));
  // A refused attempt is repeated at the next call.
  compiled.catch(() => (compiled = null));
  return compiled;
}

export { createWasmEngine } from './wasm/wasm-engine.js';

/**
 * The `createMemo` of `readCsvCounted` that looks lines up in WebAssembly: some three times as fast as in JavaScript. Undefined where the host has no
 * WebAssembly.
 */
export async function createLineCaches(): Promise<LineCacheFactory | undefined> {
  if (!hasKernels()) return undefined;
  return lineCacheFactory(await compiledKernels());
}
