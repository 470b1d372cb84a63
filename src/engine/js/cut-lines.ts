/**
 * Items of a cut problem by lines: items of equal intervals in all attributes but one are a line, and stand in it by
 * ascending position (leaf, or piece) of that one attribute. The twin of assembly/cut-lines.ts.
 */
export class CutLines {
  count = 0;
  /** Entries start[line] .. end[line] - 1; items of equal position and label in a row are one entry. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly positions: Uint32Array;
  readonly weights: Float64Array;
  readonly labels: Uint32Array | null;

  constructor(items: number, hasLabels: boolean) {
    this.start = new Uint32Array(items + 1);
    this.end = new Uint32Array(items);
    this.positions = new Uint32Array(items);
    this.weights = new Float64Array(items);
    this.labels = hasLabels ? new Uint32Array(items) : null;
  }

  /**
   * lineOf      [items] in [0, count)
   * order       [items] items by ascending leaf
   * leafStart   [size + 1] where each leaf begins in the order
   * positionOf  [size] ascending, or null: the leaf itself
   */
  fill(
    lineOf: Uint32Array,
    count: number,
    order: Uint32Array,
    leafStart: Uint32Array,
    positionOf: Uint32Array | null,
    itemWeights: Uint32Array,
    itemLabels: Uint32Array | null,
  ): void {
    const { start, end, positions, weights, labels } = this;
    this.count = count;
    start.fill(0, 0, count + 1);
    for (let i = 0; i < lineOf.length; i++) start[lineOf[i] + 1]++;
    for (let line = 0; line < count; line++) start[line + 1] += start[line];
    for (let line = 0; line < count; line++) end[line] = start[line];
    for (let leaf = 0; leaf + 1 < leafStart.length; leaf++) {
      const position = positionOf === null ? leaf : positionOf[leaf];
      const last = leafStart[leaf + 1];
      for (let i = leafStart[leaf]; i < last; i++) {
        const item = order[i];
        const line = lineOf[item];
        const label = itemLabels === null ? 0 : itemLabels[item];
        const at = end[line];
        if (at > start[line] && positions[at - 1] === position && (labels === null || labels[at - 1] === label)) {
          weights[at - 1] += itemWeights[item];
          continue;
        }
        positions[at] = position;
        weights[at] = itemWeights[item];
        if (labels !== null) labels[at] = label;
        end[line] = at + 1;
      }
    }
  }

  /** Forgets the data. */
  clear(): void {
    this.start.fill(0);
    this.end.fill(0);
    this.positions.fill(0);
    this.weights.fill(0);
    this.labels?.fill(0);
  }
}
