import { describe, expect, it } from 'vitest';
import { dissociateRecords } from '../../../src/algorithms/sets/dissociation.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { partitionHorizontally } from '../../../src/algorithms/sets/horizontal-partition.js';
import type { JointCluster } from '../../../src/algorithms/sets/refine.js';
import { refineClusters } from '../../../src/algorithms/sets/refine.js';
import { listAt, listCount, termListsOf, type TermLists } from '../../../src/algorithms/sets/term-lists.js';
import { VerticalPartition } from '../../../src/algorithms/sets/vertical-partition.js';
import type { Job, KohortError } from '../../../src/index.js';
import { anonymize, auditRelease, compare, readCsv, tableFromRows } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';
import { cellsOf, csvLinesOf } from '../../table-texts.js';

/** The ten web searches of Terrovitis et al. 2012, Figure 2a. */
const SEARCHES = [
  'itunes|flu|madonna|ikea|ruby',
  'madonna|flu|viagra|ruby|audi a4|sony tv',
  'itunes|madonna|audi a4|ikea|sony tv',
  'itunes|flu|viagra',
  'itunes|flu|madonna|audi a4|sony tv',
  'madonna|digital camera|panic disorder|playboy',
  'iphone sdk|madonna|ikea|ruby',
  'iphone sdk|digital camera|madonna|playboy',
  'iphone sdk|digital camera|panic disorder',
  'iphone sdk|digital camera|madonna|ikea|ruby',
];
const TERMS = [...new Set(SEARCHES.flatMap((search) => search.split('|')))];
const RECORDS = termListsOf(
  SEARCHES.map((search) => Uint32Array.from(search.split('|'), (term) => TERMS.indexOf(term)).sort()),
);
const listsOf = (lists: TermLists): number[][] =>
  Array.from({ length: listCount(lists) }, (_, list) => [...listAt(lists, list)]);
const named = (terms: readonly number[]): string =>
  terms
    .map((term) => TERMS[term])
    .sort()
    .join(' ');
const VERTICAL = new VerticalPartition(RECORDS, TERMS.length, 3, 2);
const FIRST = VERTICAL.partition(Uint32Array.of(0, 1, 2, 3, 4));
const SECOND = VERTICAL.partition(Uint32Array.of(5, 6, 7, 8, 9));

describe('the web searches of the paper, k = 3, m = 2', () => {
  it('Figure 2b: clusters P1 and P2 fall into these record chunks and term chunks', () => {
    expect(FIRST.chunks.map(({ subRecords }) => listsOf(subRecords).map(named))).toEqual([
      ['flu itunes madonna', 'flu madonna', 'itunes madonna', 'flu itunes', 'flu itunes madonna'],
      ['audi a4 sony tv', 'audi a4 sony tv', 'audi a4 sony tv'],
    ]);
    expect(named(FIRST.terms)).toBe('ikea ruby viagra');
    expect(SECOND.chunks.map(({ subRecords }) => listsOf(subRecords).map(named))).toEqual([
      [
        'digital camera madonna',
        'iphone sdk madonna',
        'digital camera iphone sdk madonna',
        'digital camera iphone sdk',
        'digital camera iphone sdk madonna',
      ],
    ]);
    expect(named(SECOND.terms)).toBe('ikea panic disorder playboy ruby');
  });

  it('Figure 3: a shared chunk brings ikea and ruby back', async () => {
    const [joint, ...others] = await refineClusters(RECORDS, TERMS.length, [FIRST, SECOND], VERTICAL, {
      k: 3,
      m: 2,
      most: 100,
    });
    expect(others).toEqual([]);
    expect(joint.shared.map(({ subRecords }) => listsOf(subRecords).map(named).sort())).toEqual([
      ['ikea', 'ikea ruby', 'ikea ruby', 'ikea ruby', 'ruby'],
    ]);
    expect(joint.clusters.map(({ terms }) => named(terms)).sort()).toEqual(['panic disorder playboy', 'viagra']);
  });
});

/**
 * The guarantee by its definition (section 3): some dataset that the release can be made from, every record of which has a
 * term, has k records with all of `known`. Terms of a term chunk may be in any of the cluster's records, so they are in all.
 */
