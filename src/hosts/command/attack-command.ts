import { resolveChecked } from '../../pipeline/resolve-job.js';
import type { CheckedJob, Table } from '../../index.js';
import { InvalidArgumentError, toJson } from '../../index.js';
import type { HomogeneityFigures, HomogeneityReport } from '../../assess/attacks/homogeneity.js';
import { attackCompositionInSteps, type CompositionReport } from '../../assess/attacks/composition.js';
import { attackDowncodingInSteps } from '../../assess/attacks/downcoding.js';
import { attackHistoryInSteps } from '../../assess/attacks/history.js';
import { attackHomogeneityInSteps } from '../../assess/attacks/homogeneity.js';
import type { LinkageReport } from '../../assess/attacks/linkage.js';
import { attackLinkageInSteps } from '../../assess/attacks/linkage.js';
import { attackMembershipInSteps } from '../../assess/attacks/membership-attack.js';
import { attackMinimalityInSteps } from '../../assess/attacks/minimality.js';
import { attackUniquenessInSteps } from '../../assess/attacks/released-uniqueness.js';
import type { Steps } from '../../base/steps.js';
import { runProgressOf } from '../../pipeline/run-progress.js';
import { readInput } from './read-input.js';
import { writeResult } from './console.js';
import { columns as layOut } from './format.js';
import { counted, quantity } from '../../base/numbers.js';
import { amount } from '../../base/plural.js';
import { numberArgument } from './arguments.js';
import type { CommandCard, OptionsOf } from './declare.js';
import { choice, defineCommand, parsed, required, text } from './declare.js';
import { inputOptions, jobWith } from './input-options.js';
import { readJob } from './read-job.js';
import { isSourceAddress } from '../../io/sql/address.js';
import { readAnyRelease } from './read-rows.js';
import { OVER_ALL_ROWS, setsSentence } from './previous-releases.js';
import { readPublicTables } from './public-tables.js';
import { repairsOf } from './repairs.js';
import { type Plan, plannedRole, rowsArePeople } from '../../job/plan.js';
import { planRun } from '../../pipeline/plan-run.js';
import { columns, sensitivePath } from './sensitive-file.js';
import { person, withUnit } from './unit-options.js';
import { commonOptions, job } from './run-options.js';
import { withTerminal } from './with-terminal.js';

