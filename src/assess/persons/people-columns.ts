/** Columns that describe the person of a row: birth, sex, home, origin. Found by their names and by their cells. */
import { foldText } from '../../table/fold-words.js';
import type { Column, Table } from '../../table/table.js';
import { describingWords } from '../inspection/describing-words.js';
import { wordsOf } from '../inspection/name-words.js';
import { patternOf } from '../inspection/value-patterns.js';
import { setOfWords as setOf } from '../inspection/word-sets.js';
import { isOfOthers } from './key-names.js';

/** Fact about a person in a column. Columns of one family follow from each other: the day of birth decides the age. */
export type PeopleFamily = 'birth' | 'sex' | 'place' | 'origin';

/** A column that describes the person of a row. */
export interface PeopleColumn {
  readonly column: Column;
  readonly family: PeopleFamily;
  /** Ages grow between two rows of one person. */
  readonly isAge: boolean;
  /** Days of birth, which few people share. */
  readonly isDay: boolean;
  /** True where the cells alone say so: such a column speaks for a key, and not against one. */
  readonly isGuessed: boolean;
}

const {
  birth: birthNames, age: ageNames, sex: sexNames, postal: postalNames, town: townNames, origin: originNames,
} = describingWords; // prettier-ignore

/** Sexes as words, which need no name of the column, and as letters and numbers, which do. */
const sexWords =
  setOf(`male female man woman mann frau mannlich weiblich homme femme masculin feminin hombre mujer masculino femenino
  feminino homem mulher maschio femmina uomo donna vrouw divers diverse nonbinary kobieta mezczyzna zena muz kvinna kvinde kvinne
  mand nainen mies no ferfi kadin kadın erkek мужскои женскии мужчина женщина муж жен ανδρας γυναικα 男 女 男性 女性 남 여 남성 여성 남자 여자
  ذكر انثى זכר נקבה`);
const sexSigns = setOf('m f w h v d x u k e n z м ж α γ 0 1 2 3 9 male female unknown other unbekannt');
/** Signs of both sexes that need no name of the column, as the first letters in several languages. */
const sexPairs = ['mf', 'mw', 'hf', 'km', 'ke', 'мж'].map((pair) => Array.from(pair));
/** Words of days and years that are no birth: of buildings, of firms, of what happens. */
const otherDays =
  setOf(`built build construction founded foundation opened opening release released start started begin end ended hire
  hired entry exit admission discharge visit exam test purchase sale issue issued due expiry closed close order shipped model edition
  published publication death died event updated created baujahr gebaut grundung eintritt austritt aufnahme entlassung kauf
  construction ouverture entree sortie alta ingreso`);

const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Texts that are looked at. */
const SAMPLE = 2000;
/** Share of them that must fit. */
const SHARE = 0.9;

function valuesOf({ texts, missingCode }: Column): readonly string[] {
  const values = missingCode < 0 ? texts : texts.filter((_, code) => code !== missingCode);
  return values.slice(0, SAMPLE);
}

const nearlyAll = (values: readonly string[], fits: (text: string) => boolean): boolean =>
  values.length > 0 && values.filter(fits).length >= SHARE * values.length;

function isSex(column: Column, isNamed: boolean): boolean {
  const { texts } = column;
  if (texts.length < 2 || texts.length > 8) return false;
  const words = valuesOf(column).map(plain);
  const spelled = words.filter((word) => sexWords.has(word)).length;
  if (!isNamed) {
    const isPair = sexPairs.some((pair) => pair.every((sign) => words.includes(sign)));
    return words.length <= 4 && (spelled >= 2 || (isPair && words.every((word) => sexSigns.has(word))));
  }
  return spelled + words.filter((word) => sexSigns.has(word)).length >= 2;
}

/** True for sexes in words. */
const isSpelled = (column: Column): boolean => valuesOf(column).filter((text) => sexWords.has(plain(text))).length >= 2;

/** Years in which people were born who may live. */
const isYear = (text: string): boolean => /^(?:18[5-9]|19\d|20[0-3])\d(?:[.,]0+)?$/.test(text);

/** Days or years of birth, or null. */
function birthOf(column: Column): { readonly isDay: boolean } | null {
  if (column.type === 'date' || column.type === 'datetime') return { isDay: true };
  const values = valuesOf(column);
  if (nearlyAll(values, isYear)) return { isDay: false };
  if (column.type === 'string' && patternOf(column)?.what === 'days') return { isDay: true };
  return nearlyAll(values, (text) => /^\D*(?:18|19|20)\d\d\D/.test(`${text} `)) ? { isDay: false } : null;
}