function canHide(joint: JointCluster, at: number, known: readonly number[], k: number): boolean {
  const slots: { cluster: number; terms: Set<number> }[] = [];
  joint.clusters.forEach(({ rows, terms }, cluster) => {
    for (let i = 0; i < rows.length; i++) slots.push({ cluster, terms: new Set(terms) });
  });
  const pieces: { sub: readonly number[]; chunk: number; where: (cluster: number) => boolean }[] = [];
  let chunk = 0;
  joint.clusters.forEach(({ chunks }, cluster) => {
    for (const { subRecords } of chunks) {
      for (const sub of listsOf(subRecords)) pieces.push({ sub, chunk, where: (c) => c === cluster });
      chunk++;
    }
  });
  for (const { subRecords, from, to } of joint.shared) {
    for (const sub of listsOf(subRecords)) pieces.push({ sub, chunk, where: (c) => c >= from && c < to });
    chunk++;
  }
  const usedBy = slots.map(() => new Set<number>());
  const place = (piece: number): boolean => {
    if (piece === pieces.length) {
      return (
        slots.every(({ terms }) => terms.size > 0) &&
        slots.filter(({ cluster, terms }) => cluster === at && known.every((term) => terms.has(term))).length >= k
      );
    }
    const { sub, chunk: own, where } = pieces[piece];
    for (let s = 0; s < slots.length; s++) {
      if (!where(slots[s].cluster) || usedBy[s].has(own) || sub.some((term) => slots[s].terms.has(term))) continue;
      usedBy[s].add(own);
      for (const term of sub) slots[s].terms.add(term);
      const done = place(piece + 1);
      for (const term of sub) slots[s].terms.delete(term);
      usedBy[s].delete(own);
      if (done) return true;
    }
    return false;
  };
  return place(0);
}

/** True when every record hides for everybody who knows up to m of its terms. */
function hides(joints: readonly JointCluster[], records: readonly Uint32Array[], k: number, m: number): boolean {
  return joints.every((joint) =>
    joint.clusters.every(({ rows }, at) =>
      [...rows].every((row) => subsets([...records[row]], m).every((known) => canHide(joint, at, known, k))),
    ),
  );
}

function subsets(terms: readonly number[], m: number): number[][] {
  const all: number[][] = [];
  for (let set = 1; set < 2 ** terms.length; set++) {
    const chosen = terms.filter((_, i) => ((set >> i) & 1) === 1);
    if (chosen.length <= m) all.push(chosen);
  }
  return all;
}

const drawRecords = (seed: number, rows: number, terms: number): Uint32Array[] => {
  const random = seededRandom(seed);
  return Array.from({ length: rows }, () => {
    const own = new Set([random.below(terms)]);
    for (let term = 0; term < terms; term++) if (random.below(term + 2) === 0) own.add(term);
    return Uint32Array.from(own).sort();
  });
};

/** HORPART as its docstring has it. */
function cutByHand(records: readonly Uint32Array[], terms: number, k: number, most: number): number[][] {
  const cut = (rows: number[]): number[][] => {
    if (rows.length < most) return [rows];
    const having = Array.from({ length: terms }, (_, term) => rows.filter((row) => records[row].includes(term)));
    const able = having.filter((own) => own.length >= k && rows.length - own.length >= k);
    const largest = Math.max(0, ...able.map(({ length }) => length));
    const first = able.find(({ length }) => length === largest);
    if (first !== undefined) return [...cut(first), ...cut(rows.filter((row) => !first.includes(row)))];
    const pieces = Math.ceil(rows.length / most);
    const at = (i: number): number => Math.floor((i * rows.length) / pieces);
    return Array.from({ length: pieces }, (_, i) => rows.slice(at(i), at(i + 1)));
  };
  return cut([...records.keys()]);
}