const shared = { ...commonOptions, ...inputOptions, job, person, columns };
const original = text('<file>', 'input of the release, in which persons are counted if the job names their key');
const people = required(text('<file>', 'table of people with the quasi-identifiers'));
const count = numberArgument('a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0);

/** Options of an attack that name tables. */
interface AttackOptions extends OptionsOf<typeof shared> {
  readonly public?: string;
  readonly original?: string;
  readonly with?: string;
  readonly withJob?: string;
  readonly sensitive?: string;
  readonly withSensitive?: string;
}

/** Caveat of a figure of rows. */
const ROWS_COUNTED = 'rows are counted, and people may have several: then they are easier to find (docs/persons.md)';

/** Caveat of a share of rows. */
const ROWS_SAY_LITTLE =
  'rows are counted, and people may have several: then all of a class may have a value that not all of its rows have (docs/persons.md)';

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

const membership = defineCommand({
  usage: 'membership <release>',
  help: 'probability that each row, or person, of a public table is in the release',
  options: {
    ...shared,
    public: people,
    original,
    budget: parsed('<states>', 'maximum number of states per bucket; default: 200000', count),
  },
  examples: [
    [
      'kohort attack membership release.csv --public voters.csv --job job.json',
      'how likely every row, or person, of the public table is in the release',
    ],
  ],
  run: async ([file], given) => {
    const begun = performance.now();
    const limit = given.timeLimit ?? Infinity;
    const count = async ({ release, original, people, job, progress, drive }: Tables): Promise<AttackReport> => {
      const steps = attackMembershipInSteps(release, people as Table, job, {
        groups: given.columns,
        original,
        budget: given.budget,
        onProgress: (done, all) => progress(`${done} of ${amount(all, 'bucket')}`),
        isOver: () => performance.now() - begun > 1000 * limit,
      });
      const report = await drive(steps);
      const many = report.persons === null ? 'rows' : 'people';
      const share = (count: number): string[] => [
        quantity(count),
        percent(report.people === 0 ? 0 : count / report.people),
      ];
      return {
        // Output without the numbers of single persons.
        json: {
          ...report,
          low: undefined,
          high: undefined,
          isExact: undefined,
          isLeftOut: undefined,
          isChosen: undefined,
        },
        lines: [
          ...layOut([
            [`${many} of the public table`, quantity(report.people), ''],
            ['in the release for certain', ...share(report.certain)],
            ['not in the release for certain', ...share(report.excluded)],
            ['with an exact probability', ...share(report.exact)],
            ['with only an interval', ...share(report.unknown)],
            ['of these, undecided (perhaps certainly in or out)', ...share(report.undecided)],
            ['contradicted: the public table lacks part of the release', ...share(report.contradicted)],
          ]),
          '',
          `smallest probability ${span(report.smallest)}, largest ${span(report.largest)}`,
          `${many} by exact probability, in tenths: ${report.histogram.join(' ')}`,
          ...(report.endedEarly
            ? ['the time limit ended the count: people who were not reached have only an interval']
            : []),
        ],
      };
    };
    await withTables(file, given, count, { graceSeconds: 0.15 });
  },
});

/** Notes of a linkage attack about the counted persons or rows. */
function linkageNotes(
  { persons, register, people, released, shortClasses, shortRows }: LinkageReport,
  plan: Plan,
): string[] {
  if (persons === null || register === null) {
    return [
      ...(shortClasses === 0
        ? []
        : [
            `classes with more rows than rows of the public table match: ${quantity(shortClasses)}, ${counted(shortRows, 'row')} (some people have several rows, or are not in the public table)`,
          ]),
      ...(rowsArePeople(plan) ? [] : [ROWS_COUNTED]),
    ];
  }
  const { matched, alone, largest, average } = register;
  return [
    `risks are for ${counted(persons, 'person', 'people')} with ${counted(released, 'row')} in the release`,
    `of ${counted(people, 'person', 'people')} of the public table ${quantity(matched)} match: ${quantity(alone)} have one candidate among the released people; 1 / candidates is at most ${percent(largest)}, on average ${percent(average)}`,
    ...(shortClasses === 0
      ? []
      : [
          `classes with more people than people of the public table match: ${quantity(shortClasses)}, ${counted(shortRows, 'row')} (not all of the release are in the public table)`,
        ]),
  ];
}

const linkage = defineCommand({
  usage: 'linkage <release>',
  help: 'prosecutor, journalist and marketer risk against an outside table',
  options: { ...shared, public: people, original },
  examples: [['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risks of three attackers']],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, original, people, job, plan, drive }) => {
      const asked = { groups: given.columns, original };
      const report = await drive(attackLinkageInSteps(release, people as Table, job, asked));
      const notes = linkageNotes(report, plan);
      return {
        json: report,
        lines: [
          ...layOut([
            ['', 'largest', 'average', 'expected hits'],
            ...(['prosecutor', 'journalist', 'marketer'] as const).map((name) => {
              const { largest, average, hits } = report[name];
              return [name, percent(largest), percent(average), quantity(hits)];
            }),
          ]),
          ...(notes.length === 0 ? [] : ['', ...notes]),
        ],
      };
    });
  },
});

const history = defineCommand({
  usage: 'history <release>',
  help: 'sensitive values that the classes of several rows of a person leave together',
  options: { ...shared, original },
  examples: [
    [
      'kohort attack history visits-release.csv --job visits-job.json --original visits.csv',
      'sensitive values that several rows of a person reveal together',
    ],
  ],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, original, job, drive }) => {
        const asked = { groups: given.columns, sensitive };
        const report = await drive(attackHistoryInSteps(release, job, original, asked));
        const { persons, personsReleased, attributes } = report;
        return {
          json: report,
          lines: [
            ...(attributes.length === 0
              ? ['no sensitive attribute is the same in all rows of every person, so that nothing was measured']
              : [
                  ...layOut([
                    ['sensitive attribute', 'values asked for', 'people with fewer', 'share', 'fewest values left'],
                    ...attributes.map((each) => [
                      each.attribute,
                      quantity(each.l),
                      quantity(each.persons),
                      percent(personsReleased === 0 ? 0 : each.persons / personsReleased),
                      quantity(each.fewest),
                    ]),
                  ]),
                  '',
                ]),
            `of ${counted(personsReleased, 'released person', 'released people')} (${quantity(persons)} in the original), for somebody who knows all their rows`,
          ],
        };
      },
      { isWithSensitive: true },
    );
  },
});

