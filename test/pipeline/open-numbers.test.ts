/** Numbers with an open end, 90+ and <1: found, ordered, and released in labels that are true of them. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, parseJob, proposeJob, readCsv, readForJob, type Job } from '../../src/index.js';
import { splitOpen } from '../../src/table/open-ends.js';
import { csvOf as csvText } from '../table-texts.js';
import { casesOf } from '../shared.js';
import { drawFrom } from './random-job.js';

/** The numbers that a text stands for, as a reader understands it; `excluded` ends are open. */
interface Span {
  readonly low: number;
  readonly high: number;
}

const HIGH: Readonly<Record<string, number>> = { '90+': 90, '>=90': 90, '>89': 90, '90 and over': 90, 'over 89': 90 };
const LOW: Readonly<Record<string, number>> = { '<1': 0, '<=0': 0, 'under 1': 0, '0 or less': 0, 'at most 0': 0 };

/** Whole numbers of a cell or a label; written without a look at the code that it tests. */
function spanOf(text: string): Span {
  if (text === '*' || text === 'not missing') return { low: -Infinity, high: Infinity };
  if (Object.hasOwn(HIGH, text)) return { low: HIGH[text], high: Infinity };
  if (Object.hasOwn(LOW, text)) return { low: -Infinity, high: LOW[text] };
  if (text.startsWith('>=')) return { low: Number(text.slice(2)), high: Infinity };
  if (text.startsWith('<')) return { low: -Infinity, high: Number(text.slice(1)) - 1 };
  if (/^\d+\+$/.test(text)) return { low: Number(text.slice(0, -1)), high: Infinity };
  const range = /^\[?(-?[^-]+?)(?:-| \.\. )(-?[^-]+?)\]?$/.exec(text);
  if (range !== null && !/^-?\d+$/.test(text)) return { low: spanOf(range[1]).low, high: spanOf(range[2]).high };
  expect(text).toMatch(/^-?\d+$/);
  return { low: Number(text), high: Number(text) };
}

