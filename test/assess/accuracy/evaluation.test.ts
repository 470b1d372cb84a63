import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../src/assess/accuracy/classifier.js';
import { encoderFor } from '../../../src/assess/accuracy/features.js';
import { holdOut } from '../../../src/assess/accuracy/hold-out.js';
import { locator } from '../../../src/assess/accuracy/locate.js';
import { naiveBayes } from '../../../src/assess/accuracy/naive-bayes.js';
import { markPareto } from '../../../src/assess/accuracy/pareto.js';
import type { Comparison, CompareOptions, Job, Table } from '../../../src/index.js';
import { anonymize, compare, KohortError, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { Table as TableClass } from '../../../src/table/table.js';

describe('markPareto', () => {
  it('marks what no row dominates, by definition on random rows', () => {
    const criteria = [
      { name: 'cost', higherIsBetter: false },
      { name: 'gain', higherIsBetter: true },
    ];
    for (let seed = 0; seed < 500; seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 1 + random.below(8) }, () =>
        criteria.map((_, c) => (random.below(9) === 0 ? null : c === 0 ? BigInt(random.below(4)) : random.below(4))),
      );
      const marks = markPareto(rows, criteria);
      rows.forEach(([cost, gain], i) => {
        if (cost === null || gain === null) return expect(marks[i]).toBeNull();
        const beaten = rows.some(
          ([c, g]) => c !== null && g !== null && c <= cost && g >= gain && (c < cost || g > gain),
        );
        expect(marks[i]).toBe(!beaten);
      });
    }
  });
});

const rowsOf = (table: Table): string[] =>
  Array.from({ length: table.entries }, (_, e) => {
    const text = table.columns.map(({ texts, codes }) => texts[codes[e]]).join('|');
    return Array.from({ length: table.weights?.[e] ?? 1 }, () => text);
  }).flat();

describe('holdOut', () => {
  const drawTable = (seed: number, rows: number): Table => {
    const random = seededRandom(seed);
    return tableFromRows(Array.from({ length: rows }, () => ({ x: random.below(5), y: 'abc'[random.below(3)] })));
  };
  const counted = (table: Table): Table => {
    const [part] = holdOut(table, Infinity, 1, seededRandom(9));
    return part.training;
  };

  it('holds out every row once in three thirds, of plain and of counted tables', () => {
    for (let seed = 0; seed < 40; seed++) {
      for (const table of [drawTable(seed, 3 + seed), counted(drawTable(seed, 9 + seed))]) {
        const parts = holdOut(table, 1e6, 3, seededRandom(seed));
        const all = rowsOf(table).sort();
        expect(parts.flatMap(({ test }) => rowsOf(test)).sort()).toEqual(all);
        for (const { training, test } of parts) {
          expect(training.rows + test.rows).toBe(table.rows);
          expect([...rowsOf(training), ...rowsOf(test)].sort()).toEqual(all);
          expect(Math.abs(test.rows - table.rows / 3)).toBeLessThan(1);
        }
      }
    }
  });

  it('draws the given number of rows of larger tables, none more often than it is there', () => {
    const table = counted(drawTable(3, 60));
    const parts = holdOut(table, 20, 3, seededRandom(5));
    const drawn = parts.flatMap(({ test }) => rowsOf(test));
    expect(drawn).toHaveLength(20);
    const left = rowsOf(table);
    for (const row of drawn) expect(left.splice(left.indexOf(row), 1)).toEqual([row]);
  });
});

const job = (algorithm: Job['algorithm'], k: number): Job => ({
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    city: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': { north: ['A', 'B'], south: ['C', 'D'] } } } },
    label: { role: 'class' },
  },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm,
}); // prettier-ignore

const people = (seed: number, rows: number, labelOf: (age: number, city: string) => string): Table => {
  const random = seededRandom(seed);
  return tableFromRows(
    Array.from({ length: rows }, () => {
      const age = 20 + random.below(12);
      const city = 'ABCD'[random.below(4)];
      return { age, city, label: labelOf(age, city) };
    }),
  );
};
const asCounted = (table: Table): Table => holdOut(table, Infinity, 1, seededRandom(1))[0].training;

