import { describe, expect, it } from 'vitest';
import { anonymize, proposeJob, readTable } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

const K = 3;

/** Visits as people have them: unique values, unique combinations, one person's many diagnoses, empty cells, odd spellings of columns. */
function drawVisits(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  const persons = 12 + random.below(25);
  const key = pick(['patient_id', 'Kundennr', 'mrn', 'subject']);
  const header = [
    key,
    pick(['birth_date', 'dob', 'geburtsdatum']),
    'sex',
    pick(['zip', 'plz']),
    'visit',
    'diagnosis',
    'cost',
    'ward',
  ];
  const rows: string[][] = [];
  for (let person = 0; person < persons; person++) {
    const own = [
      String(5000 + person * 7),
      `19${30 + random.below(60)}-0${1 + random.below(9)}-1${random.below(9)}`,
      pick(['f', 'm']),
      String(10000 + 111 * random.below(6)),
    ];
    const isOdd = person === 0;
    for (let row = 0, many = 1 + random.below(isOdd ? 20 : 6); row < many; row++) {
      const moved = random.below(15) === 0 ? String(10000 + 111 * random.below(6)) : own[3];
      rows.push([
        own[0],
        own[1],
        own[2],
        moved,
        `2024-${10 + random.below(3)}-${10 + random.below(19)}`,
        isOdd && row < 5 ? `rare disease ${row % 2}` : pick(['flu', 'asthma', 'gout', 'HIV', '']),
        String(isOdd ? 99_000 + row : 10 * random.below(90)),
        pick(['A', 'B', 'C']),
      ]);
    }
  }
  return { header, rows, key };
}

/** Persons who have each text that is released as it is and that fewer than k persons have. */
const rareIn = (rows: readonly string[][], at: number, texts: readonly string[]): number[] =>
  texts
    .filter((text) => text !== '')
    .map((text) => new Set(rows.filter((row) => row[at] === text).map(([person]) => person)).size)
    .filter((holders) => holders > 0 && holders < K);

describe('visits by defaults, the key of the person named', () => {
  it('release no class of fewer than k persons, and no text that fewer have', async () => {
    let released = 0;
    const found: string[] = [];
    for (let seed = 1; seed <= casesOf(1500, 15); seed++) {
      const { header, rows, key } = drawVisits(seed);
      const text = `${header.join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`;
      try {
        const table = await readTable(text);
        const { job } = proposeJob(table, { k: K, persons: [key] });
        const ordered = { ...job, output: { ...job.output, order: 'input' } } as typeof job;
        const { release, result } = await anonymize(table, ordered, { seed, engine: seed % 2 === 0 ? 'js' : 'wasm' });
        if (result.suppressed > 0) continue;
        released++;
        const shown = release.toRows();
        const classes = new Map<string, Set<string>>();
        shown.forEach((row, i) => {
          const class_ = result.quasiIdentifiers.map((name) => String(row[name])).join('|');
          classes.set(class_, (classes.get(class_) ?? new Set()).add(rows[i][0]));
        });
        for (const { size } of classes.values()) if (size < K) found.push(`seed ${seed}: a class of ${size} persons`);
        expect(release.columns.some(({ name }) => name === key)).toBe(false);
        for (const { name, texts } of release.columns) {
          for (const holders of rareIn(rows, header.indexOf(name), texts))
            found.push(`seed ${seed}: ${name} of ${holders}`);
        }
      } catch (error) {
        const { code } = error as { code?: string };
        if (!['NO_SOLUTION', 'K_EXCEEDS_PERSONS', 'NEARLY_UNIQUE', 'L_UNREACHABLE', 'NO_QI'].includes(code ?? ''))
          throw error;
      }
    }
    expect(found).toEqual([]);
    expect(released).toBeGreaterThan(5);
  });
});
