import { describe, expect, it } from 'vitest';
import type { AttributeSpec } from '../../src/job/job.js';
import { anonymize, auditRelease, InvalidArgumentError, readCsv, readForJob, type Job } from '../../src/index.js';
import { HierarchyError } from '../../src/base/errors.js';
import { csvOf } from '../table-texts.js';
import { ENGINES } from '../engine/engines.js';
import { long, inTurn } from '../shared.js';
import { groupingAlgorithms } from '../registry.js';

/** Runs a job on CSV with both engines; the text of the release, read back and audited by hand as well. */
async function release(csv: string, job: Job): Promise<string> {
  const { table, job: asked } = await readForJob(csv, {
    ...job,
    output: { order: 'input', ranges: 'tight', ...job.output },
  });
  const texts: string[] = [];
  for (const engine of ENGINES) {
    const done = await anonymize(table, asked, { engine, seed: 1 });
    texts.push(csvOf(done.release));
    const types = Object.fromEntries(Object.keys(job.attributes).map((name) => [name, 'string' as const]));
    const back = await readCsv(texts[0], { delimiter: ',', missing: job.input?.missing, types, allowEmpty: true });
    const report = auditRelease(back, asked, table);
    expect(report).toMatchObject({ holds: true, problems: [], suppressed: done.result.suppressed });
    for (const name of ['loss', 'ncp', 'entropy', 'klDivergence'] as const) {
      const told = done.result.metrics[name];
      if (told === null) expect(report.metrics[name]).toBeNull();
      else expect(report.metrics[name]).toBeCloseTo(told, 9);
    }
  }
  expect(texts[1]).toBe(texts[0]);
  return texts[0];
}

const quasi = (more: AttributeSpec = {}): AttributeSpec => ({ role: 'quasi-identifier', ...more });
const kAnonymity = (k: number): Job['privacy'] => [{ model: 'k-anonymity', k }];

describe('a cell * of the input', () => {
  it('is a value like others, in double quotes beside the * that stands for all', async () => {
    const csv = 'x,y\n*,1\n*,1\na,2\nb,2\n';
    const job = (algorithm: Job['algorithm']): Job => ({
      attributes: { x: quasi({ hierarchy: { type: 'suppress' } }), y: quasi({ type: 'integer' }) },
      privacy: kAnonymity(2),
      algorithm,
    });
    expect(await release(csv, job('mondrian'))).toBe('x,y\n"""*""",1\n"""*""",1\n*,2\n*,2\n');
    expect(await release(csv, job('local-suppression'))).toBe('x,y\n"""*""",1\n"""*""",1\n*,2\n*,2\n');
    expect(await release(csv, { ...job('datafly'), privacy: kAnonymity(1) })).toBe(
      'x,y\n"""*""",1\n"""*""",1\na,2\nb,2\n',
    );
    // A suppressed row differs from one of such cells.
    const star: Job = {
      ...job('k-optimize'),
      suppression: { maxRows: 1 },
      output: { suppressed: 'star', order: 'input' },
    };
    expect(await release('x,y\n*,7\n*,7\na,7\n', { ...star, attributes: { x: quasi(), y: quasi() } })).toBe(
      'x,y\n"""*""",7\n"""*""",7\n*,*\n',
    );
  });

  it('may be read as missing, and differs from the * that stands for all then, too', async () => {
    const job: Job = {
      input: { missing: ['', '*'] },
      attributes: { x: quasi({ type: 'integer' }), y: quasi() },
      privacy: kAnonymity(2),
      algorithm: 'local-suppression',
    };
    const expected = 'x,y\n"""*""",a\n"""*""",a\n*,b\n*,b\n5,c\n5,c\n';
    expect(await release('x,y\n*,a\n"",a\n1,b\n*,b\n5,c\n5,c\n', job)).toBe(expected);
  });
});

describe('a class of numbers and missing cells', () => {
  it('is no suppressed row where all of it is *', async () => {
    const job: Job = {
      attributes: { x: quasi({ type: 'integer' }) },
      privacy: kAnonymity(2),
      algorithm: 'k-optimize',
      output: { suppressed: 'star', order: 'input' },
    };
    expect(await release('x\n1\n1\n1\n5\n""\n', job)).toBe('x\n1\n1\n1\n*\n*\n');
  });
});