describe('locator', () => {
  it('gives people of the release values that cover them: their own where attributes are recoded one by one', async () => {
    for (const algorithm of ['mondrian', 'greedy-hill-climbing', 'top-down-specialization', 'mdav']) {
      for (let seed = 0; seed < 8; seed++) {
        const table = asCounted(people(seed, 60, (age) => (age % 2 === 0 ? 'x' : 'y')));
        const { plan } = await anonymize(table, job(algorithm, 4));
        const { attributes, pieces } = plan!;
        const locate = locator(attributes);
        pieces.entry.forEach((entry, p) => {
          const leaves = attributes.map(({ domain }) => domain.leafOf[domain.column.codes[entry]]);
          const found = locate(leaves);
          attributes.forEach(({ values, valueOf }, a) => {
            const { lo, hi } = values[found[a]];
            expect(leaves[a] >= lo && leaves[a] <= hi).toBe(true);
            if (algorithm === 'greedy-hill-climbing' || algorithm === 'top-down-specialization') {
              expect(found[a]).toBe(valueOf[pieces.classId[p]]);
            }
          });
        });
      }
    }
  });

  it('takes the nearest class where none covers the vector, of two the smaller', () => {
    const domain = { size: 10, numbers: Float64Array.from({ length: 10 }, (_, i) => i), missingLeaf: -1 } as never;
    const value = (lo: number, hi: number) => ({ label: '', lo, hi, level: null });
    const x = { domain, values: [value(0, 4), value(3, 9), value(3, 4)], valueOf: Uint32Array.of(0, 1, 2) };
    const y = { domain, values: [value(0, 2), value(6, 9)], valueOf: Uint32Array.of(0, 1, 1) };
    const locate = locator([x, y]);
    expect([...locate([3, 6])]).toEqual([2, 1]); // classes 1 and 2 cover it, class 2 is smaller
    expect([...locate([0, 4])]).toEqual([0, 0]); // class 0 misses it by 2 / 9, class 2 by 5 / 9
    expect([...locate([9, 5])]).toEqual([1, 1]);
    expect([...locate([-1, 1])]).toEqual([0, 0]); // unknown leaf
  });
});

describe('values that are sets', () => {
  const domain = { size: 10, numbers: null, missingLeaf: -1 } as never;
  const set = (...leaves: number[]) => ({ label: '', lo: leaves[0], hi: leaves[leaves.length - 1], runs: leaves.map((leaf) => ({ lo: leaf, hi: leaf })), level: null }); // prettier-ignore

  it('are located leaf by leaf where none is in two of them', () => {
    const locate = locator([{ domain, values: [set(0, 2, 8), set(1, 5)], valueOf: Uint32Array.of(0, 1) }]);
    // 4 is nearer to 5, 7 and 9 to 8.
    expect(Array.from({ length: 10 }, (_, leaf) => locate([leaf])[0])).toEqual([0, 1, 0, 0, 1, 1, 1, 0, 0, 0]);
  });

  it('are the nearer the nearer their nearest member is, the smaller the fewer they have', () => {
    const values = [set(0, 4, 9), set(0, 9), set(3, 6)];
    const other = { domain, values: [{ label: '', lo: 0, hi: 9, level: null }], valueOf: Uint32Array.of(0, 0, 0) };
    const locate = locator([{ domain, values, valueOf: Uint32Array.of(0, 1, 2) }, other]);
    expect([0, 4, 5, 6, 7].map((leaf) => locate([leaf, 1])[0])).toEqual([1, 0, 2, 2, 2]);
  });

  it('are spread over their members in equal shares', () => {
    const encoder = encoderFor([{ size: 5 }] as never);
    expect([...encoder.encode([set(0, 2, 4)])]).toEqual([1 / 3, 0, 1 / 3, 0, 1 / 3]);
  });
});

