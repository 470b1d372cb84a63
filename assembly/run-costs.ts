/** Costs of runs of leaf codes; src/engine/js/run-costs.ts is the twin. */
import { RunCosts } from './layouts.generated';

/** The entry of one attribute. */
export function runCostsAt(costs: usize, attribute: usize): RunCosts {
  return changetype<RunCosts>(costs + attribute * offsetof<RunCosts>());
}

/** Cost of lo .. hi, lo <= hi. */
export function runCost(costs: RunCosts, lo: u32, hi: u32): u32 {
  const table = costs.table;
  if (table != 0) return load<u32>(table + ((<usize>lo * costs.size + <usize>hi) << 2));
  const positions = costs.positions;
  if (positions != 0) {
    if (lo == hi) return 0;
    if (hi + 1 == costs.missingEnd) return costs.whole;
    const width = load<f64>(positions + ((<usize>hi) << 3)) - load<f64>(positions + ((<usize>lo) << 3));
    return <u32>floor<f64>(((width + costs.offset) / costs.range) * <f64>costs.whole + 0.5);
  }
  let node = load<u32>(costs.nodeOf + ((<usize>lo) << 2));
  while (load<u32>(costs.hi + ((<usize>node) << 2)) < hi) node = load<u32>(costs.parent + ((<usize>node) << 2));
  return load<u32>(costs.cost + ((<usize>node) << 2));
}
