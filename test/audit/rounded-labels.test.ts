import { describe, expect, it } from 'vitest';
import { makeDomain, type Domain } from '../../src/audit/domain.js';
import { readRounded, splitSet, unquote, type RoundedReading } from '../../src/audit/rounded-labels.js';
import { seededRandom } from '../../src/base/random.js';
import type { ValueKind } from '../../src/table/table.js';

const dayOf = (text: string): number => Date.parse(text) / 86_400_000;

/** A domain without levels of the texts as they came, the missing value last where there is one. */
function domainOf(texts: readonly string[], kind: ValueKind, hasMissing: boolean): Domain {
  const leaves = {
    texts: hasMissing ? [...texts, ''] : texts,
    missing: hasMissing ? texts.length : -1,
    levels: null,
    ordered: false,
    rootAliases: [],
    uncovered: 0,
  };
  return makeDomain({ name: 'x', ...kind }, undefined, leaves, new Set(['']));
}

function leavesOf({ runs }: RoundedReading): number[] {
  const leaves: number[] = [];
  for (let r = 0; r < runs.length; r += 2) for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) leaves.push(leaf);
  return leaves;
}

/** Meaning of the label, as texts, and its bounds; null where it is no label. */
function read(domain: Domain, kind: ValueKind, text: string, rare: readonly string[] = []) {
  const reading = readRounded(domain, { kind, rare: rare.map((each) => domain.leafOf(each)) }, text);
  if (reading === null) return null;
  const { named } = reading;
  return { texts: leavesOf(reading).map((leaf) => domain.texts[leaf]), ends: named && [named.low, named.high] };
}

type Label = readonly [text: string, ends: readonly [low: number, high: number], holds: (x: number) => boolean];

/** Labels of two numbers, their ends and what lies in them, for each kind of number. */
function labelsOf({ type, format }: ValueKind, low: number, high: number): readonly Label[] {
  const write = (value: number): string => (format === undefined ? String(value) : String(value).replace('.', ','));
  const between = format === undefined ? ', ' : '; ';
  const open: Label = ['not missing', [-Infinity, Infinity], () => true];
  const above: Label = [`>=${write(high)}`, [high, Infinity], (x) => x >= high];
  const below: Label = [`<${write(low)}`, [-Infinity, type === 'integer' ? low - 1 : low], (x) => x < low];
  if (low === high) return [open, above, below];
  const closed = (separator: string): Label => [
    `[${write(low)}${separator}${write(high)}]`,
    [low, high],
    (x) => x >= low && x <= high,
  ];
  const halfOpen: Label = [`[${write(low)}${between}${write(high)})`, [low, high], (x) => x >= low && x < high];
  return [open, above, below, closed('-'), closed(' .. '), ...(type === 'number' ? [halfOpen] : [])];
}

describe('labels that name numbers', () => {
  it.each<[string, ValueKind, number]>([
    ['whole numbers', { type: 'integer' }, 1],
    ['numbers', { type: 'number' }, 4],
    ['numbers with a decimal comma', { type: 'number', format: '0,##' }, 4],
  ])('stand for every leaf between them and for no other: %s', (_, kind, parts) => {
    const random = seededRandom(3);
    let empty = 0;
    for (let i = 0; i < 200; i++) {
      const draw = (): number => (random.below(40 * parts) - 10 * parts) / parts;
      const values = [...new Set(Array.from({ length: 1 + random.below(12) }, draw))];
      const write = (value: number): string => (kind.format === undefined ? String(value) : String(value).replace('.', ',')); // prettier-ignore
      const domain = domainOf(values.map(write), kind, random.below(2) === 0);
      const [low, high] = [draw(), draw()].sort((a, b) => a - b);
      for (const [text, ends, holds] of labelsOf(kind, low, high)) {
        const texts = values.filter(holds).sort((a, b) => a - b).map(write); // prettier-ignore
        empty += Number(texts.length === 0);
        expect({ text, read: read(domain, kind, text) }).toEqual({ text, read: texts.length === 0 ? null : { texts, ends } }); // prettier-ignore
      }
    }
    expect(empty).toBeGreaterThan(30);
  });

  it('are none where they are written otherwise', () => {
    const all = ['1', '2', '3', '30'];
    const numbers: ValueKind = { type: 'number' };
    const none = (kind: ValueKind, ...labels: string[]) => {
      const domain = domainOf(all, kind, true);
      for (const text of labels) expect([text, read(domain, kind, text)]).toEqual([text, null]);
    };
    const anywhere = ['', '2', '1-3', '1, 3)', '<', '<x', '>=', '>=x', '>2', '<=2', '[', '[]', '[1]', '[1-x]', '[x-3]', '[1-3', '[1-3)x', '[3-1]', '[2-2]', '[1 .. 3', '[1..3]', 'not missing ', 'missing']; // prettier-ignore
    none(numbers, ...anywhere, '[3, 1)', '[2, 2)', '[1, 2, 3)', '[1)', '[, 3)', '[1, )', '[1; 3)', '[1,3)', '[x, 3)', '[1, 3]', '(1, 3)'); // prettier-ignore
    none({ type: 'integer' }, ...anywhere, '[1, 3)', '[1.5-3]', '<2.5');
    none({ type: 'number', format: '0,##' }, '[1, 3)', '<2.5');
    // Texts are no numbers, whatever their domain has.
    expect(read(domainOf(all, { type: 'string' }, false), numbers, '[1-3]')).toBeNull();
  });

  it('may be below zero, on both sides', () => {
    const kind: ValueKind = { type: 'integer' };
    const domain = domainOf(['-9', '-5', '-3', '-2', '4'], kind, false);
    expect(read(domain, kind, '[-5--2]')).toEqual({ texts: ['-5', '-3', '-2'], ends: [-5, -2] });
    expect(read(domain, kind, '[-5-4]')).toEqual({ texts: ['-5', '-3', '-2', '4'], ends: [-5, 4] });
    expect(read(domain, kind, '<-5')).toEqual({ texts: ['-9'], ends: [-Infinity, -6] });
  });
});

