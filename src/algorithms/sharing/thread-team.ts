import type { Engine } from '../../engine/engine.js';
import { Team, type Thread } from '../../base/team.js';
import type { Control } from '../algorithm.js';
import { isWorkAnswer, type WorkAnswer, type WorkOrder } from './messages.js';
import { buffersIn, type TaskRunner, type Task, type Watch } from './task.js';

/** Work in pieces. */
export interface Pieces<Input> {
  /** Work of each piece, in any unit. */
  readonly sizes: readonly number[];
  /** Makes the input of a piece, once, when a thread is free for it; its typed arrays are given away. */
  readonly input: (piece: number) => Input;
  /** Minimum work per additional thread. */
  readonly worth: number;
  /** The work of all rounds that the pieces are one of; default their own. */
  readonly total?: number;
  /** Called between stretches: true ends the work, and unfinished pieces have no output. Default: never. */
  readonly isOver?: () => boolean;
}

/** Work of one kind that comes in rounds of pieces, for which what is common to all is sent once. */
export interface Rounds<Input, Output> {
  /** Does a round, as {@link ThreadTeam.share} does. */
  share(pieces: Pieces<Input>, watch: Watch): Promise<Output[]>;
  /** Frees the memory of this thread; other threads keep theirs until they are given other work. */
  dispose(): void;
}

interface Helper {
  readonly thread: Thread;
  /** Last task that was sent to it. */
  told: WorkOrder | null;
  /** Pieces that it was sent, and that it did not answer for. */
  readonly pieces: Set<number>;
}

/** One call of {@link Rounds.share}. */
interface Round {
  readonly order: () => WorkOrder;
  readonly sizes: readonly number[];
  /** The sum of the sizes, at least 1. */
  readonly all: number;
  /** Pieces that no thread has, the next one last. */
  readonly open: number[];
  /** Helpers that may be given pieces. */
  readonly helpers: number;
  readonly input: (piece: number) => unknown;
  readonly isOutput: (value: unknown) => boolean;
  readonly outputs: unknown[];
  done: number;
}

/** Thrown to leave a piece that is no longer needed. */
const OVER = new Error('over');

/** Pieces that a helper has at a time, while there are enough: it need not wait for this thread between them. */
const PIECES_AHEAD = 2;

/** Shares pieces of work among threads, the caller's among them. What comes of it is the same for any number of threads. */
export class ThreadTeam {
  readonly #engine: Engine;
  readonly #control: Pick<Control, 'threads' | 'startThread'>;
  #helpers: Helper[] = [];
  #started = 0;
  readonly #team = new Team('search');
  #round: Round | null = null;

  constructor(engine: Engine, control: Pick<Control, 'threads' | 'startThread'>) {
    this.#engine = engine;
    this.#control = control;
  }

  /** Threads that worked, this one counted. */
  get threads(): number {
    return 1 + this.#started;
  }

  /** Number of threads for an amount of work, this one counted. */
  threadsFor(all: number, worth: number): number {
    const { threads = 1, startThread } = this.#control;
    return startThread ? Math.max(1, Math.min(threads, Math.floor(all / worth))) : 1;
  }

  /**
   * Returns the output of every piece, in the order of the pieces. This thread works too, and gives out pieces while it waits in `watch`, which is
   * called with the share of the whole work that is done. Throws what a piece threw, and ThreadError.
   */
  async share<Common, Input, Output>(
    task: Task<Common, Input, Output>,
    common: Common,
    pieces: Pieces<Input>,
    watch: Watch,
  ): Promise<Output[]> {
    const rounds = this.open(task, () => common);
    try {
      return await rounds.share(pieces, watch);
    } finally {
      rounds.dispose();
    }
  }

