import { InvalidArgumentError } from '../../base/errors.js';
import { counted, percent } from '../../base/numbers.js';
import { amount } from '../../base/plural.js';
import type { PrivacySpec } from '../../job/job.js';
import type { Column, Table } from '../../table/table.js';
import { countPerCode, type Units } from '../../table/units.js';
import type { Goal } from './goal.js';

/** A privacy model of a proposed job. */
export interface ProposedModel {
  /** The model, as written in the job. */
  readonly spec: PrivacySpec;
  /** Promise of the model, and why it was chosen. */
  readonly reason: string;
}

/** l of a proposed l-diversity: as many as the column allows, no more than this. */
const MOST_VALUES = 3;
/** From more sensitive columns on two values of each must do: all of them must vary in every class at once. */
const FEW_COLUMNS = 3;
/** This share of the rows at least must lie outside the l - 1 commonest values, or classes would be as large as these are rare. */
const SHARE_OF_OTHERS = 0.2;
/** t of a proposed t-closeness. */
const T = 0.2;
/** Numbers with at least this number of different values have an order that matters: neighbours reveal nearly as much as the value itself. */
const FEWEST_NUMBERS = 10;

/** Facts that a model is chosen by, beside the column. */
export interface ModelChoice {
  readonly k: number;
  readonly goal: Goal;
  /** Asked for: distinct l-diversity whatever the column is like. */
  readonly l?: number;
  /** Sensitive columns in all. */
  readonly sensitive: number;
  /** The persons of the rows; null where rows are counted. */
  readonly units?: Units | null;
}

/**
 * A model for a sensitive column, one that the column's distribution lets hold:
 *
 * - numbers and dates of ten values or more: t-closeness with ordered distance, since different values may be near each other
 *   (Li, Li, Venkatasubramanian, ICDE 2007, similarity attack);
 * - a column of which four of five rows have one value: t-closeness with equal distance, since l-diversity would ask
 *   for a rare value in every class (the same, skewness);
 * - else distinct l-diversity with l = 3, or 2 where two values are four fifths of the rows or more than three columns are sensitive.
 *
 * All of them hold in a class of all rows, so that there is a release. Null for a column of one value: nothing of it is secret.
 */
export function proposeModel(
  column: Column,
  { k, goal, l, sensitive, units = null }: ModelChoice,
): ProposedModel | null {
  const attribute = column.name;
  const counts = countPerCode(column, units);
  const rows = units?.count ?? counts.reduce((sum, count) => sum + count, 0);
  const descending = counts.filter((_, code) => code !== column.missingCode).sort((a, b) => b - a);
  const counted = column.missingCode < 0 ? '' : ', missing cells as one of them';
  const diverse = (values: number, why: string): ProposedModel => ({
    spec: { model: 'l-diversity', variant: 'distinct', l: values, attribute },
    reason:
      units === null
        ? `every row shares the known columns with rows of at least ${values} different values of it${counted}${why}`
        : `the people of every group have at least ${values} different values of it, whichever row of each is looked at${counted}${why}`,
  });
  if (l !== undefined) return diverse(l, '');
  if (counts.length < 2) return null;
  const close = (distance: 'ordered' | 'equal', why: string): ProposedModel => ({
    spec: { model: 't-closeness', t: T, distance, attribute },
    reason: `in every group its values have nearly the shares of the whole table: ${why}`,
  });
  const wanted = sensitive > FEW_COLUMNS ? [2] : [MOST_VALUES, 2];
  const isMeasured = column.type !== 'string' && descending.length >= FEWEST_NUMBERS;
  if (goal === 'links') {
    // Slicing requires that no value of a row is known with a probability above 1 / l, not even from the whole table.
    for (const values of wanted) {
      if (values <= k && descending[0] * values <= rows) return diverse(values, '');
    }
  } else if (!isMeasured) {
    for (const values of wanted) {
      const others = rows - descending.slice(0, values - 1).reduce((sum, count) => sum + count, 0);
      if (values <= Math.min(k, descending.length) && others >= SHARE_OF_OTHERS * rows) return diverse(values, '');
    }
  }
  return isMeasured
    ? close('ordered', 'of numbers: different numbers close to each other would reveal as much as one')
    : close(
        'equal',
        `most ${units === null ? 'rows' : 'people'} have the same value, so that several in every group are too much to ask`,
      );
}

/** Largest shares of one sensitive value that are proposed. */
const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999];

/** Bounded knowledge that a job asks for. */
interface KnownFacts {
  /** Maximum number of quasi-identifiers of a person that somebody knows. */
  readonly known: number;
  readonly k: number;
  readonly units?: Units | null;
}

/**
 * Bounded knowledge for a sensitive column: no value of it in more than a share c of those whom a few known values find. c is about twice the share of
 * the commonest value, and where that is much, halfway from it to 1. Null where nearly all have one value: it is no secret.
 */
export function proposeKnownModel(column: Column, { known, k, units = null }: KnownFacts): ProposedModel | null {
  const counts = countPerCode(column, units);
  const all = units?.count ?? counts.reduce((sum, count) => sum + count, 0);
  const share = counts.reduce((most, count) => Math.max(most, count), 0) / all;
  const c = SHARES.find((each) => each >= Math.min(2 * share, (1 + share) / 2));
  if (counts.length < 2 || c === undefined) return null;
  const whom = units === null ? 'rows that somebody finds by' : 'people whom somebody finds by';
  return {
    spec: { model: 'lkc-privacy', known, k, c, attribute: column.name },
    reason: `no value of it is that of more than ${percent(c)} of the ${whom} ${counted(known, 'known value')}${column.type === 'string' ? '' : '; numbers that lie near each other count as different'}`,
  };
}

/** Largest probabilities of being in the table that are proposed. */
const PRESENCES = [0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 0.9];

/**
 * δ-presence against a public table: no row of it is in the private one with more than about twice the probability that all
 * have, and where that is much, with no more than halfway from that to certainty.
 *
 * @throws InvalidArgumentError PUBLIC_NOT_SUPERSET where the public table has too few people for anybody to be hidden among them
 */
export function proposePresence(
  rows: number,
  { name, table }: { readonly name: string; readonly table: Pick<Table, 'rows'> },
): ProposedModel {
  const share = rows / table.rows;
  const max = PRESENCES.find((presence) => presence >= Math.min(2 * share, (1 + share) / 2));
  if (max === undefined) {
    const expected = 'a table of people among whom these can hide, so with others beside them';
    const received = `${amount(table.rows, 'row')} for ${amount(rows, 'row')}`;
    throw new InvalidArgumentError('public', expected, received, 'PUBLIC_NOT_SUPERSET');
  }
  return {
    spec: { model: 'delta-presence', min: 0, max, public: name },
    reason: `no row of the public table is in this one with a probability above ${max}; ${(100 * share).toFixed(1)} % of them are`,
  };
}