function homogeneityTable({ attributes, persons, rows }: HomogeneityReport): string[] {
  const known = persons === null ? 'rows with one value' : 'people with a value that all of their class have';
  return layOut([
    ['sensitive attribute', known, 'share', 'largest confidence', 'largest gain', 'largest distance'],
    ...attributes.flatMap(({ attribute, folded, ...own }) => {
      const named: [string, HomogeneityFigures][] = [[attribute, own]];
      if (folded !== undefined) named.push([`${attribute} (spellings folded)`, folded]);
      return named.map(([name, each]) => {
        const count = each.homogeneousPersons ?? each.homogeneousRows;
        return [
          name,
          quantity(count),
          percent(count === 0 ? 0 : count / (persons ?? rows)),
          percent(each.largestConfidence),
          quantity(each.largestGain),
          quantity(each.largestDistance),
        ];
      });
    }),
  ]);
}

/** Notes of a homogeneity attack about the counted persons or rows. */
function homogeneityNotes({ persons, rows }: HomogeneityReport, plan: Plan): string[] {
  if (persons === null) return rowsArePeople(plan) ? [] : ['', ROWS_SAY_LITTLE];
  return [
    '',
    `shares are for ${counted(persons, 'person', 'people')}, who have ${counted(rows, 'row')} in the release; somebody with several values holds each of them`,
  ];
}

/** Sets of columns that are printed. */
const SHOWN_SETS = 10;

const uniqueness = defineCommand({
  usage: 'uniqueness <release>',
  help: 'rows, or people, that sets of released columns single out',
  options: {
    ...shared,
    original,
    size: parsed(
      '<n>',
      'maximum number of columns of a set; default: 3',
      numberArgument('a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
    ),
  },
  examples: [
    ['kohort attack uniqueness release.csv --job job.json', 'rows that sets of released columns single out'],
    [
      'kohort attack uniqueness visits-release.csv --job visits-job.json --original visits.csv',
      'people, if the job names their key',
    ],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, original, job, plan, drive }) => {
      const report = await drive(attackUniquenessInSteps(release, job, { original, size: given.size }));
      const { persons, rows, sets, complete } = report;
      const many = persons !== null || rowsArePeople(plan) ? 'people' : 'rows';
      const shown = sets.slice(0, SHOWN_SETS);
      return {
        json: report,
        lines: [
          ...layOut([
            [`${many} that are unique in`, many, 'share'],
            ...shown.map(({ columns, unique, share }) => [columns.join(' + '), quantity(unique), percent(share)]),
          ]),
          '',
          persons === null
            ? `of ${counted(rows, 'released row')}`
            : `of ${counted(persons, 'released person', 'released people')}, who have ${counted(rows, 'row')}: unique people have a row whose values nobody else has`,
          ...(complete ? [] : ['(some sets of columns were not counted)']),
          ...(many === 'people' ? [] : [ROWS_COUNTED]),
        ],
      };
    });
  },
});

const homogeneity = defineCommand({
  usage: 'homogeneity <release>',
  help: 'classes that reveal a sensitive value, and the largest share of a value in a class',
  options: { ...shared, original },
  examples: [['kohort attack homogeneity release.csv --job job.json', 'classes that reveal a sensitive value']],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, original, job, plan, drive }) => {
        const report = await drive(attackHomogeneityInSteps(sensitive ?? release, job, original));
        return { json: report, lines: [...homogeneityTable(report), ...homogeneityNotes(report, plan)] };
      },
      { isWithSensitive: true },
    );
  },
});

/** Guarantees of the algorithm of a release, in the words of `attack downcoding`. */
const taken = {
  rows: 'by the algorithm of the job no rows of a class could be more exact',
  classes: 'by the algorithm of the job no class as a whole could be more exact',
  release: 'by the algorithm of the job no value could be more exact in all classes',
} as const;

const downcoding = defineCommand({
  usage: 'downcoding <release>',
  help: 'values of a k-anonymous release by hierarchies that minimality makes more exact',
  options: {
    ...shared,
    minimal: choice(
      '<what>',
      'assumption: no rows of a class, no class as a whole, or no value in all classes could be more exact; default: guarantee of the algorithm',
      ['rows', 'classes', 'release'],
    ),
  },
  examples: [
    ['kohort attack downcoding tree-release.csv --job tree-job.json', 'values that must be less general than released'],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, job, drive }) => {
      const report = await drive(attackDowncodingInSteps(release, job, { minimal: given.minimal }));
      return {
        json: report,
        lines: [
          ...layOut([
            ['attribute', 'classes generalized', 'with certain children', 'rows of them', 'not minimal'],
            ...report.attributes.map((each) => [
              each.attribute,
              quantity(each.generalized),
              quantity(each.downcoded),
              quantity(each.certainRows),
              quantity(each.notMinimal),
            ]),
          ]),
          '',
          taken[report.minimal],
          ...(report.skipped.length === 0 ? [] : [`not released as nodes: ${report.skipped.join(', ')}`]),
        ],
      };
    });
  },
});

