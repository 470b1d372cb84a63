import { describe, expect, it } from 'vitest';
import { dissociateRecords } from '../../src/algorithms/sets/dissociation.js';
import type { JointCluster } from '../../src/algorithms/sets/refine.js';
import { termListsOf } from '../../src/algorithms/sets/term-lists.js';
import { auditDissociated } from '../../src/audit/dissociated.js';
import type { DissociatedSpec } from '../../src/audit/dissociated-parts.js';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, readTable, tableFromRows, type Job } from '../../src/index.js';
import { countRows, tableOf } from '../audit/tables.js';
import { casesOf } from '../shared.js';
import { csvLinesOf } from '../table-texts.js';

interface Visit {
  readonly person: string;
  readonly items: readonly string[];
}

/** Records of 1 to 6 rows a person; persons often have the same items again. */
function draw(seed: number, persons: number): Visit[] {
  const random = seededRandom(seed);
  const terms = 3 + random.below(7);
  return Array.from({ length: persons }, (_, person) => {
    const own = Array.from({ length: terms }, (_, term) => term).filter((term) => random.below(term + 2) === 0);
    return Array.from({ length: 1 + random.below(6) * random.below(2) }, (): Visit => {
      const other = random.below(terms);
      const items = new Set(random.below(3) === 0 ? [other] : [...own, ...(random.below(2) === 0 ? [other] : [])]);
      return { person: `p${person}`, items: [...items].sort((a, b) => a - b).map((term) => `t${term}`) };
    });
  }).flat();
}

const subsets = (items: readonly string[], m: number): string[][] =>
  items
    .reduce<string[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]])
    .filter(({ length }) => length > 0 && length <= m);

/** The fewest persons who have a set of up to m of some items that a row has. */
function fewestWith(rows: readonly Visit[], some: ReadonlySet<string>, m: number): number {
  const own = rows.map(({ person, items }) => ({ person, items: items.filter((item) => some.has(item)) }));
  const having = (set: readonly string[]): number =>
    new Set(own.filter(({ items }) => set.every((item) => items.includes(item))).map(({ person }) => person)).size;
  return Math.min(Infinity, ...own.flatMap(({ items }) => subsets(items, m).map(having)));
}

/** Clusters by their definition: the fewest persons that anything known is of, and whether each row of a cluster is of another one. */
function judge(joints: readonly JointCluster[], rows: readonly Visit[], m: number) {
  let fewest = Infinity;
  let isApart = true;
  const named = (terms: readonly number[]): Set<string> => new Set(terms.map((term) => `t${term}`));
  for (const { clusters, shared } of joints) {
    const own = clusters.map((cluster) => [...cluster.rows].map((row) => rows[row]));
    for (const [c, { chunks }] of clusters.entries()) {
      const persons = new Set(own[c].map(({ person }) => person)).size;
      isApart &&= persons === own[c].length;
      fewest = Math.min(fewest, persons, ...chunks.map(({ terms }) => fewestWith(own[c], named(terms), m)));
    }
    for (const { terms, from, to } of shared) {
      fewest = Math.min(fewest, fewestWith(own.slice(from, to).flat(), named(terms), m));
    }
  }
  return { fewest, isApart };
}

