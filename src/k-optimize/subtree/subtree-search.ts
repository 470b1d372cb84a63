import type { CutSolution } from '../../engine/engine.js';
import { EXCLUDED, MADE, type SplitForest, UNDECIDED } from './split-forest.js';
import { NodeQueue, type OpenNode } from './node-queue.js';
import type { SubtreeCosts } from './subtree-costs.js';

/** A solution of the full-subtree scheme. */
export interface SubtreeSolution extends Omit<CutSolution, 'cuts'> {
  /** [splits] MADE for those that are made. */
  readonly made: Uint8Array;
}

/** Rules of the search; docs/k-optimize.md, whole subtrees. None changes the optimum. */
export interface SubtreeRules {
  /** Nodes by their bound. */
  readonly nodes: boolean;
  /** Splits that cannot be made, or must be, by the bound of the node that they would lead to. */
  readonly tail: boolean;
  /** The split that the search branches on: the one that costs the most when it is left out. Off: the first. */
  readonly reorder: boolean;
}

/** Bounds and costs of a node: head {made}, tail {undecided}. */
interface Judged {
  readonly bound: number;
  /** [splits] what a solution without the split costs at least, and what making it alone does to the cost; 0 where not known. */
  readonly without: Float64Array;
  readonly alone: Float64Array;
}

/**
 * The cheapest set of splits, by branch and bound. A node has made some splits and excluded others, with all below them; the
 * undecided rest is decided one after the other, by two children each. The node with the least bound is next, so that the bound of the
 * whole search rises with every node.
 */
export class SubtreeSearch {
  readonly #costs: SubtreeCosts;
  readonly #forest: SplitForest;
  readonly #rules: SubtreeRules;
  readonly #open = new NodeQueue();
  /** The search looks only for cheaper solutions. */
  #bestCost: number;
  #best: SubtreeSolution | null = null;
  nodes = 0;
  prunedNodes = 0;
  /** Splits that a node decided by a bound. */
  prunedTail = 0;

  constructor(costs: SubtreeCosts, forest: SplitForest, rules: SubtreeRules, seedCost: number) {
    this.#costs = costs;
    this.#forest = forest;
    this.#rules = rules;
    this.#bestCost = seedCost;
    this.#open.push({ state: new Uint8Array(forest.length), bound: 0 });
  }

  get best(): SubtreeSolution | null {
    return this.#best;
  }

  /** Open nodes. */
  get open(): number {
    return this.#open.length;
  }

  get isDone(): boolean {
    return this.#open.length === 0;
  }

  /** No solution costs less than this, or than the least cost known. */
  get lowerBound(): number {
    return Math.min(this.#bestCost, this.#open.leastBound);
  }

  /** The open nodes as they are. Tests only. */
  get openNodes(): readonly OpenNode[] {
    return this.#open.all;
  }

  /** Weighs a solution that was found elsewhere. */
  offer(solution: SubtreeSolution): void {
    if (solution.suppressed > this.#costs.problem.suppressionLimit || solution.cost >= this.#bestCost) return;
    this.#bestCost = solution.cost;
    this.#best = solution;
  }

  /** Opens the node with the least bound. */
  step(): void {
    const node = this.#open.pop();
    if (node === undefined) return;
    this.nodes++;
    if (this.#isRefuted(node.bound)) {
      this.prunedNodes++;
      return;
    }
    const { state } = node;
    const part = this.#costs.coarsen(this.#forest.cutsOf((split) => state[split] !== EXCLUDED));
    try {
      const judged = this.#judge(part, node);
      if (judged === null) this.prunedNodes++;
      else this.#branch(state, judged);
    } finally {
      part.dispose();
    }
  }

  #isRefuted(bound: number): boolean {
    return this.#rules.nodes && bound >= this.#bestCost;
  }

  #offerSplits({ cost, suppressed }: { cost: number; suppressed: number }, isMade: (split: number) => boolean): void {
    if (suppressed > this.#costs.problem.suppressionLimit || cost >= this.#bestCost) return;
    const made = new Uint8Array(this.#forest.length);
    for (let split = 0; split < made.length; split++) if (isMade(split)) made[split] = MADE;
    this.offer({ made, cost, suppressed });
  }

  /** Decides what bounds decide, until nothing changes; null when nothing below the node can be better than the best. */
  #judge(part: SubtreeCosts, { state, bound: before }: OpenNode): Judged | null {
    const forest = this.#forest;
    const without = new Float64Array(forest.length);
    const alone = new Float64Array(forest.length);
    let bound = before;
    for (;;) {
      const isMade = (split: number): boolean => state[split] === MADE;
      const head = part.evaluate(forest.cutsOf(isMade));
      if (head.suppressed > this.#costs.problem.suppressionLimit) return null;
      this.#offerSplits(head, isMade);
      const cells = part.joined(forest.cutsOf((split) => state[split] !== EXCLUDED));
      bound = Math.max(bound, cells + part.surcharge(head.suppressed));
      if (this.#isRefuted(bound)) return null;
      if (!this.#rules.tail) return { bound, without, alone };
      const decided = this.prunedTail;
      for (let split = 0; split < forest.length; split++) {
        if (state[split] !== UNDECIDED) continue;
        if (this.#cannotBeMade(part, state, split, cells, alone)) forest.exclude(state, split);
        else {
          without[split] = this.#boundWithout(part, state, split, head.suppressed);
          if (without[split] < this.#bestCost) continue;
          forest.make(state, split);
        }
        this.prunedTail++;
      }
      if (this.prunedTail === decided) return { bound, without, alone };
    }
  }

  /** Tests whether making a split, with its ancestors, passes the limit, or cannot be better than the incumbent. Offers this solution, too. */
  #cannotBeMade(part: SubtreeCosts, state: Uint8Array, split: number, cells: number, alone: Float64Array): boolean {
    const { end } = this.#forest;
    const isMade = (other: number): boolean => state[other] === MADE || (other <= split && end[other] > split);
    const made = part.evaluate(this.#forest.cutsOf(isMade));
    alone[split] = made.cost;
    if (made.suppressed > this.#costs.problem.suppressionLimit) return true;
    this.#offerSplits(made, isMade);
    return cells + part.surcharge(made.suppressed) >= this.#bestCost;
  }

  /** Lower bound on the cost of solutions that leave a split out. */
  #boundWithout(part: SubtreeCosts, state: Uint8Array, split: number, suppressed: number): number {
    const { end } = this.#forest;
    const isLeft = (other: number): boolean => other < split || other >= end[split];
    const cells = part.joined(this.#forest.cutsOf((other) => state[other] !== EXCLUDED && isLeft(other)));
    return cells + part.surcharge(suppressed);
  }

  #branch(state: Uint8Array, { bound, without, alone }: Judged): void {
    const { parent } = this.#forest;
    let next = -1;
    for (let split = 0; split < state.length; split++) {
      if (state[split] !== UNDECIDED || (parent[split] >= 0 && state[parent[split]] !== MADE)) continue;
      const isBetter =
        next < 0 ||
        (this.#rules.reorder &&
          (without[split] > without[next] || (without[split] === without[next] && alone[split] < alone[next])));
      if (isBetter) next = split;
    }
    if (next < 0) return;
    const excluded = state.slice();
    this.#forest.exclude(excluded, next);
    this.#open.push({ state: excluded, bound: Math.max(bound, without[next]) });
    this.#forest.make(state, next);
    this.#open.push({ state, bound });
  }
}
