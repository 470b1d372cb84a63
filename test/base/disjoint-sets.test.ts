import { expect, it } from 'vitest';
import { DisjointSets } from '../../src/base/disjoint-sets.js';
import { seededRandom } from '../../src/base/random.js';

it('disjoint sets are those of a list of labels that is rewritten at every join', () => {
  const random = seededRandom(4);
  for (let round = 0; round < 50; round++) {
    const count = 1 + random.below(20);
    const sets = new DisjointSets(count);
    const label = Array.from({ length: count }, (_, member) => member);
    for (let joins = random.below(30); joins > 0; joins--) {
      const [one, other] = [random.below(count), random.below(count)];
      sets.join(one, other);
      const [from, to] = [label[one], label[other]];
      label.forEach((own, member) => own === from && (label[member] = to));
      expect(label.map((_, member) => sets.find(member))).toEqual(label);
    }
  }
});
