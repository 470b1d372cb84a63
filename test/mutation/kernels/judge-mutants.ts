/** Runs the cases of the kernels against mutants, each only those that reach it. */
import { kernelCases } from '../../engine/cases/all-cases.js';
import type { KernelCase, Subject } from '../../engine/cases/kernel-case.js';
import { markModule, mutantWriter, takeReached } from './instrument.js';
import type { Mutant } from './kernel-mutants.js';
import { digest, moduleSubject, twinSubject } from './subjects.js';
import type { WasmModule } from './wasm-code.js';

/** Outcome of a mutant. `by`: the case that noticed it. */
export interface Verdict {
  readonly outcome: 'killed' | 'survived' | 'not reached';
  readonly by: string;
}

interface Prepared {
  readonly name: string;
  readonly run: (subject: Subject) => unknown;
  readonly expected: string;
  /** Fuel of the unchanged kernels. */
  readonly fuel: number;
  readonly milliseconds: number;
}

/** A mutant may take this many times the rounds of loops of the unchanged kernels, and this many more. */
const FUEL_TIMES = 10;
const FUEL_MORE = 20_000;
const KILLERS = 4;
const ALL_FUEL = 0x7fffffff;

/** Judges mutants of a module. */
export interface Judge {
  judge(mutant: Mutant): Verdict;
  /** Names of the cases that reach an instruction, and the milliseconds that each took. */
  reachedBy(mutant: Mutant): readonly { readonly name: string; readonly milliseconds: number }[];
}

/** Prepares the cases. Throws when the kernels as they are answer otherwise than the twin. */
export async function openJudge(module: WasmModule, cases: readonly KernelCase[] = kernelCases): Promise<Judge> {
  const twin = await twinSubject();
  const write = mutantWriter(module);
  const marked = markModule(module);
  const markedModule = new WebAssembly.Module(marked.bytes);
  const plainModule = new WebAssembly.Module(write(null));
  /** [stretches] the cases that reach it. */
  const casesOf: Prepared[][] = Array.from({ length: marked.marks }, () => []);
  const plain = moduleSubject(plainModule);
  const seen = moduleSubject(markedModule);
  for (const { name, prepare } of cases) {
    const run = prepare();
    const expected = digest(run(twin));
    plain.refuel(ALL_FUEL);
    const start = performance.now();
    const found = digest(run(plain));
    if (found !== expected) throw new Error(`the kernels and the twin differ: ${name}`);
    const milliseconds = performance.now() - start;
    const prepared = { name, run, expected, fuel: plain.fuelTaken(), milliseconds };
    seen.refuel(0);
    run(seen);
    for (const stretch of takeReached(seen.instances, marked.marks)) casesOf[stretch].push(prepared);
  }
  plain.dispose();
  seen.dispose();
  for (const list of casesOf) list.sort((a, b) => a.milliseconds - b.milliseconds);
  const casesFor = ({ at, instruction }: Mutant): Prepared[] => casesOf[marked.stretchOf[at][instruction]];
  /** [functions] names of the cases that killed last in it, the last one first: they are tried first. */
  const killers = module.functions.map((): string[] => []);
  return {
    judge: (mutant) => {
      const last = killers[mutant.at];
      const rank = ({ name }: Prepared): number => (last.includes(name) ? last.indexOf(name) : last.length);
      const list = casesFor(mutant)
        .slice()
        .sort((a, b) => rank(a) - rank(b));
      const verdict = judgeOne(new WebAssembly.Module(write(mutant)), list);
      if (verdict.outcome === 'killed') killers[mutant.at] = [verdict.by, ...last.filter((name) => name !== verdict.by)].slice(0, KILLERS); // prettier-ignore
      return verdict;
    },
    reachedBy: casesFor,
  };
}

function judgeOne(module: WebAssembly.Module, cases: readonly Prepared[]): Verdict {
  if (cases.length === 0) return { outcome: 'not reached', by: '' };
  let at = '';
  try {
    const subject = moduleSubject(module);
    for (const { name, run, expected, fuel } of cases) {
      at = name;
      subject.refuel(FUEL_TIMES * fuel + FUEL_MORE);
      if (digest(run(subject)) !== expected) return { outcome: 'killed', by: name };
    }
    at = 'dispose';
    subject.dispose();
  } catch {
    // A trap, the end of the fuel, an address outside of the memory, a definition that does not hold.
    return { outcome: 'killed', by: at };
  }
  return { outcome: 'survived', by: '' };
}
