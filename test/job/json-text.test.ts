import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJsonText } from '../../src/job/json-text.js';
import { long } from '../shared.js';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the text of a job', () => {
  it('is accepted when JSON.parse accepts it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        expect(checkJsonText(JSON.stringify(value, null, indent))).toBeNull();
      }),
      { seed: 1, numRuns: long ? 20_000 : 1000 },
    );
  });

  it('is refused exactly when JSON.parse refuses it, after one character was changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(...'{}[],:"\\ 0-e.tn', ''), (value, place, character) => {
        const text = JSON.stringify(value);
        const at = place % text.length;
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        const problem = checkJsonText(changed);
        if (problem?.kind !== 'duplicate') expect(problem === null).toBe(parses(changed));
      }),
      { seed: 2, numRuns: long ? 50_000 : 1500 },
    );
  });

  it('names line and column of a syntax error', () => {
    expect(checkJsonText('{\n  "a": 1,\n}')).toMatchObject({ kind: 'syntax', line: 3, column: 1 });
    expect(checkJsonText('')).toMatchObject({ kind: 'syntax', line: 1, column: 1 });
  });

  it('names a key that stands twice, however it is spelled', () => {
    expect(checkJsonText('{"a": {"b": 1, "\\u0062": 2}}')).toMatchObject({
      kind: 'duplicate',
      depth: 2,
      parent: 'a',
      column: 16,
    });
  });

  it('is looked at without recursion', () => {
    expect(checkJsonText('['.repeat(200_000) + ']'.repeat(200_000))).toBeNull();
  });
});
