/** Modules made of another one: with a mutant, with fuel that ends endless loops, with marks of what was reached. */
import type { Mutant } from './kernel-mutants.js';
import type { WasmFunction, WasmModule } from './wasm-code.js';
import { joinBytes, SECTION, signedLeb, unsignedLeb, withSection, writeCode, writeModule } from './wasm-code.js';

const I32 = 0x7f;
const LOOP = 0x03;
/** After these a stretch of code begins that need not run when the code before it does. */
const BRANCHES = new Set([LOOP, 0x04, 0x05, 0x0b, 0x0d]);

/** Name of the exported global that every function and every round of a loop takes 1 from; below 0 they trap. */
export const FUEL = 'fuel';
/** Stretches that one exported global marks, a bit each, and its name. */
const MARKED = 32;
const markName = (number: number): string => `mark${number}`;

/** Bytes put before an instruction; those at `start` of a function stand before the first one. */
type Insertions = ReadonlyMap<number, readonly number[]>;

/** A function with bytes inserted and one instruction replaced. */
function rewrite({ code, instructions, start }: WasmFunction, inserted: Insertions, mutant: Mutant | null): Uint8Array {
  const pieces: Uint8Array[] = [code.subarray(0, start)];
  instructions.forEach((each, i) => {
    const extra = inserted.get(i);
    if (extra !== undefined) pieces.push(Uint8Array.from(extra));
    pieces.push(mutant?.instruction === i ? Uint8Array.from(mutant.bytes) : code.subarray(each.from, each.to));
  });
  return joinBytes(pieces);
}

/** Takes 1 from a global, and traps below 0. */
function burn(global: number): number[] {
  const index = unsignedLeb(global);
  const less = [0x23, ...index, 0x41, 1, 0x6b, 0x24, ...index];
  return [...less, 0x23, ...index, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b];
}

/** Places where fuel is taken: the beginning of a function and of every round of a loop. */
function fuelOf({ instructions }: WasmFunction, global: number): Insertions {
  const inserted = new Map<number, readonly number[]>([[0, burn(global)]]);
  instructions.forEach(({ opcode }, i) => {
    if (opcode === LOOP) inserted.set(i + 1, burn(global));
  });
  return inserted;
}

/** A module with more i32 globals that are exported, all of them 0 at first, and other code. */
function withGlobals(
  module: WasmModule,
  names: readonly string[],
  codes: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const sectionOf = (id: number): Uint8Array =>
    module.sections.find((each) => each.id === id)?.body ?? Uint8Array.of(0);
  const grown = (id: number, entries: readonly (readonly number[])[]): Uint8Array => {
    const body = sectionOf(id);
    const { count, rest } = countOf(body);
    return joinBytes([Uint8Array.from(unsignedLeb(count + entries.length)), rest, Uint8Array.from(entries.flat())]);
  };
  const globals = names.map(() => [I32, 1, 0x41, ...signedLeb(0n), 0x0b]);
  const exported = names.map((name, i) => {
    const bytes = new TextEncoder().encode(name);
    return [...unsignedLeb(bytes.length), ...bytes, 3, ...unsignedLeb(module.globals + i)];
  });
  let sections = module.sections.filter(({ id }) => id !== SECTION.custom);
  sections = withSection(sections, SECTION.global, grown(SECTION.global, globals));
  sections = withSection(sections, SECTION.export, grown(SECTION.export, exported));
  return writeModule(withSection(sections, SECTION.code, writeCode(codes)));
}

function countOf(body: Uint8Array): { count: number; rest: Uint8Array } {
  let count = 0;
  let at = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = body[at++];
    count += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { count, rest: body.subarray(at) };
  }
}

/** Makes the modules of mutants, each with fuel: what does not change is made once. */
export function mutantWriter(module: WasmModule): (mutant: Mutant | null) => Uint8Array<ArrayBuffer> {
  const fuels = module.functions.map((each) => fuelOf(each, module.globals));
  const plain = module.functions.map((each, i) => rewrite(each, fuels[i], null));
  return (mutant) => {
    const codes = plain.slice();
    if (mutant !== null) codes[mutant.at] = rewrite(module.functions[mutant.at], fuels[mutant.at], mutant);
    return withGlobals(module, [FUEL], codes);
  };
}

/** A module that marks every stretch of code as it is reached. */
export interface MarkedModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly marks: number;
  /** [functions][instructions] the stretch that the instruction is in. */
  readonly stretchOf: readonly (readonly number[])[];
}

/** Sets a bit of a global. */
function mark(global: number, bit: number): number[] {
  const index = unsignedLeb(global);
  return [0x23, ...index, 0x41, ...signedLeb(BigInt.asIntN(32, 1n << BigInt(bit))), 0x72, 0x24, ...index];
}

/** The stretches that instances of a marked module have reached since the last call. */
export function takeReached(instances: readonly WebAssembly.Instance[], marks: number): number[] {
  const reached = new Set<number>();
  for (const { exports } of instances) {
    for (let i = 0; i * MARKED < marks; i++) {
      const global = exports[markName(i)] as WebAssembly.Global<'i32'>;
      const bits = global.value;
      if (bits === 0) continue;
      global.value = 0;
      for (let bit = 0; bit < MARKED; bit++) if (((bits >>> bit) & 1) === 1) reached.add(i * MARKED + bit);
    }
  }
  return [...reached];
}

export function markModule(module: WasmModule): MarkedModule {
  let marks = 0;
  const stretchOf: number[][] = [];
  const inserted = module.functions.map(({ instructions }) => {
    const own = new Map<number, readonly number[]>();
    const stretches: number[] = [];
    instructions.forEach((_, i) => {
      if (i === 0 || BRANCHES.has(instructions[i - 1].opcode)) {
        own.set(i, mark(module.globals + Math.floor(marks / MARKED), marks % MARKED));
        marks++;
      }
      stretches.push(marks - 1);
    });
    stretchOf.push(stretches);
    return own;
  });
  const codes = module.functions.map((each, i) => rewrite(each, inserted[i], null));
  const names = Array.from({ length: Math.ceil(marks / MARKED) }, (_, i) => markName(i));
  return { bytes: withGlobals(module, names, codes), marks, stretchOf };
}
