/** Days, times and numbers in the spellings of people: what is released is what the plain spelling gives, written otherwise. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, tableFromRows, type Job, type Table } from '../../src/index.js';
import { casesOf, long, inTurn } from '../shared.js';

interface Case {
  readonly format: string;
  /** The text of a plain value in this format, with code of the test's own. */
  readonly write: (plain: string) => string;
  /** A released label with its values as in the plain format. */
  readonly plain: (label: string) => string;
  readonly type: 'date' | 'integer' | 'number';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number): string => String(number).padStart(2, '0');
const grouped = (digits: string, separator: string): string => digits.replace(/\B(?=(\d{3})+$)/g, separator);

const cases: readonly Case[] = [
  {
    type: 'date',
    format: 'DD.MM.YYYY',
    write: (iso) => iso.split('-').reverse().join('.'),
    plain: (label) => label.replace(/(\d\d)\.(\d\d)\.(\d{4})/g, '$3-$2-$1').replace(/(\d\d)\.(\d{4})/g, '$2-$1'),
  },
  {
    type: 'date',
    format: 'MM/DD/YYYY',
    write: (iso) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`,
    plain: (label) => label.replace(/(\d\d)\/(\d\d)\/(\d{4})/g, '$3-$1-$2').replace(/(\d\d)\/(\d{4})/g, '$2-$1'),
  },
  {
    type: 'date',
    format: 'DD-MMM-YYYY',
    write: (iso) => `${iso.slice(8)}-${MONTHS[Number(iso.slice(5, 7)) - 1]}-${iso.slice(0, 4)}`,
    plain: (label) =>
      label
        .replace(/(\d\d)-([A-Z][a-z]{2})-(\d{4})/g, (_, day: string, month: string, year: string) => `${year}-${two(MONTHS.indexOf(month) + 1)}-${day}`) // prettier-ignore
        .replace(/([A-Z][a-z]{2})-(\d{4})/g, (_, month: string, year: string) => `${year}-${two(MONTHS.indexOf(month) + 1)}`), // prettier-ignore
  },
  {
    type: 'integer',
    format: '$#,##0',
    write: (plain) => (plain.startsWith('-') ? `-$${grouped(plain.slice(1), ',')}` : `$${grouped(plain, ',')}`),
    plain: (label) => label.replace(/[$,](?! )/g, ''),
  },
  {
    type: 'number',
    format: '#.##0,# €',
    write: (plain) => {
      const [whole, fraction] = plain.split('.');
      return `${grouped(whole, '.')}${fraction === undefined ? '' : `,${fraction}`} €`;
    },
    plain: (label) =>
      label
        .replace(/ €/g, '')
        .replace(/\.(?=\d)/g, '')
        .replace(/,(?=\d)/g, '.')
        // Beside a decimal comma, ends are divided by semicolons.
        .replace('; ', ', '),
  },
];

const draw = (type: Case['type'], count: number, seed: number): string[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    if (type === 'integer') return String(random.below(20) === 0 ? random.below(50_000) : random.below(1500) - 30);
    if (type === 'number') return String(random.below(300_000) / 100);
    const year = random.below(15) === 0 ? 1901 + random.below(120) : 1940 + random.below(60);
    return `${year}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  });
};

const hierarchies = {
  date: { type: 'dates', levels: ['month', 'quarter', 'year', 'decade'] },
  integer: { type: 'intervals', widths: [100, 500, 1000] },
  number: { type: 'intervals', widths: [0.5, 50, 500] },
} as const;

const jobOf = (kind: object, algorithm: string, hierarchy: object | undefined, ranges: string): Job =>
  ({
    attributes: {
      q: { role: 'quasi-identifier', ...kind, ...(hierarchy === undefined ? {} : { hierarchy }) },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      s: { role: 'sensitive', ...kind },
    },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    suppression: { maxFraction: 0.1 },
    algorithm,
    output: { order: 'input', ranges },
  }) as unknown as Job;

const rowsOf = (table: Table): string[][] =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map(({ codes, texts }) => texts[codes[row]]));

const runs: readonly (readonly [algorithm: string, withHierarchy: boolean])[] = [
  ['mondrian', false],
  ['mondrian', true],
  ['k-optimize', false],
  ['hilbert', false],
  ['hilbert', true],
  ['optimal-lattice', true],
  ['mdav', false],
];

describe.each(cases)('$type written $format', ({ type, format, write, plain }) => {
  it.each(inTurn(runs, 2))(
    'is released by %s as the plain spelling is (hierarchy: %s)',
    async (algorithm, withHierarchy) => {
      for (let seed = 0; seed < casesOf(40, 1); seed++) {
        const values = draw(type, 70, seed);
        const sexes = values.map((_, i) => (i % 3 === 0 ? 'F' : 'M'));
        const tableOf = (spell: (text: string) => string): Table =>
          tableFromRows(
            values.map((text, i) => ({ q: i % 17 === 0 ? '' : spell(text), sex: sexes[i], s: spell(text) })),
            { types: { q: 'string', s: 'string' } },
          );
        const hierarchy = withHierarchy ? hierarchies[type] : undefined;
        const both = [['rounded', 'wasm'], ['tight', 'js'], ...(long ? [['rounded', 'js'], ['tight', 'wasm']] as const : [])] as const; // prettier-ignore
        for (const [ranges, engine] of both) {
          const options = { engine, seed: 1 };
          const base = await anonymize(tableOf(String), jobOf({ type }, algorithm, hierarchy, ranges), options);
          const job = jobOf({ type, format }, algorithm, hierarchy, ranges);
          const spelled = await anonymize(tableOf(write), job, options);
          expect(rowsOf(spelled.release).map((row) => row.map(plain))).toEqual(rowsOf(base.release));
          expect(spelled.result.metrics).toEqual(base.result.metrics);
          expect(spelled.result.exposure).toEqual(base.result.exposure);
          expect(spelled.audit.holds).toBe(true);
          const again = await auditRelease(spelled.release, job, tableOf(write));
          expect([again.holds, again.problems]).toEqual([true, []]);
        }
      }
    },
  );
});
