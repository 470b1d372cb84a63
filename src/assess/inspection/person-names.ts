/** Evidence of cells: names of people, whatever the column is called. */
import { foldedWords, foldText } from '../../table/fold-words.js';
import { familyNames, givenNames } from './name-lists.js';
import { thingWords } from './words-of-things.js';

/** Shares of the distinct texts of a column, from 0 to 1. */
export interface NameShares {
  /** Distinct texts that were looked at. */
  readonly texts: number;
  /** Two to five words that may be a whole name: capitalized, no digits, no word of places, firms or trades. */
  readonly whole: number;
  /** One word that may be a name. */
  readonly single: number;
  /** Whole names with a common given or family name in them. */
  readonly wholeKnown: number;
  /** Single words that are a common given name; with family names. */
  readonly singleGiven: number;
  readonly singleKnown: number;
  /** Single words that are a common family name, or end as one. */
  readonly singleFamily: number;
  /** Texts that have a title, or initials beside a name, or the signs of a name in a script without capitals. */
  readonly marked: number;
  /** Distinct last words among whole names. */
  readonly variety: number;
  /** Texts with a word of places, firms, trades, answers or diseases. */
  readonly things: number;
}

/** Distinct texts looked at. */
const SAMPLE = 1000;
/** A word in so large a share of the texts names a kind. */
const SHARED = 0.6;

const particles = new Set(
  'van de der den von vom zu zur zum da do dos das di del della dello degli la le el al bin ibn bint ben ten ter af av y e mac mc abu'.split(' '),
); // prettier-ignore
const TITLE =
  /^(?:dr|prof|mr|mrs|ms|miss|master(?=\.)|mx|herr|frau|hr|fr|mme|mlle|sr|sra|srta|dott|dott\.ssa|sig|sig\.ra|dhr|mevr|rev|hon|judge|sir|dame|capt|sgt|lt|col)\.?\s+(?=\p{Lu})/iu;
const SUFFIX = /[,\s]+(?:jr|sr|ii|iii|iv|md|phd|esq|ph\.d|m\.d)\.?$/i;
/** Letters with the marks that stand within names. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]*\.?$/u;
const INITIAL = /^(?:\p{Lu}\.?-?){1,3}$/u;
/** The commonest family names of China and Korea, as the first sign of two to four. */
const HAN =
  /^[王李张劉刘陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧程曹袁邓鄧许許傅沈曾彭吕蘇苏卢蒋蔡贾丁魏薛叶閻余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文佐鈴高田伊渡山中小加吉]\p{sc=Han}{1,3}$/u;
const HANGUL =
  /^[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편]\p{sc=Hangul}{1,3}$/u;

/** Initials alone, such as `A.M.` and `J. R.`; degrees are written so too. */
const INITIALS = /^(?:\p{Lu}\.[ -]?){2,4}$/u;
const DEGREE = /^(?:[BMDJ]\.?(?:A|S|D|Sc|Ed)|M\.?B\.?A|LL\.?[BM]|D\.?D\.?S|U\.?S(?:\.?A)?|U\.?K|N\.?A)\.?$/;
/** Ends of family names that hardly any other word has. */
const FAMILY_END =
  /\p{L}{2}(?:sson|sen|mann|ski|ska|cki|czyk|wicz|ovic|ovich|enko|escu|opoulos|oglu|shvili|[gn][u]?ez|ndez)$/u;
/** Separators between two people: "Anna and Peter Meier", "Dupont, Ida / Meier, Jan". */
const COUPLE = /\s+(?:and|und|et|y|e|i|og|och|en|ja|ve|и|та|και|с)\s+|\s*[/;&+]\s*/u;
const COUPLE_TITLE =
  /^(?:Mr|Herrn?|Hr|M|Monsieur|Sr|Sig|Dhr|Mrs|Frau)\.?\s+(?:and|und|et|y|e|en|&|\+)\s+(?:Mrs|Frau|Fr|Mme|Madame|Sra|Sig\.ra|Mevr|Mr|Herrn?)\.?\s+(?=\p{Lu})|^(?:Familie|Eheleute|Ehepaar|Famille|Famiglia|Fam\.)\s+(?=\p{Lu}\p{L})/u;

