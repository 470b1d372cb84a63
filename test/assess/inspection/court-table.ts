import { mulberry32 } from '../../random.js';

/** A column of the court's table: the cell of a row, and the roles that would be right. */
interface CourtColumn {
  readonly cell: (person: number) => string;
  readonly roles: readonly string[];
}

/**
 * A table as a court keeps it, drawn at random: names, birth dates in three spellings, case numbers that half the rows have,
 * charges in free text, scores, dates of jail. Nothing in it is anybody's.
 */
export function courtTable(
  rows: number,
  seed = 1,
): { readonly csv: string; readonly columns: Record<string, CourtColumn> } {
  const random = mulberry32(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const two = (n: number): string => String(n).padStart(2, '0');
  const pick = (...texts: readonly string[]): string => texts[below(texts.length)];
  const skewed = (n: number): number => Math.floor(n * random() ** 3);
  const syllable = (): string => 'bcdfgklmnprstvw'[below(15)] + 'aeiou'[below(5)];
  const word = (syllables: number): string => Array.from({ length: syllables }, syllable).join('');
  const name = (syllables: number): string => {
    const text = word(syllables);
    return text[0].toUpperCase() + text.slice(1);
  };
  const firsts = Array.from({ length: 900 }, () => `${name(2 + below(2))}x`);
  const lasts = Array.from({ length: 1600 }, () => `${name(2 + below(3))}x`);
  const charges = Array.from({ length: 430 }, () => Array.from({ length: 1 + below(4) }, () => name(2)).join(' '));
  const birth = Array.from({ length: rows }, () => ({
    year: 1930 + 66 - skewed(66),
    month: 1 + below(12),
    day: 1 + below(28),
  }));
  const age = (person: number): number => 2016 - birth[person].year;
  const gone = (share: number, text: () => string): string => (random() < share ? '' : text());
  const stamp = (): string =>
    `201${3 + below(2)}-${two(1 + below(12))}-${two(1 + below(28))} ${two(below(24))}:${two(below(60))}:${two(below(60))}`;
  const day = (): string => `201${3 + below(2)}-${two(1 + below(12))}-${two(1 + below(28))}`;
  const number = (): string => `1${3 + below(2)}0${10_000 + below(90_000)}${pick('MM10A', 'CF10A', 'TC40A')}`;
  const who: readonly string[] = ['identifier', 'drop'];
  const quasi: readonly string[] = ['quasi-identifier'];
  const kept: readonly string[] = ['sensitive', 'insensitive', 'quasi-identifier', 'drop', 'class'];
  const score = (most: number): CourtColumn => ({ cell: () => String(1 + below(most)), roles: kept });
  const level = (): CourtColumn => ({ cell: () => pick('Low', 'Medium', 'High'), roles: kept });
  const flag = (): CourtColumn => ({ cell: () => pick('0', '0', '1'), roles: kept });
  const when: readonly string[] = ['quasi-identifier', 'identifier', 'drop'];
  const columns: Record<string, CourtColumn> = {
    id: { cell: (person) => String(person + 1), roles: who },
    name: { cell: () => `${firsts[skewed(900)]} ${lasts[skewed(1600)]}`, roles: who },
    first: { cell: () => firsts[skewed(900)], roles: who },
    last: { cell: () => lasts[skewed(1600)], roles: who },
    compas_screening_date: { cell: day, roles: when },
    sex: { cell: () => pick('Male', 'Male', 'Male', 'Female'), roles: quasi },
    dob: { cell: (p) => `${birth[p].year}-${two(birth[p].month)}-${two(birth[p].day)}`, roles: quasi },
    dob_us: { cell: (p) => `${birth[p].month}/${birth[p].day}/${birth[p].year}`, roles: quasi },
    geburtsdatum: { cell: (p) => `${two(birth[p].day)}.${two(birth[p].month)}.${birth[p].year}`, roles: quasi },
    age: { cell: (p) => String(age(p)), roles: quasi },
    age_cat: { cell: (p) => (age(p) < 25 ? 'Less than 25' : age(p) > 45 ? 'Greater than 45' : '25 - 45'), roles: quasi },
    race: { cell: () => pick('African-American', 'African-American', 'Caucasian', 'Caucasian', 'Hispanic', 'Other', random() < 0.02 ? 'Asian' : 'Other', random() < 0.01 ? 'Native American' : 'Caucasian'), roles: ['quasi-identifier', 'sensitive'] },
    juv_fel_count: { cell: () => String(skewed(12)), roles: kept },
    decile_score: score(10),
    juv_misd_count: { cell: () => String(skewed(9)), roles: kept },
    juv_other_count: { cell: () => String(skewed(7)), roles: kept },
    priors_count: { cell: () => String(skewed(38)), roles: kept },
    days_b_screening_arrest: { cell: () => gone(0.04, () => String(below(3) === 0 ? below(900) - 300 : -1)), roles: kept },
    c_jail_in: { cell: () => gone(0.04, stamp), roles: who },
    c_jail_out: { cell: () => gone(0.04, stamp), roles: who },
    c_case_number: { cell: () => gone(0.01, number), roles: who },
    c_offense_date: { cell: () => gone(0.16, day), roles: when },
    c_arrest_date: { cell: () => gone(0.84, day), roles: when },
    c_days_from_compas: { cell: () => String(skewed(800)), roles: kept },
    c_charge_degree: { cell: () => pick('F', 'M'), roles: kept },
    c_charge_desc: { cell: () => charges[skewed(430)], roles: kept },
    is_recid: flag(),
    r_case_number: { cell: () => gone(0.52, number), roles: who },
    r_charge_degree: { cell: () => gone(0.52, () => pick('(M1)', '(M2)', '(F3)', '(MO3)')), roles: kept },
    r_days_from_arrest: { cell: () => gone(0.67, () => String(skewed(900))), roles: kept },
    r_offense_date: { cell: () => gone(0.52, day), roles: when },
    r_charge_desc: { cell: () => gone(0.52, () => charges[skewed(430)]), roles: kept },
    r_jail_in: { cell: () => gone(0.67, day), roles: when },
    r_jail_out: { cell: () => gone(0.67, day), roles: when },
    violent_recid: { cell: () => '', roles: kept },
    is_violent_recid: flag(),
    vr_case_number: { cell: () => gone(0.88, number), roles: who },
    vr_charge_degree: { cell: () => gone(0.88, () => pick('(M1)', '(F3)')), roles: kept },
    vr_offense_date: { cell: () => gone(0.88, day), roles: when },
    vr_charge_desc: { cell: () => gone(0.88, () => charges[skewed(90)]), roles: kept },
    type_of_assessment: { cell: () => 'Risk of Recidivism', roles: kept },
    score_text: level(),
    screening_date: { cell: () => `${1 + below(12)}/${1 + below(28)}/2013`, roles: when },
    v_type_of_assessment: { cell: () => 'Risk of Violence', roles: kept },
    v_decile_score: score(10),
    v_score_text: level(),
    in_custody: { cell: () => gone(0.03, day), roles: when },
    out_custody: { cell: () => gone(0.03, day), roles: when },
    home_phone: { cell: () => gone(0.3, () => `(954) ${200 + below(700)}-${1000 + below(9000)}`), roles: who },
    email: { cell: () => gone(0.6, () => `${word(3)}@${word(2)}.example`), roles: who },
    zip: { cell: () => String(33_000 + skewed(90)), roles: quasi },
    notes: { cell: () => gone(0.7, () => Array.from({ length: 6 + below(9) }, () => word(2 + below(2))).join(' ')), roles: who },
    two_year_recid: flag(),
  }; // prettier-ignore
  const names = Object.keys(columns);
  const lines = [names.join(',')];
  for (let person = 0; person < rows; person++) {
    lines.push(names.map((each) => columns[each].cell(person)).join(','));
  }
  return { csv: `${lines.join('\n')}\n`, columns };
}
