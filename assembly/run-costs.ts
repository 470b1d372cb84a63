/**
 * Costs of runs of leaf codes (RunCosts of src/engine/engine.ts), written by src/engine/wasm/run-costs.ts as
 *
 *   u32[12]  size, table (0: none), positions (0: none), missing + 1, whole, parent (0: none), hi, cost, nodeOf, 0, 0, 0
 *   f64[2]   offset, range
 *
 * src/engine/js/run-costs.ts is the twin.
 */

/** Bytes of one entry. */
export const RUN_COSTS_BYTES: usize = 64;

/** Cost of lo .. hi, lo <= hi. */
export function runCost(costs: usize, lo: u32, hi: u32): u32 {
  const table = <usize>load<u32>(costs, 4);
  if (table != 0) return load<u32>(table + ((<usize>lo * <usize>load<u32>(costs) + <usize>hi) << 2));
  const positions = <usize>load<u32>(costs, 8);
  if (positions != 0) {
    const whole = load<u32>(costs, 16);
    if (lo == hi) return 0;
    if (hi + 1 == load<u32>(costs, 12)) return whole;
    const width = load<f64>(positions + ((<usize>hi) << 3)) - load<f64>(positions + ((<usize>lo) << 3));
    return <u32>floor<f64>(((width + load<f64>(costs, 48)) / load<f64>(costs, 56)) * <f64>whole + 0.5);
  }
  const parent = <usize>load<u32>(costs, 20);
  const last = <usize>load<u32>(costs, 24);
  let node = load<u32>(<usize>load<u32>(costs, 32) + ((<usize>lo) << 2));
  while (load<u32>(last + ((<usize>node) << 2)) < hi) node = load<u32>(parent + ((<usize>node) << 2));
  return load<u32>(<usize>load<u32>(costs, 28) + ((<usize>node) << 2));
}
