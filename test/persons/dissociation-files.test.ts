/** The audit of dissociated files: rows of clusters are found, where no cluster has two of one person, and held to trying all ways. */
import { describe, expect, it } from 'vitest';
import { auditDissociated } from '../../src/audit/dissociated.js';
import type { DissociatedSpec } from '../../src/audit/dissociated-parts.js';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, tableFromRows, type Job } from '../../src/index.js';
import { countRows, tableOf } from '../audit/tables.js';
import { casesOf } from '../shared.js';

interface Visit {
  readonly person: string;
  readonly items: readonly string[];
}

/** Records of 1 to 4 rows a person, often with the same items again. */
function draw(seed: number, persons: number, terms: number): Visit[] {
  const random = seededRandom(seed);
  return Array.from({ length: persons }, (_, person) => {
    const own = Array.from({ length: terms }, (_, term) => term).filter((term) => random.below(term + 2) === 0);
    return Array.from({ length: 1 + random.below(4) * random.below(2) }, (): Visit => {
      const items = new Set([...own.filter(() => random.below(4) > 0), ...(random.below(2) === 0 ? [random.below(terms)] : [])]); // prettier-ignore
      return { person: `p${person}`, items: Array.from(items, (term) => `t${term}`).sort() };
    });
  }).flat();
}

const jobOf = (k: number, m: number, more: Partial<Job> = {}): Job => ({
  attributes: { person: 'person', items: { role: 'sensitive', set: { delimiter: '|' } } },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'items' }],
  algorithm: { name: 'dissociation', maxClusterSize: 2 * k },
  ...more,
});
const tableFrom = (rows: readonly Visit[]) =>
  tableFromRows(rows.map(({ person, items }) => ({ person, items: items.join('|') })));

describe('the audit of a dissociated file', () => {
  it('recounts persons by one way to give the rows to the clusters', async () => {
    let [judged, several] = [0, 0];
    for (let seed = 1; seed <= casesOf(1500, 40); seed++) {
      const [k, m] = [2 + (seed % 3), 1 + (seed % 3)];
      const table = tableFrom(draw(seed, 12 + (seed % 60), 3 + (seed % 20)));
      const given = seed % 5 === 0 ? countRows(table) : table;
      const done = await anonymize(given, jobOf(k, m), { seed }).catch((error: { code?: string }) => {
        if (error.code !== 'PERSON_ROWS_UNREACHABLE') throw error;
        return null;
      });
      if (done === null) continue;
      const { audit, release } = done;
      const alone = auditRelease(release, jobOf(k, m), given);
      if (alone.personsRecounted === false) {
        expect(alone.problems.join(), `seed ${seed}`).toContain('which leave shared chunks different persons');
        several++;
        continue;
      }
      judged++;
      expect(alone, `seed ${seed}`).toMatchObject({ problems: [], holds: true, personsRecounted: true });
      expect(alone.classPersons).toEqual(audit.classPersons);
      expect(alone.privacy[0].achieved.k).toBeGreaterThanOrEqual(k);
    }
    expect(judged).toBeGreaterThan(10 * several);
  });

  it('says what trying all ways says on small releases', () => {
    const seen = { holds: 0, unfit: 0, fails: 0, several: 0 };
    for (let seed = 1; seed <= casesOf(8000, 3000); seed++) {
      const { rows, released, k, m } = drawRelease(seed);
      const spec: DissociatedSpec = {
        ...{ attribute: 'items', delimiter: '|', k, m, missing: [''], identifiers: ['person'] },
        persons: { columns: ['person'], missing: 'refuse' },
      };
      const original = tableOf(['person', 'items'], rows.map(({ person, items }) => [person, items.join('|')])); // prettier-ignore
      const release = tableOf(['cluster', 'chunk', 'records', 'items'], released);
      const byRows = auditDissociated(release, { ...spec, persons: undefined }, original);
      const found = auditDissociated(release, spec, original);
      if (!byRows.holds || new Set(rows.map(({ person }) => person)).size === rows.length) continue;
      const ways = waysOf(rows, released, m);
      const problems = found.problems.join();
      expect(found.personsRecounted === true && ways.length === 0, `seed ${seed}`).toBe(false);
      if (found.holds) {
        seen.holds++;
        expect(ways.some((fewest) => fewest >= k), `seed ${seed}`).toBe(true); // prettier-ignore
        expect(ways, `seed ${seed}`).toContain(found.privacy[0].achieved.k);
      } else if (found.personsRecounted === true) {
        seen.fails++;
        expect(ways.every((fewest) => fewest < k), `seed ${seed}: ${problems}`).toBe(true); // prettier-ignore
      } else if (problems.includes('without two rows of one person')) {
        seen.unfit++;
        expect(ways, `seed ${seed}`).toEqual([]);
      } else {
        seen.several++;
        expect(problems, `seed ${seed}`).toContain('in several ways');
        expect(ways.some((fewest) => fewest < k), `seed ${seed}`).toBe(true); // prettier-ignore
      }
    }
    expect(Math.min(seen.holds, seen.unfit)).toBeGreaterThan(10);
    expect(seen.fails + seen.several).toBeGreaterThan(0);
  });
});

