import { plural } from '../base/plural.js';
import type { Column } from '../table/table.js';
import { Table } from '../table/table.js';
import { leafCodes } from './domain.js';
import { walkFits } from './fit.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import type { PublicMeasure, SensitiveColumn } from './models/model.js';
import { kindOf } from './all-kinds.js';
import type { PublicModel } from './privacy.js';
import { wordsOf } from './privacy.js';
import type { AuditedModel } from './report.js';
import type { AuditSpec } from './spec.js';
import { NONE, type Persons } from './persons.js';
import { isMissing } from './values.js';

/**
 * A public table whose missing cells are spelled as those of the original: where a hierarchy lists several texts of missing cells, the spelling
 * decides which leaf is meant, and it is one in both tables.
 */
export function spellAlike(table: Table, original: Table, missing: ReadonlySet<string>): Table {
  const missingIn = (column: Column): number => column.texts.findIndex((_, code) => isMissing(column, code, missing));
  const columns = table.columns.map((column) => {
    const source = original.column(column.name);
    const spelled = source?.texts[missingIn(source)];
    const own = missingIn(column);
    return spelled === undefined
      ? column
      : { ...column, texts: column.texts.map((text, code) => (code === own ? spelled : text)) };
  });
  return new Table(table.rows, columns, table.warnings, table.weights);
}

/**
 * Counts the public rows under every released class, by the leaves that its labels cover in the domains of the public table. Null, with a problem,
 * when they cannot be counted: no table, a label without a meaning, regions that overlap.
 *
 * @param classes - the classes, their dictionary codes per quasi-identifier, and their rows without suppressed ones
 */
export function* measurePublic(
  release: Table,
  spec: AuditSpec,
  missing: ReadonlySet<string>,
  classes: { readonly grouping: Grouping; readonly codes: readonly Uint32Array[]; readonly sizes: Uint32Array },
  problems: string[],
  persons: Persons | null = null,
): Generator<void, PublicMeasure | null> {
  const table = spec.publicTable;
  if (table === undefined) {
    problems.push('the public table was not given: models on it cannot hold');
    return null;
  }
  const { grouping, codes, sizes } = classes;
  const before = problems.length;
  const values = { codes, sizes };
  const attributes = yield* readQuasiIdentifiers(
    { release, spec, original: table, missing, persons },
    values,
    problems,
    () => undefined,
  );
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
  const regionOfVector = new Uint32Array(vectors.count).fill(NONE);
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
        regionOfVector[vector] = matches[at];
        found++;
      }
      if (found === 0) outside += vectors.sizes[vector];
      if (found > 1) overlapping += vectors.sizes[vector];
    },
  );
  // Somebody of several rows may have one in the public table: persons are counted apart.
  const covered = spec.persons === undefined ? sizes : new Uint32Array(0);
  const uncovered = covered.reduce(
    (count, rows, c) => (rows > population[c] ? count + rows - population[c] : count),
    0,
  );
  if (uncovered > 0)
    problems.push(
      `${uncovered} released ${plural(uncovered, 'row has', 'rows have')} no row of the public table under ${plural(uncovered, 'it', 'them')}`,
    );
  if (overlapping > 0) {
    problems.push(
      `${overlapping} public ${plural(overlapping, 'row lies', 'rows lie')} under more than one released class: models on them cannot be judged`,
    );
  }
  const regionOf = vectors.groupOf.map((vector) => regionOfVector[vector]);
  return done && uncovered === 0 && overlapping === 0 ? { population, outside, regionOf } : null;
}

/** Required values of a model on the public table, by name. */
export const requiredOf = (model: PublicModel): Record<string, number> => {
  const given = model as unknown as Readonly<Record<string, number>>;
  return Object.fromEntries(kindOf(model).numbers.map((key) => [key, given[key]]));
};

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
  const base = { model: model.model, ...wordsOf(model), required };
  if (measure === null) return { ...base, achieved: {}, holds: false };
  const released = Array.from(sizes.keys()).filter((c) => sizes[c] > 0);
  const judged = kindOf(model).public?.judge(model, { measure, sizes, released, suppressed, column });
  return { ...base, ...(judged ?? { achieved: {}, holds: false }) };
}
