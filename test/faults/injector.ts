/**
 * Makes the n-th operation of a kind fail, in this process or, loaded before the command, in one of its own. One fault is armed at a
 * time; what it changes of the host is put back by `disarm`.
 */
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

/** Operations on files and folders that can fail. */
export const fileKinds = [
  'open',
  'stat',
  'read',
  'short read',
  'write',
  'short write',
  'fsync',
  'rename',
  'chmod',
  'unlink',
  'mkdir',
] as const;

/** Other kinds of operations that can fail. */
export const memoryKinds = ['typed array', 'memory', 'growth'] as const;
export const threadKinds = ['thread start', 'thread message', 'thread exit'] as const;

export type FaultKind =
  | (typeof fileKinds)[number]
  | (typeof memoryKinds)[number]
  | (typeof threadKinds)[number]
  | 'stdout'
  | 'signal'
  | 'statement';

/** The errors of the system that operations on files fail with. */
export const systemErrors = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'] as const;

/** A planned fault. */
export interface Fault {
  readonly kind: FaultKind;
  /** Number of the operation of its kind, from 1. */
  readonly at: number;
  readonly error?: (typeof systemErrors)[number];
  /** The fault strikes every operation from `at` on. */
  readonly lasting?: boolean;
  /** Another kind whose every operation fails once this fault struck, such as `unlink`. */
  readonly then?: FaultKind;
  /** Effect of a signal; default: it is sent to this process. */
  readonly onSignal?: () => void;
}

/** A fault in wait. */
export interface Armed {
  /** Operations until now: of the kind of the fault, without one of every kind. */
  readonly seen: ReadonlyMap<FaultKind, number>;
  /** True when the fault struck. */
  readonly struck: boolean;
  /** Puts everything back. */
  disarm(): void;
}

type Anything = (...args: never[]) => unknown;
type Methods = Record<string, Anything>;

/** Calls that an operation is made by: functions of `fs/promises`, of `fs`, methods of a handle. */
const calls: Readonly<
  Partial<
    Record<
      FaultKind,
      { readonly later?: readonly string[]; readonly now?: readonly string[]; readonly handle?: readonly string[] }
    >
  >
> = {
  open: { later: ['open'], now: ['openSync'] },
  stat: { later: ['stat', 'lstat', 'access', 'realpath', 'readdir', 'statfs'], handle: ['stat'], now: ['statSync'] },
  read: { later: ['readFile'], now: ['readFileSync'], handle: ['read', 'readFile'] },
  'short read': { handle: ['read'] },
  write: { later: ['writeFile'], now: ['writeFileSync'], handle: ['write', 'writev', 'writeFile'] },
  'short write': { handle: ['write', 'writev'] },
  fsync: { handle: ['sync', 'datasync'] },
  rename: { later: ['rename', 'link', 'copyFile'], now: ['renameSync'] },
  chmod: { later: ['chmod'], handle: ['chmod'] },
  unlink: { later: ['rm', 'unlink', 'rmdir'], now: ['rmSync', 'unlinkSync'] },
  mkdir: { later: ['mkdir', 'mkdtemp'], now: ['mkdirSync'] },
};

/** Arms a fault; null only counts. */
export function arm(fault: Fault | null, folder: string): Armed {
  const seen = new Map<FaultKind, number>();
  let struck = false;
  const undo: (() => void)[] = [];
  const put = <Target extends object>(target: Target, name: keyof Target, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
    undo.push(() => {
      if (before === undefined) delete target[name];
      else Object.defineProperty(target, name, before);
    });
  };
  const strikes = (kind: FaultKind): boolean => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (fault === null) return false;
    if (kind !== fault.kind) return kind === fault.then && struck;
    const isMeant = fault.lasting === true ? count >= fault.at : count === fault.at;
    if (isMeant) struck = true;
    return isMeant;
  };
  const host: Host = { fault: fault ?? {}, folder, put, strikes };
  const asks = (...kinds: readonly FaultKind[]): boolean => fault === null || kinds.includes(fault.kind);
  armFiles(host);
  if (asks('typed array')) armArrays(host);
  if (asks('memory', 'growth')) armMemory(host);
  if (asks(...threadKinds)) armThreads(host);
  if (asks('stdout')) armStdout(host);
  syncBuiltinESMExports();
  return {
    seen,
    get struck() {
      return struck;
    },
    disarm() {
      for (const each of undo.splice(0).reverse()) each();
      syncBuiltinESMExports();
    },
  };
}

/** Fate of the n-th statement: it is refused; or its connection is lost, before or after its work, and all later ones fail. */
export type StatementFault = 'refused' | 'lost before' | 'lost after';

/**
 * Arms a fault of an SQL engine's client.
 *
 * @param client - the prototype of its connections
 * @param methods - those that send a statement: which read, which write
 * @param make - the error of the client
 */
