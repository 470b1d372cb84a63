import { describe, expect, it } from 'vitest';
import { splitByLabel, type LabelSplit } from '../../../src/algorithms/boxes/split-by-label.js';
import type { ClassJudge } from '../../../src/algorithms/local/judge.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import { anonymize, InvalidArgumentError, tableFromRows, type Job, type Table } from '../../../src/index.js';
import { seededRandom, shuffle } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, sharedFolder } from '../../shared.js';
import { ADULT_EIGHT, adultJob, drawPeople, ENGINES, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';
import { longTest } from '../../long-test.js';

const judgeOf = (k: number): ClassJudge => ({ minimum: k, bySize: true }) as unknown as ClassJudge;

/** Rows times entropy, or squared deviation, of the labels of some vectors, from the definition. */
function disorderOf({ labels, numbers }: LabelSplit, vectors: readonly number[]): number {
  const own = vectors.map((v) => labels.histogram.subarray(v * labels.size, (v + 1) * labels.size).indexOf(1));
  if (numbers !== null) {
    const mean = own.reduce((sum, label) => sum + numbers[label], 0) / own.length;
    return own.reduce((sum, label) => sum + (numbers[label] - mean) ** 2, 0);
  }
  return own.reduce((sum, label) => sum - Math.log(own.filter((other) => other === label).length / own.length), 0);
}

describe('cuts by labels', () => {
  it.each(['information-gain', 'variance'] as const)('leave the least disorder of all first cuts: %s', (by) => {
    let cutOnce = 0;
    for (let seed = 0; seed < casesOf(1000, 80); seed++) {
      const random = seededRandom(seed);
      const rows = 6 + random.below(6);
      const k = Math.floor(rows / 2) - random.below(2);
      const codes = [0, 1].map(() => Uint32Array.from({ length: rows }, () => random.below(5)));
      const histogram = new Uint32Array(rows * 3);
      for (let v = 0; v < rows; v++) histogram[v * 3 + random.below(3)] = 1;
      const every = new Set([0, 1, 2, 3, 4]);
      const input: LabelSplit = {
        codes,
        counts: new Uint32Array(rows).fill(1),
        labels: { size: 3, histogram },
        numbers: by === 'variance' ? Float64Array.of(1, 2, 5) : null,
        firstLeaves: [() => every, () => every],
      };
      const all = Array.from({ length: rows }, (_, v) => v);
      let best = Infinity;
      for (const column of codes) {
        for (const first of every) {
          const left = all.filter((v) => column[v] < first);
          const right = all.filter((v) => column[v] >= first);
          if (left.length < k || right.length < k) continue;
          best = Math.min(best, disorderOf(input, left) + disorderOf(input, right));
        }
      }
      const { groups, cuts } = runToCompletion(splitByLabel(input, judgeOf(k)));
      for (const { vectors } of groups) expect(vectors.length).toBeGreaterThanOrEqual(k);
      if (best === Infinity) expect(cuts).toBe(0);
      if (cuts !== 1) continue;
      cutOnce++;
      expect(groups.reduce((sum, { vectors }) => sum + disorderOf(input, vectors), 0)).toBeCloseTo(best, 9);
    }
    expect(cutOnce).toBeGreaterThan(50);
  });
});

const people: Job = {
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    job: {
      role: 'quasi-identifier',
      hierarchy: { type: 'tree', tree: { '*': { health: ['nurse', 'surgeon'], food: ['baker', 'cook'], craft: ['smith'] } } },
    },
    illness: { role: 'class' },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: { name: 'mondrian', split: 'information-gain' },
  output: { order: 'input', ranges: 'tight' },
}; // prettier-ignore

describe('Mondrian for a workload', () => {
  it('releases what the audit confirms, the same in both engines, along trees and as ranges', async () => {
    for (let seed = 0; seed < casesOf(60, 8); seed++) {
      const table = drawPeople(seededRandom(seed), 40);
      const cuts = seed % 2 === 0 ? 'auto' : 'ranges';
      const found = [];
      for (const engine of ENGINES) {
        const job: Job = { ...people, algorithm: { name: 'mondrian', split: 'information-gain', cuts } };
        const { release, result, audit } = await anonymize(table, job, { engine });
        expect(audit.holds).toBe(true);
        expect(result).toMatchObject({ engine, released: 40, solution: { kind: 'regions' } });
        found.push(cellsOf(release));
      }
      expect(found[1]).toEqual(found[0]);
    }
  });

  it('cuts where a numeric class column changes', async () => {
    const table = tableFromRows([1, 2, 3, 4, 5, 6, 7, 8].map((x) => ({ x, y: x < 3 ? 10 : 90 })));
    const job: Job = {
      attributes: { x: { role: 'quasi-identifier' }, y: { role: 'class' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'mondrian', split: 'variance' },
      output: { order: 'input', ranges: 'tight' },
    };
    const { release } = await anonymize(table, job);
    expect(cellsOf(release).map(([x]) => x).slice(0, 3)).toEqual(['[1-2]', '[1-2]', '[3-5]']);
    // Numbers whose squares no double holds are cut as others of the same shape.
    const people = (unit: number) => tableFromRows(Array.from({ length: 24 }, (_, x) => ({ x, y: ((x * 7) % 11) * unit })));
    const [small, huge] = [await anonymize(people(1), job), await anonymize(people(2 ** 600), job)];
    expect(cellsOf(huge.release).map(([x]) => x)).toEqual(cellsOf(small.release).map(([x]) => x));
  }); // prettier-ignore

  it('needs a class column, a numeric one for variance, and strict partitioning', async () => {
    const table = drawPeople(seededRandom(1), 20);
    const without = { age: people.attributes.age, job: people.attributes.job };
    const wrong: (readonly [Job, string])[] = [
      [{ ...people, attributes: without }, 'NO_CLASS_COLUMN'],
      [{ ...people, algorithm: { name: 'mondrian', split: 'variance' } }, 'CLASS_NOT_NUMERIC'],
      [
        { ...people, algorithm: { name: 'mondrian', split: 'information-gain', partitioning: 'relaxed' } },
        'INVALID_ARGUMENT',
      ],
    ];
    for (const [job, code] of wrong) {
      const refused = anonymize(table, job);
      await expect(refused).rejects.toThrow(InvalidArgumentError);
      await expect(refused).rejects.toMatchObject({ code });
    }
  });
});

/** [quasi-identifiers][rows] first and last leaf of every released value. */
function runsOf(domains: readonly Domain[], release: Table): (readonly [number, number])[][] {
  return domains.map(({ attribute, labels, size }) => {
    const leaves = new Map(labels.map((label, leaf) => [label, leaf]));
    const read = (text: string): readonly [number, number] => {
      const known = leaves.get(text);
      if (known !== undefined) return [known, known];
      for (const separator of ['-', ' .. ']) {
        for (let at = text.indexOf(separator); at > 0; at = text.indexOf(separator, at + 1)) {
          const [lo, hi] = [leaves.get(text.slice(1, at)), leaves.get(text.slice(at + separator.length, -1))];
          if (lo !== undefined && hi !== undefined) return [lo, hi];
        }
      }
      return [0, size - 1];
    };
    const { texts, codes } = release.column(attribute)!;
    const runs = texts.map(read);
    return Array.from(codes, (code) => runs[code]);
  });
}

/** Learns from a release: a row has the majority label of the nearest class, by the distance to its released values. */
function learn(domains: readonly Domain[], release: Table, labels: readonly number[]): (leaves: readonly number[]) => number {
  const runs = runsOf(domains, release);
  const classes = new Map<string, { readonly box: (readonly [number, number])[]; readonly rows: [number, number] }>();
  labels.forEach((label, row) => {
    const box = runs.map((column) => column[row]);
    const known = classes.get(box.join('|')) ?? { box, rows: [0, 0] };
    known.rows[label]++;
    classes.set(box.join('|'), known);
  });
  const boxes = [...classes.values()];
  return (leaves) => {
    let least = Infinity;
    let votes = [0, 0];
    for (const { box, rows } of boxes) {
      let distance = 0;
      for (let a = 0; a < leaves.length && distance <= least; a++) {
        const [lo, hi] = box[a];
        if (leaves[a] >= lo && leaves[a] <= hi) continue;
        const { numbers, size } = domains[a];
        const edge = leaves[a] < lo ? lo : hi;
        distance += numbers === null ? 1 : Math.abs(numbers[leaves[a]] - numbers[edge]) / (numbers[size - 1] - numbers[0]);
      }
      if (distance < least) {
        least = distance;
        votes = [...rows];
      } else if (distance === least) votes = [votes[0] + rows[0], votes[1] + rows[1]];
    }
    return votes[1] > votes[0] ? 1 : 0;
  };
} // prettier-ignore

describe.skipIf(sharedFolder === null)('InfoGain Mondrian on Adult, eight quasi-identifiers, k = 50', () => {
  longTest(
    'teaches a classifier at least one point better than plain Mondrian does, by rows that were held out',
    async () => {
      const all = await readAdult();
      const domains = ADULT_EIGHT.map((name) => buildDomain(all.column(name)!, undefined).domain);
      const rows = Uint32Array.from({ length: all.rows }, (_, row) => row);
      shuffle(rows, seededRandom(4));
      const taught = rows.subarray(0, 20_000);
      const held = rows.subarray(20_000, 22_000);
      const salary = all.column('salary')!;
      const labelOf = (text: string): number => (text === '>50K' ? 1 : 0);
      const train = tableFromRows(
        Array.from(taught, (row) =>
          Object.fromEntries(
            [...ADULT_EIGHT, 'salary'].map((name) => {
              const { texts, numbers, codes } = all.column(name)!;
              return [name, numbers === null ? texts[codes[row]] : numbers[codes[row]]];
            }),
          ),
        ),
      );
      const accuracy = async (split: string): Promise<number> => {
        const { release } = await anonymize(train, adultJob({ name: 'mondrian', split }, 50), {
          engine: 'js',
          seed: 1,
        });
        const { texts, codes } = release.column('salary')!;
        const tell = learn(
          domains,
          release,
          Array.from(codes, (code) => labelOf(texts[code])),
        );
        const right = Array.from(held).filter((row) => {
          const leaves = domains.map(({ column, leafOf }) => leafOf[column.codes[row]]);
          return tell(leaves) === labelOf(salary.texts[salary.codes[row]]);
        });
        return right.length / held.length;
      };
      const [plain, aware] = [await accuracy('median'), await accuracy('information-gain')];
      expect(plain).toBeGreaterThan(0.75);
      expect(aware).toBeGreaterThanOrEqual(plain + 0.01);
    },
    60_000,
  );
});
