/** The user's choices, and the job that they make. */
import { DEFAULT_K, keyOfName } from 'kohort/assess';
import type { KeptTable, WorkerReading } from 'kohort/client';
import type { Everybody } from './search/everybody.js';
import type {
  AttributeSpec,
  HierarchySpec,
  InputSpec,
  Inspection,
  CheckedJob,
  PrivacySpec,
  Role,
  SuppressionSpec,
  Table,
} from 'kohort/js';

/** A first line that is no header, or rows that are no people. */
export interface Stray {
  readonly isHeader: boolean;
  readonly text: string;
}

/** A file that was opened. */
export interface Opened {
  readonly file: File;
  readonly table: Table;
  /** This table in the worker. */
  readonly kept: KeptTable;
  /** Reading of the file, as chosen or found. */
  readonly found: WorkerReading;
  /** Columns whose missing cells left rows out; null where no row was left out for one. */
  readonly missingIn: readonly string[] | null;
  /** Findings about its columns, with the proposed roles and the reasons. */
  readonly inspection: Inspection;
  /** A job made from the table; null where none can be made of it. */
  readonly proposal: CheckedJob | null;
  /** Persons of the table by the key that the proposal was made for; null where it was made for rows. */
  readonly persons: { readonly key: readonly string[]; readonly count: number } | null;
  /** Reason why there is no proposal. */
  readonly note: string | null;
  /** Evidence that people have several rows each, in words; null without any. */
  readonly repeated: string | null;
  /** Evidence that the file has no header, or rows that are no people, in words; null without any. */
  readonly stray: Stray | null;
  /** The table of all people among whom those of the file are, where one was opened. */
  readonly everybody?: Everybody;
}

/** Type and format by which the values of a column are read, where the found ones would not do. */
export interface ColumnKind {
  readonly type?: AttributeSpec['type'];
  /** Format of its values, where that is not the plain spelling of their type. */
  readonly format?: string;
  /** Texts of its missing cells, and the reading of cells that do not fit its type, as a job has them. */
  readonly missing?: AttributeSpec['missing'];
  readonly odd?: AttributeSpec['odd'];
}

export interface ColumnChoice extends ColumnKind {
  readonly name: string;
  readonly role: Role;
  readonly hierarchy: HierarchySpec | undefined;
  /** The delimiter between the items of a cell, for a column of lists. */
  readonly set?: AttributeSpec['set'];
  /** True for a sensitive column whose spellings of one value are one. */
  readonly fold?: boolean;
  /** The fewest rows of a value that is released as it is, for a sensitive column of texts; rarer values are released as `other`. */
  readonly rare?: AttributeSpec['rare'];
  /** `rounded` for a survey weight of which the means of classes are released; `mean` and `median` for insensitive columns. */
  readonly release?: AttributeSpec['release'];
  /** True for a hierarchy that the page gave an algorithm which needs levels; absent for one that somebody chose. */
  readonly isSuggested?: boolean;
}

/** The keys of a kind, as a job has them: none where nothing is said. */
export const kindKeys = ({ type, format, missing, odd }: ColumnKind): ColumnKind => ({
  ...(type === undefined ? {} : { type }),
  ...(format === undefined ? {} : { format }),
  ...(missing === undefined ? {} : { missing }),
  ...(odd === undefined ? {} : { odd }),
});

/** Rules for comparing the cells of a column, as a job has them: none where nothing is said. */
export const listKeys = ({
  set,
  fold,
  rare,
}: Pick<ColumnChoice, 'set' | 'fold' | 'rare'>): Pick<AttributeSpec, 'set' | 'fold' | 'rare'> => ({
  ...(rare === undefined ? {} : { rare }),
  ...(set === undefined ? {} : { set }),
  ...(fold === undefined ? {} : { fold }),
});

