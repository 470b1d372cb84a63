/** Readings of single labels: levels that are claimed, double quotes, missing cells, spellings; widths of intervals. */
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import { makeDomain, type Domain } from '../../src/audit/domain.js';
import { intervals, type Intervals } from '../../src/audit/hierarchies/intervals.js';
import { readLabels } from '../../src/audit/labels.js';
import { findLeaves } from '../../src/audit/leaves.js';
import type { AuditHierarchy, AuditPrivacy } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { drawing } from '../random.js';
import { columnOf, specOf, tableOf } from './tables.js';

const missing = new Set(['']);
const levels = (...rows: readonly (readonly string[])[]): AuditHierarchy => ({ type: 'levels', rows });

function domainOf(cells: readonly string[], hierarchy?: AuditHierarchy, type: ColumnType = 'string'): Domain {
  const column = columnOf('x', cells, type);
  const leaves = findLeaves({ name: 'x', type, hierarchy }, column, column, missing)!;
  return makeDomain({ name: 'x', type, hierarchy }, column, leaves, missing);
}

function read(domain: Domain, labels: readonly string[], claimed?: number, used = labels.map(() => 1)) {
  const found = readLabels(columnOf('x', labels), domain, missing, Uint8Array.from(used), { claimed });
  const texts = found.runs.map((runs) => {
    if (runs === null) return null;
    const own: string[] = [];
    for (let r = 0; r < runs.length; r += 2) own.push(...domain.texts.slice(runs[r], runs[r + 1] + 1));
    return own.sort();
  });
  return { ...found, texts, levels: [...found.levels] };
}

describe('a text in double quotes', () => {
  it('is a value as it stands, where the value inside is not written in quotes', () => {
    const domain = domainOf(['x', '"x"', 'b', 'other', '"other"', '"""x"""']);
    expect(read(domain, ['x', '"x"', '"b"', '"""x"""', '"other"']).texts).toEqual([
      ['x'], ['"x"'], ['b'], ['"x"'], ['other'],
    ]); // prettier-ignore
  });
});

describe('a label of a level that is claimed', () => {
  const domain = domainOf(['a', 'b', 'c', 'd'], levels(['a', 'A', 'A', '*'], ['b', 'B', 'B', '*'], ['c', 'C', 'D', '*'], ['d', 'C', 'D', '*'])); // prettier-ignore

  it('stands on it, also where a lower level has the same leaves', () => {
    const { levels: found, texts, offLevel } = read(domain, ['A', 'B', 'D'], 2);
    expect({ found, texts, offLevel }).toEqual({ found: [2, 2, 2], texts: [['a'], ['b'], ['c', 'd']], offLevel: 0 });
    // Without a claim the lowest level of the same leaves counts.
    expect(read(domain, ['A', 'B', 'D']).levels).toEqual([1, 1, 2]);
    expect(read(domain, ['A', 'B', 'C'], 1).levels).toEqual([1, 1, 1]);
  });

  it('is counted where it does not stand on it, and where nothing has it', () => {
    expect(read(domain, ['A', 'C', 'D'], 2)).toMatchObject({ offLevel: 1, unresolved: 0 });
    expect(read(domain, ['A', 'x', 'D'], 2)).toMatchObject({ offLevel: 0, unresolved: 1 });
    // Labels that no row has count for nothing.
    expect(read(domain, ['A', 'x', 'C'], 2, [1, 0, 0])).toMatchObject({ offLevel: 0, unresolved: 0, runs: [[0, 0], null, null] });
  });
}); // prettier-ignore

describe('a missing cell', () => {
  it('is read on every level that has a node of its text', () => {
    const domain = domainOf(['a', '', 'b'], levels(['a', '', '*'], ['', '', '*'], ['b', 'B', '*']));
    expect(read(domain, ['', 'B'], 1)).toMatchObject({ texts: [['', 'a'], ['b']], levels: [1, 1], offLevel: 0 });
    expect(read(domain, ['', 'a', 'b'], 0)).toMatchObject({ texts: [[''], ['a'], ['b']], offLevel: 0 });
    const own = domainOf(['a', '', 'b'], levels(['a', 'A', '*'], ['', '', '*'], ['b', 'A', '*']));
    expect(read(own, ['', 'A'], 1)).toMatchObject({ texts: [[''], ['a', 'b']], offLevel: 0 });
    expect(read(domainOf(['a', 'b']), ['']).unresolved).toBe(1);
  });
}); // prettier-ignore

