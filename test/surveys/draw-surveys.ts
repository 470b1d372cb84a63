/** Surveys, registers and a wide table of numbers as people export them. No person is real; a seed gives the same bytes. */
import { type RandomSource, seededRandom } from '../../src/base/random.js';

/** A file that was drawn. */
export interface DrawnFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly columns: number;
}

type Draw = (random: RandomSource, row: number) => string;
type Columns = readonly (readonly [name: string, draw: Draw])[];

const pick = (random: RandomSource, values: readonly string[]): string => values[random.below(values.length)];
const times = <Item>(count: number, make: (i: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** A sum of uniform numbers, from 0 to 1 and mostly near a half. */
const bell = (random: RandomSource): number => (random.below(1000) + random.below(1000) + random.below(1000)) / 3000;

/** Texts as Latin letters of the Windows code page 1252, in which these have the same bytes as in Latin 1. */
const toLatin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function fileOf(
  name: string,
  columns: Columns,
  { rows, seed, delimiter = ',', above = [], latin = false }: { rows: number; seed: number; delimiter?: string; above?: readonly string[]; latin?: boolean }, // prettier-ignore
): DrawnFile {
  const random = seededRandom(seed);
  const quote = (cell: string): string => (cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell); // prettier-ignore
  const lines = [
    columns.map(([title]) => quote(title)).join(delimiter),
    ...above,
    ...times(rows, (row) => columns.map(([, draw]) => quote(draw(random, row))).join(delimiter)),
  ];
  const text = `${lines.join('\r\n')}\r\n`;
  return { name, bytes: latin ? toLatin(text) : new TextEncoder().encode(text), rows, columns: columns.length };
}

/** An item of a scale from 1 to 5 with -8 (does not know) and -9 (no answer). */
const item: Draw = (random) => (random.below(20) === 0 ? '-9' : random.below(25) === 0 ? '-8' : String(1 + random.below(5))); // prettier-ignore

/** 300 columns in German, cp1252, semicolons, decimal commas, weights of .2 to 6.5. */
export const generalSurvey = (rows: number, seed: number): DrawnFile =>
  fileOf(
    'bevoelkerung.csv',
    [
      ['Fragebogennummer', (_, row) => String(10_001 + row)],
      ['Interviewdatum', (random) => `${padded(1 + random.below(28), 2)}.${padded(3 + random.below(3), 2)}.2026`],
      ['Geschlecht', (random) => pick(random, ['männlich', 'weiblich'])],
      ['Geburtsjahr', (random) => String(1935 + Math.round(70 * bell(random)))],
      ['Bundesland', (random) => pick(random, ['Bayern', 'Hessen', 'Sachsen', 'Thüringen', 'Nordrhein-Westfalen', 'Baden-Württemberg', 'Berlin'])], // prettier-ignore
      ['Schulabschluss', (random) => pick(random, ['Hauptschule', 'Mittlere Reife', 'Abitur', 'noch Schüler'])],
      ['Familienstand', (random) => pick(random, ['ledig', 'verheiratet', 'geschieden', 'verwitwet'])],
      ['Erwerbsstatus', (random) => pick(random, ['Vollzeit', 'Teilzeit', 'Rentner', 'arbeitslos'])],
      ['Haushaltsgröße', (random) => String(1 + random.below(5))],
      ['Haushaltseinkommen', (random) => `${500 + 50 * Math.round(100 * bell(random) * bell(random))},00`],
      ['Gewicht', (random) => (0.2 + 2 * bell(random)).toFixed(4).replace('.', ',')],
      ['Hochrechnungsfaktor', (random) => (0.2 + 6.3 * bell(random)).toFixed(6).replace('.', ',')],
      ['Ortsgröße', (random) => pick(random, ['unter 5.000', '5.000 bis 20.000', '20.000 bis 100.000', 'über 100.000'])], // prettier-ignore
      ['Religion', (random) => pick(random, ['evangelisch', 'katholisch', 'keine', 'andere'])],
      ['Wahlabsicht', (random) => pick(random, ['A', 'B', 'C', 'D', 'weiß nicht'])],
      ...times(285, (i): Columns[number] => [`F${padded(i + 1, 3)}`, item]),
    ],
    { rows, seed, delimiter: ';', latin: true },
  );

/** Three header rows, as Qualtrics exports them. */
export function qualtricsSurvey(rows: number, seed: number): DrawnFile {
  const columns: Columns = [
    ['StartDate', (random) => `2026-04-${padded(1 + random.below(28), 2)} ${padded(8 + random.below(12), 2)}:${padded(random.below(60), 2)}:${padded(random.below(60), 2)}`], // prettier-ignore
    ['Status', () => 'IP Address'],
    ['Progress', () => '100'],
    ['Duration (in seconds)', (random) => String(120 + random.below(900))],
    ['Finished', () => 'True'],
    ['ResponseId', (random) => `R_${times(15, () => pick(random, [...'abcdefghkmnpqrstuvwxyzABCDEFGH123456789'])).join('')}`], // prettier-ignore
    ['Q1', (random) => String(18 + Math.round(60 * bell(random)))],
    ['Q2', (random) => pick(random, ['Female', 'Male', 'Female', 'Male', 'Non-binary / third gender'])],
    ['Q3', (random) => pick(random, ['High school', 'Bachelor', 'Master', 'Doctorate'])],
    ['Q4', (random) => pick(random, ['Northeast', 'Midwest', 'South', 'West'])],
    ...times(78, (i): Columns[number] => [
      `Q5_${i + 1}`,
      (random) => pick(random, ['Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree', '']),
    ]),
  ];
  const questions = columns.map(([name]) => `Question text of ${name}`).join(',');
  const ids = columns.map(([name]) => `"{""ImportId"":""${name.replaceAll(/\W/g, '')}""}"`).join(',');
  return fileOf('qualtrics.csv', columns, { rows, seed, above: [questions, ids] });
}

/** An opinion poll with a weight as C prints doubles, and -1 for no answer. */
export const opinionPoll = (rows: number, seed: number): DrawnFile =>
  fileOf(
    'poll.csv',
    [
      ['RespId', (_, row) => String(470_000 + 3 * row)],
      ['weight', (random) => String((5 + random.below(40)) / 10 + 2 ** -52 * random.below(9))],
      ...times(112, (i): Columns[number] => [
        `Q${1 + Math.floor(i / 8)}_${1 + (i % 8)}`,
        (random) => (random.below(15) === 0 ? '-1' : String(1 + random.below(4))),
      ]),
      ['ppage', (random) => String(22 + Math.round(70 * bell(random)))],
      ['educ', (random) => pick(random, ['College', 'Some college', 'High school or less'])],
      ['race', (random) => pick(random, ['White', 'Black', 'Hispanic', 'Other/Mixed'])],
      ['gender', (random) => pick(random, ['Female', 'Male'])],
      ['income_cat', (random) => pick(random, ['Less than $40k', '$40-75k', '$75-125k', '$125k or more'])],
    ],
    { rows, seed },
  );

/** Columns of one choice each, of which most are not selected, and free texts. */
export const choiceSurvey = (rows: number, seed: number): DrawnFile =>
  fileOf(
    'choices.csv',
    [
      ['Respondent ID', (_, row) => String(11_223_344_000 + 17 * row)],
      ['Age', (random) => pick(random, ['18-29', '30-44', '45-60', '> 60'])],
      ['Gender', (random) => pick(random, ['Female', 'Male'])],
      ['Location', (random) => pick(random, ['Pacific', 'Mountain', 'New England', 'South Atlantic'])],
      ...times(76, (i): Columns[number] => [
        `Which of these do you own? - Item ${i + 1}`,
        (random) => (random.below(3) === 0 ? `Item ${i + 1}` : 'Not selected'),
      ]),
      ...times(5, (i): Columns[number] => [
        `Other (please specify) ${i + 1}`,
        (random) => (random.below(6) > 0 ? '' : `my ${pick(random, ['old', 'new', 'small'])} ${pick(random, ['boat', 'van', 'piano', 'drone'])} no ${random.below(900)}`), // prettier-ignore
      ]),
    ],
    { rows, seed },
  );

/** Two header rows, as SurveyMonkey exports them. */
export function monkeySurvey(rows: number, seed: number): DrawnFile {
  const columns: Columns = [
    ['Respondent ID', (_, row) => String(3_292_953_864 + 11 * row)],
    ['Have you seen any of the six films?', (random) => pick(random, ['Yes', 'No'])],
    ...times(90, (i): Columns[number] => [`Please rate statement ${i + 1}`, (random) => String(1 + random.below(6))]),
    ['Gender', (random) => pick(random, ['Male', 'Female'])],
    ['Age', (random) => pick(random, ['18-29', '30-44', '45-60', '> 60'])],
    ['Household Income', (random) => pick(random, ['$0 - $24,999', '$25,000 - $49,999', '$50,000 - $99,999', ''])],
    ['Education', (random) => pick(random, ['High school degree', 'Bachelor degree', 'Graduate degree'])],
  ];
  const second = columns.map((_, i) => (i < 2 ? '' : 'Response')).join(',');
  return fileOf('monkey.csv', columns, { rows, seed, above: [second] });
}

const SURNAMES = times(400, (i) => `${'BCDFGLMNPRSTV'[i % 13]}${'aeiou'[i % 5]}${'lmnrst'[i % 6]}${['ero', 'ino', 'ales', 'ez'][i % 4]}`); // prettier-ignore

/** A register of candidates: two surnames each, years of two digits. */
export const candidateRegister = (rows: number, seed: number): DrawnFile =>
  fileOf(
    'candidates.csv',
    [
      ['expediente', (_, row) => String(90_000 + row)],
      ['apellido_paterno', (random) => pick(random, SURNAMES)],
      ['apellido_materno', (random) => pick(random, SURNAMES)],
      ['nombres', (random) => pick(random, ['María', 'José', 'Ana', 'Luis', 'Rosa', 'Juan'])],
      ['sexo', (random) => pick(random, ['M', 'F'])],
      ['fecha_nacimiento', (random) => `${padded(1 + random.below(28), 2)}/${padded(1 + random.below(12), 2)}/${padded(40 + random.below(59), 2)}`], // prettier-ignore
      ['region', (random) => pick(random, ['Lima', 'Cusco', 'Piura', 'Puno', 'Arequipa'])],
      ['cargo', (random) => pick(random, ['Alcalde', 'Regidor', 'Regidor', 'Regidor'])],
      ['organizacion', (random) => `Partido ${1 + random.below(20)}`],
      ...times(12, (i): Columns[number] => [`declara_${i + 1}`, (random) => pick(random, ['SI', 'NO', 'NO'])]),
      ['ingreso_total', (random) => (1000 * bell(random) * (1 + random.below(80))).toFixed(2)],
      ['valor_bienes', (random) => String(100_000 * bell(random))],
    ],
    { rows, seed },
  );

/** A register of deaths with unknown days and months. */
export const deathRegister = (rows: number, seed: number): DrawnFile =>
  fileOf(
    'deaths.csv',
    [
      ['nomprenom', (random) => `${pick(random, SURNAMES).toUpperCase()}*${pick(random, ['JEAN', 'MARIE', 'PAUL', 'ANNE'])}/`], // prettier-ignore
      ['sexe', (random) => pick(random, ['1', '2'])],
      ['datenaiss', (random) => `${1920 + random.below(60)}-${random.below(12) === 0 ? '00-00' : `${padded(1 + random.below(12), 2)}-${padded(1 + random.below(28), 2)}`}`], // prettier-ignore
      ['lieunaiss', (random) => pick(random, ['01004', '13055', '69123', '75056', '2A004', '97411'])],
      ['datedeces', (random) => `2025-${padded(1 + random.below(12), 2)}-${padded(1 + random.below(28), 2)}`],
      ['lieudeces', (random) => pick(random, ['13055', '69123', '75056'])],
      ['actedeces', (random) => String(1 + random.below(4000))],
    ],
    { rows, seed },
  );

/** Few people and 1,093 columns of numbers. */
export const nutrition = (seed: number): DrawnFile =>
  fileOf(
    'nutrition.csv',
    [
      ['ID', (_, row) => String(1003 + row)],
      ['cancer', (random) => pick(random, ['Yes', 'No', 'No'])],
      ['diabetes', (random) => pick(random, ['Yes', 'No', 'No', 'No'])],
      ...times(1090, (i): Columns[number] => [
        `F${1 + Math.floor(i / 12)}${'ABCDEFGHIJKL'[i % 12]}`,
        (random) => (random.below(5) === 0 ? '0' : String(100 * bell(random) * bell(random))),
      ]),
    ],
    { rows: 54, seed },
  );

/** All of them; `rows` for each but the last. */
export const drawSurveys = (rows: number, seed = 1): DrawnFile[] => [
  generalSurvey(rows, seed),
  qualtricsSurvey(rows, seed + 1),
  opinionPoll(rows, seed + 2),
  choiceSurvey(rows, seed + 3),
  monkeySurvey(rows, seed + 4),
  candidateRegister(rows, seed + 5),
  deathRegister(rows, seed + 6),
  nutrition(seed + 7),
];
