/** Keys of households: columns that say which rows live together. */
import type { Column } from '../../table/table.js';
import { plainWordsOf } from './name-words.js';
import { setOfWords } from './word-sets.js';

/** Words for a household. */
const HOUSEHOLDS = setOfWords(`
  household households hhold hh haushalt haushalte haushalts foyer menage menages hogar hogares vivienda huishouden huishoudens domicilio hushall husholdning kotitalous
  gospodarstwo haztartas domacnost agregado famille familie family famiglia familia`);
/** Words for a household and its number together. */
const KEYS = setOfWords(`
  hhid hhidno hhnr hhno hhnum hhnumber hhkey hhcode idhh hogarid idhogar idmenage idfoyer idfam famid familyid householdid householdnr householdno householdnumber householdkey
  haushaltsid haushaltid haushaltsnr haushaltnr haushaltsnummer haushaltsnum haushaltskennung serialhh`);
/** Words for a number. */
const NUMBERS = setOfWords('id ids no nr num number nummer numero numer key code kod identifier ident serial ref');

/** Most rows of a household. */
const MOST_MEMBERS = 40;
/** Most rows of a household, on average. */
const MOST_ON_AVERAGE = 12;

/**
 * True for a column that is called a household, or the number of one, and whose values few rows share each.
 *
 * @param counts - [distinct] rows per dictionary entry
 */
export function isHouseholdKey({ name, missingCode, type }: Column, counts: ArrayLike<number>): boolean {
  if (!['string', 'integer', 'number'].includes(type)) return false;
  const words = plainWordsOf(name);
  const isCalled =
    words.some((word) => KEYS.has(word)) ||
    KEYS.has(words.join('')) ||
    (words.some((word) => HOUSEHOLDS.has(word)) &&
      words.every((word) => HOUSEHOLDS.has(word) || NUMBERS.has(word)) &&
      (words.length > 1 || !/^fam/.test(words[0])));
  if (!isCalled) return false;
  let [rows, distinct, most] = [0, 0, 0];
  for (let code = 0; code < counts.length; code++) {
    if (code === missingCode || counts[code] === 0) continue;
    rows += counts[code];
    distinct++;
    most = Math.max(most, counts[code]);
  }
  return distinct > 1 && distinct < rows && most <= MOST_MEMBERS && rows <= distinct * MOST_ON_AVERAGE;
}
