import { withCures } from '../base/cures.js';
import { nameColumns } from '../base/name-columns.js';
import { plural } from '../base/plural.js';
import { shortList } from '../base/short-list.js';
import type { Warning } from '../table/table.js';

/** A warning as people read it: what is the matter, of which columns, and what to do about it. */
export interface WarningLine {
  /** Code of the warning. */
  readonly code: string;
  /** The line, with its cure. */
  readonly text: string;
}

/** Codes by seriousness, what may show a person first; those that are not here come last, as they came. */
const SERIOUS = [
  'PSEUDONYMOUS',
  'PRIVACY_VIOLATED',
  'MU_ARGUS_VIOLATES',
  'UNIQUE_INSENSITIVE_COLUMN',
  'SENSITIVE_UNPROTECTED',
  'TIGHT_RANGES',
  'K_IS_ONE',
  'MEMBERSHIP_NOT_PROTECTED',
  'K_OF_BUCKETS',
  'ORDER_OF_TEXTS',
  'SENSITIVE_CONSTANT',
  'RARE_INSENSITIVE_VALUES',
  'RARE_SENSITIVE_VALUE',
  'SENSITIVE_SINGLE_OUT',
  'GENERALIZATION_UNDONE',
  'IDENTIFIER_OF_OTHERS',
  'IDENTIFIERS_NOT_SEARCHED',
  'MINIMAL_RECODING',
  'ALL_ROWS_SUPPRESSED',
  'NO_NEW_ROW_RELEASED',
  'COLUMN_TELLS_LITTLE',
  'ROWS_SKIPPED',
  'HEADER_DOUBTED',
  'HEADER_ROWS',
  'FOOTER_ROWS',
  'MAYBE_MISSING',
  'ODD_CELLS',
  'ODD_AS_MISSING',
  'FORMAT_AMBIGUOUS',
  'FORMAT_MIXED',
  'TIMES_AS_TEXTS',
  'STOPPED_EARLY',
  'NOT_PROVEN_OPTIMAL',
  'SUPPRESSION_BY_DEFAULT',
  'LABEL_COLLIDES_WITH_DATA',
  'LEVELS_MISSING',
  'RANGES_INSTEAD_OF_LEVELS',
  'HIERARCHY_UNUSED',
  'ORDER_BY_CODE_POINT',
  'ROLE_BY_DEFAULT',
  'OPTION_UNUSED',
  'CONSTANT_COLUMN',
  'FORMAT_FOUND',
];

/** Codes that say nothing of this table: the command shows them with `--verbose`, the page folds them. */
const DETAILS = new Set(['MINIMAL_RECODING']);

/** True for a warning that holds for every run of an algorithm, and is shown to people who ask for all of them. */
export const isDetail = ({ code }: Pick<Warning, 'code'>): boolean => DETAILS.has(code);

const severity = new Map(SERIOUS.map((code, rank) => [code, rank]));

/** Codes whose warnings share a line for all columns, even where each says another thing. */
const JOINED = new Set(['FORMAT_FOUND', 'COLUMN_TELLS_LITTLE']);

/** Columns of which a joined line says something. */
const MOST_JOINED = 20;
/** More lines of one code than this become one, unless each proposes something of its own. */
const MOST_LINES = 3;
/** More proposals of hierarchies than this stand in one line. */
const MOST_PROPOSALS = 6;

/**
 * Warnings as people read them, the most serious first, each with its cure. Equal ones of several columns are one line, which
 * names the columns first; of many of a kind the first stands for all.
 */
export function warningLines(warnings: readonly Warning[]): WarningLine[] {
  const groups = new Map<string, { code: string; message: string; columns: Set<string> }>();
  const cures = new Map<string, string>();
  for (const { code, message, attribute, cure } of withCures(warnings)) {
    if (cure !== undefined) cures.set(code, cure);
    const key = JSON.stringify([code, message]);
    const group = groups.get(key) ?? { code, message, columns: new Set() };
    if (attribute !== undefined) group.columns.add(attribute);
    groups.set(key, group);
  }
  const byCode = new Map<string, Said[]>();
  for (const { code, message, columns } of groups.values()) {
    const names = [...columns].filter((name) => !message.includes(JSON.stringify(name)));
    const where =
      names.length === 0 ? '' : `${plural(names.length, 'column')} ${nameColumns(names, { quote: true })}: `;
    byCode.set(code, [...(byCode.get(code) ?? []), { where, message, columns: [...columns] }]);
  }
  const rank = (code: string): number => severity.get(code) ?? severity.size;
  return [...byCode]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([code, lines]) => {
      const cure = cures.get(code);
      const end = cure === undefined ? '' : ` (cure: ${cure})`;
      return textsOf(code, lines).map((text) => ({ code, text: `${text}${end}` }));
    });
}

/** Warnings of one code with one message. */
interface Said {
  /** The columns before the message, where it does not name them. */
  readonly where: string;
  readonly message: string;
  readonly columns: readonly string[];
}

/** The lines of a code. */
function textsOf(code: string, lines: readonly Said[]): string[] {
  const texts = lines.map(({ where, message }) => `${where}${message}`);
  if (JOINED.has(code)) return [shortList(texts, MOST_JOINED, '; ')];
  if (code === 'LEVELS_MISSING') return lines.length <= MOST_PROPOSALS ? texts : [joinAfterBeginning(lines)];
  if (lines.length <= MOST_LINES) return texts;
  const names = lines.slice(1).flatMap(({ columns }) => columns);
  const others =
    names.length === 0 ? `${lines.length - 1} more like it` : `the same kind of ${nameColumns(names, { quote: true })}`;
  return [`${texts[0]}; and ${others}`];
}

/** Messages that begin alike, up to a semicolon: what they share once, then the rest of each with its columns. */
function joinAfterBeginning(lines: readonly Said[]): string {
  const [first] = lines;
  const beginning = `${first.message.split('; ')[0]}; `;
  const rest = ({ where, message }: Said): string =>
    `${where}${message.startsWith(beginning) ? message.slice(beginning.length) : message}`;
  return `${beginning}${shortList(lines.map(rest), MOST_JOINED, '; ')}`;
}
