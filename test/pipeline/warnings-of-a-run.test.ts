import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, tableFromRows } from '../../src/index.js';
import { warningCures } from '../../src/base/cures.js';
import { warningLines } from '../../src/report/warning-lines.js';

const engines = ['wasm', 'js'] as const;
const known = { role: 'quasi-identifier' } as const;
const anonymity = { model: 'k-anonymity', k: 4 } as const;

/** Everybody has a city of two, an age of their own decade, and a number that is unique within city and decade. */
const people = tableFromRows(
  Array.from({ length: 80 }, (_, i) => ({
    city: i % 2 === 0 ? 'Lyon' : 'Nice',
    age: 20 + 10 * (Math.floor(i / 2) % 4),
    number: (i * 37) % 80,
    disease: ['flu', 'gout', 'asthma'][i % 3],
    income: [`< ${(i % 4) + 1},000`, `${(i % 4) + 5} k`, 'none'][i % 3],
    same: 'x',
  })),
);

/** Warnings of a code, of a run on either engine. */
async function warn(job: Job, code: string, engine: 'wasm' | 'js') {
  const { result } = await anonymize(people, job, { engine, seed: 1 });
  return result.warnings.filter((warning) => warning.code === code);
}

describe.each(engines)('warnings of a run (%s)', (engine) => {
  const levels: Job = {
    attributes: {
      city: known,
      age: { ...known, hierarchy: { type: 'intervals', origin: 20, widths: [10, 20] } },
      number: { ...known, hierarchy: { type: 'suppress' } },
      same: known,
    },
    privacy: [anonymity],
    algorithm: { name: 'optimal-lattice', metric: 'height' },
  };

  it('name a quasi-identifier that is "*" in every row, and none that shows something or never did', async () => {
    expect(await warn(levels, 'COLUMN_TELLS_LITTLE', engine)).toEqual([
      {
        code: 'COLUMN_TELLS_LITTLE',
        message: 'released as "*" in every row: no information is left',
        attribute: 'number',
        cure: warningCures.COLUMN_TELLS_LITTLE,
      },
    ]);
  });

  it('count no suppressed row as one of "*", wherever it goes', async () => {
    const kept: Job = {
      ...levels,
      attributes: { city: known, age: { ...known, hierarchy: { type: 'suppress' } } },
      privacy: [{ model: 'k-anonymity', k: 10 }],
    };
    // One more person, alone in a city: suppressed, and nothing else is lost.
    const rows = [...people.toRows().map(({ city, age }) => ({ city, age })), { city: 'Metz', age: 20 }];
    for (const suppressed of ['drop', 'star'] as const) {
      const job: Job = { ...kept, suppression: { maxRows: 1 }, output: { suppressed } };
      const { result } = await anonymize(tableFromRows(rows), job, { engine, seed: 1 });
      expect([result.suppressed, result.warnings.map(({ code }) => code)]).toEqual([
        1,
        expect.not.arrayContaining(['COLUMN_TELLS_LITTLE']),
      ]);
    }
    // A quarter of the rows of each age alone has a city: the others are suppressed, and what is released is not lost.
    const most = await anonymize(
      tableFromRows(Array.from({ length: 40 }, (_, i) => ({ city: i < 12 ? 'a' : i < 24 ? 'b' : `c${i}`, age: 1 }))),
      { ...kept, attributes: { city: known }, suppression: { maxRows: 16 }, output: { suppressed: 'star' } },
      { engine, seed: 1 },
    );
    expect(most.result).toMatchObject({ suppressed: 0, classes: 3 });
    expect(most.result.warnings.map(({ code }) => code)).not.toContain('COLUMN_TELLS_LITTLE');
  });

  it('name ranges that take in most of the values', async () => {
    const job: Job = {
      attributes: { number: known },
      privacy: [{ model: 'k-anonymity', k: 60 }],
      algorithm: 'mondrian',
    };
    expect(await warn(job, 'COLUMN_TELLS_LITTLE', engine)).toMatchObject([
      {
        attribute: 'number',
        message: 'a released value covers most of its values on average: little information is left',
      },
    ]);
    const finer: Job = { ...job, privacy: [anonymity] };
    expect(await warn(finer, 'COLUMN_TELLS_LITTLE', engine)).toEqual([]);
  });

  it('say nothing of columns where no row is released: that is a warning of its own', async () => {
    const job: Job = {
      attributes: { city: known, disease: { role: 'sensitive' } },
      privacy: [anonymity, { model: 'alpha-k-anonymity', k: 4, alpha: 0.1, attribute: 'disease' }],
      algorithm: 'optimal-lattice',
      suppression: 'unlimited',
    };
    const { result } = await anonymize(people, job, { engine, seed: 1 });
    const codes = result.warnings.map(({ code }) => code);
    expect(codes).toContain('ALL_ROWS_SUPPRESSED');
    expect(codes).not.toContain('COLUMN_TELLS_LITTLE');
  });

  it('name a hierarchy that nothing uses, and none that t-closeness measures by', async () => {
    const hierarchy = { type: 'tree', tree: { '*': { lung: ['flu', 'asthma'], other: ['gout'] } } } as const;
    const job = (privacy: Job['privacy'], given: object = hierarchy): Job => ({
      attributes: { city: known, disease: { role: 'sensitive', hierarchy: given } } as Job['attributes'],
      privacy,
      algorithm: 'mondrian',
    });
    const diverse = { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' } as const;
    expect(await warn(job([anonymity, diverse]), 'HIERARCHY_UNUSED', engine)).toEqual([
      {
        code: 'HIERARCHY_UNUSED',
        message: 'its hierarchy is not used: its role is "sensitive", and its values are released as they are',
        attribute: 'disease',
        cure: warningCures.HIERARCHY_UNUSED,
      },
    ]);
    const close = (distance: 'hierarchical' | 'ordered') =>
      ({ model: 't-closeness', t: 0.9, distance, attribute: 'disease' }) as const;
    expect(await warn(job([anonymity, close('hierarchical')]), 'HIERARCHY_UNUSED', engine)).toEqual([]);
    expect(await warn(job([anonymity, close('ordered')]), 'HIERARCHY_UNUSED', engine)).toHaveLength(1);
    const order = { type: 'order', values: ['gout', 'flu', 'asthma'] };
    expect(await warn(job([anonymity, close('ordered')], order), 'HIERARCHY_UNUSED', engine)).toEqual([]);
  });

  it('say which order ordered t-closeness takes of texts, and never a text', async () => {
    const job = (attribute: string, hierarchy?: object): Job => ({
      attributes: { city: known, [attribute]: { role: 'sensitive', hierarchy } } as Job['attributes'],
      privacy: [anonymity, { model: 't-closeness', t: 0.9, distance: 'ordered', attribute }],
      algorithm: 'mondrian',
    });
    const [amounts, ...more] = await warn(job('income'), 'ORDER_OF_TEXTS', engine);
    expect(more).toEqual([]);
    expect(amounts.attribute).toBe('income');
    expect(amounts.message).toMatch(
      /^t-closeness "ordered" of "income" takes its 9 values for texts; 8 of them hold digits, as amounts do: they are put in the order of their code points/,
    );
    expect(amounts.cure).toMatch(/"type": "order".*"format".*"distance": "equal"/);
    expect(JSON.stringify(amounts)).not.toMatch(/none|,000/);
    const [words] = await warn(job('disease'), 'ORDER_OF_TEXTS', engine);
    expect(words.message).not.toContain('digits');
    const listed = job('disease', { type: 'order', values: ['gout', 'flu', 'asthma'] });
    expect(await warn(listed, 'ORDER_OF_TEXTS', engine)).toEqual([]);
    expect(await warn(job('age'), 'ORDER_OF_TEXTS', engine)).toEqual([]);
  });
});

describe('lines of warnings', () => {
  it('are one for all columns that show little, with one cure', () => {
    const messages = ['released as "*" in every row: no information is left', 'what is released takes in most'];
    const warnings = ['a', 'b', 'c', 'd', 'e'].map((attribute, i) => ({
      code: 'COLUMN_TELLS_LITTLE',
      message: messages[i % 2],
      attribute,
    }));
    expect(warningLines(warnings)).toEqual([
      {
        code: 'COLUMN_TELLS_LITTLE',
        text: `columns "a", "c", "e": ${messages[0]}; columns "b", "d": ${messages[1]} (cure: ${warningCures.COLUMN_TELLS_LITTLE})`,
      },
    ]);
  });

  it('say once what many proposals of hierarchies have in common', () => {
    const warnings = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((attribute, i) => ({
      code: 'LEVELS_MISSING',
      message: `samarati needs levels; ${Math.max(i, 1)} keeps more`,
      attribute,
    }));
    expect(warningLines(warnings).map(({ text }) => text)).toEqual([
      'samarati needs levels; columns "a", "b": 1 keeps more; column "c": 2 keeps more; column "d": 3 keeps more; column "e": 4 keeps more; column "f": 5 keeps more; column "g": 6 keeps more; column "h": 7 keeps more',
    ]);
    expect(warningLines(warnings.slice(0, 7))).toHaveLength(6);
  });

  it('take the cure that a warning brings along', () => {
    const [line] = warningLines([{ code: 'ODD', message: 'm', cure: 'mend it' }]);
    expect(line).toEqual({ code: 'ODD', text: 'm (cure: mend it)' });
  });
});
