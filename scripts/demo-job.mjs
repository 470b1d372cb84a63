/** The job of the demo: eight quasi-identifiers, k = 10, and at least two salaries in every class. */
export const demoJob = {
  input: { missing: ['', '?'] },
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    workclass: {
      role: 'quasi-identifier',
      hierarchy: {
        type: 'tree',
        tree: {
          '*': {
            Employee: { 'Private-sector': ['Private'], Government: ['Federal-gov', 'Local-gov', 'State-gov'] },
            'Not-an-employee': { 'Self-employed': ['Self-emp-inc', 'Self-emp-not-inc'], Unpaid: ['Without-pay'] },
          },
        },
      },
    },
    'education-num': { role: 'quasi-identifier', type: 'integer' },
    'marital-status': {
      role: 'quasi-identifier',
      hierarchy: {
        type: 'tree',
        tree: {
          '*': {
            Married: ['Married-civ-spouse', 'Married-AF-spouse', 'Married-spouse-absent'],
            'Not-married': ['Never-married', 'Divorced', 'Separated', 'Widowed'],
          },
        },
      },
    },
    occupation: {
      role: 'quasi-identifier',
      hierarchy: {
        type: 'tree',
        tree: {
          '*': {
            'White-collar': ['Exec-managerial', 'Prof-specialty', 'Adm-clerical', 'Sales', 'Tech-support'],
            'Blue-collar': [
              'Craft-repair',
              'Machine-op-inspct',
              'Transport-moving',
              'Handlers-cleaners',
              'Farming-fishing',
            ],
            Services: ['Other-service', 'Protective-serv', 'Priv-house-serv', 'Armed-Forces'],
          },
        },
      },
    },
    race: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    'native-country': {
      role: 'quasi-identifier',
      hierarchy: {
        type: 'tree',
        tree: {
          '*': {
            'North-America': ['United-States', 'Canada', 'Outlying-US', 'Puerto-Rico'],
            'Latin-America': [
              'Mexico',
              'El-Salvador',
              'Cuba',
              'Jamaica',
              'Dominican-Republic',
              'Guatemala',
              'Columbia',
              'Haiti',
              'Nicaragua',
              'Peru',
              'Ecuador',
              'Trinadad',
              'Honduras',
            ],
            Europe: [
              'Germany',
              'England',
              'Italy',
              'Poland',
              'Portugal',
              'Greece',
              'France',
              'Ireland',
              'Yugoslavia',
              'Hungary',
              'Scotland',
              'Holand-Netherlands',
            ],
            Asia: [
              'Philippines',
              'India',
              'South',
              'China',
              'Vietnam',
              'Japan',
              'Iran',
              'Taiwan',
              'Hong',
              'Cambodia',
              'Laos',
              'Thailand',
            ],
          },
        },
      },
    },
    salary: { role: 'class' },
  },
  privacy: [
    { model: 'k-anonymity', k: 10 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'salary' },
  ],
  algorithm: { name: 'mondrian', partitioning: 'strict' },
};

/** The job of the demo with nine quasi-identifiers and k = 10 alone, for benches of whole files. */
export const nineJob = {
  ...demoJob,
  attributes: { ...demoJob.attributes, salary: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } },
  privacy: [{ model: 'k-anonymity', k: 10 }],
};
