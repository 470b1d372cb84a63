import { describe, expect, it, vi } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditHierarchy, AuditPrivacy, AuditSpec } from '../../src/audit/spec.js';
import { sumSquares } from '../../src/audit/metrics/discernibility.js';
import { groupCodes, groupRows } from '../../src/audit/grouping.js';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import type { ColumnType } from '../../src/table/table.js';
import { Table } from '../../src/table/table.js';
import { sharedFolder, sharedPath, inTurn } from '../shared.js';
import { columnOf, tableOf } from './tables.js';
import { readFileSync } from 'node:fs';
import { longTest } from '../long-test.js';

const specOf = (name: string, type: ColumnType | undefined, hierarchy?: AuditHierarchy): AuditSpec => ({
  quasiIdentifiers: [{ name, type, hierarchy }],
  classColumn: null,
  privacy: [{ model: 'k-anonymity', k: 1 }],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
});

/** Audits one column: cells as they were, cells as they were released. */
const auditColumn = (cells: string[], released: string[], type: ColumnType, hierarchy?: AuditHierarchy) =>
  audit(
    tableOf(
      ['x'],
      released.map((cell) => [cell]),
    ),
    specOf('x', type, hierarchy),
    tableOf(
      ['x'],
      cells.map((cell) => [cell]),
      { x: type },
    ),
  );

describe('a node of one leaf', () => {
  const hierarchy: AuditHierarchy = { type: 'intervals', origin: -4, widths: [2, 4] };
  // 3 and 6 alone: the widest intervals span 0 .. 7.
  const measure = (released: string[]) => auditColumn(['6', '3', '3'], released, 'integer', hierarchy).metrics;

  it('costs its width where it is released as an interval, and nothing where its value is', () => {
    expect(measure(['6', '[2-3]', '[2-3]']).lossSum).toBeCloseTo((2 * (2 / 8)) / 3, 12);
    expect(measure(['6', '[0-3]', '[0-3]']).lossSum).toBeCloseTo((2 * (4 / 8)) / 3, 12);
    expect(measure(['[6-7]', '[2-3]', '[2-3]']).lossSum).toBeCloseTo(2 / 8, 12);
    expect(measure(['6', '3', '3']).lossSum).toBe(0);
  });

  it('is no value: beside one, a release is on no single level, unless the label of the node is the value', () => {
    expect(measure(['6', '[2-3]', '[2-3]']).height).toBe(null);
    expect(measure(['[6-7]', '[2-3]', '[2-3]']).height).toBe(1);
    const rows = [
      ['6', '6', '*'],
      ['3', 'odd', '*'],
      ['5', 'odd', '*'],
    ];
    const report = auditColumn(['6', '3', '3'], ['6', 'odd', 'odd'], 'integer', { type: 'levels', rows });
    expect(report.metrics).toMatchObject({ height: 1, lossSum: (2 * (1 / 2)) / 3 });
  });
});

