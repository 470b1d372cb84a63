import { plural } from '../base/plural.js';
import type { Warning } from '../table/table.js';

/** A warning as people read it: what is the matter, of which columns, and what to do about it. */
export interface WarningLine {
  readonly code: string;
  readonly text: string;
}

/**
 * What to do, by code: warnings whose own message does not say it. The order is that of seriousness, what may show a person
 * first; codes that are not here come last, as they came.
 */
const CURES: Readonly<Record<string, string | null>> = {
  PRIVACY_VIOLATED: null,
  MU_ARGUS_VIOLATES: null,
  UNIQUE_INSENSITIVE_COLUMN: 'give the column the role "identifier" or "drop"',
  SENSITIVE_UNPROTECTED: 'add a model of it, such as {"model": "l-diversity", "variant": "distinct", "l": 2}',
  TIGHT_RANGES: null,
  K_IS_ONE: 'k of 5 or more is usual',
  MEMBERSHIP_NOT_PROTECTED: null,
  K_OF_BUCKETS: null,
  SENSITIVE_CONSTANT: 'leave the column out',
  RARE_INSENSITIVE_VALUES: 'make it a quasi-identifier, or drop it',
  RARE_SENSITIVE_VALUE:
    'give it the role "quasi-identifier" and leave out its models, so that it is released in ranges or sets; or group rare values before the run',
  MINIMAL_RECODING: null,
  ALL_ROWS_SUPPRESSED: 'a smaller k, fewer quasi-identifiers, or hierarchies',
  NO_NEW_ROW_RELEASED: null,
  MAYBE_MISSING: null,
  FORMAT_AMBIGUOUS: null,
  FORMAT_MIXED: null,
  STOPPED_EARLY: null,
  NOT_PROVEN_OPTIMAL: null,
  SUPPRESSION_BY_DEFAULT: null,
  LABEL_COLLIDES_WITH_DATA: null,
  LEVELS_MISSING: null,
  RANGES_INSTEAD_OF_LEVELS: null,
  ORDER_BY_CODE_POINT: 'a hierarchy or {"type": "order"} keeps together what belongs together',
  ROLE_BY_DEFAULT: null,
  OPTION_UNUSED: null,
  CONSTANT_COLUMN: 'it protects nobody and costs nothing; "drop" leaves it out',
  FORMAT_FOUND: null,
};

const severity = new Map(Object.keys(CURES).map((code, rank) => [code, rank]));

/** More lines of one code than this become one, unless each proposes something of its own. */
const MOST_LINES = 3;

/**
 * Warnings as people read them, the most serious first, each with its cure. Equal ones of several columns are one line, which
 * names the columns first; of many of a kind the first stands for all.
 */
export function warningLines(warnings: readonly Warning[]): WarningLine[] {
  const groups = new Map<string, { code: string; message: string; columns: Set<string> }>();
  for (const { code, message, attribute } of warnings) {
    const key = JSON.stringify([code, message]);
    const group = groups.get(key) ?? { code, message, columns: new Set() };
    if (attribute !== undefined) group.columns.add(JSON.stringify(attribute));
    groups.set(key, group);
  }
  const byCode = new Map<string, { text: string; columns: readonly string[] }[]>();
  for (const { code, message, columns } of groups.values()) {
    const names = [...columns].filter((name) => !message.includes(name));
    const where = names.length === 0 ? '' : `${plural(names.length, 'column')} ${names.join(', ')}: `;
    byCode.set(code, [...(byCode.get(code) ?? []), { text: `${where}${message}`, columns: [...columns] }]);
  }
  const rank = (code: string): number => severity.get(code) ?? severity.size;
  return [...byCode]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([code, lines]) => {
      const cure = CURES[code] ?? null;
      const end = cure === null ? '' : ` (cure: ${cure})`;
      // What was found of formats is for reading over, all of it.
      if (code === 'FORMAT_FOUND') return [{ code, text: lines.map(({ text }) => text).join('; ') }];
      if (lines.length <= MOST_LINES || code === 'LEVELS_MISSING')
        return lines.map(({ text }) => ({ code, text: `${text}${end}` }));
      const [first, ...rest] = lines;
      const names = rest.flatMap(({ columns }) => columns);
      const others = names.length === 0 ? `${rest.length} more like it` : `the same kind of ${names.join(', ')}`;
      return [{ code, text: `${first.text}; and ${others}${end}` }];
    });
}
