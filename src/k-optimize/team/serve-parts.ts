import type { Engine, EngineName, KOptimizeSearch } from '../../engine/engine.js';
import { ThreadError } from '../../base/errors.js';
import { toPlainError } from '../../base/plain-error.js';
import type { Failure } from '../../base/team.js';
import { type Answer, isOrder, type Order, type Report } from './messages.js';
import { SharedCost } from './shared-cost.js';

/** A helper's side of its thread. */
interface HelperPort {
  post(answer: Answer | Failure, transfer: ArrayBuffer[]): void;
  /** Orders are untrusted: they may be any value. */
  listen(listener: (order: unknown) => void): void;
  /** Lets messages in. */
  letEventsIn(): Promise<void>;
}

const SLICE_MILLISECONDS = 10;
const REPORT_MILLISECONDS = 50;

/** Searches the parts that come, one at a time, until the thread is ended. Errors are posted, never thrown. */
export function serveParts(port: HelperPort, openEngine: (engine: EngineName) => Promise<Engine>): void {
  const helper = new Helper(port, openEngine);
  port.listen((order) => helper.obey(order));
}

class Helper {
  readonly #port: HelperPort;
  readonly #openEngine: (engine: EngineName) => Promise<Engine>;
  #engine: Promise<Engine> | null = null;
  #shared: SharedCost | null = null;
  #search: KOptimizeSearch | null = null;
  /** A part came that is not done. */
  #isBusy = false;
  #best = Infinity;
  #told = Infinity;

  constructor(port: HelperPort, openEngine: (engine: EngineName) => Promise<Engine>) {
    this.#port = port;
    this.#openEngine = openEngine;
  }

  obey(order: unknown): void {
    try {
      if (!isOrder(order) || this.#isUntimely(order))
        throw new ThreadError('a thread of the search was sent a message that is not an order');
      if (order.kind === 'start') void this.#start(order);
      else if (order.kind === 'part') void this.#take(order);
      else if (order.kind === 'best') this.#lower(order.cost);
      else if (order.kind === 'split') {
        // The part that is given away has the bound of the whole: the remaining part's bound may be higher.
        const report = this.#standing();
        const state = this.#search?.split() ?? null;
        this.#post({ kind: 'split', state, report }, state);
      } else {
        const nodes = order.wanted ? (this.#search?.openNodes() ?? null) : null;
        this.#post({ kind: 'saved', nodes, report: this.#standing() }, nodes);
        if (order.halt) this.#drop();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #isUntimely({ kind }: Order): boolean {
    return kind === 'start' ? this.#engine !== null : kind === 'part' && (this.#engine === null || this.#isBusy);
  }

  async #start({ engine, shared }: Extract<Order, { kind: 'start' }>): Promise<void> {
    try {
      this.#shared = shared === null ? null : new SharedCost(shared);
      this.#engine = this.#openEngine(engine);
      await this.#engine;
      this.#port.post({ kind: 'ready' }, []);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #take({ state, best }: Extract<Order, { kind: 'part' }>): Promise<void> {
    try {
      this.#isBusy = true;
      const engine = await this.#engine!;
      this.#search = engine.resumeKOptimize(state);
      this.#told = best;
      this.#lower(best);
      await this.#run(this.#search);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #run(search: KOptimizeSearch): Promise<void> {
    let budget = 1;
    let told = performance.now();
    // Another order may have ended it in between.
    while (this.#search === search) {
      this.#lower(this.#shared?.value ?? Infinity);
      const before = performance.now();
      const done = search.step(budget);
      const now = performance.now();
      if (now - before < SLICE_MILLISECONDS / 2) budget *= 2;
      else if (now - before > 2 * SLICE_MILLISECONDS) budget = Math.max(1, Math.floor(budget / 2));
      const { bestCost } = search.status();
      this.#shared?.lower(bestCost);
      if (done) {
        this.#port.post({ kind: 'ended', report: this.#report(search) }, []);
        return this.#drop();
      }
      if (bestCost < this.#told || now - told > REPORT_MILLISECONDS) {
        this.#told = bestCost;
        told = now;
        this.#port.post({ kind: 'report', report: this.#report(search) }, []);
      }
      await this.#port.letEventsIn();
    }
  }

  #lower(cost: number): void {
    this.#best = Math.min(this.#best, cost);
    this.#told = Math.min(this.#told, this.#best);
    if (this.#best < Infinity) this.#search?.lowerBestCost(this.#best);
  }

  #post(answer: Answer, transfer: Uint8Array<ArrayBuffer> | null): void {
    this.#port.post(answer, transfer === null ? [] : [transfer.buffer]);
  }

  #standing(): Report | null {
    return this.#search === null ? null : this.#report(this.#search);
  }

  #report(search: KOptimizeSearch): Report {
    return { status: search.status(), progress: search.progress() };
  }

  #drop(): void {
    this.#search?.dispose();
    this.#search = null;
    this.#isBusy = false;
  }

  #fail(error: unknown): void {
    this.#port.post({ kind: 'failed', error: toPlainError(error) }, []);
  }
}