describe('a text that reads like a range of others', () => {
  it('differs from the range', async () => {
    const csv = 'x\n1\n2\n3\n[1-2]\n[1-2]\n3\n';
    const job: Job = {
      attributes: { x: quasi({ hierarchy: { type: 'order', values: ['1', '2', '3', '[1-2]'] } }) },
      privacy: kAnonymity(2),
      algorithm: 'mondrian',
    };
    const expected = 'x\n[1 .. 2]\n[1 .. 2]\n3\n[1-2]\n[1-2]\n3\n';
    expect(await release(csv, job)).toBe(expected);
    expect(await release(csv, { ...job, algorithm: 'k-optimize' })).toBe(expected);
  });
});

describe('a release', () => {
  const people = `age,zip,sex\n${[
    '25,53711,m', '25,53712,f', '26,53711,m', '27,53710,m', '27,53712,f', '28,53711,m', '41,53811,f', '43,53811,f',
  ].join('\n')}\n`; // prettier-ignore
  const zip = { hierarchy: { type: 'mask' } as const };
  const algorithms: Job['algorithm'][] = [
    'mondrian',
    'local-suppression',
    'optimal-lattice',
    'k-optimize',
    'datafly',
    'local-recoding',
    'hilbert',
    'top-down-specialization',
    'meyerson-williams',
  ];
  const each = algorithms.flatMap((name) => (['tight', 'rounded'] as const).map((ranges) => [name, ranges] as const));
  // In the short run each is released after the next of the list alone.
  it.each(inTurn(each, 2))('by %s can be anonymized again and again (%s)', async (algorithm, ranges) => {
    const place = algorithms.indexOf(algorithm) + (ranges === 'tight' ? 1 : 2);
    for (const next of long ? algorithms : [algorithms[place % algorithms.length]]) {
      const job = (name: Job['algorithm'], k: number): Job => ({
        attributes: { age: quasi({ type: 'string' }), zip: quasi({ type: 'string', ...zip }), sex: quasi() },
        privacy: kAnonymity(k),
        algorithm: name,
        suppression: { maxRows: 2 },
        output: { suppressed: 'star', order: 'input', ranges },
      });
      let csv = await release(people, {
        ...job(algorithm, 2),
        attributes: { ...job(algorithm, 2).attributes, age: quasi() },
      });
      csv = await release(csv, job(next, 3));
      csv = await release(csv, job(algorithm, 4));
      expect(csv.split('\n')).toHaveLength(10);
    }
  });
});

describe('values of an order that do not occur', () => {
  const run = async (algorithm: Job['algorithm'], values: string[]) => {
    const attributes = { x: quasi({ hierarchy: { type: 'order', values } }) };
    const { table, job } = await readForJob('x\na\nc\n', { attributes, privacy: kAnonymity(2), algorithm });
    return (await anonymize(table, job, { seed: 1 })).result.metrics;
  };
  it('are leaves for every algorithm', async () => {
    for (const algorithm of [
      'optimal-lattice',
      'datafly',
      'samarati',
      'k-optimize',
      'greedy-hill-climbing',
      'local-suppression',
    ]) {
      // Everything is one class of `*`: a reader spreads two rows over four values.
      const { loss, klDivergence } = await run(algorithm, ['a', 'b', 'c', 'd']);
      expect([algorithm, loss, klDivergence?.toFixed(12)]).toEqual([algorithm, 1, Math.LN2.toFixed(12)]);
    }
    for (const algorithm of ['mondrian', 'local-recoding', 'hilbert', 'top-down-specialization', 'k-member']) {
      // [a-c]: three values of four.
      const { loss, klDivergence } = await run(algorithm, ['a', 'b', 'c', 'd']);
      expect([algorithm, loss, klDivergence?.toFixed(12)]).toEqual([algorithm, 2 / 3, Math.log(3 / 2).toFixed(12)]);
    }
  });
  it('are checked alike', async () => {
    for (const algorithm of ['optimal-lattice', 'mondrian']) {
      await expect(run(algorithm, ['a', 'c', 'b', 'c'])).rejects.toMatchObject({ code: 'HIERARCHY_DUPLICATE_LEAF' });
      await expect(run(algorithm, ['a', 'b'])).rejects.toMatchObject({ code: 'HIERARCHY_MISSING_VALUE' });
    }
  });
});

