import { describe, expect, it } from 'vitest';
import { findRepeatedPersons } from '../../../src/assess/persons/find-persons.js';
import { tableFromRows } from '../../../src/io/from-rows.js';
import { drawing } from '../../random.js';
import { seedsFrom } from '../../shared.js';

type Row = Record<string, string | number | null>;
type Draw = (below: number) => number;

const days = (day: number): string => new Date(Date.UTC(1930, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
const given = ['Anna', 'Ben', 'Clara', 'David', 'Eva', 'Frank', 'Greta', 'Hans', 'Ida', 'Jan', 'Karla', 'Leo'];
const family = ['Meyer', 'Rossi', 'Dupont', 'Silva', 'Smith', 'Nowak', 'Lund', 'Costa', 'Weber', 'Fischer'];

/** A person, as a register has one. */
const person = (draw: Draw, number: number): Row => ({
  number: 10_000 + number,
  given: given[draw(given.length)],
  family: family[draw(family.length)],
  birth: days(draw(25_000)),
  sex: draw(2) === 0 ? 'F' : 'M',
  zip: String(53_700 + draw(90)),
});

/** One row a visit: `people` with 2 to 7 rows each, the columns of `shown` from the person, and what is new at each visit. */
function visits(draw: Draw, people: number, shown: (who: Row, row: number) => Row): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < people; i++) {
    const who = person(draw, i);
    const count = 2 + draw(6);
    for (let j = 0; j < count; j++) rows.push({ ...shown(who, j), amount: draw(900), diagnosis: `D${draw(12)}` });
  }
  return rows;
}

const found = (rows: readonly Row[]) => findRepeatedPersons(tableFromRows(rows));
const keyOf = (rows: readonly Row[]): readonly string[] | null => found(rows)?.columns ?? null;

describe('findRepeatedPersons finds', () => {
  it.each(seedsFrom(1, 40, 2))('a key without a name that says so, by what is constant within it (seed %i)', (seed) => {
    const draw = drawing(seed);
    const rows = visits(draw, 30, ({ number, birth, sex, zip }) => ({ x: number, geburtsdatum: birth, sex, plz: zip }));
    expect(found(rows)).toMatchObject({ columns: ['x'], rows: rows.length, values: 30 });
    expect(found(rows)?.constant.map(({ name }) => name)).toEqual(expect.arrayContaining(['sex', 'geburtsdatum']));
  });

  it.each(
    `mrn patient_id subject# hadm_id Kundennr Fallnummer Versichertennummer codice_fiscale nhs_number employee customer_id patient_nbr
    user_id id_paciente MatrikelNr personnummer numéro_assuré`.split(/\s+/),
  )('%s, which repeats, by its name', (name) => {
    const rows = Array.from({ length: 120 }, (_, i) => ({ [name]: 7000 + (i % 30), item: `item ${i % 7}`, amount: i }));
    expect(found(rows)).toEqual({ columns: [name], rows: 120, values: 30, most: 4, constant: [] });
  });

  it('mail addresses and bank accounts that repeat, whatever their name', () => {
    const mail = Array.from({ length: 90 }, (_, i) => ({ contact: `p${i % 30}@example.org`, amount: i }));
    expect(keyOf(mail)).toEqual(['contact']);
    const bank = Array.from({ length: 90 }, (_, i) => ({
      x: `DE89370400440532${String(1000 + (i % 30))}0`,
      amount: i,
    }));
    expect(keyOf(bank)).toEqual(['x']);
  });

  it('a person who moved and a slip of the pen, and counts them as exceptions', () => {
    const rows = visits(drawing(3), 60, ({ number, birth, sex, zip }, row) => ({
      x: number,
      birth,
      sex: number === 10_007 && row === 1 ? 'D' : sex!,
      zip: Number(number) % 12 === 0 && row === 0 ? '10001' : zip,
    }));
    expect(found(rows)?.columns).toEqual(['x']);
    expect(found(rows)?.constant.find(({ name }) => name === 'sex')).toMatchObject({ values: 60, exceptions: 1 });
    expect(found(rows)?.constant.find(({ name }) => name === 'zip')?.exceptions).toBeGreaterThan(2);
  });

  it('given name and family name together, and whole names', () => {
    const both = visits(drawing(5), 40, ({ number, birth, sex }) => ({
      vorname: given[Number(number) % 12],
      nachname: family[Number(number) % 10],
      birth,
      sex,
    }));
    expect(found(both)).toMatchObject({ columns: ['vorname', 'nachname'], values: 40 });
    const owners = Array.from({ length: 150 }, (_, i) => ({
      Owner: `${given[i % 12]} ${family[(i % 30) % 10]}`,
      Team: `T${i % 9}`,
      Amount: i,
    }));
    expect(keyOf(owners)).toEqual(['Owner']);
    // Most guests come once, and half of the shows have one who comes again.
    const names = Array.from({ length: 120 }, (_, i) => {
      const surname = `${family[(7 * i) % 10]}-${family[Math.floor(i / 12)]}`;
      return `${given[i % 12]} ${surname}`;
    });
    const guests = [...names, ...names.slice(0, 40), ...names.slice(0, 40)].map((name, i) => ({
      guest_list: name,
      year: 1999 + (i % 16),
    }));
    expect(guests.length).toBe(200);
    expect(keyOf(guests)).toEqual(['guest_list']);
  });

  it('people without any number, by birth, sex and home together', () => {
    const rows = visits(drawing(9), 3000, ({ birth, sex, zip }) => ({ birth_date: birth, sex, zip }));
    expect(keyOf(rows)).toEqual(['birth_date', 'sex', 'zip']);
  });

  it('a table in which everybody stands five times', () => {
    const draw = drawing(11);
    const people = Array.from({ length: 60 }, () => ({
      age: 20 + draw(60),
      sex: draw(2) ? 'F' : 'M',
      disease: `D${draw(5)}`,
    }));
    const rows = Array.from({ length: 300 }, (_, i) => people[i % 60]);
    expect(found(rows)).toMatchObject({ columns: [], rows: 300, constant: [] });
  });

  it('counted rows as it finds rows', async () => {
    const rows = visits(drawing(13), 30, ({ number, birth, sex }) => ({ x: number, birth, sex }));
    const table = tableFromRows(rows.map(({ x, birth, sex }) => ({ x, birth, sex })));
    const { readCsvCounted } = await import('../../../src/io/csv/read-csv.js');
    const text = ['x,birth,sex', ...rows.map(({ x, birth, sex }) => `${x},${birth},${sex}`)].join('\n');
    expect(findRepeatedPersons(await readCsvCounted(text))).toEqual(findRepeatedPersons(table));
  });
});

