/**
 * Arrays that grow: each growth is left out once, in a bundle of the sources, and what needs it must come out otherwise.
 * Scenarios are small, since arrays begin small.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Index from '../src/index.js';
import type * as Margins from '../src/membership/count-margins.js';
import type { Engine } from '../src/engine/engine.js';
import type { Job } from '../src/index.js';
import { seededRandom } from '../src/base/random.js';
import { inChunks } from './io/in-chunks.js';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

interface Sources {
  readonly index: typeof Index;
  readonly margins: typeof Margins;
  readonly twin: { readonly createJsEngine: () => Engine };
}
type Scenario = (sources: Sources) => Promise<string> | string;

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
const known = { role: 'quasi-identifier' } as const;
const memory = 2 ** 28;

async function released({ index }: Sources, rows: readonly object[], job: Job, people?: object[]): Promise<string> {
  const publicTables = people === undefined ? undefined : { people: index.tableFromRows(people as never) };
  const table = index.tableFromRows(rows as never);
  const { release, audit } = await index.anonymize(table, job, { engine: 'js', seed: 1, publicTables });
  return index.toJson([audit.exposure ?? null, audit.metrics, Array.from(release)]);
}

function specialized(sources: Sources, privacy: Job['privacy']): Promise<string> {
  const rows = range(100).map((i) => {
    const q = Math.min(11, Math.floor(i / 9));
    return { q: `v${String(q).padStart(2, '0')}`, s: q > 9 ? 's0' : `s${(i * 5) % 9}`, c: q < 6 ? 'y' : 'n' };
  });
  const few = rows.filter((row, i) => row.q < 'v10' || i % 9 < 4);
  const leaves = range(12).map((i) => [`v${String(i).padStart(2, '0')}`, `g${i >> 1}`, '*']);
  return released(sources, few, {
    attributes: {
      q: { ...known, hierarchy: { type: 'levels', rows: leaves } },
      s: { role: 'sensitive' },
      c: { role: 'class' },
    },
    privacy,
    algorithm: 'top-down-specialization',
  });
}

/** A file that is counted, and read once more in the order of its rows. */
async function inOrder({ index }: Sources): Promise<string> {
  const lines = range(1300).map((i) => `${i % 1100},a text that is long ${i % 60},${'x'.repeat(i % 3)}é`);
  const text = ['n,t,s', ...lines, ...lines.slice(0, 300)].join('\n');
  const job: Job = {
    // A declared delimiter needs no sample.
    input: { delimiter: ',' },
    attributes: { n: known, t: { role: 'insensitive' }, s: { role: 'insensitive' } },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
    output: { order: 'input' },
  };
  const input = await index.readForJob(text, job, { counted: { memory } });
  const done = await index.anonymize(input.table, input.job, { engine: 'js', seed: 1 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of index.csvChunksInOrder(inChunks(new TextEncoder().encode(text), 997), input, done, { memory })) chunks.push(chunk.slice());
  return Buffer.concat(chunks).toString();
} // prettier-ignore

/** Probabilities of who is in a bucket, of some columns and vectors. */
function ways({ countMargins }: Sources['margins'], columns: number, length: number): string {
  const values = range(columns).map((c) => Uint32Array.from({ length }, (_, v) => (v >> c) % 3));
  const available = Uint32Array.from({ length }, (_, v) => 2 + (v % 4));
  const wanted = values.map((column) => {
    const counts = new Uint32Array(3);
    column.forEach((value, v) => (counts[value] += v % 3));
    return counts;
  });
  const { vectors } = countMargins({ values, available, wanted }, 1e6);
  return vectors.map(({ exact, low, high }) => `${exact?.numerator}/${exact?.denominator} ${low} ${high}`).join();
}

const SCENARIOS = {
  'a file in its order': inOrder,
  'suppressed cells': (sources) => {
    const random = seededRandom(3);
    const rows = range(90).map(() => Object.fromEntries(range(4).map((a) => [`a${a}`, random.below(3)])));
    const attributes = Object.fromEntries(range(4).map((a) => [`a${a}`, known]));
    const algorithm = { name: 'local-suppression', restarts: 1 } as const;
    return released(sources, rows, { attributes, privacy: [{ model: 'k-anonymity', k: 4 }], algorithm });
  },
  'lists of terms': (sources) => {
    const rows = range(40).map((i) => ({ items: `a b${i % 3} c${i % 5} d e f${i % 2} g h` }));
    return released(sources, rows, {
      attributes: { items: { role: 'sensitive', set: { delimiter: ' ' } } },
      privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
      algorithm: 'dissociation',
    });
  },
  // The last of six children has too few rows, and one value.
  'specialization by sizes': (sources) => specialized(sources, [{ model: 'k-anonymity', k: 9 }]),
  'specialization by values': (sources) => specialized(sources, [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }]), // prettier-ignore
  'people among others': (sources) => {
    const person = (i: number) => ({ x: i % 23, y: (i * 7) % 11 });
    const rows = range(300).map((i) => ({ ...person(2 * i), s: `s${i % 5}` }));
    return released(
      sources,
      rows,
      {
        attributes: { x: known, y: known, s: { role: 'sensitive' } },
        privacy: [
          { model: 'k-anonymity', k: 3 },
          { model: 'delta-presence', min: 0, max: 0.95, public: 'people' },
        ],
        algorithm: 'mondrian',
      },
      range(640).map(person),
    );
  },
  'boxes in line': (sources) => {
    const rows = range(400).map((i) => ({ x: (i * 37) % 211, y: (i * 53) % 97 }));
    return released(sources, rows, {
      attributes: { x: known, y: known },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'local-recoding',
    });
  },
  'ways to choose': ({ margins }) => ways(margins, 3, 14),
  'more ways to choose': ({ margins }) => ways(margins, 5, 30),
  'vectors of a twin': ({ twin }) => {
    const engine = twin.createJsEngine();
    const rows = 40_000;
    const codes = [0, 1].map((c) => Uint32Array.from({ length: rows }, (_, i) => (c === 0 ? i % 20_000 : i % 7)));
    const set = engine.frequencySet(
      engine.load(rows, [
        { codes: codes[0], size: 20_000 },
        { codes: codes[1], size: 7 },
      ]),
    );
    const counts = set.counts();
    return `${set.length} ${counts.reduce((sum, count, v) => (sum + count * (v % 101)) % 1e9, 0)}`;
  },
} satisfies Readonly<Record<string, Scenario>>;

