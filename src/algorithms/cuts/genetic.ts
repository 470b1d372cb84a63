import type { CutSets, Engine } from '../../engine/engine.js';
import type { RandomSource } from '../../base/random.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { runCutSearch, type CutSearch } from './cut-search-run.js';
import type { GeneticOptions } from '../cards/genetic.js';

/** Linear bias towards better ranks: the best is drawn 1.5 times as often as the median (Whitley 1989). */
const BIAS = 1.5;
/** Offspring between two looks at the clock. */
const SLICE = 16;

/** One bit a cut of the alphabet, and the value of the set. */
interface Individual {
  readonly bits: Uint8Array;
  readonly value: number;
}

/**
 * A genetic algorithm over sets of cuts.
 *
 * Iyengar, "Transforming Data to Satisfy Privacy Constraints", KDD 2002, section 5: bit strings with one bit for every
 * possible cut, and the steady-state scheme of GENITOR (Whitley 1989) that he extends: two parents drawn by rank, two-point
 * crossover, mutation, and the child replaces the worst of the population when it is better. Equal bit strings are kept
 * once.
 */
export function run(problem: Problem, engine: Engine, options: GeneticOptions, control: Control): Promise<Outcome> {
  return runCutSearch(problem, engine, options, control, async (search) => {
    const { clock, random, alphabet } = search;
    const mutation = options.mutation ?? 1 / Math.max(1, alphabet.length);
    const population: Individual[] = [];
    const known = new Set<string>();
    const all = options.population + options.offspring;
    let bred = 0;
    const enter = (bits: Uint8Array): void => {
      const key = keyOf(bits);
      if (known.has(key)) return;
      const { value } = search.evaluate(cutsOf(search, bits, problem.domains.length));
      if (population.length === options.population) {
        const worst = population[population.length - 1];
        if (value >= worst.value) return;
        population.pop();
        known.delete(keyOf(worst.bits));
      }
      known.add(key);
      let at = population.length;
      while (at > 0 && population[at - 1].value > value) at--;
      population.splice(at, 0, { bits, value });
    };
    enter(new Uint8Array(alphabet.length));
    for (let drawn = 1; alphabet.length > 0 && drawn < options.population; drawn++) {
      if (drawn % SLICE === 0 && (await clock.pause(drawn / all))) return { nodes: drawn, offspring: 0 };
      const oneIn = 2 << random.below(4);
      enter(Uint8Array.from({ length: alphabet.length }, () => (random.below(oneIn) === 0 ? 1 : 0)));
    }
    while (alphabet.length > 0 && bred < options.offspring) {
      if (bred % SLICE === 0 && (await clock.pause((options.population + bred) / all))) break;
      bred++;
      const child = pickByRank(population, random).bits.slice();
      if (drawUnit(random) < options.crossover) crossOver(child, pickByRank(population, random).bits, random);
      mutate(child, mutation, random);
      enter(child);
    }
    return { nodes: options.population + bred, offspring: bred };
  });
}

function pickByRank(population: readonly Individual[], random: RandomSource): Individual {
  const drawn = (BIAS - Math.sqrt(BIAS * BIAS - 4 * (BIAS - 1) * drawUnit(random))) / (2 * (BIAS - 1));
  return population[Math.min(population.length - 1, Math.floor(population.length * drawn))];
}

/** Copies a stretch of the other parent, which may go around the end. */
function crossOver(child: Uint8Array, other: Uint8Array, random: RandomSource): void {
  const from = random.below(child.length);
  const length = random.below(child.length);
  for (let i = 0; i < length; i++) {
    const at = (from + i) % child.length;
    child[at] = other[at];
  }
}

function mutate(child: Uint8Array, probability: number, random: RandomSource): void {
  const threshold = probability * 2 ** 32;
  for (let i = 0; i < child.length; i++) if (random.below(2 ** 32) < threshold) child[i] ^= 1;
}

function cutsOf({ alphabet }: CutSearch, bits: Uint8Array, attributes: number): CutSets {
  const lists = Array.from({ length: attributes }, (): number[] => []);
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) lists[alphabet[i].attribute].push(alphabet[i].leaf);
  return lists.map((list) => Uint32Array.from(list));
}

const keyOf = (bits: Uint8Array): string => bits.join('');

/** Uniform in [0, 1). */
function drawUnit(random: RandomSource): number {
  return random.below(2 ** 32) / 2 ** 32;
}