/** A privacy model as the form holds it: texts of its parameters. */
export interface ModelChoice {
  readonly model: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Keys of a job's `input` that say how a file is read, each as found where it is not said. */
export const READING_KEYS = [
  'format',
  'sheet',
  'sheets',
  'encoding',
  'skip',
  'headerRows',
  'badRows',
  'escapes',
  'baskets',
  'delimiter',
  'decimal',
  'thousands',
  'onMissing',
] as const;

/** Reading of a file, as far as the page offers choices. */
export interface Reading extends Pick<InputSpec, (typeof READING_KEYS)[number]> {
  /** The first line names the columns. */
  readonly header: boolean;
  /** Cells that count as missing, beside empty ones. */
  readonly missing: readonly string[];
}

export const initialReading: Reading = { header: true, missing: [] };

export interface Choices {
  readonly reading: Reading;
  readonly columns: readonly ColumnChoice[];
  readonly models: readonly ModelChoice[];
  readonly algorithm: string;
  /** Texts of the options that were filled in. */
  readonly options: Readonly<Record<string, string>>;
  readonly suppression: { readonly kind: 'none' | 'rows' | 'percent' | 'unlimited'; readonly amount: string };
  /** `row` where somebody said that each row is one person. */
  readonly unit?: CheckedJob['unit'];
  /** Counting queries whose error is measured. */
  readonly queries?: CheckedJob['queries'];
  /** Purpose, recipient and the like of a job that was opened, for the page that somebody signs. */
  readonly publication?: CheckedJob['publication'];
  /** Said where rows without the key of a person are counted apart. */
  readonly missingPersons?: 'separate';
}

export const initialChoices: Choices = {
  reading: initialReading,
  columns: [],
  models: [{ model: 'k-anonymity', parameters: { k: String(DEFAULT_K) } }],
  algorithm: 'mondrian',
  options: {},
  suppression: { kind: 'none', amount: '100' },
};

/** The roles that were suggested for a table, with everything else as it is at first. What a row is has to be said. */
export const suggestedOf = ({ inspection }: Opened): Choices => ({
  ...initialChoices,
  columns: inspection.columns.map(({ name, suggestedRole }) => ({
    name,
    role: suggestedRole === 'person' ? 'identifier' : suggestedRole,
    hierarchy: undefined,
  })),
});

/** The choices without models of columns that the table does not have, or that are not sensitive any more, and without `unit` beside the key of a person. */
export function forColumns(choices: Choices): Choices {
  const roles = new Map(choices.columns.map(({ name, role }) => [name, role]));
  const isProtected = (name: string): boolean => roles.get(name) === 'sensitive' || roles.get(name) === 'class';
  const models = choices.models.filter(({ parameters }) => !parameters.attribute || isProtected(parameters.attribute));
  const { unit, ...others } = withoutStrayColumns({
    ...choices,
    models: models.length === 0 ? initialChoices.models : models,
  });
  // A row that is one person, and a column that says whose a row is, exclude each other.
  return unit === undefined || keyOf(choices).length > 0 ? others : { ...others, unit };
}

/** Columns that together say whose a row is; none where rows are counted, or each is one person. */
export const keyOf = ({ columns }: Pick<Choices, 'columns'>): string[] =>
  columns.filter(({ role }) => role === 'person').map(({ name }) => name);

/** Columns whose missing cells leave a row out, as a run with the job does it; null where no row is left out for one. */
export const missingInOf = (
  { onMissing = 'keep' }: Pick<Reading, 'onMissing'>,
  columns: readonly Pick<ColumnChoice, 'name' | 'role'>[],
): readonly string[] | null =>
  onMissing === 'keep'
    ? null
    : columns.filter(({ role }) => role !== 'identifier' && role !== 'drop').map(({ name }) => name);

/** True where somebody said what a row is. */
export const isRowKnown = (choices: Choices): boolean => choices.unit === 'row' || keyOf(choices).length > 0;

/** The part of a job that decides the noun of {@link unitNoun}. */
export const countedBy = (choices: Choices) => ({
  unit: choices.unit,
  missingPersons: choices.missingPersons,
  attributes: Object.fromEntries(keyOf(choices).map((name) => [name, 'person'])),
});

/** Weights of columns in the search, of those that are not 1: the option `weights` of the algorithm, as its form holds it. */
export function weightsOf({ options }: Choices): Readonly<Record<string, number>> {
  const weights = readValue(options.weights ?? '');
  return typeof weights === 'object' && weights !== null ? (weights as Record<string, number>) : {};
}

/** The choices with another weight of a column. */
export const withWeight = (choices: Choices, name: string, weight: number): Choices =>
  withWeights(choices, { ...weightsOf(choices), [name]: weight });

function withWeights(choices: Choices, weights: Readonly<Record<string, number>>): Choices {
  const found = Object.entries(weights).filter(([, weight]) => weight !== 1);
  const text = found.length === 0 ? '' : JSON.stringify(Object.fromEntries(found));
  return { ...choices, options: { ...choices.options, weights: text } };
}

/** A column that is no quasi-identifier any more has no weight and no given level: algorithms refuse them. */
function withoutStrayColumns(choices: Choices): Choices {
  const isKnown = (name: string): boolean =>
    choices.columns.some((column) => column.name === name && column.role === 'quasi-identifier');
  const kept = (['weights', 'levels'] as const).map((option): [string, string] => {
    const text = choices.options[option] ?? '';
    const found = readValue(text);
    if (typeof found !== 'object' || found === null || Object.keys(found).every(isKnown)) return [option, text];
    const known = Object.entries(found).filter(([name]) => isKnown(name));
    return [option, known.length === 0 ? '' : JSON.stringify(Object.fromEntries(known))];
  });
  const isSame = kept.every(([option, text]) => text === (choices.options[option] ?? ''));
  return isSame ? choices : { ...choices, options: { ...choices.options, ...Object.fromEntries(kept) } };
}

/**
 * Choices that were made before, for the columns that there are now: those that came since keep what is chosen of them. What a row is
 * stays as it was said last.
 */
export const takenChoices = (taken: Choices, now: Choices): Choices =>
  forColumns({
    ...taken,
    reading: now.reading,
    unit: now.unit,
    columns: now.columns.map((column) => {
      const before = taken.columns.find(({ name }) => name === column.name) ?? column;
      return before.role === 'person' || column.role === 'person' ? column : before;
    }),
  });

/** Number, true, false, list or object where the text is one, else the text. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text that {@link readValue} reads as this value. */
export const textOfValue = (value: unknown): string =>
  typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);

