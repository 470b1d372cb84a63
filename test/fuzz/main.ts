/**
 * The process that runs one target; scripts/fuzz.mjs starts it, and again where it dies. Its arguments are JSON. Prints what a run came
 * to, or what an input shows, as one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { FuzzRun } from './fuzz-target.js';
import type { Rooms } from './fuzz-target.js';
import { judge } from './target.js';
import { targetOf, targets } from './targets/index.js';

type Order =
  | { readonly kind: 'list' }
  | { readonly kind: 'replay'; readonly target: string; readonly path: string }
  | {
      readonly kind: 'run';
      readonly target: string;
      readonly seconds: number;
      readonly seed: number;
      readonly rooms: Rooms;
    };

async function answer(order: Order): Promise<unknown> {
  if (order.kind === 'list') return targets.map(({ name }) => name);
  const target = targetOf(order.target);
  if (order.kind === 'replay') return judge(target, new Uint8Array(readFileSync(order.path)));
  const { __hit: hits } = globalThis as unknown as { readonly __hit: Uint8Array };
  return new FuzzRun(target, order.rooms, hits).run(order.seconds, order.seed);
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2]) as Order)));
process.exit(0);
