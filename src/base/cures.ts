/** Cures by the code of an error or a warning: one sentence each, equal to the one in docs/errors.md. */

type Cures = Readonly<Record<string, string>>;

/** Cures of errors in a job. */
export const jobCures: Cures = {
  JOB_SYNTAX: 'correct the text at the line and column of the message',
  DUPLICATE_QUERY: 'rename one of them',
  DUPLICATE_KEY: 'remove one of the two',
  JOB_TOO_DEEP: 'write the job as plain data without cycles',
  SOURCE_IS_PATH: 'read the file first and give its text; the command line reads files by itself',
  WRONG_TYPE: 'write a value of the kind that the message names',
  UNKNOWN_OPTION: 'remove it, or take one of those that the message lists',
  UNKNOWN_VALUE: 'take one of the words that the message lists',
  MISSING_OPTION: 'add what the message names',
  OPTION_RANGE: 'give a number within the range that the message names',
  OPTION_FORMAT: 'write the option as the message shows',
  INVALID_ARGUMENT: 'give what the message expects; `kohort algorithms NAME` lists the options of an algorithm',
  EMPTY_NAME: 'give a name of at least one character',
  NO_MODEL: 'add a model to "privacy", such as {"model": "k-anonymity", "k": 5}',
  NO_QI: 'give the columns that others may know the role "quasi-identifier"; `kohort inspect` suggests them',
  PSEUDONYM_LINKS_ROWS:
    'take one row of each person ("rowsPerPerson": 1), give the column the role "drop", or write "unit": "row" where each row is one person',
  REPEATED_PERSONS:
    'name the key of the persons, and persons are counted: --person COLUMN (persons: ["COLUMN"] of proposeJob), or the role "person" in the job; or keep one row of each person; or state that each row is a person: --rows-are-people (rowsArePeople: true), or "unit": "row" in the job',
  PERSONS_UNSUPPORTED:
    'take an algorithm, a model and a source that count persons (docs/persons.md), or keep one row of each person',
  PERSONS_NEEDED:
    'add the columns of the key to the public table, or keep one row of each person of the input (an attack sees it by --original)',
  PERSON_MISSING:
    'fill in the key, leave such rows out ("input": {"onMissing": "drop"}), or count them separately ("missingPersons": "separate" without "rowsPerPerson")',
  NEARLY_UNIQUE: 'give it a hierarchy, or the role "identifier" or "drop"',
  UNKNOWN_COLUMN: 'write the name as the header of the file has it, or remove it from the job',
  KEEP_REFUSED:
    'leave these columns out of --keep (keep of proposeJob); where a role is wrong, write the right one into the job by hand',
  COLUMN_NOT_LISTED:
    'add the column to "matches", or name it under "attributes" with a role of its own, such as "drop"',
  FORMAT_UNKNOWN: 'take one of the formats of docs/job.md',
  ROLE_CONFLICT: 'leave it one role; at most one attribute is the class, and at most one the weight',
  ROLE_NOT_SENSITIVE: 'give that attribute the role "sensitive", or name another one in the model',
  SUPPRESSION_RANGE: 'write {"maxRows": n}, {"maxFraction": f} with f from 0 to 1, or "unlimited"',
  JOB_UNREADABLE: 'check the path and that the file is JSON in UTF-8',
  RESERVED_NAME: 'rename the column in the input',
  BUCKET_COLUMN_TAKEN: 'give the option "bucketColumn" another name',
  NO_ENGINE: "take `engine: 'js'`, or import `kohort`",
  NO_CRYPTOGRAPHY: 'serve the page over https',
  NETWORK_NOT_ALLOWED: 'add --allow-network if you trust the job, or name a file',
  NOT_RESUMABLE: 'leave out --checkpoint and --resume, or take k-optimize',
  WRONG_STATE: 'create a new one',
  OUT_NEEDED: 'give --out FILE',
  TWO_PASS_IMPOSSIBLE: 'leave out --two-pass and --memory, or take another algorithm or option',
  UNKNOWN_COMMAND: '`kohort --help` lists the commands',
  USAGE: '`kohort COMMAND --help` shows how the command is called',
  MODEL_NOT_SUPPORTED: 'take another algorithm or another model (docs/algorithms.md)',
  MODEL_UNSUPPORTED: 'take km-anonymity alone, or another algorithm',
  COLUMN_UNSUPPORTED: 'leave one quasi-identifier with "set"; drop the others',
  ATTRIBUTE_NOT_NUMERIC: 'name an attribute of numbers in the model',
  HIERARCHY_MISSING: 'give the attribute a hierarchy, or take "distance": "equal"',
  SET_MISSING: 'give the attribute "set": {"delimiter": ";"}',
  SET_TYPE: 'leave out "type", or write "string"',
  NOT_A_TABLE_OF_SETS: 'give the quasi-identifier "set": {"delimiter": ";"}',
  NO_SENSITIVE: 'give the column to protect the role "sensitive"',
  NO_DIVERSITY_MODEL: 'add an l-diversity model of the sensitive attribute',
  NO_PRESENCE_MODEL: 'add a delta-presence model, or take another algorithm',
  NO_CLASS_COLUMN: 'give a column the role "class", or take another metric',
  CLASS_NOT_NUMERIC: 'take "split": "information-gain", or a class column of numbers',
  NUMBER_RANGE: 'declare "type": "string", or remove such numbers',
  GAIN_WITHOUT_CLASS: 'give a column the role "class", or take another measure',
  SENSITIVE_APART: 'keep the sensitive attributes in one column of the option "columns"',
  NO_CLASSIFIER: 'npm install ml-naivebayes, or give `classifier`',
  HIERARCHY_EMPTY: 'list the values',
  HIERARCHY_RAGGED: 'give every leaf the same number of levels',
  HIERARCHY_SYNTAX: 'correct the line of the message',
  HIERARCHY_SOURCE: 'give either "file" or "rows"',
  HIERARCHY_NOT_READ: 'read it and give "rows" (`parseLevelsText`); the command line does so by itself',
  HIERARCHY_UNREADABLE: 'check its path, which is relative to the job, and that it is CSV in UTF-8',
  HIERARCHY_MISSING_VALUE: 'add them to the hierarchy, or mark them as missing',
  HIERARCHY_DUPLICATE_LEAF: 'remove one of the two',
  HIERARCHY_NOT_MONOTONE: 'give rows with equal labels equal labels on higher levels',
  HIERARCHY_NO_SINGLE_ROOT: 'add a last level that all values share, such as *',
  LABEL_HOLDS_DELIMITER: 'give "set" another delimiter, or the nodes other labels',
  HIERARCHY_AMBIGUOUS_LABEL: 'give the node another label (docs/labels.md)',
  HIERARCHY_TOO_DEEP: 'take fewer levels',
  WHERE_INVALID: 'correct the expression at that character',
  WHERE_TYPE: 'compare values of one type; "type" of an attribute says which a column has',
  COUNT_INVALID: 'correct the cells, or leave their rows out by "where"',
  WEIGHT_INVALID:
    'correct the cells, or leave their rows out: "input": {"where": "WEIGHT > 0"} with the name of the column',
  WITHIN_NOT_SUPPORTED: 'take what the message names, or leave "within" out',
  WEIGHT_DIFFERS: 'give each person one weight, or the key of persons another role where a weight belongs to a row',
  HIERARCHY_TYPE: 'take another kind, or declare the type of the attribute',
  LEVELS_NOT_BOUNDED: 'take an algorithm that the message names, or leave the key out',
  HIERARCHY_NO_LEVELS: 'give a hierarchy with levels',
  INTERVAL_RANGE:
    'give widths above 0, each a multiple of the one before; or bounds that ascend, those of a level among those of the level before',
  DATE_LEVELS: 'take some of the levels that the message lists, in their order',
};

