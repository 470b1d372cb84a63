/** The contents of a report in the order in which people read them: what its HTML and its Markdown are written from. */
import { countGroups, type GroupNoun, groupNoun } from '../base/group-noun.js';
import { countRows, inUnits, nounOfRows, rowOf, rowsOfPeople, type UnitNoun, unitNoun } from '../base/unit.js';
import { counted, percent, quantity } from '../base/numbers.js';
import { plural } from '../base/plural.js';
import { decisionBlocks, rolesTable } from './decision-blocks.js';
import type { ShownLabel } from './filed-job.js';
import type { AttackerRisk, ReportContent } from './report-content.js';
import type { ReportFile } from './report-facts.js';
import type { RiskFigures } from './risk-figures.js';
import type { PopulationFigures } from '../audit/report.js';
import type { Block, Cell, Section } from './blocks.js';
import { list, paragraph, share, table } from './blocks.js';
import { drawLoss, drawSizes, drawTrace } from './svg-pictures.js';
import { termsIn } from './terms.js';
import { orderNote } from './verdict.js';
import { uniquesLines } from './uniques-words.js';
import { achievedText, modelTitle, parameterText, QUERY_NOTE, queryErrorText } from './words.js';

/** The sections of a report, the glossary of their words, and the job. */
export function reportSections(content: ReportContent): Section[] {
  const sections: Section[] = [
    { title: 'Decision', blocks: decisionBlocks(content, nounOf(content), groupsOf(content)) },
    { title: 'Verdict', blocks: verdictBlocks(content), startsPage: true },
    { title: 'Warnings', blocks: warningBlocks(content) },
    { title: 'Roles of the columns', blocks: [rolesTable(content.decision.roles)] },
    { title: 'What the privacy models promise', blocks: modelBlocks(content) },
    { title: 'Risk before and after', blocks: riskBlocks(content) },
    { title: `What the release shows of few ${nounOf(content).many}`, blocks: exposureBlocks(content) },
    { title: `Sensitive values that ${groupsOf(content).many} reveal`, blocks: homogeneityBlocks(content) },
    { title: 'What is left of every column', blocks: columnBlocks(content) },
    { title: `${capital(groupsOf(content).many)} by size`, blocks: classBlocks(content) },
    { title: 'Suppressed rows', blocks: suppressionBlocks(content) },
    { title: 'Search', blocks: searchBlocks(content) },
    { title: 'Metrics', blocks: metricBlocks(content) },
    { title: 'Files and run', blocks: runBlocks(content) },
  ];
  return withGlossary(
    content,
    sections.map((section) => sayUnits(section, nounOf(content))),
  );
}

/** A section that speaks of households where these are counted: names of columns and texts of jobs stay. */
function sayUnits({ title, blocks, ...others }: Section, noun: UnitNoun): Section {
  const say = (text: string): string => inUnits(text, noun);
  const saying = (block: Block): Block => {
    if (block.kind === 'paragraph') return { ...block, text: say(block.text) };
    if (block.kind === 'list')
      return { ...block, items: block.items.map((item) => ({ ...item, text: say(item.text) })) };
    return block.kind === 'table' ? { ...block, caption: say(block.caption), head: block.head.map(say) } : block;
  };
  return { title: say(title), blocks: blocks.map(saying), ...others };
}

function withGlossary(content: ReportContent, sections: readonly Section[]): Section[] {
  const appendix: Section[] = [{ title: 'Appendix: the job', blocks: jobBlocks(content), startsPage: true }];
  const found = new Set([...sections, ...appendix].flatMap(({ title, blocks }) => [title, ...textsOf(blocks)]).flatMap(termsIn)); // prettier-ignore
  const words = [...found].sort((a, b) => (a.term.toLowerCase() < b.term.toLowerCase() ? -1 : 1));
  return [...sections, { title: 'Glossary', blocks: [{ kind: 'terms', terms: words }] }, ...appendix];
}

