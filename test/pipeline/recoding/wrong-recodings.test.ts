import { describe, expect, it } from 'vitest';
import { applyRecoding, InvalidArgumentError } from '../../../src/index.js';
import { reseal } from './reseal.js';

const mask = { type: 'mask', keep: 'left' };
/** A recoding with a value of every kind. */
const recoding = {
  version: 2,
  kind: 'regions',
  applicable: true,
  k: 2,
  columns: [
    { name: 'a', role: 'quasi-identifier' },
    { name: 'b', role: 'quasi-identifier', spec: { type: 'string' } },
    { name: 'c', role: 'sensitive' },
  ],
  attributes: [
    {
      name: 'a',
      type: 'integer',
      leaves: ['1', '2', '3'],
      known: ['1'],
      values: [
        { label: '1-2', numbers: { from: 1, to: 2 }, missing: true },
        { label: '*', any: true },
        { label: 'one', leaves: [[0, 2]] },
        { label: 'x', texts: ['x'], other: true },
        { label: 'p-q', between: ['p', 'q'] },
      ],
    },
    { name: 'b', type: 'string', hierarchy: mask, longest: 3, values: [{ label: '5**', node: { level: 2, label: '5**' } }] },
  ],
  classes: [[0, 0]],
}; // prettier-ignore

