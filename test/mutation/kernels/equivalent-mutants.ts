/** Mutants of the kernels that change no result, with the reason why. */
import type { NamedMutant } from './mutation-worker.js';

/** Mutants of a function that are explained: those with this change whose instructions around it match. */
interface Explanation {
  /** File and function, as the program prints them. */
  readonly in: RegExp;
  readonly change: RegExp;
  readonly context: RegExp;
  readonly reason: string;
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    in: /^k-optimize\//,
    change: /^(48 to|i32\.gt_s to ge_s|if inverted)/,
    context: /\[48\] i32\.gt_s if|48 \[i32\.gt_s\] if|48 i32\.gt_s \[if\]/,
    reason: 'a short stretch of words is filled one by one, a long one at once: both fill it',
  },
  {
    in: /^(k-optimize|partitioned|node-sets|cells|grouping|lines)\//,
    change: /^(-1640531535 to|1[56] to|i32\.mul to add|i32\.shr_u to shl|i32\.xor to and)/,
    context:
      /\[-1640531535\] i32\.mul|-1640531535 \[i32\.mul\]|-1640531535 i32\.mul (tee (get )?)?\[1[56]\]|(tee (get )?|-1640531535 i32\.mul )1[56] \[i32\.shr_u\]|tee get (\[16\] i32\.shr_u|16 \[i32\.shr_u\]) i32\.xor|15 i32\.shr_u (get )?\[i32\.xor\]|load\+0 \[i32\.xor\] -1640531535/,
    reason: 'a hash: keys stand in other slots of the table, and are compared whole before they count as equal',
  },
  {
    in: /^lines\/lineSkip$/,
    change: /^(29 to|32 to|56 to|1 to 2|-8 to -7|i64\.(shr_u to shl|shl to shr_u|xor to and|mul to add))/,
    context:
      /i64\.mul tee get (\[(29|32)\] i64\.shr_u|(29|32) \[i64\.shr_u\])|(29|32) i64\.shr_u \[i64\.xor\] (store\+8|set)|i64\.eqz if get get \[i64\.xor\] get i64\.mul|i64\.xor get \[i64\.mul\] tee|get \[1\] get i64\.shl|i64\.xor get (\[56\] i64\.shl|56 \[i64\.shl\]) i64\.xor|i64\.ctz \[-8\] i64\.and/,
    reason: 'a hash: lines stand in other slots, and are compared byte for byte',
  },
  {
    in: /^lines\/lineSkip$/,
    change: /^(store dropped|if inverted|0 to 1|i64\.xor to and)/,
    context:
      /\[store\+(12|72)\]|loop get get i32\.(lt|gt)_u \[if\] get get|end end \[0\] set loop|load\+64 (\[i64\.xor\]|i64\.xor \[i64\.xor\])/,
    reason: 'reads that only warm the cache: what they find means nothing',
  },
  {
    in: /^lines\/lineSkip$/,
    change: /^i32\.(lt_u to le_u|gt_u to ge_u)/,
    context:
      /store\+52 loop get get \[i32\.lt_u\] if|get get \[i32\.gt_u\] i32\.and if|8 i32\.add tee get \[i32\.lt_u\] br_if/,
    reason: 'one look more, at the end of what is there: a line found there ends behind it, and is left',
  },
  {
    in: /^(lines\/lineAdd|cells\/cellsTake)$/,
    change: /^(1 to 0|i32\.gt_u to ge_u)/,
    context: /(get get|i32\.sub) (\[1\] i32\.gt_u|1 \[i32\.gt_u\]) tee if/,
    reason: 'before a line of one byte, its LF, stands the LF of the line before, or nothing: no CR',
  },
  {
    in: /^(lines\/line(Skip|Add)|hilbert\/hilbertKeys)$/,
    change: /^32 to 0$/,
    context: /1 \[32\] get (load\+12|1)|get if get get \[32\] get i32\.sub/,
    reason: 'the places of a shift count modulo 32',
  },
  {
    in: /^lines\/lineSkip$/,
    change: /^1 to 2$/,
    context: /i32\.shl 4 i32\.shl \[1\] i32\.sub/,
    reason: 'the lowest bits of where a slot stands are 0',
  },
  {
    in: /^arena\/wipe$/,
    change: /^(4096 to 4097|i32\.lt_u to le_u|if inverted)/,
    context:
      /if get \[4096\] i32\.add|tee get get \[i32\.lt_u\] select|set loop get get \[i32\.lt_u\] if|end end get get \[i32\.lt_u\] if|i32\.lt_u \[if\] get load\+0/,
    reason: 'which stretches are looked at before they are wiped: all that is not 0 is',
  },
  {
    in: /^arena\/growTo$/,
    change: /^(0 to 1|i32\.lt_s to le_s)/,
    context: /0x40 (\[0\] i32\.lt_s|0 \[i32\.lt_s\])/,
    reason: 'the memory that grew had a page at least: its size was not 0',
  },
  {
    in: /^hilbert\/hilbertKeys$/,
    change: /^(1 to 0|i32\.gt_u to ge_u)/,
    context: /set loop get (\[1\] i32\.gt_u|1 \[i32\.gt_u\]) if/,
    reason: 'a round for the lowest bit, below which there is nothing to exchange',
  },
  {
    in: /^hilbert\/hilbertKeys$/,
    change: /^0 to 1$/,
    context: /end end \[0\] set 0|i32\.add set \[0\] set 0/,
    reason: 'a bit above those of the key, which is shifted out',
  },
  {
    in: /^columns\/(gatherFrom|gatherCodes)/,
    change: /^i32\.lt_u to le_u/,
    context: /loop get get \[i32\.lt_u\] if/,
    reason: 'a code too many is written over: the next column comes behind it, or the counts',
  },
  {
    in: /^columns\/loadCodes$/,
    change: /^0 to 1$/,
    context: /end end end \[0\] end/,
    reason: 'the value of success: only what is below 0 is a failure',
  },
  {
    in: /^grouping\/numberWide$/,
    change: /^(0 to 1|i32\.lt_u to le_u)/,
    context: /i32\.add set \[0\] set block|set loop get get \[i32\.lt_u\] if/,
    reason:
      'the hash being equal and the other words too, so is the first; and a word behind a key is written over by the next key',
  },
  {
    in: /^grouping\/groupRows$/,
    change: /^(2048 to 2049|i32\.ge_u to gt_u)/,
    context: /tee get (\[2048\] i32\.ge_u|2048 \[i32\.ge_u\]) select/,
    reason: 'the smaller of two numbers: of equal ones either',
  },
  {
    in: /^k-optimize\//,
    change: /^f64\.(gt|lt) to [gl]e/,
    context: /get get (f64\.const )?\[f64\.[gl]t\] select|3 i32\.shl i32\.add load\+0 \[f64\.gt\] if/,
    reason: 'the larger or the smaller of two numbers: of equal ones either',
  },
  {
    in: /^k-optimize\/(search\.generated\/searchNodes|frames\.generated\/takeClass)$/,
    change: /^(0 to 1|i32\.(gt|lt)_s to [gl]e_s)/,
    context:
      /load\+264 tee get \[0\] i32\.gt_s select|get get get get \[i32\.gt_s\] select|tee get get \[i32\.lt_s\] select/,
    reason: 'the smaller of two numbers: of equal ones either',
  },
  {
    in: /^k-optimize\/(search|frames)\.generated\/(searchNodes|openChild)$/,
    change: /^0 to 1$/,
    context: /-1 (\[0\] 0|0 \[0\]) call/,
    reason: 'without an attribute, a leaf and a side mean nothing',
  },
  {
    in: /^k-optimize\/losses\.generated\/sum(Squares|Labels|Minorities)$/,
    change: /^(1 to 0|i32\.sub to add)/,
    context: /loop get get (\[1\] i32\.sub|1 \[i32\.sub\]) i32\.lt_s/,
    reason: 'runs that begin with the last record, or behind it, have no other: nothing is noted',
  },
  {
    in: /^k-optimize\/cells\.generated\/mergeCells$/,
    change: /^1 to 0$/,
    context: /i32\.eq set \[1\] set loop/,
    reason: 'the first word of a key compared twice',
  },
  {
    in: /^./,
    change: /^1 to 2$/,
    context: /if \[1\] else|else \[1\] end (i32\.eqz|br_if|if)/,
    reason: 'the value of && or ||, of which only whether it is 0 is asked',
  },
  {
    in: /^(columns\/largestCode|member-scan\/member(Nearest|Farthest)|quality\/sumMinorities|cut-evaluator\/(toggleLabels|cutSumLines)|conditions\/kindHolds|nearest-means\/distanceFrom)$/,
    change: /^(i32|f64)\.[lg]t(_[su])? to [lg]e/,
    context: /get get \[(i32|f64)\.[lg]t(_[su])?\] select/,
    reason: 'the larger or the smaller of two numbers: of equal ones either',
  },
  {
    in: /^k-optimize\/losses\.generated\/sortBits$/,
    change: /^(8 to 9|11 to|1024 to|i32\.lt_s to le_s|select inverted)/,
    context: /1024|\[8\] 11|8 \[11\]/,
    reason: 'most bits that one pass sorts by: passes are more or fewer, the order is that of all bits',
  },
  {
    in: /^(columns\/largestCode|quality\/sumMinorities|quality\/sumClassesInto|keys\/makeKeysInto)$/,
    change: /^(-16 to|-4 to|i32\.and to or|i32\.add to sub|i32\.shl to shr_u|2 to 0)/,
    context:
      /\[-(16|4)\] i32\.and|-(16|4) \[i32\.and\]|-16 i32\.and \[i32\.add\]|-4 i32\.and (\[2\] i32\.shl|2 \[i32\.shl\]|2 i32\.shl \[i32\.add\])/,
    reason: 'where the loop over vectors (SIMD) ends: the loop over single values does the rest',
  },
  {
    in: /^(mondrian\/(mondrianPack|cut|cutOrdered)|k-optimize\/records\/sortPass|member-scan\/memberStart)$/,
    change: /^([13] to [02]|if inverted)/,
    context: /\[1\] i32\.eq|\[3\] i32\.eq if|1 i32\.add get i32\.lt_u \[if\] get load\+20/,
    reason: 'a loop for the commonest width or length, which does what the loop for any of them does',
  },
];

/** Reason why a mutant that survived changes no result; null when it is unknown. */
export function explain(mutant: NamedMutant): string | null {
  const fits = (each: Explanation): boolean =>
    each.in.test(mutant.in) && each.change.test(mutant.change) && each.context.test(mutant.context);
  return EXPLANATIONS.find(fits)?.reason ?? null;
}
