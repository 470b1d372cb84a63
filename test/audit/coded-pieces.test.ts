import { describe, expect, it } from 'vitest';
import { codedEnds as endsInSteps, decimal } from '../../src/audit/coded-pieces.js';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';

const codedEnds = (...given: Parameters<typeof endsInSteps>) => runToCompletion(endsInSteps(...given));

describe('the ends that labels may have along declared intervals', () => {
  const borne = (...values: number[]) => values.map((value) => ({ value, people: 3 }));

  it('are the bounds of the intervals, and values that k people have', () => {
    const { starts, ends } = codedEnds({ type: 'integer' }, borne(3, 4, 11, 12), 3, {
      type: 'intervals',
      origin: 1,
      widths: [5, 10],
    });
    for (const start of [3, 4, 11, 12]) expect(starts.has(start)).toBe(true);
    const rare = codedEnds({ type: 'integer' }, [...borne(3), { value: 4, people: 1 }, ...borne(11, 12)], 3, {
      type: 'intervals',
      origin: 1,
      widths: [5, 10],
    });
    expect([[...rare.starts].sort((a, b) => a - b), [...rare.ends].sort((a, b) => a - b)]).toEqual([
      [1, 11, 12],
      [5, 11, 12],
    ]);
    expect(ends.size).toBe(4);
  });

  it('are found of numbers far past what intervals can be counted in', () => {
    const { starts } = codedEnds({ type: 'number' }, borne(1e20, 3e20), 3, { type: 'intervals', widths: [5] });
    expect(starts.has(1e20)).toBe(true);
  });

  const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);
  const endsOf = (...given: Parameters<typeof codedEnds>): [number[], number[]] => {
    const { starts, ends } = codedEnds(...given);
    return [ascending(starts), ascending(ends)];
  };

  it('are one value and, of decimals, the widest cell around it, where all people have it', () => {
    expect(endsOf({ type: 'integer' }, borne(7), 3)).toEqual([[7], [7]]);
    expect(endsOf({ type: 'number' }, borne(7), 3)).toEqual([
      [0, 7],
      [7, 10],
    ]);
    expect(endsOf({ type: 'number' }, borne(-7), 3)).toEqual([
      [-10, -7],
      [-7, 0],
    ]);
    expect(endsOf({ type: 'number' }, [{ value: 7, people: 2 }], 3)).toEqual([[], []]);
  });

  it('are those of the example of the documentation', () => {
    const ages = [[17, 4], [18, 5], [19, 6], [23, 1], [24, 2], [26, 1], [27, 2], [61, 1]].map(([value, people]) => ({ value, people })); // prettier-ignore
    // 17, 18 and 19 as they are; the last part is open: 20 to 29 is its core.
    expect(endsOf({ type: 'integer' }, ages, 4)).toEqual([
      [17, 18, 19, 20],
      [17, 18, 19, 29],
    ]);
    expect(endsOf({ type: 'integer' }, [...ages].reverse(), 4)).toEqual(endsOf({ type: 'integer' }, ages, 4));
  });

  it('of days begin and end weeks, from Monday on, and the parts of the calendar that are declared', () => {
    const day = (text: string): number => Date.parse(text) / 86_400_000;
    // 1967-02-06 is a Monday; so is 1970-01-05.
    const days = ['1967-02-06', '1967-02-08', '1967-02-12', '1967-02-13', '1967-02-15', '1967-02-19'].map((text) => ({ value: day(text), people: 1 })); // prettier-ignore
    const weeks = endsOf({ type: 'date' }, days, 3, { type: 'dates', levels: ['week'] });
    expect(weeks).toEqual([
      [day('1967-02-06'), day('1967-02-13')],
      [day('1967-02-12'), day('1967-02-19')],
    ]);
    const of = (texts: readonly string[], levels: readonly ('week' | 'month' | 'year')[], k = 2) =>
      endsOf({ type: 'date' }, texts.map((text) => ({ value: day(text), people: 1 })), k, { type: 'dates', levels }); // prettier-ignore
    const texts = ['1970-01-05', '1970-01-11', '1970-02-02', '1970-02-03', '1971-05-01', '1971-12-31'];
    expect(of(texts, ['year'])).toEqual([
      [day('1970-01-01'), day('1971-01-01')],
      [day('1970-12-31'), day('1971-12-31')],
    ]);
    expect(of(texts, ['month', 'year'])).toEqual([
      [day('1970-01-01'), day('1970-02-01'), day('1971-01-01')],
      [day('1970-01-31'), day('1970-02-28'), day('1971-12-31')],
    ]);
    expect(of(texts.slice(0, 4), ['week', 'month'])).toEqual([
      [day('1970-01-05'), day('1970-02-02')],
      [day('1970-01-11'), day('1970-02-08')],
    ]);
  });
});

describe('a decimal number', () => {
  it('is the double nearest to it, as the host reads its text', () => {
    const random = seededRandom(8);
    for (let i = 0; i < 20_000; i++) {
      const digits = Math.round((random.below(2 ** 31) - 2 ** 30) * 2 ** random.below(24));
      const exponent = random.below(60) - 30;
      expect(decimal(digits, exponent) + 0).toBe(Number(`${digits}e${exponent}`) + 0);
    }
    for (const digits of [0, 1, -5, 2 ** 53 - 1, 2 ** 53, 3 * 2 ** 60]) {
      for (const exponent of [-308, -23, -22, -1, 0, 1, 15, 22, 23, 300]) {
        expect(decimal(digits, exponent)).toBe(Number(`${digits}e${exponent}`));
      }
    }
  });
});
