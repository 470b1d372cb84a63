import type { Column } from './column.js';
import { trimBlanks } from './value.js';

/** The distinct texts of a column that are not missing, without blanks around them, as kinds are found from them. */
export function presentTexts({ texts, missingCode }: Pick<Column, 'texts' | 'missingCode'>): string[] {
  const present: string[] = [];
  texts.forEach((text, code) => {
    if (code !== missingCode) present.push(trimBlanks(text));
  });
  return present;
}
