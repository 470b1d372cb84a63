import { describe, expect, it } from 'vitest';
import { checkOptions } from '../../src/algorithms/algorithm.js';
import { findAlgorithm } from '../../src/algorithms/list.js';
import { InvalidArgumentError, listAlgorithms, type OptionInfo, type ValueInfo } from '../../src/index.js';

const { algorithms } = listAlgorithms();

/** Values that a description allows, and some that it does not. */
function valuesOf(info: ValueInfo): { readonly allowed: unknown[]; readonly refused: unknown[] } {
  const { kind, values = [], items, fields = [] } = info;
  const words = { allowed: [...values] as unknown[], refused: ['no such word', null] as unknown[] };
  const join = (allowed: unknown[], refused: unknown[]) => ({
    allowed: [...words.allowed, ...allowed],
    refused: [...words.refused, ...refused],
  });
  switch (kind) {
    case 'word':
      return join([], [1, true, ['x']]);
    case 'flag':
      return join([true, false], [0, 'true']);
    case 'text':
      return { allowed: ['x'], refused: ['', 1, null] };
    case 'number':
      return join(...numbersOf(info));
    case 'list': {
      const inner = valuesOf(items!);
      // Duplicate entries are refused by rules of their own.
      return join(
        [[], ...inner.allowed.map((each) => [each])],
        [{}, 1, ...inner.refused.filter((each) => each !== '').map((each) => [each])],
      );
    }
    case 'by-attribute': {
      const inner = valuesOf(items!);
      const own = (value: unknown) => ({ constructor: value });
      return join([{}, ...inner.allowed.map(own)], [[], 1, ...inner.refused.map(own)]);
    }
    case 'object': {
      const each = (pick: 'allowed' | 'refused') =>
        fields.flatMap((field) => valuesOf(field)[pick].map((value) => ({ [field.name]: value })));
      return join([{}, ...each('allowed')], [[], 1, { unknown: true }, ...each('refused')]);
    }
  }
}

function numbersOf({ min, max, above, integer }: ValueInfo): [unknown[], unknown[]] {
  const step = integer === true ? 1 : 1e-6;
  const low = min ?? 0;
  const allowed = above === true ? [low + step] : [low];
  const refused: unknown[] = [NaN, '1', ...(integer === true ? [low + 0.5] : [])];
  if (min !== undefined) refused.push(above === true ? min : min - step);
  if (max !== undefined) allowed.push(max);
  if (max !== undefined) refused.push(max < 2 ** 50 ? max + step : 2 * max, Infinity);
  return [allowed, refused];
}

const cases = algorithms.flatMap(({ name, optionInfos }) =>
  optionInfos.map((info): [string, string, OptionInfo] => [name, info.name, info]),
);

describe('options as data', () => {
  it.each(cases)('%s: %s allows what its check takes, and nothing else', (name, option, info) => {
    const check = (value: unknown) => checkOptions(findAlgorithm(name), { [option]: value });
    const { allowed, refused } = valuesOf(info);
    for (const value of allowed) expect(() => check(value), JSON.stringify(value)).not.toThrow();
    for (const value of refused) expect(() => check(value), JSON.stringify(value)).toThrow(InvalidArgumentError);
  });

  it.each(algorithms.map(({ name, optionInfos }) => [name, optionInfos] as const))(
    '%s takes the defaults that it declares, in words where there is none',
    (name, infos) => {
      const filled = checkOptions(findAlgorithm(name), {});
      for (const info of infos) {
        if (info.default === undefined) expect(info.otherwise, info.name).toBeTypeOf('string');
        else expect(filled[info.name], info.name).toBe(info.default);
      }
    },
  );
});