const jobOf = (age: object, algorithm: unknown, more: object = {}): Job =>
  ({
    attributes: { age: { role: 'quasi-identifier', ...age }, kind: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm,
    output: { order: 'input', ...more },
    suppression: 'unlimited',
  }) as unknown as Job;

const csvOf = (cells: readonly string[]): string =>
  `age,kind\n${cells.map((cell, i) => `${/,/.test(cell) ? `"${cell}"` : cell},${i % 3}`).join('\n')}\n`;

const HIERARCHIES = [
  {},
  { hierarchy: { type: 'intervals', widths: [5, 10, 20] } },
  { hierarchy: { type: 'intervals', origin: 3, widths: [7, 49] } },
  { hierarchy: { type: 'intervals', bounds: [[1, 18, 65, 95], [18, 95]] } },
  { hierarchy: { type: 'intervals', bounds: [[0, 40, 90], [40]] } },
  { hierarchy: { type: 'suppress' } },
]; // prettier-ignore

describe('numbers with an open end', () => {
  it('stand in labels that are true of them, in every release, which its audit confirms', async () => {
    const draw = drawFrom(seededRandom(9001), false);
    const algorithms = ['mondrian', 'optimal-lattice', 'k-optimize', 'hilbert', 'k-member', 'datafly'];
    for (let run = 0; run < casesOf(1500, 40); run++) {
      const ends = [
        ...(draw.oneIn(3) ? [] : [draw.of(Object.keys(HIGH))]),
        ...(draw.oneIn(2) ? [] : [draw.of(Object.keys(LOW))]),
      ];
      const cells = Array.from({ length: 12 + draw.below(40) }, () =>
        ends.length > 0 && draw.oneIn(4) ? draw.of(ends) : String(1 + draw.below(draw.oneIn(3) ? 89 : 12)),
      );
      const spec = draw.of(HIERARCHIES);
      const algorithm = draw.of(algorithms);
      const job = jobOf(spec, algorithm, { ranges: draw.oneIn(3) ? 'tight' : 'rounded' });
      const { table, job: own } = await readForJob(csvOf(cells), job);
      const others = new Set(cells.filter((cell) => !ends.includes(cell)));
      if (others.size < 2) continue;
      expect([table.column('age')!.type, ends]).toEqual(['integer', ends]);
      const [wasm, js] = await Promise.all(
        (['wasm', 'js'] as const).map((engine) => anonymize(table, own, { engine })),
      );
      expect(csvText(js.release)).toBe(csvText(wasm.release));
      expect(wasm.audit.holds).toBe(true);
      const labels = wasm.release.cells('age') as string[];
      const dropped = wasm.release.rows < cells.length;
      if (dropped) continue;
      labels.forEach((label, row) => {
        const [cell, named] = [spanOf(cells[row]), spanOf(label)];
        const isTrue = named.low <= cell.low && cell.high <= named.high;
        expect({ label, cell: cells[row], algorithm, spec, isTrue }).toEqual({ label, cell: cells[row], algorithm, spec, isTrue: true }); // prettier-ignore
      });
      const again = await readCsv(csvText(wasm.release), { types: { age: 'string' } });
      expect(auditRelease(again, own, table).holds).toBe(true);
    }
  });

  it('are the last and the first of the order', async () => {
    const table = await readCsv(csvOf(['90+', '3', '<1', '89', '3', '90+']));
    const { texts, numbers, format } = table.column('age')!;
    const sorted = texts.map((_, code) => code).sort((a, b) => numbers![a] - numbers![b]);
    expect(sorted.map((code) => texts[code])).toEqual(['<1', '3', '89', '90+']);
    expect(format).toBe('[<1] 0 [90+]');
    expect(table.toColumns().age).toEqual(['90+', '3', '<1', '89', '3', '90+']);
    expect(table.warnings.map(({ message }) => message).join()).toContain('3 cells have an open end');
  });

  it.each([
    ['decimals', ['0.5', '<0.1', '2.25', '>9.5'], 'number', '[<0.1] 0.# [>9.5]'],
    ['money', ['$1,000', '$2,500', '$5,000+', '<$100'], 'integer', '[<$100] $#,##0 [$5,000+]'],
    ['words', ['4', '7', 'under 4', '85 and over'], 'integer', '[under 4] 0 [85 and over]'],
    ['signs', ['4', '7', '≥85', '≤3'], 'integer', '[≤3] 0 [≥85]'],
    ['groups of ages', ['18-24', '25-34', '65+'], 'string', undefined],
    ['grades', ['1', '2', '3', '1+', '2+'], 'string', undefined],
    ['codes', ['007', '012', '90+'], 'string', undefined],
    ['a value that an end covers', ['5', '91', '90+', '<5'], 'string', undefined],
    ['a bound that its end holds', ['89', '90', '90+'], 'string', undefined],
  ])('%s %j are read as %s', async (_, cells, type, format) => {
    const table = await readCsv(csvOf(cells));
    expect({ type: table.column('age')!.type, format: table.column('age')!.format }).toEqual({ type, format });
    expect(table.toColumns().age).toEqual(cells);
  });

  it('read what they cover as themselves where a format says so, and are an error where only a type does', async () => {
    const cells = ['40', '95', '90+', '93+', '40', '62', '62', '95'];
    await expect(readForJob(csvOf(cells), jobOf({ type: 'integer' }, 'mondrian'))).rejects.toMatchObject({
      code: 'OPEN_END',
    });
    const { table } = await readForJob(csvOf(cells), jobOf({ format: '0 [90+]' }, 'mondrian'));
    expect(table.toColumns().age).toEqual(['40', '90+', '90+', '90+', '40', '62', '62', '90+']);
    const wrong = jobOf({ format: '0 [<90]' }, 'mondrian');
    expect(() => parseJob(wrong)).toThrow(/format/);
    const narrow = readForJob(csvOf(['40', '85+', '62']), jobOf({ format: '0 [90+]' }, 'mondrian'));
    await expect(narrow).rejects.toMatchObject({ code: 'NUMBER_SYNTAX' });
  });

  it('are no odd cells beside odd ones, and are proposed with their counts', async () => {
    const cells = Array.from({ length: 300 }, (_, i) => (i === 7 ? 'ca. 40' : i % 60 === 1 ? '90+' : String(20 + (i % 50)))); // prettier-ignore
    const table = await readCsv(csvOf(cells));
    expect(table.column('age')!.type).toBe('string');
    const { job, columns } = proposeJob(table, { k: 5 });
    expect(job.attributes.age).toMatchObject({ format: '0 [90+]', odd: 'missing' });
    expect(columns.find(({ name }) => name === 'age')!.reason).toContain('5 cells have an open end');
    const { release, audit } = await anonymize(table, parseJob(job));
    expect(audit.holds).toBe(true);
    expect(release.cells('age')).not.toContain('ca. 40');
    const plain = proposeJob(await readCsv(csvOf(cells.filter((cell) => cell !== 'ca. 40'))), { k: 5 });
    expect(plain.columns.find(({ name }) => name === 'age')!.reason).toContain('5 cells have an open end');
  });

  it('that cover other values are proposed with how many they cover', async () => {
    const cells = Array.from({ length: 300 }, (_, i) => (i % 60 === 1 ? '90+' : i % 100 === 3 ? '95' : String(20 + (i % 50)))); // prettier-ignore
    const table = await readCsv(csvOf(cells));
    expect(table.warnings.map(({ code }) => code)).toContain('ODD_CELLS');
    const { columns } = proposeJob(table, { k: 5 });
    const { reason, format } = columns.find(({ name }) => name === 'age')!;
    expect([reason, format]).toEqual([expect.stringContaining('and 3 cells beyond it are read as the end'), '0 [90+]']);
  });

  it('are refused by the audit under a label with an end', async () => {
    const cells = ['83', '84', '90+', '20', '21', '22'];
    const { table, job } = await readForJob(csvOf(cells), jobOf({}, 'mondrian'));
    const { release } = await anonymize(table, job);
    const labels = release.cells('age') as string[];
    expect(labels[2]).toMatch(/^>=\d+$/);
    const judge = async (high: string): Promise<boolean> => {
      const cells = labels.map((label) => (label === labels[2] ? high : label));
      return auditRelease(await readCsv(csvOf(cells), { types: { age: 'string' } }), job, table).holds;
    };
    expect(await judge(labels[2])).toBe(true);
    for (const end of ['94', '99', '90', '90+']) expect(await judge(`[${labels[2].slice(2)}-${end}]`)).toBe(false);
  });

  it('are not the number that a hierarchy lists as their bound', async () => {
    const rows = [...['20', '21', '90'].map((each) => [each, 'low', '*'])];
    const { table, job } = await readForJob(
      csvOf(['20', '21', '90+', '20', '21', '90+']),
      jobOf({ hierarchy: { type: 'levels', rows } }, 'optimal-lattice'),
    );
    await expect(anonymize(table, job)).rejects.toMatchObject({ code: 'HIERARCHY_MISSING_VALUE' });
  });

  it('are split into side, bound and strictness', () => {
    expect(splitOpen('85 and over')).toEqual({ side: 'high', isStrict: false, bound: '85' });
    expect(splitOpen('more than 5')).toEqual({ side: 'high', isStrict: true, bound: '5' });
    expect(splitOpen('unter 5')).toEqual({ side: 'low', isStrict: true, bound: '5' });
    expect(splitOpen('mindestens 5')).toEqual({ side: 'high', isStrict: false, bound: '5' });
    for (const text of ['5', '1e+5', '+5', 'A+', '5-9', '']) expect(splitOpen(text)).toBeNull();
  });
});
