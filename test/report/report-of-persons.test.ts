import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, listAlgorithms, tableFromRows } from '../../src/index.js';
import { reportContent } from '../../src/report/report-content.js';
import { reportMarkdown } from '../../src/report/report-markdown.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

/** Visits of people, one to five each; some people move. */
function drawVisits(seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: 12 + random.below(12) }, (_, person) => {
    const [age, blood] = [20 + random.below(12), 'AB0'[random.below(3)]];
    return Array.from({ length: 1 + random.below(5) }, () => ({
      mrn: `P${person}`,
      age: random.below(6) === 0 ? age + 1 : age,
      sex: 'FM'[person % 2],
      blood,
      disease: `D${random.below(4)}`,
    }));
  }).flat();
}

const job: Job = {
  attributes: {
    mrn: 'person',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [5, 10, 20] } },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    disease: 'sensitive',
    blood: 'sensitive',
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
  output: { order: 'input' },
};

async function reportOf(seed: number) {
  const rows = drawVisits(seed);
  const table = tableFromRows(rows);
  const { result, audit, release } = await anonymize(table, job, { engine: 'js', seed: 1 });
  const facts = { job, result, audit, input: 'visits.csv', output: 'r.csv', seed: null, metrics: listAlgorithms().metrics, release }; // prettier-ignore
  return { rows, shown: release.toRows(), content: reportContent(facts), markdown: reportMarkdown(facts) };
}

/** Persons by the persons of their smallest group. */
function smallestOf(groups: readonly string[], persons: readonly string[]): ReadonlyMap<string, number> {
  const members = new Map<string, Set<string>>();
  groups.forEach((group, row) => members.set(group, (members.get(group) ?? new Set()).add(persons[row])));
  const smallest = new Map<string, number>();
  groups.forEach((group, row) => {
    const size = members.get(group)?.size ?? 0;
    smallest.set(persons[row], Math.min(size, smallest.get(persons[row]) ?? Infinity));
  });
  return smallest;
}

describe('the report of a job that says whose a row is', () => {
  it('has risks and sizes of classes in people, from sets of people', async () => {
    for (let seed = 0; seed < casesOf(300, 12); seed++) {
      const { rows, shown, content } = await reportOf(seed);
      const persons = rows.map(({ mrn }) => mrn);
      for (const [figures, groups] of [
        [content.risks?.before, rows.map(({ age, sex }) => `${age}|${sex}`)],
        [content.risks?.after, shown.map(({ age, sex }) => `${String(age)}|${String(sex)}`)],
      ] as const) {
        const smallest = [...smallestOf(groups, persons).values()];
        expect(figures).toMatchObject({
          rows: smallest.length,
          sets: new Set(groups).size,
          largest: 1 / Math.min(...smallest),
          unique: smallest.filter((size) => size === 1).length,
        });
        expect(figures?.average).toBeCloseTo(smallest.reduce((sum, size) => sum + 1 / size, 0) / smallest.length, 12);
        expect(figures?.above.map((each) => each.rows)).toEqual([1 / 2, 1 / 5, 1 / 11].map((risk) => smallest.filter((size) => 1 / size > risk).length)); // prettier-ignore
      }
      const { classes, counted, input, release } = content;
      const count = new Set(persons).size;
      expect([counted, input.persons, release.persons]).toEqual(['persons', count, count]);
      expect(classes.smallest).toBe(Math.round(1 / (content.risks?.after?.largest ?? NaN)));
      const sums = classes.bins.reduce(([before, after, all], bin) => [before + (bin.rowsBefore ?? 0), after + bin.rowsAfter, all + bin.classes], [0, 0, 0]); // prettier-ignore
      expect(sums).toEqual([count, count, classes.count]);
    }
  });

  it('says people in sections that count people, rows where rows are counted, and what several rows show together', async () => {
    const { rows, content, markdown } = await reportOf(3);
    const count = new Set(rows.map(({ mrn }) => mrn)).size;
    expect(markdown).toContain(`${rows.length} rows of ${count} people`);
    expect(markdown).toContain('Risk of a person: 1 / people who look alike');
    expect(markdown).toContain('People by the risk of the prosecutor');
    expect(markdown).toContain('People by how many people look alike');
    expect(markdown).toContain('Classes whose people all hold one value');
    expect(markdown).toContain('History disclosure');
    expect(content.history?.map(({ attribute }) => attribute)).toEqual(['blood']);
    expect(markdown).toMatch(/Suppressed\W+0 of \d+ rows/);
    const [sections] = markdown.split('## Glossary');
    expect(sections).not.toMatch(/risk of a row|Rows by|rows that look like/i);
    expect(markdown).not.toContain('P1');
  });
});