export function armStatements(
  client: object,
  { reads, writes }: { readonly reads: readonly string[]; readonly writes: readonly string[] },
  { at, what, make }: { readonly at: number; readonly what: StatementFault; readonly make: () => Error },
): Armed {
  const seen = new Map<FaultKind, number>();
  let struck = false;
  const methods = client as Methods;
  const real = [...reads, ...writes].map((name) => [name, methods[name]] as const);
  for (const [name, method] of real) {
    methods[name] = async function (this: unknown, ...args: never[]): Promise<unknown> {
      const count = (seen.get('statement') ?? 0) + 1;
      seen.set('statement', count);
      const isMeant = count === at;
      // A read that was lost would keep its rows.
      if (isMeant && what === 'lost after' && writes.includes(name))
        await (method as (this: unknown, ...args: never[]) => unknown).apply(this, args);
      if (isMeant || (struck && what !== 'refused')) {
        struck = true;
        throw make();
      }
      return (method as (this: unknown, ...args: never[]) => unknown).apply(this, args);
    };
  }
  return {
    seen,
    get struck() {
      return struck;
    },
    disarm() {
      for (const [name, method] of real) methods[name] = method;
    },
  };
}

interface Host {
  readonly fault: Partial<Fault>;
  readonly folder: string;
  put<Target extends object>(target: Target, name: keyof Target, value: unknown): void;
  /** Counts an operation; true when it is to fail. */
  strikes(kind: FaultKind): boolean;
}

/** The methods of every handle, known once one was opened. */
const handleMethods = Object.getPrototypeOf(await openedOnce()) as Methods;

async function openedOnce(): Promise<FileHandle> {
  const handle = await fs.promises.open(process.execPath, 'r');
  await handle.close();
  return handle;
}

/** Wraps what reads and writes files below the folder. A signal comes before any such operation. */
function armFiles(host: Host): void {
  const { fault, folder, put } = host;
  const own = new WeakSet<object>();
  const isOwn = (path: unknown): boolean =>
    (typeof path === 'string' || path instanceof URL) &&
    String(path)
      .replace(/^file:\/\//, '')
      .startsWith(folder);
  const asked = Object.keys(calls) as FaultKind[];
  const before = (kind: FaultKind, name: string): void => {
    if (!kind.startsWith('short') && host.strikes('signal')) sendSignal(fault);
    if (!kind.startsWith('short') && host.strikes(kind)) throw systemError(fault, name);
  };
  for (const kind of asked) {
    const { later = [], now = [], handle = [] } = calls[kind] ?? {};
    for (const name of later) {
      const real = (fs.promises as unknown as Methods)[name];
      put(fs.promises as unknown as Methods, name, async (...args: never[]) => {
        const isMeant = args.slice(0, kind === 'rename' ? 2 : 1).some((arg) => isOwn(resolved(arg)));
        if (isMeant) before(kind, name);
        const result = await real(...args);
        if (isMeant && name === 'open') own.add(result as object);
        return result;
      });
    }
    for (const name of now) {
      const real = (fs as unknown as Methods)[name];
      put(fs as unknown as Methods, name, (...args: never[]) => {
        if (isOwn(resolved(args[0]))) before(kind, name);
        return real(...args);
      });
    }
    for (const name of handle) {
      // Short ones wrap what was wrapped for errors.
      const real = handleMethods[name] as (this: unknown, ...args: never[]) => unknown;
      put(handleMethods, name, async function (this: object, ...args: never[]) {
        if (own.has(this)) {
          before(kind, name);
          if (kind.startsWith('short') && host.strikes(kind)) return real.apply(this, shortened(name, args));
        }
        return real.apply(this, args);
      });
    }
  }
}

/** An absolute path. */
const resolved = (path: unknown): unknown =>
  typeof path === 'string' && !path.startsWith('/') ? `${process.cwd()}/${path}` : path;

function sendSignal({ onSignal }: Partial<Fault>): void {
  if (onSignal !== undefined) onSignal();
  else process.kill(process.pid, 'SIGTERM');
}

/** An error as the system makes it: its message holds a path. */
function systemError({ error = 'EIO' }: Partial<Fault>, call: string): Error {
  return Object.assign(new Error(`${error}: injected, ${call}`), { code: error, syscall: call, errno: -5 });
}

/** Arguments of a call that reads or writes less than is asked for: half, at least one byte. */
function shortened(name: string, args: never[]): never[] {
  if (name === 'writev') {
    const [first] = args[0] as Uint8Array[];
    const some = [first.subarray(0, Math.ceil(first.length / 2))];
    return [some as never];
  }
  const [buffer, offset = 0, length = (buffer as Uint8Array).length - Number(offset), ...rest] = args as unknown[];
  return [buffer, offset, Math.ceil(Number(length) / 2), ...rest] as never[];
}

const arrayNames = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'ArrayBuffer', 'SharedArrayBuffer'],
];

