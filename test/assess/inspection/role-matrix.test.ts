import { describe, expect, it } from 'vitest';
import { evidenceOf, suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

/** A column of `persons` people with `rows` rows each. */
const columnOf = (name: string, cell: (person: number) => string, persons = 60, rows = 6) =>
  tableFromRows(
    Array.from({ length: persons * rows }, (_, row) => [cell(Math.floor(row / rows))]),
    { columns: [name] },
  ).columns[0];
const roleOf = (name: string, cell: (person: number) => string, persons?: number, rows?: number): string => {
  const column = columnOf(name, cell, persons, rows);
  return suggestRole(column, countRowsPerCode(column)).suggestedRole;
};

const of =
  (...texts: readonly string[]) =>
  (person: number): string =>
    texts[person % texts.length];
const crossed = (first: string, second: string, between = ' ') => {
  const [a, b] = [first.split(','), second.split(',')];
  return (i: number): string => `${a[i % a.length]}${between}${b[(i * 7 + Math.floor(i / a.length)) % b.length]}`;
};
const FIRST = 'Anna,Ida,Xaver,Tom,Marie,Lukas,Chloé,José,Björn,Olga,Priya,Mehmet,Giulia,Wei,Fatima,Emma';
const LAST = 'Meyer,Dupont,Unikat,Smith,García,Rossi,Nowak,Jansen,Öztürk,Zhang,Müller,Silva,Khan,Berg,Petrov,Lane';

/** Cells of people. */
const full = crossed(FIRST, LAST);
const reversed = crossed(LAST, FIRST, ', ');
const number = (person: number): string => String(700_000 + person);
const code = (person: number): string => `C${String(person).padStart(5, '0')}`;
const ordinal = (person: number): string => String(person + 1);
const surname = of(...LAST.split(','));

/** A number with its check digit by Luhn. */
function withLuhn(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, i) => {
    const doubled = i % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
const card = (person: number): string => withLuhn(`4${String(37_291_882_003_711 + person * 90_017).padStart(14, '7')}`);

/** Column names by what they say, in several languages. */
const NUMBERS_OF_PEOPLE = [
  'mrn', 'MRN', 'customer_id', 'subject#', 'subject_id', 'patient_nbr', 'hadm_id', 'Kundennr', 'Kundennummer', 'Fallnummer', 'Versichertennummer',
  'nhs_number', 'user_id', 'userid', 'employee', 'employee number', 'member no', 'case_id', 'id', 'ID', 'patientId', 'numero_cliente',
  'n° patient', 'id_paciente', 'matricule', 'client_nr', 'Patienten-ID', 'StudentID', 'respondent_id', 'hiv_registry', 'USUBJID', 'matricula', 'n_expediente', 'Vers.-Nr.', 'KdNr', 'NHS No', 'person_nr', 'num_dossier', 'cd_pessoa',
  'MitarbeiterNr', 'Hospital No.', 'loyalty_card', 'medical_record_number', 'polisnummer', 'codice_paziente',
]; // prettier-ignore
const PEOPLE = [
  'Owner', 'client', 'victim', 'suspect', 'defendant', 'driver', 'judge', 'teacher', 'doctor', 'contact', 'member', 'patientname', 'Kundenname',
  'appaterno', 'nm_pessoa', 'patient_name', 'Nachname', 'médico', 'propriétaire', 'Ärztin', 'nome_paciente', 'juez', 'surname', 'lastName',
  'attending_physician', 'created_by', 'assignedTo', 'manager', 'next_of_kin', 'Spieler', 'huisarts', 'nome_mae', 'ap_materno',
]; // prettier-ignore
const NOTHING = ['x1', 'V3', 'Feld', 'column_b', 'wert', 'who'];
const SECRETS = [
  'diagnosis',
  'ICD',
  'icd10_code',
  'ATC',
  'OPS',
  'DRG',
  'procedure',
  'lab',
  'dx',
  'Diagnose',
  'medicament',
];

describe('the suggested role of a column, by its name and its cells', () => {
  it.each(NUMBERS_OF_PEOPLE)('%s is an identifier, however often its numbers repeat', (name) => {
    for (const cell of [number, code]) {
      for (const [persons, rows] of [[60, 6], [18, 10], [300, 1]] as const) {
        expect([persons, roleOf(name, cell, persons, rows)]).toEqual([persons, 'identifier']);
      }
    }
    expect(roleOf(name, ordinal, 18, 10)).toBe('identifier');
  }); // prettier-ignore

  it.each(PEOPLE)('%s is an identifier where names stand in it, a few or many', (name) => {
    for (const cell of [full, reversed, surname]) {
      for (const [persons, rows] of [
        [60, 6],
        [16, 10],
        [8, 40],
      ] as const) {
        expect([persons, roleOf(name, cell, persons, rows)]).toEqual([persons, 'identifier']);
      }
    }
    if (!/name|nom|nm_/i.test(name)) {
      expect(roleOf(name, of('yes', 'no'), 60)).not.toBe('identifier');
    }
  });

  it.each([...NOTHING, ...SECRETS, 'Recipient', 'treating physician'])('%s is an identifier where its cells are names of people', (name) => {
    const cells = [
      full,
      reversed,
      crossed('A.,J.,M. K.,X.', LAST),
      crossed(LAST, 'A.,J.,M.K.,X.', ', '),
      crossed('Dr.,Prof. Dr.,Mrs.,Herr', LAST),
      of('Braund, Mr. Owen Harris', 'Cumings, Mrs. John Bradley (Florence Briggs Thayer)', 'Heikkinen, Miss. Laina', 'Palsson, Master. Gosta'),
      crossed(FIRST, 'van den Berg,de la Cruz,von Stein,da Silva,El Amrani,O’Brien,Meyer-Lang'),
      (i: number) => full(i).toUpperCase(),
      of('王伟', '李娜', '张敏', '刘洋', '陈静', '杨磊'),
      of('Иван Петров', 'Ольга Смирнова', 'Сергей Волков', 'Анна Иванова'),
      of('김민준', '이서연', '박지호', '최지우'),
    ];
    cells.forEach((cell, i) => expect([i, roleOf(name, cell)]).toEqual([i, 'identifier']));
  }); // prettier-ignore

  const things: Readonly<Record<string, (i: number) => string>> = {
    cities: of('New York', 'Los Angeles', 'San Francisco', 'St. Louis', 'Baton Rouge', 'Salt Lake City', 'Paris', 'Bad Homburg', 'Santa Clara', 'Austin'),
    'places with states': of('Austin, TX', 'Houston, TX', 'Madison, WI', 'Jackson, MS', 'Lincoln, NE', 'Portland, OR'),
    companies: of('Johnson & Johnson', 'Morgan Stanley', 'Deutsche Bank', 'Acme Corp', 'Meyer GmbH', 'Wells Fargo', 'General Motors', 'Smith Holdings'),
    streets: of('Baker Street', 'Rue Victor Hugo', 'Via Garibaldi', 'Main Street', 'Calle Mayor', 'Park Avenue', 'Goethe Strasse'),
    jobs: of('Civil engineer', 'Software Developer', 'Nurse', 'Sales Manager', 'Taxi Driver', 'Chief Cook', 'Data Scientist'),
    'marital status': of('Never married', 'Married', 'Divorced', 'Widowed', 'Separated'),
    products: of('Blue Shirt', 'Smart Watch Pro', 'Coffee Mug', 'Desk Lamp', 'Wireless Mouse', 'Apple Juice'),
    genres: of('Hip Hop', 'Science Fiction', 'Heavy Metal', 'Romantic Comedy', 'Drama', 'Jazz'),
    diseases: of('Type 2 Diabetes', 'Asthma', 'Breast Cancer', 'Heart Failure', 'Influenza', 'Alzheimer Disease'),
    months: of('April', 'May', 'June', 'January', 'August', 'March'),
    countries: of('United States', 'France', 'Germany', 'South Korea', 'Costa Rica', 'Jordan', 'Georgia', 'Chad'),
    answers: of('Strongly Agree', 'Agree', 'Neutral', 'Disagree', 'Strongly Disagree'),
    races: of('African American', 'White', 'Asian', 'Native American', 'Hispanic', 'Pacific Islander'),
    funds: of('FUND 15', 'FUND 23', 'FUND 37', 'FUND 8'),
    teams: of('Red Sox', 'Team 0', 'Los Angeles Lakers', 'Real Madrid', 'Team 1', 'New England Patriots'),
  }; // prettier-ignore
  it.each(Object.entries(things))('is no identifier where the cells are %s', (_, cell) => {
    for (const name of [...NOTHING, 'Recipient', 'product_name', 'category', 'city']) {
      expect([name, roleOf(name, cell)]).toEqual([name, 'quasi-identifier']);
    }
    expect(roleOf('diagnosis', cell)).toBe('sensitive');
  });

  it('of names, addresses and numbers of people is identifier with a few values too, but not of kinds of things', () => {
    for (const name of ['name', 'patient_name', 'surname']) {
      expect(roleOf(name, crossed('Ida,Tom', 'Dupont,Meyer'), 18, 10)).toBe('identifier');
      expect(roleOf(name, surname, 16, 10)).toBe('identifier');
    }
    expect(roleOf('address', (i) => `${i + 1} Main Street`, 18, 10)).toBe('identifier');
    expect(roleOf('address', of('Hauptstrasse', 'Bahnhofstrasse', 'Lindenweg'), 18, 10)).toBe('identifier');
    expect(roleOf('ssn', (i) => String(100_000_000 + 7 * i), 18, 10)).toBe('identifier');
    expect(roleOf('name', of('Ward A', 'Ward B', 'Ward C', 'Ward D', 'Ward E'))).toBe('quasi-identifier');
    expect(roleOf('name', of('Cardiology', 'Oncology', 'Surgery', 'Neurology', 'Pediatrics'))).toBe('quasi-identifier');
    expect(roleOf('phone', of('yes', 'no'))).toBe('quasi-identifier');
    expect(roleOf('account', of('checking', 'savings', 'other'))).toBe('quasi-identifier');
  });

  it('of months, school years and pressures is no telephone number', () => {
    const day = (person: number): string => String(1 + (person % 12)).padStart(2, '0');
    for (const cell of [
      (person: number) => `${day(person)}/${1940 + (person % 60)}`,
      (person: number) => `${1940 + (person % 60)} ${day(person)}`,
      (person: number) => `${1940 + (person % 60)}/${1941 + (person % 60)}`,
      (person: number) => `${110 + (person % 60)}/${100 + (person % 20)}`,
    ]) {
      const column = columnOf('seen', cell);
      expect(suggestRole(column, countRowsPerCode(column)).reason).not.toContain('telephone');
    }
  });

  it('of numbers that a check digit shows is identifier, and cards are no telephone numbers', () => {
    const reasonOf = (name: string, cell: (person: number) => string): string => {
      const column = columnOf(name, cell);
      return suggestRole(column, countRowsPerCode(column)).reason;
    };
    const grouped = (person: number): string => card(person).replace(/(\d{4})(?=\d)/g, '$1 ');
    expect(reasonOf('x', card)).toBe('its values look like cards');
    expect(reasonOf('x', grouped)).toBe('its values look like cards');
    expect(reasonOf('telephone', grouped)).toBe('its values look like cards');
    const numbers: Readonly<Record<string, readonly string[]>> = {
      iban: ['DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19', 'fr14 2004 1010 0505 0001 3m02 606'],
      'codice fiscale': ['RSSAMR60A01H500X', 'VRDGPP13R10B293P', 'BNCMRA80A41F205S'],
      nhs: ['9434765919', '943 476 5870', '4010232137', '9876543210'],
      cpf: ['529.982.247-25', '111.444.777-35'],
      'cpf of digits': ['52998224725', '11144477735', '93541134780', '15350946056'],
      nir: ['269054958815780', '2 69 05 49 588 157 80', '255081416802538', '2 55 08 14 168 025 38'],
      dni: ['12345678Z', '00000000T', 'X1234567L'],
      bsn: ['111222333', '123456782', '100000009', '999999990'],
      pesel: ['44051401359', '02070803628', '90090515836', '92071314764'],
      steuer: ['86095742719', '47036892816', '65929970489', '57549285017'],
    };
    for (const [kind, texts] of Object.entries(numbers)) {
      expect([kind, roleOf('wert', of(...texts))]).toEqual([kind, 'identifier']);
    }
    // The numbers beside them have no right check digit.
    expect(roleOf('wert', (i) => String(9_434_765_911 + 100 * i))).toBe('quasi-identifier');
  });

  it('of numbers and registries under a word that is sensitive is identifier', () => {
    for (const name of ['credit_card', 'hiv_registry', 'salary_id', 'diagnosis_id']) {
      expect([name, roleOf(name, (i) => `K-${10_000 + i}`, 360, 1)]).toEqual([name, 'identifier']);
      expect([name, roleOf(name, (i) => String(1_000_000 + i * 13), 360, 1)]).toEqual([name, 'identifier']);
      expect([name, roleOf(name, (i) => String(1_000_000 + i * 13))]).toEqual([name, 'identifier']);
    }
    expect(roleOf('credit_card', of('yes', 'no'))).toBe('sensitive');
    expect(roleOf('diagnosis_id', (i) => String(i % 6))).toBe('sensitive');
    expect(roleOf('diagnosis_code', of('E11.65', 'I10', 'J45.909', 'C34.1'))).toBe('sensitive');
  });

  it('of notes is drop, however often they repeat and whatever they are called', () => {
    const note = (i: number): string =>
      `Seen on ward ${i % 7} after a fall from the ladder. ${full(i)} lives alone, and complains of pain in the left leg.`;
    for (const name of ['treatment_notes', 'diagnosis_text', 'arrest_narrative', 'Bemerkungen', 'x1', 'health_comment']) {
      expect([name, roleOf(name, note, 360, 1)]).toEqual([name, 'drop']);
      expect([name, roleOf(name, note)]).toEqual([name, 'drop']);
      expect([name, roleOf(name, note, 18, 10)]).toEqual([name, 'drop']);
    }
    const answers = of('I am very satisfied with the service of this office', 'I am not satisfied at all with the service of it');
    expect(roleOf('satisfaction', answers)).toBe('quasi-identifier');
    const schooling = of('Less than 9th grade', 'High school graduate', 'Some college but no degree', 'Masters degree (MA MS)');
    expect(roleOf('schooling', schooling)).toBe('quasi-identifier');
  }); // prettier-ignore

  it.each(SECRETS)('%s is sensitive', (name) => {
    expect(roleOf(name, of('E11', 'I10', 'J45', 'C34'))).toBe('sensitive');
  });

  it.each([
    ['num_children', (i: number) => String(i % 5), 'quasi-identifier'],
    ['number_of_visits', (i: number) => String(i % 9), 'quasi-identifier'],
    ['num_patients', (i: number) => String(i), 'quasi-identifier'],
    ['patient_age', (i: number) => String(20 + i), 'quasi-identifier'],
    ['teacher_gender', of('F', 'M'), 'quasi-identifier'],
    ['admission_type_id', (i: number) => String(i % 6), 'quasi-identifier'],
    ['department_id', (i: number) => String(i % 12), 'quasi-identifier'],
    ['visit_no', (i: number) => String(1 + (i % 6)), 'quasi-identifier'],
    ['zip_code', (i: number) => String(53_700 + i), 'quasi-identifier'],
    ['postal code', (i: number) => String(53_700 + i), 'quasi-identifier'],
    ['account_balance', (i: number) => String(1000 + 37 * i), 'quasi-identifier'],
    ['member', of('gold', 'silver', 'none'), 'quasi-identifier'],
    ['subject', of('Maths', 'Physics', 'History', 'Biology', 'English 2'), 'quasi-identifier'],
    ['smoker', of('yes', 'no'), 'quasi-identifier'],
    ['guardian', of('mother', 'father', 'other'), 'quasi-identifier'],
    ['contact', of('cellular', 'telephone', 'unknown'), 'quasi-identifier'],
    ['ward_name', of('Cardiology', 'Oncology', 'Surgery'), 'quasi-identifier'],
  ] as const)('%s is no identifier', (name, cell, role) => {
    expect(roleOf(name, cell)).toBe(role);
  });

  it('has its evidence at hand for those who look for the key of a person', () => {
    const mail = columnOf('reach', (i) => `a${i}@mail.example`);
    const names = columnOf('x', full);
    expect(evidenceOf(mail, countRowsPerCode(mail)).isIdentifierPattern).toBe(true);
    expect(evidenceOf(names, countRowsPerCode(names))).toMatchObject({
      arePersonNames: true,
      isIdentifierPattern: false,
    });
    const key = columnOf('Kundennr', number);
    expect(evidenceOf(key, countRowsPerCode(key)).name.isPersonNumber).toBe(true);
  });
});
