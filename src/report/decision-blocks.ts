/** The first page of a report, for the person who signs a release: decision, reasons and lines to sign on. */
import type { GroupNoun } from '../base/group-noun.js';
import { countGroups } from '../base/group-noun.js';
import { counted, percent, quantity } from '../base/numbers.js';
import { plural } from '../base/plural.js';
import { shortList } from '../base/short-list.js';
import { countRows, type UnitNoun } from '../base/unit.js';
import type { DecidedRole, ReportAttack } from './decision.js';
import type { Block } from './blocks.js';
import { paragraph, table } from './blocks.js';
import type { ReportContent } from './report-content.js';

/** Text where the job says nothing of a purpose, a recipient or a basis. */
const NOT_SAID = 'not in the job ("publication"): to be filled in';

/** The blocks of the section. */
export function decisionBlocks(content: ReportContent, noun: UnitNoun, groups: GroupNoun): Block[] {
  const { decision, release } = content;
  const { publication, attacks } = decision;
  return [
    table(
      'The release',
      ['Question', 'Answer'],
      [
        ...pseudonymRows(decision.roles),
        ['For what purpose?', publication.purpose ?? NOT_SAID],
        ['Who receives it?', publication.recipient ?? NOT_SAID],
        ['On what basis: to the public, under a contract, by a law?', publication.basis ?? NOT_SAID],
        ['What is released?', `${countRows(release.rows, noun)}, ${counted(release.columns.length, 'column')}`],
        ['Who decided what each column is?', deciders(decision.roles)],
        ['What did the audit find?', found(content)],
      ],
    ),
    ...riskBlocks(content, noun),
    residualRisk(content, noun, groups),
    ...attackBlocks(attacks),
    paragraph(
      'The signer answers what no figure can: what else the recipient knows of these people or can get; whether the recipient is bound not to look for people, and how that is checked; whether the purpose needs all these columns; and when the decision is reviewed, since each later release and each new public source changes the risk. The decision is to release, to release under conditions, or not to release.',
    ),
    paragraph(
      'Under HIPAA, 45 CFR 164.514(b)(1), an expert determines that the risk is very small and documents methods and results: this report has both, and the signature is the determination. Safe harbor, (b)(2), which asks for 18 kinds of identifiers to be removed, is not examined here.',
    ),
    {
      kind: 'form',
      fields: ['Decision', 'Conditions', 'Name', 'Role', 'To be reviewed by', 'Date', 'Signature'],
    },
  ];
}

/** The first answer of a pseudonymous release. */
function pseudonymRows(roles: readonly DecidedRole[]): string[][] {
  const names = roles.filter(({ role }) => role === 'pseudonym').map(({ column }) => JSON.stringify(column));
  if (names.length === 0) return [];
  return [['Is it anonymous?', `no, it is pseudonymous: who has the key finds each person by ${shortList(names)}`]];
}

/** States if the models hold, and counts the lines that the signer decides on. */
function found({ verdict, warnings }: ReportContent): string {
  const holds = verdict.holds ? 'every privacy model holds' : 'the table does not have what the job requires';
  const open = verdict.lines.filter(({ isSafe }) => !isSafe).length;
  const parts = [
    ...(open === 0 ? [] : [`${counted(open, 'line')} of the verdict`]),
    ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
  ];
  return parts.length === 0 ? `${holds}; no warning` : `${holds}; for the signer to decide: ${parts.join(' and ')}`;
}

/** Who gave the roles, in a line. */
function deciders(roles: readonly DecidedRole[]): string {
  const named = roles.filter(({ by }) => by === 'job').length;
  const others = roles.length - named;
  const reasons = roles.filter(({ reason }) => reason !== null).length;
  const rest = others === 0 ? '' : `, and ${quantity(others)} by its "defaultRole"`;
  const why =
    reasons === 0
      ? 'no reason is written there'
      : `${counted(reasons, 'reason')} ${plural(reasons, 'is', 'are')} written there`;
  return `the job: ${counted(named, 'column')}${rest}; ${why} ("description" of a column)`;
}

/** The largest risk beside the threshold that is usual for the basis. */
function riskBlocks({ decision, risks, buckets, privacy, counted: of }: ReportContent, noun: UnitNoun): Block[] {
  const { threshold, publication } = decision;
  const limit = `${percent(threshold.risk)} (1 in ${quantity(Math.round(1 / threshold.risk))})`;
  const kind = threshold.basis === 'public' ? 'a release to the public' : 'a release under a contract';
  const assumed =
    publication.basis === undefined
      ? ' The job names no basis: the strictest threshold is taken.'
      : publication.basis.trim().toLowerCase() === threshold.basis
        ? ''
        : ' The basis of the job is neither "public" nor "contract": the strictest threshold is taken.';
  const usual = `The usual threshold for ${kind} is ${limit} (${threshold.source}).${assumed}`;
  const largest = risks?.prosecutor.after?.largest ?? null;
  if (largest === null) {
    const why = buckets === null ? 'this kind of release' : 'permuted values';
    return [paragraph(`No risk to be found is defined for ${why}, so that no threshold can be compared. ${usual}`)];
  }
  const isBelow = (risk: number): boolean => risk <= threshold.risk * (1 + 1e-12);
  const judged = (risk: number): string => `${percent(risk)}: ${isBelow(risk) ? 'within' : 'above'} the threshold`;
  const known = boundedKnowledge(privacy);
  const ofAll = known.length === 0 ? '' : ' by somebody who knows all quasi-identifiers';
  const unit =
    of === 'rows' && noun.one === 'row' ? ' Rows are counted, and people may have several: then the risk can be larger.' : ''; // prettier-ignore
  return [
    paragraph(
      `The largest risk of a ${noun.one} to be found${ofAll} is ${judged(largest)}.`,
      isBelow(largest) ? 'good' : 'bad',
    ),
    ...known.map(({ facts, k }) =>
      paragraph(
        `By somebody who knows at most ${quantity(facts)} of them it is ${judged(1 / k)}.`,
        isBelow(1 / k) ? 'good' : 'bad',
      ),
    ),
    paragraph(`${usual}${unit}`),
  ];
}

