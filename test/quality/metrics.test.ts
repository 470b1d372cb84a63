import { describe, expect, it } from 'vitest';
import type { Domain } from '../../src/hierarchy/domain.js';
import { measureAverageClassSize } from '../../src/quality/average-class-size.js';
import { measureClassificationPenalty } from '../../src/quality/classification-penalty.js';
import { measureInformationLoss, measureRowInformationLoss } from '../../src/quality/information-loss.js';
import { estimateVectorRows as estimateSteps } from '../../src/quality/box-density.js';
import { measureDiscernibility } from '../../src/quality/discernibility.js';
import { measureKlDivergence as klSteps } from '../../src/quality/kl-divergence.js';
import { countAnswers } from '../../src/quality/query-answers.js';
import { estimateAnswers } from '../../src/quality/query-estimates.js';
import { measureNcp } from '../../src/quality/ncp.js';
import { scatteredShare } from '../../src/quality/range-share.js';
import { placesOfLeaves } from '../../src/quality/query-places.js';
import { measureQuality as qualitySteps } from '../../src/quality/metrics.js';
import type { Released, ReleasedValue } from '../../src/quality/released.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import type { Column } from '../../src/table/table.js';
import { runToCompletion } from '../../src/base/steps.js';
import { casesOf } from '../shared.js';
import { measure } from '../truth/definitions/metrics.js';
import { domainOf, hierarchyOf, plainOf, type Rows, runsOf, summarize } from './released.js';
import { drawing } from '../random.js';

const measureQuality = (released: Released) => runToCompletion(qualitySteps(released));
const measureKlDivergence = (released: Released, budget?: number) => runToCompletion(klSteps(released, budget));
const estimateVectorRows = (released: Released, budget: number) => runToCompletion(estimateSteps(released, budget));

/** Integers under intervals of width 5 and 10 from their own smallest, as the front door builds them. */
function drawIntervals(draw: (n: number) => number): Domain {
  const texts = [...new Set(Array.from({ length: 1 + draw(8) }, () => String(draw(40) - 20)))];
  if (draw(2) === 0) texts.push('');
  const column: Column = {
    name: 'a',
    type: 'integer',
    codes: Uint8Array.from(texts, (_, code) => code),
    texts,
    numbers: Float64Array.from(texts, (text) => (text === '' ? NaN : Number(text))),
    missingCode: texts.indexOf(''),
  };
  return buildDomain(column, { type: 'intervals', origin: draw(2) === 0 ? -draw(20) : undefined, widths: [5, 10] })
    .domain;
}

function drawDomain(draw: (n: number) => number): Domain {
  const kind = draw(5);
  if (kind === 4) return drawIntervals(draw);
  const size = 1 + draw(8);
  const hierarchy = kind % 2 === 0 ? hierarchyOf(size, [1 + draw(size)]) : undefined;
  if (kind < 2) return domainOf(size, { hierarchy });
  const missing = draw(2) === 0;
  let number = draw(10) - 5;
  const numbers = Array.from({ length: size }, (_, leaf) =>
    missing && leaf === size - 1 ? NaN : (number += 1 + draw(9) / 4),
  );
  return domainOf(size, { hierarchy, numbers, missingLeaf: missing ? size - 1 : -1 });
}

/** Rows in random classes: boxes that overlap, levels, ranges or sets, some rows suppressed, empty never a class. */
function drawRows(seed: number): Rows {
  const draw = drawing(seed);
  const domains = Array.from({ length: 1 + draw(4) }, () => drawDomain(draw));
  const n = 1 + draw(24);
  const leaves = Array.from({ length: n }, () => domains.map((domain) => draw(domain.size)));
  const wanted = 1 + draw(5);
  const suppressing = draw(2) === 0;
  const drawn = leaves.map(() => (suppressing && draw(3) === 0 ? -1 : draw(wanted)));
  const used = [...new Set(drawn.filter((j) => j >= 0))];
  const classOf = drawn.map((j) => used.indexOf(j));
  const levels = draw(2) === 0 ? domains.map((domain) => draw((domain.hierarchy?.height ?? 0) + 1)) : null;
  const boxes = used.map((_, j) =>
    domains.map((domain, a): ReleasedValue => {
      const codes = leaves.filter((_, row) => classOf[row] === j).map((leaf) => leaf[a]);
      const lo = Math.min(...codes);
      const hi = Math.max(...codes);
      const runs = runsOf(codes);
      if (domain.order === 'sorted' && runs.length > 1 && draw(3) > 0) return { label: '', lo, hi, runs, level: null };
      if (domain.hierarchy === null || draw(5) === 0) return { label: '', lo, hi, level: null };
      let level = levels?.[a] ?? 0;
      while (domain.hierarchy.levels[level].nodeOf[lo] !== domain.hierarchy.levels[level].nodeOf[hi]) level++;
      const { nodeOf, first } = domain.hierarchy.levels[level];
      return { label: '', lo: first[nodeOf[lo]], hi: first[nodeOf[lo] + 1] - 1, level };
    }),
  );
  return {
    leaves,
    classOf,
    boxes,
    domains,
    labels: draw(2) === 0 ? null : leaves.map(() => draw(3)),
    sensitive: draw(2) === 0 ? null : leaves.map(() => draw(3)),
    k: 1 + draw(4),
    levels,
  };
}