describe('findRepeatedPersons reads birth and sex', () => {
  it.each([
    ['v2', 'v3', ['F', 'M']],
    ['data_urodzenia', 'płeć', ['kobieta', 'mężczyzna']],
    ['datum_narozeni', 'pohlaví', ['žena', 'muž']],
    ['födelsedatum', 'kön', ['Kvinna', 'Man']],
    ['fødselsdato', 'kjønn', ['kvinne', 'mann']],
    ['syntymäaika', 'sukupuoli', ['nainen', 'mies']],
    ['születési_dátum', 'nem', ['nő', 'férfi']],
    ['doğum_tarihi', 'cinsiyet', ['kadın', 'erkek']],
    ['дата_рождения', 'пол', ['м', 'ж']],
    ['ημερομηνία_γέννησης', 'φύλο', ['Α', 'Γ']],
    ['出生日期', '性别', ['男', '女']],
    ['生年月日', '性別', ['男', '女']],
    ['생년월일', '성별', ['남', '여']],
  ])('by %s and %s', (birthName, sexName, signs) => {
    const rows = visits(drawing(3), 40, ({ number, birth, sex }) => ({
      v1: number,
      [birthName]: birth,
      [sexName]: signs[sex === 'F' ? 0 : 1],
    }));
    expect(keyOf(rows)).toEqual(['v1']);
  });

  it('by years under names that say nothing, and abbreviations of surveys', () => {
    const years = visits(drawing(4), 60, ({ number, birth, sex }) => ({
      v1: number,
      v2: +String(birth).slice(0, 4),
      v3: sex,
    }));
    expect(keyOf(years)).toEqual(['v1']);
    const survey = visits(drawing(4), 90, ({ number, birth, sex }) => ({
      idno: number,
      yrbrn: +String(birth).slice(0, 4),
      gndr: sex === 'F' ? 1 : 2,
    }));
    expect(keyOf(survey)).toEqual(['idno']);
  });

  it('but neither in the days of visits and buildings, nor in letters that vary within a key', () => {
    const draw = drawing(5);
    const houses = Array.from({ length: 300 }, (_, i) => ({
      plot: 100 + (i % 60),
      year_built: 1900 + (((i % 60) * 7) % 110),
      heating: i % 60 < 30 ? 'm' : 'f',
      rent: draw(900),
    }));
    expect(keyOf(houses)).toBeNull();
    // Shifts are called by letters that sexes have, too.
    const shifts = visits(draw, 40, ({ number, birth, sex }) => ({
      v1: number,
      birth,
      sex,
      shift: draw(2) ? 'F' : 'M',
    }));
    expect(keyOf(shifts)).toEqual(['v1']);
  });
});

