import { InvalidArgumentError } from '../errors.js';
import type { Engine, EngineVariant } from './engine.js';
import { createJsEngine } from './js/js-engine.js';
import { embeddedKernels } from './wasm/embedded.js';
import type { LineMemoFactory } from '../table/line-memo.js';
import type { CompiledModule } from './wasm/instantiate.js';
import { compileHere, compileLater, requireModule } from './wasm/instantiate.js';
import { lineMemoFactory } from './wasm/line-memo.js';
import { createWasmEngine, createWasmEngineLater } from './wasm/wasm-engine.js';

export interface EngineOptions {
  /** Default `wasm`. Where the host has no WebAssembly the twin takes its place, and `engine.name` says so. */
  readonly engine?: 'wasm' | 'js';
  /** Which build to run: default `wasm-simd` where the host can, else `wasm`. */
  readonly variant?: EngineVariant;
  /**
   * Kernels compiled elsewhere, for hosts that compile no WebAssembly at run time: what importing `kohort/engine.wasm` or
   * `kohort/engine.simd.wasm` gives there; `variant` says which of the two (default `wasm`).
   */
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

/** True when the host runs WebAssembly SIMD. */
export function hasSimd(): boolean {
  return hasWebAssembly() && WebAssembly.validate(SIMD_PROBE);
}

function hasWebAssembly(): boolean {
  return typeof WebAssembly === 'object' && typeof WebAssembly.instantiate === 'function';
}

/**
 * Creates an engine. Same results whatever engine and variant. Dispose of it when done: it holds the rows of people.
 * Throws InvalidArgumentError for options it does not know.
 *
 * @example
 * const engine = await createEngine();
 * console.log(engine.variant); // wasm-simd
 * engine.dispose();
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const wanted = options.engine ?? (options.variant === 'js' ? 'js' : 'wasm');
  if (wanted !== 'wasm' && wanted !== 'js') throw new InvalidArgumentError('engine', '"wasm" or "js"', String(wanted));
  const { module } = options;
  const best = module === undefined && hasSimd() ? 'wasm-simd' : 'wasm';
  const variant = options.variant ?? (wanted === 'js' ? 'js' : best);
  if ((variant === 'js') !== (wanted === 'js')) {
    throw new InvalidArgumentError('variant', `a variant of engine "${wanted}"`, variant);
  }
  if (variant === 'js' || !hasWebAssembly()) return createJsEngine();
  if (variant !== 'wasm' && variant !== 'wasm-simd') {
    throw new InvalidArgumentError('variant', '"js", "wasm" or "wasm-simd"', String(variant));
  }
  const limits = { variant, maximumBytes: options.maximumBytes, initialBytes: options.initialBytes };
  if (module !== undefined) return createWasmEngine(requireModule(module), limits);
  const kernels = await compiledKernels(variant);
  return onPage() ? createWasmEngineLater(kernels, limits) : createWasmEngine(kernels, limits);
}

/** A page's main thread may refuse to compile at once what Node and workers compile in a millisecond. */
const onPage = (): boolean => 'document' in globalThis;

const compiled = new Map<'wasm' | 'wasm-simd', Promise<CompiledModule>>();

/** The embedded kernels, unpacked and compiled once for all engines: what the host made faster as it ran stays so. */
function compiledKernels(variant: 'wasm' | 'wasm-simd'): Promise<CompiledModule> {
  const known = compiled.get(variant);
  if (known !== undefined) return known;
  const made = embeddedKernels(variant).then((bytes) => (onPage() ? compileLater(bytes) : compileHere(bytes)));
  compiled.set(variant, made);
  // A host that refused once is asked again.
  made.catch(() => compiled.delete(variant));
  return made;
}

export { createWasmEngine } from './wasm/wasm-engine.js';

/**
 * What `readCsvCounted` takes as `createMemo` to look lines up in WebAssembly: some three times as fast as in JavaScript.
 * Undefined where the host has no WebAssembly.
 */
export async function createLineMemos(): Promise<LineMemoFactory | undefined> {
  if (!hasWebAssembly()) return undefined;
  return lineMemoFactory(await compiledKernels('wasm'));
}
