/** Folding of texts for comparisons: lower case, no accents. */

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A text in lower case without accents. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
  const letters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };
  return plain.toLowerCase().replace(/[øłđæœ]/g, (letter) => letters[letter]);
}

/** The words of a text: runs of letters and digits, folded. */
export const foldedWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