/** The report's own words of blocks, not the names and texts that stand in their cells. */
const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block.text];
    if (block.kind === 'list') return block.items.map(({ text }) => text);
    return block.kind === 'table' ? [block.caption, ...block.head, ...block.rows.map(([first]) => String(first))] : [];
  });

/** Identification of a report, above its sections. */
export function headFacts(content: ReportContent): [string, string][] {
  const { date, program, engine, input, release, job } = content;
  const noun = nounOf(content);
  const hashed = (name: string, files: readonly ReportFile[]): string =>
    files.length === 1 ? `${name}, SHA-256 ${files[0].sha256}` : name;
  return [
    ['Made', `${date.slice(0, 19).replace('T', ' ')} UTC by ${program.name} ${program.version} (engine ${engine})`],
    ['Input', `${hashed(input.name, input.files)}; ${rowsOfPeople(input.rows, input.persons, noun)}`],
    [
      'Release',
      `${hashed(release.name ?? 'standard output', release.files)}; ${rowsOfPeople(release.rows, release.persons, noun)}, ${counted(release.columns.length, 'column')}`,
    ],
    ['Job', job.sha256 === null ? 'in the appendix' : `SHA-256 ${job.sha256}; in the appendix`],
  ];
}

function warningBlocks({ warnings, verdict, audit }: ReportContent): Block[] {
  const isClear = audit.problems.length === 0 && verdict.holds && verdict.lines.every(({ isSafe }) => isSafe);
  if (warnings.length === 0) {
    return [paragraph(isClear ? 'There is no warning.' : 'None beside what the verdict says.')];
  }
  const areCured = warnings.every(({ text }) => text.includes('(cure: '));
  return [
    paragraph(areCured ? 'The most serious first, each with what to do about it.' : 'The most serious first.'),
    list(warnings.map(({ code, text }) => `${code}: ${text}`)),
  ];
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const sentence = (text: string): string => `${capital(text)}.`;

function verdictBlocks({ verdict, audit }: ReportContent): Block[] {
  const { holds, lines } = verdict;
  const open = lines.filter(({ isSafe }) => !isSafe);
  return [
    holds
      ? paragraph('The audit confirms every privacy model.', 'good')
      : paragraph('The audit failed: this table does not have what the job asks for.', 'bad'),
    ...(audit.problems.length === 0 ? [] : [list(audit.problems)]),
    ...(open.length === 0
      ? []
      : [paragraph('Somebody has to decide whether the lines in bold may be so; no model of the job forbids them.')]),
    { kind: 'list', items: lines.map(({ text, isSafe }) => ({ text: sentence(text), ...(isSafe ? {} : { tone: 'bad' }) })) }, // prettier-ignore
    paragraph(
      'A release that satisfies its models is not anonymous in the sense of a law: that also depends on what others know and on what else is released.',
    ),
  ];
}

function modelBlocks({ privacy }: ReportContent): Block[] {
  const rows = privacy.map((model) => [
    modelTitle(model),
    parameterText(model.required),
    achievedText(model),
    model.holds ? 'holds' : 'does not hold',
    model.promise,
  ]);
  return [
    table('Models that the job requires', ['Model', 'Required', 'Achieved', 'Verdict', 'What it promises'], rows),
  ];
}

/** Persons where they were counted, people where the job says that each row is one, else rows. */
const nounOf = ({ unit, missingPersons, input, counted: of }: ReportContent): UnitNoun =>
  input.persons === undefined
    ? unitNoun(unit === 'row' ? { unit } : {})
    : unitNoun(of === 'persons' ? { unit: unit ?? undefined, missingPersons, attributes: { key: 'person' } } : {});

/** Buckets where values are permuted, else classes. */
const groupsOf = ({ buckets }: ReportContent): GroupNoun => groupNoun(buckets === null ? {} : { of: 'bucket' });

function riskBlocks(content: ReportContent): Block[] {
  const { risks, buckets } = content;
  const noun = nounOf(content);
  const { one, many, hasSeveral } = noun;
  if (buckets !== null) {
    return [
      paragraph(
        `Values are permuted within buckets. That hides whose a value is, and by itself not who is in the table: somebody who knows the quasi-identifiers of a ${one} may be certain that ${one === 'row' ? 'it is' : 'they are'} there (kohort attack membership counts how many). There is no risk to be found that can be compared with that of the input or of a release with classes.`,
      ),
      table(
        `Chance to link a ${rowOf(noun)} with its own among the permuted values of its bucket`,
        ['What', 'Release'],
        [
          ['In the smallest bucket', percent(buckets.largest)],
          ['Mean', percent(buckets.average)],
        ],
      ),
    ];
  }
  if (risks === null) {
    return [
      paragraph(
        `For lists of items no risk of this kind is defined. The models say how many ${many} somebody finds at least who knows some items of a list.`,
      ),
    ];
  }
  const { prosecutor, journalist, marketer, population, before, after } = risks;
  const row = (name: string, knows: string, each: typeof prosecutor): Cell[] => [
    name,
    knows,
    ...[each.before, each.after].flatMap((risk: AttackerRisk | null) => [share(risk?.largest), share(risk?.average)]),
  ];
  const people =
    population.from === 'public-table'
      ? `The population of the journalist and the marketer is the public table of ${hasSeveral === true ? counted(population.people, 'person', 'people') : `${counted(population.people, 'row')}, each taken for one person`}.`
      : `No public table was counted. So it is assumed that the ${many} of the input are all that there are, the worst case: the journalist has then the risk of the prosecutor. In a larger population it can be smaller.`;
  return [
    ...(one === 'row'
      ? [
          paragraph(
            'Rows are counted: 1 / rows of the class is the risk of a person only where each row is one person. Where people have several rows it can be larger.',
          ),
        ]
      : []),
    ...(hasSeveral === true
      ? [
          paragraph(
            'People are counted: the risk of a person is 1 / people of the smallest class with one of the person’s rows, and the mean is one over people. It does not include what several rows of a person reveal together.',
          ),
        ]
      : []),
    paragraph(people),
    table(
      hasSeveral === true
        ? 'Risk of a person: 1 / people who look alike'
        : one === 'person'
          ? 'Probability that a row is linked to its person'
          : 'Risk of a row: 1 / rows that look like it',
      ['Attacker', 'What the attacker knows', 'Input, largest', 'Input, mean', 'Release, largest', 'Release, mean'],
      [
        row('Prosecutor', `that the ${one} is in the release`, prosecutor),
        row('Journalist', `that the ${one} is in the population`, journalist),
        row('Marketer', `all ${many} of the population; links all ${many} at once`, marketer),
      ],
    ),
    ...figureBlocks(before, after, nounOf(content)),
    ...householdBlocks(content),
    ...populationBlocks(content),
    ...uniquesBlocks(content),
  ];
}

/** Risks of households. */
function householdBlocks({ householdRisk: found, populationRisk }: ReportContent): Block[] {
  if (found === undefined) return [];
  const { households, differing } = found;
  const estimated = populationRisk?.households;
  const row = (what: string, name: 'largest' | 'average', of: typeof found | typeof estimated): Cell[] => [what, share(of?.before?.[name]), share(of?.after?.[name])]; // prettier-ignore
  return [
    paragraph(
      `The rows belong to ${counted(households, 'household')}. A household is found if one of its members is: its risk is 1 less the product of (1 - risk) over its members, which takes them to be found independently.${differing === null || differing === 0 ? '' : ` Members of ${counted(differing, 'household')} show different values of columns that are equal within the households of the input: somebody who knows that they live together learns more.`}`,
    ),
    table(
      'Risk of a household',
      ['What', 'Input', 'Release'],
      [
        row('Largest risk of a household', 'largest', found),
        row('Mean risk', 'average', found),
        ...(estimated === undefined
          ? []
          : [
              row('Largest risk, estimated in the population', 'largest', estimated),
              row('Mean risk, estimated in the population', 'average', estimated),
            ]),
      ],
    ),
  ];
}

/** The estimated unique people of the population that the job names. */
const uniquesBlocks = ({ populationUniques: found }: ReportContent): Block[] =>
  found === undefined
    ? []
    : [
        paragraph(
          `${uniquesLines(found).map(capital).join('. ')}. This is an estimate, and as good as its sample is random.`,
        ),
      ];

/** Estimates for the population of a survey. */
function populationBlocks(content: ReportContent): Block[] {
  const { populationRisk: found } = content;
  if (found === undefined) return [];
  const { one, many } = nounOf(content);
  const { people, before, after } = found;
  const both = (write: (figures: PopulationFigures) => string): Cell[] =>
    [before, after].map((figures) => (figures === null ? '-' : write(figures)));
  return [
    paragraph(
      `The ${many} are a survey, and their weights say how many people each stands for: about ${quantity(Math.round(people))} together. The figures below are estimates (Benedetti and Franconi 1998): those of somebody who knows the quasi-identifiers of a person of this population, and not whether the person took part. They are not a promise, and they are as good as the weights.`,
    ),
    table(
      `Estimated risk of a ${one} in the population`,
      ['What', 'Input', 'Release'],
      [
        [`Largest risk of a ${one}`, ...both(({ largest }) => percent(largest))],
        ['Mean risk', ...both(({ average }) => percent(average))],
        [`${capital(many)} expected to be found`, ...both(({ expected }) => quantity(Number(expected.toPrecision(3))))],
        [
          `${capital(many)} expected to be unique in the population`,
          ...both(({ uniques }) => quantity(Number(uniques.toPrecision(3)))),
        ],
        ['Fewest people alike', ...both(({ fewest }) => quantity(Math.floor(fewest)))],
      ],
    ),
  ];
}

function figureBlocks(before: RiskFigures | null, after: RiskFigures | null, { one, many }: UnitNoun): Block[] {
  const rowsText = (figures: RiskFigures | null, rows: number | undefined): string =>
    figures === null || rows === undefined
      ? '-'
      : `${quantity(rows)} (${percent(figures.rows === 0 ? 0 : rows / figures.rows)})`;
  const limits = (after ?? before)?.above.map(({ risk }) => risk) ?? [];
  return [
    table(
      `${capital(many)} by the risk of the prosecutor`,
      [capital(many), 'Input', 'Release'],
      [
        ['at the largest risk', rowsText(before, before?.rowsAtLargest), rowsText(after, after?.rowsAtLargest)],
        [
          `${one === 'row' ? 'that' : 'whom'} no other ${one} looks like`,
          rowsText(before, before?.unique),
          rowsText(after, after?.unique),
        ],
        ...limits.map((limit, i) => [
          `with a risk above ${percent(limit)}`,
          rowsText(before, before?.above[i].rows),
          rowsText(after, after?.above[i].rows),
        ]),
      ],
    ),
  ];
}

function exposureBlocks(content: ReportContent): Block[] {
  const { exposure } = content;
  if (exposure === null) return [paragraph('The exposure was not counted: it needs the input.')];
  const rows = exposure.map(({ column, texts, rows }) => [column, texts, rows]);
  return [
    paragraph(
      `Values that fewer than k ${nounOf(content).many} of the input have and the job does not name, where the release shows them.`,
    ),
    table('Exposure by column', ['Column', 'Rare values shown', `In ${nounOfRows(nounOf(content))}`], rows),
  ];
}

function homogeneityBlocks(content: ReportContent): Block[] {
  const { homogeneity, classes } = content;
  const { hasSeveral } = nounOf(content);
  const groups = groupsOf(content);
  const group = groups.one;
  if (homogeneity.length === 0) return [paragraph('No column with the role "sensitive" is released.')];
  const rows = homogeneity.map(
    ({ column, oneValuedClasses, oneValuedRows, oneValuedPersons, folded, largestShare }) => [
      column,
      folded?.classes ?? oneValuedClasses,
      folded?.rows ?? oneValuedRows,
      ...(hasSeveral === true ? [folded?.persons ?? oneValuedPersons ?? null] : []),
      share(largestShare),
    ],
  );
  const [all, largest] =
    hasSeveral === true
      ? [
          `Where all people of a ${group} hold one value, somebody who finds the ${group} of a person knows a value of that person.`,
          `The largest share is that of the people of a ${group} who hold one value.`,
        ]
      : [
          `Where all rows of a ${group} have one value, to find the ${group} of a row is to know its value.`,
          `The largest share is the greatest certainty about a value in any ${group}.`,
        ];
  return [
    paragraph(
      `${all} ${largest} Spellings of one value count as one. There ${plural(classes.count, 'is', 'are')} ${countGroups(classes.count, groups)}.`,
    ),
    table(
      'Homogeneity of sensitive columns',
      [
        'Sensitive column',
        `${capital(groups.many)} ${hasSeveral === true ? 'whose people all hold' : 'with'} one value`,
        `${capital(nounOfRows(nounOf(content)))} in them`,
        ...(hasSeveral === true ? ['People in them'] : []),
        hasSeveral === true
          ? `Largest share of the people of a ${group} who hold one value`
          : `Largest share of a value in a ${group}`,
      ],
      rows,
    ),
    ...historyBlocks(content),
  ];
}

/** The section on the history of persons; empty where rows are counted. */
function historyBlocks(content: ReportContent): Block[] {
  const { history } = content;
  if (history === undefined) return [];
  if (history.length === 0) {
    return [
      paragraph(
        'History disclosure: no sensitive column is the same in all rows of every person, so that the disclosure by several rows of a person was not measured.',
      ),
    ];
  }
  return [
    paragraph(
      `History disclosure: somebody who knows several rows of a person, such as the days of visits, and looks for a value that is the same in all of them joins what their ${groupsOf(content).many} say. At least this much can be learned so.`,
    ),
    table(
      'Disclosure by several rows of a person',
      ['Sensitive column', 'People with too few possible values', 'Fewest values left of a person'],
      history.map(({ attribute, persons, fewest }) => [attribute, persons, fewest]),
    ),
  ];
}

function columnBlocks({ columns, columnsNotMeasured: others }: ReportContent): Block[] {
  const missing =
    others.length === 0
      ? []
      : [
          paragraph('Columns that are released and were not measured, since they stayed in the engine or are lists:'),
          list(others),
        ];
  if (columns.length === 0) return missing;
  const rows = columns.map(({ column, role, valuesBefore, valuesAfter, starRows, starShare, loss }) => [
    column,
    role,
    share(loss),
    valuesBefore,
    valuesAfter,
    role === 'quasi-identifier' ? `${quantity(starRows)} (${percent(starShare)})` : '-',
  ]);
  const drawn = columns.filter(({ loss }) => loss !== null);
  return [
    table(
      'Released columns',
      ['Column', 'Role', 'Loss', 'Values in the input', 'Values in the release', 'Rows of *'],
      rows,
    ),
    paragraph(
      'A column can have more values in the release than in the input: classes may have ranges and sets of their own.',
    ),
    ...(drawn.length === 0 ? [] : [{ kind: 'picture', id: 'loss', svg: drawLoss(drawn) } as const]),
    ...missing,
  ];
}

function classBlocks(content: ReportContent): Block[] {
  const { classes, risks } = content;
  const { many, hasSeveral } = nounOf(content);
  const { one: group, many: groups } = groupsOf(content);
  if (classes.count === 0) return [paragraph('No class was released.')];
  const { bins } = classes;
  const hasBefore = bins.some(({ rowsBefore }) => rowsBefore !== null);
  const rows = bins.map(({ from, to, rowsBefore, classes: found, rowsAfter }) => [
    from === to ? quantity(from) : `${quantity(from)} to ${quantity(to)}`,
    ...(hasBefore ? [rowsBefore] : []),
    found,
    rowsAfter,
  ]);
  return [
    table(
      `Size of the ${groups}`,
      [capital(group), capital(many)],
      [
        ['Smallest', classes.smallest],
        ['Median', classes.median],
        [`Nine of ten ${groups} have at most`, classes.ninetieth],
        ['Largest', classes.largest],
      ],
    ),
    table(
      group === 'bucket'
        ? `${capital(many)} by how many ${many} share their bucket`
        : `${capital(many)} by how many ${many} look alike`,
      [
        group === 'bucket'
          ? `${capital(many)} in the bucket`
          : `${capital(many)} ${many === 'rows' ? 'that' : 'who'} look alike`,
        ...(hasBefore ? [`${capital(many)} of the input`] : []),
        capital(groups),
        `${capital(many)} of the release`,
      ],
      rows,
    ),
    ...(hasSeveral === true
      ? [paragraph(`A person counts once, in the smallest ${group} with one of the person’s rows.`)]
      : []),
    ...(risks === null && !hasBefore && bins.length === 0
      ? []
      : [{ kind: 'picture', id: 'class-sizes', svg: drawSizes(bins, many, group) } as const]),
  ];
}

function suppressionBlocks(content: ReportContent): Block[] {
  const { suppression, job, input } = content;
  const { rows, written } = suppression;
  const limit = job.settings.suppression;
  return [
    table(
      'Rows that were suppressed',
      ['What', 'Which'],
      [
        [
          'Suppressed',
          `${quantity(rows)} of ${countRows(input.rows, nounOf(content))} (${percent(suppression.share)})`,
        ],
        [
          'What becomes of them',
          written === 'star' ? 'kept, with * in every quasi-identifier and no value in other columns' : 'removed',
        ],
        ['The job allows', limitText(limit)],
      ],
    ),
  ];
}

/** Describes the suppression limit of a job: a limit, `unlimited`, or the default where it says nothing. */
function limitText(limit: unknown): string {
  if (limit === 'unlimited') return 'any number of rows';
  if (typeof limit !== 'object' || limit === null) return String(limit);
  const { maxRows, maxFraction } = limit as Readonly<Record<string, number>>;
  return `at most ${maxRows === undefined ? `${percent(maxFraction)} of the rows` : counted(maxRows, 'row')}`;
}

function searchBlocks({ search }: ReportContent): Block[] {
  const { optimal, lowerBound, gap, counters, levels, trace, algorithm } = search;
  const order = orderNote(search);
  const saves = gap === null ? '' : `: a better one, if there is any, saves at most ${percent(gap)} of the cost`;
  const verdict = optimal
    ? `The result is proven optimal${order}: no release of this kind costs less.`
    : lowerBound === null
      ? 'Nothing was proven of the cost: this algorithm looks for a good release, not for the best.'
      : `Not proven optimal. No release of this kind costs less than ${quantity(lowerBound)}${order}${saves}.`;
  const numbers = Object.entries(counters).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : value,
  ]);
  return [
    paragraph(`${String(algorithm.name)}. ${verdict}`),
    ...(levels === null
      ? []
      : [table('Level of the hierarchy by column', ['Column', 'Level'], Object.entries(levels))]),
    ...(numbers.length === 0 ? [] : [table('Counters of the search', ['Counter', 'Value'], numbers)]),
    ...(trace.length > 1 ? [{ kind: 'picture', id: 'trace', svg: drawTrace(trace) } as const] : []),
  ];
}

