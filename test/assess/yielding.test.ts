import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, applyRecoding, compare, inspect, readCsv, tableFromRows } from '../../src/js.js';
import { attackCompositionInSteps } from '../../src/assess/attacks/composition.js';
import { attackDowncodingInSteps } from '../../src/assess/attacks/downcoding.js';
import { frequencyCountsInSteps } from '../../src/assess/attacks/frequency-counts.js';
import { attackHomogeneityInSteps } from '../../src/assess/attacks/homogeneity.js';
import { attackLinkageInSteps } from '../../src/assess/attacks/linkage.js';
import { attackMinimalityInSteps } from '../../src/assess/attacks/minimality.js';
import { findRepeatedPersonsInSteps } from '../../src/assess/persons/find-persons.js';
import { proposeJobInSteps } from '../../src/assess/proposal/propose-job.js';
import { codedEnds } from '../../src/audit/coded-pieces.js';
import { makeDomain, makeDomainInSteps } from '../../src/audit/domain.js';
import { readLabelsInSteps } from '../../src/audit/labels.js';
import { findLeaves } from '../../src/audit/leaves.js';
import type { Steps } from '../../src/base/steps.js';
import { buildDomain, buildDomainInSteps } from '../../src/hierarchy/build-domain.js';
import { CsvReader } from '../../src/io/csv/csv-reader.js';
import { checkReadOptions } from '../../src/io/csv/read-options.js';
import { readJson } from '../../src/io/row-files/json.js';
import { csvEncoder } from '../../src/io/csv/write-csv.js';
import { resolveRoles } from '../../src/job/roles.js';
import { joinPublic } from '../../src/pipeline/join-public.js';
import { planRun } from '../../src/pipeline/plan-run.js';
import { buildDomains } from '../../src/pipeline/prepare.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { ranksOfValues } from '../../src/pipeline/value-order.js';
import { placesOfLeaves } from '../../src/quality/query-places.js';
import { findSentinelsInSteps } from '../../src/table/sentinels.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Yields of work in steps. */
function yieldsOf(steps: Steps<unknown>): number {
  for (let yields = 0; ; yields++) if (steps.next().done === true) return yields;
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const tree = { type: 'tree', tree: { '*': { low: letters.slice(0, 6), high: letters.slice(6) } } } as const;
const job = (changes: Partial<Job> = {}): Job => ({
  attributes: {
    ward: { role: 'quasi-identifier', hierarchy: tree },
    wing: { role: 'quasi-identifier', hierarchy: tree },
    unit: { role: 'quasi-identifier', hierarchy: tree },
    s: { role: 'sensitive' },
  },
  privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }],
  algorithm: 'optimal-lattice',
  ...changes,
});

/** People of `12 * 12 * 12` vectors, `each` of every one. */
const peopleOf = (each: number) =>
  tableFromRows(
    Array.from({ length: 1728 * each }, (_, i) => ({
      ward: letters[i % 12],
      wing: letters[Math.floor(i / 12) % 12],
      unit: letters[Math.floor(i / 144) % 12],
      s: `s${i % 5}`,
    })),
  );