describe('double quotes', () => {
  const domain = domainOf(['a', 'b', 'c "d"', 'e "f" g', 'z']);

  it('hold a leaf or both ends of a range, doubled inside', () => {
    const of = (text: string) => read(domain, [text]).texts[0];
    expect(of('"c ""d"""')).toEqual(['c "d"']);
    expect(of('["b"-"c ""d"""]')).toEqual(['b', 'c "d"']);
    expect(of('["c ""d"""-"e ""f"" g"]')).toEqual(['c "d"', 'e "f" g']);
    expect(of('["a"-"z"]')).toEqual(['a', 'b', 'c "d"', 'e "f" g', 'z']);
    for (const text of ['"q"', '"c "d""', '["c "d""-"z"]', '["z"-"a"]', '["a"-"a"]', '["a"-"q"]', '["a"-"z"', '"a"-"z"']) {
      expect([text, of(text)]).toEqual([text, null]);
    }
  });
}); // prettier-ignore

describe('the text of a leaf', () => {
  it('is that of the hierarchy, and that of the column where it writes the number otherwise', () => {
    const domain = domainOf(['7', '10', ''], levels(['07', 'few', '*'], ['10', 'many', '*']), 'integer');
    const leaf = domain.leafOf('7');
    expect([domain.leafOf('07'), domain.texts[leaf]]).toEqual([leaf, '07']);
    expect(['07', '7', '007', '10', ''].map((text) => domain.hasText(leaf, text))).toEqual([true, true, false, false, false]);
    expect(['', '7'].map((text) => domain.hasText(domain.missing, text))).toEqual([true, false]);
    // Texts have no other spelling.
    const texts = domainOf(['7', '07']);
    expect(['7', '07'].map((text) => texts.hasText(texts.leafOf('7'), text))).toEqual([true, false]);
  });
}); // prettier-ignore

describe('the widths of intervals', () => {
  const sharesOf = (spec: Omit<Intervals, 'type'>, numbers: readonly number[] | null) =>
    intervals.widthShares!({ type: 'intervals', ...spec }, numbers === null ? null : Float64Array.from(numbers), {
      type: 'number',
    });

  it('are shares of what the widest ones span', () => {
    expect(sharesOf({ widths: [5, 10] }, [3, 17])).toEqual([0, 5 / 20, 10 / 20, 1]);
    expect(sharesOf({ widths: [5, 10] }, [NaN, 7, NaN])).toEqual([0, 5 / 10, 1, 1]);
    expect(sharesOf({ widths: [10], origin: 5 }, [3, 17])).toEqual([0, 10 / 30, 1]);
    expect(sharesOf({ widths: [10] }, [NaN])).toBeNull();
    expect(sharesOf({ widths: [10] }, [])).toBeNull();
    expect(sharesOf({ widths: [10] }, null)).toBeNull();
  });

  it('are those of decimals, however a division rounds', () => {
    for (let seed = 0; seed < 300; seed++) {
      const below = drawing(seed);
      const [width, origin] = [1 + below(9), below(10)];
      // Bounds as people write them, and the doubles next to them.
      const bound = (j: number): number => Number(`${origin + j * width}e-1`);
      const from = below(40) - 20;
      const to = from + 1 + below(20);
      const below1 = bound(to) - Math.max(Math.abs(bound(to)), 1e-3) * Number.EPSILON;
      const spanOf = (shares: readonly number[] | null) => Math.round(width / 10 / shares![1] / (width / 10));
      const of = (...numbers: number[]) => spanOf(sharesOf({ widths: [width / 10], origin: origin / 10 }, numbers));
      expect([seed, of(bound(from), bound(to))]).toEqual([seed, to - from + 1]);
      if (below1 < bound(to)) expect([seed, of(bound(from), below1)]).toEqual([seed, Math.max(1, to - from)]);
    }
  });
});

describe('a judged model', () => {
  it('is named with its words', () => {
    const release = tableOf(['x', 's'], [['a', 'flu'], ['a', 'cold'], ['b', 'flu'], ['b', 'cold']]); // prettier-ignore
    const privacy: readonly AuditPrivacy[] = [
      { model: 't-closeness', t: 0.5, distance: 'ordered', attribute: 's' },
      { model: 'beta-likeness', beta: 1, variant: 'enhanced', attribute: 's' },
    ];
    expect(audit(release, specOf({ privacy, suppressed: 'star' })).privacy).toEqual([
      { model: 't-closeness', distance: 'ordered', attribute: 's', required: { t: 0.5 }, achieved: { t: 0 }, holds: true },
      { model: 'beta-likeness', variant: 'enhanced', attribute: 's', required: { beta: 1 }, achieved: { beta: 0 }, holds: true },
    ]);
  });
}); // prettier-ignore