const readAll = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() !== '')
      .map(([key, text]) => [key, readValue(text.trim())]),
  );

function suppressionOf({ kind, amount }: Choices['suppression']): SuppressionSpec | undefined {
  if (kind === 'rows') return { maxRows: Number(amount) };
  if (kind === 'percent') return { maxFraction: Number(amount) / 100 };
  return kind === 'unlimited' ? 'unlimited' : undefined;
}

/** The reading as a part of a job, without defaults. */
export function inputOf({ header, missing, ...said }: Reading, names: readonly string[]): InputSpec {
  return {
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(missing.length === 0 ? {} : { missing: ['', ...missing] }),
    ...(header ? {} : { header: false, columns: names }),
  };
}

/** True for the ways in which weights are released, false for averages of other columns. */
const isOfWeight = (release: AttributeSpec['release']): boolean => release === 'drop' || release === 'rounded';

/** The job file of these choices. The engine checks it; nothing is checked here. */
export function jobOf(choices: Choices): CheckedJob {
  // Made of entries: a column may be called `__proto__`.
  const attributes = Object.fromEntries(
    choices.columns.map(({ name, role, hierarchy, release, ...kind }) => {
      const generalizes = role === 'quasi-identifier' || role === 'sensitive';
      // A column that was made to numbers, or is no longer sensitive, is no list whose spellings are one.
      const lists = kind.type === undefined || kind.type === 'string' ? listKeys(kind) : {};
      const { set, fold, rare } = role === 'sensitive' ? lists : { set: lists.set };
      return [
        keyOfName(name),
        {
          role,
          ...kindKeys(kind),
          ...listKeys({ set, fold, rare: hierarchy === undefined ? rare : undefined }),
          ...(generalizes && hierarchy !== undefined ? { hierarchy } : {}),
          ...(release !== undefined && role === (isOfWeight(release) ? 'weight' : 'insensitive') ? { release } : {}),
        },
      ];
    }),
  );
  const suppression = suppressionOf(choices.suppression);
  const options = readAll(choices.options);
  const input = inputOf(
    choices.reading,
    choices.columns.map(({ name }) => name),
  );
  return {
    ...(Object.keys(input).length === 0 ? {} : { input }),
    attributes,
    privacy: choices.models.map(({ model, parameters }) => ({ model, ...readAll(parameters) }) as PrivacySpec),
    algorithm: { name: choices.algorithm, ...options },
    ...(suppression === undefined ? {} : { suppression }),
    ...(choices.unit === undefined ? {} : { unit: choices.unit }),
    ...(choices.queries === undefined ? {} : { queries: choices.queries }),
    ...(choices.publication === undefined ? {} : { publication: choices.publication }),
    ...(choices.missingPersons === undefined || keyOf(choices).length === 0
      ? {}
      : { missingPersons: choices.missingPersons }),
  };
}