describe('encoderFor', () => {
  it('spreads a range over its leaves in equal shares, bins of neighbours past 32 leaves', () => {
    const encoder = encoderFor([{ size: 3 }, { size: 64 }] as never);
    const row = encoder.encode([{ lo: 1, hi: 2 }, { lo: 2, hi: 5 }]); // prettier-ignore
    expect(row).toHaveLength(35);
    expect([...row.subarray(0, 7)]).toEqual([0, 0.5, 0.5, 0, 0.5, 0.5, 0]);
    expect([...encoder.encode([null, { lo: 63, hi: 63 }])].indexOf(1)).toBe(34);
  });
});

const codesOf = (found: Comparison): string[] => found.warnings.map(({ code }) => code);

describe('accuracies', () => {
  const options: CompareOptions = { engine: 'js', classifier: naiveBayes, holdouts: 3, seed: 3 };

  it('are those of the original where nothing is generalized, and fall to the commonest label where all is', async () => {
    const table = people(1, 600, (age, city) => (age < 27 && city !== 'A' ? 'x' : 'y'));
    const found = await compare(table, job('mondrian', 1), ['mondrian'], { ...options, k: [1, 400] });
    const { original, majority, testRows } = found.accuracy!;
    expect(testRows).toBe(600);
    expect(found.runs[0].accuracy).toBe(original);
    expect(original).toBeGreaterThan(0.9);
    expect(found.runs[1].accuracy).toBe(majority);
  });

  it('do not rise above chance where labels are noise, however the labels guide the algorithm', async () => {
    const random = seededRandom(11);
    const table = people(2, 1500, () => (random.below(2) === 0 ? 'x' : 'y'));
    const found = await compare(table, job('top-down-specialization', 3), ['top-down-specialization', 'mondrian'], options);
    for (const { accuracy } of found.runs) expect(Math.abs(accuracy! - 0.5)).toBeLessThan(0.05);
  }); // prettier-ignore

  it('train on the released training rows alone', async () => {
    const seen: number[] = [];
    const stub: Classifier = {
      name: 'stub',
      train: (rows, labels) => {
        expect(labels).toHaveLength(rows.length);
        for (const row of rows) expect(row.reduce((sum, one) => sum + one, 0)).toBeCloseTo(2, 9);
        seen.push(rows.length);
        return (unseen) => unseen.map(() => 0);
      },
    };
    const table = people(4, 90, (age) => (age < 24 ? 'x' : 'y'));
    const { runs } = await compare(table, job('mondrian', 5), ['mondrian'], { ...options, classifier: stub });
    expect(seen).toEqual([60, 60, 60, 60, 60, 60]);
    expect(runs[0].accuracy).toBeGreaterThan(0);
  });

  it('are measured on counted tables too', async () => {
    const table = people(5, 120, (age) => (age < 24 ? 'x' : 'y'));
    const counted = asCounted(table);
    expect(counted).toBeInstanceOf(TableClass);
    const found = await compare(counted, job('mondrian', 3), ['mondrian'], options);
    expect(found.accuracy).toMatchObject({ testRows: 80, classifier: 'naive Bayes', attribute: 'label', seed: 3 });
    expect(found.runs[0].accuracy).toBeGreaterThan(0.8);
  });

  it('are null with a warning: without a classifier, a class column, enough labels in common, a release', async () => {
    const table = people(6, 60, (age) => String(age));
    const { age, city } = job('mondrian', 2).attributes;
    const none = await compare(table, job('mondrian', 2), ['mondrian'], { engine: 'js' });
    expect([none.accuracy, none.runs[0].accuracy, codesOf(none)]).toEqual([null, null, ['NO_CLASSIFIER']]);
    const noClass = await compare(table, { ...job('mondrian', 2), attributes: { age, city } }, ['mondrian'], options);
    expect([noClass.accuracy, codesOf(noClass)]).toEqual([null, ['NO_CLASS_COLUMN']]);
    const many = tableFromRows(Array.from({ length: 300 }, (_, i) => ({ age: i % 9, city: 'A', label: `l${i}` })));
    expect(codesOf(await compare(many, job('mondrian', 2), ['mondrian'], options))).toEqual(['ACCURACY_NOT_MEASURED']);
    const few = await compare(table, job('mondrian', 2), ['mondrian'], { ...options, k: [50] });
    expect(few.runs[0]).toMatchObject({ accuracy: null, k: 50, error: null });
    expect(codesOf(few)).toEqual(['ACCURACY_NOT_MEASURED']);
    expect(codesOf(await compare(table, job('mondrian', 2), ['mondrian'], { accuracy: false }))).toEqual([]);
    const attributes = { ...job('mondrian', 2).attributes, illness: { role: 'sensitive' as const } };
    const ill = tableFromRows(
      Array.from({ length: 60 }, (_, i) => ({ age: i % 9, city: 'A', label: i % 2, illness: i % 5 })),
    );
    const diverse: Job['privacy'] = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' }];
    const means = await compare(table, job('mondrian', 3), [{ name: 'mdav', replacement: 'centroid' }], options);
    expect(means.runs[0].accuracy).toBeNull();
    expect(codesOf(means)).toContain('ACCURACY_NOT_MEASURED');
    const permuted = await compare(ill, { attributes, privacy: diverse, algorithm: 'anatomy' }, ['anatomy'], options);
    expect(permuted.runs[0]).toMatchObject({ error: null, accuracy: null });
    expect(codesOf(permuted)).toEqual(['ACCURACY_NOT_MEASURED']);
  });
});