describe('labels that name parts of the calendar', () => {
  const kind: ValueKind = { type: 'date' };
  const days = ['1960-12-31', '1961-01-01', '1961-03-01', '1961-03-31', '1961-04-01', '1961-12-31', '1962-01-01', '1962-05-31', '1962-06-01']; // prettier-ignore
  const domain = domainOf([...days].reverse(), kind, true);

  it.each<[string, string, string]>([
    ['1961', '1961-01-01', '1961-12-31'],
    ['1961-03', '1961-03-01', '1961-03-31'],
    ['1961-03-31', '1961-03-31', '1961-03-31'],
    ['[1961-1962]', '1961-01-01', '1962-12-31'],
    ['[1961-03 .. 1962-05]', '1961-03-01', '1962-05-31'],
    ['[1961-03-01-1961-04-01]', '1961-03-01', '1961-04-01'],
    ['<1961', '', '1960-12-31'],
    ['<1961-03-31', '', '1961-03-30'],
    ['>=1962', '1962-01-01', ''],
    ['>=1961-12', '1961-12-01', ''],
    ['not missing', '', ''],
  ])('%s stands for their days', (text, from, to) => {
    const [low, high] = [from === '' ? -Infinity : dayOf(from), to === '' ? Infinity : dayOf(to)];
    const texts = days.filter((day) => dayOf(day) >= low && dayOf(day) <= high);
    expect(read(domain, kind, text)).toEqual({ texts, ends: [low, high] });
  });

  it('are none where no day lies in them or they are written otherwise', () => {
    for (const text of [
      '1963',
      '1961-02',
      '1961-13',
      '61',
      '[1962-1961]',
      '[1961-1961',
      '[1961 .. 1961-01-01]',
      '<1900',
      '>=1963',
      '[1961, 1962)',
      '[1961, 1962]',
      '*',
    ])
      // prettier-ignore
      expect([text, read(domain, kind, text)]).toEqual([text, null]);
  });
});

describe('labels that name texts', () => {
  const kind: ValueKind = { type: 'string' };
  const texts = ['a', 'b', 'c, d', 'say "no"', 'other', '{x}', 'z'];
  const domain = domainOf(texts, kind, true);
  const of = (text: string, rare: readonly string[] = ['b', 'z']): readonly string[] | null => {
    const reading = read(domain, kind, text, rare);
    expect(reading?.ends).toBeUndefined();
    return reading === null ? null : [...reading.texts].sort();
  };

  it('are members of sets, rare ones together', () => {
    expect(of('other')).toEqual(['b', 'z']);
    expect(of('other', [])).toBeNull();
    expect(of('{a, b}')).toEqual(['a', 'b']);
    expect(of('{b, a, b}')).toEqual(['a', 'b']);
    expect(of('{a, other}')).toEqual(['a', 'b', 'z']);
    expect(of('{a, "other"}')).toEqual(['a', 'other']);
    expect(of('{"c, d", "say ""no""", z}')).toEqual(['c, d', 'say "no"', 'z']);
    expect(of('{"{x}"}')).toEqual(['{x}']);
    expect(of('"other"')).toEqual(['other']);
    expect(of('"a"')).toEqual(['a']);
    expect(of('{a, ""}')).toEqual(['', 'a']);
    expect(of('""')).toEqual(['']);
  });

  it('are none where a member is none, or they are written otherwise', () => {
    for (const text of [
      '',
      'q',
      '{',
      '}',
      '{a, q}',
      '{q, a}',
      '{a,b}',
      '{a b}',
      '{a, b',
      'a, b}',
      '{a, {x}}',
      '{c, d}',
      '{say "no"}',
      '{"a}',
      '"q"',
    ])
      // prettier-ignore
      expect([text, of(text)]).toEqual([text, text === '' ? [''] : null]);
    // Without missing cells two double quotes are nothing; with a value of them they are that value, outside of sets.
    const whole = domainOf(['a', '""'], kind, false);
    expect(read(whole, kind, '{a, ""}')).toBeNull();
    const quotes = domainOf(['a', '""'], kind, true);
    expect(read(quotes, kind, '{a, ""}')?.texts.slice().sort()).toEqual(['', 'a']);
    expect(read(quotes, kind, '{a, """"""}')?.texts).toEqual(['""', 'a']);
  });

  it('are split at commas outside of double quotes', () => {
    expect(splitSet('a, b')).toEqual(['a', 'b']);
    expect(splitSet('"a, b", c')).toEqual(['"a, b"', 'c']);
    expect(splitSet('"a "" b"')).toEqual(['"a "" b"']);
    expect(splitSet('""')).toEqual(['""']);
    for (const text of ['', 'a,b', 'a, ', ', a', 'a, , b', 'a}', '{a', 'a"b', '"a"b', '"a']) {
      expect([text, splitSet(text)]).toEqual([text, null]);
    }
    expect(['"a"', 'a', '""', '"', '"a""b"', '"a"b"', 'a"'].map(unquote)).toEqual(['a', 'a', '', '"', 'a"b', '"a"b"', 'a"']);
  }); // prettier-ignore
});
