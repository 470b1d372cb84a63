/** Evidence of a column's name: what its words say that the column holds. */
import { describingWords } from './describing-words.js';
import { NAME_ENDS, NUMBER_ENDS, nameWords, personNames, plainWordsOf, wordsOf } from './name-words.js';
import { setOfWords } from './word-sets.js';

/** Meanings of the words of a name; several may be true. */
export interface NameEvidence {
  /** A person's name: `surname`, `patient_name`, `nm_pessoa`. */
  readonly isPersonName: boolean;
  /** Only the word `name`, which may be a thing's too. */
  readonly isBareName: boolean;
  /** A way to reach somebody, or the number of a state, a bank or a maker: `email`, `address`, `ssn`. */
  readonly isContact: boolean;
  /** A kind of people: `owner`, `victim`, `Kunde`. */
  readonly isPerson: boolean;
  /** The number of a person: `mrn`, `customer_id`, `subject#`, `Kundennr`. */
  readonly isPersonNumber: boolean;
  /** The number of a record, or of nothing that the name says: `case_number`, `id`, `key`. */
  readonly isRecordNumber: boolean;
  /** A number that begins with 1 for everybody, such as that of a visit. */
  readonly isOrdinal: boolean;
  /** A number or a registry of something: `diagnosis_id`, `credit_card`. */
  readonly isNumbering: boolean;
  /** The name or number of a kind of things: `product_name`, `ward_id`. */
  readonly isOfThings: boolean;
  /** A number of things: `num_visits`. */
  readonly isCount: boolean;
  readonly isNote: boolean;
  readonly isConfidential: boolean;
  readonly isKnown: boolean;
  readonly isStamp: boolean;
  readonly isYear: boolean;
  /** Something measured: `height`, `dose`. */
  readonly isMeasure: boolean;
}

const {
  names, contacts, personNumbers, people, files, records, numbering, attributes, counts, things, confidential, known, stamps, notes,
  years, between,
} = nameWords; // prettier-ignore

/** A word for people, also with the letter that German puts between two words. */
const isPeople = (word: string): boolean =>
  people.has(word) || (/n$/.test(word) && (people.has(word.slice(0, -1)) || people.has(word.slice(0, -2))));

/** A word that is written together, in its parts: `patientname`, `fallnummer`. */
function partsOf(word: string): readonly string[] {
  if ([personNumbers, names, contacts, known].some((words) => words.has(word))) return [word];
  if (/^id./.test(word) && (isPeople(word.slice(2)) || records.has(word.slice(2)))) return ['id', word.slice(2)];
  for (const end of [...NAME_ENDS, ...NUMBER_ENDS]) {
    if (!word.endsWith(end) || word.length <= end.length + 1) continue;
    const head = word.slice(0, -end.length);
    const stem = [head, head.replace(/(?:en|n|s|er)$/, '')].find(
      (each) => isPeople(each) || records.has(each) || things.has(each) || confidential.has(each),
    );
    if (stem !== undefined) return [isPeople(head) ? head : stem, end];
    if (end === 'nummer' || (end === 'nr' && word.length > 4)) return [head, end];
  }
  return [word];
}

/** The age or sex of somebody: `edad_paciente`, `sexe_patient`. */
const describesPerson = (word: string): boolean => describingWords.age.has(word) || describingWords.sex.has(word);

/** English words that end in `id` and are no numbers. */
const ENDS_IN_ID = setOfWords(`
  paid unpaid repaid valid grid lipid fluid solid liquid rapid humid hybrid covid avoid bid said aid raid
  mid lid did madrid david squid plaid amid splendid vivid stupid rigid timid morbid candid livid lucid staid laid maid skid braid`);
/** A word that is written together with its number: `PSID`, `subid`. */
const isShortId = (word: string): boolean =>
  /^\p{L}{1,5}id$/u.test(word) && !ENDS_IN_ID.has(word) && !/(?:kid|wid|acid|oid)$/.test(word);