describe('dissociateRecords', () => {
  it('leaves k records for every m terms known, by trying all datasets behind small releases', async () => {
    let shared = 0;
    let several = 0;
    for (let seed = 0; seed < casesOf(3000, 120); seed++) {
      const [k, m] = [2, 2 + (seed % 2)];
      const records = drawRecords(seed, 4 + (seed % 4), 5);
      const joints = await dissociateRecords(termListsOf(records), 5, k, m, {
        maxClusterSize: 4,
        refine: seed % 3 !== 0,
      });
      expect(hides(joints, records, k, m)).toBe(true);
      for (const joint of joints) {
        shared += joint.shared.length;
        for (const { chunks } of joint.clusters) several += chunks.length > 1 ? 1 : 0;
      }
    }
    expect(shared).toBeGreaterThan(10);
    expect(several).toBeGreaterThan(10);
  });

  it('moves a term away where lemma 2 asks for it: without, trying all datasets finds a person', () => {
    const records = [[0, 1], [0], [0], [1], [1]].map((terms) => Uint32Array.from(terms));
    const rows = Uint32Array.of(0, 1, 2, 3, 4);
    const part = (term: number, own: number[]) => ({ terms: [term], subRecords: termListsOf(own.map(() => [term])) });
    const naive = { rows, chunks: [part(0, [0, 1, 2]), part(1, [0, 3, 4])], terms: [] };
    expect(hides([{ clusters: [naive], shared: [] }], records, 3, 2)).toBe(false);
    const cluster = new VerticalPartition(termListsOf(records), 2, 3, 2).partition(rows);
    expect(cluster.terms).toEqual([1]);
    expect(hides([{ clusters: [cluster], shared: [] }], records, 3, 2)).toBe(true);
  });

  it('cuts into clusters of k to fewer than the largest size, whatever the terms', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(seed);
      const k = 1 + random.below(4);
      const most = 2 * k + random.below(6);
      const records = drawRecords(seed, k + random.below(60), 1 + random.below(8));
      const clusters = runToCompletion(partitionHorizontally(termListsOf(records), 8, k, most));
      expect([...clusters].flatMap((rows) => [...rows]).sort((a, b) => a - b)).toEqual(records.map((_, i) => i));
      for (const rows of clusters) {
        expect(rows.length).toBeGreaterThanOrEqual(k);
        expect(rows.length).toBeLessThanOrEqual(most);
      }
    }
  });

  it('cuts by the term that most records have, as written down in a few lines', () => {
    let cuts = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed);
      const k = 1 + random.below(4);
      const most = 2 * k + random.below(4);
      const terms = 2 + random.below(12);
      const records = drawRecords(seed, k + random.below(120), terms);
      const expected = cutByHand(records, terms, k, most);
      expect(
        runToCompletion(partitionHorizontally(termListsOf(records), terms, k, most)).map((rows) => [...rows]),
      ).toEqual(expected);
      cuts += expected.length - 1;
    }
    expect(cuts).toBeGreaterThan(1000);
  });

  it('reads no record again for every cut of the part that it is in', () => {
    const [rows, terms] = [3000, 400];
    const random = seededRandom(1);
    let reads = 0;
    const { start, terms: all } = termListsOf(
      Array.from({ length: rows }, () =>
        Uint32Array.from(new Set(Array.from({ length: 3 }, () => random.below(terms)))).sort(),
      ),
    );
    const watched = new Proxy(all, {
      get: (own, key) => {
        reads += typeof key === 'string' && /^[0-9]+$/.test(key) ? 1 : 0;
        return Reflect.get(own, key) as unknown;
      },
    });
    expect(runToCompletion(partitionHorizontally({ start, terms: watched }, terms, 3, 12)).length).toBeGreaterThan(200);
    expect(reads).toBeLessThan(3 * 10 * rows);
  });
});

const termsJob = (k: number, m: number, more: Partial<Job> = {}): Job => ({
  attributes: { terms: { role: 'sensitive', set: { delimiter: '|' } } },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'terms' }],
  algorithm: { name: 'dissociation', maxClusterSize: 2 * k },
  ...more,
});
const searches = tableFromRows(SEARCHES.map((terms, i) => ({ id: i, terms })));
const codeOf = async (job: Job): Promise<string> =>
  anonymize(searches, job).then(
    () => 'none',
    (error: unknown) => (error as KohortError).code,
  );

