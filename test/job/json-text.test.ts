import fc from 'fast-check';
import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { checkJsonText, removeComments } from '../../src/job/json-text.js';
import { casesOf } from '../shared.js';

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
      { seed: 1, numRuns: casesOf(20_000, 150) },
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
      { seed: 2, numRuns: casesOf(50_000, 200) },
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

/** Value that jsonc-parser reads, which takes comments and commas before a bracket; undefined for a text that it refuses. */
function readByAnother(text: string): { value: unknown } | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? { value } : undefined;
}

describe('the text of a job with comments', () => {
  const pieces = [
    '// a "comment"\n',
    '/* {[ */',
    '/*\n*\u00e9/**/',
    '//\r',
    ',',
    '/',
    '*',
    '"//"',
    ' ',
    '[1,]',
    '{"a":1,}',
  ];

  it('is read as another parser reads it, wherever comments and commas stand', () => {
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(
        // The other parser takes a key `__proto__` for the prototype.
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...pieces)), { minLength: 1, maxLength: 4 }),
        (value, extras) => {
          let text = JSON.stringify(value, null, 1);
          for (const [place, piece] of extras) {
            const at = place % (text.length + 1);
            text = text.slice(0, at) + piece + text.slice(at);
          }
          const { json, problems } = removeComments(text);
          const other = readByAnother(text);
          if (problems.some(({ kind }) => kind === 'duplicate')) return;
          expect(problems.length === 0).toBe(other !== undefined);
          counts[other === undefined ? 'refused' : 'read']++;
          if (other === undefined) return;
          expect(json).toHaveLength(text.length);
          expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(other.value));
        },
      ),
      { seed: 3, numRuns: casesOf(50_000, 300) },
    );
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(20);
  });

  it('keeps a key __proto__, as JSON.parse does', () => {
    const { json, problems } = removeComments('[{"__proto__": "" /* a */,},]');
    expect([problems, JSON.stringify(JSON.parse(json))]).toEqual([[], '[{"__proto__":""}]']);
  });

  it('keeps the positions of what stands beside them', () => {
    const { json } = removeComments('{ // one\r\n "a": [1, /* two\n lines */ 2,], }');
    expect(json).toBe('{       \r\n "a": [1,       \n          2 ]  }');
    expect(removeComments('{\n  // "a" \n  /* b */ a\n}').problems).toMatchObject([{ line: 3, column: 11 }]);
  });

  it.each([
    ['a comment that does not end', '{"a": 1 /* b', 1, 9],
    ['a comma alone', '[,]', 1, 2],
    ['two commas at the end', '[1,,]', 1, 4],
    ['a comma after the end', '{},', 1, 3],
    ['one slash', '{/ "a": 1}', 1, 2],
    ['a comma after the colon', '{"a":,}', 1, 6],
  ])('is refused for %s', (_, text, line, column) => {
    expect(removeComments(text).problems).toMatchObject([{ kind: 'syntax', line, column }]);
  });

  it('reports every key that stands twice, then the syntax error', () => {
    const { problems } = removeComments('{"a": 1, "a": 2, "b": {"c": 1, /* "c" */ "c": 2}, "b": 1, x}');
    expect(problems.map(({ kind, column }) => [kind, column])).toEqual([
      ['duplicate', 10],
      ['duplicate', 42],
      ['duplicate', 51],
      ['syntax', 59],
    ]);
  });
});
