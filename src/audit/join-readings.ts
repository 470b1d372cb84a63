/** Readings of rows that lack a key: without them, and with each as a person of its own. */
import { largestOf } from '../base/sequences.js';
import type { AuditPrivacy } from './models/list.js';
import type { Achieved, AuditedModelKind, ClassMeasure, Measured } from './models/model.js';
import type { AuditSpec } from './spec.js';

/** Measures of the classes by the persons of a view. */
export interface Reading {
  /** [classes] persons. */
  readonly sizes: Uint32Array;
  readonly measure: ClassMeasure | null;
}

/** The worse of two readings of every class. Without keys, a class of rows that lack one exists only where k persons are required. */
export function joinReadings(kind: AuditedModelKind<AuditPrivacy>, readings: readonly Reading[]): ClassMeasure | null {
  const [{ measure: first, sizes }, second = null] = readings;
  if (first === null || second === null || second.measure === null) return first;
  const { achieved, satisfied } = second.measure;
  const exists = Uint8Array.from(sizes, (size) => Number(size > 0 || kind.needsKeys === true));
  const joined = Object.entries({ ...first.achieved, ...achieved }).map(([key, { least }]): [string, Measured] => {
    const worse = least ? Math.min : Math.max;
    const [one, other] = [first.achieved[key] ?? achieved[key], achieved[key] ?? first.achieved[key]];
    return [
      key,
      {
        value: other.value.map((own, c) =>
          exists[c] === 1 && !Number.isNaN(one.value[c]) ? worse(own, one.value[c]) : own,
        ),
        least,
      },
    ];
  });
  return {
    achieved: Object.fromEntries(joined),
    satisfied: satisfied.map((own, c) => (exists[c] === 1 ? own & first.satisfied[c] : own)),
  };
}

/** Achieved values of a release as a whole that a model limits from above. */
const LIMITED: ReadonlySet<string> = new Set(['max', 'risk']);

/** The worse of two readings of a model on the release as a whole. */
const worseOf = (one: Achieved, other: Achieved): Achieved => ({
  achieved: Object.fromEntries(
    Object.entries(one.achieved).map(([key, value]) => {
      const worse = LIMITED.has(key) ? Math.max : Math.min;
      return [key, worse(value, other.achieved[key] ?? value)];
    }),
  ),
  holds: one.holds && other.holds,
});

/** The worse of the readings of a model on the release as a whole; null for other models. */
export const joinWholes = (wholes: readonly Achieved[]): Achieved | null =>
  wholes.length === 0 ? null : wholes.reduce(worseOf);

/** The l of the l-diversity of a column; 2 without one. */
export function diversityOf({ privacy }: Pick<AuditSpec, 'privacy'>, name: string): number {
  const l = privacy.flatMap((model) => (model.model === 'l-diversity' && model.attribute === name ? model.l : []));
  return l.length === 0 ? 2 : largestOf(l);
}
