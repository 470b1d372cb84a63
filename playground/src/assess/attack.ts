/** The built-in attacks on a release, with their answers in words. No cell of the data is in an answer. */
import {
  attackComposition,
  attackDowncoding,
  attackHomogeneity,
  attackLinkage,
  attackMembership,
  attackMinimality,
  type Column,
  type InvalidArgumentError,
  type LinkageReport,
  readCsv,
  Table,
  type Table as AnyTable,
} from 'kohort';
import { formatCount as count, formatCounted as counted, formatPercent as percent, unitNoun } from 'kohort/assess';
import { withDeclaredTypes } from 'kohort/sources';
import type { AttackAnswer, AttackName, AttackQuestion, EarlierRelease, OutsideFile } from './answers.js';
import type { HeldRun } from './read-release.js';

/** Values of a higher probability are reported as a danger. */
const MOST_CONFIDENT = 0.5;

type Figures = AttackAnswer['figures'];

/** Does an attack, or says why it cannot look at this release. */
export async function tryAttack(held: HeldRun, given: AttackQuestion): Promise<AttackAnswer> {
  const { attack, outside, earlier } = given;
  try {
    switch (attack) {
      case 'homogeneity':
        return homogeneity(held);
      case 'linkage':
        return linkage(held, outside === undefined ? null : await readPeople(held, outside));
      case 'minimality':
        return minimality(held);
      case 'downcoding':
        return downcoding(held);
      case 'membership':
        if (outside === undefined) return refuse('First choose a file with the people to look for.');
        return membership(held, await readPeople(held, outside));
      case 'composition':
        if (earlier === undefined) return refuse('Make another release of this file first, with other choices.');
        return composition(held, earlier);
    }
  } catch (error) {
    if (!isKnown(error)) throw error;
    return refuse(reasonOf(error, held, attack));
  }
}

const refuse = (words: string): AttackAnswer => ({ applies: false, isSafe: true, words, figures: [] });

const isKnown = (error: unknown): error is InvalidArgumentError =>
  error instanceof Error && typeof (error as Partial<InvalidArgumentError>).code === 'string';

/** Reason why an attack cannot look at a release. */
function reasonOf({ code, message }: InvalidArgumentError, { job }: HeldRun, attack: AttackName): string {
  const name = typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name;
  switch (code) {
    case 'NO_SENSITIVE':
      return 'The release has no column with the role "sensitive", so this attack has no secret to reveal.';
    case 'ALGORITHM_NOT_SUPPORTED':
      return `Of ${name} with these options it is not known what it could not have released more exactly, so nothing follows from what it released.`;
    case 'MODEL_NOT_SUPPORTED':
      return attack === 'downcoding'
        ? 'This attack is worked out for k-anonymity alone, of a release that is not permuted.'
        : 'This attack is worked out for k-anonymity, distinct l-diversity and (α,k)-anonymity, with a model of one sensitive column, of a release that is not permuted.';
    case 'LABELS_UNKNOWN':
      return 'The release cannot be compared with these people: its values are means, or have no meaning there.';
    case 'PERSONS_UNSUPPORTED':
      return 'This attack counts rows, and people have several here: its numbers would be too small for a person, so that it is not made.';
    case 'PERSONS_NEEDED':
      return 'People have several rows in the release, and of this file only quasi-identifiers are read: whose its rows are is not known here. “kohort attack membership” reads the key of persons, too.';
    case 'PERSON_MISSING':
      return 'Some rows lack the key of a person, so that this attack cannot count people.';
    case 'PERSONS_NOT_RECOUNTED':
      return 'The release does not show which rows of your file a group has, so that people cannot be counted.';
    case 'GROUPS_NEEDED':
      return 'It is not known which columns of this release stayed together.';
    default:
      return message;
  }
}