describe('findRepeatedPersons takes a column that looks like an identifier for a key', () => {
  it.each([
    ['phone', (i: number) => `+49 151 ${2_000_000 + i * 137}`],
    ['plate', (i: number) => `M-AB ${1000 + i * 7}`],
    ['ip', (i: number) => `10.0.${i}.7`],
    ['device', (i: number) => `3f2504e0-4f89-41d3-9a0c-0305e82c${3000 + i}`],
  ])('%s, in twice as many rows as values', (name, valueOf) => {
    const rows = Array.from({ length: 240 }, (_, i) => ({
      [name]: valueOf(i % 60),
      page: `/p${i % 3}`,
      amount: i % 50,
    }));
    expect(found(rows)).toMatchObject({ columns: [name], rows: 240, values: 60, most: 4 });
    // A third of the rows that share a value is no evidence yet.
    const some = Array.from({ length: 60 }, (_, i) => ({ [name]: valueOf(i % 50), page: `/p${i % 3}`, amount: i }));
    expect(keyOf(some)).toBeNull();
  });

  it('but where sexes vary within it', () => {
    const rows = Array.from({ length: 240 }, (_, i) => ({
      phone: `+49 30 ${100_000 + (i % 60) * 37}`,
      sex: 'FM'[(i * i + (i >> 4)) % 2],
      age: 20 + ((i * 29) % 60),
    }));
    expect(keyOf(rows)).toBeNull();
  });
});

