import type { AuditedHierarchyKind, FewerLeaves } from './kind.js';
import { labelEach, rootOf } from './kind.js';

export const prefix: AuditedHierarchyKind<{ readonly type: 'prefix'; readonly at?: readonly (number | string)[] }> = {
  type: 'prefix',
  labels({ at }, leaves) {
    const values = leaves.texts.filter((_, leaf) => leaf !== leaves.missing);
    const cuts = at ?? shapeOf(values);
    return [
      ...cuts.map((_, level) => labelEach(leaves, (leaf) => labelAt(leaves.texts[leaf], cuts.slice(0, level + 1)))),
      rootOf(leaves),
    ];
  },
  // The shape of other values may have been another one.
  readFewer: ({ at }, leaves) => (at === undefined ? (label) => leavesUnder(label, leaves) : () => null),
};

/** The label of a code behind some cuts: that of the last one that had a place in it, or the code. */
function labelAt(code: string, cuts: readonly (number | string)[]): string {
  let [start, label] = [code, code];
  for (const cut of cuts) {
    const found = beginning(start, cut);
    if (found === undefined) continue;
    start = found;
    label = typeof cut === 'number' || cut === 'letters' ? `${found}*` : found;
  }
  return label;
}

function beginning(text: string, cut: number | string): string | undefined {
  if (typeof cut === 'number') {
    const characters = [...text];
    return characters.length >= cut ? characters.slice(0, cut).join('') : undefined;
  }
  if (cut === 'letters') {
    const rest = text.replace(/^\p{L}+/u, '');
    return rest.length < text.length ? text.slice(0, text.length - rest.length) : undefined;
  }
  const [sign] = [...cut];
  const parts = text.split(sign);
  const wanted = [...cut].length;
  const found = parts.slice(0, wanted).join(sign);
  return parts.length > wanted && found !== '' ? found : undefined;
}

/** Cuts of codes of which the job says none: docs/hierarchies.md. */
function shapeOf(values: readonly string[]): (number | string)[] {
  const having = new Map<string, number>();
  for (const value of values) {
    const [, ...rest] = value;
    for (const sign of new Set(rest.filter((each) => !/[\p{L}\p{M}\p{N}*]/u.test(each)))) having.set(sign, 1 + (having.get(sign) ?? 0)); // prettier-ignore
  }
  let best: string | undefined;
  for (const [sign, count] of having) {
    const most = best === undefined ? 0 : having.get(best)!;
    if (count > most || (count === most && sign < best!)) best = sign;
  }
  if (best !== undefined && having.get(best)! * 10 < values.length) best = undefined;
  const first = values.map((value) => (best === undefined ? value : value.slice(0, value.includes(best) ? value.indexOf(best) : undefined))); // prettier-ignore
  const letters = first.map((text) => [...text].findIndex((sign) => !/\p{L}/u.test(sign)));
  // -1 of a text of letters alone.
  const isLettered = letters.filter((count) => count !== 0).length - first.filter((text) => text === '').length;
  const hasLetters = isLettered * 10 >= 9 * first.length && letters.some((count) => count > -1);
  const cuts: (number | string)[] = [];
  if (best === undefined) {
    const counts = first
      .map((text, i) => (letters[i] < 0 ? [...text].length : letters[i]))
      .filter((count) => count > 0);
    const end = hasLetters ? counts.reduce((least, count) => Math.min(least, count), Infinity) : 0;
    const longest = first.reduce((most, text) => Math.max(most, [...text].length), 0);
    for (let kept = Math.min(20, longest - 1); kept > end; kept--) cuts.push(kept);
  } else {
    const places = values.reduce((most, value) => Math.max(most, value.split(best).length - 1), 0);
    for (let place = Math.min(8, places); place > 0; place--) cuts.push(best.repeat(place));
  }
  return hasLetters ? [...cuts, 'letters'] : cuts;
}

/** Leaves that a label may stand for, whatever the cuts were: those that begin with what it shows. */
function leavesUnder(label: string, { texts, missing }: FewerLeaves): number[] {
  const start = label.endsWith('*') ? label.slice(0, -1) : label;
  if (start === '') return [];
  const goesOn = (text: string): boolean =>
    text.startsWith(start) &&
    (label !== start || text === start || !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(start.length)));
  return texts.flatMap((text, leaf) => (leaf !== missing && goesOn(text) ? [leaf] : []));
}
