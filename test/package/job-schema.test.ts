import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hover, JSONSchema, MarkupContent } from 'vscode-json-languageservice';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { demoJob, nineJob } from '../../scripts/demo-job.mjs';
import { algorithms } from '../../src/algorithms/list.js';
import { hierarchyKinds } from '../../src/hierarchy/kinds.js';
import { roleNames } from '../../src/job/names.js';
import { removeComments } from '../../src/job/json-text.js';
import { parseJob } from '../../src/pipeline/parse-job.js';
import { privacyModels } from '../../src/privacy/list.js';
import { drawJob } from '../pipeline/random-job.js';
import { casesOf } from '../shared.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
type Node = JSONSchema & { readonly [key: string]: unknown };
const schema = JSON.parse(read('dist/job.schema.json')) as Node;
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

const isAccepted = (job: unknown): boolean => {
  try {
    parseJob(job);
    return true;
  } catch {
    return false;
  }
};
const parses = (text: string): unknown => {
  const { json, problems } = removeComments(text);
  return problems.length === 0 ? JSON.parse(json) : undefined;
};

/** Jobs that the pages, the examples and the bench have. */
function writtenJobs(): { readonly where: string; readonly job: unknown }[] {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const found = pages.flatMap((where) =>
    Array.from(read(where).matchAll(/(?:^```jsonc?\n|<<'END'\n)(\{[^]*?\n\})\n/gm), ([, text]) => ({
      where,
      job: parses(text),
    })),
  );
  return [
    ...found,
    { where: 'examples/data/job.json', job: JSON.parse(read('examples/data/job.json')) },
    { where: 'demo', job: demoJob },
    { where: 'nine', job: nineJob },
  ].filter(({ job }) => isAccepted(job));
}

const valid = {
  attributes: { age: 'quasi-identifier', disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};

describe('the schema of jobs', () => {
  it('accepts every job that is written in the pages and the examples', () => {
    const jobs = writtenJobs();
    expect(jobs.length).toBeGreaterThan(8);
    for (const { where, job } of jobs) {
      validate(job);
      expect({ where, errors: validate.errors ?? [] }).toEqual({ where, errors: [] });
    }
  });

  it('accepts random jobs of every algorithm', () => {
    const names = new Set<string>();
    for (let seed = 1; seed <= casesOf(5000, 60); seed++) {
      const { job } = drawJob(seed);
      names.add(typeof job.algorithm === 'string' ? job.algorithm : job.algorithm.name);
      const plain: unknown = JSON.parse(JSON.stringify(job));
      const accepted = isAccepted(plain);
      if (accepted && !validate(plain)) expect({ seed, errors: validate.errors }).toEqual({ seed, errors: null });
    }
    expect(names.size).toBeGreaterThan(10);
  });

  it('never refuses what parseJob accepts, whatever is changed in a job', () => {
    const values = fc.constantFrom<unknown>(
      0,
      1,
      2.5,
      -1,
      true,
      '',
      'x',
      'strict',
      'mondrian',
      'quasi-identifier',
      null,
      [],
      {},
      ['a'],
      'unlimited',
      'k-anonymity',
    );
    const counts = { accepted: 0, refused: 0, told: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), values, fc.boolean(), (seed, place, value, removes) => {
        const job = JSON.parse(JSON.stringify(drawJob(seed).job)) as Record<string, unknown>;
        const places: { holder: Record<string, unknown>; key: string }[] = [];
        const collect = (holder: unknown): void => {
          if (typeof holder !== 'object' || holder === null) return;
          for (const key of Object.keys(holder)) {
            places.push({ holder: holder as Record<string, unknown>, key });
            collect((holder as Record<string, unknown>)[key]);
          }
        };
        collect(job);
        const { holder, key } = places[place % places.length];
        if (removes && !Array.isArray(holder)) delete holder[key];
        else holder[key] = value;
        const accepted = isAccepted(job);
        counts[accepted ? 'accepted' : 'refused']++;
        if (!validate(job)) {
          counts.told++;
          expect(accepted).toBe(false);
        }
      }),
      { seed: 5, numRuns: casesOf(20_000, 150) },
    );
    expect(counts.accepted).toBeGreaterThan(10);
    // Most of what is wrong is seen without a run.
    expect(counts.told).toBeGreaterThan(0.6 * counts.refused);
  });

  it.each<[string, object]>([
    ['an unknown key', { suppresion: 'unlimited' }],
    ['an unknown role', { attributes: { age: 'quasi' } }],
    ['an unknown key of an attribute', { attributes: { age: { roel: 'drop' } } }],
    ['a kind of hierarchy', { attributes: { age: { hierarchy: { type: 'interval', widths: [5] } } } }],
    ['widths of 0', { attributes: { age: { hierarchy: { type: 'intervals', widths: [0] } } } }],
    ['a tree of numbers', { attributes: { age: { hierarchy: { type: 'tree', tree: { '*': [1] } } } } }],
    ['a tree that is a list', { attributes: { age: { hierarchy: { type: 'tree', tree: ['a'] } } } }],
    ['no model', { privacy: [] }],
    ['a k of 0', { privacy: [{ model: 'k-anonymity', k: 0 }] }],
    ['a k as text', { privacy: [{ model: 'k-anonymity', k: '5' }] }],
    ['a fraction as k', { privacy: [{ model: 'k-anonymity', k: 2.5 }] }],
    ['an unknown model', { privacy: [{ model: 'k-anonimity', k: 5 }] }],
    ['a model without its parameter', { privacy: [{ model: 't-closeness', t: 0.2, attribute: 'disease' }] }],
    ['a risk of 0', { privacy: [{ model: 'maximum-risk', risk: 0 }] }],
    ['an unknown algorithm', { algorithm: 'mondrain' }],
    ['an unknown option', { algorithm: { name: 'mondrian', partitionning: 'strict' } }],
    ['an option of another algorithm', { algorithm: { name: 'mondrian', metric: 'loss' } }],
    ['a value of an option', { algorithm: { name: 'mondrian', partitioning: 'relax' } }],
    ['a fraction above 1', { suppression: { maxFraction: 1.5 } }],
    ['two limits', { suppression: { maxFraction: 0.5, maxRows: 3 } }],
    ['an unknown word', { output: { order: 'up' } }],
    ['a delimiter', { input: { delimiter: '/' } }],
  ])('refuses %s, as parseJob does', (_, change) => {
    expect([validate(valid), isAccepted(valid)]).toEqual([true, true]);
    const job = { ...valid, ...change };
    expect([validate(job), isAccepted(job)]).toEqual([false, false]);
  });

  it('says of every key what it is for', () => {
    const silent: string[] = [];
    const walk = (node: Node, path: string): void => {
      for (const [key, child] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
        const isName = child.const !== undefined;
        if (!isName && (child.description ?? '') === '') silent.push(`${path}.${key}`);
        walk(child, `${path}.${key}`);
      }
      const inner = [node.items, node.additionalProperties, ...((node.anyOf ?? []) as unknown[])];
      for (const child of inner) if (typeof child === 'object' && child !== null) walk(child as Node, path);
    };
    walk(schema, 'job');
    expect(silent).toEqual([]);
  });
});

describe('an editor with the schema', () => {
  const service = getLanguageService({});
  service.configure({ schemas: [{ uri: 'kohort', fileMatch: ['*.json'], schema }] });
  /** The text without its mark |, and where that stood. */
  const open = (marked: string) => {
    const at = marked.indexOf('|');
    const text = marked.replace('|', '');
    const document = TextDocument.create('file:///job.json', 'jsonc', 1, text);
    return { document, parsed: service.parseJSONDocument(document), position: document.positionAt(at) };
  };
  const complete = async (marked: string): Promise<string[]> => {
    const { document, parsed, position } = open(marked);
    const list = await service.doComplete(document, position, parsed);
    return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''));
  };
  const hover = async (marked: string): Promise<string> => {
    const { document, parsed, position } = open(marked);
    const told: Hover | null = await service.doHover(document, position, parsed);
    const contents = [told?.contents ?? []].flat() as (string | MarkupContent)[];
    return contents.map((each) => (typeof each === 'string' ? each : each.value)).join('\n');
  };
  const underlined = async (text: string): Promise<{ at: string; message: string }[]> => {
    const { document, parsed } = open(`${text}|`);
    const problems = await service.doValidation(document, parsed, { comments: 'ignore', trailingCommas: 'ignore' });
    return problems.map(({ range, message }) => ({ at: document.getText(range), message: JSON.stringify(message) }));
  };

  it('offers names of algorithms, roles, models, kinds, and options of the algorithm that is named', async () => {
    const names = algorithms.map(({ name }) => name);
    expect(await complete('{"algorithm": "|"}')).toEqual(expect.arrayContaining(names));
    expect(await complete('{"algorithm": {"name": "|"}}')).toEqual(expect.arrayContaining(names));
    const options = await complete('{"algorithm": {"name": "mondrian", "|"}}');
    expect(options).toEqual(expect.arrayContaining(['partitioning', 'split', 'ties']));
    expect(options).not.toContain('seedCost');
    expect(await complete('{"algorithm": {"name": "mondrian", "partitioning": "|"}}')).toEqual(
      expect.arrayContaining(['strict', 'relaxed']),
    );
    expect(await complete('{"attributes": {"age": "|"}}')).toEqual(expect.arrayContaining([...roleNames]));
    expect(await complete('{"attributes": {"age": {"role": "|"}}}')).toEqual(expect.arrayContaining([...roleNames]));
    expect(await complete('{"privacy": [{"model": "|"}]}')).toEqual(
      expect.arrayContaining(privacyModels.map(({ name }) => name)),
    );
    expect(await complete('{"attributes": {"age": {"hierarchy": {"type": "|"}}}}')).toEqual(
      expect.arrayContaining(hierarchyKinds.map(({ type }) => type)),
    );
    expect(await complete('{"|"}')).toEqual(expect.arrayContaining(['input', 'attributes', 'privacy', 'suppression']));
  });

  it('says what a key is for', async () => {
    expect(await hover('{"suppr|ession": "unlimited"}')).toContain('How many rows may be suppressed');
    expect(await hover('{"algorithm": {"name": "mondrian", "parti|tioning": "strict"}}')).toContain('disjoint boxes');
    expect(await hover('{"attributes": {"age": {"ro|le": "drop"}}}')).toContain('others may know it');
    expect(await hover('{"privacy": [{"model": "k-anonymity", "|k": 5}]}')).toContain('fewest rows');
  });

  it('underlines what is wrong, and nothing in a job with comments', async () => {
    const good = JSON.stringify({ ...valid, algorithm: { name: 'mondrian', partitioning: 'strict' } });
    expect(await underlined(`// a job\n${good}`)).toEqual([]);
    expect(await underlined(good.replace('"partitioning"', '"partitionning"'))).toMatchObject([
      { at: expect.stringContaining('partitionning') as string },
    ]);
    expect(await underlined(good.replace('"strict"', '"strickt"'))).toMatchObject([
      { at: '"strickt"', message: expect.stringContaining('relaxed') as string },
    ]);
    expect(await underlined(good.replace('"quasi-identifier"', '"quasi"'))).toMatchObject([{ at: '"quasi"' }]);
    expect(await underlined(good.replace('"privacy"', '"privcy"'))).toHaveLength(2);
    expect(await underlined(good.replace('"k":5', '"k":"5"'))).toMatchObject([{ at: '"5"' }]);
  });
});