describe('findRepeatedPersons takes each row for a person', () => {
  /** A register: one row a person, with many columns that repeat. */
  const register = (draw: Draw, count: number): Row[] =>
    Array.from({ length: count }, (_, i) => {
      const { number, given: a, family: b, birth, sex, zip } = person(draw, i);
      const doctor = draw(40);
      return {
        id: number,
        surname: b,
        first_name: a,
        birth,
        sex,
        age: 2024 - Number(String(birth).slice(0, 4)),
        zip,
        city: `City ${Math.floor(Number(zip) / 10)}`,
        state: Number(zip) < 53_740 ? 'WI' : 'IL',
        hospital_id: doctor % 5,
        ward: `W${doctor % 11}`,
        doctor_id: 900 + doctor,
        plan_code: `P${draw(9)}`,
        product: `A-${draw(200)}`,
        employer: `E${draw(120)}`,
        stratum: draw(400),
      };
    });

  it.each(seedsFrom(1, 60, 3))('in registers with surnames, cities, wards, doctors, plans (seed %i)', (seed) => {
    expect(keyOf(register(drawing(seed), 400))).toBeNull();
    // Without its numbers a register is one of people still.
    expect(keyOf(register(drawing(seed), 400).map(({ id: _, ...row }) => row))).toBeNull();
  });

  it.each(seedsFrom(1, 60, 3))('in surveys with hundreds of answers (seed %i)', (seed) => {
    const draw = drawing(seed);
    const kinds = Array.from({ length: 150 }, () => 2 + draw(120));
    const rows = Array.from({ length: 120 }, () => ({
      age: 18 + draw(70),
      sex: draw(2) + 1,
      zip: String(10_000 + draw(30)),
      ...Object.fromEntries(kinds.map((below, i) => [`q${i}`, draw(below)])),
    }));
    expect(keyOf(rows)).toBeNull();
  });

  it.each(seedsFrom(1, 40, 2))('where weights and strata are made of sex, age and region (seed %i)', (seed) => {
    const draw = drawing(seed);
    const rows = Array.from({ length: 1500 }, () => {
      const sex = draw(2);
      const age = draw(6);
      const region = draw(4);
      return {
        sex: sex === 0 ? 'm' : 'f',
        age_group: `${20 + 10 * age}-${29 + 10 * age}`,
        zip: `${region}0000`,
        weight: 0.5 + (sex * 24 + age * 4 + region) / 37,
        fnlwgt: 1000 + 13 * (sex * 24 + age * 4 + region),
        cell: `S${sex}${age}${region}`,
        premium: 100 + sex * 24 + age * 4 + region,
        answer: draw(5),
      };
    });
    expect(keyOf(rows)).toBeNull();
  });

  it('in households, whose members are of several sexes and ages', () => {
    const draw = drawing(2);
    const rows = Array.from({ length: 300 }, (_, i) => ({
      hhid: 101_000 + Math.floor(i / 3),
      family_id: Math.floor(i / 3),
      address: `Street ${Math.floor(i / 3)}`,
      sex: i % 3 === 0 ? 'F' : i % 3 === 1 ? 'M' : draw(2) ? 'F' : 'M',
      age: i % 3 === 2 ? draw(18) : 30 + draw(50),
      region: `R${draw(4)}`,
    }));
    expect(keyOf(rows)).toBeNull();
  });

  it('among twins, who share birth and home', () => {
    const draw = drawing(4);
    const rows: Row[] = [];
    for (let pair = 0; pair < 200; pair++) {
      const { birth, zip } = person(draw, pair);
      const sex = draw(2);
      const other = draw(3) === 0 ? 1 - sex : sex;
      for (const each of [sex, other])
        rows.push({ pair, person_id: `T${rows.length}`, birth, zip, sex: each ? 'F' : 'M', height: 150 + draw(50) });
    }
    expect(keyOf(rows)).toBeNull();
  });

  it('in teams, prisons and schools of one sex and one place', () => {
    const draw = drawing(6);
    const rows = Array.from({ length: 400 }, () => {
      const school = draw(20);
      return {
        school_code: school,
        x: school,
        sex: school % 2 ? 'F' : 'M',
        zip: `${53_700 + school}`,
        age: 10 + draw(9),
      };
    });
    expect(keyOf(rows)).toBeNull();
  });

  it('where code and text, zip and city, education and its number decide each other', () => {
    const draw = drawing(8);
    const rows = Array.from({ length: 600 }, () => {
      const code = draw(60);
      const schooling = draw(16);
      return {
        icd_code: `C${code}`,
        icd_text: `disease ${code}`,
        education: `E${schooling}`,
        'education-num': schooling,
        zip: String(53_700 + code),
        city: `City ${code}`,
        sex: draw(2) ? 'Male' : 'Female',
        age: 17 + draw(70),
      };
    });
    expect(keyOf(rows)).toBeNull();
  });

  it('in tables of few columns, whose rows are equal by chance', () => {
    const draw = drawing(10);
    const rows = Array.from({ length: 2000 }, () => ({
      age: 20 + draw(30),
      sex: draw(2) ? 'F' : 'M',
      disease: draw(4),
    }));
    expect(keyOf(rows)).toBeNull();
  });

  it('where a member has a number of its own beside that of the contract', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      subscriber_id: `S${i >> 1}`,
      member_id: `M${i}`,
      plan: i % 5,
    }));
    expect(keyOf(rows)).toBeNull();
  });

  it('where subjects are those of a school, and users are groups', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      subject: ['Math', 'English', 'Art', 'Music'][i % 4],
      user_type: ['new', 'old'][i % 2],
      customer_segment: `segment ${i % 6}`,
      doctor: `Dr. ${family[i % 10]}`,
      score: i,
    }));
    expect(keyOf(rows)).toBeNull();
  });

  it('where a handful of rows of a register stand twice', () => {
    const rows = register(drawing(12), 300);
    expect(keyOf([...rows, rows[0], rows[1]])).toBeNull();
  });
});

describe('with the identifiers of a job findRepeatedPersons', () => {
  const people = tableFromRows([
    ...['flu', 'gout', 'asthma'].map((d) => ({ name: 'Ann', age: 20, d })),
    ...['flu', 'gout', 'asthma'].map((d) => ({ name: 'Bob', age: 41, d })),
  ]);

  it('finds one that has far fewer values than rows', () => {
    expect(findRepeatedPersons(people)).toBeNull();
    expect(findRepeatedPersons(people, { identifiers: new Set(['name']) })).toEqual({
      columns: ['name'],
      rows: 6,
      values: 2,
      most: 3,
      constant: [],
    });
  });

  it('finds one person with half of the rows', () => {
    const rows = ['Ann', 'Ann', 'Ann', 'Bob', 'Cy', 'Di'].map((name, i) => ({ name, age: i < 3 ? 20 : 38 + i }));
    const identifiers = new Set(['name']);
    expect(findRepeatedPersons(tableFromRows(rows), { identifiers })).toMatchObject({ rows: 6, values: 4, most: 3 });
    expect(findRepeatedPersons(tableFromRows(rows))).toBeNull();
  });

  it('takes no surname for a person', () => {
    const rows = tableFromRows(
      Array.from({ length: 100 }, (_, i) => ({ surname: family[i % 10], first: given[i % 12], age: i })),
    );
    expect(findRepeatedPersons(rows, { identifiers: new Set(['surname', 'first']) })).toBeNull();
  });
});
