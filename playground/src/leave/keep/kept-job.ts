/** Choices that are kept outside of the page, in an address or in local storage: the kept part of them, and the way back. */
import { describedColumns, fitsPattern, isMadeOfValues, isPattern, nameOfKey } from 'kohort/assess';
import { isMissingMark } from 'kohort/sources';
import type { CheckedJob } from 'kohort/js';
import type { Choices, Reading } from '../../choices.js';
import { forColumns, initialReading, READING_KEYS } from '../../choices.js';
import { choicesOf, isNotListed } from '../../choices-of-job.js';
import { someOf } from '../../parts/listed.js';

/** True for a missing mark that files commonly use; any other may be a cell with a person's value. */
const isCommon = (mark: string): boolean => mark === '' || isMissingMark(mark);

/** A job without what is made of values: trees, levels, orders, and uncommon missing marks. */
export function withoutValues(job: CheckedJob): CheckedJob {
  const attributes = Object.entries(job.attributes).map(([name, { hierarchy, ...others }]) => [
    name,
    hierarchy !== undefined && isMadeOfValues(hierarchy) ? { ...others, hierarchy } : others,
  ]);
  const { input, ...others } = job;
  return {
    ...others,
    ...(input === undefined ? {} : { input: withCommonMarks(input) }),
    attributes: Object.fromEntries(attributes) as CheckedJob['attributes'],
  };
}

function withCommonMarks(input: NonNullable<CheckedJob['input']>): CheckedJob['input'] {
  const { missing, ...others } = input;
  const kept = missing?.filter(isCommon);
  return kept === undefined || kept.every((mark) => mark === '') ? others : { ...others, missing: kept };
}

/** Names of the columns whose hierarchies are made of values. */
export const columnsWithValues = ({ attributes }: CheckedJob): string[] =>
  Object.keys(attributes).flatMap((key) => {
    const { hierarchy } = attributes[key];
    return hierarchy !== undefined && !isMadeOfValues(hierarchy) ? [nameOfKey(key)] : [];
  });

/** Missing marks of a job that are cells of this table alone. */
export const uncommonMarks = ({ input }: CheckedJob): string[] =>
  (input?.missing ?? []).filter((mark) => !isCommon(mark));

/** The reading of a file in a job, as far as the page offers choices. */
export const readingOf = ({ input }: CheckedJob): Reading => ({
  header: input?.header ?? initialReading.header,
  missing: input?.missing?.filter((each) => each !== '') ?? initialReading.missing,
  ...Object.fromEntries(READING_KEYS.flatMap((key) => (input?.[key] === undefined ? [] : [[key, input[key]]]))),
});

/** The choices of a job for a table with these columns, and the parts of the job that are not among them, in words. */
export function choicesFrom(
  job: CheckedJob,
  names: readonly string[],
  reading: Reading,
): { readonly choices: Choices; readonly notes: readonly string[] } {
  const lost = [
    ...describedColumns(job, names).flatMap(({ name }) => (names.includes(name) ? [] : [name])),
    ...Object.keys(job.attributes).filter((key) => isPattern(key) && !names.some((name) => fitsPattern(key, name))),
  ];
  const unseen = names.filter((name) => isNotListed(job, name));
  const others = unshownOf(job);
  return {
    choices: forColumns({ ...choicesOf(job, names), reading }),
    notes: [
      ...(lost.length === 0 ? [] : [`This file has no column ${someOf(lost)}: what was chosen for it is left out.`]),
      ...(unseen.length === 0
        ? []
        : [
            `Not in the list of a pattern of the job, and so not released: ${someOf(unseen)}. Choose what is to become of it.`,
          ]),
      ...(others.length === 0 ? [] : [`Left out, because this page has no field for it: ${someOf(others)}.`]),
    ],
  };
}

const shownKeys = new Set([
  'attributes',
  'privacy',
  'algorithm',
  'suppression',
  'defaultRole',
  'input',
  'unit',
  'missingPersons',
  'queries',
  'publication',
  '$schema',
]);
const shownInput = new Set<string>(['header', 'missing', 'columns', ...READING_KEYS]);
const shownAttribute = new Set(['role', 'type', 'format', 'hierarchy', 'matches', 'release']);

/** Keys of a job that no form of this page shows. */
function unshownOf(job: CheckedJob): string[] {
  const keysBeside = (value: object | undefined, shown: ReadonlySet<string>, prefix: string): string[] =>
    Object.keys(value ?? {}).flatMap((key) => (shown.has(key) ? [] : [prefix + key]));
  return [
    ...keysBeside(job, shownKeys, ''),
    ...keysBeside(job.input, shownInput, 'input.'),
    ...Object.entries(job.attributes).flatMap(([name, spec]) => keysBeside(spec, shownAttribute, `${name}: `)),
  ];
}
