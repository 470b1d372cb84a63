import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longTest } from './long-test.js';

const root = resolve(import.meta.dirname, '..');

/** Lines of the files of a folder whose names end in one of `endings`, as `path:line: text`. */
function readLines(folder: string, endings: readonly string[]): { where: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes('.generated.'))
    .flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .split('\n')
        .map((text, i) => ({ where: `${folder}/${name}:${i + 1}`, text })),
    );
}

const code = [...readLines('src', ['.ts']), ...readLines('examples', ['.ts', '.tsx', '.mjs'])];
const docs = [
  ...readLines('docs', ['.md']),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => ({
    where: name,
    text: readFileSync(join(root, name), 'utf8'),
  })),
];
const found = (lines: readonly { where: string; text: string }[], pattern: RegExp): string[] =>
  lines.filter(({ text }) => pattern.test(text)).map(({ where, text }) => `${where}: ${text.trim().slice(0, 100)}`);

describe('docs/bench-kopt.md', () => {
  longTest(
    'says of which day and commit its figures are, and is what its program writes of them',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'kohort-bench-'));
      try {
        const own = join(root, 'docs/bench-kopt');
        const bench = ['scripts/bench.mjs', 'kopt', '--from', own, '--out', join(folder, 'bench-kopt')];
        const done = spawnSync(process.execPath, bench, { cwd: root, encoding: 'utf8' });
        expect(done.status, done.stderr).toBe(0);
        // The layout of tables does not count: it changes before a page is kept.
        const wordsOf = (name: string): string[] =>
          readFileSync(name, 'utf8')
            .split(/\s+|\|/)
            .filter((word) => word !== '' && !/^[-:]+$/.test(word));
        const page = wordsOf(`${own}.md`);
        expect(wordsOf(join(folder, 'bench-kopt.md'))).toEqual(page);
        expect(page.join(' ')).toMatch(/Measured on \d{4}-\d\d-\d\d \(commit [0-9a-f]{7,}/);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
});

describe('typedoc.json', () => {
  it('documents every module that the package exports', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
    const exported = Object.values<string | { types: string }>(read('package.json').exports).flatMap((entry) =>
      // The kernels have a declaration alone.
      typeof entry === 'string' || entry.types.endsWith('.wasm.d.ts')
        ? []
        : [entry.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')],
    );
    expect(read('typedoc.json').entryPoints).toEqual(exported);
  });
});

describe('pages for readers', () => {
  const names = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const pages = new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
  /** The part of an address that leads to a heading, as GitHub makes it. */
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  const prose = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');
  const anchors = new Map(
    [...pages].map(([name, text]) => [
      name,
      new Set([...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading))),
    ]),
  );

  it('name only files that are there, and of them what is in them', () => {
    const missing = [...pages].flatMap(([name, text]) => [
      ...[...text.matchAll(/`((?:src|test|assembly|bench|scripts|examples|docs)\/[^`*\s]*)`/g)]
        .filter(([, path]) => !/NAME|FAMILY/.test(path) && !existsSync(join(root, path)))
        .map(([, path]) => `${name}: ${path}`),
      ...[...text.matchAll(/`((?:src|test)\/[^`*\s]*\.ts)` \(`(\w+)`/g)]
        .filter(
          ([, path, what]) => existsSync(join(root, path)) && !readFileSync(join(root, path), 'utf8').includes(what),
        )
        .map(([, path, what]) => `${name}: ${what} in ${path}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('quote tests by names that they have', () => {
    const quoted = [
      ...(pages.get('SECURITY.md') ?? '').matchAll(/`(test\/[^`]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g),
    ].flatMap(([, path, titles]) => [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ path, title })));
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter(({ path, title }) => !readFileSync(join(root, path), 'utf8').includes(title))).toEqual([]);
  });

  it('link to files and headings that are there', () => {
    const wrong = [...pages].flatMap(([name, text]) =>
      [...prose(text).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, file, heading]) => {
          const target = file === '' ? name : join(dirname(name), file);
          if (!existsSync(join(root, target))) return true;
          return heading !== undefined && !(anchors.get(target)?.has(heading) ?? false);
        })
        .map(([link]) => `${name}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('texts of the package', () => {
  it('cite only what readers can find', () => {
    expect(found([...code, ...docs], /\bCONTRACT\b/)).toEqual([]);
    expect(
      found([...code, ...docs], /of the seed \(|\bseed'?s? (figure|table|slide|paper|thesis)|the slides'/i),
    ).toEqual([]);
  });

  it('are plain: terms of the field, no history of tuning, figures of speed in docs/bench-*.md and docs/scale.md alone', () => {
    const pages = docs.filter(({ where }) => !/^docs\/(bench-|scale\.md)|^README\.md$/.test(where));
    expect(
      found(
        [...pages, ...code],
        /\bmemo of lines\b|worth its while|\bdrain(s|ed)?\b|\bbreathes?\b|\bstrangers?\b|\bthe seed (of|has)\b/i,
      ),
    ).toEqual([]);
    expect(found(pages, /instead of [\d.]+ (ms|s)\b|\bwas [\d.]+ (ms|s)\b|\bEPYC\b|\bCPU s\b/)).toEqual([]);
  });

  it('agree with their counts: `counted` or `amount` makes the noun, except after what is never 1', () => {
    const nouns =
      'rows|records|classes|buckets|groups|cells|values|labels|columns|attributes|models|levels|vectors|nodes|terms|codes|counts|weights|threads';
    // A noun before `=` is the name of an attribute of an element.
    const counts = new RegExp(`\\{([^{}]*)\\} (?:${nouns})\\b(?!=)`, 'g');
    /** Limits of the program, tops of a hierarchy that are not one, threads that are several, a pronoun, k. */
    const neverOne =
      /^(MAX\w*|[A-Z_]+|most\w+|largest\w+|deepest\w+|.*labels\.length|roots\.length|columns\.length|threads|plural\(.*|k)$/;
    const wrong = code
      .filter(
        ({ where, text }) =>
          /^(src\/(?!engine\/)|examples\/playground)/.test(where) && !/^\s*(\*|\/\*|\/\/)/.test(text),
      )
      .flatMap(({ where, text }) =>
        [...text.matchAll(counts)]
          .filter(([, value]) => !neverOne.test(value.trim()))
          .map(([all]) => `${where}: ${all}`),
      );
    expect(wrong).toEqual([]);
  });
});