  /**
   * Opens work that comes in rounds.
   *
   * @param common - makes what all pieces share, at most once, when it is needed
   * @param own - does pieces on this thread; default: made from `common`
   */
  open<Common, Input, Output>(
    task: Task<Common, Input, Output>,
    common: () => Common,
    own?: TaskRunner<Input, Output>,
  ): Rounds<Input, Output> {
    let made: { readonly common: Common } | undefined;
    let order: WorkOrder | undefined;
    let doer = own;
    const once = (): Common => (made ??= { common: common() }).common;
    const toOrder = (): WorkOrder =>
      (order ??= { kind: 'task', engine: this.#engine.name, task: task.name, common: once() });
    return {
      share: (pieces, watch) => {
        doer ??= task.open(this.#engine, once());
        return this.#run({ ...this.#roundOf(pieces), order: toOrder, isOutput: task.isOutput }, pieces, doer, watch);
      },
      dispose: () => doer?.dispose?.(),
    };
  }

  #roundOf<Input>({ sizes, input, worth, total }: Pieces<Input>): Omit<Round, 'order' | 'isOutput'> {
    const all = Math.max(
      1,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    return {
      sizes,
      all,
      // The largest pieces first, so that no thread waits for one of them at the end.
      open: [...sizes.keys()].sort((a, b) => sizes[a] - sizes[b] || b - a),
      helpers: Math.max(0, Math.min(sizes.length, this.threadsFor(total ?? all, worth)) - 1),
      input,
      outputs: [],
      done: 0,
    };
  }

  async #run<Input, Output>(
    round: Round,
    { sizes, input, isOver = () => false }: Pieces<Input>,
    doer: TaskRunner<Input, Output>,
    watch: Watch,
  ): Promise<Output[]> {
    this.#round = round;
    const { open, all } = round;
    while (this.#helpers.length < round.helpers) this.#start();
    try {
      for (;;) {
        this.#team.check();
        this.#feed();
        const piece = open.pop();
        if (piece === undefined && !this.#helpers.some(({ pieces }) => pieces.size > 0)) break;
        if (piece === undefined) await this.#team.wait();
        else {
          round.outputs[piece] = await doer.do(input(piece), async (share) => {
            this.#team.check();
            await watch((round.done + share * sizes[piece]) / all);
            if (isOver()) throw OVER;
          });
          round.done += sizes[piece];
        }
        await watch(round.done / all);
        if (isOver()) throw OVER;
      }
    } catch (error) {
      if (error !== OVER) throw error;
      this.#endBusy();
    }
    return round.outputs as Output[];
  }

  /** Ends the threads that have pieces; their further messages are ignored. */
  #endBusy(): void {
    const isBusy = ({ pieces }: Helper): boolean => pieces.size > 0;
    const busy = this.#helpers.filter(isBusy);
    this.#helpers = this.#helpers.filter((helper) => !isBusy(helper));
    this.#team.end(busy.map(({ thread }) => thread));
  }

  /** Ends the threads at once. */
  dispose(): void {
    this.#team.end();
  }

  #start(): void {
    const thread = this.#team.start(this.#control.startThread!, isWorkAnswer, (answer) => this.#take(helper, answer));
    const helper: Helper = { thread, told: null, pieces: new Set() };
    this.#helpers.push(helper);
    this.#started++;
  }

  /** Gives helpers pieces: each one, then one more of those that are left when all threads have some. */
  #feed(): void {
    const { open, helpers, order, input } = this.#round!;
    for (let ahead = 1; ahead <= PIECES_AHEAD; ahead++) {
      for (const helper of this.#helpers.slice(0, helpers)) {
        if (helper.pieces.size >= ahead || open.length === 0) continue;
        if (ahead > 1 && open.length <= helpers) return;
        const told = order();
        if (helper.told !== told) this.#team.post(helper.thread, told);
        helper.told = told;
        const piece = open.pop()!;
        const made = input(piece);
        helper.pieces.add(piece);
        this.#team.post(helper.thread, { kind: 'piece', piece, input: made } satisfies WorkOrder, [...buffersIn(made)]);
      }
    }
  }

  #take(helper: Helper, { piece, output }: WorkAnswer): void {
    const round = this.#round!;
    if (!helper.pieces.delete(piece) || !round.isOutput(output)) throw this.#team.unexpected();
    round.outputs[piece] = output;
    round.done += round.sizes[piece];
    this.#feed();
  }
}

/** Gives a team to `use`, and ends its threads afterwards. */
export async function withTeam<Result>(
  engine: Engine,
  control: Pick<Control, 'threads' | 'startThread'>,
  use: (team: ThreadTeam) => Promise<Result>,
): Promise<Result> {
  const team = new ThreadTeam(engine, control);
  try {
    return await use(team);
  } finally {
    team.dispose();
  }
}