/** A growth, by the condition under which it happens (`unless`: under which it does not). */
interface Growth {
  readonly file: string;
  readonly when?: string;
  readonly unless?: string;
  readonly shows: keyof typeof SCENARIOS;
}

const grows = (file: string, when: string, shows: Growth['shows']): Growth => ({ file, when, shows });
const growsUnless = (file: string, unless: string, shows: Growth['shows']): Growth => ({ file, unless, shows });
const GROWTHS: readonly Growth[] = [
  grows('algorithms/cells/suppress-cells.ts', 'this.#places === this.#next.length', 'suppressed cells'),
  grows('algorithms/greedy/specialization.ts', 'part >= rows.length', 'specialization by sizes'),
  growsUnless('algorithms/greedy/specialization.ts', 'needed <= column.cells.length', 'specialization by values'),
  grows('audit/list-terms.ts', 'kept + items.length > terms.length', 'lists of terms'),
  grows('audit/grouping.ts', 'this.count === this.parent.length', 'a file in its order'),
  growsUnless('algorithms/boxes/split-boxes.ts', 'slots <= this.#rows.length', 'boxes in line'),
  growsUnless('engine/js/grouping.ts', 'needed <= this.capacity', 'vectors of a twin'),
  grows('io/csv/row-counter.ts', 'line >= this.#entryOfLine.length', 'a file in its order'),
  grows('io/csv/row-follower.ts', 'line >= this.#entryOfLine.length', 'a file in its order'),
  growsUnless('io/csv/row-follower.ts', 'this.#filled + rows <= this.#block.length', 'a file in its order'),
  grows('io/csv/row-follower.ts', 'spellings.length > known.codeOf.length', 'a file in its order'),
  grows('io/csv/write-csv.ts', 'filled + most > bytes.length', 'a file in its order'),
  grows('membership/count-part.ts', 'used === layer.targets.length', 'ways to choose'),
  grows('membership/state-set.ts', 'this.size * words > this.cells.length', 'more ways to choose'),
  grows('pipeline/list-records.ts', 'kept + own.length > items.length', 'lists of terms'),
  grows('release/boxes-of-points.ts', 'lists.length < end + 2 * (end - first)', 'people among others'),
  grows('release/join-pieces.ts', 'before === firstOf.length', 'a file in its order'),
  grows('table/byte-index.ts', 'end > this.#pool.length', 'a file in its order'),
  grows('table/byte-index.ts', 'number + 1 === this.#starts.length', 'a file in its order'),
  grows('table/entry-index.ts', 'this.#count > this.#capacity', 'a file in its order'),
  grows('table/line-cache.ts', 'end + 4 > this.#pool.length', 'a file in its order'),
  grows('table/line-cache.ts', 'this.#passedLines === space.length', 'a file in its order'),
];

