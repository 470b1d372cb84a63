import { otherValue, quote } from '../labels.js';

export { otherValue } from '../labels.js';

/** A value as a member of a set: in double quotes, doubled inside, where it could be read as something else. */
export function quoteMember(text: string): string {
  const isPlain = text !== '' && text !== otherValue && text.trim() === text && !/[,{}"]/.test(text);
  return isPlain ? text : quote(text);
}

/** A set of more members says little of each person: recodings that treat classes one by one release `*` instead. */
export const MOST_MEMBERS = 12;

/** `{a, b}`. */
export function setLabel(members: readonly string[]): string {
  return `{${members.join(', ')}}`;
}
