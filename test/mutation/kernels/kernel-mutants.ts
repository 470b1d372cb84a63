/** Mutants of a module: each is one instruction of one function, changed so that the module stays valid. */
import type { Instruction, WasmFunction, WasmModule } from './wasm-code.js';
import { signedLeb, unsignedLeb } from './wasm-code.js';

export interface Mutant {
  /** Place in {@link WasmModule.functions}. */
  readonly at: number;
  /** Place in its instructions. */
  readonly instruction: number;
  /** The change, in words that the next build of the same sources gives too. */
  readonly change: string;
  readonly kind: MutantKind;
  /** Bytes in place of the instruction. */
  readonly bytes: readonly number[];
}

export type MutantKind = 'comparison' | 'constant' | 'arithmetic' | 'branch' | 'store' | 'call';

const I32 = 0x7f;
const I64 = 0x7e;
const F64 = 0x7c;
const DROP = 0x1a;
const EQZ = 0x45;
const CALL = 0x10;
const BR_IF = 0x0d;
const IF = 0x04;
const SELECT = 0x1b;

/** Comparisons by opcode, each list of one type: eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u; floats have no signs. */
const INTEGER_COMPARISONS = ['eq', 'ne', 'lt_s', 'lt_u', 'gt_s', 'gt_u', 'le_s', 'le_u', 'ge_s', 'ge_u'];
const FLOAT_COMPARISONS = ['eq', 'ne', 'lt', 'gt', 'le', 'ge'];
const INTEGER_ARITHMETIC = [
  ...['clz', 'ctz', 'popcnt', 'add', 'sub', 'mul', 'div_s', 'div_u', 'rem_s', 'rem_u'],
  ...['and', 'or', 'xor', 'shl', 'shr_s', 'shr_u', 'rotl', 'rotr'],
];
const FLOAT_ARITHMETIC = [
  ...['abs', 'neg', 'ceil', 'floor', 'trunc', 'nearest', 'sqrt'],
  ...['add', 'sub', 'mul', 'div', 'min', 'max', 'copysign'],
];

/** Operators that are exchanged, in every type that has both. */
const EXCHANGED: Readonly<Record<string, string>> = {
  ...{ eq: 'ne', ne: 'eq', lt: 'le', le: 'lt', gt: 'ge', ge: 'gt' },
  ...{ lt_s: 'le_s', le_s: 'lt_s', gt_s: 'ge_s', ge_s: 'gt_s' },
  ...{ lt_u: 'le_u', le_u: 'lt_u', gt_u: 'ge_u', ge_u: 'gt_u' },
  ...{ add: 'sub', sub: 'add', mul: 'add', div: 'mul', div_s: 'mul', div_u: 'mul', rem_s: 'div_s', rem_u: 'div_u' },
  ...{
    and: 'or',
    or: 'and',
    xor: 'and',
    andnot: 'and',
    shl: 'shr_u',
    shr_u: 'shl',
    shr_s: 'shl',
    rotl: 'rotr',
    rotr: 'rotl',
  },
  ...{ clz: 'ctz', ctz: 'clz', min: 'max', max: 'min', min_s: 'max_s', max_s: 'min_s', min_u: 'max_u', max_u: 'min_u' },
  ...{ floor: 'ceil', ceil: 'floor', any_true: 'all_true', all_true: 'any_true' },
};

const operators = listOperators();
const opcodes = new Map([...operators].map(([opcode, name]) => [name, opcode]));