/** The recoding with another value at a path; undefined takes it out. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(recoding) as unknown;
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  if (value === undefined) delete at[path[path.length - 1]];
  else at[path[path.length - 1]] = value;
  return copy;
}

async function refusalOf(given: unknown): Promise<[string, string]> {
  const error: unknown = await applyRecoding(await reseal(given), [{ a: 1, b: '533', c: 'flu' }]).catch((reason: unknown) => reason);
  if (!(error instanceof InvalidArgumentError)) throw new Error('no refusal', { cause: error });
  return [error.argument, error.expected];
} // prettier-ignore

const A = ['attributes', 0];
const B = ['attributes', 1];

describe('a kept recoding', () => {
  it('with a value of every kind is applied', async () => {
    const { release, released } = await applyRecoding(await reseal(recoding), [{ a: 1, b: '533', c: 'flu' }]);
    expect([release.toRows(), released]).toEqual([[{ a: '1-2', b: '5**', c: 'flu' }], 1]);
  });

  it.each([
    [['k'], 0, 'recoding.k', 'a whole number from 1, or null'],
    [['k'], 1.5, 'recoding.k', 'a whole number from 1, or null'],
    [['columns'], {}, 'recoding.columns', 'a list'],
    [['columns', 0], 7, 'recoding.columns[0]', 'a column'],
    [['columns', 0, 'name'], '', 'recoding.columns[0].name', 'the name of a column'],
    [['columns', 0, 'name'], 7, 'recoding.columns[0].name', 'the name of a column'],
    [['columns', 1, 'name'], 'a', 'recoding.columns', 'every name once'],
    [['columns', 2, 'role'], 'guest', 'recoding.columns[2].role', /^one of .*sensitive/],
    [['columns', 2, 'more'], 1, 'recoding.columns[2].more', 'one of the keys name, role, spec, known'],
    [['columns', 1, 'spec'], { type: 'money' }, 'recoding.columns[1].spec.type', /"string"/],
    [['attributes'], [], 'recoding.attributes', 'at least one quasi-identifier, each once'],
    [['attributes', 1, 'name'], 'a', 'recoding.attributes', 'at least one quasi-identifier, each once'],
    [[...A, 'name'], 'z', 'recoding.attributes[0].name', 'one of the columns'],
    [[...A, 'type'], undefined, 'recoding.attributes[0].type', 'a text'],
    [[...A, 'type'], 'money', 'recoding.attributes[0].type', /"string"/],
    [[...A, 'more'], 1, 'recoding.attributes[0].more', /^one of the keys name, type, /],
    [[...A, 'leaves'], 'x', 'recoding.attributes[0].leaves', 'a list'],
    [[...A, 'leaves', 1], 2, 'recoding.attributes[0].leaves[1]', 'a text'],
    [[...A, 'known'], [1], 'recoding.attributes[0].known[0]', 'a text'],
    [[...A, 'values'], {}, 'recoding.attributes[0].values', 'a list'],
    [[...A, 'values', 1], '*', 'recoding.attributes[0].values[1]', 'a released value'],
    [[...A, 'values', 1, 'label'], '1-2', 'recoding.attributes[0].values', 'every label once'],
    [[...A, 'values', 1, 'label'], undefined, 'recoding.attributes[0].values[1].label', 'a text'],
    [[...A, 'values', 1, 'any'], false, 'recoding.attributes[0].values[1].any', 'one of true'],
    [[...A, 'values', 0, 'missing'], 1, 'recoding.attributes[0].values[0].missing', 'one of true'],
    [[...A, 'values', 3, 'other'], 'yes', 'recoding.attributes[0].values[3].other', 'one of true'],
    [[...A, 'values', 3, 'texts'], [null], 'recoding.attributes[0].values[3].texts[0]', 'a text'],
    [[...A, 'values', 4, 'between'], ['p'], 'recoding.attributes[0].values[4].between', 'two texts'],
    [[...A, 'values', 4, 'between'], ['p', 'q', 'r'], 'recoding.attributes[0].values[4].between', 'two texts'],
    [[...A, 'values', 4, 'between', 1], 7, 'recoding.attributes[0].values[4].between[1]', 'a text'],
    [[...A, 'values', 0, 'numbers'], [1, 2], 'recoding.attributes[0].values[0].numbers', 'an object of bounds'],
    [[...A, 'values', 0, 'numbers', 'to'], '2', 'recoding.attributes[0].values[0].numbers.to', 'a finite number'],
    [[...A, 'values', 0, 'numbers', 'to'], Infinity, 'recoding.attributes[0].values[0].numbers.to', 'a finite number'],
    [
      [...A, 'values', 0, 'numbers', 'till'],
      2,
      'recoding.attributes[0].values[0].numbers.till',
      /^one of the keys from/,
    ],
    [[...A, 'values', 2, 'leaves', 0], [0], 'recoding.attributes[0].values[2].leaves[0]', /^the first and the last/],
    [[...A, 'values', 2, 'leaves', 0], [0, 3], 'recoding.attributes[0].values[2].leaves[0]', /^the first and the last/],
    [
      [...A, 'values', 2, 'leaves', 0],
      [-1, 1],
      'recoding.attributes[0].values[2].leaves[0]',
      /^the first and the last/,
    ],
    [
      [...A, 'values', 2, 'leaves', 0],
      [0.5, 1],
      'recoding.attributes[0].values[2].leaves[0]',
      /^the first and the last/,
    ],
    [[...A, 'values', 2, 'leaves', 0], [2, 1], 'recoding.attributes[0].values[2].leaves[0]', /^the first and the last/],
    [
      [...A, 'values', 2, 'leaves', 0],
      [0, 1, 2],
      'recoding.attributes[0].values[2].leaves[0]',
      /^the first and the last/,
    ],
    [[...A, 'values', 1, 'node'], { level: 1, label: 'x' }, 'recoding.attributes[0].values[1].node', /^nothing, since/],
    [[...B, 'longest'], 0, 'recoding.attributes[1].longest', 'a whole number from 1 to 63'],
    [[...B, 'longest'], 64, 'recoding.attributes[1].longest', 'a whole number from 1 to 63'],
    [
      [...B, 'hierarchy'],
      { type: 'order', values: ['x'] },
      'recoding.attributes[1].hierarchy',
      /^one that is made of the/,
    ],
    [[...B, 'hierarchy'], { type: 'fog' }, 'recoding.attributes[1].hierarchy.type', /"mask"/],
    [[...B, 'values', 0, 'node'], [2], 'recoding.attributes[1].values[0].node', 'a node'],
    [[...B, 'values', 0, 'node', 'level'], 64, 'recoding.attributes[1].values[0].node.level', 'a level'],
    [[...B, 'values', 0, 'node', 'level'], -1, 'recoding.attributes[1].values[0].node.level', 'a level'],
    [[...B, 'values', 0, 'node', 'label'], 5, 'recoding.attributes[1].values[0].node.label', 'a text'],
    [
      [...B, 'values', 0, 'node', 'more'],
      5,
      'recoding.attributes[1].values[0].node.more',
      'one of the keys level, label',
    ],
    [['classes'], null, 'recoding.classes', 'a list'],
    [['classes', 0], [0, 1], 'recoding.classes[0]', /^the index of a value/],
    [['classes', 0], [5, 0], 'recoding.classes[0]', /^the index of a value/],
    [['classes', 0], [-1, 0], 'recoding.classes[0]', /^the index of a value/],
    [['classes', 0], [0, 0, 0], 'recoding.classes[0]', /^the index of a value/],
    [['output'], [], 'recoding.output', 'an object'],
    [['output'], { suppressed: 'keep' }, 'recoding.output.suppressed', 'one of drop, star'],
    [['output'], { order: 'up' }, 'recoding.output.order', 'one of shuffle, input'],
    [['output'], { delimiter: '::' }, 'recoding.output.delimiter', /^one of ,/],
    [['output'], { bom: 1 }, 'recoding.output.bom', 'one of true, false'],
    [['output'], { formulaGuard: 'no' }, 'recoding.output.formulaGuard', 'one of true, false'],
    [
      ['output'],
      { ends: 1 },
      'recoding.output.ends',
      'one of the keys suppressed, order, delimiter, bom, formulaGuard',
    ],
  ] as const)('is refused where %j is %j', async (path, value, argument, expected) => {
    const [at, wanted] = await refusalOf(changed(path, value));
    expect(at).toBe(argument);
    if (typeof expected === 'string') expect(wanted).toBe(expected);
    else expect(wanted).toMatch(expected);
  });

  it.each([
    [['k'], null],
    [[...B, 'longest'], 1],
    [[...B, 'longest'], 63],
    [
      [...A, 'values', 2, 'leaves', 0],
      [1, 1],
    ],
    [
      ['classes', 0],
      [4, 0],
    ],
    [['output'], { suppressed: 'star', order: 'input', delimiter: ';', bom: true, formulaGuard: false }],
  ] as const)('is taken where %j is %j', async (path, value) => {
    await applyRecoding(await reseal(changed(path, value)), [{ a: 1, b: '533', c: 'flu' }]);
  });
});