describe('dissociation by persons', () => {
  it('makes clusters of different persons, and chunks whose sets k persons have, on random tables', async () => {
    const seen = { made: 0, shared: 0, joined: 0 };
    for (let seed = 0; seed < casesOf(6000, 120); seed++) {
      const [k, m] = [2 + (seed % 3), 1 + (seed % 3)];
      const rows = draw(seed, 12 + (seed % 40));
      const most = Math.max(...rows.map(({ person }) => rows.filter((row) => row.person === person).length));
      if (rows.length < k * most) continue;
      const names = [...new Set(rows.map(({ person }) => person))];
      const records = termListsOf(rows.map(({ items }) => items.map((item) => Number(item.slice(1)))));
      const persons = { count: names.length, of: Uint32Array.from(rows, ({ person }) => names.indexOf(person)) };
      const options = { maxClusterSize: 2 * k + (seed % 5) * 4, refine: seed % 4 !== 0 };
      const joints = await dissociateRecords(records, 10, k, m, options, { persons });
      const found = judge(joints, rows, m);
      expect(found.isApart, `seed ${seed}`).toBe(true);
      expect(found.fewest, `seed ${seed}`).toBeGreaterThanOrEqual(k);
      const released = joints.flatMap(({ clusters }) => clusters.flatMap((cluster) => [...cluster.rows]));
      expect(released.sort((a, b) => a - b)).toEqual([...rows.keys()]);
      seen.made++;
      for (const { clusters, shared } of joints) {
        for (const { from, to } of shared) {
          seen.shared++;
          const own = clusters.slice(from, to).flatMap((cluster) => [...cluster.rows].map((row) => rows[row].person));
          if (new Set(own).size < own.length) seen.joined++;
        }
      }
    }
    expect(seen.made).toBeGreaterThan(60);
    expect(seen.shared).toBeGreaterThan(10);
    // Clusters that share a chunk have records of one person: what counts records there would be wrong.
    expect(seen.joined).toBeGreaterThan(5);
  });

  it('is that of rows where everybody has one', async () => {
    for (let seed = 0; seed < casesOf(300, 10); seed++) {
      const rows = draw(seed, 40).map(({ items }) => items.map((item) => Number(item.slice(1))));
      const persons = { count: rows.length, of: Uint32Array.from(rows.keys()) };
      const options = { maxClusterSize: 8, refine: true };
      const byRows = await dissociateRecords(termListsOf(rows), 10, 3, 2, options);
      expect(await dissociateRecords(termListsOf(rows), 10, 3, 2, options, { persons })).toEqual(byRows);
    }
  });
});

const job = (k: number, m: number, more: Partial<Job> = {}): Job => ({
  attributes: { person: 'person', items: { role: 'sensitive', set: { delimiter: '|' } } },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'items' }],
  algorithm: { name: 'dissociation', maxClusterSize: 2 * k },
  ...more,
});
const tableFrom = (rows: readonly Visit[]) =>
  tableFromRows(rows.map(({ person, items }) => ({ person, items: items.join('|') })));

/** Rows with an item of their own, which stays in the term chunk of its cluster and shows the place of the row. */
const marked = (rows: readonly Visit[]): Visit[] =>
  rows.map(({ person, items }, row) => ({ person, items: [...items, `r${row}`] }));

/** Contents of a release, by its texts, where rows are marked. */
function oracle(released: readonly Record<string, unknown>[], rows: readonly Visit[], m: number) {
  const cells = released.map(({ cluster, chunk, records, items }) => [cluster, chunk, records, items].map(String));
  const clusters = new Map<string, Visit[]>();
  for (const [cluster, chunk, , items] of cells) {
    if (chunk !== 'terms') continue;
    const own = items.split('|').filter((item) => item.startsWith('r'));
    clusters.set(cluster, own.map((item) => rows[Number(item.slice(1))])); // prettier-ignore
  }
  let fewest = Infinity;
  const isApart = [...clusters.values()].every((own) => new Set(own.map(({ person }) => person)).size === own.length);
  for (const own of clusters.values()) fewest = Math.min(fewest, new Set(own.map(({ person }) => person)).size);
  const chunks = new Map<string, Set<string>>();
  for (const [cluster, chunk, , items] of cells) {
    if (chunk === 'terms') continue;
    const key = `${cluster} ${chunk}`;
    const own = chunks.get(key) ?? new Set<string>();
    for (const item of items.split('|')) own.add(item);
    chunks.set(key, own);
  }
  for (const [key, items] of chunks) {
    const own = key.split(' ')[0].split('+').flatMap((cluster) => clusters.get(cluster) as Visit[]); // prettier-ignore
    fewest = Math.min(fewest, fewestWith(own, items, m));
  }
  return { fewest, isApart, rows: [...clusters.values()].flat().length };
}

