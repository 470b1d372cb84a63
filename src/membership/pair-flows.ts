import type { Steps } from '../base/steps.js';
import type { MarginProblem } from './margin-problem.js';

/** Vectors that the searches for paths look at between two yields. */
const YIELD_WORK = 1 << 18;

/** The vectors of every value of a column: those of a value are vectors[start[value] .. start[value + 1] - 1], ascending. */
interface VectorsByValue {
  readonly start: Int32Array;
  readonly vectors: Int32Array;
}

/**
 * Consequences of two columns of a counting problem alone: choosing is then a flow from the values of one to those of the other, and in a flow that
 * meets all margins an edge can change only if it lies on a cycle of the residual graph. These edges do not depend on the flow.
 */
export class PairFlows {
  readonly #problem: MarginProblem;
  /** [columns] made when first asked for. */
  readonly #byValue: (VectorsByValue | undefined)[] = [];
  /** [vectors] */
  readonly #flow: Int32Array;
  /** [values] of the left and of the right column: what is still needed, and the vector by which a value was reached. */
  readonly #needLeft: Int32Array;
  readonly #needRight: Int32Array;
  readonly #viaLeft: Int32Array;
  readonly #viaRight: Int32Array;
  /** [values of both columns] of the search for components; the queue of the search for a flow stands in `path`. */
  readonly #index: Int32Array;
  readonly #lowest: Int32Array;
  readonly #component: Int32Array;
  readonly #cursor: Int32Array;
  readonly #path: Int32Array;
  readonly #open: Int32Array;
  /** Vectors looked at since the last yield. */
  #looked = 0;

  constructor(problem: MarginProblem) {
    this.#problem = problem;
    const values = problem.wanted.reduce((most, { length }) => Math.max(most, length), 1);
    this.#flow = new Int32Array(problem.available.length);
    const some = new Int32Array(4 * values + 6 * 2 * values);
    let used = 0;
    const take = (length: number): Int32Array => some.subarray(used, (used += length));
    this.#needLeft = take(values);
    this.#needRight = take(values);
    this.#viaLeft = take(values);
    this.#viaRight = take(values);
    this.#index = take(2 * values);
    this.#lowest = take(2 * values);
    this.#component = take(2 * values);
    this.#cursor = take(2 * values);
    this.#path = take(2 * values);
    this.#open = take(2 * values);
  }

