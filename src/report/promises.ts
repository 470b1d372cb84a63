import { count, counted, percent, quantity } from '../base/numbers.js';
import { rowOf, type UnitNoun, unitNoun } from '../base/unit.js';
import type { Solution } from '../pipeline/solution.js';
import type { PrivacyResult } from '../privacy/model.js';
import { MISSING, type Promised, promiseOfPersons } from './promises-of-persons.js';
import { parameterText } from './words.js';

export type { Promised } from './promises-of-persons.js';

/** Words of a release: what rows hide in, and what a row is. */
interface Words {
  readonly group: 'class' | 'bucket';
  readonly noun: UnitNoun;
}

const ofPublic = ({ k }: Promised['required'], { group }: Words): string =>
  `At least ${counted(k, 'row')} of the public table match every ${group}.`;

/** The promise of every model, as a sentence with its parameters. */
const promises: Readonly<Record<PrivacyResult['model'], (of: Promised, words: Words) => string>> = {
  'k-anonymity': ({ required: { k } }, { group, noun: { one, hasSeveral } }) =>
    group === 'bucket' && hasSeveral === true
      ? `Every row of a ${one} is in a bucket, within which values are permuted, with rows of at least ${count(k - 1)} other ${k === 2 ? 'person' : 'people'}.`
      : group === 'class'
        ? `Every ${one} shares the released quasi-identifiers with at least ${count(k - 1)} other${k === 2 ? '' : 's'}.`
        : `Every ${one} shares a bucket, within which values are permuted, with at least ${count(k - 1)} other${k === 2 ? '' : 's'}.`,
  'l-diversity': ({ required: { l, c }, variant }, { group, noun }) => {
    const together = group === 'bucket' && noun.hasSeveral === true ? ofAllBuckets(l) : '';
    return variant === 'distinct'
      ? `Every ${group} holds at least ${quantity(l)} different values of the sensitive column${together}; ${MISSING}.`
      : variant === 'entropy'
        ? `In every ${group} the sensitive values are spread at least as evenly as ${quantity(l)} equally frequent ones${together}; ${MISSING}.`
        : `In every ${group} the commonest sensitive value has fewer ${noun.many} than ${quantity(c)} times those of the value of rank ${quantity(l)} and all rarer ones${together}; ${MISSING}.`;
  },
  't-closeness': ({ required: { t } }, { group }) =>
    `In every ${group} the sensitive values are distributed as in the whole table, up to a distance of ${quantity(t)}; ${MISSING}.`,
  'ke-anonymity': ({ required: { k, e } }, { group }) =>
    `Every ${group} holds at least ${count(k)} different sensitive values, where ${MISSING}, and its largest number is at least ${quantity(e)} above its smallest.`,
  'alpha-k-anonymity': ({ required: { k, alpha } }, { group, noun: { one, many } }) =>
    `Every ${group} has at least ${counted(k, one, many)}, and no sensitive value has more than ${percent(alpha)} of them.`,
  'beta-likeness': ({ required: { beta } }, { group }) =>
    `In no ${group} is a sensitive value more frequent than in the whole table by more than ${quantity(beta)} times its share there.`,
  'delta-disclosure': ({ required: { delta }, absent }, { group }) => {
    const factor = `its share in the whole table by a factor below e to the power of ${quantity(delta)}`;
    return absent === 'violates'
      ? `Every ${group} holds every sensitive value of the table, and the share of each there differs from ${factor}; ${MISSING}.`
      : `The share of a sensitive value in a ${group} that holds it differs from ${factor}; nothing is promised of values that a ${group} lacks.`;
  },
  'delta-presence': ({ required: { min, max }, outside }, { group }) => {
    const between = `the probability of being in the input lies between ${percent(min)} and ${percent(max)}`;
    return outside === 'ignored'
      ? `For every row of the public table that matches a released ${group}, ${between}; nothing is promised of its other rows.`
      : `For every row of the public table ${between}.`;
  },
  'weak-k-anonymity': ({ required }, words) => ofPublic(required, words),
  'k-map': ({ required }, words) => ofPublic(required, words),
  'weak-l-diversity': ({ required: { l } }, { group }) =>
    `Of the rows of the public table that match a ${group}, at most one in ${quantity(l)} is known to have any one sensitive value.`,
  'km-anonymity': ({ required: { k, m } }, { noun: { one, many } }) =>
    `Somebody who knows up to ${count(m)} items of the list of a ${one} cannot narrow it down to fewer than ${counted(k, one, many)}.`,
  'lkc-privacy': ({ required: { known, k, c } }, { noun: { one, many } }) =>
    `Somebody who knows up to ${counted(known, 'quasi-identifier')} of a ${one} finds at least ${counted(k, one, many)} with these released values${c === undefined ? '' : `, and no sensitive value in more than ${percent(c)} of them`}.`,
  'average-risk': ({ required: { risk } }, words) =>
    words.group === 'bucket'
      ? ofBuckets(words, `is at most ${percent(risk)} on average`)
      : words.noun.one === 'person'
        ? `On average a released row is linked to its person with a probability of at most ${percent(risk)}.`
        : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)} on average.`,
  'maximum-risk': ({ required: { risk } }, words) =>
    words.group === 'bucket'
      ? ofBuckets(words, `is at most ${percent(risk)}`)
      : words.noun.one === 'person'
        ? `No released row is linked to its person with a probability above ${percent(risk)}.`
        : `The risk of a row, 1 / rows of its class, is at most ${percent(risk)}.`,
};

/** Promise of l-diversity about all buckets that show the same quasi-identifiers, where rows of one person may lie in several. */
const ofAllBuckets = (l: number): string =>
  `, and where somebody has several rows, all buckets with the same quasi-identifiers have at least ${quantity(Math.ceil(l))} of these values in common`;

/** Permuted values hide whose they are; a risk says nothing of who is in the table. */
const ofBuckets = ({ noun }: Words, limit: string): string =>
  `The chance to link a ${rowOf(noun)} with its own among the permuted values of its bucket, 1 / rows of the bucket, ${limit}; it says nothing of who is in the table${noun.hasSeveral === true ? ', and all buckets with the quasi-identifiers of the row reveal more together' : ''}.`;

/** The promise that a model makes of a release in which it holds; empty for a model that this version does not know. */
export function promiseOf(promised: Promised, solution?: Solution['kind'], noun = unitNoun()): string {
  const group = solution === 'permutation' ? 'bucket' : 'class';
  // Every row of a bucket is another person's, so that what rows are promised there holds for persons.
  const ofPersons = noun.hasSeveral === true && group === 'class' ? promiseOfPersons(promised) : undefined;
  const sentence = ofPersons ?? promises[promised.model]?.(promised, { group, noun }) ?? '';
  return promised.holdsFolded === false ? withFolded(sentence, promised) : sentence;
}

/** The sentence of a model that spellings of one value satisfy, with what is left without them. */
function withFolded(sentence: string, { variant, achievedFolded = {} }: Promised): string {
  const { l } = achievedFolded;
  const left =
    variant === 'distinct' && l !== undefined
      ? `, ${quantity(l)} when spellings are folded`
      : `; not when spellings are folded (${parameterText(achievedFolded)})`;
  const end = sentence.endsWith(`; ${MISSING}.`) ? `; ${MISSING}.` : '.';
  return `${sentence.slice(0, -end.length)}${left}${end}`;
}