/** Compares every metric with its definition in test/truth/definitions/metrics.ts. */
function expectDefined(rows: Rows, of = ''): void {
  const measured: Readonly<Record<string, unknown>> = measureQuality(summarize(rows));
  const expected = measure(plainOf(rows));
  expect(Object.keys(measured).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, want] of Object.entries(expected)) {
    const got = measured[name] as number | null;
    const near =
      want === null || got === null ? want === got : Math.abs(want - got) <= 1e-9 * Math.max(1, Math.abs(want));
    if (!near) throw new Error(`${name} ${of}: expected ${want}, measured ${got}`);
  }
}

describe('quality metrics', () => {
  it('of a set count its members alone', () => {
    // Five values; two of four rows under {0, 4}, beside others that are released as they are.
    const domain = domainOf(5);
    const set = { label: '', lo: 0, hi: 4, runs: runsOf([0, 4]), level: null };
    const rows: Rows = {
      leaves: [[0], [4], [2], [3]],
      classOf: [0, 0, 1, 2],
      boxes: [[set], ...[2, 3].map((leaf) => [{ label: '', lo: leaf, hi: leaf, level: null }])],
      domains: [domain],
      labels: null,
      k: 1,
      levels: null,
    };
    const { loss, lossSum, ncp, informationLoss, rowInformationLoss, entropy, klDivergence } = measureQuality(
      summarize(rows),
    );
    // Each member is taken for one of the two: no vector is expected otherwise than it is.
    expect({ loss, lossSum, ncp, informationLoss, rowInformationLoss, entropy, klDivergence }).toEqual({
      loss: (2 * (1 / 4)) / 4,
      lossSum: (2 * (1 / 4)) / 4,
      ncp: (2 * (2 / 5)) / 4,
      informationLoss: (2 * (1 / 2)) / 4,
      rowInformationLoss: (2 * (1 / 2)) / 4,
      entropy: 2,
      klDivergence: 0,
    });
  });

  it.each([1, 2, 3, 4, 5])('equal their definitions on random releases (part %i of 5)', (part) => {
    const runs = casesOf(100_000, 140);
    for (let seed = part; seed <= runs; seed += 5) {
      expectDefined(drawRows(seed), `of seed ${seed}`);
    }
  });

  it('are all zero, and precision 1, for a release that changes nothing', () => {
    const domain = domainOf(4, { hierarchy: hierarchyOf(4, [2]) });
    const leaves = [[0], [1], [1], [1], [3], [3]];
    const boxes = [0, 1, 3].map((leaf) => [{ label: '', lo: leaf, hi: leaf, level: 0 }]);
    const rows: Rows = {
      leaves,
      classOf: [0, 1, 1, 1, 2, 2],
      boxes,
      domains: [domain],
      labels: null,
      k: 1,
      levels: [0],
    };
    expectDefined(rows);
    expect(measureQuality(summarize(rows))).toMatchObject({
      discernibility: 14,
      classification: null,
      averageClassSize: 2,
      loss: 0,
      lossGeometric: 0,
      ncp: 0,
      precision: 1,
      height: 0,
      entropy: 0,
      normalizedEntropy: 0,
      ambiguity: 0,
      klDivergence: 0,
      classificationPenalty: null,
      largestClass: 3,
      lossSum: 0,
      informationLoss: 0,
      rowInformationLoss: 0,
      generalization: 0,
      queryError: 0,
      queryErrorMedian: 0,
    });
  });

  it('of a release of which nobody knows a column are 0, where there is no cell to count', () => {
    const rows: Rows = {
      leaves: [[], [], []],
      classOf: [0, 0, 0],
      boxes: [[]],
      domains: [],
      labels: null,
      k: 1,
      levels: null,
    };
    const found = measureQuality(summarize(rows));
    expect(found).toMatchObject({ loss: 0, lossGeometric: 0, ncp: 0, lossSum: 0, discernibility: 9, largestClass: 3 });
    expect(measureNcp(summarize(rows))).toBe(0);
  });

  it('of numbers that their hierarchy scatters are shares of the range that a run of leaves spans', () => {
    const share = scatteredShare(Float64Array.of(4, -1, 9, NaN, 5));
    expect([share(0, 0), share(0, 1), share(1, 2), share(0, 2), share(3, 3)]).toEqual([0, 5 / 10, 1, 1, 0]);
    expect([share(2, 3), share(3, 4)]).toEqual([1, 1]);
    expect(scatteredShare(Float64Array.of(1, 2, 3, 7))(0, 1)).toBeCloseTo(1 / 6, 12);
    expect(scatteredShare(Float64Array.of(7, 3, 2, 1))(0, 1)).toBeCloseTo(4 / 6, 12);
  });

  it('ask for numbers in their order, then for texts of the hierarchy, then for the missing value', () => {
    const labels = ['10', 'none', '9', '', 'all', '-1', '100'];
    const base = domainOf(labels.length, { numbers: labels.map(Number), missingLeaf: 3 });
    const domain: Domain = { ...base, labels, order: 'hierarchy' };
    expect(Array.from(runToCompletion(placesOfLeaves(domain)))).toEqual([2, 5, 1, 6, 4, 0, 3]);
    expect(Array.from(runToCompletion(placesOfLeaves({ ...domain, order: 'listed' })))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const texts: Domain = { ...domain, column: { ...domain.column, type: 'string' } };
    expect(Array.from(runToCompletion(placesOfLeaves(texts)))).toEqual([1, 5, 3, 6, 4, 0, 2]);
  });

  it('count every row as lost when all are suppressed', () => {
    const domain = domainOf(2, { hierarchy: hierarchyOf(2, []) });
    const rows: Rows = {
      leaves: [[0], [1], [1]],
      classOf: [-1, -1, -1],
      boxes: [],
      domains: [domain],
      labels: [0, 0, 1],
      k: 3,
      levels: [1],
    };
    expectDefined(rows);
    const { klDivergence, entropy, ...others } = measureQuality(summarize(rows));
    expect(others).toMatchObject({
      discernibility: 9,
      classification: 3,
      averageClassSize: 1,
      loss: 1,
      lossGeometric: 1,
      ncp: 1,
      precision: 0,
      height: 1,
      classificationPenalty: 9,
      largestClass: 0,
      // Every row counts at its level, 1, and once more as suppressed.
      lossSum: 2,
      informationLoss: 1,
      rowInformationLoss: 1,
      normalizedEntropy: 1,
      ambiguity: 1,
      generalization: 3,
      // 1.5 of 3 rows are expected at either value; 8 of the 32 queries ask for the one row at 0, the others for two.
      queryError: (8 * 0.5 + 24 * 0.25) / 32,
      queryErrorMedian: 0.25,
    });
    expect(entropy).toBeCloseTo(Math.log2(3) + 2 * Math.log2(1.5), 12);
    expect(klDivergence).toBeCloseTo(Math.log(2 / 3) / 3 + (2 / 3) * Math.log(4 / 3), 12);
  });
});

describe('discernibility', () => {
  const release = (rows: number, suppressed = 0): Released => ({
    rows,
    suppressed,
    sizes: suppressed === rows ? new Uint32Array(0) : Uint32Array.of(rows - suppressed),
    attributes: [],
    vectors: { codes: [], counts: new Uint32Array(0) },
    labels: null,
    sensitive: null,
    weights: null,
    k: 1,
    levels: null,
  });
  it.each([
    [46341, 2147488281],
    [65536, 4294967296],
    [94906265, 9007199136250225],
    [94906267, 9007199515875289n],
    [4294967295, 18446744065119617025n],
  ])('of one class of %d rows is exact', (rows, expected) => {
    expect(measureDiscernibility(release(rows))).toBe(expected);
    expect(measureDiscernibility(release(rows, rows))).toBe(expected);
  });

  it('is exact when many classes pass 2^53 together', () => {
    const sizes = new Uint32Array(1001).fill(94906265);
    expect(measureDiscernibility({ ...release(1), sizes })).toBe(1001n * 9007199136250225n);
  });
});

describe('the average class size', () => {
  it('is n / classes / k, all suppressed rows together one class', () => {
    const base = { rows: 100, suppressed: 0, sizes: new Uint32Array(4), k: 5 } as Released;
    expect(measureAverageClassSize(base)).toBe(5);
    expect(measureAverageClassSize({ ...base, suppressed: 3 })).toBe(4);
  });
});

describe('the worked example of the k-anonymity slides', () => {
  // Zip codes in runs of 10 and 100, ages 0 .. 99, nationalities; 12 patients in three classes of four.
  const zips = domainOf(100, { hierarchy: hierarchyOf(100, [10]) });
  const ages = domainOf(100, { hierarchy: hierarchyOf(100, [10]) });

  it('gives (1485*, [40-50]) the penalty .99: 1 - 1 / 100 values that generalize to it', () => {
    const box = [
      { label: '1485*', lo: 50, hi: 59, level: 1 },
      { label: '[40-50]', lo: 40, hi: 49, level: 1 },
    ];
    const rows: Rows = {
      leaves: [[50, 47]],
      classOf: [0],
      boxes: [box],
      domains: [zips, ages],
      labels: null,
      k: 1,
      levels: [1, 1],
    };
    const released = summarize(rows);
    expect(measureRowInformationLoss(released)).toBeCloseTo(0.99, 15);
    // Each of its two cells stands for 10 values.
    expect(measureInformationLoss(released)).toBeCloseTo(0.9, 15);
    const [expected] = estimateVectorRows(released, 1e6) ?? [];
    expect(1 - expected).toBeCloseTo(0.99, 15);
  });

  it('gives (14850, 47), which nothing else generalizes to, the penalty 0', () => {
    const box = [
      { label: '14850', lo: 50, hi: 50, level: 0 },
      { label: '47', lo: 47, hi: 47, level: 0 },
    ];
    const rows: Rows = {
      leaves: [[50, 47]],
      classOf: [0],
      boxes: [box],
      domains: [zips, ages],
      labels: null,
      k: 1,
      levels: [0, 0],
    };
    expect(measureRowInformationLoss(summarize(rows))).toBe(0);
    expect(measureInformationLoss(summarize(rows))).toBe(0);
  });

  it('has the classification penalty 16: two of four outside the majority of their class, twice, at 4 each', () => {
    const [heart, flu, cancer] = [0, 1, 2];
    const diseases = [heart, heart, flu, flu, cancer, heart, flu, flu, cancer, cancer, cancer, cancer];
    const any = { label: '*', lo: 0, hi: 0, level: null };
    const rows: Rows = {
      leaves: diseases.map(() => [0]),
      classOf: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
      boxes: [[any], [any], [any]],
      domains: [domainOf(1)],
      labels: null,
      sensitive: diseases,
      k: 4,
      levels: null,
    };
    expect(measureClassificationPenalty(summarize(rows))).toBe(16);
    expect(measureClassificationPenalty(summarize({ ...rows, labels: diseases, sensitive: null }))).toBe(16);
    expect(measureClassificationPenalty(summarize({ ...rows, sensitive: null }))).toBeNull();
  });

  it('estimates (13053, 37, Indian) by 1/12 * 4 * 1/(100 * 10) where the data has 1/12', () => {
    const nationalities = domainOf(1);
    const zip = { label: '130**', lo: 0, hi: 99, level: 2 };
    const any = { label: '*', lo: 0, hi: 0, level: null };
    const thirties = { label: '30-40', lo: 30, hi: 39, level: 1 };
    const twenties = { label: '<30', lo: 20, hi: 29, level: 1 };
    const forties = { label: '>40', lo: 40, hi: 59, level: null };
    const leaves = [
      ...[
        [53, 28],
        [68, 29],
        [68, 21],
        [53, 23],
      ],
      ...[
        [53, 50],
        [53, 55],
        [50, 47],
        [50, 59],
      ],
      ...[
        [53, 31],
        [53, 37],
        [68, 36],
        [68, 32],
      ],
    ].map(([a, b]) => [a, b, 0]);
    const rows: Rows = {
      leaves,
      classOf: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
      boxes: [
        [zip, twenties, any],
        [zip, forties, any],
        [zip, thirties, any],
      ],
      domains: [zips, ages, nationalities],
      labels: null,
      k: 4,
      levels: null,
    };
    const released = summarize(rows);
    const expected = estimateVectorRows(released, 1e6);
    expect((expected?.[9] ?? NaN) / 12).toBeCloseTo((1 / 12) * 4 * (1 / (100 * 10)), 18);

    // Counting query of the row: places are those of the texts, by code point.
    const placesByAttribute = released.attributes.map(({ domain }) => runToCompletion(placesOfLeaves(domain)));
    const query = [53, 37, 0].map((leaf, column) => ({
      column,
      low: placesByAttribute[column][leaf],
      high: placesByAttribute[column][leaf],
    }));
    const columns = released.attributes.map(({ domain }, a) => ({
      codes: domain.column.codes,
      placeOf: placesByAttribute[a],
    }));
    const [count] = runToCompletion(countAnswers(columns, null, [query]));
    const placed = { placesOfLeaves: placesByAttribute, placesOfValues: null };
    const [estimate] = runToCompletion(estimateAnswers(released, placed, [query]));
    expect(count / 12).toBe(1 / 12);
    expect(estimate / 12).toBeCloseTo((1 / 12) * 4 * (1 / (100 * 10)), 18);
  });
});

describe('the divergence', () => {
  const rows = drawRows(7);
  it('is the same when the one class of a vector is known, where boxes share none', () => {
    for (let seed = 0; seed < 200; seed++) {
      const draw = drawing(seed);
      const size = 4 + draw(12);
      const domains = [domainOf(size), domainOf(size)];
      const cut = [1 + draw(size - 1), 1 + draw(size - 1)];
      const leaves = domains.map(() => Array.from({ length: 40 }, () => draw(size)));
      const cells = leaves[0].map((_, row) => leaves.reduce((id, leaf, a) => 2 * id + Number(leaf[row] >= cut[a]), 0));
      const ids = [...new Set(cells)];
      const gone = draw(5);
      const classOf = cells.map((cell) => (cell === gone ? -1 : ids.filter((id) => id !== gone).indexOf(cell)));
      const boxes = ids
        .filter((id) => id !== gone)
        .map((id) =>
          [id >> 1, id & 1].map((high, a) => (high === 1 ? { lo: cut[a], hi: size - 1 } : { lo: 0, hi: cut[a] - 1 })),
        );
      const values = boxes.map((box) => box.map((run) => ({ ...run, label: `${run.lo}-${run.hi}`, level: null })));
      const released = summarize({ leaves, classOf, boxes: values, domains, labels: null, k: 1, levels: null });
      const { codes, counts } = released.vectors;
      const known = Uint32Array.from(counts, (_, x) => {
        const at = values.findIndex((box) => box.every(({ lo, hi }, a) => codes[a][x] >= lo && codes[a][x] <= hi));
        return at < 0 ? 0xffffffff : at;
      });
      const expected = estimateVectorRows(released, 1e6);
      const vectors = { codes, counts, classOf: known };
      expect(estimateVectorRows({ ...released, vectors }, 1e6)).toEqual(expected);
      expect(estimateVectorRows({ ...released, vectors: { ...vectors, isOutside: true } }, 1e6)).toEqual(expected);
    }
  });

  it('is given up, not guessed, when it would cost more than its budget', () => {
    expect(measureKlDivergence(summarize(rows), 0)).toBeNull();
    expect(measureKlDivergence(summarize(rows))).not.toBeNull();
  });

  it('is null for a domain of 2^1000 vectors, beyond what a double holds', () => {
    const domains = Array.from({ length: 1000 }, () => domainOf(2));
    const leaf = domains.map(() => 0);
    const box = domains.map(() => ({ label: '', lo: 0, hi: 1, level: null }));
    const wide: Rows = { leaves: [leaf], classOf: [0], boxes: [box], domains, labels: null, k: 1, levels: null };
    expect(measureKlDivergence(summarize(wide))).toBeNull();
    const narrower: Rows = { ...wide, leaves: [leaf.slice(1)], boxes: [box.slice(1)], domains: domains.slice(1) };
    expect(measureKlDivergence(summarize(narrower))).toBeCloseTo(999 * Math.LN2, 9);
  });
});