const withSwitches = (file: string): string =>
  GROWTHS.reduce(
    (text, growth, number) => {
      if (growth.file !== file) return text;
      const condition = `(${growth.when ?? growth.unless})`;
      const parts = text.split(condition);
      expect(parts, `${file}: ${condition} is there once`).toHaveLength(2);
      const isLeftOut = `globalThis.growthLeftOut === ${number}`;
      return parts.join(growth.when === undefined ? `(${condition} || ${isLeftOut})` : `(${condition} && !(${isLeftOut}))`);
    },
    readFileSync(join(source, file), 'utf8'),
  ); // prettier-ignore

const switches = globalThis as { growthLeftOut?: number };
let sources: Sources;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: [
        "export * as index from './index.ts';",
        "export * as margins from './membership/count-margins.ts';",
        "export * as twin from './engine/js/js-engine.ts';",
      ].join('\n'),
      resolveDir: source,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    outfile: join(root, 'build/growth.mjs'),
    external: ['#threads'],
    plugins: [
      {
        name: 'switches',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const file = path.slice(source.length + 1);
            if (!GROWTHS.some((growth) => growth.file === file)) return undefined;
            return { contents: withSwitches(file), loader: 'ts' };
          }),
      },
    ],
  });
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build/growth.mjs'), outputFiles[0].text);
  sources = (await import(/* @vite-ignore */ `${join(root, 'build/growth.mjs')}?${Date.now()}`)) as Sources;
});

async function outcomeOf(scenario: Scenario): Promise<string> {
  try {
    return await scenario(sources);
  } catch (error) {
    return `thrown: ${String(error)}`;
  }
}

const kept = new Map<string, Promise<string>>();

describe('an array that does not grow', () => {
  it.each(GROWTHS.map((growth, number) => [growth.file, growth.when ?? growth.unless, growth, number] as const))(
    '%s, if (%s), changes what is released',
    async (_, __, { shows }, number) => {
      const whole = kept.get(shows) ?? outcomeOf(SCENARIOS[shows]);
      kept.set(shows, whole);
      expect(await whole).not.toMatch(/^thrown/);
      const before = await whole;
      switches.growthLeftOut = number;
      const after = await outcomeOf(SCENARIOS[shows]);
      delete switches.growthLeftOut;
      expect(after === before).toBe(false);
    },
  );
});
