import { smallestOf } from '../../base/sequences.js';
import type { CutSolution, Engine, KOptimizeSearch, KOptimizeStatus } from '../../engine/engine.js';
import { type StartThread, Team, type Thread } from '../../base/team.js';
import { type Answer, isAnswer, type Order, type Report } from './messages.js';
import { SharedCost } from './shared-cost.js';

/** Counters of a search. */
export interface Counters {
  readonly nodes: number;
  readonly prunedNodes: number;
  readonly prunedTail: number;
  readonly uselessValues: number;
  readonly refutedByTables: number;
}

/** Bounds and counters of a part of a search. */
interface Standing {
  readonly lowerBound: number;
  readonly counters: Counters;
}

/** A part without a worker, as `resumeKOptimize` takes it. */
export interface Part extends Standing {
  readonly state: Uint8Array;
}

/** A part of which only the open nodes were kept. */
interface SavedPart extends Standing {
  readonly nodes: Uint8Array;
}

/** State of a search, in parts. */
export interface Parts<Each> {
  readonly parts: readonly Each[];
  /** Counters of the finished work that no part counts. */
  readonly ended: Counters;
  readonly bestCost: number;
}

/** State of a search when it was saved. */
export type SavedTeam = Parts<SavedPart>;

interface Job {
  lowerBound: number;
  /** Estimated share of the whole search: the children of a node have equal shares, a helper's part has half. */
  weight: number;
  progress: number;
  counters: Counters;
}

/** A part without a worker now. */
interface Waiting {
  readonly state: Uint8Array;
  readonly job: Job;
}

interface Helper {
  readonly thread: Thread;
  ready: boolean;
  job: Job | null;
  /** A part was asked for. */
  asked: boolean;
  saved: ((nodes: Uint8Array | null) => void) | null;
}

/** Nothing counted. */
export const NONE: Counters = { nodes: 0, prunedNodes: 0, prunedTail: 0, uselessValues: 0, refutedByTables: 0 };
const SLICE_MILLISECONDS = 20;
/** Nodes of a part between two looks at whether another has a lower bound. */
const TURN_NODES = 128;
/** Limits on waiting parts: their number, and their bytes together. */
const MOST_WAITING = 48;
const MOST_WAITING_BYTES = 2 ** 26;

/**
 * One search by K-OPTIMIZE in parts: the caller's thread has one at most, every helper one, others wait. The caller's thread goes on with the
 * part of the least bound, and divides it near the root while few wait, so that the bound of the whole rises with the search.
 */
export class SearchTeam {
  readonly #engine: Engine;
  readonly #shared = SharedCost.make();
  readonly #helpers: Helper[] = [];
  readonly #waiting: Waiting[] = [];
  #local: { readonly search: KOptimizeSearch; readonly job: Job } | null = null;
  #ended: Counters = NONE;
  #doneWeight = 0;
  #best: CutSolution | null = null;
  #bestCost: number;
  /** Least cost whose solution is known here; `#bestCost` is lower while a helper's message with the solution is on its way. */
  #foundCost: number;
  #lowerBound = 0;
  #budget = 1;
  /** The part that was at work when the search was saved comes first. */
  #isFresh = true;
  /** No part moves to another thread before the search begins and while its state is collected. */
  #frozen = true;
  readonly #team = new Team('search');

  /**
   * The states of the parts are the team's from now on: they hold vectors, and are zeroed once they are taken.
   *
   * @param search - a search that did not begin, the team's from now on, which is a part like these
   */
  constructor(engine: Engine, { parts, ended, bestCost }: Parts<Part>, search: KOptimizeSearch | null = null) {
    this.#engine = engine;
    this.#ended = ended;
    this.#bestCost = bestCost;
    this.#foundCost = bestCost;
    this.#shared?.lower(bestCost);
    for (const { state, lowerBound, counters } of parts) {
      const job = { lowerBound, weight: 1 / parts.length, progress: 0, counters };
      this.#waiting.push({ state, job });
    }
    if (search !== null) {
      this.#local = { search, job: { lowerBound: 0, weight: 1, progress: 0, counters: NONE } };
      search.lowerBestCost(bestCost);
    }
  }