const minimality = defineCommand({
  usage: 'minimality <release>',
  help: 'sensitive values that become likelier because no more exact release was possible',
  options: {
    ...shared,
    public: people,
    budget: parsed('<worlds>', 'maximum number of worlds per class; default: 100000', count),
  },
  examples: [
    [
      'kohort attack minimality diverse-release.csv --public voters.csv --job diverse-job.json',
      'sensitive values that are likelier than they seem',
    ],
  ],
  run: async ([file], given) => {
    await withTables(file, given, async ({ release, people, job, drive }) => {
      const report = await drive(attackMinimalityInSteps(release, people as Table, job, { budget: given.budget }));
      return {
        json: report,
        lines: layOut([
          ['sensitive attribute', report.attribute],
          ['rows of classes that were counted', quantity(report.counted)],
          ['rows of classes that were not', quantity(report.unknown)],
          ['rows of classes that are not minimal', quantity(report.notMinimal)],
          ['largest probability of a value by the class alone', percent(report.largestNaive)],
          ['largest probability of a value by minimality', percent(report.largest)],
          ['rows with a value that became likelier', quantity(report.raised)],
          ['rows with a value that became certain', quantity(report.certain)],
        ]),
      };
    });
  },
});

/** Notes of a composition attack by persons: whom it judged, and how. */
function compositionNotes({ persons, attributes }: CompositionReport): string[] {
  if (persons === null) return [];
  const varying = attributes.filter(({ isConstant }) => isConstant === false).map(({ attribute }) => `"${attribute}"`);
  return [
    '',
    `of ${counted(persons, 'person', 'people')} of the public table${OVER_ALL_ROWS}`,
    ...(varying.length === 0
      ? []
      : [`rows of a person may differ in ${varying.join(', ')}, so that each is judged by itself, and a person by the one of which most is known`]), // prettier-ignore
  ];
}

const composition = defineCommand({
  usage: 'composition <release>',
  help: 'sensitive values that two releases of the same people leave together',
  options: {
    ...shared,
    public: people,
    with: required(text('<file>', 'the second release')),
    withJob: text('<file>', 'job of the second release; default: that of the first'),
    sensitive: text('<file>', 'second table of anatomy; default: RELEASE with .sensitive before its extension'),
    withSensitive: text(
      '<file>',
      'second table of anatomy of the second release; default: its file with .sensitive before the extension',
    ),
  },
  examples: [
    [
      'kohort attack composition release.csv --with second.csv --public voters.csv --job job.json',
      'sensitive values that two releases of the same people reveal together',
    ],
  ],
  run: async ([file], given) => {
    await withTables(
      file,
      given,
      async ({ release, sensitive, people, job, second, drive }) => {
        const other = second as NonNullable<typeof second>;
        const groups = given.columns;
        const own = { release, sensitive, job, groups };
        const report = await drive(attackCompositionInSteps(own, { ...other, groups }, people as Table));
        return {
          json: report,
          lines: [
            ...layOut([
              [
                'sensitive attribute',
                report.persons === null ? 'rows in both' : 'people in both',
                'known by first',
                'by second',
                'by both only',
                'contradicted',
                'values left',
              ],
              ...report.attributes.map((each) => [
                each.attribute,
                quantity(each.inBoth),
                quantity(each.knownByFirst),
                quantity(each.knownBySecond),
                quantity(each.knownByBoth),
                quantity(each.contradicted),
                each.averageLeft.map(quantity).join(' / '),
              ]),
            ]),
            ...report.attributes
              .filter((each) => each.comparedBySets > 0)
              .map(({ attribute, comparedBySets }) => setsSentence(report, comparedBySets, attribute)),
            ...compositionNotes(report),
          ],
        };
      },
      { isWithSensitive: true },
    );
  },
});

const span = ([low, high]: readonly [number, number]): string =>
  low === high ? quantity(low) : `between ${quantity(low)} and ${quantity(high)}`;

interface Tables {
  readonly release: Table;
  readonly people: Table | null;
  /** The original, where it is given. */
  readonly original?: Table;
  readonly job: CheckedJob;
  readonly plan: Plan;
  /** Table of sensitive columns of an algorithm that releases two, where it is asked for. */
  readonly sensitive?: Table;
  /** The second release with its job, where one is given. */
  readonly second: { readonly release: Table; readonly sensitive?: Table; readonly job: CheckedJob } | null;
  readonly progress: (text: string) => void;
  /** Runs an attack that signals and the time limit can end between its steps. */
  readonly drive: <Result>(steps: Steps<Result>) => Promise<Result>;
}

