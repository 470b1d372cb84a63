import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../../src/engine/create-engine.js';
import { readNdjson } from '../../../src/io/row-files/ndjson.js';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readEntries } from '../../../src/io/csv/read-entries.js';
import { seededRandom } from '../../../src/base/random.js';
import type { Table } from '../../../src/table/table.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { casesOf } from '../../shared.js';

interface Outcome {
  readonly rows: readonly (readonly string[])[];
  /** Lines at which skipped rows begin, and their texts. */
  readonly lines: readonly number[];
  readonly texts: readonly string[];
}

const CELL = '(?:"(?:[^"]|"")*"|[^",\\r\\n]*)';

/** Takes a record where one matches, else passes over a line. */
function readNaively(body: string, width: number): Outcome {
  const record = new RegExp(`(${CELL}(?:,${CELL})*)(?:\\r\\n|\\n|\\r|$)`, 'y');
  const found: { cells: string[] | null; line: number; text: string }[] = [];
  let line = 2;
  for (let at = 0; at < body.length;) {
    record.lastIndex = at;
    const match = record.exec(body);
    const whole = match?.[0] ?? /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(body.slice(at))![0];
    const text = match?.[1] ?? whole.replace(/[\r\n]+$/, '');
    const cells = match === null ? null : Array.from(`,${text}`.matchAll(new RegExp(`,(${CELL})`, 'g')), ([, cell]) => cell); // prettier-ignore
    const contents = cells?.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)) ?? null; // prettier-ignore
    found.push({ cells: contents, line, text });
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    at += whole.length;
  }
  while (found.at(-1)?.text === '') found.pop();
  const bad = found.filter(({ cells }) => cells?.length !== width);
  return {
    rows: found.flatMap(({ cells }) => (cells?.length === width ? [cells] : [])),
    lines: bad.map((each) => each.line),
    texts: bad.map(({ text }) => text),
  };
}

const textsOf = (table: Table): string[][] =>
  table.toRows().map((row) => Object.values(row).map((cell) => (cell === null ? '' : String(cell))));

async function outcomeOf(read: (options: ReadCsvOptions) => Promise<Table>): Promise<{ table: Table; bad: string }> {
  let bad = '';
  const onBadRows = (pieces: readonly Uint8Array[]): void => {
    bad = Buffer.concat(pieces).toString();
  };
  const table = await read({ badRows: 'skip', strict: true, delimiter: ',', trim: false, onBadRows });
  return { table, bad };
}

const skippedOf = ({ warnings }: Table) => warnings.find(({ code }) => code === 'ROWS_SKIPPED')?.skipped;

describe('rows that cannot be read', () => {
  it('are left out as a naive reader does, in pieces of any size, kept, counted and followed', async () => {
    const createMemo = await createLineCaches();
    const parts = ['a', 'b', ',', ',', ',', '"', '"', '\n', '\n', '\r\n', '\r', 'a,b,c\n', '"a\nb",x,y\n', '\n\n'];
    let skipped = 0;
    for (let seed = 0; seed < casesOf(6000, 400); seed++) {
      const random = seededRandom(seed);
      const body = Array.from({ length: 1 + random.below(25) }, () => parts[random.below(parts.length)]).join('');
      const text = `x,y,z\n${body}`;
      const expected = readNaively(body, 3);
      const size = 1 + random.below(7);
      const read = outcomeOf(async (options) => readCsvInPieces(text, options, size));
      const where = `seed ${seed}: ${JSON.stringify(body)}`;
      if (expected.rows.length === 0) {
        await expect(read, where).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
        continue;
      }
      const { table, bad } = await read;
      const types = { x: 'string', y: 'string', z: 'string' } as const;
      expect(textsOf(table), where).toEqual(expected.rows);
      expect(skippedOf(table)?.lines ?? [], where).toEqual(expected.lines);
      expect(bad, where).toBe(expected.texts.map((each) => `${each}\n`).join(''));
      const whole = await readCsv(text, { badRows: 'skip', strict: true, delimiter: ',', trim: false });
      expect(whole.warnings, where).toEqual(table.warnings);
      for (const memo of seed % 8 === 0 ? [undefined, createMemo] : [undefined]) {
        const asked = { badRows: 'skip', strict: true, delimiter: ',', trim: false, types, createMemo: memo } as const;
        const counted = await readCsvCounted(text, asked);
        expect([counted.rows, skippedOf(counted)], where).toEqual([expected.rows.length, skippedOf(table)]);
        const entries: number[] = [];
        for await (const block of readEntries(text, counted, asked, size)) entries.push(...block);
        const cells = (entry: number): string[] => counted.columns.map(({ codes, texts }) => texts[codes[entry]]);
        expect(entries.map(cells), where).toEqual(expected.rows);
      }
      skipped += expected.lines.length;
    }
    expect(skipped).toBeGreaterThan(300);
  }, 60_000);

  it('are an error by default, and by the header', async () => {
    await expect(readCsv('a,b\n1,2\n3\n')).rejects.toMatchObject({ code: 'ROW_WIDTH', where: { line: 3 } });
    await expect(readCsv('a,"b\n1,2\n', { badRows: 'skip' })).rejects.toMatchObject({ code: 'QUOTE_NOT_CLOSED' });
    await expect(readCsv('a,b\n1,2\n', { badRows: 'drop' as 'skip' })).rejects.toThrow(/input\.badRows/);
  });

  it('that are comments are named so', async () => {
    const text = 'age,sex\n# exported by X\n31,f\n# half\n32,m\n';
    await expect(readCsv(text)).rejects.toThrow(
      /line 2, .*begins with "#": if such lines are comments, "badRows": "skip"/,
    );
    const table = await readCsv(text, { badRows: 'skip' });
    expect([table.rows, skippedOf(table)]).toEqual([2, { rows: 2, lines: [2, 4] }]);
  });

  it('hide neither the delimiter nor trailing delimiters of the others', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `${i % 7};${i % 3},5;x;`);
    lines.splice(4, 0, '1;2', '"7;8;9;');
    const table = await readCsv(`a;b;c\n${lines.join('\n')}\n`, { badRows: 'skip' });
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'integer'],
      ['b', 'number'],
      ['c', 'string'],
    ]);
    expect([table.rows, skippedOf(table)]).toEqual([30, { rows: 2, lines: [6, 7] }]);
  });

  it('with an open quote cost one line, however far the next quote is', async () => {
    const good = 'aa,bb\n'.repeat(300_000);
    const table = await readCsv(`x,y\n1,"2\n${good}`, { badRows: 'skip' });
    expect([table.rows, skippedOf(table)]).toEqual([300_000, { rows: 1, lines: [2] }]);
  });

  it('of NDJSON are lines without an object', async () => {
    const text = '{"a":1}\nnot json\n[1]\n{"a":2,"a":3}\n{"a":4}\n{"a":"x"\n';
    const table = await readNdjson(text, { badRows: 'skip' });
    expect([table.rows, skippedOf(table)]).toEqual([2, { rows: 4, lines: [2, 3, 4, 6] }]);
    await expect(readNdjson(text)).rejects.toMatchObject({ code: 'NDJSON_INVALID' });
    await expect(readNdjson('x\n', { badRows: 'skip' })).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
  });
});

