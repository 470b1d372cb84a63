/**
 * A census-like table for the demo: people with skewed and correlated attributes, drawn from a seed. Nobody in it
 * exists. Columns: age, workclass, education-num, marital-status, occupation, race, sex, native-country, salary.
 */

/** Mulberry32: the same numbers on every machine. Returns numbers in [0, 1). */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const workclasses = {
  Private: 74,
  'Self-emp-not-inc': 8,
  'Local-gov': 7,
  'State-gov': 4,
  'Self-emp-inc': 3.6,
  'Federal-gov': 3.1,
  'Without-pay': 0.05,
};
const races = { White: 86, Black: 9.3, 'Asian-Pac-Islander': 3, 'Amer-Indian-Eskimo': 0.9, Other: 0.8 };
/** Occupations by schooling: weights for less than 9, 9 to 12 and 13 or more years on the scale of education-num. */
const occupations = {
  'Craft-repair': [20, 17, 4],
  'Exec-managerial': [3, 10, 24],
  'Prof-specialty': [1, 4, 35],
  'Adm-clerical': [5, 16, 8],
  Sales: [7, 12, 12],
  'Other-service': [21, 11, 3],
  'Machine-op-inspct': [17, 8, 1.5],
  'Transport-moving': [10, 6, 1],
  'Handlers-cleaners': [11, 5, 0.8],
  'Farming-fishing': [9, 3, 1.6],
  'Tech-support': [0.5, 3.4, 4],
  'Protective-serv': [1, 2.6, 2],
  'Priv-house-serv': [2.5, 0.3, 0.1],
  'Armed-Forces': [0, 0.04, 0.02],
};
const countries = {
  'United-States': 91.2, Mexico: 2, Philippines: 0.6, Germany: 0.42, 'Puerto-Rico': 0.36, Canada: 0.35, India: 0.33,
  'El-Salvador': 0.33, Cuba: 0.3, England: 0.28, Jamaica: 0.26, South: 0.23, China: 0.22, Italy: 0.22,
  'Dominican-Republic': 0.22, Vietnam: 0.21, Guatemala: 0.21, Japan: 0.2, Poland: 0.18, Columbia: 0.18, Iran: 0.14,
  Taiwan: 0.14, Haiti: 0.14, Portugal: 0.11, Nicaragua: 0.11, Peru: 0.1, Greece: 0.1, France: 0.09, Ecuador: 0.09,
  Ireland: 0.08, Hong: 0.06, Cambodia: 0.06, Trinadad: 0.06, Laos: 0.05, Thailand: 0.05, Yugoslavia: 0.05,
  'Outlying-US': 0.05, Hungary: 0.04, Honduras: 0.04, Scotland: 0.03, 'Holand-Netherlands': 0.01,
}; // prettier-ignore
const schooling = {
  9: 32.3,
  10: 22.3,
  13: 16.6,
  14: 5.4,
  11: 4.3,
  7: 3.6,
  12: 3.3,
  6: 2.8,
  4: 2,
  15: 1.8,
  5: 1.6,
  8: 1.2,
  16: 1.3,
  3: 1,
  2: 0.5,
  1: 0.2,
};

/** A sampler of the keys of an object with weights. */
function weighted(weights, random) {
  const names = Object.keys(weights);
  let total = 0;
  const ends = names.map((name) => (total += weights[name]));
  return () => {
    const at = random() * total;
    return names[ends.findIndex((end) => at < end)];
  };
}

/** The header of {@link censusRows}. */
export const censusColumns = ['age', 'workclass', 'education-num', 'marital-status', 'occupation', 'race', 'sex', 'native-country', 'salary']; // prettier-ignore

/** Yields `rows` rows as arrays in the order of {@link censusColumns}, the same ones for the same seed. */
export function* censusRows(rows, seed) {
  const random = seeded(seed);
  const workclass = weighted(workclasses, random);
  const race = weighted(races, random);
  const country = weighted(countries, random);
  const school = weighted(schooling, random);
  const occupationOf = [0, 1, 2].map((band) =>
    weighted(Object.fromEntries(Object.entries(occupations).map(([name, weights]) => [name, weights[band]])), random),
  );
  for (let row = 0; row < rows; row++) {
    // Ages rise steeply to the thirties and fall off slowly: the sum of two draws, the second one squared.
    const age = 17 + Math.floor(22 * random() + 51 * random() ** 2);
    const years = Math.min(Number(school()), age < 20 ? 10 : age < 22 ? 12 : 16);
    const sex = random() < 0.675 ? 'Male' : 'Female';
    const marital = maritalStatus(age, sex, random);
    const job = occupationOf[years < 9 ? 0 : years < 13 ? 1 : 2]();
    yield [
      age,
      workclass(),
      years,
      marital,
      job,
      race(),
      sex,
      country(),
      salary(age, years, marital, sex, job, random),
    ];
  }
}

function maritalStatus(age, sex, random) {
  const draw = random();
  const single = age < 22 ? 0.94 : age < 28 ? 0.62 : age < 36 ? 0.31 : age < 50 ? 0.15 : 0.07;
  if (draw < single) return 'Never-married';
  const rest = (draw - single) / (1 - single);
  const married = sex === 'Male' ? 0.82 : 0.36;
  if (rest < married) return rest < married * 0.002 ? 'Married-AF-spouse' : 'Married-civ-spouse';
  const after = (rest - married) / (1 - married);
  if (age > 58 && after < 0.45) return 'Widowed';
  return after < 0.78 ? 'Divorced' : after < 0.92 ? 'Separated' : after < 0.95 ? 'Widowed' : 'Married-spouse-absent';
}

/** A logistic model: schooling, age and marriage raise the share of high salaries to about a quarter of all. */
function salary(age, years, marital, sex, job, random) {
  const prime = 1 - Math.abs(age - 48) / 32;
  const score =
    -4.4 +
    0.34 * (years - 9) +
    2 * prime +
    (marital === 'Married-civ-spouse' ? 2.1 : 0) +
    (sex === 'Male' ? 0.2 : 0) +
    (job === 'Exec-managerial' || job === 'Prof-specialty' ? 0.7 : job === 'Other-service' ? -0.8 : 0);
  return random() < 1 / (1 + Math.exp(-score)) ? '>50K' : '<=50K';
}

/** The table as CSV with a header line. */
export function makeCensus(rows, seed) {
  const lines = [censusColumns.join(',')];
  for (const row of censusRows(rows, seed)) lines.push(row.join(','));
  return `${lines.join('\n')}\n`;
}
