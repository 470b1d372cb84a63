/** Attacks on a release that its report prints (`--attacks`): those that need no file beside the run's own. */
import { counted, quantity } from '../../base/numbers.js';
import { AbortError, InvalidArgumentError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import { countRows, unitNoun } from '../../base/unit.js';
import type { AnonymizeResult, CheckedJob, Table } from '../../index.js';
import { namesOfRole, planColumns } from '../../job/plan.js';
import { runProgressOf } from '../../pipeline/run-progress.js';
import type { ReportAttack } from '../../report/decision.js';
import { percent } from './attacks/words.js';

/** Tables of a finished run. */
interface AttackedRun {
  readonly done: Pick<AnonymizeResult, 'release' | 'tables'>;
  readonly original: Table;
  readonly job: CheckedJob;
}

/** Seconds for all attacks where no time limit is given. */
const ATTACK_SECONDS = 60;

type Figure = ReportAttack['figures'][number];

/** An attack with the question that it answers. */
interface ReportedAttack {
  readonly attack: string;
  readonly question: string;
  /** Columns of the job without which there is nothing to attack. */
  readonly needs: 'nothing' | 'sensitive' | 'sensitive of persons';
  readonly steps: (run: AttackedRun) => Promise<Steps<readonly Figure[]>>;
}

const attacks: readonly ReportedAttack[] = [
  {
    attack: 'uniqueness',
    needs: 'nothing',
    question: 'whom do up to three released columns single out, also columns that no model protects?',
    steps: async ({ done: { release }, original, job }) => {
      const { attackUniquenessInSteps } = await import('../../assess/attacks/released-uniqueness.js');
      return (function* () {
        const { sets, rows, persons } = yield* attackUniquenessInSteps(release, job, { original });
        if (sets.length === 0) return [{ name: 'no column with several values', value: '0' }];
        const [{ columns, unique, share }] = sets;
        const of = persons === null ? countRows(rows, unitNoun(job)) : counted(persons, 'person', 'people');
        return [{ name: columns.join(' + '), value: `${quantity(unique)} of ${of} (${percent(share)})` }];
      })();
    },
  },
  {
    attack: 'homogeneity',
    needs: 'sensitive',
    question: 'how sure can somebody be of a sensitive value who knows the class?',
    steps: async ({ done: { release, tables }, original, job }) => {
      const { attackHomogeneityInSteps } = await import('../../assess/attacks/homogeneity.js');
      return (function* () {
        const { attributes } = yield* attackHomogeneityInSteps(tables.sensitive ?? release, job, original);
        return attributes.map(({ attribute, folded, ...own }) => {
          const { largestConfidence, homogeneousRows, homogeneousPersons } = folded ?? own;
          const known =
            homogeneousPersons === undefined
              ? countRows(homogeneousRows, unitNoun(job))
              : counted(homogeneousPersons, 'person', 'people');
          return { name: attribute, value: `at most ${percent(largestConfidence)} sure; certain of ${known}` };
        });
      })();
    },
  },
  {
    attack: 'history',
    needs: 'sensitive of persons',
    question: 'what do the classes of several rows of one person reveal together?',
    steps: async ({ done: { release, tables }, original, job }) => {
      const { attackHistoryInSteps } = await import('../../assess/attacks/history.js');
      return (function* () {
        const { attributes, personsReleased } = yield* attackHistoryInSteps(release, job, original, {
          sensitive: tables.sensitive,
        });
        if (attributes.length === 0) {
          return [{ name: 'no sensitive column is constant within every person', value: 'nothing to measure' }];
        }
        return attributes.map(({ attribute, persons, fewest }) => ({
          name: attribute,
          value: `${quantity(persons)} of ${counted(personsReleased, 'person', 'people')} with too few values left; fewest ${quantity(fewest)}`,
        }));
      })();
    },
  },
];

/**
 * Runs the attacks one after the other.
 *
 * @param run - a run whose release is at hand row by row; distinct rows that stand for many are not attacked
 * @param limits - `signal` ends all; `endsAt` (`performance.now()`; default: 60 seconds from now) ends those that are not done, with the reason
 *   in their place
 * @throws AbortError where `signal` is aborted
 */
export async function attackRelease(
  run: AttackedRun,
  {
    signal,
    endsAt = performance.now() + 1000 * ATTACK_SECONDS,
  }: { readonly signal: AbortSignal; readonly endsAt?: number },
): Promise<ReportAttack[]> {
  const hasSensitive = namesOfRole(planColumns(run.job, run.original.columns), 'sensitive').length > 0;
  const { hasSeveral } = unitNoun(run.job);
  const made: ReportAttack[] = [];
  for (const { attack, question, needs, steps } of attacks) {
    if (needs === 'sensitive of persons' && hasSeveral !== true) continue;
    const named = { attack, question };
    if (needs !== 'nothing' && !hasSensitive) {
      made.push({ ...named, figures: [], reason: 'no column with the role "sensitive" is released' });
      continue;
    }
    if (run.done.release.weights !== null) {
      made.push({ ...named, figures: [], reason: 'the release was written without keeping its rows (kohort attack reads them)' }); // prettier-ignore
      continue;
    }
    const limit = AbortSignal.timeout(Math.max(1, Math.round(endsAt - performance.now())));
    try {
      const progress = runProgressOf({ signal: AbortSignal.any([signal, limit]) });
      made.push({ ...named, figures: await progress.drive('audit', 1, await steps(run)) });
    } catch (error) {
      if (error instanceof InvalidArgumentError) made.push({ ...named, figures: [], reason: error.message });
      else if (error instanceof AbortError && !signal.aborted)
        made.push({ ...named, figures: [], reason: 'not finished in the time that was given' });
      else throw error;
    }
  }
  return made;
}