describe('dissociation through the front door', () => {
  it('releases sub-records by cluster and chunk, the same in both engines, and its file is audited unchanged', async () => {
    const { release, result, audit } = await anonymize(searches, termsJob(3, 2), { seed: 1 });
    const twin = await anonymize(searches, termsJob(3, 2), { seed: 1, engine: 'js' });
    expect(csvLinesOf(twin.release)).toEqual(csvLinesOf(release));
    expect(twin.result).toEqual({ ...result, engine: 'js', seconds: twin.result.seconds });
    expect(result).toMatchObject({ rows: 10, released: 10, suppressed: 0, solution: { kind: 'sets' } });
    expect(result.privacy[0]).toMatchObject({ model: 'km-anonymity', required: { k: 3, m: 2 }, holds: true });
    expect(audit.holds).toBe(true);
    const text = csvLinesOf(release).join('\n');
    expect(text.startsWith('cluster,chunk,records,terms\n')).toBe(true);
    expect(auditRelease(await readCsv(text), termsJob(3, 2), searches)).toMatchObject({ holds: true, problems: [] });
    expect(auditRelease(await readCsv(text), termsJob(3, 2))).toMatchObject({ holds: true, rows: 10 });
  });

  it('holds on random records, empty ones and terms in any spelling included; no seed, no order of the input', async () => {
    for (let seed = 0; seed < casesOf(400, 25); seed++) {
      const random = seededRandom(seed);
      const k = 2 + random.below(4);
      const table = tableFromRows(
        drawRecords(seed, 20 + random.below(80), 12).map((terms) => ({
          terms: random.below(9) === 0 ? '' : [...terms, ...terms].map((term) => `t${term}`).join(' | '),
        })),
      );
      const job = termsJob(k, 1 + random.below(3), { output: seed % 2 === 0 ? { order: 'input' } : {} });
      const { release, audit } = await anonymize(table, job, { engine: 'js' });
      expect(audit.problems).toEqual([]);
      expect(release.column('records')!.numbers!.every((size) => size >= k)).toBe(true);
    }
  });

  it('shuffles the sub-records of a chunk whatever the order of the rest, each order as likely', async () => {
    const table = tableFromRows([['a'], ['a', 'b'], ['a', 'b'], ['b']].map((terms) => ({ terms: terms.join('|') })));
    const seen = new Map<string, number>();
    for (let seed = 0; seed < 480; seed++) {
      const { release } = await anonymize(table, termsJob(2, 2, { output: { order: 'input' } }), { engine: 'js', seed });
      const key = csvLinesOf(release).filter((line) => !line.includes('terms')).map((line) => line.split(',')[3]).join();
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(seen.size).toBe(12); // orders of a, ab, ab, b
    for (const count of seen.values()) expect(count).toBeGreaterThan(20);
  }); // prettier-ignore

  it('is refused by the audit when a cell of the file is changed', async () => {
    const job = termsJob(3, 2);
    const { release } = await anonymize(searches, job, { seed: 2 });
    const names = release.columns.map(({ name }) => name);
    const cells = cellsOf(release);
    const audited = (changed: readonly string[][]) =>
      auditRelease(tableFromRows(changed, { columns: names, types: { records: 'integer' } }), job, searches);
    expect(audited(cells).holds).toBe(true);
    const at = cells.findIndex(([, chunk]) => chunk === '1');
    const terms = cells.findIndex(([, chunk, , own]) => chunk === 'terms' && own !== '');
    const change = (row: number, column: number, to: (text: string) => string): string[][] =>
      cells.map((own, i) => (row < 0 || i === row ? own.map((text, c) => (c === column ? to(text) : text)) : own));
    const wrong = [
      cells.filter((_, i) => i !== at),
      change(at, 3, (text) => `${text}|unheard`),
      change(terms, 3, () => ''),
      change(terms, 3, (text) => `${text}|unheard`),
      change(terms, 3, (text) => `${text}|${cells[at][3]}`),
      change(-1, 2, (text) => String(Number(text) - 1)),
      change(at, 2, (text) => String(Number(text) + 1)),
      change(at, 0, () => '99'),
      [...cells, cells[at]],
      [...cells, cells[terms]],
    ];
    wrong.forEach((changed, i) => expect(audited(changed).holds, `change ${i}`).toBe(false));
    expect(auditRelease(release, termsJob(4, 2), searches).holds).toBe(false);
  });

  it('stands in a comparison, without the metrics of generalization', async () => {
    const { runs } = await compare(searches, termsJob(3, 2), ['dissociation'], { k: [2, 3], engine: 'js' });
    expect(runs.map(({ k, result }) => [k, result!.privacy[0].achieved.k >= k!, result!.metrics.loss])).toEqual([
      [2, true, null],
      [3, true, null],
    ]);
  });

  it('takes the options of a run as other searches do: one thread with a warning, no state to go on from', async () => {
    for (const engine of ['wasm', 'js'] as const) {
      const { result } = await anonymize(searches, termsJob(3, 2), { engine, threads: 2 });
      expect(result.warnings.map(({ code }) => code)).toEqual(['ONE_THREAD']);
      await expect(
        anonymize(searches, termsJob(3, 2), { engine, onCheckpoint: () => undefined }),
      ).rejects.toMatchObject({
        code: 'NOT_RESUMABLE',
      });
    }
  });

  it('refuses what it cannot do, with a code', async () => {
    const attributes = termsJob(3, 2).attributes;
    expect(await codeOf(termsJob(11, 2))).toBe('K_EXCEEDS_ROWS');
    expect(await codeOf(termsJob(3, 2, { algorithm: { name: 'dissociation', maxClusterSize: 5 } }))).toBe('OPTION_RANGE');
    expect(await codeOf(termsJob(3, 2, { algorithm: { name: 'dissociation', size: 9 } }))).toBe('UNKNOWN_OPTION');
    expect(await codeOf(termsJob(3, 2, { attributes: { ...attributes, id: { role: 'insensitive' } } }))).toBe('COLUMN_UNSUPPORTED');
    expect(await codeOf(termsJob(3, 2, { defaultRole: 'insensitive' }))).toBe('COLUMN_UNSUPPORTED');
    expect(await codeOf(termsJob(3, 2, { attributes: { ...attributes, no: { role: 'drop' } } }))).toBe('UNKNOWN_COLUMN');
    expect(await codeOf(termsJob(3, 2, { privacy: [...termsJob(3, 2).privacy, { model: 'k-anonymity', k: 2 }] }))).toBe('MODEL_UNSUPPORTED');
    const asKnown: Job['attributes'] = { terms: { role: 'quasi-identifier', set: { delimiter: '|' } }, id: { role: 'identifier' } };
    expect(await codeOf(termsJob(3, 2, { attributes: asKnown }))).toBe('none');
  }); // prettier-ignore
});