function homogeneity({ release, apart, original, job }: HeldRun): AttackAnswer {
  const { attributes: found, rows, persons } = attackHomogeneity(apart ?? release, job, original);
  const { one, many } = unitNoun(job);
  const same = persons === null ? 'have the same' : 'have it';
  // Spellings of one value are no uncertainty.
  const attributes = found.map(({ attribute, folded, ...own }) => ({ attribute, ...(folded ?? own) }));
  const words = attributes.map(({ attribute, homogeneousRows, homogeneousPersons, largestConfidence }) => {
    const known = homogeneousPersons ?? homogeneousRows;
    return known > 0
      ? `The ${attribute} of ${counted(known, one, many)} (${percent(known / (persons ?? rows))}) is certain: all ${many} of the group ${same}.`
      : `The ${attribute} of no ${one} can be learned with more than ${percent(largestConfidence)} certainty.`;
  });
  const figures = attributes.flatMap((each): Figures => {
    const { attribute, homogeneousClasses, largestConfidence, largestGain, largestDistance } = each;
    return [
      [`${attribute}: groups with one value`, count(homogeneousClasses)],
      [`${attribute}: largest share of a value in a group`, percent(largestConfidence)],
      [`${attribute}: most that a group makes a value likelier`, `${Number(largestGain.toPrecision(3))} times`],
      [`${attribute}: largest distance of a group from the table`, largestDistance.toFixed(2)],
    ];
  });
  const isSafe = attributes.every(({ largestConfidence }) => largestConfidence <= MOST_CONFIDENT);
  return { applies: true, isSafe, words: words.join(' '), figures };
}

/** Linked rows, or people, as a sentence says them. */
const linked = ({ marketer: { hits }, released, persons }: LinkageReport): string =>
  persons === null
    ? `Somebody who links all rows by guessing is right for ${counted(Math.round(hits), 'row')} of ${count(released)}.`
    : `Somebody who links everybody by guessing is right for ${counted(Math.round(hits), 'person', 'people')} of ${count(persons)}.`;

function linkage({ release, original, job, run }: HeldRun, people: AnyTable | null): AttackAnswer {
  const groups = run.groups ?? undefined;
  const report = attackLinkage(release, people ?? original, job, { groups, original });
  const { persons, prosecutor, journalist, marketer, unmatchedPeople, shortClasses } = report;
  const many = persons === null ? 'rows' : 'people';
  // Only quasi-identifiers of the file are read.
  const eachRow = persons === null ? '' : ', if each of its rows is another person';
  const words =
    people === null
      ? `Somebody who knows that a ${unitNoun(job).one} is in the release finds that ${unitNoun(job).one} with ${percent(prosecutor.largest)} at most. ${linked(report)}`
      : `Somebody who has this file finds ${persons === null ? 'the row' : 'the rows'} of one of its ${many} with ${percent(journalist.largest)} at most${eachRow}. ${linked(report)}`;
  const figures: Figures = [
    ['prosecutor, largest and average', `${percent(prosecutor.largest)}, ${percent(prosecutor.average)}`],
    ['journalist, largest and average', `${percent(journalist.largest)}, ${percent(journalist.average)}`],
    [`marketer, ${many} linked rightly`, count(Math.round(marketer.hits))],
    [`${many} of the file`, count(report.people)],
    [`${many} of the file that match no group`, count(unmatchedPeople)],
    [`groups that fewer ${many} of the file match than they have`, count(shortClasses)],
  ];
  return { applies: true, isSafe: Math.max(prosecutor.largest, journalist.largest) < 1, words, figures };
}

function minimality({ release, original, job }: HeldRun): AttackAnswer {
  const report = attackMinimality(release, original, job);
  const { attribute, certain, largest, largestNaive, raised, counted: rows, unknown, notMinimal } = report;
  const { one, many } = unitNoun(job);
  const words =
    certain > 0
      ? `The ${attribute} of ${counted(certain, one, many)} becomes certain.`
      : raised > 0
        ? `The ${attribute} of ${counted(raised, one, many)} becomes likelier; that of no ${one} is known with more than ${percent(largest)}, where the group alone says ${percent(largestNaive)}.`
        : rows === 0
          ? 'No group could be worked out, so nothing was learned.'
          : `Nothing is learned beyond what the groups show: the ${attribute} of no ${one} is known with more than ${percent(largest)}.`;
  const figures: Figures = [
    ['rows of groups that were worked out', count(rows)],
    ['rows of groups that could not be', count(unknown)],
    ['rows of groups that are not minimal', count(notMinimal)],
    ['largest certainty by the group alone', percent(largestNaive)],
    ['largest certainty by the attack', percent(largest)],
  ];
  return { applies: true, isSafe: raised === 0, words, figures };
}

