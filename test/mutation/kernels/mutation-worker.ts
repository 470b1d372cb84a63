/** The process that judges mutants of the kernels for scripts/mutate-kernels.mjs, which ends it when one does not come to an end. */
import { readFileSync } from 'node:fs';
import { openJudge } from './judge-mutants.js';
import { contextOf, listMutants } from './kernel-mutants.js';
import { readModule } from './wasm-code.js';

/** A mutant as the program names it: `id` stays the same as long as the binary does. */
export interface NamedMutant {
  readonly id: string;
  readonly in: string;
  readonly kind: string;
  readonly change: string;
  readonly context: string;
  /** Place of its instruction in the file. */
  readonly offset: number;
}

const [path, wish] = process.argv.slice(2);
const module = readModule(readFileSync(path));
const mutants = listMutants(module);
const send = (message: object): void => void process.send?.(message);

if (wish === 'list') {
  const named = mutants.map((mutant): NamedMutant => {
    const own = module.functions[mutant.at];
    const name = module.names.get(own.index) ?? '';
    return {
      id: `${name} ${mutant.instruction} ${mutant.change}`,
      in: name.replace(/^assembly\//, ''),
      kind: mutant.kind,
      change: mutant.change,
      context: contextOf(own, mutant),
      offset: own.offset + own.instructions[mutant.instruction].from,
    };
  });
  process.send?.({ named }, () => process.disconnect?.());
} else {
  const judge = await openJudge(module);
  process.on('message', ({ places }: { places: readonly number[] }) => {
    for (const place of places) {
      send({ begun: place });
      send({ place, ...judge.judge(mutants[place]) });
    }
    send({ ended: true });
  });
  send({ ready: true });
}