describe('kohort anonymize --bad-rows skip', () => {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  const SECRET = 'Kn0wnToNobody';
  const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},${i % 2 ? 'f' : 'm'},flu`);
  rows.splice(3, 0, `31,f,${SECRET},more`, `32,"m,${SECRET}`);
  rows.push('');
  rows.push(`33,${SECRET}`);
  const text = `age,sex,disease\n${rows.join('\r\n')}\r\n`;
  const job = {
    attributes: { age: 'quasi-identifier', sex: 'quasi-identifier', disease: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
  };
  const skipped = { rows: 4, lines: [5, 6, 44, 45] };

  it('says how many and where in summary, result, report and certificate, and writes them as they stood', async () => {
    writeFileSync(at('in.csv'), text);
    writeFileSync(at('in.csv.gz'), gzipSync(text));
    writeFileSync(at('ordered.json'), JSON.stringify({ ...job, output: { order: 'input' } }));
    writeFileSync(at('job.json'), JSON.stringify(job));
    const plain = await runInside(['anonymize', at('in.csv'), '--job', at('job.json'), '--out', at('r.csv')]);
    expect([plain.code, existsSync(at('r.csv'))]).toEqual([3, false]);
    expect(plain.stderr).toMatch(/line 5.*ROW_WIDTH/s);
    expect(plain.stderr).toContain('--bad-rows skip');
    for (const input of ['in.csv', 'in.csv.gz']) {
      for (const [named, extra] of [
        ['job.json', []],
        ['job.json', ['--two-pass']],
        ['ordered.json', ['--two-pass']],
      ] as const) {
        const run = await runInside([
          ...['anonymize', at(input), '--job', at(named), '--bad-rows', 'skip', '--bad-rows-to', at('bad.csv')],
          ...['--out', at('r.csv'), '--json', '--report', at('r.md'), '--certificate', at('c.json'), ...extra],
        ]);
        expect(run.code, run.stderr).toBe(0);
        const result = JSON.parse(run.stdout) as { rows: number; rowsSkipped: unknown };
        expect([result.rows, result.rowsSkipped]).toEqual([40, skipped]);
        expect(readFileSync(at('bad.csv'), 'utf8')).toBe(`31,f,${SECRET},more\n32,"m,${SECRET}\n\n33,${SECRET}\n`);
        expect(statSync(at('bad.csv')).mode & 0o777).toBe(0o600);
        expect(JSON.parse(readFileSync(at('c.json'), 'utf8'))).toMatchObject({ rowsSkipped: skipped });
        const report = readFileSync(at('r.md'), 'utf8');
        expect(report).toContain('lines 5, 6, 44, 45');
        expect([run.stdout, run.stderr, report, readFileSync(at('c.json'), 'utf8')].join()).not.toContain(SECRET);
        const verified = await runInside(['verify', at('c.json'), at('r.csv')]);
        expect(verified.code, verified.stderr).toBe(0);
      }
    }
    const told = await runInside(['anonymize', at('in.csv'), '--job', at('job.json'), '--bad-rows', 'skip', '--out', at('r.csv')]); // prettier-ignore
    expect(told.stderr).toContain('4 more rows could not be read');
    expect(told.stderr).toContain(
      '4 of 44 (3 with another number of cells, 1 with quotes out of place), in lines 5, 6, 44, 45',
    );
    const audit = await runInside(['audit', at('r.csv'), '--original', at('in.csv'), '--job', at('job.json'), '--bad-rows', 'skip']); // prettier-ignore
    expect(audit.code, audit.stderr).toBe(0);
  });

  it('refuses the file of the release, and a file of skipped rows where none are skipped', async () => {
    writeFileSync(at('in.csv'), text);
    writeFileSync(at('job.json'), JSON.stringify(job));
    const asked = ['anonymize', at('in.csv'), '--job', at('job.json'), '--out', at('s.csv')];
    const same = await runInside([...asked, '--bad-rows', 'skip', '--bad-rows-to', at('s.csv')]);
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('SAME_FILE')]);
    const none = await runInside([...asked, '--bad-rows-to', at('b.csv')]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--bad-rows skip')]);
    expect(existsSync(at('s.csv'))).toBe(false);
  });
});
