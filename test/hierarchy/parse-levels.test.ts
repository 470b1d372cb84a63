import { describe, expect, it } from 'vitest';
import { HierarchyError } from '../../src/base/errors.js';
import { parseLevelsText } from '../../src/hierarchy/parse-levels.js';

describe('a hierarchy file', () => {
  const rows = [
    ['x', 'A', '*'],
    ['y', 'A', '*'],
  ];
  it('may end its lines with LF, CRLF or CR, the last one or not, and begin with a byte order mark', () => {
    for (const text of [
      'x;A;*\ny;A;*',
      'x;A;*\ny;A;*\n',
      '\ufeffx;A;*\r\ny;A;*\r\n',
      'x;A;*\ry;A;*\r',
      'x;A;*\ny;A;*\n\n',
    ]) {
      expect(parseLevelsText(text)).toEqual(rows);
    }
  });

  it('may quote cells and use another delimiter', () => {
    expect(parseLevelsText('"a;b";"say ""hi""";*\n')).toEqual([['a;b', 'say "hi"', '*']]);
    expect(parseLevelsText('x,A,*\n', ',')).toEqual([['x', 'A', '*']]);
    expect(parseLevelsText('x\ny\n')).toEqual([['x'], ['y']]);
  });

  it('is not read with a delimiter that is not one character, such as the name of a column given in its place', () => {
    for (const delimiter of ['sex', '', '; '])
      expect(() => parseLevelsText('Male;*\n', delimiter)).toThrow(/delimiter: expected one character, received "/);
  });

  it('may be empty, which the builder refuses', () => {
    expect(parseLevelsText('')).toEqual([]);
  });

  it('is refused with a quote that stays open or is followed by text, naming the attribute and no cell', () => {
    for (const text of ['x;A\n"secret;A\n', '"secret"y;A\n']) {
      try {
        parseLevelsText(text, ';', 'zip');
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(HierarchyError);
        expect((error as HierarchyError).code).toBe('HIERARCHY_SYNTAX');
        expect((error as HierarchyError).message).toContain('zip');
        expect((error as HierarchyError).message).not.toContain('secret');
      }
    }
  });
});
