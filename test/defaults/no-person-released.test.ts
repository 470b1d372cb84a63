import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { seedRanges, long } from '../shared.js';
import { drawMessyTable } from './messy-people.js';

const K = 5;
/** Refusals that a table of this kind may get; every other end is a failure. */
const REFUSALS =
  /REPEATED_PERSONS|HEADER_MISSING|HEADER_ROWS|IDENTIFIER_IN_TEXT|NO_QI|L_UNREACHABLE|NEARLY_UNIQUE|NO_SOLUTION/;
/** True where a text has an identifier; numbers count as whole words, since digests hold any digits. */
const holds = (text: string, identifier: string): boolean =>
  /^\d+$/.test(identifier)
    ? new RegExp(`(?<![\\w.])${identifier}(?![\\w.])`).test(text)
    : text.toLowerCase().includes(identifier.toLowerCase());

/** Cells of a line of CSV. */
const cellsOf = (line: string): string[] =>
  (`${line},`.match(/("([^"]|"")*"|[^,]*),/g) ?? []).map((cell) => cell.slice(0, -1));

describe('a release by defaults', () => {
  const folder = makeFolder();

  it.each(seedRanges(long ? 3000 : 14, 10))(
    'of tables $from to $to holds no identifier, and no row that fewer than k rows equal',
    async ({ from, to }) => {
      for (let seed = from; seed < to; seed++) {
        const table = drawMessyTable(seededRandom(seed + 1));
        const where = `table ${seed}: ${table.kinds.join(', ')}`;
        const [input, out] = [join(folder.path, 'in.csv'), join(folder.path, 'out.csv')];
        writeFileSync(input, table.csv);
        rmSync(out, { force: true });
        const files = ['report.html', 'certificate.json', 'recoding.json'].map((name) => join(folder.path, name));
        const [report, certificate, recoding] = files;
        const ended = await runInside([
          ...['anonymize', input, '--k', String(K), '--out', out, '--seed', '1', '--report', report],
          ...['--certificate', certificate, '--recoding', recoding, ...(seed % 3 === 0 ? ['--verbose'] : [])],
        ]);
        const said = `${ended.stdout}\n${ended.stderr}`;
        if (ended.code !== 0) {
          expect(said, where).toMatch(REFUSALS);
          expect(existsSync(out), where).toBe(false);
          continue;
        }
        // Several rows of one person are refused, since a column says whose they are.
        expect(table.isRepeated, `${where}\n${said}`).toBe(false);
        const release = readFileSync(out, 'utf8');
        const found = table.identifiers.flat().filter((text) => holds(release, text));
        expect(found.slice(0, 3), `${where}\n${release.split('\n', 4).join('\n')}`).toEqual([]);
        for (const text of table.identifiers.flat()) expect(holds(said, text), `${where}: ${text}`).toBe(false);
        for (const file of files) {
          const written = readFileSync(file, 'utf8');
          const shown = table.identifiers.flat().filter((text) => holds(written, text));
          expect(shown.slice(0, 3), `${where}: ${file}`).toEqual([]);
        }
        const [header, ...rows] = release.trim().split('\n').map(cellsOf);
        for (const name of table.withheld) expect(header, where).not.toContain(name);
        const known = header.flatMap((name, at) => (table.quasi.includes(name) ? [at] : []));
        const classes = new Map<string, number>();
        for (const row of rows) {
          const key = known.map((at) => row[at]).join('|');
          classes.set(key, (classes.get(key) ?? 0) + 1);
        }
        const fewest = Math.min(...classes.values());
        expect(fewest, where).toBeGreaterThanOrEqual(K);
        // The sentence of the summary is true of the file.
        const [, others] = /shares the released quasi-identifiers with at least (\d+) others/.exec(said) ?? [];
        if (others !== undefined) expect(fewest, where).toBeGreaterThan(Number(others));
        expect(said, where).not.toMatch(/Every person/);
        // No text of a column that identifies stands there with fewer than k rows.
        known.forEach((at) => {
          const counts = new Map<string, number>();
          for (const row of rows) counts.set(row[at], (counts.get(row[at]) ?? 0) + 1);
          expect(Math.min(...counts.values()), `${where}: ${header[at]}`).toBeGreaterThanOrEqual(K);
        });
      }
    },
  );
});
