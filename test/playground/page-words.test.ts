import { describe, expect, it } from 'vitest';
import { tellingText } from '../../playground/src/column/telling-text.js';
import { unbroken } from '../../playground/src/parts/words.js';
import { messageOf } from '../../playground/src/shell/tasks.js';
import { thresholdText } from '../../playground/src/risk/threshold-text.js';

describe('sentences of the page', () => {
  it('on a limit of risk say among how few one may stand, since one in 11 is above 9 %', () => {
    const eleven = { limit: 0.09, fewest: 11 };
    expect(thresholdText([1500, 1402], eleven, { one: 'person', many: 'people' })).toBe(
      'Before, 1,500 people were among fewer than 11 people who look alike, a risk above 9 %. In the release 1,402 people are.',
    );
    expect(thresholdText([1, 0], { limit: 0.5, fewest: 2 }, { one: 'row', many: 'rows' })).toBe(
      'Before, 1 row was among fewer than 2 rows that look alike, a risk above 50 %. In the release no row is.',
    );
    expect(thresholdText([null, 1], eleven, { one: 'row', many: 'rows' })).toBe(
      'In the release 1 row is among fewer than 11 rows that look alike, a risk above 9 %.',
    );
  });

  it('on what a column tells say that rows may be those of fewer people', () => {
    expect(tellingText(10, 4096, false)).toMatch(/has about 4 rows of 4,096 left\.$/);
    expect(tellingText(10, 4096, true)).toMatch(
      /has about 4 rows of 4,096 left, which may be those of fewer people\.$/,
    );
  });

  it('on a table of everybody that is not open name no option of the API', () => {
    const error = Object.assign(new Error('privacy[0].public: expected a table among options.publicTables'), {
      code: 'PUBLIC_NOT_READ',
    });
    expect(messageOf(error)).toMatch(
      /^A promise compares with a table of everybody, .* open it, or remove the promise$/,
    );
  });

  it('break no line between a number and its %', () => {
    expect(unbroken('100 % in the input, 9.09 % in the release')).toBe(
      '100\u00a0% in the input, 9.09\u00a0% in the release',
    );
  });
});
