import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, proposeJob, readTable, type Job, type Table } from '../../src/index.js';
import { long, seedRanges } from '../shared.js';
import { drawMessyTable, KEY_HEADS } from './messy-people.js';

const K = 5;
/** Refusals that a table of this kind may get; every other end is a failure. */
const REFUSALS = ['IDENTIFIER_IN_TEXT', 'NO_QI', 'L_UNREACHABLE', 'NEARLY_UNIQUE', 'NO_SOLUTION', 'K_EXCEEDS_PERSONS'];

/** Messy visits with a day and a cost each, of which some are unique; where `lacks`, one row in twelve has no key. Null for other tables. */
function drawVisits(seed: number, lacks: boolean) {
  const random = seededRandom(seed + 1);
  const { csv, kinds, personOf, identifiers, isRepeated } = drawMessyTable(random);
  const [first, ...lines] = csv.trim().split('\n');
  const header = [...first.split(','), 'visit', 'cost'];
  const key = KEY_HEADS.find((name) => header.includes(name));
  if (!isRepeated || key === undefined || lines.length !== personOf.length) return null;
  const rows = lines.map((line, i) => {
    const visit = `2024-${10 + random.below(3)}-${10 + random.below(19)}`;
    const cost = random.below(30) === 0 ? 99_000 + i : 10 * random.below(60);
    const cells = [...line.split(','), visit, String(cost)];
    if (lacks && random.below(12) === 0) cells[header.indexOf(key)] = '';
    return cells;
  });
  const whoOf = rows.map((cells, i) => (cells[header.indexOf(key)] === '' ? -1 : personOf[i]));
  return { header, rows, key, kinds, whoOf, identifiers };
}

/** Persons among rows; rows without a key belong to no person. */
const personsAmong = (rows: readonly number[], whoOf: readonly number[]): number =>
  new Set(rows.map((row) => whoOf[row]).filter((person) => person >= 0)).size;

type Drawn = NonNullable<ReturnType<typeof drawVisits>>;

/** Holds a release in the order of its input to what may be shown of few persons. */
function expectNothingOfFew(
  { header, rows, key, whoOf, identifiers }: Drawn,
  release: Table,
  quasiIdentifiers: readonly string[],
  where: string,
): void {
  const classes = new Map<string, number[]>();
  release.toRows().forEach((row, i) => {
    const cells = quasiIdentifiers.map((name) => String(row[name]));
    const name = cells.join('|');
    if (cells.some((cell) => cell !== '*')) classes.set(name, [...(classes.get(name) ?? []), i]);
  });
  const sizes = [...classes.values()].map((own) => personsAmong(own, whoOf));
  expect(Math.min(Infinity, ...sizes), where).toBeGreaterThanOrEqual(K);
  expect(release.column(key), where).toBeUndefined();
  for (const { name, texts } of release.columns) {
    const at = header.indexOf(name);
    const few = texts.filter((text) => {
      const holding = rows.flatMap((cells, i) => (text !== '' && cells[at].trim() === text.trim() ? [i] : []));
      return holding.length > 0 && personsAmong(holding, whoOf) < K;
    });
    expect(few, `${where}: ${name}`).toEqual([]);
    const found = identifiers.flat().filter((text) => texts.some((shown) => shown.includes(text)));
    expect(found, `${where}: ${name}`).toEqual([]);
  }
}

describe('messy visits by defaults, the key of the person named', () => {
  it.each(seedRanges(long ? 4000 : 60, 30))(
    'show no text that fewer than k persons hold, and no class of fewer: tables $from to $to',
    async ({ from, to }) => {
      let released = 0;
      for (let seed = from; seed < to; seed++) {
        const lacks = seed % 2 === 1;
        const drawn = drawVisits(seed, lacks);
        if (drawn === null) continue;
        const where = `table ${seed}: ${drawn.kinds.join(', ')}`;
        const table = await readTable([drawn.header, ...drawn.rows].map((cells) => cells.join(',')).join('\n'));
        try {
          const { job } = proposeJob(table, { k: K, persons: [drawn.key] });
          const output = { order: 'input', suppressed: 'star' } as const;
          const full: Job = { ...job, output, ...(lacks ? { missingPersons: 'separate' } : {}) };
          const done = await anonymize(table, full, { seed, engine: seed % 4 < 2 ? 'js' : 'wasm' });
          expect(done.audit, where).toMatchObject({ holds: true, personsRecounted: true });
          expectNothingOfFew(drawn, done.release, done.result.quasiIdentifiers, where);
          released++;
        } catch (error) {
          if (!REFUSALS.includes((error as { code?: string }).code ?? '')) throw error;
        }
      }
      expect(released).toBeGreaterThan(0);
    },
  );
});
