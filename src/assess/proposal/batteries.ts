/** Batteries: questions of a survey that stand side by side and have one set of answers. */
import { presentTexts } from '../../table/present-texts.js';
import { type Column, countRowsPerCode } from '../../table/table.js';
import { suggestRole } from '../inspection/suggest-role.js';

/** Names of the columns of a battery, in the order of the table. */
export type Battery = readonly string[];

/** Fewest columns of a battery. */
const FEWEST_COLUMNS = 4;
/** Most answers to a question. */
const MOST_ANSWERS = 24;
/** Fewest answers of columns without a name in common: columns of yes and no need not belong together. */
const FEWEST_ANSWERS = 3;
/** Share of the answers of a battery that a column has at least, where its name is like those of the others. */
const LEAST_SHARED = 0.5;

/** A column that may be part of a battery, with its answers. */
interface Question {
  readonly name: string;
  readonly type: Column['type'];
  readonly answers: ReadonlySet<string>;
  /** The name without its numbers. */
  readonly shape: string;
}

/**
 * Finds runs of at least four neighbouring columns with one set of values. Columns whose names differ in numbers alone may lack some of
 * the values; others have the same. A column whose name says what it is, such as `sex`, is part of none.
 *
 * @param isApart - true for a column that is part of none, since somebody decided on it
 * @param isKept - true for a column that somebody asks to keep: the others of its battery are one without it
 * @returns names of the columns of each battery
 */
export function findBatteries(
  columns: readonly Column[],
  isApart: (name: string) => boolean = () => false,
  isKept: (name: string) => boolean = () => false,
): readonly Battery[] {
  const batteries: Question[][] = [];
  let run: Question[] = [];
  const all = new Set<string>();
  const finish = (): void => {
    if (run.length >= FEWEST_COLUMNS) batteries.push(run);
    run = [];
    all.clear();
  };
  for (const column of columns) {
    const question = isApart(column.name) ? null : questionOf(column);
    if (question === null || (run.length > 0 && !isLike(run[0], question, all))) finish();
    if (question === null) continue;
    run.push(question);
    for (const answer of question.answers) all.add(answer);
  }
  finish();
  return batteries.flatMap((battery) => {
    const names = battery.map(({ name }) => name);
    const parts = [names.filter((name) => !isKept(name)), names.filter(isKept)];
    return parts.filter(({ length }) => length >= FEWEST_COLUMNS);
  });
}

function questionOf(column: Column): Question | null {
  const { name, type } = column;
  if (type !== 'integer' && type !== 'string') return null;
  const texts = presentTexts(column);
  if (texts.length < 2 || texts.length > MOST_ANSWERS || isNamed(column)) return null;
  return { name, type, answers: new Set(texts), shape: name.replace(/\d+/g, '#').toLowerCase() };
}

/** True for a column whose name decides on its role. */
function isNamed(column: Column): boolean {
  const counts = countRowsPerCode(column);
  const { suggestedRole, reason } = suggestRole(column, counts);
  const nameless = suggestRole({ ...column, name: 'F1' }, counts);
  return suggestedRole !== nameless.suggestedRole || reason !== nameless.reason;
}

function isLike(first: Question, next: Question, all: ReadonlySet<string>): boolean {
  if (first.type !== next.type) return false;
  const shared = [...next.answers].filter((answer) => all.has(answer)).length;
  const union = all.size + next.answers.size - shared;
  if (union > MOST_ANSWERS) return false;
  const isShaped = first.shape.includes('#') && first.shape === next.shape;
  if (isShaped) return shared >= LEAST_SHARED * union;
  return shared === union && all.size >= FEWEST_ANSWERS;
}

/**
 * A pattern that these columns match, no other column of `grouped`, and of the others of a table fewer than these; null where there is none.
 *
 * @param grouped - columns that may stand in a pattern of their own; default: all
 */
export function patternOf(
  names: readonly string[],
  columns: readonly string[],
  grouped: ReadonlySet<string> = new Set(columns),
): string | null {
  const [first] = names;
  let before = 0;
  while (names.every((name) => before < name.length && name[before] === first[before])) before++;
  const left = names.map((name) => name.slice(before));
  let after = 0;
  const isShared = (): boolean =>
    left.every((text) => after < text.length && text[text.length - 1 - after] === left[0][left[0].length - 1 - after]);
  while (isShared()) after++;
  const [start, end] = [first.slice(0, before), after === 0 ? '' : left[0].slice(-after)];
  if (start === '' && end === '') return null;
  const isMatched = (name: string): boolean =>
    name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  const own = new Set(names);
  const escaped = [start, end].map((text) => text.replace(/[*\\]/g, '\\$&'));
  const others = columns.filter((name) => isMatched(name) && !own.has(name));
  return others.length >= names.length || others.some((name) => grouped.has(name)) ? null : escaped.join('*');
}
