import { expect, it } from 'vitest';
import { orderVectors } from '../../src/membership/vector-order.js';
import type { Part } from '../../src/membership/margin-problem.js';

/** A chain of vectors, each with one margin in common with the next, numbered in the order of `places`, of up to `most` people each. */
function chainOf(places: readonly number[], most: number): Part {
  const columns = Math.floor(places.length / 2) + 1;
  const marginsOf = places.map((place) => [Math.floor(place / 2), columns + Math.floor((place + 1) / 2)]);
  const rest = Array.from({ length: 2 * columns }, (_, margin) => {
    const vectors = marginsOf.filter((margins) => margins.includes(margin)).length;
    return Math.floor((vectors * most) / 2);
  });
  const all = places.map(() => most);
  return { marginsOf, rest, low: places.map(() => 0), high: all, available: all };
}

it('puts vectors that share a margin next to each other, of few people and then of many', () => {
  const places = [5, 0, 3, 7, 1, 6, 2, 4];
  for (const most of [2, 40, 1000]) {
    const order = [...orderVectors(chainOf(places, most))].map((at) => places[at]);
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // Along the chain, from either end.
    expect([most, order[0] === 0 ? order : order.reverse()]).toEqual([most, [0, 1, 2, 3, 4, 5, 6, 7]]);
  }
});
