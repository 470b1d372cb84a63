import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCsv, type Inspection, type Role, type RunResult, type Table } from '../../../src/index.js';
import { long, inTurn } from '../../shared.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { courtTable } from './court-table.js';

const ROWS = long ? 7214 : 800;

/** Rows that have every text of a column. */
function countsOf(table: Table, name: string): Map<string, number> {
  const { codes, texts } = table.column(name)!;
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(texts[code], (counts.get(texts[code]) ?? 0) + 1);
  return counts;
}

describe('a table as a court keeps it, everything at its default', () => {
  const { path: folder } = makeFolder();
  const at = (name: string): string => join(folder, name);
  const { csv, columns } = courtTable(ROWS);
  let roles: Record<string, Role>;
  let original: Table;
  let people: readonly (readonly string[])[];

  beforeAll(async () => {
    writeFileSync(at('court.csv'), csv);
    original = await readCsv(csv);
    const found = JSON.parse((await runInside(['inspect', at('court.csv'), '--json'])).stdout) as Inspection;
    roles = Object.fromEntries(found.columns.map(({ name, suggestedRole }) => [name, suggestedRole]));
    people = csv.split('\n').map((line) => line.split(','));
  });

  it('has the roles that fit, but for at most two of its columns', () => {
    const wrong = Object.keys(columns).filter((name) => !columns[name].roles.includes(roles[name]));
    expect(wrong.length, wrong.join()).toBeLessThanOrEqual(2);
    expect(Object.keys(columns).length).toBeGreaterThan(50);
  });

  it.each(inTurn(['mondrian', 'local-recoding', 'optimal-lattice', 'k-optimize'], 4))(
    'is released by %s with nothing of a person in it, and a verdict that lists what is left to decide',
    async (algorithm) => {
      const attributes = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }]));
      const job = { attributes, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm, suppression: { maxFraction: 1 } };
      writeFileSync(at('job.json'), JSON.stringify(job));
      const command = ['anonymize', at('court.csv'), '--job', at('job.json'), '--out', at('out.csv'), '--seed', '1'];
      // Gives more time where a loaded machine found no release within the limit.
      const anonymizeWith = async (...more: readonly string[]): ReturnType<typeof runInside> => {
        for (const seconds of ['2', '10']) {
          const ended = await runInside([...command, ...more, '--time-limit', seconds]);
          if (ended.code === 0 && /\n./.test(readFileSync(at('out.csv'), 'utf8'))) return ended;
        }
        return runInside([...command, ...more, '--time-limit', '60']);
      };
      const done = await anonymizeWith('--json');
      expect([done.code, done.code === 0 ? '' : done.stderr]).toEqual([0, '']);
      const result = JSON.parse(done.stdout) as RunResult;
      const text = readFileSync(at('out.csv'), 'utf8');
      const release = await readCsv(text, { delimiter: ',' });
      // No name, number, address or time of anybody.
      const gone = Object.keys(columns).filter((name) => ['identifier', 'drop'].includes(roles[name]));
      expect(release.columns.map(({ name }) => name).filter((name) => gone.includes(name))).toEqual([]);
      const cells = new Set(text.split(/[\n,{}"]| .. |\[|\]/).map((cell) => cell.trim()));
      const [header] = people;
      for (const name of ['name', 'last', 'home_phone', 'email', 'c_case_number', 'c_jail_in', 'notes']) {
        const place = header.indexOf(name);
        for (const person of people.slice(1, -1)) {
          if (person[place] !== '') expect(cells.has(person[place]), name).toBe(false);
        }
      }
      // No text of a quasi-identifier with fewer than five people is shown.
      const rare = (name: string): string[] =>
        [...countsOf(original, name)].filter(([each, rows]) => rows < 5 && each !== '').map(([each]) => each);
      for (const name of Object.keys(columns).filter((each) => roles[each] === 'quasi-identifier')) {
        const shown = new Set<string>();
        for (const label of countsOf(release, name).keys()) {
          shown.add(label);
          for (const part of label.replace(/^[[{]|[\]})]$/g, '').split(/, | \.\. |(?<=\d{4}-\d\d-\d\d)-/))
            shown.add(part);
        }
        // The first and the last day of a month may be bounds of the calendar, which are no values.
        const { type } = original.column(name)!;
        const isBound = (each: string): boolean => type === 'date' && /-01$|-(28|29|30|31)$/.test(each);
        if (type === 'string' || type === 'date') {
          expect(rare(name).filter((each) => shown.has(each) && !isBound(each)).length, name).toBe(0);
        }
        expect(result.exposure[name], name).toEqual({ texts: 0, rows: 0 });
      }
      // Lines to decide stand before lines that hold.
      const told = await anonymizeWith();
      const lines = told.stderr.split('\n').filter((line) => !line.startsWith('kohort: '));
      expect(lines[1]).toMatch(/^rare values shown: "/);
      expect(lines[2]).toMatch(/^classes with one sensitive value: (none|\d+ of ")/);
      expect(lines[3]).toMatch(/^largest risk of a row to be found: 100 % in the input, /);
      expect(lines[4]).toMatch(/^suppressed: /);
      expect(lines.findIndex((line) => /\bholds$/.test(line))).toBeGreaterThan(4);
      const warnings = told.stderr.split('\n').filter((line) => line.startsWith('kohort: warning'));
      expect(warnings.length).toBeLessThan(14);
    },
    120_000,
  );
});
