import type { Steps } from '../../base/steps.js';
import type { Runs } from '../../audit/domain.js';
import type { Minimality } from '../../algorithms/algorithm.js';
import type { NodeColumn } from './release-nodes.js';
import { nodesWithin } from './release-nodes.js';

/** A class divided by the children of the node that it has in one attribute. */
export interface Division {
  readonly attribute: number;
  readonly children: readonly Runs[];
  /**
   * Divisions with one number are the parts of one more exact release, and that it broke the models is one fact: at least one of
   * them has a part that breaks them.
   */
  readonly fact: number;
}

/** Classes between two yields. */
const CLASSES_AT_ONCE = 256;

/** Knowledge of the attacker about the rows besides the release. */
interface DivisionOptions {
  /** [attributes][leaves] 1 for values that some person of the release has. */
  readonly occurring?: readonly Uint8Array[];
  /** Attribute of the last step and its level after it, for `last-level`, where they are known. */
  readonly lastStep?: { readonly attribute: number; readonly level: number };
}

/**
 * Facts about a release that follow from minimality, as divisions of its classes. Yields between classes.
 *
 * Under local recoding every class is minimal by itself: each of its divisions is a fact of its own. Under global recoding a more exact release
 * divides all classes that have a node (`every-node`), or all classes (`every-level`), and one part that breaks the models anywhere is reason enough.
 * All divisions are one fact under `some-node`, and under `last-level` without `lastStep`: the node that was generalized last is unknown.
 *
 * @param nodes - null for attributes that are not released as nodes
 * @param classes - [classes][attributes] code of the release's dictionary
 * @returns [classes] divisions; null when the one fact is about all attributes, and one of them cannot be read
 */
export function* divisionsOf(
  known: Exclude<Minimality, 'every-row'>,
  nodes: readonly (NodeColumn | null)[],
  classes: readonly (readonly number[])[],
  { occurring, lastStep }: DivisionOptions = {},
): Steps<Division[][] | null> {
  if ((known === 'some-node' || known === 'last-level') && nodes.includes(null)) return null;
  let facts = 0;
  const factOf = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = factOf.get(name) ?? facts++;
    factOf.set(name, number);
    return number;
  };
  const found = new Map<string, readonly Runs[]>();
  const childrenOf = (node: NodeColumn, attribute: number, code: number): readonly Runs[] => {
    const name = `${attribute} ${code}`;
    const before = found.get(name);
    if (before !== undefined) return before;
    const isByLevel = known === 'every-level' || known === 'last-level';
    const level = lastStep?.level ?? node.level;
    const children = !isByLevel
      ? node.childrenOf(code, occurring?.[attribute])
      : level < 1
        ? []
        : nodesWithin(node.levels[level - 1], node.runsOf(code));
    found.set(name, children);
    return children;
  };
  const divide = (codes: readonly number[], number: number): Division[] =>
    nodes.flatMap((node, attribute): Division[] => {
      if (node === null || (known === 'every-class' && !node.isText)) return [];
      if (lastStep !== undefined && lastStep.attribute !== attribute) return [];
      const children = childrenOf(node, attribute, codes[attribute]);
      if (children.length < 2) return [];
      const name =
        known === 'every-class'
          ? `${number} ${attribute}`
          : known === 'every-node'
            ? `${attribute} ${node.runsOf(codes[attribute]).join()}`
            : known === 'every-level'
              ? String(attribute)
              : '';
      return [{ attribute, children, fact: numberOf(name) }];
    });
  const divided: Division[][] = [];
  for (const [number, codes] of classes.entries()) {
    if (number % CLASSES_AT_ONCE === 0) yield;
    divided.push(divide(codes, number));
  }
  return divided;
}