describe('a released label', () => {
  it.each<[string, string[], string[], ColumnType, number]>([
    ['a range of negative numbers', ['-5', '-3', '-1', '0'], ['[-5--1]', '[-5--1]', '[-5--1]', '0'], 'integer', 0.6],
    ['a range across zero', ['-5', '5', '10'], ['[-5-5]', '[-5-5]', '10'], 'integer', (2 * (2 / 3)) / 3],
    [
      'a range of dates',
      ['2020-01-01', '2020-01-11', '2020-01-21'],
      ['[2020-01-01-2020-01-11]', '[2020-01-01-2020-01-11]', '2020-01-21'],
      'date',
      (2 * (1 / 2)) / 3,
    ],
    [
      'a range of texts with hyphens',
      ['a-b', 'a-c', 'b'],
      ['[a-b-a-c]', '[a-b-a-c]', 'b'],
      'string',
      (2 * (1 / 2)) / 3,
    ],
    ['a leaf that looks like a range', ['[a-b]', 'a', 'b'], ['[a-b]', 'a', 'b'], 'string', 0],
    ['a range of decimals', ['0.5', '1.5', '2.5'], ['[0.5-1.5]', '[0.5-1.5]', '2.5'], 'number', (2 * (1 / 2)) / 3],
    ['the whole domain', ['1', '', '2'], ['*', '*', '*'], 'integer', 1],
    [
      'a text past the basic plane',
      ['\u{1F600}', '\uFFFD', 'a'],
      ['[\uFFFD-\u{1F600}]', '[\uFFFD-\u{1F600}]', 'a'],
      'string',
      (2 * (1 / 2)) / 3,
    ],
  ])('is read: %s', (_, cells, released, type, loss) => {
    const report = auditColumn(cells, released, type);
    expect(report.problems).toEqual([]);
    expect(report.metrics.loss).toBeCloseTo(loss, 12);
  });

  it('that begins with a double quote and ends otherwise is no value in double quotes', () => {
    const cells = [['"]'], ['"]'], [''], [''], ['"ab']];
    const spec = { ...specOf('x', 'string'), exposure: { k: 1, isRounded: true, isRequired: false } };
    const report = audit(tableOf(['x'], cells), spec, tableOf(['x'], cells));
    expect(report.problems).toEqual([]);
    expect(report.metrics).toMatchObject({ loss: 0, entropy: 0 });
  });

  it('of two double quotes is the value of that text, where another text means missing', () => {
    const tableWith = (cells: readonly string[]): Table =>
      new Table(cells.length, [columnOf('x', cells, 'string', ['?'])]);
    const cells = ['""', '""', '?', '?', 'a', 'a'];
    const spec: AuditSpec = {
      ...specOf('x', 'string'),
      missing: ['?'],
      exposure: { k: 2, isRounded: true, isRequired: false },
    };
    const exact = audit(tableWith(cells), spec, tableWith(cells));
    expect(exact.problems).toEqual([]);
    expect(exact.metrics).toMatchObject({ loss: 0, entropy: 0 });
    const sets = ['{a, """"""}', '{a, """"""}', '?', '?', '{a, """"""}', '{a, """"""}'];
    const together = audit(tableWith(sets), spec, tableWith(cells));
    expect(together.problems).toEqual([]);
    expect(together.metrics.entropy).toBeCloseTo(4, 12);
  });

  it('of a listed order is its value, with rounded ranges as well: other, and a set', () => {
    const cells = [['other'], ['other'], ['{a, b}'], ['a'], ['b']];
    const report = audit(
      tableOf(['x'], cells),
      {
        ...specOf('x', 'string', { type: 'order', values: ['a', 'other', 'b', '{a, b}'] }),
        exposure: { k: 3, isRounded: true, isRequired: false },
      },
      tableOf(['x'], cells),
    );
    expect(report.problems).toEqual([]);
    expect(report.metrics).toMatchObject({ loss: 0, ncp: 0, queryError: 0 });
  });

  it.each<[string, string[], string[], ColumnType]>([
    ['ends that are no leaves', ['1', '5'], ['[0-5]', '[0-5]'], 'integer'],
    ['ends in the wrong order', ['1', '5'], ['[5-1]', '[5-1]'], 'integer'],
    ['a range of one leaf', ['1', '5'], ['[1-1]', '5'], 'integer'],
    ['a missing end', ['1', '', '5'], ['[1-]', '[1-]', '5'], 'integer'],
    ['an unknown text', ['a', 'b'], ['a', 'c'], 'string'],
    ['an empty range', ['a', 'b'], ['[-]', '[-]'], 'string'],
    ['a prototype name', ['a', 'b'], ['a', '__proto__'], 'string'],
  ])('is refused: %s', (_, cells, released, type) => {
    const report = auditColumn(cells, released, type);
    expect(report.holds).toBe(false);
    expect(report.metrics.loss).toBeNull();
  });

  it('is read on every level as hierarchies write it', () => {
    const cases: [AuditHierarchy, string[], ColumnType][] = [
      [{ type: 'prefix' }, ['SW1A 2AF', 'M1 1AA', 'M1 2BB', 'SW2 1AA', ''], 'string'],
      [{ type: 'prefix', at: [3, '.', 'letters'] }, ['E11.65', 'E11', 'E1', 'AB', ''], 'string'],
      [{ type: 'mask' }, ['12345', '12399', '13000', '20000'], 'string'],
      [{ type: 'mask' }, ['12345', '123', '13', '1', ''], 'string'],
      [{ type: 'mask', keep: 'right' }, ['12345', '123', '13', '1', ''], 'string'],
      [{ type: 'intervals', origin: 16, widths: [5, 10, 20] }, ['17', '20', '21', '39', ''], 'integer'],
      [
        {
          type: 'intervals',
          bounds: [
            [18, 30, 65],
            [18, 65],
          ],
        },
        ['17', '18', '29', '64', '65', '99', ''],
        'integer',
      ],
      [{ type: 'intervals', bounds: [0, 18, 65] }, ['-1', '0', '17', '65', '64'], 'integer'],
      [{ type: 'intervals', bounds: [-5, -4, 0] }, ['-6', '-5', '-4', '-1', '0'], 'integer'],
      [{ type: 'intervals', bounds: [[-0.5, 18.5, 25], [25]] }, ['-3', '-0.5', '24.99', '25', ''], 'number'],
      [
        { type: 'intervals', bounds: [['1950', '1980-07', '1990-03-02'], ['1950']] },
        ['1949-12-31', '1950-01-01', '1980-07-01', '1990-03-01', '2020-01-01', ''],
        'date',
      ],
      [{ type: 'intervals', widths: [5, 10] }, ['17', '20', '21', '-3'], 'integer'],
      [{ type: 'intervals', widths: [0.5, 1] }, ['1.2', '2.75', '-0.25', '3'], 'number'],
      [{ type: 'intervals', origin: 0.1, widths: [0.2, 0.4] }, ['0.3', '0.5', '0.7', '1.1', '-0.1', '2.9'], 'number'],
      [
        { type: 'dates', levels: ['month', 'quarter', 'year', 'decade', 'century'] },
        ['2024-05-17', '1999-12-31', '2000-01-01', ''],
        'date',
      ],
      [{ type: 'suppress' }, ['b', 'a', ''], 'string'],
      [{ type: 'tree', tree: { '*': { A: ['a1', 'a2'], B: { C: ['c1'], D: ['d1'] } } } }, ['a1', 'c1', ''], 'string'],
      [
        {
          type: 'levels',
          rows: [
            ['07', 'x', '*'],
            ['10', 'y', '*'],
            ['9', 'x', '*'],
          ],
        },
        ['7', '10', ''],
        'integer',
      ],
    ];
    for (const [hierarchy, cells, type] of cases) {
      const built = buildHierarchy(hierarchy, columnOf('x', cells, type));
      const leafOf = new Map(built.levels[0].labels.map((label, leaf) => [label, leaf]));
      for (let level = 0; level <= built.height; level++) {
        const { labels, nodeOf, first } = built.levels[level];
        const released = cells.map((cell) => labels[nodeOf[leafOf.get(cell) ?? -1]]);
        const report = auditColumn(cells, released, type, hierarchy);
        const context = `${JSON.stringify(hierarchy)} level ${level}`;
        expect(report.problems, context).toEqual([]);
        const leaves = cells.map((cell) => {
          const node = nodeOf[leafOf.get(cell) ?? -1];
          return first[node + 1] - first[node];
        });
        const total = nodeOf.length - 1;
        const loss = leaves.reduce((sum, count) => sum + (count - 1) / total, 0) / cells.length;
        expect(report.metrics.loss, context).toBeCloseTo(loss, 12);
        expect(report.metrics.height, context).toBeLessThanOrEqual(level);
        if (level === built.height) expect(report.metrics.height, context).toBe(level);
      }
    }
  });
});

