import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anonymize } from '../../../src/index.js';
import { fileSource } from '../../../src/hosts/sources/index.js';
import { readCsv } from '../../../src/io/csv/read-csv.js';
import { joinFiles, LinePlaces } from '../../../src/io/csv/join-files.js';
import { seededRandom } from '../../../src/base/random.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { inChunks } from '../../io/in-chunks.js';
import { casesOf } from '../../shared.js';

const MARKS = [',', ';', '\t'] as const;

describe('several files', () => {
  it('with their columns in any order give the rows by name', async () => {
    const cells = ['1', 'x y', 'a,b', 'a;b', 'say "hi"', 'two\nlines', '', 'é', ' z ', '\t'];
    for (let seed = 0; seed < casesOf(2000, 200); seed++) {
      const random = seededRandom(seed);
      const names = ['age', 'last, first', 'note;', 'sex'].slice(0, 2 + random.below(3));
      const rows: Record<string, string>[] = [];
      const files = Array.from({ length: 1 + random.below(4) }, (_, i) => {
        const mark = i === 0 || random.below(2) === 0 ? ',' : MARKS[random.below(3)];
        const end = ['\n', '\r\n'][random.below(2)];
        const order = [...names].sort(() => random.below(3) - 1);
        const own = Array.from({ length: (i === 0 ? 1 : 0) + random.below(5) }, () =>
          Object.fromEntries(names.map((name) => [name, cells[random.below(cells.length)]])),
        );
        rows.push(...own);
        const quote = (text: string): string => (/[",;\t\r\n ]/.test(text) || random.below(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text); // prettier-ignore
        const lines = [order, ...own.map((row) => order.map((name) => row[name]))].map((line) => line.map(quote).join(mark)); // prettier-ignore
        const text = lines.join(end) + (random.below(2) === 0 ? end : '');
        const bytes = new TextEncoder().encode(`${random.below(3) === 0 ? '\ufeff' : ''}${text}`);
        return { source: inChunks(bytes, 1 + random.below(9)), name: `f${i}.csv` };
      });
      const table = await readCsv(joinFiles(files, { header: true }), { delimiter: ',', missing: [], types: () => 'string' }); // prettier-ignore
      const read = table.columns[0].codes.length;
      const found = Array.from({ length: read }, (_, r) =>
        Object.fromEntries(table.columns.map(({ name, codes, texts }) => [name, texts[codes[r]]])),
      );
      expect(found, `seed ${seed}`).toEqual(rows);
    }
  });

  it('are refused where columns differ, by their names, and without a cell where the header is missing', async () => {
    const read = async (...texts: string[]): Promise<unknown> => {
      const files = texts.map((text, i) => ({ source: inChunks(new TextEncoder().encode(text), 7), name: `f${i}.csv` })); // prettier-ignore
      return readCsv(joinFiles(files, { header: true })).then(
        () => 'no error',
        ({ message }: Error) => message,
      );
    };
    expect(await read('a,b,c\n1,2,3\n', 'b,a\n1,2\n')).toBe(
      'f1.csv, line 1: other columns than in the first file: missing "c"; files that are read as one have the same columns, in any order',
    );
    expect(await read('a,b\n1,2\n', 'b,d,a\n1,2,3\n')).toContain('additional "d"');
    expect(await read('a,b\n1,2\n', 'b,d\n1,2\n')).toContain('missing "a"; additional "d"');
    const headless = await read('name,city\nx,y\n', 'Kn0wn,Bonn\n');
    expect(headless).toContain('none of the columns of the first file');
    expect(headless).not.toContain('Kn0wn');
    expect(await read('a,a\n1,2\n', 'a, a\n1,2\n')).toContain('a name stands over two columns');
  });

  it('are closed where a header is refused', async () => {
    const closed: string[] = [];
    async function* file(name: string, text: string): AsyncGenerator<Uint8Array> {
      try {
        yield* [new TextEncoder().encode(text), new TextEncoder().encode('3,4\n')];
        await Promise.resolve();
      } finally {
        closed.push(name);
      }
    }
    const files = ['a,b\n1,2\n', 'a,c\n1,2\n'].map((text, i) => ({ name: `f${i}`, source: file(`f${i}`, text) }));
    await expect(readCsv(joinFiles(files, { header: true }))).rejects.toMatchObject({ code: 'HEADERS_DIFFER' });
    expect(closed).toEqual(['f0', 'f1']);
  });

  it('have lines of their own', () => {
    const places = new LinePlaces();
    places.begin('a', 0);
    places.count(Buffer.from('h\n1\r'));
    places.count(Buffer.from('\n2\r3\n'));
    places.begin('b', 1);
    places.count(Buffer.from('4\n5\n'));
    expect([1, 2, 4, 5, 6].map(places.locate)).toEqual([
      { source: 'a', line: 1 },
      { source: 'a', line: 2 },
      { source: 'a', line: 4 },
      { source: 'b', line: 2 },
      { source: 'b', line: 3 },
    ]);
  });
});

describe('kohort anonymize of several files', () => {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  const people = (count: number, from: number): string[][] =>
    Array.from({ length: count }, (_, i) => [String(20 + ((from + i) % 5)), (from + i) % 2 ? 'f' : 'm', `d${i % 4}`]);
  const job = {
    attributes: { age: 'quasi-identifier', sex: 'quasi-identifier', disease: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
    output: { order: 'input' },
  };
  const write = (name: string, names: string[], mark: string, rows: string[][], bad: string[] = []): void => {
    const all = ['age', 'sex', 'disease'];
    const lines = rows.map((row) => names.map((each) => row[all.indexOf(each)]).join(mark));
    lines.splice(2, 0, ...bad);
    const text = `${names.join(mark)}\n${lines.join('\n')}\n`;
    writeFileSync(at(name), name.endsWith('.gz') ? gzipSync(text) : text);
  };

  it('matches columns by name, in all passes, and audits by them', async () => {
    const [one, two] = [people(20, 0), people(20, 3)];
    write('a.csv', ['age', 'sex', 'disease'], ',', one);
    write('b.csv.gz', ['disease', 'age', 'sex'], ';', two);
    write('whole.csv', ['age', 'sex', 'disease'], ',', [...one, ...two]);
    writeFileSync(at('job.json'), JSON.stringify(job));
    const run = async (inputs: string[], ...more: string[]): Promise<string> => {
      const done = await runInside(['anonymize', ...inputs.map(at), '--job', at('job.json'), '--quiet', ...more]);
      expect(done.code, done.stderr).toBe(0);
      return done.stdout;
    };
    const expected = await run(['whole.csv']);
    expect(await run(['a.csv', 'b.csv.gz'])).toBe(expected);
    expect(await run(['a.csv', 'b.csv.gz'], '--two-pass')).toBe(expected);
    const { release } = await anonymize(fileSource([at('a.csv'), at('b.csv.gz')]), job as never);
    expect(release.rows).toBe(40);
    writeFileSync(at('r.csv'), expected);
    const audit = await runInside(['audit', at('r.csv'), '--job', at('job.json'), '--original', at('a.csv'), '--original', at('b.csv.gz')]); // prettier-ignore
    expect(audit.code, audit.stdout + audit.stderr).toBe(0);
  });

  it('names the file and its line where a row cannot be read', async () => {
    write('a.csv', ['age', 'sex', 'disease'], ',', people(20, 0), ['33,f']);
    write('b.csv', ['disease', 'age', 'sex'], ',', people(20, 3), ['flu,33,f,x', 'flu,"33,f']);
    write('c.csv', ['age', 'sex', 'disease'], ',', people(20, 3), ['33,f,"flu"x']);
    writeFileSync(at('job.json'), JSON.stringify(job));
    const asked = ['--job', at('job.json'), '--out', at('s.csv')];
    const failed = await runInside(['anonymize', at('c.csv'), at('a.csv'), ...asked]);
    expect(failed.stderr).toMatch(/c\.csv, line 4, column 3: .*QUOTE_THEN_TEXT/);
    const second = await runInside(['anonymize', at('b.csv'), at('a.csv'), ...asked]);
    expect(second.stderr).toMatch(/b\.csv, line 4, column 4: .*ROW_WIDTH/);
    const skipped = await runInside(['anonymize', ...['a.csv', 'b.csv', 'c.csv'].map(at), ...asked, '--bad-rows', 'skip', '--json']); // prettier-ignore
    expect(JSON.parse(skipped.stdout), skipped.stderr).toMatchObject({
      rows: 60,
      rowsSkipped: { rows: 4, lines: [4, 4, 5, 4], files: ['a.csv', 'b.csv', 'b.csv', 'c.csv'] },
    });
    expect(skipped.stderr + skipped.stdout).toContain('in lines 4 of a.csv, 4 of b.csv, 5 of b.csv, 4 of c.csv');
  });
});
