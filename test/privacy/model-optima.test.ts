import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { parseLevelsText } from '../../src/hierarchy/parse-levels.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { sensitiveCodes, sensitiveScale } from '../../src/run/sensitive-codes.js';
import { readCsv } from '../../src/table/read-csv.js';
import type { Table } from '../../src/table/table.js';
import { long, sharedFolder, sharedPath } from '../shared.js';

interface Case {
  readonly suite: string;
  readonly case: number;
  readonly models: readonly Readonly<Record<string, unknown>>[];
  readonly suppressionLimit: number;
  readonly sensitive: string | null;
  readonly expectedTransformation: readonly number[] | null;
  readonly oracle: { readonly status: string; readonly suppressed?: number };
}

/** A model of the table in ours, or null where there is none. */
function specOf(model: Readonly<Record<string, unknown>>): PrivacySpec | null {
  const arguments_ = /\(([^,)]*),? ?([^,)]*),? ?([^,)]*)/.exec(String(model.source)) as RegExpExecArray;
  const attribute = String(model.sensitive ?? arguments_[1]);
  const first = Number(arguments_[2]);
  switch (model.model) {
    case 'KAnonymity':
      return { model: 'k-anonymity', k: Number(model.k) };
    case 'RecursiveCLDiversity':
      return { model: 'l-diversity', variant: 'recursive', c: Number(model.c), l: Number(model.l), attribute };
    case 'EqualDistanceTCloseness':
      return { model: 't-closeness', distance: 'equal', t: first, attribute };
    case 'HierarchicalDistanceTCloseness':
      return { model: 't-closeness', distance: 'hierarchical', t: first, attribute };
    case 'BasicBLikeness':
      return { model: 'beta-likeness', variant: 'basic', beta: first, attribute };
    case 'EnhancedBLikeness':
      return { model: 'beta-likeness', variant: 'enhanced', beta: first, attribute };
    case 'DPresence':
      return { model: 'delta-presence', min: Number(model.deltaMin), max: Number(model.deltaMax), public: 'adult' };
    case 'KMap':
      return model.subset === undefined ? null : { model: 'k-map', k: Number(model.k), public: 'adult' };
    default:
      return null;
  }
}

describe.skipIf(sharedFolder === null)('Adult at the optimal level vectors of other systems', () => {
  const read = (...parts: string[]) => readFileSync(sharedPath(...parts), 'utf8');
  const { optimumCases } =
    sharedFolder === null
      ? { optimumCases: [] }
      : (JSON.parse(read('truth/model-optima.json')) as { optimumCases: Case[] });
  const known = optimumCases.flatMap((one) => {
    const specs = one.models.map(specOf);
    const usable =
      one.oracle.status === 'confirmed-optimum' &&
      one.oracle.suppressed !== undefined &&
      one.expectedTransformation !== null;
    return usable && specs.length > 0 && !specs.includes(null) ? [{ ...one, specs: specs as PrivacySpec[] }] : [];
  });
  const hierarchy = (name: string) =>
    ({ type: 'levels', rows: parseLevelsText(read('data/adult/hierarchies', `${name}.csv`)) }) as const;

  it('every model suppresses exactly the rows that an independent search counted', async () => {
    expect(known.length).toBeGreaterThan(50);
    const adult = await readCsv(read('data/adult/adult-complete.csv'));
    const subset = await readCsv(read('data/adult/adult-subset.csv'));
    const labelCache = new Map<string, readonly string[]>();
    const labelsOf = (table: Table, name: string, level: number): readonly string[] => {
      const key = `${table === adult} ${name} ${level}`;
      const cached = labelCache.get(key);
      if (cached !== undefined) return cached;
      const column = table.column(name)!;
      const built = buildHierarchy(hierarchy(name), column);
      const leaf = new Map(built.levels[0].labels.map((label, code) => [label, code]));
      const labels = column.texts.map(
        (text) => built.levels[level].labels[built.levels[level].nodeOf[leaf.get(text)!]],
      );
      labelCache.set(key, labels);
      return labels;
    };
    const seen = new Set<string>();
    for (const one of known.filter((_, i) => long || i % 5 === 0)) {
      const { specs, sensitive } = one;
      const inPublic = specs.some((spec) => 'public' in spec);
      const table = inPublic ? subset : adult;
      const names = adult.columns
        .map(({ name }) => name)
        .filter((name) => one.expectedTransformation!.length === 9 || name !== (sensitive ?? 'occupation'));
      const keysOf = (rows: Table): string[] => {
        const columns = names.map((name, i) => ({
          labels: labelsOf(rows, name, one.expectedTransformation![i]),
          codes: rows.column(name)!.codes,
        }));
        return Array.from({ length: rows.rows }, (_, row) =>
          columns.map(({ labels, codes }) => labels[codes[row]]).join('|'),
        );
      };
      const population = new Map<string, number>();
      if (inPublic) for (const key of keysOf(adult)) population.set(key, (population.get(key) ?? 0) + 1);
      const column = table.column(sensitive ?? 'occupation')!;
      const codes = sensitiveCodes(column, undefined, false);
      const models = createModels(specs, () => sensitiveScale(codes, hierarchy(column.name)));
      const size = column.texts.length;
      const classes = new Map<string, Uint32Array>();
      const global = new Uint32Array(size);
      keysOf(table).forEach((key, row) => {
        const counts = classes.get(key) ?? new Uint32Array(size);
        counts[column.codes[row]]++;
        global[column.codes[row]]++;
        classes.set(key, counts);
      });
      let suppressed = 0;
      for (const [key, counts] of classes) {
        const rows = counts.reduce((sum, count) => sum + count, 0);
        const sizes = Uint32Array.of(rows);
        const inRegion = { population: [population.get(key) ?? 0], outside: 0, suppressed: 0 };
        if (!models.every((model) => model.achieved(sizes, counts, global, inRegion).holds)) suppressed += rows;
      }
      expect(suppressed, `${one.suite} ${one.case} ${JSON.stringify(specs)}`).toBe(one.oracle.suppressed);
      expect(suppressed).toBeLessThanOrEqual(Math.floor(one.suppressionLimit * table.rows + 1e-9));
      for (const { model } of specs) seen.add(model);
    }
    expect(seen.size).toBeGreaterThanOrEqual(long ? 6 : 4);
  }, 300_000);
});
