/** What the user has chosen, and the job that it makes. */
import type { KeptTable } from 'kohort/client';
import type {
  HierarchySpec,
  InputSpec,
  Inspection,
  CheckedJob,
  PrivacySpec,
  Role,
  SuppressionSpec,
  Table,
} from 'kohort/js';

/** A file that was opened. */
export interface Opened {
  readonly file: File;
  readonly table: Table;
  /** The same table in the worker. */
  readonly kept: KeptTable;
  readonly inspection: Inspection;
}

export interface ColumnChoice {
  readonly name: string;
  readonly role: Role;
  readonly hierarchy: HierarchySpec | undefined;
}

/** A privacy model as the form holds it: texts of its parameters. */
export interface ModelChoice {
  readonly model: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How a file is read, as far as the page lets it be chosen. */
export interface Reading {
  /** The first line names the columns. */
  readonly header: boolean;
  /** Cells `?` count as missing, beside empty ones. */
  readonly questionMarks: boolean;
}

export const initialReading: Reading = { header: true, questionMarks: false };

export interface Choices {
  readonly reading: Reading;
  readonly columns: readonly ColumnChoice[];
  readonly models: readonly ModelChoice[];
  readonly algorithm: string;
  /** Texts of the options that were filled in. */
  readonly options: Readonly<Record<string, string>>;
  readonly suppression: { readonly kind: 'none' | 'rows' | 'percent' | 'unlimited'; readonly amount: string };
}

export const initialChoices: Choices = {
  reading: initialReading,
  columns: [],
  models: [{ model: 'k-anonymity', parameters: { k: '10' } }],
  algorithm: 'mondrian',
  options: {},
  suppression: { kind: 'none', amount: '100' },
};

/** The choices without models of columns that the table does not have. */
export function forColumns(choices: Choices): Choices {
  const names = new Set(choices.columns.map(({ name }) => name));
  const models = choices.models.filter(({ parameters }) => !parameters.attribute || names.has(parameters.attribute));
  return { ...choices, models: models.length === 0 ? initialChoices.models : models };
}

/** Number, true, false, list or object where the text is one, else the text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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

/** What a job says of the reading: nothing of what is so by default. */
export function inputOf({ header, questionMarks }: Reading, names: readonly string[]): InputSpec {
  return {
    ...(questionMarks ? { missing: ['', '?'] } : {}),
    ...(header ? {} : { header: false, columns: names }),
  };
}

/** The job file of these choices. The engine checks it; nothing is checked here. */
export function jobOf(choices: Choices): CheckedJob {
  const attributes: Record<string, CheckedJob['attributes'][string]> = {};
  for (const { name, role, hierarchy } of choices.columns) {
    const generalizes = role === 'quasi-identifier' || role === 'sensitive';
    attributes[name] = { role, ...(generalizes && hierarchy !== undefined ? { hierarchy } : {}) };
  }
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
  };
}