describe('dissociation by persons through the front door', () => {
  it('releases what a count of texts finds, the same in both engines, and the audit counts the same', async () => {
    let judged = 0;
    for (let seed = 0; seed < casesOf(1500, 12); seed++) {
      const [k, m] = [2 + (seed % 3), 1 + (seed % 3)];
      const rows = marked(draw(seed, 12 + (seed % 30)));
      const run = (engine: 'wasm' | 'js') =>
        anonymize(tableFrom(rows), job(k, m), { engine, seed }).catch((error: { code?: string }) => {
          if (error.code !== 'PERSON_ROWS_UNREACHABLE') throw error;
          return null;
        });
      const [done, twin] = [await run('wasm'), await run('js')];
      if (done === null || twin === null) {
        expect(twin).toBe(done);
        continue;
      }
      judged++;
      const { release, result, audit } = done;
      expect(csvLinesOf(twin.release)).toEqual(csvLinesOf(release));
      const found = oracle(release.toRows(), rows, m);
      expect(found).toEqual({ fewest: result.privacy[0].achieved.k, isApart: true, rows: rows.length });
      expect(found.fewest).toBeGreaterThanOrEqual(k);
      const persons = new Set(rows.map(({ person }) => person)).size;
      expect(result).toMatchObject({ persons, personsReleased: persons, rows: rows.length });
      expect(audit).toMatchObject({ holds: true, persons, personsReleased: persons, personsRecounted: true });
      expect(audit.privacy[0].achieved).toEqual(result.privacy[0].achieved);
    }
    expect(judged).toBeGreaterThan(5);
  });

  it('releases the table of one row a person as by rows', async () => {
    const rows = draw(5, 40).filter((row, i, all) => all.findIndex(({ person }) => person === row.person) === i);
    const byPersons = await anonymize(tableFrom(rows), job(3, 2), { seed: 1 });
    const attributes = { ...job(3, 2).attributes, person: 'identifier' } as Job['attributes'];
    const byRows = await anonymize(tableFrom(rows), job(3, 2, { attributes }), { seed: 1 });
    expect(csvLinesOf(byPersons.release)).toEqual(csvLinesOf(byRows.release));
    expect(byPersons.result.privacy).toEqual(byRows.result.privacy);
    expect(byPersons.audit.exposure).toEqual(byRows.audit.exposure);
    expect(byPersons.result).toMatchObject({ persons: rows.length, personsReleased: rows.length });
  });

  it('is refused with the numbers and the cure where one person has more rows than there can be clusters', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ person: `p${i < 6 ? 0 : i}`, items: ['a'] }));
    const failed = await anonymize(tableFrom(rows), job(3, 2)).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 'PERSON_ROWS_UNREACHABLE',
      message: expect.stringContaining(
        'the 6 rows of one need 6 clusters of 3 persons, 18 rows; the table has 12, enough with "rowsPerPerson": 3',
      ) as string,
    });
    const { result, audit } = await anonymize(tableFrom(rows), job(3, 2, { rowsPerPerson: 3 }));
    expect(result).toMatchObject({ rows: 9, rowsNotDrawn: 3, persons: 7, personsReleased: 7 });
    expect(audit).toMatchObject({ holds: true, personsRecounted: true });
    await expect(anonymize(tableFrom(rows), job(8, 2))).rejects.toMatchObject({ code: 'K_EXCEEDS_PERSONS' });
  });

  it('takes one row each of persons by rowsPerPerson, whose file is audited by persons', async () => {
    const rows = draw(3, 40);
    const { release, result } = await anonymize(tableFrom(rows), job(3, 2, { rowsPerPerson: 1 }), { seed: 2 });
    expect(result.rows).toBe(result.persons);
    const alone = auditRelease(release, job(3, 2, { rowsPerPerson: 1 }), tableFrom(rows));
    expect(alone).toMatchObject({
      holds: true,
      personsRecounted: true,
      problems: [],
      rowsNotDrawn: result.rowsNotDrawn,
    });
  });

  it('refuses rows without a key, or leaves them out, and does not judge them apart', async () => {
    const text = `person,items\n${Array.from({ length: 12 }, (_, i) => `${i === 4 ? '' : `p${i}`},a|b`).join('\n')}\n`;
    const table = await readTable(text);
    await expect(anonymize(table, job(3, 2))).rejects.toMatchObject({ code: 'PERSON_MISSING' });
    await expect(anonymize(table, job(3, 2, { missingPersons: 'separate' }))).rejects.toMatchObject({
      code: 'PERSONS_UNSUPPORTED',
    });
    const dropped = job(3, 2, { input: { onMissing: 'drop' } });
    const { result } = await anonymize(text, dropped);
    expect(result).toMatchObject({ rows: 11, persons: 11 });
  });

  it('is that of rows for a job that says that each is a person', async () => {
    const table = tableFromRows(Array.from({ length: 12 }, (_, i) => ({ items: i % 2 === 0 ? 'a|b' : 'b' })));
    const { person: _, ...attributes } = job(3, 2).attributes;
    const { result } = await anonymize(table, job(3, 2, { attributes, unit: 'row' }));
    expect(result).toMatchObject({ persons: null, rows: 12 });
  }); // prettier-ignore

  it('takes a counted table with its persons', async () => {
    const rows = draw(8, 30);
    const byRows = await anonymize(tableFrom(rows), job(2, 2), { seed: 4 });
    const counted = await anonymize(countRows(tableFrom(rows)), job(2, 2), { seed: 4 });
    expect(counted.result).toMatchObject({ rows: rows.length, persons: byRows.result.persons });
    expect(counted.audit).toMatchObject({ holds: true, personsRecounted: true });
  });
});