/** A release of two clusters, made of rows at random: often one that no rows of different persons make. */
function drawRelease(seed: number) {
  const random = seededRandom(seed);
  const m = 1 + random.below(2);
  const sizes = [2 + random.below(2), 2 + random.below(2)];
  const rows = Array.from({ length: sizes[0] + sizes[1] }, (): Visit => {
    const items = ['a', 'b', 'c', 'd', 'e'].filter(() => random.below(2) === 0);
    return { person: `p${random.below(5)}`, items };
  });
  const clusters = [rows.slice(0, sizes[0]), rows.slice(sizes[0])];
  const project = (own: readonly Visit[], terms: readonly string[]): string[] =>
    own.map(({ items }) => items.filter((item) => terms.includes(item)).join('|')).filter((text) => text !== '');
  const shared = random.below(2) === 0 ? ['e'] : [];
  const released: string[][] = [];
  for (const [c, own] of clusters.entries()) {
    const free = ['a', 'b', 'c', 'd', 'e'].filter((term) => !shared.includes(term));
    const chunks = [free.filter(() => random.below(2) === 0).slice(0, 2)];
    chunks.forEach((terms, i) => {
      for (const text of project(own, terms)) released.push([String(c + 1), String(i + 1), String(own.length), text]);
    });
    const rest = new Set(own.flatMap(({ items }) => items.filter((item) => ![...shared, ...chunks.flat()].includes(item)))); // prettier-ignore
    released.push([String(c + 1), 'terms', String(own.length), [...rest].sort().join('|')]);
  }
  for (const text of project(rows, shared)) released.push(['1+2', 'shared 1', String(rows.length), text]);
  return { rows, released, k: 2, m };
}

/** The fewest persons who have one or two of some items that a row has. */
function fewestWith(own: readonly Visit[], some: readonly string[], m: number): number {
  const pairs = some.flatMap((a) => (m === 1 ? [[a]] : some.map((b) => [a, b])));
  const having = pairs.map((set) => own.filter(({ items }) => set.every((item) => items.includes(item))));
  return Math.min(...having.filter(({ length }) => length > 0).map((rows) => new Set(rows.map(({ person }) => person)).size)); // prettier-ignore
}

/** For every way to give rows to clusters, no two of one person to one, that makes the release: the fewest persons that anything is of. */
function waysOf(rows: readonly Visit[], released: readonly (readonly string[])[], m: number): number[] {
  const found: number[] = [];
  const sizeOf = (name: string): number => Number(released.find(([cluster]) => cluster === name)?.[2] ?? 0);
  for (let way = 0; way < 2 ** rows.length; way++) {
    const clusters = ['1', '2'].map((_, c) => rows.filter((_, row) => ((way >> row) & 1) === c));
    const isApart = clusters.every((own) => new Set(own.map(({ person }) => person)).size === own.length);
    if (!isApart || clusters.some((own, c) => own.length !== sizeOf(String(c + 1)))) continue;
    const told = clusters.map(() => new Set<string>());
    let isFit = true;
    let fewest = Math.min(...clusters.map(({ length }) => length));
    for (const key of new Set(released.map(([cluster, chunk]) => `${cluster} ${chunk}`))) {
      const [name, ...chunk] = key.split(' ');
      if (chunk[0] === 'terms') continue;
      const texts = released.filter((row) => `${row[0]} ${row[1]}` === key).map((row) => row[3]);
      const terms = new Set(texts.flatMap((text) => text.split('|')));
      const own = name === '1+2' ? rows : clusters[Number(name) - 1];
      const projected = own.map(({ items }) => items.filter((item) => terms.has(item)).join('|')).filter(Boolean);
      isFit &&= projected.sort().join() === [...texts].sort().join();
      for (const each of name.split('+')) for (const term of terms) told[Number(each) - 1].add(term);
      fewest = Math.min(fewest, fewestWith(own, [...terms], m));
    }
    clusters.forEach((own, c) => {
      const rest = new Set(own.flatMap(({ items }) => items.filter((item) => !told[c].has(item))));
      const hidden = released.find(([cluster, chunk]) => cluster === String(c + 1) && chunk === 'terms')?.[3] ?? '';
      isFit &&= [...rest].sort().join('|') === hidden;
    });
    if (isFit) found.push(fewest);
  }
  return found;
}
