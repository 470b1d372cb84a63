/** Changes from toggling single cuts of one attribute: in the cost of released classes, and in rows below k. */
export interface ToggleChanges {
  /** [size + 1] differences by leaf: the change of a cut added before leaf v is the sum of entries 0 .. v. */
  readonly released: Float64Array;
  readonly below: Float64Array;
  /** [cuts + 1] change of removing the cut before interval i; entry 0 is not used. */
  readonly releasedRemoved: Float64Array;
  readonly belowRemoved: Float64Array;
}

/** Cost and suppressed rows after each toggle, NaN where no cut is allowed. `unit` is the cost of a suppressed row. */
export function applyToggles(
  changes: ToggleChanges,
  cuts: Uint32Array,
  allowed: Uint8Array,
  base: { readonly cost: number; readonly suppressed: number },
  unit: number,
): { cost: Float64Array; suppressed: Float64Array } {
  const size = allowed.length;
  const cost = new Float64Array(size);
  const suppressed = new Float64Array(size);
  let released = 0;
  let below = 0;
  let interval = 0;
  for (let leaf = 0; leaf < size; leaf++) {
    released += changes.released[leaf];
    below += changes.below[leaf];
    let change = released;
    let rows = below;
    if (interval < cuts.length && cuts[interval] === leaf) {
      interval++;
      change = changes.releasedRemoved[interval];
      rows = changes.belowRemoved[interval];
    }
    const isAllowed = leaf > 0 && allowed[leaf] !== 0;
    cost[leaf] = isAllowed ? base.cost + change + rows * unit : NaN;
    suppressed[leaf] = isAllowed ? base.suppressed + rows : NaN;
  }
  return { cost, suppressed };
}