/** Cures of errors in tables, files, releases and the machine. */
export const runCures: Cures = {
  NO_ALGORITHM: 'import it from "kohort/algorithms/NAME", such as `mondrian`, and pass it in a list',
  PUBLIC_NOT_READ: 'give the table as `publicTable`; the command line reads it by itself',
  PUBLIC_COLUMN: 'give a table with all quasi-identifiers of the job',
  PUBLIC_TYPE: 'declare the type of the attribute in the job',
  PUBLIC_CONFLICT: 'name the same table in all models',
  PUBLIC_NOT_SUPERSET:
    'take a public table that holds every person of the input; if people have several rows in the input, give their key the role "person"',
  PUBLIC_OVERLAP: 'take an algorithm whose classes do not overlap, and give long columns of text a hierarchy',
  PRESENCE_UNREACHABLE: 'widen "min" and "max", or allow suppression',
  COMPOSITION: 'raise k or l, keep the classes of the earlier release, or do not release both',
  PREVIOUS_UNMATCHED: 'give a release of the same people, and its job with --previous-job',
  ALGORITHM_NOT_SUPPORTED: 'take another attack, or the job of the release',
  GROUPS_NEEDED: 'give --columns',
  LABELS_UNKNOWN: 'give the job and the input that the release was made from',
  PERSON_NEEDED: 'give the key of the persons the role "person"',
  ORIGINAL_NEEDED: 'give --original FILE, the input that the release was made from (`original` in the API)',
  PERSONS_NOT_RECOUNTED:
    'give the original that the release was made from, or take an algorithm whose classes do not overlap, such as "mondrian"',
  ROWS_NEEDED: 'read the table without `counted`',
  TOO_MANY_COLUMNS: 'name fewer columns',
  COUNTS_LENGTH: 'give one weight for each count',
  COUNTS_RANGE: 'give counts of rows',
  WEIGHTS_LENGTH: 'give one weight for each row',
  WEIGHTS_RANGE: 'give weights of at least 1',
  INPUT_NOT_FOUND: 'check the path',
  INPUT_UNREADABLE: 'check the rights of the file',
  INPUT_EMPTY: 'give a file with a header and rows',
  INPUT_NO_ROWS: 'give a file with rows; check "onMissing": "drop"',
  IDENTIFIER_IN_TEXT: 'give the column of texts the role "drop", or remove names and numbers of people from its texts',
  HEADER_MISSING:
    'write the names of the columns above the first row, or a job with "input": {"header": false, "columns": [...]}',
  HEADER_ROWS:
    'leave the further header lines out: "input": {"headerRows": 2} (--header-rows), or delete them from the file',
  FOOTER_ROWS: 'delete the last row from the file',
  INPUT_CHANGED: 'run again when it is at rest',
  NOT_A_REGULAR_FILE: 'save the input as a file first',
  COMPRESSED_INPUT: 'name it .csv.gz, or unpack it',
  AMBIGUOUS_DELIMITER: 'name it: --delimiter, or "input": {"delimiter": ";"}',
  DUPLICATE_COLUMN: 'rename one of them',
  EMPTY_COLUMN_NAME: 'name it in the header',
  SEPARATOR_LINE: 'remove the line, or write "skip": 1 and the delimiter',
  TITLE_LINES: 'give their number: --skip, or "input": {"skip": ...}',
  ROW_WIDTH:
    'correct the line of the message, or leave such rows out ("input": {"badRows": "skip"}, --bad-rows skip); for objects, name the keys in "columns"; for lists of any length without a header (baskets), write "input": {"baskets": "items"} (--baskets items)',
  ROW_TYPE: 'give rows that are all objects or all lists',
  VALUE_TYPE: 'convert it first',
  QUOTE_IN_FIELD: 'put the cell into double quotes and double the quote, or leave such rows out (--bad-rows skip)',
  QUOTE_THEN_TEXT:
    'double the quote within the cell; where quotes have a backslash before them, as MySQL writes them: --escapes backslash; or leave such rows out (--bad-rows skip)',
  QUOTE_NOT_CLOSED: 'close it on the line that the message names, or leave such rows out (--bad-rows skip)',
  FIELD_TOO_LONG: 'look for a quote that is not closed; else raise `maxFieldBytes`',
  RECORD_TOO_LONG: 'look for a quote that is not closed',
  NUL_BYTE: 'save the table as CSV in UTF-8',
  INVALID_STRING: 'repair the text',
  NUMBER_SYNTAX: 'correct the cell, name it in "missing", or declare "type": "string"',
  NUMBER_EMPTY: 'name it in "missing"',
  NUMBER_NOT_FINITE: 'remove it, or declare "type": "string"',
  NUMBER_NOT_EXACT: 'declare "type": "string"',
  OPEN_END:
    'give the "format" with the end, such as "0 [90+]", which reads what it covers as the end; or declare "type": "string"',
  PARTIAL_DAYS: 'take "ranges": "rounded", or fill in or leave out the cells without a known day or month',
  DATE_INVALID: 'give the attribute the "format" that its cells have, or declare "type": "string"',
  TIME_INVALID: 'give the attribute the "format" that its cells have, or declare "type": "string"',
  MISSING_VALUE: 'fill the cell, or take "onMissing": "keep" or "drop"',
  NOT_A_CHECKPOINT: 'give the file of --checkpoint',
  CHECKPOINT_DAMAGED: 'start the search from its beginning',
  CHECKPOINT_VERSION: 'start the search from its beginning, or take that version',
  CHECKPOINT_OTHER_JOB: 'give the job and the input that it was made from',
  FOREIGN_FORMAT: 'do what the message says, or export the table as CSV',
  ENCODING_UTF16: 'write "input": {"encoding": "utf-16le"}, or save it in UTF-8',
  INVALID_UTF8: 'name the encoding: --encoding windows-1252, or save the file in UTF-8',
  ENCODING_UNCLEAR: 'name the encoding: --encoding, or "input": {"encoding": ...}',
  ENCODING_INVALID: 'declare the encoding that the file is in',
  ENCODING_MISMATCH: 'declare the encoding of the mark, or none',
  GZIP_INVALID: 'compress the file again',
  UNPACKED_TOO_LARGE: 'check where it comes from; --limit unpackedBytes=N takes it',
  INPUT_LIMIT: 'check where the file comes from; "input": {"limits": ...} (--limit) takes more',
  HEADERS_DIFFER: 'give files with the same columns, in any order',
  ARROW_INVALID: 'write the file again, without compression',
  PARQUET_INVALID: 'write the file again',
  XLSX_INVALID: 'save it as .xlsx again, or as CSV',
  SHEET_CHOSEN: 'name one: --sheet, or "input": {"sheet": ...}',
  JSON_INVALID: 'write the table as an array of objects, one for each row',
  NDJSON_INVALID: 'correct the line of the message; one object per line',
  PACKAGE_MISSING: 'run the npm command of the message; `kohort doctor` lists the packages',
  FETCH_FAILED: 'check the address, and that it may be fetched from here',
  SOURCE_ADDRESS: 'write it as docs/sql-engines.md shows',
  ENGINE_READ: 'check the table, rights, password and the message of the engine',
  PASSWORD_FILE: 'name a file that can be read, or set `CLICKHOUSE_PASSWORD`',
  ENGINE_WRITE: 'check the rights and the message of the engine',
  TARGET_EXISTS: 'drop it, or name another one',
  OUTPUT_DATABASE: 'write into the engine of the input',
  CERTIFICATE_DIFFERS: 'take the file, the job and the key that it was made with',
  RECODING_INVALID: 'give the file of anonymize --json or --recoding as it was written',
  RECODING_CHANGED: 'take the file as it was written, or make the release again',
  RECODING_VERSION: 'apply it with that version, or make the release again',
  RECODING_NOT_APPLICABLE: 'take an algorithm whose classes do not overlap (docs/apply.md)',
  CERTIFICATE_VERSION: 'verify it with that version',
  NOT_A_CERTIFICATE: 'give the file of --certificate',
  KEY_INVALID: 'make one with openssl (docs/certificates.md)',
  OUTPUT_FORMAT: 'take one of the endings that the message lists',
  OUTPUT_NO_DIRECTORY: 'make it first',
  OUTPUT_NOT_A_FILE: 'name a file',
  OUTPUT_NOT_WRITABLE: 'check the rights of the folder',
  OUTPUT_FAILED: 'check the space on the disk, and that the program that reads stdout reads to its end',
  OUTPUT_LEFT: 'remove the file that is named',
  OUTPUT_NOT_DURABLE: 'look after the disk; write the release again where its failure matters',
  SAME_FILE: 'name another file',
  K_EXCEEDS_ROWS: 'lower k, or take a larger table',
  K_EXCEEDS_PERSONS: 'lower k, or take a larger table',
  STRATA_TOO_SMALL: 'allow suppression, lower k or l, or take coarser strata',
  HISTORY_DISCLOSED: 'leave that column out, lower l, or take "history": "measure"',
  PERSON_ROWS_UNREACHABLE:
    'take fewer rows of each person ("rowsPerPerson"), allow suppression, lower k or l, or leave a sensitive column out',
  L_UNREACHABLE: 'lower l',
  NO_SOLUTION: 'allow suppression, lower k or l, or give coarser hierarchies',
  LABEL_AMBIGUOUS: 'rename the label of the hierarchy that the message names',
  AUDIT_FAILED: 'report it: this is a defect of kohort',
  OUT_OF_MEMORY: 'take a smaller table, --two-pass, or an algorithm that needs less',
  TOO_FEW_DESCRIPTORS: 'let the process open more files, such as by `ulimit -n 256`',
  THREAD_FAILED: 'run with --threads 1',
  ENGINE: 'report it: this is a defect of kohort',
  ABORTED: 'run again',
  TIME_LIMIT: 'give more time by --time-limit, or leave it out',
  UNEXPECTED: 'report it with what KOHORT_DEBUG=1 shows',
};

