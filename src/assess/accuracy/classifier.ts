/** Methods that the evaluation requires of a classifier. `naiveBayes` of `kohort/classifier` is one; any other may be given. */
export interface Classifier {
  /** Name for people. */
  readonly name: string;
  /**
   * Learns labels from rows of features. All rows have the same length, features are at least 0, and every attribute's
   * features sum to 1 (0 where its value is unknown). Rows may be shared: they must not be changed.
   *
   * @param rows - [rows][features]
   * @param labels - [rows] whole numbers from 0, each used
   * @returns the trained model: the label of every row given
   */
  train(rows: readonly Float64Array[], labels: readonly number[]): (rows: readonly Float64Array[]) => ArrayLike<number>;
}
