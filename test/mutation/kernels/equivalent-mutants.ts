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
    change: /^(-1640531535 to|15 to|i32\.mul to add|i32\.shr_u to shl)/,
    context:
      /\[-1640531535\] i32\.mul|-1640531535 \[i32\.mul\]|-1640531535 i32\.mul tee (get )?\[15\]|tee (get )?15 \[i32\.shr_u\]/,
    reason: 'a hash: keys stand in other slots of the table, and are compared whole before they count as equal',
  },
  {
    in: /^lines\/lineSkip$/,
    change: /^(29 to|i64\.shr_u to shl|i64\.xor to and)/,
    context: /i64\.mul tee get (\[29\] i64\.shr_u|29 \[i64\.shr_u\])|32 i64\.shr_u \[i64\.xor\] store\+8/,
    reason: 'a hash: lines stand in other slots, and are compared byte for byte',
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

/** Why a mutant that survived changes no result; null when nobody knows. */
export function explain(mutant: NamedMutant): string | null {
  const fits = (each: Explanation): boolean =>
    each.in.test(mutant.in) && each.change.test(mutant.change) && each.context.test(mutant.context);
  return EXPLANATIONS.find(fits)?.reason ?? null;
}
