import { readFileSync } from 'node:fs';
import { runToCompletion } from '../../src/base/steps.js';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { parseLevelsText } from '../../src/hierarchy/parse-levels.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { sensitiveCodes, sensitiveScale } from '../../src/pipeline/sensitive-codes.js';
import { readCsv } from '../../src/io/csv/read-csv.js';
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

interface ScoreCase extends Omit<Case, 'expectedTransformation'> {
  readonly dataset: string;
  readonly metric: { readonly source: string };
  readonly expectedScores: readonly {
    readonly transformation: readonly number[];
    readonly score: number | readonly number[];
  }[];
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
    case 'OrderedDistanceTCloseness':
      return { model: 't-closeness', distance: 'ordered', t: first, attribute };
    case 'EntropyLDiversity':
      return { model: 'l-diversity', variant: 'entropy', l: Number(model.l), attribute };
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
  const truth =
    sharedFolder === null
      ? { optimumCases: [], nodeScoreCases: [] }
      : (JSON.parse(read('truth/model-optima.json')) as { optimumCases: Case[]; nodeScoreCases: ScoreCase[] });
  const byStatus = (status: string): readonly Case[] =>
    truth.optimumCases.filter(({ oracle }) => oracle.status === status);
  // Their subset of the rows is drawn in the other system's code, and is not in the table.
  const untold = byStatus('confirmed-optimum').filter(({ models }) =>
    models.some(({ model }) => model === 'Inclusion'),
  );
  const known = byStatus('confirmed-optimum')
    .filter((one) => !untold.includes(one))
    .map((one) => ({ ...one, specs: one.models.map(specOf) as PrivacySpec[] }));

  const hierarchy = (name: string) =>
    ({ type: 'levels', rows: parseLevelsText(read('data/adult/hierarchies', `${name}.csv`)) }) as const;

  const engines = [createEngine({ engine: 'wasm' }), createEngine({ engine: 'js' })];
  const tables: Record<string, Promise<Table>> = {};
  const tableOf = (file: string): Promise<Table> => (tables[file] ??= readCsv(read('data/adult', file)));
  const labelCache = new Map<string, readonly string[]>();
  const labelsOf = (table: Table, name: string, level: number): readonly string[] => {
    const key = `${table.rows} ${name} ${level}`;
    const cached = labelCache.get(key);
    if (cached !== undefined) return cached;
    const column = table.column(name)!;
    const built = buildHierarchy(hierarchy(name), column);
    const leaf = new Map(built.levels[0].labels.map((label, code) => [label, code]));
    const labels = column.texts.map((text) => built.levels[level].labels[built.levels[level].nodeOf[leaf.get(text)!]]);
    labelCache.set(key, labels);
    return labels;
  };

  /** The mean over rows of (leaves under the value - 1) / (leaves - 1); 1 for suppressed rows. */
  const lossOf = (table: Table, name: string, level: number, isKept: readonly boolean[]): number => {
    const own = table.column(name)!;
    const { levels } = buildHierarchy(hierarchy(name), own);
    const { nodeOf, first } = levels[level];
    const leaf = new Map(levels[0].labels.map((label, code) => [label, code]));
    const shares = own.texts.map((text) => {
      const node = nodeOf[leaf.get(text)!];
      return (first[node + 1] - first[node] - 1) / (levels[0].labels.length - 1);
    });
    return isKept.reduce((sum, kept, row) => sum + (kept ? shares[own.codes[row]] : 1), 0) / table.rows;
  };

  /** Rows of every class of a node, and whether all models hold for it; conditions of both engines say the same. */
  async function judge(specs: readonly PrivacySpec[], levels: readonly number[], sensitive: string | null) {
    const adult = await tableOf('adult-complete.csv');
    const inPublic = specs.some((spec) => 'public' in spec);
    const table = inPublic ? await tableOf('adult-subset.csv') : adult;
    const names = adult.columns
      .map(({ name }) => name)
      .filter((name) => levels.length === 9 || name !== (sensitive ?? 'occupation'));
    const keysOf = (rows: Table): string[] => {
      const columns = names.map((name, i) => ({
        labels: labelsOf(rows, name, levels[i]),
        codes: rows.column(name)!.codes,
      }));
      return Array.from({ length: rows.rows }, (_, row) =>
        columns.map(({ labels, codes }) => labels[codes[row]]).join('|'),
      );
    };
    const population = new Map<string, number>();
    if (inPublic) for (const key of keysOf(adult)) population.set(key, (population.get(key) ?? 0) + 1);
    const column = table.column(sensitive ?? 'occupation')!;
    const codes = runToCompletion(
      sensitiveCodes(column, undefined, {
        ordered: specs.some((spec) => 'distance' in spec && spec.distance === 'ordered'),
      }),
    );
    const models = createModels(specs, () => sensitiveScale(codes, hierarchy(column.name)));
    const { size } = codes;
    const classes = new Map<string, number>();
    const histogram: number[] = [];
    const global = new Uint32Array(size);
    const codeOf = Uint32Array.from(column.codes, (code) => (codes.map === undefined ? code : codes.map[code]));
    keysOf(table).forEach((key, row) => {
      let id = classes.get(key);
      if (id === undefined) {
        classes.set(key, (id = classes.size));
        for (let code = 0; code < size; code++) histogram.push(0);
      }
      histogram[id * size + codeOf[row]]++;
      global[codeOf[row]]++;
    });
    const counts = Uint32Array.from(histogram);
    const sizes = Uint32Array.from(classes.values(), (id) =>
      counts.subarray(id * size, (id + 1) * size).reduce((sum, n) => sum + n, 0),
    );
    const keys = [...classes.keys()];
    const holds = Uint8Array.from(sizes, () => 1);
    for (const model of models) {
      const own = Uint8Array.from(sizes, (rows, id) => {
        const inRegion = { population: [population.get(keys[id]) ?? 0], outside: 0, suppressed: 0 };
        return model.achieved(Uint32Array.of(rows), counts.subarray(id * size, (id + 1) * size), global, inRegion).holds
          ? 1
          : 0;
      });
      own.forEach((one, id) => (holds[id] &= one));
      if (model.public !== undefined) continue;
      const condition = model.condition(0, global);
      for (const engine of engines) {
        expect((await engine).checkCondition(condition, sizes, condition.kind === 'size' ? null : counts)).toEqual(own);
      }
    }
    const isKept = keysOf(table).map((key) => holds[classes.get(key)!] === 1);
    const heights = names.map((name) => buildHierarchy(hierarchy(name), table.column(name)!).height);
    const losses = (): number[] => names.map((name, i) => lossOf(table, name, levels[i], isKept));
    return {
      rows: table.rows,
      sizes,
      holds,
      heights,
      losses,
      suppressed: sizes.reduce((sum, rows, id) => sum + (holds[id] === 1 ? 0 : rows), 0),
    };
  }

