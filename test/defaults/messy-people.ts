/**
 * Tables as people have them, with what identifies each person of them: several rows a person, names under any heading, notes,
 * record numbers, accounts, files, telephone and serial numbers, figures of areas, codes of missing values and of diagnoses, second headers,
 * no header, spellings, headings in eight languages.
 */
import type { RandomSource } from '../../src/base/random.js';

/** A table as a file, and who stands in it. */
export interface MessyTable {
  readonly csv: string;
  /** Kinds that were drawn, for the message of a failure. */
  readonly kinds: readonly string[];
  /** Rows of the file that hold a person, in its order: the number of that person. */
  readonly personOf: readonly number[];
  /** [person] texts that lead to this person alone. */
  readonly identifiers: readonly (readonly string[])[];
  /** Headings of the columns by which others know a person, which a release generalizes. */
  readonly quasi: readonly string[];
  /** Headings of columns that no release has. */
  readonly withheld: readonly string[];
  /** True where persons have several rows and a column says whose. */
  readonly isRepeated: boolean;
}

const GIVEN =
  'Anna Ida Ben Cem Dora Emil Frieda Georg Hanna Ivan Jana Karl Lena Marco Nora Otto Paula Rosa Stefan Tilda'.split(
    ' ',
  );
const FAMILY =
  'Meyer Dupont Rossi Novak Jansen Okafor Silva Larsen Kowalski Nagy Horvat Weber Moreau Bianchi Svoboda Visser Eze Costa Berg Zielinski Kiss Babic'.split(
    ' ',
  );
const DISEASES = ['flu', 'asthma', 'gout', 'hepatitis', 'diabetes', 'migraine'];
const WORDS = 'patient reports pain since monday and was sent home after a short talk about diet sleep and work'.split(
  ' ',
);
const NAME_HEADS = [
  'name',
  'patient_name',
  'Owner',
  'client',
  'Kundenname',
  'nm_pessoa',
  'driver',
  'x1',
  'label',
  'field_3',
];
/** Headings of columns that say whose a row is. */
export const KEY_HEADS = [
  'mrn',
  'customer_id',
  'subject#',
  'patient_nbr',
  'Kundennr',
  'Fallnummer',
  'user_id',
  'hadm_id',
];
const SENSITIVE_HEADS = ['diagnosis', 'disease', 'Diagnose', 'dx', 'maladie'];

/** Headings of one file in one language: key, name, birth, sex, postal code, diagnosis, note. */
const LANGUAGES = [
  ['Patientennr', 'Nachname', 'Geburtsdatum', 'Geschlecht', 'PLZ', 'Diagnose', 'Bemerkungen'],
  ['numéro patient', 'nom', 'date de naissance', 'sexe', 'code postal', 'maladie', 'remarques'],
  ['id_paciente', 'apellidos', 'fecha_nacimiento', 'sexo', 'código postal', 'enfermedad', 'observaciones'],
  ['numer pacjenta', 'nazwisko', 'data urodzenia', 'płeć', 'kod pocztowy', 'choroba', 'uwagi'],
  ['číslo pacienta', 'příjmení', 'datum narození', 'pohlaví', 'PSČ', 'nemoc', 'poznámka'],
  ['номер пациента', 'фамилия', 'дата рождения', 'пол', 'почтовый индекс', 'диагноз', 'примечание'],
  ['患者番号', '氏名', '生年月日', '性別', '郵便番号', '病名', '備考'],
  ['potilasnumero', 'sukunimi', 'syntymäaika', 'sukupuoli', 'postinumero', 'diagnoosi', 'huomautukset'],
] as const;
const CODES = ['E11.9', 'I10', 'J45.0', 'C34.1', 'F32.1', 'B20'];

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Draws a person; every full name stands for one. */
function drawPerson(random: RandomSource, person: number, coupled: boolean) {
  const given = GIVEN[person % GIVEN.length];
  const family = `${FAMILY[Math.floor(person / GIVEN.length) % FAMILY.length]}${person < 440 ? '' : 'son'}`;
  const birth = `${1930 + random.below(75)}-${pad(1 + random.below(12), 2)}-${pad(1 + random.below(28), 2)}`;
  return {
    birth,
    name: `${given} ${family}`,
    cell: coupled ? `${given} & ${GIVEN[(person + 7) % GIVEN.length]} ${family}` : `${given} ${family}`,
    account: `${given}_${family}`.toLowerCase(),
    file: `scan_${given}${family}.pdf`,
    phone: `151 ${2_000_000 + 13 * person}`,
    key: `${700000 + 7 * person}`,
    mail: `${given}.${family}@example.org`.toLowerCase(),
    sex: random.below(2) === 0 ? 'F' : 'M',
    zip: `537${pad(random.below(30), 2)}`,
    income: 20000 + 137 * random.below(300),
  };
}

type Person = ReturnType<typeof drawPerson>;

/** Draws a note, which may name its person in one way or another. */
function drawNote(
  random: RandomSource,
  { name, key, phone }: Person,
  { keyed, called }: { readonly keyed: boolean; readonly called: boolean },
): string {
  const words = Array.from({ length: 6 + random.below(6) }, () => WORDS[random.below(WORDS.length)]).join(' ');
  if (random.below(4) === 0) return `letter to ${name}: ${words}`;
  if (keyed && random.below(6) === 0) return `see case 00${key} ${words}`;
  return called && random.below(6) === 0 ? `call 0${phone} ${words}` : words;
}

