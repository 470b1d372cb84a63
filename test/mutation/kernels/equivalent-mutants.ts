/** Mutants of the kernels that change no result, with the reason why. */
import type { NamedMutant } from './mutation-worker.js';

/** Mutants of a function that are explained: those with this change, or any, whose instructions around it match. */
interface Explanation {
  /** File and function, as the program prints them. */
  readonly in: RegExp;
  readonly change?: RegExp;
  readonly context?: RegExp;
  readonly reason: string;
}

const EXPLANATIONS: readonly Explanation[] = [];

/** Why a mutant that survived changes no result; null when nobody knows. */
export function explain(mutant: NamedMutant): string | null {
  const fits = (each: Explanation): boolean =>
    each.in.test(mutant.in) &&
    (each.change?.test(mutant.change) ?? true) &&
    (each.context?.test(mutant.context) ?? true);
  return EXPLANATIONS.find(fits)?.reason ?? null;
}
