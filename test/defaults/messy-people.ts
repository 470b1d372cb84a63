/**
 * Tables as people have them, with what identifies each person of them: several rows a person, names under any heading, notes,
 * record numbers, figures of areas, codes of missing values, second headers, no header, spellings.
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

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

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

  const persons = Array.from({ length: people }, (_, person) => {
    // Every full name once.
    const name = `${GIVEN[person % GIVEN.length]} ${FAMILY[Math.floor(person / GIVEN.length) % FAMILY.length]}${person < 440 ? '' : 'son'}`;
    const birth = `${1930 + random.below(75)}-${pad(1 + random.below(12), 2)}-${pad(1 + random.below(28), 2)}`;
    return {
      name, birth,
      key: `${700000 + 7 * person}`,
      mail: `${name.toLowerCase().replace(' ', '.')}@example.org`,
      sex: pick(['F', 'M']),
      zip: `537${pad(random.below(30), 2)}`,
      income: 20000 + 137 * random.below(300),
    };
  }); // prettier-ignore
  const keyHead = pick(KEY_HEADS);
  const nameHead = pick(NAME_HEADS);
  const columns: { head: string; cell: (person: (typeof persons)[number]) => string }[] = [];
  if (keyed) columns.push({ head: keyHead, cell: ({ key }) => key });
  if (named) columns.push({ head: nameHead, cell: ({ name }) => name });
  if (mailed) columns.push({ head: 'contact', cell: ({ mail }) => mail });
  columns.push({ head: 'birth_date', cell: ({ birth }) => (sentinels && chance(12) ? '9999-12-31' : birth) });
  columns.push({ head: 'sex', cell: ({ sex }) => sex });
  columns.push({ head: 'zip', cell: ({ zip }) => (chance(40) ? '' : zip) });
  if (area) columns.push({ head: 'tract_income', cell: ({ income }) => String(income) });
  columns.push({
    head: pick(SENSITIVE_HEADS),
    cell: () => {
      const disease = chance(60) ? `rare disease ${random.below(1000)}` : pick(DISEASES);
      return spelled && chance(3) ? pick([disease.toUpperCase(), `${disease}.`, ` ${disease}`]) : disease;
    },
  });
  if (noted) {
    columns.push({
      head: pick(['notes', 'treatment_notes', 'remark', 'diagnosis_text']),
      cell: ({ name }) => {
        const words = Array.from({ length: 6 + random.below(6) }, () => pick(WORDS)).join(' ');
        return chance(4) ? `letter to ${name}: ${words}` : words;
      },
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
    identifiers: persons.map(({ name, key, mail }) => [
      ...(named || noted ? [name] : []),
      ...(keyed ? [key] : []),
      ...(mailed ? [mail] : []),
    ]),
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
