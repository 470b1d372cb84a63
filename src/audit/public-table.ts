import { plural } from '../plural.js';
import type { Column } from '../table/table.js';
import { Table } from '../table/table.js';
import { leafCodes } from './domain.js';
import { walkFits } from './fit.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import type { SensitiveColumn } from './privacy.js';
import type { AuditedModel } from './report.js';
import type { AuditPrivacy, AuditSpec } from './spec.js';
import { isMissing } from './values.js';

/** The public table against the released classes. */
export interface PublicMeasure {
  /** [classes] public rows in the region of every class. */
  readonly population: Float64Array;
  /** Public rows in the region of no released class. */
  readonly outside: number;
}

const tolerance = 1e-12;

export type PublicModel = Extract<AuditPrivacy, { readonly public: string }>;

/** A model on the public table. */
export const isPublicModel = (model: AuditPrivacy): model is PublicModel => 'public' in model;

/**
 * A public table whose missing cells are spelled as those of the original: where a hierarchy lists several texts of missing
 * cells, the spelling tells which leaf is meant, and it is one in both tables.
 */
export function spellAlike(table: Table, original: Table, missing: ReadonlySet<string>): Table {
  const missingIn = (column: Column): number => column.texts.findIndex((_, code) => isMissing(column, code, missing));
  const columns = table.columns.map((column) => {
    const source = original.column(column.name);
    const [own, other] = [missingIn(column), source === undefined ? -1 : missingIn(source)];
    return source === undefined || own < 0 || other < 0
      ? column
      : { ...column, texts: column.texts.map((text, code) => (code === own ? source.texts[other] : text)) };
  });
  return new Table(table.rows, columns, table.warnings, table.weights);
}

/**
 * Counts the public rows under every released class, by the leaves that its labels cover in the domains of the public
 * table. Null, with a problem, when that cannot be told: no table, a label without a meaning, regions that overlap.
 *
 * @param classes - the classes, their dictionary codes per quasi-identifier, and their rows without suppressed ones
 */
export function* measurePublic(
  release: Table,
  spec: AuditSpec,
  missing: ReadonlySet<string>,
  classes: { readonly grouping: Grouping; readonly codes: readonly Uint32Array[]; readonly sizes: Uint32Array },
  problems: string[],
): Generator<void, PublicMeasure | null> {
  const table = spec.publicTable;
  if (table === undefined) {
    problems.push('the public table was not given: models on it cannot hold');
    return null;
  }
  const { grouping, codes, sizes } = classes;
  const before = problems.length;
  const values = { codes, sizes };
  const attributes = yield* readQuasiIdentifiers(release, spec, table, missing, values, problems, () => undefined);
  const read = attributes.filter((attribute) => attribute !== null);
  if (read.length < attributes.length || problems.length > before) {
    problems.push('the released values cannot be read in the domains of the public table: models on it cannot hold');
    return null;
  }
  const columns = spec.quasiIdentifiers.map(({ name }) => table.column(name)).filter((column) => column !== undefined);
  const vectors = (yield* groupInSteps(
    table,
    columns.map((column) => ({ codes: column.codes, width: column.texts.length })),
  )) as Grouping;
  const population = new Float64Array(sizes.length);
  let outside = 0;
  let overlapping = 0;
  const done = yield* walkFits(
    {
      vectors,
      leafOf: columns.map((column, i) => leafCodes(column, read[i].domain, missing)),
      classes: grouping,
      runsOf: read.map(({ labels }) => labels.runs),
      roots: 1,
      budget: Infinity,
    },
    (vector, matches, from, to) => {
      let found = 0;
      for (let at = from; at < to; at++) {
        if (sizes[matches[at]] === 0) continue;
        population[matches[at]] += vectors.sizes[vector];
        found++;
      }
      if (found === 0) outside += vectors.sizes[vector];
      if (found > 1) overlapping += vectors.sizes[vector];
    },
  );
  const uncovered = sizes.reduce((count, rows, c) => (rows > population[c] ? count + rows - population[c] : count), 0);
  if (uncovered > 0)
    problems.push(
      `${uncovered} released ${plural(uncovered, 'row has', 'rows have')} no row of the public table under ${plural(uncovered, 'it', 'them')}`,
    );
  if (overlapping > 0) {
    problems.push(
      `${overlapping} public ${plural(overlapping, 'row lies', 'rows lie')} under more than one released class: models on them cannot be judged`,
    );
  }
  return done && uncovered === 0 && overlapping === 0 ? { population, outside } : null;
}

/** What a model on the public table asks for, by name. */
export const requiredOf = (model: PublicModel): Record<string, number> =>
  model.model === 'delta-presence'
    ? { min: model.min, max: model.max }
    : model.model === 'weak-l-diversity'
      ? { l: model.l }
      : { k: model.k };

/**
 * One model on the public table. `suppressed`: private rows that are not released; `column`: the model's sensitive one,
 * undefined when the release lacks it or the model has none.
 */
export function judgePublic(
  model: PublicModel,
  measure: PublicMeasure | null,
  sizes: Uint32Array,
  suppressed: number,
  column?: SensitiveColumn,
): AuditedModel {
  const required = requiredOf(model);
  if (measure === null) return { model: model.model, required, achieved: {}, holds: false };
  const { population, outside } = measure;
  const released = Array.from(sizes.keys()).filter((c) => sizes[c] > 0);
  if (model.model === 'weak-l-diversity') {
    const base = { model: model.model, attribute: model.attribute, required };
    if (column === undefined) return { ...base, achieved: {}, holds: false };
    const { start, count } = column.histogram;
    let largest = 0;
    for (const c of released) {
      for (let entry = start[c]; entry < start[c + 1]; entry++)
        largest = Math.max(largest, count[entry] / population[c]);
    }
    return {
      ...base,
      achieved: released.length === 0 ? {} : { l: 1 / largest },
      holds: largest <= (1 / model.l) * (1 + tolerance),
    };
  }
  if (model.model !== 'delta-presence') {
    const k = released.reduce((least, c) => Math.min(least, population[c]), Infinity);
    return { model: model.model, required, achieved: { k: released.length === 0 ? 0 : k }, holds: k >= model.k };
  }
  const presences = released.map((c) => sizes[c] / population[c]);
  if (outside > 0 && model.outside !== 'ignored') presences.push(suppressed / outside);
  const min = presences.reduce((least, presence) => Math.min(least, presence), Infinity);
  const max = presences.reduce((most, presence) => Math.max(most, presence), 0);
  return {
    model: model.model,
    required,
    achieved: presences.length === 0 ? { min: 0, max: 0 } : { min, max },
    holds: presences.length === 0 || (min >= model.min * (1 - tolerance) && max <= model.max * (1 + tolerance)),
  };
}
