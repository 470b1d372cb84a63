import { groupNames, nameColumns, nameGroup } from '../../base/name-columns.js';
import { counted, quantity, percent } from '../../base/numbers.js';
import type { PlannedColumn, RunPlan } from '../../index.js';
import { fitColumns } from './format.js';

/** The plan of a run as text: what holds for the table, then a line for every column. */
export function describePlan(plan: RunPlan, width?: number): string[] {
  const facts = [
    ['algorithm', algorithmText(plan)],
    ['counted', unitText(plan)],
    ...plan.privacy.map((spec, i) => [i === 0 ? 'models' : '', parametersText(spec, 'model')]),
    ['values', valuesText(plan)],
    ['suppression', suppressionText(plan)],
    ['order of rows', plan.order === 'input' ? 'as in the input' : 'shuffled'],
    ...(plan.publicTable === null ? [] : [['public table', plan.publicTable]]),
    ...(plan.within.length === 0
      ? []
      : [['within', `no class crosses ${plan.within.map((name) => JSON.stringify(name)).join(', ')}`]]),
    ...takenLines(plan),
    ...personLines(plan),
    ...patternLines(plan),
  ];
  return [
    ...fitColumns(facts, [0, 1], width),
    '',
    ...fitColumns([['column', 'role', 'type', 'what happens'], ...columnLines(plan)], [0, 1, 2, 3], width),
  ];
}

const nounOf = ({ unit }: RunPlan): readonly [one: string, many: string] =>
  unit.name === 'person'
    ? unit.isHousehold === true
      ? ['household', 'households']
      : ['person', 'persons']
    : unit.isAsserted
      ? ['person', 'persons']
      : ['row', 'rows'];

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The name and the other parameters of a model or an algorithm. */
function parametersText(spec: object, name: string): string {
  const { [name]: title, ...others } = spec as Readonly<Record<string, unknown>>;
  const given = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
  const texts = given.map(([key, value]) => `${key} ${valueText(value)}`);
  return [valueText(title), ...(texts.length === 0 ? [] : [`(${texts.join(', ')})`])].join(' ');
}

const algorithmText = ({ algorithm }: RunPlan): string =>
  typeof algorithm === 'string' ? algorithm : parametersText(algorithm, 'name');

function unitText(plan: RunPlan): string {
  const { unit, rows } = plan;
  const all = counted(rows, 'row');
  if (unit.name === 'person') {
    const keys = unit.columns.map((name) => JSON.stringify(name)).join(', ');
    return `${counted(unit.persons, ...nounOf(plan))} by ${keys}, ${all}`;
  }
  return unit.isAsserted ? `${all}, each one person` : `${all}: the job does not name a key of persons`;
}

function valuesText(plan: RunPlan): string {
  const [, many] = nounOf(plan);
  if (plan.fewest === null)
    return plan.ranges === 'tight' ? 'ranges end at values of the table' : 'released even if they are rare';
  return `a value of a quasi-identifier is shown only if at least ${plan.fewest} ${many} have it`;
}

function suppressionText({ suppression, suppressed }: RunPlan): string {
  const kept = suppressed === 'star' ? 'kept, with * in their quasi-identifiers' : 'left out';
  if (suppression === 'none') return 'no rows';
  if (suppression === 'unlimited') return `any number of rows, ${kept}`;
  const most =
    'maxRows' in suppression
      ? `up to ${counted(suppression.maxRows, 'row')}`
      : `up to ${percent(suppression.maxFraction)} of the rows`;
  return `${most}, ${kept}`;
}

const takenLines = ({ where, count }: RunPlan): string[][] => [
  ...(where === null ? [] : [['rows taken', `those that fulfil ${where}`]]),
  ...(count === null ? [] : [['rows', `each as often as the column ${JSON.stringify(count)} says`]]),
];

const patternLines = ({ patterns }: RunPlan): string[][] =>
  patterns.map(({ pattern, role, matches }) => [
    `pattern ${pattern}`,
    matches.length === 0 ? `${role}: all columns that match have a role by name` : `${role}: ${nameColumns(matches)}`,
  ]);

function personLines({ missingPersons, rowsPerPerson, history }: RunPlan): string[][] {
  if (missingPersons === null) return [];
  return [
    [
      'rows without key',
      missingPersons === 'refuse'
        ? 'refused'
        : 'do not count towards k; other models must also hold with each as a person',
    ],
    ...(rowsPerPerson === null ? [] : [['rows a person', `at most ${counted(rowsPerPerson, 'row')}, drawn by a hash`]]),
    ['histories', history === 'protect' ? 'protected' : 'measured'],
  ];
}

/** A line for each column, and one for numbered columns to which the same happens. */
function columnLines({ columns }: RunPlan): string[][] {
  const lineOf = new Map(columns.map((column) => [column.name, columnLine(column)]));
  const restOf = (name: string): string => JSON.stringify(lineOf.get(name)!.slice(1));
  const groups = groupNames([...lineOf.keys()], (one, other) => restOf(one) === restOf(other));
  return groups.map((group) => [nameGroup(group), ...lineOf.get(group[0])!.slice(1)]);
}

function columnLine({ name, role, type, hierarchy, values, why }: PlannedColumn): string[] {
  const domain = values === null ? [] : [`${quantity(values)} values`];
  const levels = hierarchy === null ? [] : [`${hierarchy.type}, ${counted(hierarchy.levels, 'level')}`];
  const more = [...domain, ...levels];
  return [name, role, type ?? '', more.length === 0 ? why : `${why} (${more.join('; ')})`];
}