/** Cures of warnings whose message has none. */
export const warningCures: Cures = {
  COLUMNS_LEFT_OUT:
    '--known 2 (known: 2 of proposeJob) keeps them, and protects against people who know two of them; --keep COLUMNS keeps some',
  UNIQUE_INSENSITIVE_COLUMN: 'give the column the role "identifier" or "drop"',
  REPEATED_PERSONS:
    'give the key of a person the role "person", and persons are counted; or keep one row of each person; or state that each row is a person: "unit": "row"',
  SENSITIVE_UNPROTECTED: 'add a model of it, such as {"model": "l-diversity", "variant": "distinct", "l": 2}',
  K_IS_ONE: 'k of 5 or more is usual',
  ORDER_OF_TEXTS:
    'list the values in their order, "hierarchy": {"type": "order", "values": [...]}; give amounts their "format"; otherwise take "distance": "equal"',
  SENSITIVE_CONSTANT: 'leave the column out',
  RARE_INSENSITIVE_VALUES: 'make it a quasi-identifier, or drop it',
  RARE_SENSITIVE_VALUE:
    'give it the role "quasi-identifier" and leave out its models, so that it is released in ranges or sets; or group rare values before the run',
  SENSITIVE_SINGLE_OUT:
    'give some of them the role "drop", or "quasi-identifier", which releases ranges or sets; or group their values before the run',
  GENERALIZATION_UNDONE:
    'give it the role "quasi-identifier", which releases it in ranges or sets, or "drop"; where nobody can know its values, leave it',
  IDENTIFIER_OF_OTHERS: 'read the texts, or give the column the role "drop"',
  IDENTIFIERS_NOT_SEARCHED:
    'give columns of free text the role "drop", or read the rows: a file below 32 MiB without --two-pass and --memory',
  JUDGED_BY_CLASSES:
    'take top-down-specialization, bottom-up-generalization, datafly, mu-argus or a search over the lattice, such as optimal-lattice, which judge combinations, as local-suppression does where the job has no other model',
  STARS_MATCH_NOTHING:
    'give rare answers one value before (a hierarchy, a coarser column), or take top-down-specialization, which counts "*" as a value',
  ALL_ROWS_SUPPRESSED: 'a smaller k, fewer quasi-identifiers, or hierarchies',
  COLUMN_TELLS_LITTLE:
    'give the role "drop" to quasi-identifiers that nobody needs, so that the others keep more; or take a smaller k, or a hierarchy with finer levels',
  HIERARCHY_UNUSED:
    'leave it out; "role": "quasi-identifier" generalizes by it; t-closeness with "distance": "hierarchical" measures by it',
  LEVELS_SUGGESTED:
    'give the columns a "hierarchy" in the job (`kohort init FILE --goal levels` writes these), so that a run of it has them too',
  ORDER_BY_CODE_POINT: 'a hierarchy or {"type": "order"} keeps related values together',
  HEADER_DOUBTED:
    'write "input": {"header": false, "columns": [...]} if the first line is a row; otherwise rename the columns',
  CONSTANT_COLUMN: 'it protects nobody and costs nothing; "drop" leaves it out',
};

/** The warnings, each with what to do about it where that is known. */
export function withCures<W extends { readonly code: string; readonly cure?: string }>(warnings: readonly W[]): W[] {
  return warnings.map((warning) => {
    const { code, cure } = warning;
    return cure === undefined && Object.hasOwn(warningCures, code) ? { ...warning, cure: warningCures[code] } : warning;
  });
}

/** Cures of parameters of models, whose codes are made of their names: `K_TYPE`, `L_RANGE`, `C_NOT_INTEGER`. */
const numberCures: Cures = {
  TYPE: 'write a number, without quotes',
  RANGE: 'write a number within the range that the message names',
  NOT_INTEGER: 'write a whole number',
};

/** The cure of an error of that code, or an empty text where the tables have none. */
export function cureOf(code: string, ...tables: readonly Cures[]): string {
  for (const table of tables) if (Object.hasOwn(table, code)) return table[code];
  const ending = /^[A-Z]+_(TYPE|RANGE|NOT_INTEGER)$/.exec(code)?.[1];
  return ending === undefined ? 'do what the message says' : numberCures[ending];
}
