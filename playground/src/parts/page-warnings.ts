/** Warnings in the words of this page, with what a click can do about them. */
import type { Table, Warning } from 'kohort/js';
import type { Choices } from '../choices.js';
import { type Cure, diversifying, giving } from '../result/cures.js';
import { fitLevels } from '../search/fit-levels.js';
import { someOf } from './listed.js';
import { isDetail, warningLines } from './words.js';

/** A line of warnings; `cures` change the choices, `marks` are words that may stand for missing values. */
export interface PageWarning {
  readonly code: string;
  readonly text: string;
  readonly cures: readonly Cure[];
  readonly marks: readonly string[];
  /** True for what holds for every run of an algorithm. */
  readonly isDetail: boolean;
}

/** Cures in the words of the page, for warnings whose cure speaks of the command line. */
const CURES: Readonly<Record<string, string>> = {
  COLUMNS_LEFT_OUT: 'choose “quasi-identifier” for those that are needed: each costs some of the others',
  REPEATED_PERSONS: 'say under Data what a row is',
  HEADER_DOUBTED: 'give the file a first line with the names of its columns, and open it again',
  UNIQUE_INSENSITIVE_COLUMN: 'choose “identifier” or “dropped” for the column',
  SENSITIVE_UNPROTECTED: 'add a promise of the column under Privacy',
  K_IS_ONE: 'a k of 5 or more is usual',
  ORDER_OF_TEXTS: 'put the values in their order under Columns, or choose the distance “equal”',
  SENSITIVE_CONSTANT: 'choose “dropped” for the column',
  RARE_INSENSITIVE_VALUES: 'choose “quasi-identifier” or “dropped” for the column',
  RARE_SENSITIVE_VALUE: 'choose “quasi-identifier” for the column, so that it is released in ranges or groups',
  SENSITIVE_SINGLE_OUT: 'choose “dropped” for some of them, or “quasi-identifier”, which releases ranges or groups',
  GENERALIZATION_UNDONE: 'choose “quasi-identifier” or “dropped” for the column',
  IDENTIFIER_OF_OTHERS: 'read the texts, or choose “dropped” for the column',
  IDENTIFIERS_NOT_SEARCHED: 'choose “dropped” for columns of free text',
  HIERARCHY_UNUSED: 'choose no hierarchy for the column, or the role “quasi-identifier”',
  LEVELS_SUGGESTED: 'choose a hierarchy for the columns',
  ORDER_BY_CODE_POINT: 'a hierarchy or an order under Columns keeps related values together',
  CONSTANT_COLUMN: 'choose “dropped” for the column: it protects nobody and costs nothing',
  COLUMN_TELLS_LITTLE:
    'choose “dropped” for columns that nobody needs, which leaves more of the others; or a smaller k, or a hierarchy with finer levels',
};

/** Messages that are the same for every table, in place of those of the command line. */
const MESSAGES: Readonly<Record<string, string>> = {
  MINIMAL_RECODING:
    'This algorithm generalizes only as far as it needs: somebody who knows the algorithm can find the exact value of some generalized cells. “Attacks” under “Risk” counts the rows of this release.',
  LEVELS_MISSING: 'This search needs levels, and there is no hierarchy: values are released as they are, or as “*”',
};

/** Words of the command line and of jobs, and those of this page. */
const DIALECT: readonly (readonly [said: RegExp, here: string])[] = [
  [/kohort attack [\w-]+/g, '“Risk”, “Attacks”'],
  [/; "fold": true of [^;]*/g, ''],
  [/name (it|them) in --missing \(input\.missing\)/g, 'add $1 to the words for missing values under Data'],
  [
    /(?:say (?:so )?(?:by )?|set )input\.\w+(?: (?:to )?\d+,?)?(?: and input\.\w+)? \(--[^)]*\)/g,
    'choose it under Data',
  ],
  [
    /correct the file or say --missing/g,
    'correct the file, or add the value to the words for missing values under Data',
  ],
  [/ \(--[^)]*\)/g, ''],
  [/such as "(?:format|type)": ("[^"]*")/g, 'such as $1, under Columns'],
  [/"(?:format|type)": ("[^"]*") reads them all/g, 'under Columns, $1 reads them all'],
  [/; give \{"maxRows": 0\} for none/g, '; choose under Privacy how many'],
  [/the job has no "suppression": /g, 'no limit of suppressed rows is chosen: '],
];

/** Warnings as this page shows them, the most serious first. */
export function pageWarnings(warnings: readonly Warning[], table: Table): PageWarning[] {
  const translated = warnings.map(translate);
  return warningLines(translated).map(({ code, text }) => {
    const own = warnings.filter((each) => each.code === code);
    const columns = [...new Set(own.flatMap(({ attribute }) => attribute ?? []))].filter(
      (name) => own.length === 1 || text.includes(JSON.stringify(name)),
    );
    return {
      code,
      text,
      cures: columns.length === 0 ? [] : curesFor(code, columns, table),
      marks: code === 'MAYBE_MISSING' ? [...new Set(own.flatMap(marksOf))] : [],
      isDetail: isDetail({ code }),
    };
  });
}

function translate(warning: Warning): Warning {
  const { code, message } = warning;
  if (Object.hasOwn(MESSAGES, code)) return { ...warning, message: MESSAGES[code] };
  if (code === 'MAYBE_MISSING' && !message.endsWith('say --missing')) {
    return { ...warning, message: message.replace(/; if they (?:stand for missing values|are such codes), say .*$/s, ': are they missing values?') }; // prettier-ignore
  }
  const own = { ...warning, message: DIALECT.reduce((text, [said, here]) => text.replaceAll(said, here), message) };
  return Object.hasOwn(CURES, code) ? { ...own, cure: CURES[code] } : own;
}

/** The words that a warning MAYBE_MISSING asks about: it ends in what a job would say, `"missing": ["", "NA"]`. */
export function marksOf({ message }: Pick<Warning, 'message'>): string[] {
  const list = /"missing": (\[.*\])\}$/.exec(message);
  return list === null ? [] : (JSON.parse(list[1]) as string[]).filter((mark) => mark !== '');
}

function curesFor(code: string, columns: readonly string[], table: Table): readonly Cure[] {
  const these = someOf(columns, 3);
  switch (code) {
    case 'LEVELS_MISSING':
      return [{ text: 'Take suggested hierarchies', apply: (choices: Choices) => fitLevels(choices, table) }];
    case 'SENSITIVE_UNPROTECTED':
      return [{ text: `Ask for two values of ${these} in every class`, apply: diversifying(columns) }];
    case 'RARE_INSENSITIVE_VALUES':
      return [
        { text: `Release ${these} in ranges or groups`, apply: giving(columns, 'quasi-identifier') },
        { text: `Leave ${these} out`, apply: giving(columns, 'drop') },
      ];
    case 'UNIQUE_INSENSITIVE_COLUMN':
    case 'SENSITIVE_CONSTANT':
    case 'CONSTANT_COLUMN':
      return [{ text: `Leave ${these} out`, apply: giving(columns, 'drop') }];
    default:
      return [];
  }
}
