import { describe, expect, it } from 'vitest';
import { makeDomain } from '../../src/audit/domain.js';
import { readLabels } from '../../src/audit/labels.js';
import { findLeaves } from '../../src/audit/leaves.js';
import type { AuditHierarchy } from '../../src/audit/spec.js';
import { HierarchyError } from '../../src/base/errors.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import type { Domain } from '../../src/hierarchy/domain.js';
import { leafLabel, nodeLabel, rangeLabel, requireReadableNodes } from '../../src/hierarchy/labels.js';
import { inNaturalOrder } from '../../src/hierarchy/natural-order.js';
import type { HierarchySpec } from '../../src/job/job.js';
import { seededRandom } from '../../src/base/random.js';
import type { ColumnType } from '../../src/table/table.js';
import { casesOf, long } from '../shared.js';
import { columnOf } from './columns.js';

const domainOf = (cells: readonly (string | null)[], spec?: HierarchySpec, type: ColumnType = 'string') =>
  buildDomain(columnOf('x', type, cells, ''), spec, ['']).domain;

const leavesOf = (domain: Domain): string[] => domain.labels.map((_, leaf) => leafLabel(domain, leaf));

describe('a leaf', () => {
  it('stands as it is, in double quotes only where its text stands for others', () => {
    const plain = ['""', '"a', '(*)', '**', '[', 'a', 'a-b', '{a, b}'];
    expect(leavesOf(domainOf(plain))).toEqual(plain);
    expect(leavesOf(domainOf(['*', 'a']))).toEqual(['"*"', 'a']);
    // A text in double quotes means the text inside, where that is a value.
    expect(leavesOf(domainOf(['*', '"*"', '"""*"""']))).toEqual(['"""""""*"""""""', '"""*"""', '"*"']);
    expect(leavesOf(domainOf(['"a"']))).toEqual(['"a"']);
    expect(leavesOf(domainOf(['"a"', 'a']))).toEqual(['"""a"""', 'a']);
    // A missing cell.
    expect(leavesOf(domainOf(['a', null]))).toEqual(['a', '']);
    expect(leavesOf(domainOf(['""', null]))).toEqual(['""""""', '']);
  });

  it('differs from a node of its text that holds others, at every level', () => {
    const domain = domainOf(['537**', '53711', '53812'], { type: 'mask' });
    requireReadableNodes(domain);
    const written = domain.hierarchy!.levels.map(({ labels }, level) =>
      labels.map((_, node) => nodeLabel(domain, level, node)),
    );
    expect(written).toEqual([
      ['"537**"', '53711', '53812'],
      ['"537**"', '5371*', '5381*'],
      ['537**', '538**'],
      ['53***'],
      ['5****'],
      ['*****'],
    ]);
  });
});

describe('a range', () => {
  it('has its ends in double quotes where it reads like a value, another range or a node', () => {
    const ranges = domainOf(['1', '2', '3', '[1-2]']);
    expect(ranges.labels).toEqual(['1', '2', '3', '[1-2]']);
    expect([leafLabel(ranges, 3), rangeLabel(ranges, 0, 1), rangeLabel(ranges, 0, 2)]).toEqual([
      '[1-2]',
      '[1 .. 2]',
      '[1-3]',
    ]);
    const hyphens = domainOf(['a', 'a-b', 'b-c', 'c']);
    expect([rangeLabel(hyphens, 0, 2), rangeLabel(hyphens, 1, 3), rangeLabel(hyphens, 1, 2)]).toEqual([
      '[a .. b-c]',
      '[a-b .. c]',
      '[a-b-b-c]',
    ]);
    const dots = domainOf(['a', 'a .. b', 'b', 'b .. c', 'b-c', 'c']);
    expect(rangeLabel(dots, 0, 3)).toBe('[a-b .. c]');
    expect(rangeLabel(dots, 0, 4)).toBe('[a-b-c]');
    const both = domainOf(['a', 'a-b', 'a .. b', 'b-c', 'b .. c', 'c']);
    expect(rangeLabel(both, 0, both.labels.indexOf('b-c'))).toBe('["a"-"b-c"]');
    const rows = ['0', '1', '9', '10', '11'].map((age) => [age, Number(age) < 10 ? '[0-10]' : '[10-20]', '*']);
    const ages = domainOf(['0', '1', '9', '10', '11'], { type: 'levels', rows }, 'integer');
    expect([rangeLabel(ages, 0, 2), rangeLabel(ages, 0, 3), rangeLabel(ages, 3, 4)]).toEqual([
      '[0-9]',
      '[0 .. 10]',
      '[10-11]',
    ]);
  });

  it('differs from a node also where it stands in another order', () => {
    const rows = [['1', '[1-3]', '*'], ['2', 'b', '*'], ['3', '[1-3]', '*'], ['4', 'b', '*']]; // prettier-ignore
    const domain = inNaturalOrder(domainOf(['1', '2', '3', '4'], { type: 'levels', rows }, 'integer'));
    expect([rangeLabel(domain, 0, 2), rangeLabel(domain, 0, 1)]).toEqual(['[1 .. 3]', '[1-2]']);
  });
});