describe('suppressed rows', () => {
  const header = ['a', 'b'];
  const original = tableOf(header, [
    ['x', '1'],
    ['x', '1'],
    ['y', '2'],
  ]);
  const stars = tableOf(header, [
    ['x', '1'],
    ['x', '1'],
    ['*', '*'],
  ]);
  const spec: AuditSpec = {
    ...specOf('a', undefined),
    quasiIdentifiers: [{ name: 'a' }, { name: 'b' }],
    privacy: [{ model: 'k-anonymity', k: 2 }],
    suppressed: 'star',
  };

  it('are the rows of stars that would break a model', () => {
    const report = audit(stars, spec, original);
    expect(report).toMatchObject({ rows: 3, released: 2, suppressed: 1, classes: 1, holds: true });
    expect(report.metrics.discernibility).toBe(4 + 3);
    // A release of another program, whose job does not say how suppressed rows are written.
    const foreign = audit(stars, { ...spec, suppressed: 'drop' }, original);
    expect(foreign).toMatchObject({ rows: 3, released: 2, suppressed: 1, classes: 1, holds: true });
    expect(foreign.warnings.map(({ code }) => code)).toEqual(['STARS_SUPPRESSED']);
    expect(audit(stars, { ...spec, suppressed: 'drop' }).suppressed).toBe(1);
  });

  it('are a class that breaks a model where they show values of other columns, of their own or blank beside it', () => {
    const names = ['a', 'b', 's'];
    const people = tableOf(names, [['x', '1', 'flu'], ['x', '1', 'flu'], ['y', '2', 'gout']]); // prettier-ignore
    const shown = tableOf(names, [['x', '1', 'flu'], ['x', '1', 'flu'], ['*', '*', 'gout']]); // prettier-ignore
    const report = audit(shown, spec, people);
    expect(report).toMatchObject({ released: 3, suppressed: 0, classes: 2, holds: false });
    expect(report.warnings.map(({ code }) => code)).toEqual(['STAR_CLASS']);
    const blank = tableOf(names, [['x', '1', 'flu'], ['x', '1', 'flu'], ['*', '*', '']]); // prettier-ignore
    expect(audit(blank, spec, people)).toMatchObject({ released: 2, suppressed: 1, classes: 1, holds: true });
    expect(audit(blank, { ...spec, suppressedRows: 1 }, people)).toMatchObject({ suppressed: 1, holds: true, problems: [] });
    // Two are a class, whose values the original has, and the third is suppressed.
    const both = tableOf(names, [['*', '*', 'flu'], ['*', '*', 'flu'], ['*', '*', '']]); // prettier-ignore
    const told = { ...spec, suppressedRows: 1, sensitiveColumns: ['s'] };
    expect(audit(both, told, people)).toMatchObject({ released: 2, suppressed: 1, classSizes: [[2, 1]], holds: true, oneValued: { s: { classes: 1, rows: 2 } } });
    expect(audit(tableOf(names, [['*', '*', 'flu'], ['*', '*', 'hiv'], ['*', '*', '']]), told, people).problems).toHaveLength(1); // prettier-ignore
  }); // prettier-ignore

  it('are the rows of stars with which the average risk would be too high', () => {
    const risk: AuditSpec = { ...spec, privacy: [{ model: 'average-risk', risk: 0.5 }] };
    expect(audit(stars, risk, original)).toMatchObject({ released: 2, suppressed: 1, holds: true });
    const low: AuditSpec = { ...spec, privacy: [{ model: 'average-risk', risk: 0.7 }] };
    expect(audit(stars, low, original)).toMatchObject({ released: 3, suppressed: 0, holds: true });
  });

  it('are as many as the caller knows, and no more than the job allows', () => {
    expect(audit(stars, { ...spec, suppressedRows: 0 }, original).holds).toBe(false);
    expect(audit(stars, { ...spec, suppressedRows: 1 }, original).holds).toBe(true);
    expect(audit(stars, { ...spec, suppressedRows: 1, maxSuppressed: 0 }, original).problems).toEqual([
      '1 row is suppressed, at most 0 may be',
    ]);
    expect(audit(stars, { ...spec, suppressedRows: 2 }, original).holds).toBe(false);
  });

  it('are none when a class of the whole domain satisfies all', () => {
    const all = tableOf(header, [
      ['*', '*'],
      ['*', '*'],
      ['*', '*'],
    ]);
    expect(audit(all, spec, original)).toMatchObject({ suppressed: 0, classes: 1, holds: true });
  });

  it('may be all rows', () => {
    const nothing = tableOf(header, []);
    const report = audit(nothing, { ...spec, suppressed: 'drop' }, original);
    expect(report).toMatchObject({ rows: 3, released: 0, suppressed: 3, classes: 0, holds: true });
    expect(report.metrics).toMatchObject({ discernibility: 9, loss: 1, ncp: 1, averageClassSize: 1.5 });
  });
});

