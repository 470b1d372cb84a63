/** Goals of a search, and the algorithm and options of each. */
import type { Choices } from '../choices.js';
import { jobOf, textOfValue } from '../choices.js';
import { type Everybody, isOfEverybody, presenceModel } from './everybody.js';
import { algorithmFor, goals, suppressionFor } from '../parts/words.js';

/** A goal as it is offered. */
export interface GoalCard {
  readonly id: 'fast' | 'best' | 'levels' | 'cuts' | 'links' | 'membership';
  readonly title: string;
  readonly meaning: string;
  /** Time that it takes. */
  readonly time: string;
  /** Name of its algorithm. */
  readonly algorithm: string;
  /** The metric that it minimizes; null where the algorithm has no such option. */
  readonly metric: string | null;
  /** Missing part of this table or this page for it; null where it can be chosen. */
  readonly missing: string | null;
}

const TITLES = {
  fast: ['Fastest', 'at once'],
  best: ['Most detail', 'seconds to minutes'],
  levels: ['Proven best, one level a column', 'seconds to minutes'],
  cuts: ['Proven best, the same ranges for all', 'a good one at once; the proof may take hours'],
  links: ['Values kept, links cut', 'at once'],
  membership: ['Membership hidden', 'seconds'],
} as const;

/** The goals of the package, and the proof for ranges, with what this table has for them. */
export function goalCards(choices: Choices, everybody: Everybody | null): GoalCard[] {
  return (Object.keys(TITLES) as (keyof typeof TITLES)[]).map((id) => {
    const { name, metric } = specOf(id, choices);
    return {
      id,
      title: TITLES[id][0],
      meaning: sentence(
        id === 'cuts'
          ? 'a value is the same range wherever it stands; the ranges that lose least, proven in the end'
          : goals[id],
      ),
      time: TITLES[id][1],
      algorithm: name,
      metric: typeof metric === 'string' ? metric : null,
      missing: missingFor(id, choices, everybody),
    };
  });
}

/** The goal that the choices come to; null where an algorithm or its metric was chosen otherwise. */
export const goalOf = (cards: readonly GoalCard[], { algorithm, options }: Choices): GoalCard['id'] | null =>
  cards.find((card) => card.algorithm === algorithm && (card.metric === null || card.metric === options.metric))?.id ??
  null;

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;

interface Spec {
  readonly name: string;
  readonly [option: string]: unknown;
}

/** The algorithm of a goal, as it is for the models that were chosen. */
function specOf(id: GoalCard['id'], choices: Choices): Spec {
  if (id === 'cuts') return { name: 'k-optimize', metric: 'loss' };
  const models = jobOf(choices).privacy.filter((spec) => 'attribute' in spec);
  const { spec } = algorithmFor(
    id,
    models.map((model) => ({ spec: model })),
  );
  return typeof spec === 'string' ? { name: spec } : { ...spec };
}

function missingFor(id: GoalCard['id'], { columns }: Choices, everybody: Everybody | null): string | null {
  if (id === 'membership')
    return everybody === null ? 'Needs a table of all people among whom yours are hidden.' : null;
  if (id !== 'links' || columns.some(({ role }) => role === 'sensitive')) return null;
  return 'Needs a sensitive column, whose links to the others are cut.';
}

/** The choices with the algorithm of a goal, its options and its limit of suppression; a limit that was set is kept. */
export function choicesFor(id: GoalCard['id'], choices: Choices, everybody: Everybody | null): Choices {
  const { name, ...options } = specOf(id, choices);
  const texts = Object.fromEntries(Object.entries(options).map(([key, value]) => [key, textOfValue(value)]));
  const proposed = id === 'cuts' ? null : suppressionFor(id);
  const fraction =
    typeof proposed?.spec === 'object' && 'maxFraction' in proposed.spec ? proposed.spec.maxFraction : null;
  const isPromised = id !== 'membership' || everybody === null || choices.models.some(isOfEverybody);
  return {
    ...choices,
    models: isPromised ? choices.models : [...choices.models, presenceModel(everybody)],
    algorithm: name,
    options: texts,
    suppression:
      fraction === null || choices.suppression.kind !== 'none'
        ? choices.suppression
        : { kind: 'percent', amount: String(100 * fraction) },
  };
}