  it('runs every case but those that the table itself explains', () => {
    const left = truth.optimumCases.length - known.length - byStatus('confirmed-no-solution').length;
    console.log(
      `model-optima: ${known.length} optima run, ${byStatus('confirmed-no-solution').length} without a solution; left out: ${byStatus('not-covered').length} not covered, ${untold.length} of rows that are not told, ${byStatus('confirmed-score-not-global-optimum').length} no optimum by the oracle`,
    );
    expect(left).toBe(
      byStatus('not-covered').length + untold.length + byStatus('confirmed-score-not-global-optimum').length,
    );
    expect(known.filter(({ specs }) => specs.length === 0 || specs.includes(null as never))).toEqual([]);
  });

  it('every model suppresses exactly the rows that an independent search counted, the same in both engines', async () => {
    for (const one of known.filter((_, i) => long || i % 12 === 0)) {
      const { suppressed, rows } = await judge(one.specs, one.expectedTransformation!, one.sensitive);
      expect(suppressed, `${one.suite} ${one.case} ${JSON.stringify(one.specs)}`).toBe(one.oracle.suppressed);
      expect(suppressed).toBeLessThanOrEqual(Math.floor(one.suppressionLimit * rows + 1e-9));
    }
  }, 600_000);

  it('no class satisfies where the table knows of no solution', async () => {
    for (const one of byStatus('confirmed-no-solution')) {
      const specs = one.models.map(specOf) as PrivacySpec[];
      const { holds } = await judge(specs, [1, 4, 1, 2, 3, 2, 2, 1].slice(0, 8), one.sensitive);
      expect([...holds]).toEqual([0]);
    }
  }, 60_000);

  it('nodes have the scores of the table, by every metric but entropy', async () => {
    let scores = 0;
    const scored = truth.nodeScoreCases.filter(({ metric }) => scoreOf(metric.source) !== null);
    for (const one of scored.filter((_, i) => long || i % 60 === 0)) {
      const specs = one.models.map(specOf) as PrivacySpec[];
      for (const { transformation, score } of one.expectedScores) {
        const found = await judge(specs, transformation, one.sensitive);
        const own = scoreOf(one.metric.source)!(found, transformation);
        const what = `${one.suite} ${one.case} ${one.metric.source} ${transformation.join('')}`;
        [score].flat().forEach((expected, i) => expect([own].flat()[i], what).toBeCloseTo(expected, 6));
        scores++;
      }
    }
    console.log(
      `model-optima: ${scores} scores of nodes; ${truth.nodeScoreCases.length - scored.length} cases of entropy (its own way to count suppressed cells) are left out`,
    );
  }, 600_000);
});

type Judged = {
  readonly rows: number;
  readonly sizes: Uint32Array;
  readonly holds: Uint8Array;
  readonly suppressed: number;
  readonly heights: readonly number[];
  readonly losses: () => number[];
};

/** The table's metric from classes, or null where it looks at cells. */
function scoreOf(source: string): ((judged: Judged, levels: readonly number[]) => number | number[]) | null {
  const squares = ({ sizes, holds, rows }: Judged, ofSuppressed: 'own' | 'all'): number =>
    sizes.reduce((sum, size, id) => sum + size * (holds[id] === 1 || ofSuppressed === 'own' ? size : rows), 0);
  if (source.includes('AECS')) {
    return ({ rows, holds, suppressed }) =>
      rows / (holds.reduce((sum, one) => sum + one, 0) + (suppressed > 0 ? 1 : 0));
  }
  if (source === 'Metric.createDiscernabilityMetric(true)') return (judged) => squares(judged, 'own');
  if (source === 'Metric.createDiscernabilityMetric(false)') return (judged) => squares(judged, 'all');
  if (source.includes('RANK')) return ({ losses }) => losses().sort((x, y) => y - x);
  if (source.includes('Precision')) {
    const counts = source.includes('false') ? 1 : 0;
    return ({ rows, suppressed, heights }, levels) => {
      const kept = rows - counts * suppressed;
      const cells = heights.reduce((sum, height, i) => sum + (kept * levels[i]) / height + (rows - kept), 0);
      return cells / heights.length / rows;
    };
  }
  if (source.includes('Height')) return (_, levels) => levels.reduce((sum, level) => sum + level, 0);
  return null;
}
