import { MONTH_NAMES } from '../table/month-names.js';
import type { Column } from '../table/table.js';
import type { HierarchySpec } from './kinds.js';

type Tree = { readonly [name: string]: Tree | readonly string[] };

/** Words that the world agrees on, in groups. */
interface KnownWords {
  /** Name of the values and of their groups, for people. */
  readonly what: string;
  /** Below the root. */
  readonly groups: Tree;
  /** A word of the column's name without which the values may be something else. */
  readonly named?: string;
  /** Minimum number of members that must occur. */
  readonly fewest: number;
}

const words = (text: string): readonly string[] => text.split(' ');

function months(names: readonly string[]): KnownWords {
  const quarter = (q: number): readonly string[] => names.slice(3 * q - 3, 3 * q);
  return {
    what: 'months, grouped by quarter',
    groups: { Q1: quarter(1), Q2: quarter(2), Q3: quarter(3), Q4: quarter(4) },
    // Fewer may be names of people, such as April and June.
    fewest: 5,
  };
}

/** Names of days; groups say what they hold, since not everywhere is Sunday the end of a week. */
function weekdays(names: readonly string[]): KnownWords {
  return {
    what: 'days of the week, grouped into Monday to Friday and the other two',
    groups: { [`${names[0]} to ${names[4]}`]: names.slice(0, 5), [`${names[5]} or ${names[6]}`]: names.slice(5) },
    fewest: 3,
  };
}

/** Steps of a scale of five in their order: both ends are grouped with the step beside them. */
function scale(what: string, steps: readonly string[]): KnownWords {
  const either = (some: readonly string[]): Tree => ({ [some.join(' or ')]: some });
  return {
    what: `${what}, grouped with the step beside`,
    groups: { ...either(steps.slice(0, 2)), ...either(steps.slice(2, -2)), ...either(steps.slice(-2)) },
    fewest: 3,
  };
}

/** U.S. Census Bureau, Census Regions and Divisions of the United States, by postal code. */
const STATES: Tree = {
  Northeast: { 'New England': words('CT MA ME NH RI VT'), 'Middle Atlantic': words('NJ NY PA') },
  Midwest: {
    'East North Central': words('IL IN MI OH WI'),
    'West North Central': words('IA KS MN MO ND NE SD'),
  },
  South: {
    'South Atlantic': words('DC DE FL GA MD NC SC VA WV'),
    'East South Central': words('AL KY MS TN'),
    'West South Central': words('AR LA OK TX'),
  },
  West: { Mountain: words('AZ CO ID MT NM NV UT WY'), Pacific: words('AK CA HI OR WA') },
  'Puerto Rico and the Island Areas': words('AS GU MP PR VI'),
};

const STATE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AK Alaska|AL Alabama|AR Arkansas|AS American Samoa|AZ Arizona|CA California|CO Colorado|CT Connecticut|DC District of Columbia|DE Delaware|' +
    'FL Florida|GA Georgia|GU Guam|HI Hawaii|IA Iowa|ID Idaho|IL Illinois|IN Indiana|KS Kansas|KY Kentucky|LA Louisiana|MA Massachusetts|' +
    'MD Maryland|ME Maine|MI Michigan|MN Minnesota|MO Missouri|MP Northern Mariana Islands|MS Mississippi|MT Montana|NC North Carolina|' +
    'ND North Dakota|NE Nebraska|NH New Hampshire|NJ New Jersey|NM New Mexico|NV Nevada|NY New York|OH Ohio|OK Oklahoma|OR Oregon|' +
    'PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VA Virginia|' +
    'VI Virgin Islands|VT Vermont|WA Washington|WI Wisconsin|WV West Virginia|WY Wyoming'
  )
    .split('|')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

/** The tree with other leaves. */
const withLeaves = (tree: Tree, write: (leaf: string) => string): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, below]) => [
      name,
      Array.isArray(below) ? (below as readonly string[]).map(write) : withLeaves(below as Tree, write),
    ]),
  );

const states = (groups: Tree): KnownWords => ({
  what: 'states of the USA, grouped by division and region of the Census Bureau',
  groups,
  named: 'state',
  fewest: 3,
});

/** As the Current Population Survey counts schooling, of which UCI Adult was drawn, in the order of `education-num`. */
const schooling: KnownWords = {
  what: 'steps of schooling, grouped by diploma',
  groups: {
    'No diploma': {
      'Up to 8th': words('Preschool 1st-4th 5th-6th 7th-8th'),
      '9th to 12th, no diploma': words('9th 10th 11th 12th'),
    },
    'HS-grad to associate': {
      'HS-grad or some college': words('HS-grad Some-college'),
      Associate: words('Assoc-voc Assoc-acdm'),
    },
    'Bachelors or more': { Bachelor: words('Bachelors'), 'Above Bachelors': words('Masters Prof-school Doctorate') },
  },
  fewest: 3,
};

const KNOWN: readonly KnownWords[] = [
  ...Object.values(MONTH_NAMES).flatMap(({ long, short }) => [months(long), months(short)]),
  ...[
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    'Mon Tue Wed Thu Fri Sat Sun',
    'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
    'Mo Di Mi Do Fr Sa So',
    'lundi mardi mercredi jeudi vendredi samedi dimanche',
    'lunes martes miércoles jueves viernes sábado domingo',
  ].map((names) => weekdays(words(names))),
  states(STATES),
  states(withLeaves(STATES, (code) => STATE_NAMES[code])),
  schooling,
  scale('levels', ['very low', 'low', 'medium', 'high', 'very high']),
  scale('degrees of severity', ['none', 'mild', 'moderate', 'severe', 'very severe']),
  scale('frequencies', ['never', 'rarely', 'sometimes', 'often', 'always']),
  scale('degrees of agreement', ['strongly disagree', 'disagree', 'neutral', 'agree', 'strongly agree']),
  scale('ratings', ['very poor', 'poor', 'fair', 'good', 'very good', 'excellent']),
  scale('degrees of satisfaction', ['very dissatisfied', 'dissatisfied', 'neutral', 'satisfied', 'very satisfied']),
];

/** Ways to write the words of a list. */
const cases: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
];

function leavesOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((below) =>
    Array.isArray(below) ? [...(below as readonly string[])] : leavesOf(below as Tree),
  );
}

/** Groups of the values of a column that the world knows. */
interface KnownGroups {
  readonly what: string;
  /** The whole list, independent of the table, so that it discloses nothing of it. */
  readonly hierarchy: HierarchySpec;
}

/**
 * Groups of a column of texts all of whose values stand in one list that is known: months, days of the week, states of the USA, steps of
 * usual scales. Null where one value does not, since a group must not mislead: values are never grouped by how they are spelled.
 *
 * @param nameWords - the words of the column's name
 */
export function findKnownGroups(column: Column, nameWords: readonly string[]): KnownGroups | null {
  const texts = column.texts.filter((_, code) => code !== column.missingCode);
  if (column.type !== 'string' || texts.length < 3) return null;
  for (const { what, groups, named, fewest } of KNOWN) {
    if (texts.length < fewest || (named !== undefined && !nameWords.includes(named))) continue;
    const list = leavesOf(groups);
    for (const write of cases) {
      const written = new Set(list.map(write));
      if (!texts.every((text) => written.has(text))) continue;
      return { what, hierarchy: { type: 'tree', tree: { '*': withLeaves(groups, write) } } };
    }
  }
  return null;
}
