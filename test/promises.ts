/**
 * The promises of SECURITY.md, each divided into guarantees. A test that holds a guarantee has a comment above it: `// promise: ID`.
 * `docs/guarantees.md` is written from both (`test/promises.test.ts`).
 */
export interface Promised {
  /** Heading of docs/guarantees.md. */
  readonly title: string;
  /** Sentences by the identifier that tests are tagged with. */
  readonly guarantees: Readonly<Record<string, string>>;
}

export const promises: readonly Promised[] = [
  {
    title: 'The release satisfies its job',
    guarantees: {
      'every-model-holds':
        'Every equivalence class of a release satisfies every privacy model of the job. Otherwise no release is returned or written.',
    },
  },
  {
    title: 'The audit is independent',
    guarantees: {
      'independent-audit':
        'The audit shares no code with the search, the models or the metrics. There is [one exception](audit.md).',
      'exchanged-row-noticed': 'The audit notices a release that was not made from its table.',
      'unasked-column-fails':
        'A release with a column that the job does not release fails the audit, with or without the original table.',
    },
  },
  {
    title: 'Rare values do not show',
    guarantees: {
      'rare-values-hidden':
        'With the default of `output.ranges`, no quasi-identifier of a release shows a value that fewer than k rows have (persons, where the job has a role `person`), unless the job itself names the value.',
      'columnar-files-clean': 'A Parquet or Arrow release holds no byte of a value that was not released.',
      'order-random': 'The order of released rows is drawn at random; every order has the same chance.',
      'withheld-values-stay-out':
        'No value of one person that the job withholds or generalizes is in the release, report, certificate, recoding, result, messages or temporary folder.',
    },
  },
  {
    title: 'Persons are counted',
    guarantees: {
      'persons-counted':
        'With a role `person`, every equivalence class has at least k persons, and a test notices an audit that counts rows instead.',
    },
  },
  {
    title: 'Messages hold no cell',
    guarantees: {
      'no-cell-in-errors':
        'No message, warning, report or result holds a cell of the data, and no cause of an error does. Names of columns and keys may stand there; for a CSV file without a header, its first row counts as names.',
      'no-password-in-messages': 'No message holds the password of a database address.',
    },
  },
  {
    title: 'Files are whole, and inputs stay',
    guarantees: {
      'whole-file-or-none':
        'A file appears complete and audited, or not at all. After an error or Ctrl-C nothing is left behind.',
      'whole-stdout-or-error': 'A release or result on stdout is complete, or the exit code is not 0.',
      'no-input-overwritten':
        'No output overwrites a file that the run reads, under any name or link: input, database, job, hierarchy, public table, earlier release, checkpoint, key.',
      'few-files-open':
        'A process that is not allowed to open enough files ends with one line of error and leaves nothing behind.',
    },
  },
  {
    title: 'Bad files end in an error',
    guarantees: {
      'bad-input-ends': 'Malformed, huge and misleading input ends in a typed error.',
      'any-bytes-end':
        'Any bytes as an input, a job, a kept recoding or a certificate give a result or a typed error, in limited time, and the error holds no cell.',
      'bad-columnar-file-ends':
        'A Parquet or Arrow file that is damaged or made to mislead ends within its limits of time and memory. Ctrl-C works meanwhile, and the process survives.',
      'bad-file-ends-in-page':
        'In a web page such a file ends at its time limit or its signal, and the page and its next job go on.',
      'bombs-refused': 'A zip bomb in .xlsx and a bomb in .gz are refused before they fill memory or disk.',
    },
  },
  {
    title: 'Claims are true',
    guarantees: {
      'optimal-is-proven': '`search.optimal` is true only for proven optima.',
      'attacks-are-right': 'A value that an attack calls certain is true, and an attack never rules out a true value.',
      'earlier-releases-compared':
        '`--previous` refuses a release that, together with earlier ones, would show too much.',
      'certificate-notices-changes': '`verify` notices every change of a certified file and of a signed certificate.',
      'changed-checkpoint-refused':
        'A checkpoint that was changed by somebody who does not have its input is refused, with its old checksum or a new one.',
      'sealed-checkpoint-harmless':
        'Somebody who has the input and seals a changed checkpoint again cannot mislead the search: the cost of its solution is computed again, and it holds no addresses.',
    },
  },
  {
    title: 'Nothing is left behind',
    guarantees: {
      'checkpoint-without-values': 'A checkpoint holds no row, no count of rows and no value of the input.',
      'checkpoint-private': 'Only its owner can read a checkpoint.',
      'page-leaves-nothing':
        "A page leaves nothing of a table in the browser: no history, nothing in the profile's files, and no storage unless the user turns on [remembered choices](../SECURITY.md#the-page).",
      'sql-leaves-nothing':
        "A run on an SQL engine, whether finished, refused or killed, leaves no value of the original in the engine's files, their free pages and logs included.",
      'sql-order-lost': 'The order of rows of a release in an SQL engine does not depend on the order of its source.',
      'sql-release-compared': 'A release in an SQL engine is compared with its source before it gets its name.',
      'sql-names-harmless': 'No name of a column or table changes an SQL statement.',
      'engine-memory-empty':
        'An engine, in WebAssembly or JavaScript, holds nothing of the rows after `dispose()` or an aborted run, whatever it was doing.',
      'threads-get-codes':
        'Threads of a search receive codes and numbers computed from codes, and no text of a cell. The memory that they share holds nothing but the least cost.',
    },
  },
  {
    title: 'The package does nothing else',
    guarantees: {
      'install-runs-nothing': 'Installing the package runs nothing, and a run on files makes no network request.',
      'own-files-only':
        "A run reads only its own files and its input, and writes only where it was asked to: it works under Node's permission model.",
      'no-code-from-text': 'The package makes no code from text, and runs under a content security policy.',
      'same-bytes': 'The package is the same byte by byte wherever it is built, and `kohort doctor` prints its hashes.',
    },
  },
];
