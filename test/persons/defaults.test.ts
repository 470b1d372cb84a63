import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forColumns, jobOf } from '../../playground/src/choices.js';
import { choicesOf } from '../../playground/src/choices-of-job.js';
import { createWorkerClient, type WorkerClient, type WorkerLike } from '../../src/hosts/browser/client.js';
import { serve, type WorkerScope } from '../../src/hosts/browser/serve.js';
import { anonymize, proposeJob, readTable, type RunResult, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { seedsFrom } from '../shared.js';

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
    'note',
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
        // Few persons have a note, which names them in all their rows.
        person % 5 === 0 ? `${own[0]} called back` : pick(['', 'none', 'control']),
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

/** Classes of fewer than k persons, and texts that fewer have, in a release whose rows stand in the order of the table. */
function shownOfFew(
  { header, rows, key }: ReturnType<typeof drawVisits>,
  release: Table,
  quasiIdentifiers: readonly string[],
): string[] {
  const classes = new Map<string, Set<string>>();
  release.toRows().forEach((row, i) => {
    const class_ = quasiIdentifiers.map((name) => String(row[name])).join('|');
    classes.set(class_, (classes.get(class_) ?? new Set()).add(rows[i][0]));
  });
  const small = [...classes.values()].filter(({ size }) => size < K).map(({ size }) => `a class of ${size} persons`);
  const texts = release.columns.flatMap(({ name, texts: own }) =>
    rareIn(rows, header.indexOf(name), own).map((holders) => `${name} of ${holders}`),
  );
  return [...small, ...texts, ...release.columns.filter(({ name }) => name === key).map(({ name }) => name)];
}

const known = ['NO_SOLUTION', 'K_EXCEEDS_PERSONS', 'NEARLY_UNIQUE', 'L_UNREACHABLE', 'NO_QI'];
const csvOf = ({ header, rows }: ReturnType<typeof drawVisits>): string =>
  `${header.join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`;

/** Requires, over many tables, that a way to make a release shows nothing of few persons. */
async function expectNothingShown(
  seeds: readonly number[],
  release: (
    text: string,
    key: string,
    seed: number,
  ) => Promise<{ readonly release: Table; readonly result: RunResult }>,
): Promise<void> {
  let released = 0;
  const found: string[] = [];
  for (const seed of seeds) {
    const drawn = drawVisits(seed);
    try {
      const done = await release(csvOf(drawn), drawn.key, seed);
      if (done.result.suppressed > 0) continue;
      released++;
      const shown = shownOfFew(drawn, done.release, done.result.quasiIdentifiers);
      found.push(...shown.map((each) => `seed ${seed}: ${each}`));
    } catch (error) {
      if (!known.includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
  expect(found).toEqual([]);
  expect(released).toBeGreaterThan(seeds.length / 3);
}

/** The client of the page and the side that serves it, without the thread between them. */
function connect(): WorkerClient {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  serve(port2 as unknown as WorkerScope);
  port2.start();
  port1.start();
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  return createWorkerClient(worker as unknown as WorkerLike);
}

describe('visits by defaults, the key of the person named', () => {
  it('release no class of fewer than k persons, and no text that fewer have', async () => {
    await expectNothingShown(seedsFrom(1, 1500, 15), async (text, key, seed) => {
      const table = await readTable(text);
      const { job } = proposeJob(table, { k: K, persons: [key] });
      const ordered = { ...job, output: { ...job.output, order: 'input' } } as typeof job;
      return anonymize(table, ordered, { seed, engine: seed % 2 === 0 ? 'js' : 'wasm' });
    });
  });

  // promise: persons-counted
  it('are asked for the key by the page, and release no more of few persons then', async () => {
    const client = connect();
    await expectNothingShown(seedsFrom(2001, 1000, 10), async (text, key, seed) => {
      const { kept, table } = await client.open(new Blob([text]));
      try {
        // The page asks what a row is, and proposes nothing before.
        await expect(kept.propose({ k: K })).rejects.toMatchObject({ code: 'REPEATED_PERSONS' });
        const proposal = await kept.propose({ k: K, persons: [key] });
        const names = table.columns.map(({ name }) => name);
        const job = jobOf(forColumns(choicesOf(proposal.job, names)));
        const ordered = { ...job, output: { order: 'input' } } as const;
        const engine = seed % 2 === 0 ? 'js' : 'wasm';
        const done = await kept.anonymize(ordered, { seed, engine, output: 'table' });
        if (done.table === null) throw new Error('no table');
        return { release: done.table, result: done.result };
      } finally {
        kept.forget();
      }
    });
  });
});