/** The first job with all columns that people are matched by, those of a second job too. */
function matchedBy(job: CheckedJob, other: CheckedJob): CheckedJob {
  const all = [...Object.entries(other.attributes), ...Object.entries(job.attributes)];
  const known = all.filter(([, { role }]) => role === 'quasi-identifier' || role === 'person');
  return { ...job, attributes: Object.fromEntries(known) };
}

/** Options by their names in the attacks. */
const optionOf: Readonly<Record<string, string>> = {
  original: '--original',
  people: '--public',
  'public table': '--public',
  columns: '--columns',
  size: '--size',
  budget: '--budget',
  minimal: '--minimal',
};

/** An error of an attack that names the option of the command line. */
function withOption(error: InvalidArgumentError): InvalidArgumentError {
  const { argument, expected, received, code, cure } = error;
  if (!Object.hasOwn(optionOf, argument)) return error;
  return new InvalidArgumentError(optionOf[argument], expected, received, code, cure);
}

/** A release, and the table of sensitive columns with it where the algorithm of its job makes one. */
async function readBoth(
  [path, argument]: readonly [string, string],
  [given, givenBy]: readonly [string | undefined, string],
  { job, plan }: Pick<Tables, 'job' | 'plan'>,
  signal: AbortSignal,
): Promise<Pick<Tables, 'release' | 'sensitive'>> {
  const release = await readAnyRelease(path, argument, job, undefined, signal);
  const isWhole = release.columns.some(({ name }) => plannedRole(plan, name) === 'sensitive');
  if (given === undefined && (isWhole || plan.permutes?.twoTables !== true || isSourceAddress(path)))
    return { release };
  return { release, sensitive: await readAnyRelease(given ?? sensitivePath(path), givenBy, job, undefined, signal) };
}

/** The report of an attack, as JSON and in lines. */
interface AttackReport {
  readonly json: object;
  readonly lines: readonly string[];
}

async function withTables(
  file: string,
  options: AttackOptions,
  run: (tables: Tables) => Promise<AttackReport>,
  { isWithSensitive = false, graceSeconds = 0 } = {},
): Promise<void> {
  const { json = false } = options;
  return withTerminal({ ...options, graceSeconds }, async ({ signal, terminal }) => {
    const jobOf = async (path: string, option: string): Promise<CheckedJob> => {
      const { job } = await readJob(path, signal, options, undefined, option);
      return withUnit(jobWith(job, options), options);
    };
    const job = await jobOf(options.job, '--job');
    const plan = planRun(resolveChecked(job));
    const other = options.withJob === undefined ? job : await jobOf(options.withJob, '--with-job');
    const second = { job: other, plan: other === job ? plan : planRun(resolveChecked(other)) };
    const named =
      options.public === undefined
        ? null
        : { name: 'people', path: options.public, argument: '--public', network: true };
    const { people = null } = await readPublicTables(named, matchedBy(job, other), undefined, signal);
    const original =
      options.original === undefined
        ? undefined
        : (await readInput([options.original], '--original', job, { signal, terminal })).table;
    const tables: Tables = {
      original,
      ...(isWithSensitive
        ? await readBoth([file, 'release'], [options.sensitive, '--sensitive'], { job, plan }, signal)
        : { release: await readAnyRelease(file, 'release', job, undefined, signal) }),
      people,
      job,
      plan,
      second:
        options.with === undefined
          ? null
          : {
              ...(await readBoth(
                [options.with, '--with'],
                [options.withSensitive, '--with-sensitive'],
                second,
                signal,
              )),
              job: other,
            },
      progress: (text) => terminal.progress(text),
      drive: async (steps) => {
        try {
          return await runProgressOf({ signal }).drive('audit', 1, steps);
        } catch (error) {
          throw error instanceof InvalidArgumentError ? withOption(error) : error;
        }
      },
    };
    terminal.progress('attack');
    const { json: result, lines } = await run(tables);
    terminal.clear();
    if (!json) terminal.warn([...repairsOf(people, 'the public table'), ...repairsOf(tables.release, 'the release')]);
    await writeResult(json ? toJson(result, 2) : lines.join('\n'), { json });
  });
}

export const attack: CommandCard = {
  usage: 'attack',
  help: 'attacks a finished release and counts what an attacker learns',
  options: {},
  examples: [
    ['kohort attack linkage release.csv --public voters.csv --job job.json', 'the risk that somebody is found'],
    ['kohort attack homogeneity release.csv --job job.json', 'sensitive values that classes reveal'],
  ],
  commands: [membership, linkage, homogeneity, uniqueness, history, downcoding, minimality, composition],
};
