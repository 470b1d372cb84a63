import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { checkKeys, checkNumber } from './check-parameters.js';
import type { PrivacyModel, PrivacyResult } from './model.js';
import { TOLERANCE } from './tolerance.js';

type DeltaPresenceSpec = Extract<PrivacySpec, { model: 'delta-presence' }>;

export const DELTA_PRESENCE_SOURCE =
  'M. E. Nergiz, M. Atzori, C. Clifton: Hiding the presence of individuals from shared databases, SIGMOD 2007';

/**
 * δ-presence: for every person of the public table the release leaves a probability between min and max that they are in the
 * private one (definition 4). For somebody under a released class that is private rows / public rows of its region. Public
 * rows in no released region share the suppressed rows: their probability is suppressed rows / such public rows, so 0 when
 * nothing is suppressed, which breaks any min above 0; `outside: "ignored"` does not judge them.
 *
 * @throws InvalidArgumentError DELTA_TYPE, DELTA_RANGE (0 <= min <= max <= 1), OUTSIDE_UNKNOWN, UNKNOWN_OPTION.
 */
export function createDeltaPresence(spec: DeltaPresenceSpec, path: string): PrivacyModel {
  checkKeys(spec, ['model', 'min', 'max', 'public', 'outside'], path);
  const { outside = 'judged' } = spec;
  if (outside !== 'judged' && outside !== 'ignored') {
    throw new InvalidArgumentError(`${path}.outside`, 'judged or ignored', 'another value', 'OUTSIDE_UNKNOWN');
  }
  const min = checkNumber(spec.min, { path: `${path}.min`, code: 'DELTA', minimum: 0, maximum: 1 });
  const max = checkNumber(spec.max, { path: `${path}.max`, code: 'DELTA', minimum: min, maximum: 1 });
  const holds = (presence: number): boolean => presence >= min * (1 - TOLERANCE) && presence <= max * (1 + TOLERANCE);
  const judged = outside === 'judged';
  return {
    name: 'delta-presence',
    spec,
    source: DELTA_PRESENCE_SOURCE,
    // A class joined to a region without private rows, which nobody judges, may fall below min.
    monotone: judged || min === 0,
    attribute: null,
    public: 'regions',
    condition: (column) => ({ kind: 'presence', column, min, max, empty: !judged }),
    table: {
      holds: ({ suppressed, outside: rows = 0 }) => !judged || rows === 0 || holds(suppressed / rows),
      repeals: false,
    },
    achieved(sizes, _histogram, _global, counts): PrivacyResult {
      const base = { model: 'delta-presence', required: { min, max } } as const;
      if (counts === undefined) throw new InvalidArgumentError('counts', 'public rows per class', 'none');
      const found =
        counts.presence === undefined
          ? Array.from(sizes, (rows, c) => rows / counts.population[c])
          : Array.from(counts.presence);
      if (judged && counts.outside > 0) found.push(counts.suppressed / counts.outside);
      if (found.length === 0) return { ...base, achieved: {}, holds: true };
      let least = Infinity;
      let most = -Infinity;
      for (const presence of found) {
        if (presence < least) least = presence;
        if (presence > most) most = presence;
      }
      return { ...base, achieved: { min: least, max: most }, holds: found.every(holds) };
    },
  };
}