  /** Closes low .. high of the vectors that columns a and b fix. True when there are some, null when no flow meets the margins. */
  *fix(a: number, b: number, low: Uint32Array, high: Uint32Array): Steps<boolean | null> {
    const { values, wanted } = this.#problem;
    if (!(yield* this.#findFlow(a, b, low, high))) return null;
    if (low.length > YIELD_WORK >> 3) yield;
    this.#findComponents(a, b, low, high);
    const left = values[a];
    const right = values[b];
    const lefts = wanted[a].length;
    const component = this.#component;
    let any = false;
    for (let v = 0; v < low.length; v++) {
      if (low[v] === high[v]) continue;
      // Parallel vectors may trade with each other; they are then in one component too.
      if (component[left[v]] === component[lefts + right[v]]) continue;
      low[v] = high[v] = this.#flow[v];
      any = true;
    }
    return any;
  }

  /** Finds amounts within low .. high that meet the margins of two columns, by augmenting paths; false when there are none. */
  *#findFlow(a: number, b: number, low: Uint32Array, high: Uint32Array): Steps<boolean> {
    const { values, wanted } = this.#problem;
    const left = values[a];
    const right = values[b];
    const flow = this.#flow;
    const needLeft = this.#needLeft;
    const needRight = this.#needRight;
    needLeft.set(wanted[a]);
    needRight.set(wanted[b]);
    for (let v = 0; v < low.length; v++) {
      flow[v] = low[v];
      needLeft[left[v]] -= low[v];
      needRight[right[v]] -= low[v];
    }
    for (let v = 0; v < low.length; v++) {
      const more = Math.min(high[v] - flow[v], needLeft[left[v]], needRight[right[v]]);
      if (more <= 0) continue;
      flow[v] += more;
      needLeft[left[v]] -= more;
      needRight[right[v]] -= more;
    }
    for (let start = 0; start < wanted[a].length; start++) {
      while (needLeft[start] > 0) {
        if (!this.#augment(a, b, start, low, high)) return false;
        if (this.#looked < YIELD_WORK) continue;
        this.#looked = 0;
        yield;
      }
    }
    for (let value = 0; value < wanted[b].length; value++) if (needRight[value] !== 0) return false;
    return true;
  }

  /** One more of a value of the left column; false when there is no way. */
  #augment(a: number, b: number, start: number, low: Uint32Array, high: Uint32Array): boolean {
    const { values } = this.#problem;
    const left = values[a];
    const right = values[b];
    const flow = this.#flow;
    const end = this.#reach(a, b, start, low, high);
    if (end < 0) return false;
    this.#needRight[end]--;
    this.#needLeft[start]--;
    for (let value = end; ;) {
      const v = this.#viaRight[value];
      flow[v]++;
      if (left[v] === start) break;
      const back = this.#viaLeft[left[v]];
      flow[back]--;
      value = right[back];
    }
    return true;
  }

  /** Breadth first over values from a left one to a right one of which more is needed; -1: there is none. */
  #reach(a: number, b: number, start: number, low: Uint32Array, high: Uint32Array): number {
    const { values, wanted } = this.#problem;
    const left = values[a];
    const right = values[b];
    const ofLeft = this.#vectorsOf(a);
    const ofRight = this.#vectorsOf(b);
    const flow = this.#flow;
    const viaLeft = this.#viaLeft.fill(-1, 0, wanted[a].length);
    const viaRight = this.#viaRight.fill(-1, 0, wanted[b].length);
    const queue = this.#path;
    queue[0] = start;
    let queued = 1;
    for (let at = 0; at < queued; at++) {
      const from = queue[at];
      this.#looked += ofLeft.start[from + 1] - ofLeft.start[from];
      for (let i = ofLeft.start[from]; i < ofLeft.start[from + 1]; i++) {
        const v = ofLeft.vectors[i];
        const value = right[v];
        if (flow[v] >= high[v] || viaRight[value] >= 0) continue;
        viaRight[value] = v;
        if (this.#needRight[value] > 0) return value;
        this.#looked += ofRight.start[value + 1] - ofRight.start[value];
        for (let j = ofRight.start[value]; j < ofRight.start[value + 1]; j++) {
          const back = ofRight.vectors[j];
          if (flow[back] <= low[back] || left[back] === start || viaLeft[left[back]] >= 0) continue;
          viaLeft[left[back]] = back;
          queue[queued++] = left[back];
        }
      }
    }
    return -1;
  }

  /** Strongly connected components of the residual graph: left values first, then right ones (Tarjan, iterative). */
  #findComponents(a: number, b: number, low: Uint32Array, high: Uint32Array): void {
    const { wanted } = this.#problem;
    const nodes = wanted[a].length + wanted[b].length;
    const index = this.#index.fill(-1, 0, nodes);
    const component = this.#component.fill(-1, 0, nodes);
    const lowest = this.#lowest;
    const path = this.#path;
    const open = this.#open;
    this.#restart(a, b);
    let counter = 0;
    let opened = 0;
    let components = 0;
    for (let root = 0; root < nodes; root++) {
      if (index[root] >= 0) continue;
      path[0] = root;
      for (let depth = 0; depth >= 0;) {
        const node = path[depth];
        if (index[node] < 0) {
          index[node] = lowest[node] = counter++;
          open[opened++] = node;
        }
        const deeper = this.#nextNode(a, b, node, low, high);
        if (deeper >= 0) {
          path[++depth] = deeper;
          continue;
        }
        depth--;
        if (depth >= 0) lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[node]);
        if (lowest[node] !== index[node]) continue;
        let member: number;
        do {
          member = open[--opened];
          component[member] = components;
        } while (member !== node);
        components++;
      }
    }
  }

  /** Puts every cursor before the first edge of its node. */
  #restart(a: number, b: number): void {
    const { wanted } = this.#problem;
    const lefts = wanted[a].length;
    const starts = this.#vectorsOf(a).start;
    const others = this.#vectorsOf(b).start;
    for (let value = 0; value < lefts; value++) this.#cursor[value] = starts[value];
    for (let value = 0; value < wanted[b].length; value++) this.#cursor[lefts + value] = others[value];
  }

  /** The next node behind a node that was not met before, or -1; takes account of those that are open still. */
  #nextNode(a: number, b: number, node: number, low: Uint32Array, high: Uint32Array): number {
    const { values, wanted } = this.#problem;
    const lefts = wanted[a].length;
    const isLeft = node < lefts;
    const { start, vectors } = this.#vectorsOf(isLeft ? a : b);
    const to = isLeft ? values[b] : values[a];
    const offset = isLeft ? lefts : 0;
    const end = start[(isLeft ? node : node - lefts) + 1];
    const flow = this.#flow;
    const lowest = this.#lowest;
    for (let at = this.#cursor[node]; at < end; at++) {
      const v = vectors[at];
      if (isLeft ? flow[v] >= high[v] : flow[v] <= low[v]) continue;
      const next = offset + to[v];
      if (this.#index[next] < 0) {
        this.#cursor[node] = at;
        return next;
      }
      if (this.#component[next] < 0 && this.#index[next] < lowest[node]) lowest[node] = this.#index[next];
    }
    this.#cursor[node] = end;
    return -1;
  }

  #vectorsOf(column: number): VectorsByValue {
    return (this.#byValue[column] ??= listByValue(this.#problem.values[column], this.#problem.wanted[column].length));
  }
}

function listByValue(values: Uint32Array, size: number): VectorsByValue {
  const start = new Int32Array(size + 2);
  for (let v = 0; v < values.length; v++) start[values[v] + 2]++;
  for (let value = 1; value <= size; value++) start[value + 1] += start[value];
  const vectors = new Int32Array(values.length);
  for (let v = 0; v < values.length; v++) vectors[start[values[v] + 1]++] = v;
  return { start, vectors };
}