/** Names of the operators that are exchanged, by opcode. */
function listOperators(): Map<number, string> {
  const names = new Map<number, string>();
  const add = (first: number, type: string, list: readonly string[]): void =>
    list.forEach((name, i) => names.set(first + i, `${type}.${name}`));
  add(0x46, 'i32', INTEGER_COMPARISONS);
  add(0x51, 'i64', INTEGER_COMPARISONS);
  add(0x5b, 'f32', FLOAT_COMPARISONS);
  add(0x61, 'f64', FLOAT_COMPARISONS);
  add(0x67, 'i32', INTEGER_ARITHMETIC);
  add(0x79, 'i64', INTEGER_ARITHMETIC);
  add(0x8b, 'f32', FLOAT_ARITHMETIC);
  add(0x99, 'f64', FLOAT_ARITHMETIC);
  const vector = (number: number, type: string, list: readonly string[]): void => add(0xfd00 + number, type, list);
  vector(35, 'i8x16', INTEGER_COMPARISONS);
  vector(45, 'i16x8', INTEGER_COMPARISONS);
  vector(55, 'i32x4', INTEGER_COMPARISONS);
  vector(71, 'f64x2', FLOAT_COMPARISONS);
  vector(78, 'v128', ['and', 'andnot', 'or', 'xor']);
  for (const [number, type] of [[107, 'i8x16'], [139, 'i16x8'], [171, 'i32x4'], [203, 'i64x2']] as const) {
    vector(number, type, ['shl', 'shr_s', 'shr_u', 'add']);
    vector(number + 6, type, ['sub']);
    if (type === 'i64x2') continue;
    vector(number + 11, type, ['min_s', 'min_u', 'max_s', 'max_u']);
  }
  for (const [number, type] of [[149, 'i16x8'], [181, 'i32x4'], [213, 'i64x2']] as const) vector(number, type, ['mul']);
  vector(214, 'i64x2', ['eq', 'ne']);
  vector(240, 'f64x2', ['add', 'sub', 'mul', 'div']);
  return names;
} // prettier-ignore

/** The bytes of an opcode. */
const opcodeBytes = (opcode: number): number[] =>
  opcode < 0x100 ? [opcode] : [Math.floor(opcode / 0x100), ...unsignedLeb(opcode % 0x100)];

/** All mutants of the functions that `isOurs` names. */
export function listMutants(module: WasmModule, isOurs: (name: string) => boolean = () => true): Mutant[] {
  return module.functions.flatMap((each, at) =>
    isOurs(module.names.get(each.index) ?? '') ? mutantsOf(module, each, at) : [],
  );
}

function mutantsOf(module: WasmModule, { code, instructions }: WasmFunction, at: number): Mutant[] {
  const found: Mutant[] = [];
  instructions.forEach((each, instruction) => {
    const own = code.subarray(each.from, each.to);
    const add = (kind: MutantKind, change: string, bytes: readonly number[]): void =>
      void found.push({ at, instruction, change, kind, bytes });
    const before = instructions[instruction - 1] as Instruction | undefined;
    mutateOperator(each, add);
    mutateConstant(each, own, add);
    mutateBranch(each, before, own, add);
    mutateEffect(module, each, own, add);
  });
  return found;
}

type Add = (kind: MutantKind, change: string, bytes: readonly number[]) => void;

function mutateOperator({ opcode }: Instruction, add: Add): void {
  if (opcode === EQZ) return add('comparison', 'i32.eqz dropped', []);
  if (opcode === 0x50) return add('comparison', 'i64.eqz to ne 0', [0x42, 0, 0x52]);
  const name = operators.get(opcode);
  if (name === undefined) return;
  const [type, operator] = name.split('.');
  const other = EXCHANGED[operator] as string | undefined;
  const target = opcodes.get(`${type}.${other}`);
  if (target === undefined) return;
  const isComparison = (type.startsWith('f') ? FLOAT_COMPARISONS : INTEGER_COMPARISONS).includes(operator);
  add(isComparison ? 'comparison' : 'arithmetic', `${name} to ${other}`, opcodeBytes(target));
}