describe('the audit', () => {
  it('refuses a model, variant or distance that it does not know', () => {
    const table = tableOf(['a'], [['x']]);
    for (const model of [
      { model: 'm-invariance', k: 2 },
      { model: 'l-diversity', variant: 'negative', l: 2, attribute: 'a' },
      { model: 't-closeness', distance: 'diagonal', t: 0.1, attribute: 'a' },
      { model: 'beta-likeness', variant: 'better', beta: 1, attribute: 'a' },
      { model: 'delta-disclosure', delta: 1, absent: 'x', attribute: 'a' },
      { model: 'average-risk' },
      { model: 'k-anonymity' },
    ]) {
      expect(() => audit(table, { ...specOf('a', undefined), privacy: [model as unknown as AuditPrivacy] })).toThrow(
        InvalidArgumentError,
      );
    }
  });

  it('ranks a sensitive value by the order of the job, the values that occur alone', () => {
    const rows = [
      ['x', 'high'],
      ['x', 'high'],
      ['y', 'low'],
      ['y', 'mid'],
    ];
    const table = tableOf(['a', 's'], rows);
    const spec: AuditSpec = {
      ...specOf('a', undefined),
      privacy: [{ model: 't-closeness', t: 0.5, distance: 'ordered', attribute: 's' }],
      sensitiveOrders: [{ name: 's', values: ['low', 'mid', 'never', 'high'] }],
    };
    // Class x is (0, 0, 1), the table (1/4, 1/4, 1/2): (1/4 + 1/2) / 2. Class y is (1/2, 1/2, 0): the same.
    expect(audit(table, spec, table).privacy[0].achieved.t).toBeCloseTo(3 / 8, 12);
  });

  it('counts past 2^53 exactly', () => {
    expect(sumSquares({ sizes: Uint32Array.of(94906265), rows: 94906265, suppressed: 0 })).toBe(9007199136250225);
    expect(sumSquares({ sizes: Uint32Array.of(94906267), rows: 94906267, suppressed: 0 })).toBe(9007199515875289n);
    expect(sumSquares({ sizes: Uint32Array.of(4294967295), rows: 4294967295, suppressed: 0 })).toBe(
      18446744065119617025n,
    );
    expect(sumSquares({ sizes: Uint32Array.of(4), rows: 4294967295, suppressed: 0 })).toBe(16);
  });

  longTest('never merges rows that differ, however many columns there are', () => {
    for (const columns of [31, 54, 65, 1000]) {
      for (let at = 0; at < columns; at += 7) {
        const list = Array.from({ length: columns }, (_, i) => ({
          codes: Uint8Array.of(0, i === at ? 1 : 0),
          width: 2,
        }));
        expect(groupRows(2, list).count).toBe(2);
      }
    }
    const rows = 300_000;
    const high = Uint32Array.from({ length: rows }, (_, row) => Math.imul(row, 2654435761) >>> 8);
    const low = Uint32Array.from({ length: rows }, (_, row) => (row * 7919) % 100_003);
    const grouping = groupRows(rows, [
      { codes: high, width: 1 << 24 },
      { codes: low, width: 100_003 },
    ]);
    const naive = new Set(Array.from(high, (code, row) => code * 131072 + low[row]));
    expect(grouping.count).toBe(naive.size);
    const codes = groupCodes(grouping);
    for (let row = 0; row < rows; row += 101) {
      expect(codes[0][grouping.groupOf[row]]).toBe(high[row]);
      expect(codes[1][grouping.groupOf[row]]).toBe(low[row]);
    }
  });

  it('takes columns with the names of object members', () => {
    const header = ['__proto__', 'constructor'];
    const rows = [
      ['a', 'x'],
      ['a', 'y'],
    ];
    const spec: AuditSpec = {
      ...specOf('__proto__', undefined, { type: 'suppress' }),
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'constructor' }],
    };
    expect(audit(tableOf(header, rows), spec, tableOf(header, rows)).holds).toBe(true);
  });

  it('leaves out what would take more steps than its budget, and says so', () => {
    const table = tableOf(['x'], [['a'], ['b'], ['c']]);
    const report = audit(table, { ...specOf('x', undefined), budget: 1 }, table);
    expect(report.holds).toBe(true);
    expect(report.metrics.klDivergence).toBeNull();
    expect(report.warnings.map((warning) => warning.code)).toEqual(['BUDGET', 'BUDGET']);
  });
});