describe('a hierarchy with a label that is read as something else', () => {
  const levels = (...rows: string[][]): HierarchySpec => ({ type: 'levels', rows });
  it.each<[string, HierarchySpec]>([
    ['as another node', levels(['a', 'X', 'X', '*'], ['b', 'Y', 'X', '*'], ['c', 'X', 'X', '*'])],
    ['as all values', levels(['a', '*', 'any'], ['b', '*', 'any'], ['c', 'C', 'any'])],
    ['as a missing cell', levels(['a', '', '*'], ['b', '', '*'])],
    ['as a value in double quotes', levels(['a', '"b"', '*'], ['b', '"b"', '*'])],
    ['as a range in double quotes', levels(['a', '["a"-"b"]', '*'], ['c', '["a"-"b"]', '*'], ['b', 'B', '*'])],
  ])('is refused: %s', (_, spec) => {
    const domain = domainOf(['a', 'b'], spec);
    expect(() => requireReadableNodes(domain)).toThrow(HierarchyError);
    expect(() => requireReadableNodes(domain)).toThrow(/give the node another label/);
  });

  it('is taken where labels repeat for the same leaves, or for one, which is written as itself then', () => {
    const other = domainOf(['?', 'a', 'b'], levels(['?', '*', 'X', '*'], ['a', 'X', 'X', '*'], ['b', 'B', 'X', '*']));
    requireReadableNodes(other);
    expect([0, 1, 2].map((node) => nodeLabel(other, 1, node))).toEqual(['?', 'a', 'B']);
    requireReadableNodes(domainOf(['a', 'b', null], levels(['a', 'A', 'A', '*'], ['b', 'b', 'b', '*'])));
    requireReadableNodes(domainOf(['*', 'b'], levels(['*', '*', '*'], ['b', 'b', '*'])));
    requireReadableNodes(domainOf(['10', '11'], levels(['10', '10', '*'], ['11', '10', '*']), 'integer'));
  });
});

/** Texts that are parts of one another's labels. */
const TEXTS = ['a', 'b', 'c', '-', 'a-b', 'b-c', ' .. ', 'a .. b', 'b .. c', '[a-b]', '[a .. b]', '"', '""', '"a"', '"a"-"b"', '["a"-"b"]', '["a', 'b"]', '*', '"*"', '[*-a]', 'a"-"b', '"""a"""', '[]', '1', '2', '[1-2]']; // prettier-ignore

describe('released values of a random domain', () => {
  it('are read by the audit as what they stand for, and no two are written alike', () => {
    const { below } = seededRandom(11);
    const shuffled = <T>(values: readonly T[]): T[] => {
      const list = [...values];
      for (let i = list.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [list[i], list[j]] = [list[j], list[i]];
      }
      return list;
    };
    let quoted = 0;
    for (let round = 0; round < casesOf(40_000, 600); round++) {
      const isNumber = below(3) === 0;
      const texts = shuffled(isNumber ? ['1', '2', '3', '10', '-5', '-1', '0'] : TEXTS).slice(0, 2 + below(6));
      const labels = isNumber ? ['[1-2]', '[1-10]', '10', '2', 'B', '"1"'] : [...TEXTS, 'A', 'B'];
      const nodes = texts.map(() => labels[below(labels.length)]);
      const spec = [
        undefined,
        { type: 'order' as const, values: texts },
        { type: 'suppress' as const },
        { type: 'levels' as const, rows: texts.map((text, i) => [text, nodes[i], '*']) },
        { type: 'mask' as const },
      ][below(5)];
      const cells = [...texts, ...(below(4) === 0 ? [null] : [])];
      const column = columnOf('x', isNumber ? 'integer' : 'string', cells, '');
      const isOfRanges = below(2) === 0;
      let domain: Domain;
      try {
        domain = buildDomain(column, spec, ['']).domain;
        if (isOfRanges) domain = inNaturalOrder(domain);
        else requireReadableNodes(domain);
      } catch (error) {
        if (error instanceof HierarchyError) continue;
        throw error;
      }
      const written = new Map<string, string>();
      const write = (label: string, lo: number, hi: number): void => {
        const meant = domain.labels
          .slice(lo, hi + 1)
          .sort()
          .join('|');
        expect(written.get(label) ?? meant, label).toBe(meant);
        written.set(label, meant);
      };
      for (let lo = 0; lo < domain.size; lo++) {
        write(leafLabel(domain, lo), lo, lo);
        if (domain.order === 'hierarchy' && isNumber) continue;
        const end = domain.order === 'numeric' && domain.missingLeaf >= 0 ? domain.size - 1 : domain.size;
        for (let hi = lo + 1; hi < end; hi++) write(rangeLabel(domain, lo, hi), lo, hi);
      }
      if (!isOfRanges) {
        domain.hierarchy?.levels.forEach(({ labels: own, first }, level) =>
          own.forEach((_, node) => write(nodeLabel(domain, level, node), first[node], first[node + 1] - 1)),
        );
      }
      const missing = new Set(['']);
      const attribute = { name: 'x', type: column.type, hierarchy: spec as AuditHierarchy | undefined };
      const audited = makeDomain(attribute, column, findLeaves(attribute, column, column, missing)!, missing);
      for (const [label, meant] of written) {
        if (label === '*') continue;
        if (label.startsWith('"') || label.startsWith('["')) quoted++;
        const released = columnOf('x', 'string', [label]);
        const { runs, ambiguous } = readLabels(released, audited, missing, Uint8Array.of(1));
        const read: string[] = [];
        for (let leaf = 0; leaf < audited.size; leaf++) {
          const isIn = (runs[0] ?? []).some((from, r, all) => r % 2 === 0 && leaf >= from && leaf <= all[r + 1]);
          if (isIn) read.push(domain.labels.find((text) => audited.leafOf(text) === leaf)!);
        }
        const what = `${label} of ${JSON.stringify({ texts, spec, cells })}`;
        expect(read.sort().join('|'), what).toBe(meant);
        expect(ambiguous, what).toBe(0);
      }
    }
    expect(quoted).toBeGreaterThan(long ? 10_000 : 100);
  });
});
