declare module 'ml-naivebayes' {
  export class MultinomialNB {
    train(rows: readonly ArrayLike<number>[], labels: readonly number[]): void;
    predict(rows: readonly ArrayLike<number>[]): number[];
  }
}