const people = peopleOf(1);
const first = tableFromRows(
  Array.from({ length: 300 }, (_, i) => ({ ward: letters[i % 12], wing: letters[i % 5], unit: 'a', s: `s${i % 5}` })),
);
const plain = job({ privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' });

describe('work of commands in steps', () => {
  it.each<readonly [string, number, () => Steps<unknown>]>([
    ['attack homogeneity', 6, () => attackHomogeneityInSteps(people, plain)],
    ['attack downcoding', 15, () => attackDowncodingInSteps(people, plain)],
    ['attack minimality', 50, () => attackMinimalityInSteps(people, people, job())],
    ['attack linkage', 100, () => attackLinkageInSteps(people, people, plain)],
    [
      'attack composition',
      8,
      () => attackCompositionInSteps({ release: first, job: plain }, { release: first, job: plain }, first),
    ],
    ['audit --wildcards', 3, () => frequencyCountsInSteps(people, { missing: 'wildcard' })],
    ['inspect: persons', 8, () => findRepeatedPersonsInSteps(people)],
    ['init', 12, () => proposeJobInSteps(people, { rowsArePeople: true })],
  ])('%s yields in each stretch of its work, at least %i times', (_, least, steps) => {
    expect(yieldsOf(steps())).toBeGreaterThanOrEqual(least);
  });

  const many = 5000;
  const distinct = tableFromRows(
    Array.from({ length: many }, (_, i) => ({ number: i * 7.25, text: `t${i}`, s: `s${i % 5}`, c: `c${i % 3}` })),
  );
  const [number, text] = distinct.columns;
  const orderedJob = resolveJob({
    attributes: {
      number: { role: 'quasi-identifier' },
      text: { role: 'quasi-identifier' },
      c: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: { name: 'k-optimize', valueOrder: 'class' },
  });
  const ordered = planRun(orderedJob, distinct.columns);
  const domains = [number, text].map((column) => buildDomain(column, undefined).domain);
  const leaves = findLeaves({ name: 'number' }, number, number, new Set())!;
  const numberDomain = makeDomain({ name: 'number' }, number, leaves, new Set());
  const numbers = Array.from({ length: many }, (_, value) => ({ value, people: 1 }));

  it.each<readonly [string, number, () => Steps<unknown>]>([
    ['the domains of a job', 25, () => buildDomains(resolveRoles(ordered, distinct), ordered)],
    ['the order of values by class', 4, () => ranksOfValues(domains, ordered, { class: distinct.columns[3] }, null)],
    ['a hierarchy of many leaves', 12, () => buildDomainInSteps(text, { type: 'mask', keep: 'left' })],
    ['the places of query errors', 8, () => placesOfLeaves(domains[0])],
    ['a domain of the audit', 12, () => makeDomainInSteps({ name: 'number' }, number, leaves, new Set())],
    ['labels in the audit', 8, () => readLabelsInSteps(number, numberDomain, new Set(), new Uint8Array(many).fill(1))],
    ['coded ends in the audit', 1, () => codedEnds({ type: 'integer' }, numbers, 2)],
    ['marks of missing values', 6, () => findSentinelsInSteps(number)],
    ['the lines of a CSV file', 3, () => csvEncoder(distinct, {})],
  ])('%s of many values are made in stretches, at least %i', (_, least, steps) => {
    expect(yieldsOf(steps())).toBeGreaterThanOrEqual(least);
  });

  it('joins a public table value by value, and yields', () => {
    const tableOf = (count: number) => tableFromRows(Array.from({ length: count }, (_, i) => ({ a: `v${i}` })));
    const asked: Job = {
      attributes: { a: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-map', k: 2, public: 'people' }],
      algorithm: 'mondrian',
    };
    const steps = joinPublic(tableOf(9000), planRun(resolveJob(asked)), { people: tableOf(18_000) });
    expect(yieldsOf(steps)).toBeGreaterThanOrEqual(5);
  });

  it('finishes a column of a CSV file in steps, whatever its values are', () => {
    const count = 9000;
    const rows = Array.from({ length: count }, (_, i) => `"text ${i}",${i},${i}.50`);
    const reader = new CsvReader({ ...checkReadOptions({}), count: null });
    reader.take(new TextEncoder().encode(`t,i,d\n${rows.join('\n')}\n`));
    // Per column: its spellings, its kind, its values; per 8,192 values of each of them one more.
    expect(yieldsOf(reader.finishInSteps())).toBeGreaterThanOrEqual(3 * (3 + Math.floor(count / 8192)));
  });
});

/** A clock that is 25 ms later at each look, so that each chance to look at events is taken; the signal is aborted at look `n`. */
function abortedAtLook(n: number): { readonly signal: AbortSignal; readonly looks: () => number } {
  const controller = new AbortController();
  let now = 0;
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (++looks === n) controller.abort();
    return (now += 25);
  });
  return { signal: controller.signal, looks: () => looks };
}

describe('a signal', () => {
  const json = JSON.stringify(Array.from({ length: 2000 }, (_, i) => ({ i })));
  const csv = `t,n\n${Array.from({ length: 1000 }, (_, i) => `t${i % 300},${i % 90}`).join('\n')}\n`;
  const asked: Job = {
    attributes: { t: { role: 'sensitive' }, n: { role: 'quasi-identifier' } },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
  };
  it.each<readonly [string, (signal?: AbortSignal) => Promise<unknown>]>([
    ['readCsv', (signal) => readCsv(csv, { signal })],
    ['readJson', (signal) => readJson(json, { signal })],
    ['inspect', async (signal) => inspect(people, { signal })],
    ['compare', async (signal) => compare(await readCsv(csv), asked, ['mondrian'], { signal })],
  ])('ends %s at whichever look it comes', async (_, run) => {
    const { looks } = abortedAtLook(Infinity);
    await run();
    const all = looks();
    vi.restoreAllMocks();
    expect(all).toBeGreaterThan(10);
    for (const part of [0.3, 0.8]) {
      const { signal } = abortedAtLook(Math.ceil(part * all));
      await expect(run(signal)).rejects.toMatchObject({ code: 'ABORTED' });
      vi.restoreAllMocks();
    }
  });

  it('ends applyRecoding at whichever look it comes', async () => {
    const table = await readCsv(csv);
    const { result } = await anonymize(table, asked);
    const { looks } = abortedAtLook(Infinity);
    await applyRecoding(result, table);
    const all = looks();
    vi.restoreAllMocks();
    expect(all).toBeGreaterThan(10);
    for (const part of [0.3, 0.8]) {
      const { signal } = abortedAtLook(Math.ceil(part * all));
      await expect(applyRecoding(result, table, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
      vi.restoreAllMocks();
    }
  });
});
