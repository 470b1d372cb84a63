import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import type { AuditHierarchy } from '../../src/audit/spec.js';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { anonymize, readTable } from '../../src/index.js';
import { drawing } from '../random.js';
import { columnOf } from '../table-texts.js';
import { tableOf } from './tables.js';

const auditColumn = (cells: string[], released: string[], hierarchy: AuditHierarchy): AuditReport =>
  audit(
    tableOf(
      ['x'],
      released.map((cell) => [cell]),
    ),
    {
      quasiIdentifiers: [{ name: 'x', type: 'number', hierarchy }],
      classColumn: null,
      privacy: [{ model: 'k-anonymity', k: 1 }],
      suppressed: 'drop',
      identifiers: [],
      missing: [''],
    },
    tableOf(
      ['x'],
      cells.map((cell) => [cell]),
      { x: 'number' },
    ),
  );

/** The decimal text of a whole number of units of 10^-digits: exact, where a quotient of doubles is not. */
const decimal = (units: number, digits: number): string => {
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const number = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return `${units < 0 ? '-' : ''}${number.includes('.') ? number.replace(/\.?0+$/, '') : number}`.replace(/^-0$/, '0');
};

describe('intervals of decimal numbers', () => {
  it('are counted as those of the whole numbers that are 10 or 1000 times as large', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const below = drawing(seed);
      const [width, origin] = [1 + below(9), below(30) - 15];
      const widths = [width, width * (2 + below(3))];
      const values = Array.from({ length: 1 + below(8) }, () => below(60) - 30);
      const level = below(2);
      const metrics = [0, 1, 3].map((digits) => {
        const write = (units: number): string => decimal(units, digits);
        const labels = values.map((value) => {
          const lo = origin + Math.floor((value - origin) / widths[level]) * widths[level];
          return `[${write(lo)}, ${write(lo + widths[level])})`;
        });
        const report = auditColumn(values.map(write), labels, {
          type: 'intervals',
          origin: Number(write(origin)),
          widths: widths.map((units) => Number(write(units))),
        });
        expect({ seed, digits, problems: report.problems }).toEqual({ seed, digits, problems: [] });
        return report.metrics;
      });
      const [whole, ...scaled] = metrics;
      const widest = widths[1];
      const bound = (value: number): number => Math.floor((value - origin) / widest) * widest;
      const span = bound(Math.max(...values)) + widest - bound(Math.min(...values));
      const naive = new Set(values).size === 1 && whole.lossSum === 0 ? 0 : widths[level] / span;
      expect(whole.lossSum, `seed ${seed}`).toBeCloseTo(naive, 9);
      for (const other of scaled) expect(other.lossSum, `seed ${seed}`).toBeCloseTo(whole.lossSum as number, 9);
    }
  });

  // Sums of doubles lie beside these bounds; past 10^12 they have more digits than twelve.
  it.each([
    ['zero among tenths', 1.2, 0.4, [-0.3, -0.2, 0.3, 0.1], ['[-0.4, 0)', '[-0.4, 0)', '[0, 0.4)', '[0, 0.4)']],
    [
      'thirteen digits',
      0,
      7,
      [1234567890153, 1234567890154, 1234567890160, 1234567890161],
      [
        '[1234567890150-1234567890156]',
        '[1234567890150-1234567890156]',
        '[1234567890157-1234567890163]',
        '[1234567890157-1234567890163]',
      ],
    ],
    ['tiny widths', 0, 3e-7, [1e-7, 2e-7, 4e-7, 5e-7], ['[0, 3e-7)', '[0, 3e-7)', '[3e-7, 6e-7)', '[3e-7, 6e-7)']],
  ] as const)('are confirmed in a release: %s', async (_, origin, width, numbers, labels) => {
    for (const engine of ['js', 'wasm'] as const) {
      const table = await readTable(numbers.map((x) => ({ x })));
      const { release } = await anonymize(
        table,
        {
          attributes: { x: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin, widths: [width] } } },
          privacy: [{ model: 'k-anonymity', k: 2 }],
          algorithm: 'optimal-lattice',
          output: { order: 'input' },
        },
        { engine },
      );
      expect(columnOf(release, 'x')).toEqual(labels);
    }
  });

  it('are no others: a label that begins one unit beside is a problem', () => {
    const intervals: AuditHierarchy = { type: 'intervals', widths: [0.1] };
    expect(auditColumn(['0.3', '0.6'], ['[0.3, 0.4)', '[0.6, 0.7)'], intervals).problems).toEqual([]);
    expect(auditColumn(['0.3', '0.6'], ['[0.2, 0.3)', '[0.6, 0.7)'], intervals).problems).not.toEqual([]);
  });
});

describe('levels without labels', () => {
  it.each([[undefined], [[]], [[['a', '*'], []]]])('are refused, naming the attribute: %j', (rows) => {
    const ask = () => auditColumn(['1', '2'], ['1', '2'], { type: 'levels', rows } as AuditHierarchy);
    expect(ask).toThrow(InvalidArgumentError);
    expect(ask).toThrow('attributes["x"].hierarchy.rows');
  });
});

describe('suppressed rows that were removed', () => {
  it('are warned of where neither the original nor their number is given', () => {
    const codesOf = (suppressedRows: number | undefined, suppressed: 'drop' | 'star'): string[] =>
      audit(tableOf(['x'], [['a'], ['b']]), {
        quasiIdentifiers: [{ name: 'x' }],
        classColumn: null,
        privacy: [{ model: 'k-anonymity', k: 1 }],
        suppressed,
        suppressedRows,
        identifiers: [],
        missing: [''],
      }).warnings.map(({ code }) => code);
    expect(codesOf(undefined, 'drop')).toContain('NO_ORIGINAL');
    expect(codesOf(0, 'drop')).not.toContain('NO_ORIGINAL');
    expect(codesOf(3, 'drop')).not.toContain('NO_ORIGINAL');
    expect(codesOf(undefined, 'star')).not.toContain('NO_ORIGINAL');
  });
});
