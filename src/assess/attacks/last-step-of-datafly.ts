import type { Steps } from '../../base/steps.js';
import { contains } from '../../audit/labels.js';
import type { NodeColumn } from './release-nodes.js';

/**
 * The attribute that Datafly raised last, and its level after that. What it raises depends on the people's quasi-identifiers alone:
 * the attribute with the most distinct values at the current levels, the first of equal ones. So the attacker repeats its steps
 * until they give the release.
 *
 * @param leafOf - [attributes][vectors] leaf
 * @param classes - [classes] vectors of its people, and [attributes] code of its label
 * @returns `none` when nothing was raised; null when no step gives the release: another algorithm made it
 */
export function* lastStepOfDatafly(
  nodes: readonly NodeColumn[],
  leafOf: readonly Int32Array[],
  classes: { readonly vectorsOf: readonly (readonly number[])[]; readonly codes: readonly (readonly number[])[] },
): Steps<{ readonly attribute: number; readonly level: number } | 'none' | null> {
  const vectors = classes.vectorsOf.flat();
  /** [attributes][levels][vectors] number of the node. */
  const nodeOf = nodes.map(({ levels }, a) =>
    levels.map((all) => {
      const byLeaf = new Map<number, number>();
      return Int32Array.from(leafOf[a], (leaf) => {
        const known = byLeaf.get(leaf) ?? all.findIndex((runs) => contains(runs, leaf));
        byLeaf.set(leaf, known);
        return known;
      });
    }),
  );
  yield;
  const isReleasedAt = nodes.map((node, a) =>
    node.levels.map((all, level) =>
      classes.vectorsOf.every((own, c) =>
        own.every((v) => all[nodeOf[a][level][v]].join() === node.runsOf(classes.codes[c][a]).join()),
      ),
    ),
  );
  const levels = nodes.map(() => 0);
  let last: { readonly attribute: number; readonly level: number } | 'none' = 'none';
  while (!levels.every((level, a) => isReleasedAt[a][level])) {
    yield;
    let next = -1;
    let most = 0;
    levels.forEach((level, a) => {
      if (level + 1 >= nodes[a].levels.length) return;
      const distinct = new Set(vectors.map((v) => nodeOf[a][level][v])).size;
      if (distinct <= most) return;
      next = a;
      most = distinct;
    });
    if (next < 0) return null;
    levels[next]++;
    last = { attribute: next, level: levels[next] };
  }
  return last;
}