/** The family and the person of the Panel Study of Income Dynamics, whose columns are numbered. */
const PANEL_KEY = /^er3000[12]$/i;

/** Cells of the immune system and places in the genome, which have numbers: `CD4`, `rs7412`. */
const MEDICAL_NUMBER = /(?:^|[^a-z])(?:cd[ _-]?(?:4|8|19|34)|rs\d{3,})(?![\da-z])/i;

/** Somebody who did something with a record. */
const BY_WHOM =
  /(?:^| )(?:signed|created|entered|assigned|approved|reviewed|prepared|submitted|ordered|requested|reported|edited|modified|updated|seen|treated) (?:by|to)$/;

/** Reads the words of a column's name. */
export function readName(name: string): NameEvidence {
  const all = wordsOf(name);
  const has = (words: ReadonlySet<string>): boolean => all.some((word) => words.has(word));
  const split = plainWordsOf(name).flatMap(partsOf);
  const words = split.length > 1 ? split.filter((word) => !between.has(word)) : split;
  const joined = words.slice(1).map((word, i) => words[i] + word);
  const hasAny = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  const head = words.at(-1) ?? '';
  const first = words[0] ?? '';
  const asks = words.length > 1 && (attributes.has(head) || describesPerson(first) || describesPerson(head));
  const isTail = (set: ReadonlySet<string>): boolean => set.has(head) || (words.length > 1 && set.has(first));
  const hasPerson = words.some(isPeople);
  const counted =
    words.length > 1 &&
    (/^(?:n|nb|num|number|no|nr|numero|nombre)$/.test(first) || counts.has(first)) &&
    !isPeople(head) &&
    !records.has(head);
  const isCount =
    counts.has(head) ||
    counted ||
    (/(?:number|num|no|nombre|numero)[ _-]*(?:of|de|di|d)[ _-]/i.test(name) && !hasPerson);
  const isNamed = hasAny(names) || joined.some((word) => names.has(word)) || personNames.has(words.join(' '));
  const isOfThings = hasAny(things) && !hasPerson;
  const hasNumber =
    isTail(numbering) ||
    isShortId(head) ||
    (words.length > 1 && first === 'n' && records.has(head)) ||
    personNumbers.has(head);
  const isNumber = hasNumber && !isCount && !asks;
  const isPersonNumber =
    !asks &&
    !isCount &&
    (PANEL_KEY.test(name) ||
      hasAny(personNumbers) ||
      joined.some((word) => personNumbers.has(word)) ||
      (isNumber && hasPerson));
  return {
    isPersonName: isNamed && !isCount && !asks && !(isOfThings && !hasPerson),
    isBareName: words.every(
      (word) =>
        word === 'name' ||
        word === 'names' ||
        word === 'nome' ||
        word === 'nom' ||
        word === 'nombre' ||
        word === 'naam',
    ),
    isContact: !asks && !isCount && (hasAny(contacts) || joined.some((word) => contacts.has(word))),
    isPerson: (isPeople(head) && !asks && !isCount) || BY_WHOM.test(plainWordsOf(name).join(' ')),
    isPersonNumber,
    isRecordNumber: isNumber && !isOfThings && !hasAny(confidential) && !hasAny(known),
    isOrdinal:
      ['code', 'key', 'index', 'ref', 'reference'].includes(head) ||
      isShortId(head) ||
      (hasAny(records) && !hasAny(files) && !/^ids?$/.test(head)),
    isNumbering: (isNumber && !(hasAny(known) && head === 'code')) || (hasAny(files) && !asks && !isCount),
    isOfThings,
    isCount,
    isNote: hasAny(notes),
    isConfidential: MEDICAL_NUMBER.test(name) || has(confidential) || hasAny(confidential),
    isKnown: has(known),
    isStamp: has(stamps),
    isYear: has(years),
    isMeasure: attributes.has(head),
  };
}
