import { kAnonymity as auditedKAnonymity } from '../audit/models/k-anonymity.js';
import { lDiversity as auditedLDiversity } from '../audit/models/l-diversity.js';
import { kindsAmong } from '../audit/privacy.js';
import { algorithmNames } from '../algorithms/names.js';
import { InvalidArgumentError } from '../base/errors.js';
import { collectRows } from '../io/collect-rows.js';
import { batchesOf } from '../io/from-rows.js';
import { readByJob } from '../pipeline/read-by-job.js';
import type { JobRegistry } from '../pipeline/registry.js';
import type { RunParts } from '../pipeline/run-parts.js';
import type { ListedModel } from '../privacy/definition.js';
import { kAnonymity } from '../privacy/k-anonymity.js';
import { lDiversity } from '../privacy/l-diversity.js';
import type { AlgorithmParts } from './importable.js';

/** The models that most jobs have; a job with another one loads all. */
const ownModels = [kAnonymity, lDiversity] as unknown as readonly ListedModel[];
const ownKinds = kindsAmong([auditedKAnonymity, auditedLDiversity]);

/** True when a job names no model but those. What is no job is checked with all models, so that messages name them. */
function hasOwnModels(job: unknown): boolean {
  try {
    const { privacy } = job as { readonly privacy: readonly { readonly model: unknown }[] };
    return privacy.every(({ model }) => ownModels.some(({ name }) => name === model));
  } catch {
    return false;
  }
}

/** Parts of a run that are loaded when a run needs them, for the algorithms that were imported. */
export function latePartsOf(given: readonly AlgorithmParts[]): RunParts {
  const algorithms = given.map(({ algorithm }) => algorithm);
  const imported = algorithms.map(({ name }) => JSON.stringify(name)).join(', ');
  const refuse = (name: string, path: string): Error =>
    new InvalidArgumentError(
      path,
      `an algorithm that this anonymize was made with: ${imported}`,
      JSON.stringify(name),
      'ALGORITHM_NOT_IMPORTED',
      `import it from "kohort/algorithms/${name}" and hand it to createAnonymize, or use anonymize of "kohort", which has all`,
    );
  const elsewhere = { names: algorithmNames, refuse };
  const own: JobRegistry = { algorithms, elsewhere, models: ownModels };
  let all: JobRegistry | null = null;
  return {
    registryFor: (job) => {
      if (hasOwnModels(job)) return own;
      return (
        all ?? import('./late/all-models.js').then(({ privacyModels }) => (all ??= { ...own, models: privacyModels }))
      );
    },
    partsFor: async (plan, { weights }) => {
      const { permutes, replacement, publicTable, unit } = plan;
      const isPlain = permutes === null && replacement === null && publicTable === null && weights === null;
      const [models, others, persons] = await Promise.all([
        hasOwnModels(plan) ? null : import('./late/all-models.js'),
        isPlain ? null : import('./late/other-releases.js'),
        unit.name === 'person' ? import('./late/person-audit.js') : null,
      ]);
      return {
        audit: {
          kindOf: models?.kindOf ?? ownKinds,
          ...(others?.audited ?? { permuted: null, replaced: null, inPublic: null }),
          persons,
        },
        permuting: others?.permuting ?? null,
        joinPieces: others?.joinPieces ?? null,
        inPublic: others?.inPublic ?? null,
      };
    },
    // Rows in memory; whatever reads something else is loaded then.
    read: async (source, job, options) => {
      const { lookedColumns } = await import('./late/persons.js');
      const asked = { ...options, looked: lookedColumns(job) };
      if (Array.isArray(source)) return readByJob(job, asked, (settings) => collectRows(batchesOf(source), settings));
      const { readForChecked } = await import('../pipeline/read-for-checked.js');
      return readForChecked(source, job, asked);
    },
    warnOfPersons: async (table, plan) => (await import('./late/persons.js')).warnOfPersons(table, plan),
    checkListRun: given.find((part) => part.checkListRun !== undefined)?.checkListRun,
  };
}