/** Years between the first and the last tenth of what may be births: those of other things lie closer together. */
const WIDE = 20;
const DAYS_OF_YEAR = 365.2425;
const FIRST_YEAR = 1880;
const LAST_YEAR = 2030;

/** Days or years that are spread as births are, whatever the column is called; null for others. */
function birthByCells({ type, numbers, missingCode, format }: Column): { readonly isDay: boolean } | null {
  const isDay = type === 'date';
  if (numbers === null || !(isDay || (type === 'integer' && format === undefined))) return null;
  const yearOf = (number: number): number => (isDay ? 1970 + number / DAYS_OF_YEAR : number);
  const years = Array.from(numbers, yearOf)
    .filter((_, code) => code !== missingCode)
    .sort((a, b) => a - b);
  const at = (share: number): number => years[Math.floor(share * (years.length - 1))];
  if (years.length < 5 || at(0) < FIRST_YEAR || at(1) > LAST_YEAR) return null;
  return at(0.9) - at(0.1) >= WIDE ? { isDay } : null;
}

/** Ages in years, or ranges of them. */
function isAge(column: Column): boolean {
  const { texts, numbers, missingCode } = column;
  if (texts.length < 3) return false;
  if (numbers !== null) return numbers.every((age, code) => code === missingCode || (age >= 0 && age <= 125));
  return texts.length <= 130 && nearlyAll(valuesOf(column), (text) => /^\D{0,3}\d{1,3}(?:\D.*)?$/.test(text));
}

function isPostal(column: Column): boolean {
  if (column.texts.length < 3) return false;
  return nearlyAll(valuesOf(column), (text) => /^[A-Za-z]{0,2}-?\d[\dA-Za-z *-]{1,9}$/.test(text));
}

const isTown = ({ type, texts }: Column): boolean => type === 'string' && texts.length >= 3;

/** Returns the fact about the person of a row in a column, or null. */
function peopleColumnOf(column: Column): PeopleColumn | null {
  if (column.texts.length < 2) return null;
  const words = wordsOf(column.name);
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  const found = (family: PeopleFamily, { isAge = false, isDay = false, isGuessed = false } = {}): PeopleColumn => ({
    column,
    family,
    isAge,
    isDay,
    isGuessed,
  });
  if (isOfOthers(column.name)) return null;
  const isSexNamed = has(sexNames);
  if (isSex(column, isSexNamed)) return found('sex', { isGuessed: !isSexNamed && !isSpelled(column) });
  if (has(birthNames)) {
    const birth = birthOf(column);
    if (birth !== null) return found('birth', birth);
  }
  if (has(ageNames) && isAge(column)) return found('birth', { isAge: true });
  if (has(postalNames) && isPostal(column)) return found('place');
  if (has(townNames) && isTown(column)) return found('place');
  if (has(originNames) && column.texts.length <= 300) return found('origin');
  if (patternOf(column)?.what === 'postal codes') return found('place');
  const guessed = has(otherDays) ? null : birthByCells(column);
  return guessed === null ? null : found('birth', { ...guessed, isGuessed: true });
}

/** Columns of one family that are looked at. */
const MOST_OF_FAMILY = 3;

/**
 * The columns that describe the person of a row, those of a family with the plainest first: days of birth before years and ages,
 * short names before long ones.
 */
export function findPeopleColumns({ columns }: Table): readonly PeopleColumn[] {
  const found = columns.flatMap((column) => peopleColumnOf(column) ?? []);
  const rank = ({ column, isAge: grows, isDay, isGuessed }: PeopleColumn): number =>
    (isGuessed ? 300 : 0) + (isDay ? 0 : grows ? 200 : 100) + wordsOf(column.name).length;
  const families: readonly PeopleFamily[] = ['sex', 'birth', 'place', 'origin'];
  return families.flatMap((family) =>
    found
      .filter((each) => each.family === family)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MOST_OF_FAMILY),
  );
}

const describing = Object.values(describingWords);

/** True where the name of a column is that of a column of people; what its cells are is not looked at. */
export const describesPeople = (name: string): boolean =>
  !isOfOthers(name) && wordsOf(name).some((word) => describing.some((known) => known.has(word)));