function downcoding({ release, job }: HeldRun): AttackAnswer {
  const { attributes, rows, skipped } = attackDowncoding(release, job);
  const known = attributes.filter(({ certainRows }) => certainRows > 0);
  const words =
    attributes.length === 0
      ? 'No quasi-identifier is released as values of a hierarchy that can be read without your file, so nothing was learned.'
      : known.length === 0
        ? 'Nothing is learned below the released values.'
        : known
            .map(
              ({ attribute, certainRows }) =>
                `Of ${attribute}, ${counted(certainRows, 'row is', 'rows are')} known more exactly than released (${percent(certainRows / rows)} of all).`,
            )
            .join(' ');
  const figures = attributes.flatMap(({ attribute, generalized, downcoded }): Figures => [
    [`${attribute}: generalized groups`, count(generalized)],
    [`${attribute}: groups of which something is certain`, count(downcoded)],
  ]);
  const others: Figures = skipped.length === 0 ? [] : [['columns that could not be looked at', skipped.join(', ')]];
  return { applies: true, isSafe: known.length === 0, words, figures: [...figures, ...others] };
}

function membership({ release, original, job, run }: HeldRun, people: AnyTable): AttackAnswer {
  const report = attackMembership(release, people, job, { groups: run.groups ?? undefined, original });
  const { certain, excluded, unknown, largest } = report;
  const share = (rows: number): string => `${count(rows)} (${percent(report.people === 0 ? 0 : rows / report.people)})`;
  const words = `Of ${counted(report.people, 'row')} of this file, ${count(certain)} ${certain === 1 ? 'is' : 'are'} in the release for certain, and ${count(excluded)} for certain not.`;
  const figures: Figures = [
    ['certainly in the release', share(certain)],
    ['certainly not in the release', share(excluded)],
    ['with bounds only', share(unknown)],
    ['largest probability', percent(largest[1])],
  ];
  return { applies: true, isSafe: certain === 0, words, figures };
}

function composition({ release, apart, original, job, run }: HeldRun, earlier: EarlierRelease): AttackAnswer {
  const tableOf = ({ rows, columns }: NonNullable<EarlierRelease['apart']>): Table => new Table(rows, columns);
  const report = attackComposition(
    {
      release: tableOf(earlier.release),
      job: earlier.job,
      groups: earlier.groups ?? undefined,
      sensitive: earlier.apart === null ? undefined : tableOf(earlier.apart),
    },
    { release, job, groups: run.groups ?? undefined, sensitive: apart ?? undefined },
    original,
  );
  const { one, many } = unitNoun(job);
  const words = report.attributes.map(({ attribute, knownByBoth }) =>
    knownByBoth > 0
      ? `The ${attribute} of ${counted(knownByBoth, one, many)} is certain for somebody who has both releases, though each alone leaves several values.`
      : `Both releases together make the ${attribute} of no ${one} certain that one alone does not.`,
  );
  const figures = report.attributes.flatMap(
    ({ attribute, inBoth, knownByFirst, knownBySecond, averageLeft }): Figures => [
      [`${attribute}: ${many} in both`, count(inBoth)],
      [`${attribute}: certain by the other release alone`, count(knownByFirst)],
      [`${attribute}: certain by this release alone`, count(knownBySecond)],
      [
        `${attribute}: values left on average, by the other, this one, both`,
        averageLeft.map((values) => Number(values.toPrecision(3))).join(', '),
      ],
    ],
  );
  return {
    applies: true,
    isSafe: report.attributes.every(({ knownByBoth }) => knownByBoth === 0),
    words: words.join(' '),
    figures,
  };
}

/** The people of a file, under the names and with the types of the original. */
async function readPeople(
  { original, quasiIdentifiers, run }: HeldRun,
  { file, columns }: OutsideFile,
): Promise<Table> {
  const read = await readCsv(file, { missing: run.job.input?.missing });
  const own = quasiIdentifiers.map((name): Column => {
    const column = read.column(columns[name]);
    if (column === undefined) throw new Error(`No column of the file is chosen for ${name}.`);
    return { ...column, name };
  });
  const kinds = quasiIdentifiers.flatMap((name) => {
    const column = original.column(name);
    return column === undefined ? [] : [[name, { type: column.type, format: column.format }] as const];
  });
  return withDeclaredTypes(new Table(read.rows, own), new Map(kinds));
}

/** The names of the columns of a file. */
export async function readHeaders(file: Blob): Promise<readonly string[]> {
  const start = await file.slice(0, 1 << 16).text();
  const whole = file.size <= 1 << 16 ? start : start.slice(0, start.lastIndexOf('\n'));
  return (await readCsv(whole)).columns.map(({ name }) => name);
}
