/** Number of classes of a size. */
export interface SizeCount {
  readonly size: number;
  readonly classes: number;
}
