import { nameColumns } from './name-columns.js';

/**
 * The candidates that a mistyped name may have meant, at most three: the nearest of those within a third of the name's
 * length in insertions, deletions, replacements and swaps of neighbours, case ignored. Names are names of columns, keys
 * or options, never values.
 */
export function nearNames(name: string, candidates: readonly string[]): string[] {
  const limit = Math.max(1, Math.floor(name.length / 3));
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), limit);
    if (distance <= limit) scored.push({ candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return scored
    .filter((entry) => entry.distance === scored[0].distance)
    .slice(0, 3)
    .map((entry) => entry.candidate);
}

/** ` (did you mean "suppression"?)`, or nothing when no candidate is near. */
export function suggestion(name: string, candidates: readonly string[]): string {
  const near = nearNames(name, candidates);
  return near.length === 0 ? '' : ` (did you mean ${near.map((each) => JSON.stringify(each)).join(' or ')}?)`;
}

/** `write "suppression"`: what to do about a mistyped name, or undefined where no candidate is near. */
export function nearCure(name: string, candidates: readonly string[]): string | undefined {
  const near = nearNames(name, candidates);
  return near.length === 0 ? undefined : `write ${near.map((each) => JSON.stringify(each)).join(' or ')}`;
}

/** Number of names that are listed, and characters of each. */
const MOST_NAMES = 20;
const LONGEST_NAME = 60;

/** A number, a day or a mail address: what stands in cells and hardly over them. */
const LIKE_A_CELL = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s-]*$|@/;

/**
 * `"age", "sex" and 3 more`: the existing names, for a message about another one. No name is listed where the first line looks like a row of people,
 * as in a file without a header.
 */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  if (names.some((name) => LIKE_A_CELL.test(name))) {
    return `${names.length} that are not listed, for the first line reads like cells; a file without a header needs "input": {"header": false, "columns": [...]}`;
  }
  const shown = names.map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name));
  return nameColumns(shown, { quote: true, most: MOST_NAMES });
}

function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, beforePrevious[j - 2] + 1);
      current.push(best);
      least = Math.min(least, best);
    }
    if (least > limit) return least;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length];
}