/** A reading of a text. */
interface Reading {
  readonly kind: 'whole' | 'single' | 'other';
  readonly isMarked: boolean;
  readonly hasThing: boolean;
  readonly words: readonly string[];
}

const OTHER: Reading = { kind: 'other', isMarked: false, hasThing: false, words: [] };

/** Reads the names of two or three people: one of them is whole, and the others are whole or given names. */
function readCouple(text: string): Reading | null {
  const parts = text.split(COUPLE);
  if (parts.length < 2 || parts.length > 3) return null;
  const readings = parts.map(readOne);
  const isName = ({ kind, words }: Reading): boolean =>
    kind === 'whole' || (kind === 'single' && words.some((word) => givenNames.has(word)));
  if (!readings.every(isName) || !readings.some(({ kind }) => kind === 'whole')) return null;
  return { kind: 'whole', isMarked: false, hasThing: false, words: readings.flatMap(({ words }) => words) };
}

/** Reads a text as a name, or as those of a couple. */
function readName(given: string): Reading {
  // Another name in brackets is left out: "Cumings, Mrs. John Bradley (Florence Briggs Thayer)".
  const text = given.trim().replace(/(?<=\p{L})\s*\([^()]*\)$/u, '');
  const titled = text.replace(COUPLE_TITLE, '');
  if (titled !== text) {
    const reading = readOne(titled);
    return reading.kind === 'other' ? reading : { ...reading, kind: 'whole', isMarked: true };
  }
  return readCouple(text) ?? readOne(text);
}

