import type { Engine, EngineName } from '../../engine/engine.js';
import { ThreadError } from '../../base/errors.js';
import { toPlainError } from '../../base/plain-error.js';
import type { Failure } from '../../base/team.js';
import type { Answer } from '../../k-optimize/team/messages.js';
import { serveParts } from '../../k-optimize/team/serve-parts.js';
import { algorithms } from '../list.js';
import { isWorkOrder, type WorkAnswer, type WorkOrder } from './messages.js';
import { buffersIn, type AnyTask, type TaskRunner } from './task.js';

/** A helper's side of its thread. */
export interface ThreadPort {
  post(answer: Answer | WorkAnswer | Failure, transfer: ArrayBuffer[]): void;
  /** Orders are untrusted: they may be any value. */
  listen(listener: (order: unknown) => void): void;
  /** Lets messages in. */
  letEventsIn(): Promise<void>;
}

type OpenEngine = (engine: EngineName) => Promise<Engine>;

/** Serves a search in a thread: pieces of work, and parts of a search by K-OPTIMIZE. Errors are posted, never thrown. */
export function serveThread(port: ThreadPort, openEngine: OpenEngine): void {
  let toParts: (order: unknown) => void = () => undefined;
  serveParts({ ...port, listen: (listener) => (toParts = listener) }, openEngine);
  const worker = new PieceWorker(port, openEngine);
  port.listen((order) => (isWorkOrder(order) ? worker.obey(order) : toParts(order)));
}

/** Does the pieces that come, one after the other. */
class PieceWorker {
  readonly #port: ThreadPort;
  readonly #openEngine: OpenEngine;
  #engine: Promise<Engine> | null = null;
  #task: AnyTask | null = null;
  #common: unknown = null;
  #doer: TaskRunner<never, unknown> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(port: ThreadPort, openEngine: OpenEngine) {
    this.#port = port;
    this.#openEngine = openEngine;
  }

  obey(order: WorkOrder): void {
    this.#last = this.#last.then(async () => {
      try {
        if (order.kind === 'task') await this.#begin(order);
        else await this.#work(order);
      } catch (error) {
        this.#port.post({ kind: 'failed', error: toPlainError(error) }, []);
      }
    });
  }

  async #begin({ engine, task: name, common }: Extract<WorkOrder, { kind: 'task' }>): Promise<void> {
    this.#doer?.dispose?.();
    this.#doer = null;
    const card = algorithms.find(({ tasks = {} }) => Object.hasOwn(tasks, name));
    this.#task = (await card?.tasks?.[name]()) ?? null;
    if (this.#task === null || !this.#task.isCommon(common)) throw noOrder();
    this.#common = common;
    this.#engine ??= this.#openEngine(engine);
    this.#doer = this.#task.open(await this.#engine, common as never);
  }

  async #work({ piece, input }: Extract<WorkOrder, { kind: 'piece' }>): Promise<void> {
    const doer = this.#doer;
    if (doer === null || !this.#task!.isInput(input, this.#common as never)) throw noOrder();
    const output = await doer.do(input as never, () => Promise.resolve());
    this.#port.post({ kind: 'done', piece, output }, [...buffersIn(output)]);
  }
}

const noOrder = (): ThreadError => new ThreadError('a thread of the search was sent a message that is not an order');