describe('the audit of dissociated records by persons', () => {
  const header = ['cluster', 'chunk', 'records', 'items'];
  const cells = [
    ['1', '1', '2', 'a|b'],
    ['1', '1', '2', 'a|b'],
    ['1', 'terms', '2', 'c'],
    ['2', '1', '2', 'a'],
    ['2', '1', '2', 'a'],
    ['2', 'terms', '2', 'd'],
    ['1+2', 'shared 1', '4', 'e'],
    ['1+2', 'shared 1', '4', 'e'],
  ];
  const original = [
    ['p', 'a|b|c|e'],
    ['q', 'a|b'],
    ['p', 'a|d|e'],
    ['r', 'a'],
  ];
  const spec: DissociatedSpec = {
    attribute: 'items',
    delimiter: '|',
    k: 2,
    m: 2,
    missing: [''],
    identifiers: ['person'],
    persons: { columns: ['person'], missing: 'refuse' },
  };
  const recordsOf = [Uint32Array.of(0, 1), Uint32Array.of(2, 3)];
  const audit = (rows: readonly (readonly string[])[], more: Partial<DissociatedSpec> = {}) =>
    auditDissociated(tableOf(header, cells), { ...spec, ...more }, tableOf(['person', 'items'], rows));

  it('finds a shared chunk that one person fills with two rows', () => {
    const found = audit(original, { recordsOf });
    expect(found.problems).toEqual(['cluster "1+2", chunk "shared 1": 1 person has a set of terms, k is 2']);
    expect(found).toMatchObject({ holds: false, personsRecounted: true, privacy: [{ achieved: { k: 1 }, holds: false }] });
    const other = audit(original.map(([, items], i) => [['p', 'q', 's', 'r'][i], items]), { recordsOf }); // prettier-ignore
    expect(other).toMatchObject({ holds: true, problems: [], persons: 4, personsReleased: 4, privacy: [{ achieved: { k: 2 } }] });
  }); // prettier-ignore

  it('finds a cluster with two rows of one person', () => {
    const rows = original.map(([, items], i) => [['p', 'p', 's', 'r'][i], items]);
    const found = audit(rows, { recordsOf });
    expect(found.problems).toContain('1 cluster with several rows of one person, which stand for one');
    expect(found.privacy[0]).toMatchObject({ achieved: { k: 1 }, holds: false });
    // Terms that one person has in two rows are rare: a, b, c, d; of e there are two persons.
    expect(found.exposure?.items.texts).toBe(3);
  });

  it.each<[string, Uint32Array[]]>([
    ['other rows', [Uint32Array.of(0, 3), Uint32Array.of(2, 1)]],
    ['a row twice', [Uint32Array.of(0, 0), Uint32Array.of(2, 3)]],
    ['a row that is not there', [Uint32Array.of(0, 1), Uint32Array.of(2, 4)]],
    ['too few', [Uint32Array.of(0, 1)]],
    ['of other sizes', [Uint32Array.of(0), Uint32Array.of(1, 2, 3)]],
  ])('says that persons were not recounted where clusters are said to have %s', (_, said) => {
    const found = audit(original, { recordsOf: said });
    expect(found).toMatchObject({ holds: false, personsRecounted: false, privacy: [{ achieved: { k: 0 }, holds: false }] });
    expect(found.problems).toEqual([
      'persons could not be recounted, so that no model holds: the run names rows of the original for clusters that do not fit them',
    ]);
  }); // prettier-ignore

  it('never says that a model holds without the original or the key', () => {
    const alone = auditDissociated(tableOf(header, cells), spec);
    expect(alone).toMatchObject({ holds: false, personsRecounted: false, persons: null });
    expect(audit(original)).toEqual(audit(original, { recordsOf }));
    const keyless = auditDissociated(tableOf(header, cells), spec, tableOf(['items'], original.map(([, items]) => [items]))); // prettier-ignore
    expect(keyless).toMatchObject({ holds: false, personsRecounted: false, persons: null });
    const lacking = audit([['', 'a|b|c|e'], ...original.slice(1)], { recordsOf });
    expect(lacking).toMatchObject({ holds: false, personsRecounted: false });
  });
});
