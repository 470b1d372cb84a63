/** `kohort/classifier`: a classifier for `compare`. Needs `ml-naivebayes`, an optional peer of the package. */
import { MultinomialNB } from 'ml-naivebayes';
import type { Classifier } from './classifier.js';

export type { Classifier } from './classifier.js';

/**
 * Naive Bayes with add-one smoothing. Every attribute gives a row one unit of features, so the multinomial model is the
 * categorical one. A generalized value counts in equal shares for what it may be.
 */
export const naiveBayes: Classifier = {
  name: 'naive Bayes',
  train(rows, labels) {
    const model = new MultinomialNB();
    model.train(rows, labels);
    return (unseen) => (unseen.length === 0 ? [] : model.predict(unseen));
  },
};