  /** Takes up to `count` helpers on; what goes wrong in them is thrown by the next call of searchFor or save. */
  start(count: number, startThread: StartThread): void {
    for (let i = 0; i < count; i++) {
      const thread = this.#team.start(startThread, isAnswer, (answer) => this.#take(helper, answer));
      const helper: Helper = { thread, ready: false, job: null, asked: false, saved: null };
      this.#helpers.push(helper);
      this.#post(helper, { kind: 'start', engine: this.#engine.name, shared: this.#shared?.buffer ?? null });
    }
  }

  /** Threads that search, this one counted. */
  get threads(): number {
    return 1 + this.#helpers.length;
  }

  get progress(): number {
    let share = this.#doneWeight;
    for (const job of this.#jobs()) share += job.weight * job.progress;
    return Math.min(1, share);
  }

  /** Nodes are those of all threads by their last reports; `best` is the best solution of this search itself. */
  get status(): KOptimizeStatus {
    const jobs = this.#jobs();
    const bound = jobs.reduce((least, { lowerBound }) => Math.min(least, lowerBound), this.#bestCost);
    this.#lowerBound = Math.min(this.#bestCost, Math.max(this.#lowerBound, bound));
    return {
      ...jobs.reduce((sum, { counters }) => add(sum, counters), this.#ended),
      best: this.#best,
      bestCost: this.#bestCost,
      lowerBound: this.#lowerBound,
    };
  }

  get isDone(): boolean {
    return this.#jobs().length === 0;
  }

  /** Lowers the cost that solutions must beat, to that of a solution that the caller has. */
  lowerBestCost(cost: number): void {
    this.#foundCost = Math.min(this.#foundCost, cost);
    this.#lowerTo(cost);
  }

  #lowerTo(cost: number): void {
    if (cost >= this.#bestCost) return;
    this.#bestCost = cost;
    this.#local?.search.lowerBestCost(cost);
    if (this.#shared !== null) this.#shared.lower(cost);
    else for (const helper of this.#helpers) this.#post(helper, { kind: 'best', cost });
  }

  /**
   * Searches until this thread has searched `nodes` more nodes, all is searched, or `pause`, called every 20 ms or so, says
   * that it is time. Returns the nodes that were not searched.
   */
  async searchFor(nodes: number, pause: () => Promise<boolean>): Promise<number> {
    let left = nodes;
    this.#frozen = false;
    while (true) {
      this.#team.check();
      if (this.isDone) return left;
      if (this.#takeLocal()) left -= this.#stepLocal(left);
      else {
        this.#feed();
        await this.#team.wait(SLICE_MILLISECONDS / 4);
      }
      if (this.isDone || (await pause()) || left <= 0) return left;
    }
  }

  #takeLocal(): boolean {
    if (this.#local !== null) return true;
    const next = this.#isFresh ? this.#waiting.shift() : this.#takeLeast();
    this.#isFresh = false;
    if (next === undefined) return false;
    const search = this.#engine.resumeKOptimize(next.state);
    next.state.fill(0);
    this.#local = { search, job: next.job };
    search.lowerBestCost(this.#bestCost);
    return true;
  }

  /** Takes the waiting part of the least bound, of several the one that has waited longest. */
  #takeLeast(): Waiting | undefined {
    const bounds = this.#waiting.map(({ job }) => job.lowerBound);
    return this.#waiting.splice(bounds.indexOf(smallestOf(bounds)), 1)[0];
  }

  /** Divides the part at work when none has a lower bound, and leaves it for one that has. What happens depends on counted nodes alone. */
  #chooseLocal(): void {
    const { search, job } = this.#local!;
    const least = (): number => smallestOf(this.#waiting.map(({ job: other }) => other.lowerBound));
    const bytes = this.#waiting.reduce((sum, { state }) => sum + state.length, 0);
    if (job.lowerBound <= least() && this.#waiting.length < MOST_WAITING && bytes < MOST_WAITING_BYTES) {
      const part = this.#splitLocal();
      if (part !== null) this.#waiting.push(part);
    }
    if (job.lowerBound <= least()) return;
    this.#waiting.push({ state: search.save(), job });
    search.dispose();
    this.#local = null;
    this.#takeLocal();
  }

  /** Returns the nodes that were searched. */
  #stepLocal(most: number): number {
    const { search, job } = this.#local!;
    if (this.#shared !== null) search.lowerBestCost(this.#shared.value);
    const from = job.counters.nodes;
    const before = performance.now();
    const turn = TURN_NODES - (from % TURN_NODES);
    const done = search.step(Math.min(this.#budget, Math.max(1, most), turn));
    const spent = performance.now() - before;
    if (spent < SLICE_MILLISECONDS / 2) this.#budget *= 2;
    else if (spent > 2 * SLICE_MILLISECONDS) this.#budget = Math.max(1, Math.floor(this.#budget / 2));
    this.#note(job, { status: search.status(), progress: search.progress() });
    if (done) {
      this.#end(job);
      search.dispose();
      this.#local = null;
    } else if (job.counters.nodes % TURN_NODES === 0) this.#chooseLocal();
    this.#feed();
    return Math.max(1, job.counters.nodes - from);
  }

  /**
   * Saves the state of the search, all parts as of now. With `halt` the helpers stop for good. Its `bestCost` is that of a solution that this
   * thread knows: a cheaper one that a helper finds after it answered lies in the open nodes of its answer.
   */
  async save(halt: boolean): Promise<SavedTeam> {
    return this.#collect(true, halt);
  }

  /** Stops the helpers and hears their last reports: `status` is complete then. */
  async halt(): Promise<void> {
    await this.#collect(false, true);
  }

  async #collect(wanted: boolean, halt: boolean): Promise<SavedTeam> {
    this.#frozen = true;
    let ended = this.#ended;
    const parts: SavedPart[] = [];
    const asked = this.#helpers.filter(({ job }) => job !== null);
    for (const helper of asked) {
      const job = helper.job!;
      helper.saved = (nodes) => {
        if (nodes !== null) parts.push({ nodes, ...pickPart(job) });
        // The helper ended before the message arrived.
        else if (wanted) ended = add(ended, job.counters);
      };
      this.#post(helper, { kind: 'save', wanted, halt });
    }
    // A helper that dies never answers.
    while (asked.some(({ saved }) => saved !== null)) {
      this.#team.check();
      await this.#team.wait();
    }
    this.#team.check();
    this.#frozen = false;
    if (this.#local !== null && wanted) {
      const { search, job } = this.#local;
      parts.push({ nodes: search.openNodes(), ...pickPart(job) });
    }
    for (const { state, job } of wanted ? this.#waiting : [])
      parts.push({ nodes: this.#nodesOf(state), ...pickPart(job) });
    return { parts, ended, bestCost: this.#foundCost };
  }

  #nodesOf(state: Uint8Array): Uint8Array {
    const search = this.#engine.resumeKOptimize(state);
    try {
      return search.openNodes();
    } finally {
      search.dispose();
    }
  }

  /** Ends all threads at once. */
  dispose(): void {
    this.#team.end();
    this.#local?.search.dispose();
    this.#local = null;
    for (const { state } of this.#waiting.splice(0)) state.fill(0);
  }

  #take(helper: Helper, answer: Answer): void {
    if (helper.job === null && isOfJob(answer)) throw this.#team.unexpected();
    switch (answer.kind) {
      case 'ready':
        helper.ready = true;
        break;
      case 'report':
        this.#note(helper.job!, answer.report);
        break;
      case 'ended':
        this.#note(helper.job!, answer.report);
        this.#end(helper.job!);
        helper.job = null;
        break;
      case 'split':
        helper.asked = false;
        if (answer.report !== null) this.#note(helper.job!, answer.report);
        if (answer.state === null) return;
        this.#waiting.push({ state: answer.state, job: divide(helper.job!, this.#finish(helper.job!), 0.5) });
        break;
      case 'saved':
        if (answer.report !== null) this.#note(helper.job!, answer.report);
        helper.saved?.(answer.nodes);
        helper.saved = null;
        return;
    }
    this.#feed();
  }

  /** Gives idle helpers what waits, then what this thread can spare, and asks the other helpers for the rest. */
  #feed(): void {
    if (this.#frozen) return;
    const idle = this.#helpers.filter(({ ready, job }) => ready && job === null);
    while (idle.length > 0) {
      const next = this.#takeLeast() ?? this.#splitLocal();
      if (next === null) break;
      const helper = idle.pop()!;
      helper.job = next.job;
      const bytes = next.state.slice();
      next.state.fill(0);
      this.#post(helper, { kind: 'part', state: bytes, best: this.#bestCost }, [bytes.buffer]);
    }
    let hungry = idle.length + (this.#local === null && this.#waiting.length === 0 ? 1 : 0);
    const busy = this.#helpers.filter(({ job }) => job !== null);
    hungry -= busy.filter(({ asked }) => asked).length;
    busy.sort((a, b) => b.job!.weight - a.job!.weight);
    for (const helper of busy) {
      if (hungry <= 0) return;
      if (helper.asked) continue;
      helper.asked = true;
      this.#post(helper, { kind: 'split' });
      hungry--;
    }
  }

  #splitLocal(): Waiting | null {
    if (this.#local === null) return null;
    const { search, job } = this.#local;
    const branches = search.branches();
    const state = search.split();
    if (state === null) return null;
    const part = divide(job, this.#finish(job), branches / (branches + 1));
    job.lowerBound = Math.max(job.lowerBound, search.status().lowerBound);
    return { state, job: part };
  }

  #note(job: Job, { status, progress }: Report): void {
    const { best, bestCost, lowerBound } = status;
    job.counters = pick(status);
    job.lowerBound = Math.max(job.lowerBound, lowerBound);
    job.progress = progress;
    if (best !== null && best.cost <= bestCost && (this.#best === null || best.cost < this.#best.cost)) {
      this.#best = best;
      this.#foundCost = Math.min(this.#foundCost, best.cost);
    }
    this.#lowerTo(bestCost);
  }

  #end(job: Job): void {
    this.#ended = add(this.#ended, job.counters);
    this.#doneWeight += job.weight;
  }

  /** Counts what a job has done of its share; returns the share that is left. */
  #finish(job: Job): number {
    this.#doneWeight += job.weight * job.progress;
    return job.weight * (1 - job.progress);
  }

  #jobs(): Job[] {
    const jobs = this.#helpers.flatMap(({ job }) => job ?? []);
    if (this.#local !== null) jobs.push(this.#local.job);
    return [...jobs, ...this.#waiting.map(({ job }) => job)];
  }

  #post(helper: Helper, order: Order, transfer: ArrayBuffer[] = []): void {
    this.#team.post(helper.thread, order, transfer);
  }
}

/** Tests whether an answer can only come from a helper that has a part. */
function isOfJob(answer: Answer): boolean {
  return ('report' in answer && answer.report !== null) || (answer.kind === 'split' && answer.state !== null);
}

/** Divides what is left of a job: returns the other part, `share` of it, to be counted from 0. */
function divide(job: Job, left: number, share: number): Job {
  job.weight = left * (1 - share);
  job.progress = 0;
  return { lowerBound: job.lowerBound, weight: left * share, progress: 0, counters: NONE };
}

const pickPart = ({ lowerBound, counters }: Job): Standing => ({ lowerBound, counters });

function pick({ nodes, prunedNodes, prunedTail, uselessValues, refutedByTables }: Counters): Counters {
  return { nodes, prunedNodes, prunedTail, uselessValues, refutedByTables };
}

function add(a: Counters, b: Counters): Counters {
  return {
    nodes: a.nodes + b.nodes,
    prunedNodes: a.prunedNodes + b.prunedNodes,
    prunedTail: a.prunedTail + b.prunedTail,
    uselessValues: a.uselessValues + b.uselessValues,
    refutedByTables: a.refutedByTables + b.refutedByTables,
  };
}
