import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditPrivacy } from '../../src/audit/spec.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { createModels } from '../../src/privacy/create-models.js';
import { privacyModels } from '../../src/privacy/list.js';
import type { PrivacyModel } from '../../src/privacy/model.js';
import { sensitiveCodes, sensitiveScale } from '../../src/pipeline/sensitive-codes.js';
import { allEngines } from '../engine/engines.js';
import { tableOf } from '../audit/tables.js';
import { mulberry32 } from '../random.js';
import { casesOf } from '../shared.js';
import { judgeCells, type JudgedScale } from '../truth/definitions/models.js';

const engines = await allEngines();

const attribute = 's';

interface RandomTable {
  readonly classes: number[][];
  readonly table: number[];
  readonly texts: string[];
  readonly hierarchy: AuditHierarchy & { readonly type: 'levels' };
  readonly scale: JudgedScale<number>;
}

/** Classes of cells 0 .. values - 1 (cell 0 may be the missing one), further rows that are suppressed, a tree over the cells. */
function drawTable(random: () => number): RandomTable {
  const below = (n: number): number => Math.floor(random() * n);
  const values = 1 + below(6);
  const missing = below(4) === 0;
  const skew = 1 + below(3);
  const cell = (): number => Math.floor(Math.pow(random(), skew) * values);
  const classes = Array.from({ length: 1 + below(4) }, () => Array.from({ length: 1 + below(8) }, cell));
  const table = [...classes.flat(), ...Array.from({ length: below(3) === 0 ? below(8) : 0 }, cell)];
  const numbers = Array.from({ length: values }, () => below(20) - 5);
  for (let i = 0; i < values; i++) while (numbers.indexOf(numbers[i]) < i) numbers[i]++;
  const texts = numbers.map((number, i) => (missing && i === 0 ? '' : String(number)));
  const height = 1 + below(3);
  // Every level joins nodes of the one below; names say the level, so that a node is known by its label.
  const nodes: number[][] = [texts.map((_, i) => i)];
  for (let level = 1; level < height; level++) {
    const parents = nodes[level - 1].map(() => below(3));
    nodes.push(nodes[level - 1].map((node) => parents[node % parents.length]));
  }
  nodes.push(texts.map(() => 0));
  const rows = texts.map((text, i) =>
    nodes.map((level, j) => (j === 0 ? text : j === height ? '*' : `n${j}.${level[i]}`)),
  );
  return {
    classes,
    table,
    texts,
    hierarchy: { type: 'levels', rows },
    scale: {
      number: (one) => (texts[one] === '' ? NaN : numbers[one]),
      distance: (a, b) => nodes.findIndex((level) => level[a] === level[b]) / height,
    },
  };
}

function drawSpecs(random: () => number): PrivacySpec[] {
  const below = (n: number): number => Math.floor(random() * n);
  return [
    { model: 't-closeness', t: below(21) / 20, distance: 'hierarchical', attribute },
    { model: 'ke-anonymity', k: 1 + below(3), e: below(10), attribute },
    { model: 'alpha-k-anonymity', k: 1 + below(4), alpha: (1 + below(12)) / 12, attribute },
    { model: 'beta-likeness', variant: 'basic', beta: (1 + below(12)) / 4, attribute },
    { model: 'beta-likeness', variant: 'enhanced', beta: (1 + below(12)) / 4, attribute },
    { model: 'delta-disclosure', delta: (1 + below(12)) / 5, attribute },
    { model: 'delta-disclosure', delta: (1 + below(12)) / 5, attribute, absent: 'violates' },
    { model: 'average-risk', risk: (1 + below(10)) / 10 },
    {
      model: 'population-uniqueness',
      population: 200 + below(900),
      estimator: 'zayatz',
      uniques: (1 + below(10)) / 20,
    },
    { model: 'maximum-risk', risk: 1 / (1 + below(6)) },
  ];
}

/** The models and the histograms of a table, as a run makes them. */
function compile({ table, texts, hierarchy }: RandomTable, specs: readonly PrivacySpec[]) {
  const whole = tableOf(
    ['s'],
    table.map((cell) => [texts[cell]]),
    { s: 'integer' },
  );
  const column = whole.columns[0];
  const codes = runToCompletion(sensitiveCodes(column, hierarchy, { ordered: false }));
  const models = createModels(specs, () => sensitiveScale(codes, hierarchy));
  const codeOf = (cell: number): number => column.texts.indexOf(texts[cell]);
  const count = (cells: readonly number[]): number[] =>
    column.texts.map((_, code) => cells.filter((cell) => codeOf(cell) === code).length);
  return { models, count, global: Uint32Array.from(count(table)) };
}