function metricBlocks({ metrics, queries }: ReportContent): Block[] {
  const better = { true: 'larger', false: 'smaller', null: '-' } as const;
  const rows = metrics
    .filter(({ value }) => value !== null)
    .map(({ name, value, definition, higherIsBetter }) => [name, value, better[`${higherIsBetter}`], definition]);
  const none = metrics.flatMap(({ name, value }) => (value === null ? [name] : []));
  return [
    table('Metrics of the release', ['Metric', 'Value', 'Better', 'Definition'], rows),
    ...(none.length === 0 ? [] : [paragraph(`Not defined for this release: ${none.join(', ')}.`)]),
    ...(queries === undefined
      ? []
      : [
          table(
            'Queries of the job',
            ['Query', 'Condition', 'Error'],
            queries.map((query) => [query.name, query.where, queryErrorText(query)]),
          ),
          paragraph(`Errors are ${QUERY_NOTE}.`),
        ]),
  ];
}

function runBlocks(content: ReportContent): Block[] {
  const { input, release, public: publicTable, job, seconds } = content;
  const named = (what: string, files: readonly ReportFile[]): Cell[][] =>
    files.map(({ name, bytes, sha256 }) => [what, name, bytes, sha256]);
  const files = [
    ...named('Input', input.files),
    ...named('Release', release.files),
    ...named('Public table', publicTable === null ? [] : [publicTable]),
  ];
  const columnsRead = input.columnsRead === null ? '' : `, ${counted(input.columnsRead, 'column')} of it read`;
  const { name, ...options } = content.search.algorithm;
  const chosen = Object.entries(options).map(([key, value]) => `${key} ${plain(value)}`);
  return [
    ...(files.length === 0 ? [paragraph('The report was given no file to take a hash of.')] : []),
    ...(files.length === 0 ? [] : [table('Files, by their bytes', ['What', 'Name', 'Bytes', 'SHA-256'], files)]),
    table(
      'The run',
      ['What', 'Which'],
      [
        ['Input', `${input.name}; ${rowsOfPeople(input.rows, input.persons, nounOf(content))}${columnsRead}`],
        [
          'Release',
          `${release.name ?? 'standard output'}; ${rowsOfPeople(release.rows, release.persons, nounOf(content))}, ${counted(release.columns.length, 'column')}`,
        ],
        ['SHA-256 of the job', job.sha256 ?? '-'],
        ['Algorithm', [String(name), ...chosen].join(', ')],
        ['Engine', `${content.engine}, ${counted(content.threads, 'thread')}`],
        ['Version', `${content.program.name} ${content.program.version}`],
        ['Order of the rows', orderText(content)],
        [`${capital(groupsOf(content).many)} found by the audit`, content.audit.classes],
        ['Models that hold', `${content.audit.modelsHolding} of ${content.audit.models}`],
        ['Seconds', Object.entries(seconds).map(([key, value]) => `${key} ${value.toFixed(3)}`).join(', ')], // prettier-ignore
      ],
    ),
  ];
}

