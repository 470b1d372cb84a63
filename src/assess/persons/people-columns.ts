/** Columns that describe the person of a row: birth, sex, home, origin. Found by their names and by their cells. */
import type { Column, Table } from '../../table/table.js';
import { wordsOf } from '../inspection/name-words.js';
import { patternOf } from '../inspection/value-patterns.js';
import { isOfOthers } from './key-names.js';

/** What a column says of a person. Columns of one family follow from each other: the day of birth decides the age. */
export type PeopleFamily = 'birth' | 'sex' | 'place' | 'origin';

/** A column that describes the person of a row. */
export interface PeopleColumn {
  readonly column: Column;
  readonly family: PeopleFamily;
  /** Ages grow between two rows of one person. */
  readonly isAge: boolean;
  /** Days of birth, which few people share. */
  readonly isDay: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const birthNames =
  setOf(`birth born dob birthday birthdate birthyear yob geburtsdatum geburtstag geburtsjahr geboren naissance nacimiento
  fechanacimiento nascimento datanascimento nascita datanascita geboortedatum geboortejaar gebdat gebdatum`);
const ageNames = setOf('age alter edad idade eta leeftijd');
const sexNames = setOf('sex gender geschlecht sexe genre sexo genero sesso genere geslacht');
const postalNames = setOf(`zip zipcode postal postcode postalcode codepostal plz postleitzahl codigopostal cap cep`);
const townNames =
  setOf(`city town county municipality ort wohnort stadt gemeinde ville commune ciudad municipio cidade comune citta
  woonplaats gemeente`);
const originNames = setOf(
  'race ethnicity ethnic ethnie rasse nationality nationalitat nationalite nacionalidad nacionalidade',
);

/** Sexes as words, which need no name of the column, and as letters and numbers, which do. */
const sexWords =
  setOf(`male female man woman mann frau mannlich weiblich homme femme masculin feminin hombre mujer masculino femenino
  feminino homem mulher maschio femmina uomo donna vrouw divers diverse nonbinary`);
const sexSigns = setOf('m f w h v d x u k 0 1 2 3 9 male female unknown other unbekannt');

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

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
  if (!isNamed) return spelled >= 2 && words.length <= 4;
  return spelled + words.filter((word) => sexSigns.has(word)).length >= 2;
}

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

/** What a column says of the person of a row, or null. */
function peopleColumnOf(column: Column): PeopleColumn | null {
  if (column.texts.length < 2) return null;
  const words = wordsOf(column.name);
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  const found = (family: PeopleFamily, { isAge = false, isDay = false } = {}): PeopleColumn => ({
    column,
    family,
    isAge,
    isDay,
  });
  if (isOfOthers(column.name)) return null;
  if (isSex(column, has(sexNames))) return found('sex');
  if (has(birthNames)) {
    const birth = birthOf(column);
    if (birth !== null) return found('birth', birth);
  }
  if (has(ageNames) && isAge(column)) return found('birth', { isAge: true });
  if (has(postalNames) && isPostal(column)) return found('place');
  if (has(townNames) && isTown(column)) return found('place');
  if (has(originNames) && column.texts.length <= 300) return found('origin');
  return patternOf(column)?.what === 'postal codes' ? found('place') : null;
}

/** Columns of one family that are looked at. */
const MOST_OF_FAMILY = 3;

/**
 * The columns that describe the person of a row, those of a family with the plainest first: days of birth before years and ages,
 * short names before long ones.
 */
export function findPeopleColumns({ columns }: Table): readonly PeopleColumn[] {
  const found = columns.flatMap((column) => peopleColumnOf(column) ?? []);
  const rank = ({ column, isAge: grows, isDay }: PeopleColumn): number =>
    (isDay ? 0 : grows ? 200 : 100) + wordsOf(column.name).length;
  const families: readonly PeopleFamily[] = ['sex', 'birth', 'place', 'origin'];
  return families.flatMap((family) =>
    found
      .filter((each) => each.family === family)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MOST_OF_FAMILY),
  );
}

const describing = [birthNames, ageNames, sexNames, postalNames, townNames, originNames];

/** True where the name of a column is that of a column of people; what its cells are is not looked at. */
export const describesPeople = (name: string): boolean =>
  !isOfOthers(name) && wordsOf(name).some((word) => describing.some((known) => known.has(word)));