function say(
  model: PrivacyModel,
  classes: readonly (readonly number[])[],
  count: (cells: readonly number[]) => number[],
  global: Uint32Array,
) {
  const sizes = Uint32Array.from(classes, (cells) => cells.length);
  const histogram = Uint32Array.from(classes.flatMap(count));
  return model.attribute === null ? model.achieved(sizes, null, null) : model.achieved(sizes, histogram, global);
}

const near = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)));

const cases = casesOf(20_000, 150);

describe('every privacy model that needs only the release', () => {
  it(`is what its definition says, in the models, in every engine and in the audit (${cases} tables)`, () => {
    let held = 0;
    let judged = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const random = mulberry32(seed);
      const drawn = drawTable(random);
      const specs = drawSpecs(random);
      const { models, count, global } = compile(drawn, specs);
      const { classes, table, texts, hierarchy, scale } = drawn;
      const rows = classes.flatMap((cells, c) => cells.map((cell) => [`c${c}`, texts[cell]]));
      const others = table.slice(rows.length).map((cell) => [`c${seed % classes.length}`, texts[cell]]);
      const types = { s: 'integer' } as const;
      const report = audit(
        tableOf(['q', 's'], rows, types),
        {
          quasiIdentifiers: [{ name: 'q' }],
          classColumn: null,
          privacy: specs as readonly AuditPrivacy[],
          suppressed: 'drop',
          identifiers: [],
          missing: [''],
          sensitiveHierarchies: [{ name: 's', hierarchy }],
        },
        tableOf(['q', 's'], [...rows, ...others], types),
      );
      expect(report.problems).toEqual([]);
      specs.forEach((spec, i) => {
        const naive = judgeCells(spec, { classes, table, scale });
        const said = say(models[i], classes, count, global);
        const audited = report.privacy[i];
        const fail = (what: string): never =>
          expect.fail(`seed ${seed}, ${what}: ${JSON.stringify({ spec, naive, said, audited, drawn })}`);
        if (said.holds !== naive.holds) fail('model');
        if (audited.holds !== naive.holds) fail('audit');
        for (const key of new Set([...Object.keys(naive.achieved), ...Object.keys(said.achieved)])) {
          if (!near(said.achieved[key] ?? Infinity, naive.achieved[key])) fail(`model, ${key}`);
          if (!near(audited.achieved[key] ?? Infinity, naive.achieved[key])) fail(`audit, ${key}`);
        }
        judged++;
        if (naive.holds) held++;
        if (spec.model === 'average-risk' || spec.model === 'population-uniqueness') return;
        const condition = models[i].condition(0, global);
        const sizes = Uint32Array.from(classes, (cells) => cells.length);
        const histogram = Uint32Array.from(classes.flatMap(count));
        const expected = classes.map((cells) => (judgeCells(spec, { classes: [cells], table, scale }).holds ? 1 : 0));
        for (const engine of engines) {
          const found = engine.checkCondition(condition, sizes, condition.kind === 'size' ? null : histogram);
          if (found.join() !== expected.join()) fail(`engine ${engine.variant}`);
        }
      });
    }
    // Neither answer is rare: the test compares something.
    expect(held / judged).toBeGreaterThan(0.2);
    expect(held / judged).toBeLessThan(0.8);
  });

  it('is monotone exactly when it says so: satisfying classes are joined at random', () => {
    const broken = new Map<string, number>();
    const kept = new Map<string, number>();
    for (let seed = 1; seed <= 4 * cases; seed++) {
      const random = mulberry32(1_000_000 + seed);
      const drawn = drawTable(random);
      const specs = drawSpecs(random);
      const { models, count, global } = compile(drawn, specs);
      const { classes } = drawn;
      if (classes.length < 2) continue;
      const joined = [[...classes[0], ...classes[1]], ...classes.slice(2)];
      models.forEach((model, i) => {
        // An estimate of all classes is no condition on each.
        if (model.table?.isOfSizes === true || !say(model, classes, count, global).holds) return;
        const name = `${model.name} ${'absent' in specs[i]}`;
        if (say(model, joined, count, global).holds) kept.set(name, (kept.get(name) ?? 0) + 1);
        else {
          broken.set(name, (broken.get(name) ?? 0) + 1);
          expect(model.monotone, JSON.stringify({ seed, spec: model.spec })).toBe(false);
        }
      });
    }
    expect([...broken.keys()]).toEqual(['delta-disclosure false']);
    expect(kept.size, 'monotone models that drawSpecs draws: count a new one here').toBe(8);
    for (const [name, count] of kept) expect(count, name).toBeGreaterThan(10);
  });

  it('is in the list with the source and the parameters that it has', () => {
    const specs = drawSpecs(mulberry32(1));
    for (const model of createModels(specs)) {
      const listed = privacyModels.find(({ name }) => name === model.name);
      expect(listed?.source).toBe(model.source);
      expect(Object.keys(listed?.parameters ?? {})).toEqual(
        expect.arrayContaining(Object.keys(model.spec).filter((key) => key !== 'model')),
      );
    }
  });
});
