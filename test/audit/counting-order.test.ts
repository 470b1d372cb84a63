import { describe, expect, it } from 'vitest';
import { countingOrder, orderInSteps } from '../../src/audit/counting-order.js';
import { seededRandom } from '../../src/base/random.js';

describe('an order by counting', () => {
  it.each([
    [0, 3],
    [1, 1],
    [20, 1],
    [40, 7],
    [300, 1000],
    [40_000, 90],
  ])('is the stable one of %i entries by %i keys, from any order before', (entries, keys) => {
    const random = seededRandom(entries + keys);
    const keyOf = Uint32Array.from({ length: entries }, () => random.below(keys));
    const before = Array.from({ length: entries }, (_, entry) => entry);
    for (let i = entries - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [before[i], before[j]] = [before[j], before[i]];
    }
    const { start, order } = countingOrder(
      entries,
      keys,
      (entry) => keyOf[entry],
      (at) => before[at],
    );
    expect(Array.from(order)).toEqual([...before].sort((a, b) => keyOf[a] - keyOf[b]));
    const ends = Array.from({ length: keys + 1 }, (_, key) => keyOf.filter((own) => own < key).length);
    expect(Array.from(start)).toEqual(ends);
    let yields = 0;
    const steps = orderInSteps(entries, keys, (entry) => keyOf[entry]);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yields++;
    expect(Array.from(step.value.order)).toEqual(Array.from(keyOf.keys()).sort((a, b) => keyOf[a] - keyOf[b]));
    // Thousands of entries are put in order between two.
    expect(yields).toBe(Math.ceil(entries / 2 ** 14));
  });
});