/** Wraps the constructors that take memory, and what copies: a view of memory that is there takes none. */
function armArrays({ put, strikes }: Host): void {
  // Exempts messages of the test runner to its own process, which are not the command's.
  const isOfRunner = (): boolean => new Error().stack!.includes('node:internal/child_process');
  const refuse = (): void => {
    if (strikes('typed array') && !isOfRunner()) throw new RangeError('Array buffer allocation failed');
  };
  const scope = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  for (const name of arrayNames) {
    const real = scope[name];
    put(
      scope,
      name,
      new Proxy(real, {
        construct: (target, args: unknown[], given) => {
          const isView = args[0] instanceof ArrayBuffer || args[0] instanceof SharedArrayBuffer;
          if (!isView && args[0] !== 0 && args.length > 0) refuse();
          return Reflect.construct(target, args, given) as object;
        },
      }),
    );
  }
  const methods = Object.getPrototypeOf(Uint8Array.prototype) as Methods;
  for (const name of ['slice', 'map', 'filter']) {
    const real = methods[name] as (this: unknown, ...args: never[]) => unknown;
    put(methods, name, function (this: unknown, ...args: never[]) {
      refuse();
      return real.apply(this, args);
    });
  }
  const buffers = Buffer as unknown as Methods;
  for (const name of ['concat', 'alloc', 'allocUnsafe']) {
    const real = buffers[name];
    put(buffers, name, (...args: never[]) => {
      refuse();
      return real(...args);
    });
  }
}

/** Pages of the memory that an engine begins with. */
const enginePages = 16;

/**
 * The n-th memory of WebAssembly is refused, or the n-th growth of one: then memories of engines begin with one page, so that small
 * jobs make them grow.
 */
function armMemory({ fault, put, strikes }: Host): void {
  const { Memory, Instance, instantiate } = WebAssembly;
  const begin = (initial: number): number => (fault.kind !== 'memory' && initial === enginePages ? 1 : initial);
  const construct = (target: typeof Memory, [asked]: [WebAssembly.MemoryDescriptor]): WebAssembly.Memory => {
    // The memory that an engine holds after its end has no page.
    if (asked.initial > 0 && strikes('memory')) throw new RangeError('WebAssembly.Memory(): could not allocate memory');
    return new target({ ...asked, initial: begin(asked.initial) });
  };
  put(WebAssembly, 'Memory', new Proxy(Memory, { construct }));
  if (fault.kind === 'memory') return;
  const counted = (instance: WebAssembly.Instance): WebAssembly.Instance => {
    const { growTo } = instance.exports as unknown as { growTo(pages: number): number };
    const refusing = (pages: number): number => (strikes('growth') ? -1 : growTo(pages));
    return { exports: { ...instance.exports, growTo: refusing } } as unknown as WebAssembly.Instance;
  };
  const make = (target: typeof Instance, args: [WebAssembly.Module]): WebAssembly.Instance =>
    counted(new target(...args));
  put(WebAssembly, 'Instance', new Proxy(Instance, { construct: make }));
  put(WebAssembly, 'instantiate', async (module: WebAssembly.Module, imports?: WebAssembly.Imports) =>
    counted(await instantiate(module, imports)),
  );
}

/** Threads of Node that do not start, messages to them that cannot be sent, threads that end when a message comes. */
function armThreads({ put, strikes }: Host): void {
  const { Worker } = workerThreads;
  const { prototype } = Worker;
  const post = prototype.postMessage as (this: unknown, ...args: never[]) => void;
  put(prototype, 'postMessage', function (this: unknown, ...args: never[]) {
    if (strikes('thread message')) throw new DOMException('injected', 'DataCloneError');
    post.apply(this, args);
  });
  const emit = prototype.emit as (this: InstanceType<typeof Worker>, name: string, ...args: unknown[]) => boolean;
  put(prototype, 'emit', function (this: InstanceType<typeof Worker>, name: string, ...args: unknown[]) {
    if (name === 'message' && strikes('thread exit')) {
      void this.terminate();
      return false;
    }
    return emit.call(this, name, ...args);
  });
  const refusing = new Proxy(Worker, {
    construct: (target, args, given) => {
      if (strikes('thread start')) throw Object.assign(new Error('injected'), { code: 'ERR_WORKER_INIT_FAILED' });
      return Reflect.construct(target, args, given) as object;
    },
  });
  put(workerThreads, 'Worker', refusing);
}

/** Writes to stdout whose callback gets an error. */
function armStdout({ fault, put, strikes }: Host): void {
  const real = process.stdout.write.bind(process.stdout);
  put(process.stdout, 'write', (chunk: string, encoding?: unknown, callback?: unknown) => {
    const done = (typeof encoding === 'function' ? encoding : callback) as ((error?: Error) => void) | undefined;
    if (!strikes('stdout')) return real(chunk, encoding as BufferEncoding, callback as () => void);
    setImmediate(() => done?.(systemError(fault, 'write')));
    return false;
  });
}
