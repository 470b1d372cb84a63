/** Points of the plane of risk and loss: releases, pinned settings, and what comparing found. */
import type { Preview, RunResult } from 'kohort/js';
import { markPareto } from 'kohort/assess';
import type { Finished } from '../finished.js';
import type { Choices } from '../choices.js';
import { jobOf } from '../choices.js';
import { proofOf } from '../parts/proof.js';
import { kOf } from '../parts/words.js';

/** Figures of a job's outcome, with or without a release. */
export interface Figures {
  readonly algorithm: string;
  readonly k: number;
  readonly rows: number;
  readonly suppressed: number;
  readonly classes: number;
  /** Rows of the smallest class, or its persons where they are counted; null where there is none. */
  readonly smallest: number | null;
  /** True where values are kept and their links cut: the size of a bucket is no risk to be found, and the loss says nothing. */
  readonly cutsLinks: boolean;
  readonly loss: number | null;
  readonly isProven: boolean;
  /** Proven, or how far from it, in words; null for searches that prove nothing. */
  readonly proof: string | null;
  readonly metrics: RunResult['metrics'];
  readonly privacy: RunResult['privacy'];
}

/** Origin of a point: a release, settings that were pinned, a comparison, or the settings as they are now. */
export type PointKind = 'release' | 'pin' | 'compared' | 'now';

/** Settings, and what they come to. */
export interface Point {
  /** Another one for every point. */
  readonly id: string;
  readonly kind: PointKind;
  readonly name: string;
  /** The settings, to be taken again. */
  readonly choices: Choices;
  readonly figures: Figures;
}

type Outcome = Pick<
  RunResult,
  'algorithm' | 'rows' | 'suppressed' | 'classes' | 'metrics' | 'privacy' | 'search' | 'solution' | 'assumedOrder'
>;

function figuresOf(outcome: Outcome, sizes: Preview['classSizes'], choices: Choices): Figures {
  const { algorithm, rows, suppressed, classes, metrics, privacy, search } = outcome;
  return {
    algorithm: algorithm.name,
    k: kOf(jobOf(choices)),
    rows,
    suppressed,
    classes,
    smallest: sizes[0]?.[0] ?? null,
    cutsLinks: cutsLinks(outcome),
    loss: metrics.loss,
    isProven: search.optimal,
    proof: proofOf(outcome),
    metrics,
    privacy,
  };
}

/** Figures of a preview. */
export const figuresOfPreview = (preview: Preview, choices: Choices): Figures =>
  figuresOf(preview, preview.classPersons ?? preview.classSizes, choices);

/** A release as a point. */
export const pointOfRun = ({ id, name, choices, result, audit }: Finished): Point => ({
  id: `release-${id}`,
  kind: 'release',
  name,
  choices,
  figures: figuresOf(result, audit.classPersons ?? audit.classSizes, choices),
});

/** True for releases that keep values and cut their links: they and generalizing ones are compared by no one number. */
export const cutsLinks = ({ solution: { kind } }: Pick<RunResult, 'solution'>): boolean =>
  kind === 'permutation' || kind === 'sets';

/** The highest risk to be found: 1 / rows, or persons, of the smallest class; null where links are cut. */
export const riskOf = ({ smallest, cutsLinks }: Pick<Figures, 'smallest' | 'cutsLinks'>): number | null =>
  smallest === null || cutsLinks ? null : 1 / smallest;

/** True for a point that has a place in the plane. */
export const hasPlace = ({ figures }: Point): boolean => figures.loss !== null && riskOf(figures) !== null;

/**
 * The points that no other one beats in risk and loss. Settings that are being changed are left out, and so are releases that keep
 * values and cut their links: they have no risk of this kind.
 */
export function frontOf(points: readonly Point[]): ReadonlySet<string> {
  const measured = points.filter(({ kind, figures }) => kind !== 'now' && !figures.cutsLinks);
  const marks = markPareto(
    measured.map(({ figures }) => [figures.loss, riskOf(figures)]),
    [
      { name: 'loss', higherIsBetter: false },
      { name: 'risk', higherIsBetter: false },
    ],
  );
  return new Set(measured.filter((_, at) => marks[at] === true).map(({ id }) => id));
}