function orderText({ job, isSeeded }: ReportContent): string {
  if ((job.settings.output as Readonly<Record<string, unknown>>).order === 'input') return 'as in the input';
  return isSeeded
    ? 'drawn with a seed, which is not in this report: with it and the program the order can be undone'
    : 'drawn by the cryptographic generator of the platform';
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function jobBlocks({ job }: ReportContent): Block[] {
  const rows = job.hierarchies.map(({ column, type, parameters, values, levels, labelsByLevel }) => [
    column,
    type,
    values === null ? JSON.stringify(parameters) : '-',
    values,
    levels,
    labelsByLevel === null ? '-' : labelsByLevel.map((each) => quantity(each)).join(', '),
  ]);
  const labelled = job.hierarchies.filter(({ values }) => values !== null);
  return [
    paragraph(
      'The job as it ran, with its defaults. Values that the job lists are not copied into the report, since they may be values of people: of hierarchies they are counted, and the labels above them are listed that the release shows. The SHA-256 is that of the whole job.',
    ),
    { kind: 'code', text: JSON.stringify(job.settings, null, 2) },
    ...(rows.length === 0
      ? []
      : [
          table(
            'Hierarchies of the job',
            ['Column', 'Kind', 'Rule', 'Values', 'Levels above them', 'Labels by level'],
            rows,
          ),
        ]),
    ...labelled.flatMap(({ column, shown, shownMore }) =>
      shown === null || shown.length === 0 ? [] : [labelTable(column, shown, shownMore)],
    ),
  ];
}

const labelTable = (column: string, shown: readonly ShownLabel[], more: number): Block =>
  table(
    `Labels of ${JSON.stringify(column)} that the release shows${more === 0 ? '' : ` (and ${quantity(more)} more)`}`,
    ['Label', 'Level', 'Values under it'],
    shown.map(({ label, level, values }) => [label, level, values]),
  );
