/** The way back from a job to the choices that make it. */
import type { AttributeSpec, CheckedJob } from 'kohort/js';
import { patternsFor, specOf } from 'kohort/assess';
import type { Choices, ColumnChoice } from './choices.js';
import { initialReading, kindKeys, listKeys, textOfValue } from './choices.js';

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOfValue(value)]));

/** True for a column that matches a pattern of a job and that its list lacks: nobody has decided on it. */
export const isNotListed = (job: CheckedJob, name: string): boolean =>
  patternsFor(job, name)[0]?.listed?.includes(name) === false;

/** The description of a column in a job; a column that nobody has decided on is not released. */
const specIn = (job: CheckedJob, name: string): AttributeSpec | undefined =>
  isNotListed(job, name) ? { role: 'drop' } : specOf(job, name);

/**
 * The choices of a job, for a table with these columns. What the forms do not show (`output`, how the file is read, keys of an
 * attribute beside its role, type, format, missing, odd, set, fold, rare, release and hierarchy) is left out.
 *
 * @param names - columns of the table, in its order; those that the job does not name have its default role
 */
export function choicesOf(job: CheckedJob, names: readonly string[]): Choices {
  const { name: algorithm, ...options } =
    typeof job.algorithm === 'string' ? { name: job.algorithm } : { ...job.algorithm };
  return {
    reading: initialReading,
    columns: names.map((name): ColumnChoice => {
      const { role, hierarchy, release, ...others } = specIn(job, name) ?? {};
      return {
        name,
        role: role ?? job.defaultRole ?? 'drop',
        hierarchy,
        ...kindKeys(others),
        ...listKeys(others),
        ...(release === undefined ? {} : { release }),
      };
    }),
    models: job.privacy.map(({ model, ...parameters }) => ({ model, parameters: textsOf(parameters) })),
    algorithm,
    options: textsOf(options),
    suppression: suppressionOf(job.suppression),
    ...(job.unit === undefined ? {} : { unit: job.unit }),
    ...(job.queries === undefined ? {} : { queries: job.queries }),
    ...(job.publication === undefined ? {} : { publication: job.publication }),
    ...(job.missingPersons === 'separate' ? { missingPersons: job.missingPersons } : {}),
  };
}

function suppressionOf(limit: CheckedJob['suppression']): Choices['suppression'] {
  if (limit === undefined) return { kind: 'none', amount: '100' };
  if (limit === 'unlimited') return { kind: 'unlimited', amount: '100' };
  if ('maxRows' in limit) return { kind: 'rows', amount: String(limit.maxRows) };
  return { kind: 'percent', amount: String(Number((100 * limit.maxFraction).toPrecision(12))) };
}