interface Measured {
  variant: string;
  levels: Record<string, number>;
  qi: string[];
  sa: string;
  own: Record<string, number>;
}

describe.skipIf(sharedFolder === null)('Adult, generalized by its hierarchies (truth/privacy-measures.json)', () => {
  const read = (...parts: string[]): string[][] =>
    readFileSync(sharedPath(...parts), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'));
  const cases =
    sharedFolder === null
      ? []
      : (JSON.parse(readFileSync(sharedPath('truth', 'privacy-measures.json'), 'utf8')) as { cases: Measured[] }).cases;
  const adult = sharedFolder === null ? [[]] : read('data', 'adult', 'adult-complete.csv');
  const header = adult[0];

  it.each(inTurn(cases, 6).map((one) => [one.variant, one] as const))('%s', (_, { levels, qi, sa, own }) => {
    const rowsOf = new Map(qi.map((name) => [name, read('data', 'adult', 'hierarchies', `${name}.csv`)]));
    const attribute = sa === 'age_num' ? 'age_num' : sa;
    const source = sa === 'age_num' ? 'age' : sa;
    const names = [...qi, attribute];
    const columns = [...qi, source].map((name) => header.indexOf(name));
    const original = adult.slice(1).map((row) => columns.map((at) => row[at]));
    const maps = qi.map((name) => new Map((rowsOf.get(name) ?? []).map((row) => [row[0], row[levels[name]]])));
    const release = original.map((row) => row.map((cell, i) => (i < qi.length ? (maps[i].get(cell) ?? '?') : cell)));
    const types: Record<string, ColumnType> = sa === 'age_num' ? { age_num: 'integer' } : {};
    const report = audit(
      tableOf(names, release, types),
      {
        quasiIdentifiers: qi.map((name) => ({ name, hierarchy: { type: 'levels', rows: rowsOf.get(name) } })),
        classColumn: null,
        privacy: [
          { model: 'k-anonymity', k: own.k },
          { model: 'l-diversity', variant: 'distinct', l: own.distinct_l ?? 1, attribute },
          { model: 'l-diversity', variant: 'entropy', l: own.entropy_l ?? 1, attribute },
          { model: 't-closeness', distance: 'equal', t: own.t_total_variation ?? 1, attribute },
          { model: 't-closeness', distance: 'ordered', t: own.t_ordered_emd ?? 1, attribute },
          { model: 'beta-likeness', variant: 'basic', beta: own.beta_basic ?? 1e6, attribute },
          { model: 'delta-disclosure', delta: (own.delta_disclosure ?? 1e6) + 1e-9, attribute },
          { model: 'alpha-k-anonymity', k: own.k, alpha: own.alpha ?? 1, attribute },
        ],
        suppressed: 'drop',
        identifiers: [],
        missing: [''],
      },
      tableOf(names, original, { age: 'integer', ...types }),
    );
    expect(report.problems).toEqual([]);
    expect(report.holds).toBe(true);
    expect(report.classes).toBe(own.n_ec);
    const [k, distinct, entropy, equal, ordered, beta, delta, alpha] = report.privacy.map((model) => model.achieved);
    expect(k.k).toBe(own.k);
    if (own.distinct_l !== undefined) expect(distinct.l).toBe(own.distinct_l);
    if (own.entropy_l !== undefined) expect(entropy.l).toBeCloseTo(own.entropy_l, 10);
    if (own.t_total_variation !== undefined) expect(equal.t).toBeCloseTo(own.t_total_variation, 12);
    if (own.t_ordered_emd !== undefined) expect(ordered.t).toBeCloseTo(own.t_ordered_emd, 12);
    if (own.beta_basic !== undefined) expect(beta.beta).toBeCloseTo(own.beta_basic, 9);
    if (own.delta_disclosure !== undefined) expect(delta.delta).toBeCloseTo(own.delta_disclosure, 12);
    if (own.alpha !== undefined) expect(alpha.alpha).toBeCloseTo(own.alpha, 12);
    expect(report.metrics.height).toBe(Object.values(levels).reduce((sum, level) => sum + level, 0));
    expect(report.metrics.klDivergence).not.toBeNull();
  });
});

describe('a model on a public table, of a release with a class of `*`', () => {
  const people = tableOf(
    ['x'],
    ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map((x) => [x]),
  );
  const release = tableOf(['x'], [['*'], ['*'], ['*']]);
  const spec: AuditSpec = {
    quasiIdentifiers: [{ name: 'x', hierarchy: { type: 'suppress' } }],
    classColumn: null,
    privacy: [{ model: 'delta-presence', min: 0, max: 0.5, public: 'people' }],
    suppressed: 'star',
    identifiers: [],
    missing: [''],
    publicTable: people,
  };

  it('is measured once where no row has to be a suppressed one', () => {
    const asked = vi.spyOn(people, 'column');
    const count = (given: AuditSpec): [number, unknown] => {
      asked.mockClear();
      const report = audit(release, given);
      return [asked.mock.calls.length, report.privacy];
    };
    // The audit does not try when it knows the number of suppressed rows.
    const [once, told] = count({ ...spec, suppressedRows: 0 });
    const [found, own] = count(spec);
    asked.mockRestore();
    expect(once).toBeGreaterThan(0);
    expect([found, own]).toEqual([once, told]);
    expect(own).toMatchObject([{ holds: true }]);
    // All of `*` are suppressed where they would break the model.
    const broken = { ...spec, privacy: [{ ...spec.privacy[0], max: 0.2 }] } as AuditSpec;
    expect(audit(release, broken)).toMatchObject({ classes: 0, suppressed: 3 });
  });
});
