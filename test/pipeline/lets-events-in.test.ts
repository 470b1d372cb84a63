import { afterEach, describe, expect, it, vi } from 'vitest';
import { anonymize, tableFromRows, type Job, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { ENGINES } from '../algorithms/local/tables.js';
import { recordsOf } from '../table-texts.js';
import { STRETCHES } from '../algorithms/option-settings.js';
import { longCases } from '../shared.js';

const ROWS = 240;
const ATTRIBUTES = 6;

function drawTable(): Table {
  const random = seededRandom(5);
  return tableFromRows(
    Array.from({ length: ROWS }, () => {
      const wealth = random.below(1000) / 1000;
      const cells: Record<string, string | number> = { s: `s${random.below(5)}` };
      for (let a = 0; a < ATTRIBUTES; a++) {
        cells[`a${a}`] = Math.floor((4 + a * a) * (random.below(2) === 0 ? wealth : random.below(1000) / 1000));
      }
      return cells;
    }),
  );
}

const table = drawTable();
const few = tableFromRows(recordsOf(table).filter((_, row) => row % 3 === 0));
const attributes: Job['attributes'] = {
  ...Object.fromEntries(Array.from({ length: ATTRIBUTES }, (_, a) => [`a${a}`, { role: 'quasi-identifier' as const }])),
  s: { role: 'sensitive' },
};
const rows: Job['privacy'] = [{ model: 'k-anonymity', k: 5 }];
const diverse: Job['privacy'] = [...rows, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }];
const present: Job['privacy'] = [{ model: 'delta-presence', min: 0, max: 0.9, public: 'people' }];

/** A clock that says at every look that the last pause is long ago: each stretch of work is followed by a pause, which takes no time. */
function hurryClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 25));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => setImmediate(run)) as never);
}

afterEach(() => void vi.restoreAllMocks());

describe('a search lets events in', () => {
  it.each(STRETCHES)('%s %o', async (name, options, models, least) => {
    const privacy = models.split(' and ').flatMap((name) => ({ rows, diverse, presence: present })[name] ?? []);
    const isPresent = privacy.some(({ model }) => model === 'delta-presence');
    const withClass = 'split' in options;
    const job: Job = {
      attributes: withClass ? { ...attributes, s: { role: 'class' } } : attributes,
      privacy,
      algorithm: { name, ...options } as Job['algorithm'],
    };
    const counted: number[] = [];
    for (const engine of longCases(ENGINES, (each) => each === (least % 20 === 0 ? 'wasm' : 'js'))) {
      hurryClock();
      let pauses = 0;
      await anonymize(isPresent ? few : table, job, {
        engine,
        seed: 1,
        publicTables: isPresent ? { people: table } : undefined,
        onProgress: ({ phase }) => void (pauses += phase === 'search' ? 1 : 0),
      });
      vi.restoreAllMocks();
      counted.push(pauses);
    }
    for (const pauses of counted) expect(pauses).toBeGreaterThan(least);
  });

  it('k-optimize: after a node, where a node takes long', async () => {
    for (const engine of longCases(ENGINES, (each) => each === 'js')) {
      let pauses = 0;
      hurryClock();
      const { result } = await anonymize(
        table,
        { attributes, privacy: rows, algorithm: { name: 'k-optimize', seedCost: 1e9 } },
        { engine, seed: 1, timeLimit: 20, onProgress: ({ phase }) => void (pauses += phase === 'search' ? 1 : 0) },
      );
      vi.restoreAllMocks();
      expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
      expect(result.search.nodes).toBeGreaterThan(20);
      expect(result.search.nodes).toBeLessThanOrEqual(pauses);
    }
  });
});

describe('what stands beside a search lets events in', () => {
  const lists = tableFromRows(Array.from({ length: 60 }, (_, i) => ({ items: `a b${i % 3} c${i % 5}` })));
  const items: Job = {
    attributes: { items: { role: 'sensitive', set: { delimiter: ' ' } } },
    privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
    algorithm: 'dissociation',
  };

  /** Pauses of a run by phase, the clock saying that each stretch took long. */
  async function countPauses(input: Table, job: Job): Promise<ReadonlyMap<string, number>> {
    const pauses = new Map<string, number>();
    hurryClock();
    await anonymize(input, job, {
      seed: 1,
      publicTables: { people: table },
      onProgress: ({ phase }) => void pauses.set(phase, (pauses.get(phase) ?? 0) + 1),
    });
    vi.restoreAllMocks();
    return pauses;
  }

  it.each([
    // Minimum numbers of pauses: those of whole tables in one stretch.
    ['the preparation', table, { algorithm: 'mondrian', privacy: rows }, 'prepare', 2],
    ['the preparation with a public table', few, { algorithm: 'mpalm', privacy: present }, 'prepare', 20],
    ['the audit of two tables', table, { algorithm: 'anatomy', privacy: diverse }, 'audit', 233],
    ['the reading of lists', lists, items, 'prepare', 2],
    ['the audit of lists', lists, items, 'audit', 27],
    [
      'what local-suppression does beside its search',
      table,
      { algorithm: { name: 'local-suppression', restarts: 0 }, privacy: rows },
      'search',
      146,
    ],
  ] as const)('%s', async (_, input, job, phase, least) => {
    const pauses = await countPauses(input, { attributes, ...job } as Job);
    expect(pauses.get(phase)).toBeGreaterThan(least);
  });
});