/** Numbers of known facts that models bound, and the rows or persons that then look alike. */
const boundedKnowledge = (privacy: ReportContent['privacy']): { readonly facts: number; readonly k: number }[] =>
  privacy.flatMap(({ model, required, achieved, holds }) =>
    model === 'lkc-privacy' && holds && achieved.k > 0 ? [{ facts: required.known, k: achieved.k }] : [],
  );

/** The table of the three risks of the Article 29 Working Party, opinion 05/2014 (WP 216). */
function residualRisk(content: ReportContent, noun: UnitNoun, groups: GroupNoun): Block {
  return table(
    'Residual risk by the questions of WP 216 (Article 29 Working Party, opinion 05/2014)',
    ['Question', 'What the figures say'],
    [
      [`Singling out: can a ${noun.one} be isolated?`, singlingOut(content, noun, groups)],
      ['Linkability: can records of one person be linked?', linkability(content, noun)],
      ['Inference: can a value be deduced?', inference(content, noun, groups)],
    ],
  );
}

function singlingOut({ risks, buckets, classes }: ReportContent, { one, many }: UnitNoun, groups: GroupNoun): string {
  if (buckets !== null) {
    return `quasi-identifiers are released as they are, so that a ${one} can be found in the table; the sensitive value is one of those of a bucket`;
  }
  const after = risks?.after ?? null;
  if (after === null) return 'not measured for this kind of release';
  const smallest =
    classes.smallest === null ? '' : `; the smallest ${groups.one} has ${counted(classes.smallest, one, many)}`;
  return `${after.unique === 0 ? `no ${one} is` : `${quantity(after.unique)} ${plural(after.unique, `${one} is`, `${many} are`)}`} alone with the released quasi-identifiers${smallest}`;
}

function linkability({ decision, risks, history }: ReportContent, noun: UnitNoun): string {
  const { previous } = decision;
  const earlier =
    previous === null || previous.length === 0
      ? 'no earlier release was checked together with this one'
      : `checked together with ${counted(previous.length, 'earlier release')} (${shortList(previous.map((name) => JSON.stringify(name)))})`;
  const table =
    risks?.population.from === 'public-table'
      ? `a table of ${counted(risks.population.people, 'person', 'people')} links ${risks.marketer.after === null ? 'an unknown share' : percent(risks.marketer.after.largest)} of the ${noun.many} rightly`
      : 'no table of the population was linked';
  const several =
    noun.hasSeveral !== true
      ? []
      : [
          history === undefined || history.length === 0
            ? 'rows of one person have no common key in the release'
            : `rows of one person have no common key in the release; by several rows together too little is left of ${counted(
                history.reduce((most, { persons }) => (persons > most ? persons : most), 0),
                'person',
                'people',
              )}`,
        ];
  return [...several, earlier, table].join('; ');
}

function inference({ homogeneity, classes }: ReportContent, noun: UnitNoun, groups: GroupNoun): string {
  if (homogeneity.length === 0) return 'no column with the role "sensitive" is released';
  return homogeneity
    .map(({ column, oneValuedClasses, folded, largestShare }) => {
      const own = folded?.classes ?? oneValuedClasses;
      const whose =
        noun.hasSeveral === true ? 'share a value among all their people' : plural(own, 'has', 'have') + ' one value';
      const share = largestShare === null ? '' : `, the largest share of a value is ${percent(largestShare)}`;
      return `${JSON.stringify(column)}: ${quantity(own)} of ${countGroups(classes.count, groups)} ${whose}${share}`;
    })
    .join('; ');
}

function attackBlocks(attacks: readonly ReportAttack[] | null): Block[] {
  if (attacks === null || attacks.length === 0) {
    return [
      paragraph(
        'No attack was run beside the audit; --attacks runs those that the files of this release allow, and kohort attack runs each.',
      ),
    ];
  }
  return [
    table(
      'Attacks that were run on the release',
      ['Attack', 'Question', 'Result'],
      attacks.map(({ attack, question, figures, reason }) => [
        attack,
        question,
        reason === undefined ? figures.map(({ name, value }) => `${name}: ${value}`).join('; ') : `not run: ${reason}`,
      ]),
    ),
  ];
}

/** Columns with their roles, and who gave each. */
export const rolesTable = (roles: readonly DecidedRole[]): Block =>
  table(
    'Roles of the columns',
    ['Column', 'Role', 'Released', 'Decided by', 'Reason'],
    roles.map(({ column, role, isReleased, by, reason }) => [
      column,
      role,
      isReleased ? 'yes' : 'no',
      by === 'job' ? 'the job' : 'defaultRole of the job',
      reason ?? 'not in the job',
    ]),
  );