function mutateConstant({ opcode, immediate }: Instruction, own: Uint8Array, add: Add): void {
  if (opcode === 0x41 || opcode === 0x42) {
    const bits = opcode === 0x41 ? 32 : 64;
    const next = BigInt.asIntN(bits, immediate + 1n);
    add('constant', `${immediate} to ${next}`, [opcode, ...signedLeb(next)]);
    if (immediate !== 0n && next !== 0n) add('constant', `${immediate} to 0`, [opcode, 0]);
  } else if (opcode === 0x44) {
    const value = new DataView(own.buffer, own.byteOffset + 1, 8).getFloat64(0, true);
    for (const other of new Set([value + 1, 0])) {
      if (other === value) continue;
      const bytes = new Uint8Array(Float64Array.of(other).buffer);
      add('constant', `${value} to ${other}`, [opcode, ...bytes]);
    }
  } else if (opcode === 0xfd0c) {
    add('constant', 'first lane + 1', own.map((byte, i) => (i === 2 ? (byte + 1) % 256 : byte)) as never);
  }
}

function mutateBranch({ opcode }: Instruction, before: Instruction | undefined, own: Uint8Array, add: Add): void {
  if (opcode !== BR_IF && opcode !== IF && opcode !== SELECT) return;
  // The comparison before it, turned round, is the same mutant.
  const last = before?.opcode ?? 0;
  if (last === EQZ || last === 0x50 || /\.(eq|ne)$/.test(operators.get(last) ?? '')) return;
  const name = opcode === IF ? 'if' : opcode === BR_IF ? 'br_if' : 'select';
  add('branch', `${name} inverted`, [EQZ, ...own]);
}

function mutateEffect(module: WasmModule, { opcode, immediate }: Instruction, own: Uint8Array, add: Add): void {
  const isStore = (opcode >= 0x36 && opcode <= 0x3e) || opcode === 0xfd0b;
  if (isStore) return add('store', 'store dropped', [DROP, DROP]);
  if (opcode === 0xfc0a || opcode === 0xfc0b) return add('store', 'copy or fill dropped', [DROP, DROP, DROP]);
  if (opcode !== CALL) return;
  const { parameters, results } = module.typeOf[Number(immediate)];
  if (results.length === 0)
    return add(
      'call',
      'call dropped',
      parameters.map(() => DROP),
    );
  const zero = new Map([[I32, [0x41, 0]], [I64, [0x42, 0]], [F64, [0x44, 0, 0, 0, 0, 0, 0, 0, 0]]]).get(results[0]); // prettier-ignore
  if (zero !== undefined) add('call', 'result of call to 0', [...own, DROP, ...zero]);
}

/** Instructions around a mutant that say where it is to a reader and to the next build: no local's number, no address. */
export function contextOf({ instructions }: WasmFunction, { instruction }: Pick<Mutant, 'instruction'>): string {
  const name = (place: number): string => {
    const each = instructions[place] as Instruction | undefined;
    if (each === undefined) return '';
    return place === instruction ? `[${nameOf(each)}]` : nameOf(each);
  };
  return Array.from({ length: 7 }, (_, i) => name(instruction - 4 + i)).filter((text) => text !== '').join(' '); // prettier-ignore
}

const PLAIN = new Map<number, string>([
  [0x02, 'block'], [0x03, 'loop'], [IF, 'if'], [0x05, 'else'], [0x0b, 'end'], [0x0c, 'br'], [BR_IF, 'br_if'], [0x0f, 'return'],
  [CALL, 'call'], [DROP, 'drop'], [SELECT, 'select'], [0x20, 'get'], [0x21, 'set'], [0x22, 'tee'], [0x23, 'global.get'],
  [0x24, 'global.set'], [EQZ, 'i32.eqz'], [0x50, 'i64.eqz'], [0xa7, 'wrap'], [0xac, 'extend_s'], [0xad, 'extend_u'],
]); // prettier-ignore

function nameOf({ opcode, immediate }: Instruction): string {
  if (opcode === 0x41 || opcode === 0x42) return String(immediate);
  if (opcode === 0x44) return 'f64.const';
  if (opcode >= 0x28 && opcode <= 0x35) return `load+${immediate}`;
  if (opcode >= 0x36 && opcode <= 0x3e) return `store+${immediate}`;
  return PLAIN.get(opcode) ?? operators.get(opcode) ?? `0x${opcode.toString(16)}`;
}
