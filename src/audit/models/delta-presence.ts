import type { Achieved, AuditedModelKind } from './model.js';
import { tolerance } from './model.js';

export interface DeltaPresence {
  readonly model: 'delta-presence';
  readonly min: number;
  readonly max: number;
  readonly public: string;
  readonly outside?: 'judged' | 'ignored';
}

/** The probability that a person of the public table is among the released ones lies between min and max. */
export const deltaPresence: AuditedModelKind<DeltaPresence> = {
  name: 'delta-presence',
  numbers: ['min', 'max'],
  public: {
    judge(spec, { measure: { population, outside }, sizes, released, suppressed, shares }) {
      const presences = shares === undefined ? released.map((c) => sizes[c] / population[c]) : Array.from(shares);
      if (shares === undefined && outside > 0 && spec.outside !== 'ignored') presences.push(suppressed / outside);
      if (presences.length === 0) return judgePresence(spec, 1, 0);
      const min = presences.reduce((low, presence) => Math.min(low, presence), Infinity);
      const max = presences.reduce((high, presence) => Math.max(high, presence), 0);
      return judgePresence(spec, min, max);
    },
    countsOutside: ({ outside }) => outside !== 'ignored',
    judgeBounds: judgePresence,
  },
};

function judgePresence(required: DeltaPresence, min: number, max: number): Achieved {
  if (min > max) return { achieved: { min: 0, max: 0 }, holds: true };
  const holds = min >= required.min * (1 - tolerance) && max <= required.max * (1 + tolerance);
  return { achieved: { min, max }, holds };
}