describe('a number that the hierarchy spells otherwise than the column', () => {
  it('is the value, not the node above that is called like it', async () => {
    const rows = [
      ['05', '5', '*'],
      ['6.0', 'B', '*'],
      ['7', 'B', '*'],
    ];
    for (const algorithm of [
      'min-gen',
      'optimal-lattice',
      'mondrian',
      'top-down-specialization',
      ...groupingAlgorithms,
    ]) {
      for (const [k, expected] of [
        [1, 'x\n5\n5\n6\n7\n'],
        [2, 'x\n5\n5\nB\nB\n'],
      ] as const) {
        const attributes = { x: quasi({ type: 'number', hierarchy: { type: 'levels', rows } }) } as const;
        const job = { attributes, privacy: kAnonymity(k), algorithm, output: { ranges: 'rounded' } } as Job;
        expect(await release('x\n5\n5\n6\n7\n', job), `${algorithm}, k = ${k}`).toBe(expected);
      }
    }
  });
});

describe('a leaf of the hierarchy that reads as a missing cell', () => {
  it('is that of the missing value, whatever the cell is spelled', async () => {
    for (const type of ['integer', 'string'] as const) {
      const rows = [['1', 'low', '*'], ['?', 'none', '*'], ['3', 'high', '*'], ['2', 'low', '*']]; // prettier-ignore
      const job: Job = {
        input: { missing: ['', '?'] },
        attributes: { x: quasi({ type, hierarchy: { type: 'levels', rows } }) },
        privacy: kAnonymity(2),
        algorithm: 'optimal-lattice',
      };
      expect(await release('x\n""\n1\n3\n2\n?\n3\n', job)).toBe('x\nnone\nlow\nhigh\nlow\nnone\nhigh\n');
    }
  });
});

describe('a hierarchy with a label that can be read in two ways', () => {
  it('is refused before the search, by name', async () => {
    const rows = [['a', 'X', 'X', '*'], ['b', 'Y', 'X', '*'], ['c', 'X', 'X', '*']]; // prettier-ignore
    const { table, job } = await readForJob('x\na\nb\nc\n', {
      attributes: { x: quasi({ hierarchy: { type: 'levels', rows } }) },
      privacy: kAnonymity(1),
      algorithm: 'mondrian',
    });
    const refusal = await anonymize(table, job).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HierarchyError);
    expect(refusal).not.toBeInstanceOf(InvalidArgumentError);
    expect(refusal).toMatchObject({ code: 'HIERARCHY_AMBIGUOUS_LABEL', attribute: 'x', level: 1 });
    // Ranges need no labels of nodes.
    await anonymize(table, { ...job, algorithm: 'k-optimize' });
  });
});

describe('means of classes', () => {
  const run = (csv: string, missing: string[]): Promise<string> =>
    release(csv, {
      input: { missing },
      attributes: { x: quasi({ type: 'integer' }), y: quasi() },
      privacy: kAnonymity(2),
      algorithm: { name: 'mdav', replacement: 'centroid' },
    });
  it('that read as a missing cell are written with zeros', async () => {
    expect(await run('x,y\n1,a\n3,a\n7,b\n9,b\n', ['', '2', '8'])).toBe('x,y\n2.0,a\n2.0,a\n8.0,b\n8.0,b\n');
  });
  it('stand beside * and missing cells where both are read as missing', async () => {
    expect(await run('x,y\n1,a\n3,a\n*,c\n"",c\n*,b\n9,b\n', ['', '*'])).toBe(
      'x,y\n2,a\n2,a\n"""*""",c\n"""*""",c\n*,b\n*,b\n',
    );
  });
});
