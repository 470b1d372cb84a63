import type { Engine } from '../../engine/engine.js';
import type { Problem } from '../algorithm.js';
import { runToCompletion } from '../../base/steps.js';
import type { SearchClock } from '../search-clock.js';
import { classConditionsOf } from '../judge-classes.js';
import { CutOfGroups } from './cut-of-groups.js';
import { taxonomiesOf } from './measure.js';
import { SpecializedGroups } from './specialized-groups.js';
import { type Specialization, SpecializationState, type SpecializedCut } from './specialization.js';
import type { GainChoice } from '../shared-options.js';

/** Result of top-down specialization. */
interface Specialized extends ReturnType<typeof taxonomiesOf> {
  readonly cut: ReturnType<SpecializedCut['snapshot']>;
  /** Vectors looked at. */
  readonly visited: number;
  readonly specializations: number;
  /** Candidates that were looked at. */
  readonly checked: number;
  /** The clock ended it. */
  readonly isStopped: boolean;
}

/**
 * Specializes from the most general values on as long as a split is valid and gains something, the one with the highest score first
 * (Fung, Wang, Yu 2005).
 *
 * @param least - splits that are made although the clock is over, or as many as a moment allows, but one; default: one for each attribute
 *   where it was over before there was any, else none
 * @param isOver - ends it in the middle of a split, whose children stand in the state then, unless before the first
 * @returns null when the most general values suppress more rows than allowed, or are not judged before `isOver`
 */
export async function specializeAll(
  problem: Problem,
  engine: Engine,
  { gain: choice, score }: { readonly gain: GainChoice; readonly score: 'ratio' | 'gain' },
  clock: SearchClock,
  least?: number,
  isOver = (): boolean => false,
): Promise<Specialized | null> {
  const made = taxonomiesOf(problem, choice);
  const groups = SpecializedGroups.of(problem, engine, made.taxonomies);
  const isGrouped = groups !== null && classConditionsOf(problem).length === 0;
  try {
    const state = isGrouped
      ? new CutOfGroups(problem, made.taxonomies, groups)
      : await clock.driveUntilOver(SpecializationState.begin(problem, engine, made.taxonomies, score), isOver);
    if (state === 'over' || state.suppressed > problem.suppressionLimit) return null;
    if (groups !== null && (await clock.driveUntilOver(groups.isWithinLimit(), isOver)) !== true) return null;
    const done = await specializeFrom(problem, { state, groups }, clock, least, isOver);
    const accepted = groups === null ? null : runToCompletion(groups.accepted());
    return { ...made, ...done, cut: state.snapshot(accepted), visited: state.visited };
  } finally {
    groups?.dispose();
  }
}

/** Specializes until nothing is left, or the clock ends it. */
async function specializeFrom(
  problem: Problem,
  { state, groups }: { readonly state: SpecializedCut; readonly groups: SpecializedGroups | null },
  clock: SearchClock,
  least: number | undefined,
  isOver: () => boolean,
): Promise<Pick<Specialized, 'specializations' | 'checked' | 'isStopped'>> {
  let specializations = 0;
  let checked = 0;
  let isStopped = await clock.pause(0);
  const late = least ?? (isStopped ? problem.domains.length : 0);
  const isEnough = (): boolean => specializations > 0 && (specializations >= late || clock.isGraceOver);
  while (!isStopped || !isEnough()) {
    const candidates = state.candidates();
    checked += candidates.length;
    const best = bestOf(candidates);
    if (best === null) {
      isStopped = false;
      break;
    }
    const share = 1 - 1 / (1 + specializations / 20);
    const pause = (): Promise<unknown> => clock.pause(share);
    if (groups !== null) {
      const isWithin = await clock.driveUntilOver(groups.isWithinLimit(best.attribute, best.node), isOver, pause);
      if (isWithin !== true) {
        state.close(best.attribute, best.node);
        isStopped = (await clock.pause(share)) || isWithin === 'over';
        continue;
      }
      groups.specialize(best.attribute, best.node);
    }
    const made = await clock.driveUntilOver(state.specialize(best.attribute, best.node), isOver, pause);
    specializations++;
    isStopped = (await clock.pause(share)) || made === 'over';
  }
  return { specializations, checked, isStopped };
}

/** The valid candidate with the highest score, the first of equal ones. */
export function bestOf(candidates: readonly Specialization[]): Specialization | null {
  let best: Specialization | null = null;
  for (const candidate of candidates) {
    if (candidate.isValid && (best === null || candidate.score > best.score)) best = candidate;
  }
  return best;
}
