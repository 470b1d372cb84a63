import { describe, expect, it } from 'vitest';
import { anonymize, estimatePopulationUniques, listAlgorithms, parseJob, readCsv } from '../../src/index.js';
import { reportContent } from '../../src/report/report-content.js';
import { reportMarkdown } from '../../src/report/report-markdown.js';
import { uniquesLines, uniquesOfRelease } from '../../src/report/uniques-words.js';

const csv = `age,sex\n${Array.from({ length: 300 }, (_, i) => `${20 + (i % 7) ** 2},${i % 11 === 0 ? 'F' : 'M'}`).join('\n')}\n`;

const factsOf = async (population: object) => {
  const table = await readCsv(csv);
  const job = parseJob({
    attributes: { age: 'quasi-identifier', sex: 'quasi-identifier' },
    privacy: [{ model: 'population-uniqueness', uniques: 0.5, ...population }],
    algorithm: 'mondrian',
  });
  const { result, audit } = await anonymize(table, job, { seed: 1 });
  return { job, result, audit, input: 'a.csv', output: null, seed: null, metrics: listAlgorithms().metrics };
};

describe('a report of a job that names a population', () => {
  it.each([{ population: 5000 }, { fraction: 0.06 }])('has the estimate of its classes for %j', async (population) => {
    const facts = await factsOf(population);
    const sizes = facts.audit.classSizes.flatMap(([size, count]) => Array.from({ length: count }, () => size));
    const expected = estimatePopulationUniques(sizes, 5000);
    expect(reportContent(facts).populationUniques).toEqual(expected);
    const text = reportMarkdown(facts);
    expect(text).toContain('In the population of 5,000 an estimated');
    expect(text).toContain('95 % interval');
  });

  it('has none without the model', async () => {
    const { job, ...facts } = await factsOf({ population: 5000 });
    const plain = { ...job, privacy: [{ model: 'k-anonymity', k: 2 } as const] };
    expect(reportContent({ ...facts, job: plain })).not.toHaveProperty('populationUniques');
  });
});

describe('uniquesOfRelease', () => {
  it('is null where a person counts in several classes, and where nothing is released', () => {
    const classes = { classSizes: [[2, 3]] as const, personsReleased: 5 };
    expect(uniquesOfRelease({ ...classes, classPersons: [[2, 3]] }, 100)).toBeNull();
    expect(uniquesOfRelease({ ...classes, classPersons: [[1, 3], [2, 1]] }, 100)?.sample).toBe(5); // prettier-ignore
    expect(uniquesOfRelease({ classSizes: [], personsReleased: null }, 100)).toBeNull();
  });

  it('is told with its interval, its estimator and the others', () => {
    const found = uniquesOfRelease({ classSizes: [[1, 40], [2, 20], [3, 10]], personsReleased: null }, 0.1); // prettier-ignore
    const [estimate, interval, others] = uniquesLines(found!);
    expect(estimate).toMatch(/^in the population of 1,100 an estimated [\d,]+ are unique/);
    expect(interval).toMatch(/^95 % interval of the error of sampling: [\d.]+ % to [\d.]+ %$/);
    expect(others).toMatch(/estimators/);
  });
});
