import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import type { PathStep } from '../base/describe.js';
import { formatPath } from '../base/describe.js';

const deepest = 100;

/**
 * A deep copy of plain data: objects by their own enumerable string keys (into objects without a prototype, so that a key
 * `__proto__` is a key like any other), lists by their indices; every property is read once. Throws for data nested
 * deeper than 100 (cycles included): HierarchyError `HIERARCHY_TOO_DEEP` inside a hierarchy, else InvalidArgumentError.
 */
export function copyPlain(value: unknown, path: PathStep[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (path.length > deepest) refuseDepth(path);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    const { length } = value;
    for (let i = 0; i < length; i++) {
      path.push(i);
      list.push(copyPlain(value[i], path));
      path.pop();
    }
    return list;
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    path.push(key);
    copy[key] = copyPlain((value as Record<string, unknown>)[key], path);
    path.pop();
  }
  return copy;
}

function refuseDepth(path: readonly PathStep[]): never {
  if (path[0] === 'attributes' && path[2] === 'hierarchy') {
    throw new HierarchyError(
      'HIERARCHY_TOO_DEEP',
      String(path[1]),
      'more than 64 levels, or a tree that contains itself',
    );
  }
  throw new InvalidArgumentError(
    formatPath(path.slice(0, 1)),
    `data nested at most ${deepest} deep`,
    'more',
    'JOB_TOO_DEEP',
  );
}