/** Draws a table of 40 to 240 people. */
export function drawMessyTable(random: RandomSource): MessyTable {
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)];
  const chance = (oneIn: number): boolean => random.below(oneIn) === 0;
  const people = 40 + random.below(200);
  const kinds: string[] = [];
  const has = (kind: string, oneIn: number): boolean => {
    const is = chance(oneIn);
    if (is) kinds.push(kind);
    return is;
  };
  const repeated = has('several rows a person', 3);
  const named = has('names', 2);
  const keyed = repeated || has('record numbers', 2);
  const noted = has('notes', 3);
  const area = has('figures of areas', 4);
  const sentinels = has('sentinels', 4);
  const spelled = has('spellings', 4);
  const second = has('second header', 12);
  const headless = !second && has('no header', 12);
  const mailed = has('mail', 4);
  const coupled = named && has('couples', 4);
  const accounts = has('accounts', 6);
  const filed = named && !coupled && has('files called after people', 5);
  const called = has('telephone numbers', 6);
  const counted = !repeated && has('serial numbers', 6);
  const coded = has('codes of diagnoses', 4);
  const language = has('another language', 3) ? pick(LANGUAGES) : null;
  const head = (at: number, plain: string): string => language?.[at] ?? plain;

  const persons = Array.from({ length: people }, (_, person) => drawPerson(random, person, coupled));
  const [keyHead, nameHead] = [KEY_HEADS, NAME_HEADS].map((heads, i) => head(i, pick(heads)));
  const [birthHead, sexHead, zipHead] = ['birth_date', 'sex', 'zip'].map((plain, i) => head(2 + i, plain));
  const columns: { head: string; cell: (person: Person) => string }[] = [];
  let row = 0;
  if (counted) columns.push({ head: 'lfd', cell: () => String(4711 + row++) });
  if (keyed) columns.push({ head: keyHead, cell: ({ key }) => key });
  if (named) columns.push({ head: nameHead, cell: ({ cell }) => cell });
  if (mailed) columns.push({ head: 'contact', cell: ({ mail }) => mail });
  if (accounts) columns.push({ head: pick(['posted from', 'x7', 'Benutzer']), cell: ({ account }) => account });
  if (called) columns.push({ head: 'reach', cell: ({ phone }) => `+49 ${phone}` });
  if (filed) columns.push({ head: 'scan', cell: ({ file }) => (chance(3) ? file : 'none') });
  columns.push({ head: birthHead, cell: ({ birth }) => (sentinels && chance(12) ? '9999-12-31' : birth) });
  columns.push({ head: sexHead, cell: ({ sex }) => sex });
  columns.push({ head: zipHead, cell: ({ zip }) => (chance(40) ? '' : zip) });
  if (area) columns.push({ head: 'tract_income', cell: ({ income }) => String(income) });
  columns.push({
    head: head(5, pick(SENSITIVE_HEADS)),
    cell: () => {
      const disease = chance(60) ? `rare disease ${random.below(1000)}` : pick(DISEASES);
      return spelled && chance(3) ? pick([disease.toUpperCase(), `${disease}.`, ` ${disease}`]) : disease;
    },
  });
  if (coded) columns.push({ head: 'c1', cell: () => pick(CODES) });
  if (noted) {
    columns.push({
      head: head(6, pick(['notes', 'treatment_notes', 'remark', 'diagnosis_text'])),
      cell: (person) => drawNote(random, person, { keyed, called }),
    });
  }

  const personOf = drawRows(random, people, repeated);
  const lines = personOf.map((person) => columns.map(({ cell }) => cell(persons[person])).join(','));
  const header = columns.map(({ head }) => head).join(',');
  const questions = columns.map(({ head }) => `What is your ${head}?`).join(',');
  const before = headless ? [] : second ? [header, questions] : [header];
  return {
    csv: `${[...before, ...lines].join('\n')}\n`,
    kinds,
    personOf,
    identifiers: persons.map(({ name, cell, key, mail, account, file, phone }) => [
      ...(named || noted ? [name, cell] : []),
      ...(keyed ? [key] : []),
      ...(mailed ? [mail] : []),
      ...(accounts ? [account] : []),
      ...(filed ? [file] : []),
      ...(called ? [phone] : []),
    ]),
    quasi: [birthHead, sexHead, zipHead, 'tract_income'],
    withheld: [...(counted ? ['lfd'] : []), ...(keyed ? [keyHead] : []), ...(named ? [nameHead] : [])],
    isRepeated: repeated,
  };
}

/** The person of every row, in a random order: one row each, or two to six. */
function drawRows(random: RandomSource, people: number, repeated: boolean): number[] {
  const personOf: number[] = [];
  for (let person = 0; person < people; person++) {
    const rows = repeated ? 2 + random.below(5) : 1;
    for (let row = 0; row < rows; row++) personOf.push(person);
  }
  for (let i = personOf.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [personOf[i], personOf[j]] = [personOf[j], personOf[i]];
  }
  return personOf;
}