/** Reads a text as one name: "Ida Dupont", "DUPONT, Ida", "Dr. I. van den Berg", "ida.dupont". */
function readOne(text: string): Reading {
  if (INITIALS.test(text) && !DEGREE.test(text.replace(/[ -]/g, ''))) {
    return { kind: 'whole', isMarked: true, hasThing: false, words: [foldText(text)] };
  }
  const joined = text.replace(/(?<=[\p{sc=Han}])[ \u3000](?=[\p{sc=Han}])/u, '');
  if (HAN.test(joined) || HANGUL.test(text)) return { kind: 'whole', isMarked: true, hasThing: false, words: [joined] };
  if (text.length > 60 || /[\p{N}&/@#:;!?()[\]"+*=_%<>|\\]/u.test(text.replace(/_/g, ' '))) {
    return { ...OTHER, hasThing: foldedWords(text).some((word) => thingWords.has(word)) };
  }
  const titled = text.replace(SUFFIX, '').split(/\s*,\s*/);
  const commas = titled.map((part) => part.replace(TITLE, '').replace(TITLE, ''));
  const isTitled = commas.some((part, i) => part !== titled[i]);
  const plain = commas.join(' ');
  if (commas.length > 2 || commas.some((part) => part === '')) return OTHER;
  const isJoined = !plain.includes(' ') && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(plain);
  const words = commas.flatMap((part) => part.split(isJoined ? /[._]/ : /\s+|(?<=\p{Lu}\.)(?=\p{Lu})/u));
  if (words.length > 6 || !words.every((word) => WORD.test(word) || INITIAL.test(word))) return OTHER;
  const own = words.filter((word) => !particles.has(word.toLowerCase().replace(/\.$/, '')));
  const folded = foldedWords(own.join(' '));
  const hasThing = folded.some((word) => thingWords.has(word) && !(commonName(word) && own.length === 2));
  if (own.length === 0) return OTHER;
  const isLower = !isJoined && own.some((word) => /^\p{Ll}/u.test(word));
  if (isLower && !own.every((word) => /^\p{Ll}/u.test(word))) return { ...OTHER, hasThing };
  const initials = own.filter(
    (word) => INITIAL.test(word) && word.replace(/[.-]/g, '').length <= 3 && /\.|^\p{Lu}$/u.test(word),
  );
  const isMarked =
    !isLower && (isTitled || (initials.some((word) => word.includes('.')) && initials.length < own.length));
  // "Ms Word" is not a name; "Dr. Church" is one.
  if (hasThing && !(isMarked && text.includes('.'))) return { ...OTHER, hasThing };
  // "Austin, TX" is a place.
  if (own.some((word) => /^\p{Lu}{2}$/u.test(word)) && own.some((word) => /\p{Ll}/u.test(word))) return OTHER;
  const isWhole = own.length - initials.length >= 2 || (initials.length > 0 && folded.some(commonName));
  const isSingle = own.length === 1 && initials.length === 0;
  const kind = isMarked || isWhole ? 'whole' : isSingle ? 'single' : 'other';
  return { kind, isMarked, hasThing: false, words: folded };
}

const commonName = (word: string): boolean => givenNames.has(word) || familyNames.has(word);

/** Searches distinct texts for names of people. */
export function measureNames(distinct: readonly string[]): NameShares {
  const sample = distinct.slice(0, SAMPLE);
  const seen = {
    whole: 0,
    single: 0,
    wholeKnown: 0,
    singleGiven: 0,
    singleKnown: 0,
    singleFamily: 0,
    marked: 0,
    things: 0,
  };
  const last = new Set<string>();
  const wholes: (readonly string[])[] = [];
  const textsOf = new Map<string, number>();
  for (const text of sample) {
    const { kind, isMarked, hasThing, words } = readName(text);
    if (hasThing) seen.things++;
    if (isMarked) seen.marked++;
    if (kind === 'whole') {
      seen.whole++;
      last.add(words[words.length - 1] ?? '');
      wholes.push(words);
      for (const word of new Set(words)) textsOf.set(word, (textsOf.get(word) ?? 0) + 1);
    } else if (kind === 'single') {
      seen.single++;
      if (words.some((word) => givenNames.has(word))) seen.singleGiven++;
      if (words.some(commonName)) seen.singleKnown++;
      if (words.some((word) => familyNames.has(word) || FAMILY_END.test(word))) seen.singleFamily++;
    }
  }
  // `Ward A` to `Ward E`: a word that nearly all texts share is no name of one of them.
  const isOwn = (word: string): boolean => seen.whole < 3 || (textsOf.get(word) ?? 0) < SHARED * seen.whole;
  seen.wholeKnown = wholes.filter((words) => words.some((word) => commonName(word) && isOwn(word))).length;
  const texts = sample.length;
  const share = (count: number, all = texts): number => (all === 0 ? 0 : count / all);
  return {
    texts,
    whole: share(seen.whole),
    single: share(seen.single),
    wholeKnown: share(seen.wholeKnown),
    singleGiven: share(seen.singleGiven),
    singleKnown: share(seen.singleKnown),
    singleFamily: share(seen.singleFamily),
    marked: share(seen.marked),
    variety: share(last.size, seen.whole),
    things: share(seen.things),
  };
}

/** Shares from which on a column holds names, by the number of its texts. */
const MOSTLY = 0.75;
const KNOWN = 0.25;
const FEW_TEXTS = 5;
const SINGLES = 0.6;
const FEWEST_SINGLES = 5;

/**
 * True where the cells alone say that a column holds names of people.
 *
 * @param isOfThings - the column's name says something else, such as `city`: then more of the names must be common ones
 */
export function arePersonNames(shares: NameShares, { isOfThings }: { readonly isOfThings: boolean }): boolean {
  const { texts, whole, single, wholeKnown, singleGiven, singleKnown, singleFamily, marked } = shares;
  if (texts === 0) return false;
  const known = isOfThings ? 2 * KNOWN : KNOWN;
  const enough = Math.min(MOSTLY, texts < FEW_TEXTS ? 2 * known : known);
  if (marked >= MOSTLY && texts >= 2) return true;
  if (whole >= MOSTLY && wholeKnown >= enough * whole && texts >= 2) return true;
  // Some people with one name among others with two.
  if (whole + single >= 0.9 && whole >= 0.3 && wholeKnown >= 2 * known * whole && !isOfThings && texts >= FEW_TEXTS)
    return true;
  const singles = isOfThings ? 0.9 : SINGLES;
  if (single < MOSTLY || texts < FEWEST_SINGLES) return false;
  if (!isOfThings && texts >= 2 * FEWEST_SINGLES && singleFamily >= SINGLES) return true;
  return (
    singleGiven >= singles || (!isOfThings && texts >= 2 * FEWEST_SINGLES && singleKnown >= 0.8 && singleGiven >= 0.1)
  );
}

/** True where the cells may be names of people, which the column's name has to say. */
export function mayBePersonNames({ texts, whole, single, things, marked }: NameShares): boolean {
  return texts > 0 && (whole + single >= MOSTLY || marked >= 0.5) && things < 0.2;
}