describe('compare as a Pareto view', () => {
  it('runs every algorithm with every k and marks the least loss at the least risk', async () => {
    const table = people(7, 200, (age) => (age < 24 ? 'x' : 'y'));
    const names = ['mondrian', { name: 'mondrian', partitioning: 'relaxed' }, 'datafly'];
    const found = await compare(table, job('mondrian', 2), names, { k: [2, 5, 20], accuracy: false });
    expect(found.runs.map(({ algorithm, k }) => [algorithm, k])).toEqual(
      [2, 5, 20].flatMap((k) => ['mondrian', 'mondrian', 'datafly'].map((name) => [name, k])),
    );
    expect(found.runs[1].options).toEqual({ partitioning: 'relaxed' });
    expect(found.pareto).toEqual(['loss', 'risk']);
    for (const { risk, result, paretoOptimal } of found.runs) {
      expect(risk).toBe(1 / result!.privacy[0].achieved.k);
      const beaten = found.runs.some(
        (other) =>
          other.risk! <= risk! &&
          other.result!.metrics.loss! <= result!.metrics.loss! &&
          (other.risk! < risk! || other.result!.metrics.loss! < result!.metrics.loss!),
      );
      expect(paretoOptimal).toBe(!beaten);
    }
  });

  it('adds k-anonymity where no model has a k, and refuses what it does not know', async () => {
    const table = people(8, 100, (age) => (age < 24 ? 'x' : 'y'));
    const attributes = { ...job('mondrian', 2).attributes, label: { role: 'sensitive' as const } };
    const diverse: Job = {
      attributes,
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'label' }],
      algorithm: 'mondrian',
    };
    const { runs } = await compare(table, diverse, ['mondrian'], { k: [7], accuracy: false });
    expect(runs[0].result!.privacy.map(({ model }) => model)).toEqual(['l-diversity', 'k-anonymity']);
    expect(runs[0].result!.privacy[1].achieved.k).toBeGreaterThanOrEqual(7);
    const wrong: [object, string][] = [
      [{ k: [0] }, 'OPTION_RANGE'],
      [{ k: [] }, 'OPTION_RANGE'],
      [{ pareto: ['lose'] }, 'UNKNOWN_VALUE'],
      [{ holdouts: 4 }, 'OPTION_RANGE'],
      [{ classifier: {} }, 'OPTION_RANGE'],
      [{ accuracy: 1 }, 'OPTION_RANGE'],
      [{ resume: new Uint8Array(1) }, 'UNKNOWN_OPTION'],
      [{ paretto: ['loss'] }, 'UNKNOWN_OPTION'],
    ];
    for (const [options, code] of wrong) {
      const error = await compare(table, diverse, ['mondrian'], options as CompareOptions).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(KohortError);
      expect((error as KohortError).code).toBe(code);
    }
  });
});
