import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { drawing } from '../random.js';
import { minimise, mutate, mutateJson } from './mutate.js';
import type { Target, Verdict } from './target.js';
import { bytesOf, judge } from './target.js';

/** Folders of the inputs of a target. */
export interface Rooms {
  /** Inputs that are kept with the sources. */
  readonly kept: string;
  /** Inputs that took a new branch; a later run goes on from them. */
  readonly corpus: string;
  readonly finds: string;
  /** The input that is being run: what it was is known when the process dies or hangs. */
  readonly current: string;
}

/** Results of a run of a target. */
export interface Statistics {
  executions: number;
  seconds: number;
  branches: number;
  inputs: number;
  outcomes: Record<string, number>;
  /** Files of the finds. */
  finds: string[];
}

/** Attempts to make a find shorter. */
const ATTEMPTS = 400;
/** Bytes of memory of the process that one input may add. */
const MOST_MEMORY = 768 * 2 ** 20;

const shortHash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 12);

/** The inputs of a folder, in the order of their names. */
export function inputsOf(folder: string): Uint8Array[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.txt'))
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name))));
}

/** Runs a target on inputs that come from each other by small changes; what takes a new branch is kept and changed further. */
export class FuzzRun {
  readonly #target: Target;
  readonly #rooms: Rooms;
  readonly #hits: Uint8Array;
  /** [branches] classes of counts seen, a bit each. */
  readonly #seen: Uint8Array;
  readonly #inputs: Uint8Array[] = [];
  readonly #current: number;
  readonly #known = new Set<string>();
  readonly statistics: Statistics = { executions: 0, seconds: 0, branches: 0, inputs: 0, outcomes: {}, finds: [] };

  constructor(target: Target, rooms: Rooms, hits: Uint8Array) {
    this.#target = target;
    this.#rooms = rooms;
    this.#hits = hits;
    this.#seen = new Uint8Array(hits.length);
    for (const folder of [rooms.corpus, rooms.finds]) mkdirSync(folder, { recursive: true });
    this.#current = openSync(rooms.current, 'w');
  }

  /** Runs for `seconds` seconds, and at most `most` executions. */
  async run(seconds: number, seed: number, most = Infinity): Promise<Statistics> {
    const start = performance.now();
    const draw = drawing(seed);
    const { words, mostBytes = 4096, isJson = false, seeds } = this.#target;
    const pieces = words.map((word) => (typeof word === 'string' ? bytesOf(word) : word));
    const beginnings = [...inputsOf(this.#rooms.kept), ...(await seeds()), ...inputsOf(this.#rooms.corpus)];
    for (const input of beginnings) await this.#take(input, 'beginning');
    const other = (): Uint8Array => this.#inputs[draw(this.#inputs.length)];
    while (performance.now() - start < seconds * 1000 && this.statistics.executions < most) {
      // Newer inputs more often: they are the ones that have been changed least.
      const count = this.#inputs.length;
      const input = this.#inputs[draw(2) === 0 ? draw(count) : count - 1 - draw(Math.min(count, 16))];
      const material = { words: pieces, other, mostBytes };
      const changed = isJson && draw(4) > 0 ? mutateJson(input, draw, material) : null;
      await this.#take(changed ?? mutate(input, draw, material), 'mutant');
      if (this.statistics.executions % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    closeSync(this.#current);
    this.statistics.seconds = (performance.now() - start) / 1000;
    this.statistics.inputs = this.#inputs.length;
    return this.statistics;
  }

  /** Runs an input and keeps it where it took a new branch. */
  async #take(input: Uint8Array, kind: 'beginning' | 'mutant'): Promise<void> {
    const memory = process.memoryUsage.rss();
    this.#hits.fill(0);
    const verdict = await this.#judge(input);
    const isNew = this.#merge();
    if (kind === 'beginning' || isNew) this.#inputs.push(input);
    if (kind === 'mutant' && isNew) writeFileSync(join(this.#rooms.corpus, shortHash(input)), input);
    if (process.memoryUsage.rss() - memory > MOST_MEMORY) {
      await this.#keep(input, { isFind: true, signature: 'takes too much memory', message: '', stack: '' });
    }
    if (verdict.isFind) await this.#keep(input, verdict);
    else this.statistics.outcomes[verdict.outcome] = (this.statistics.outcomes[verdict.outcome] ?? 0) + 1;
  }

  async #judge(input: Uint8Array): Promise<Verdict> {
    const note = new Uint8Array(8 + input.length);
    new DataView(note.buffer).setUint32(0, ++this.statistics.executions);
    new DataView(note.buffer).setUint32(4, input.length);
    note.set(input, 8);
    writeSync(this.#current, note, 0, note.length, 0);
    return judge(this.#target, input);
  }

  /** Adds the counts of the last execution to those seen; true where a branch was taken for the first time, or another number of times. */
  #merge(): boolean {
    const hits = this.#hits;
    let isNew = false;
    for (let branch = 0; branch < hits.length; branch++) {
      const count = hits[branch];
      if (count === 0) continue;
      const bit =
        count < 4 ? 1 << (count - 1) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
      if ((this.#seen[branch] & bit) !== 0) continue;
      if (this.#seen[branch] === 0) this.statistics.branches++;
      this.#seen[branch] |= bit;
      isNew = true;
    }
    return isNew;
  }

  async #keep(input: Uint8Array, verdict: Extract<Verdict, { isFind: true }>): Promise<void> {
    const { signature } = verdict;
    if (this.#known.has(signature)) return;
    this.#known.add(signature);
    const shows = async (candidate: Uint8Array): Promise<boolean> => {
      const again = await this.#judge(candidate);
      return again.isFind && again.signature === signature;
    };
    const isSlow = signature.startsWith('takes too');
    const least = isSlow ? input : await minimise(input, shows, ATTEMPTS);
    const last = await this.#judge(least);
    const told = last.isFind && last.signature === signature ? last : verdict;
    this.statistics.finds.push(keepFind(this.#rooms.finds, this.#target.name, least, told));
  }
}

/** Writes an input that shows a mistake, and beside it what it shows. Gives its path. */
export function keepFind(
  folder: string,
  target: string,
  input: Uint8Array,
  { signature, message, stack }: { readonly signature: string; readonly message: string; readonly stack: string },
): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${target}--${shortHash(signature)}`);
  writeFileSync(path, input);
  writeFileSync(`${path}.txt`, `${signature}\n${message}\n${stack}\n\nnpm run fuzz -- --replay ${path}\n`);
  return path;
}
