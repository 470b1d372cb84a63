import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Source {
  readonly path: string;
  readonly text: string;
  /** Imports as written, type imports counted like others. */
  readonly imports: readonly string[];
}

/** All sources of a folder by path from the root; what the build generates is not among them. */
function readSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .map((name) => {
      const path = join(folder, name).split(sep).join('/');
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The source that a relative import names, from the root: imports end in `.js`, sources in `.ts`. */
const resolveImport = (from: string, name: string): string =>
  relative(root, resolve(root, dirname(from), name))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts')
    .replace(/(?<!\.ts)$/, '.ts');

const isRelative = (name: string): boolean => name.startsWith('.');

/** The `imports` of package.json: the module of a name by the condition of the host. */
const { imports: byHost } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The sources that an import names, for a name with `#` one for each host; none for a package. */
const sourcesOf = (from: string, name: string): readonly string[] => {
  if (isRelative(name)) return [resolveImport(from, name)];
  return Object.values(byHost[name] ?? {}).map((file) => file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
};
const src = readSources('src');
const assembly = readSources('assembly');
const edges = (sources: readonly Source[]): { from: string; to: string }[] =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap((name) => sourcesOf(path, name).map((to) => ({ from: path, to }))),
  );

/**
 * The rooms of docs/architecture.md, lowest first, by the beginning of a path; the first that fits counts. A file may
 * import from its own room and from the rooms named here.
 */
const rooms: readonly { name: string; paths: readonly string[]; may: readonly string[] }[] = [
  { name: 'base', paths: ['src/base/'], may: [] },
  { name: 'table', paths: ['src/table/'], may: ['base'] },
  {
    name: 'csv',
    paths: [
      'src/io/csv/',
      'src/io/encoding/',
      'src/io/foreign-format.ts',
      'src/io/refuse-foreign.ts',
      'src/io/input-limits.ts',
      'src/io/from-rows.ts',
      'src/io/collect-rows.ts',
      'src/io/cell-options.ts',
      'src/io/read-table.ts',
      'src/io/arrow-table.ts',
    ],
    may: ['table', 'base'],
  },
  { name: 'audit', paths: ['src/audit/'], may: ['table', 'base'] },
  {
    name: 'seam',
    paths: [
      'src/engine/engine.ts',
      'src/engine/combinations.ts',
      'src/engine/condition-bounds.ts',
      'src/engine/cut-parts.ts',
      'src/engine/group-columns.ts',
      'src/engine/group-scan.ts',
      'src/engine/listed-columns.ts',
      'src/engine/run-costs.ts',
      'src/engine/validate.ts',
    ],
    may: ['table', 'base'],
  },
  { name: 'hierarchy', paths: ['src/hierarchy/'], may: ['table', 'base'] },
  {
    name: 'released',
    paths: ['src/quality/released.ts', 'src/quality/value-label.ts'],
    may: ['hierarchy', 'table', 'base'],
  },
  {
    name: 'judges',
    paths: ['src/privacy/', 'src/quality/'],
    may: ['released', 'hierarchy', 'seam', 'table', 'base'],
  },
  { name: 'job', paths: ['src/job/'], may: ['judges', 'hierarchy', 'table', 'base'] },
  { name: 'membership', paths: ['src/membership/'], may: ['base'] },
  // The two floors of the wing of K-OPTIMIZE: below the engines, and above the other algorithms.
  {
    name: 'k-optimize-search',
    paths: ['src/k-optimize/search/', 'src/k-optimize/block/'],
    may: ['seam', 'base'],
  },
  {
    name: 'k-optimize',
    paths: ['src/k-optimize/'],
    may: ['algorithms', 'judges', 'hierarchy', 'seam', 'table', 'base'],
  },
  {
    name: 'all-algorithms',
    paths: ['src/algorithms/list.ts', 'src/algorithms/cards/k-optimize.ts', 'src/algorithms/sharing/serve-thread.ts'],
    may: ['k-optimize', 'algorithms', 'seam', 'base'],
  },
  {
    name: 'algorithms',
    paths: ['src/algorithms/'],
    may: ['membership', 'judges', 'released', 'hierarchy', 'seam', 'job', 'table', 'base'],
  },
  {
    name: 'release',
    paths: ['src/release/'],
    may: ['audit', 'algorithms', 'judges', 'released', 'hierarchy', 'seam', 'job', 'csv', 'table', 'base'],
  },
  {
    name: 'create-engine',
    paths: ['src/engine/create-engine.ts'],
    may: ['wasm', 'twin', 'kernels', 'seam', 'table', 'base'],
  },
  { name: 'wasm', paths: ['src/engine/wasm/'], may: ['kernels', 'k-optimize-search', 'seam', 'table', 'base'] },
  { name: 'twin', paths: ['src/engine/js/'], may: ['kernels', 'k-optimize-search', 'seam', 'table', 'base'] },
  { name: 'kernels', paths: ['src/engine/'], may: ['k-optimize-search', 'seam', 'table', 'base'] },
  { name: 'workers', paths: ['src/hosts/node/thread-of.ts', 'src/hosts/browser/thread-of.ts'], may: ['base'] },
  {
    name: 'threads',
    paths: ['src/hosts/node/threads/', 'src/hosts/no-threads.ts'],
    may: ['workers', 'anonymize', 'create-engine', 'twin', 'seam', 'base'],
  },
  {
    name: 'columnar',
    paths: ['src/io/columnar/', 'src/io/row-files/', 'src/io/file-formats.ts', 'src/io/writers.ts'],
    may: ['csv', 'table', 'base'],
  },
  {
    name: 'reading',
    paths: ['src/hosts/node/reading/', 'src/hosts/browser/reading/'],
    may: ['workers', 'columnar', 'csv', 'table', 'base'],
  },
  { name: 'sql', paths: ['src/io/sql/'], may: ['columnar', 'job', 'csv', 'table', 'base'] },
  {
    name: 'files',
    paths: ['src/hosts/node/'],
    may: ['workers', 'certificate', 'create-engine', 'hierarchy', 'job', 'csv', 'table', 'base'],
  },
  {
    name: 'certificate',
    paths: ['src/pipeline/certificate/'],
    may: ['anonymize', 'release', 'judges', 'job', 'base'],
  },
  {
    name: 'anonymize',
    paths: ['src/pipeline/'],
    may: [
      'all-algorithms',
      'inspection',
      'membership',
      'audit',
      'release',
      'algorithms',
      'judges',
      'released',
      'hierarchy',
      'seam',
      'job',
      'csv',
      'table',
      'base',
    ],
  },
  { name: 'inspection', paths: ['src/assess/inspection/', 'src/assess/persons/'], may: ['job', 'table', 'base'] },
  {
    name: 'evaluation',
    paths: ['src/assess/accuracy/'],
    may: ['anonymize', 'release', 'released', 'hierarchy', 'job', 'csv', 'table', 'base'],
  },
  { name: 'pictures', paths: ['src/report/pictures/'], may: ['base'] },
  {
    name: 'assess',
    paths: ['src/assess.ts'],
    may: [
      'report',
      'pictures',
      'index',
      'inspection',
      'evaluation',
      'anonymize',
      'audit',
      'release',
      'judges',
      'hierarchy',
      'job',
      'table',
      'base',
    ],
  },
  {
    name: 'report',
    paths: ['src/report/'],
    may: [
      'certificate',
      'pictures',
      'index',
      'anonymize',
      'release',
      'audit',
      'judges',
      'hierarchy',
      'job',
      'table',
      'base',
    ],
  },
  {
    name: 'sources',
    paths: ['src/hosts/sources/'],
    may: ['index', 'files', 'reading', 'sql', 'columnar', 'anonymize', 'release', 'job', 'csv', 'table', 'base'],
  },
  {
    name: 'cli',
    paths: ['src/hosts/command/'],
    may: [
      'certificate',
      'report',
      'index',
      'inspection',
      'evaluation',
      'files',
      'reading',
      'threads',
      'sources',
      'sql',
      'columnar',
      'anonymize',
      'create-engine',
      'audit',
      'release',
      'hierarchy',
      'seam',
      'job',
      'csv',
      'table',
      'base',
      'all-algorithms',
      'algorithms',
      'judges',
    ],
  },
  {
    name: 'browser',
    paths: ['src/hosts/browser/'],
    may: [
      'workers',
      'index',
      'anonymize',
      'all-algorithms',
      'algorithms',
      'reading',
      'columnar',
      'seam',
      'audit',
      'job',
      'csv',
      'table',
      'base',
    ],
  },
  {
    name: 'index',
    paths: ['src/'],
    may: [
      'threads',
      'all-algorithms',
      'membership',
      'inspection',
      'evaluation',
      'anonymize',
      'create-engine',
      'twin',
      'audit',
      'release',
      'algorithms',
      'judges',
      'released',
      'hierarchy',
      'seam',
      'job',
      'csv',
      'table',
      'base',
    ],
  },
];

const roomOf = (path: string) => rooms.find((room) => room.paths.some((start) => path.startsWith(start)));

describe('the imports of src/', () => {
  // promise: independent-audit
  it('point down the rooms of the house and never up', () => {
    const wrong = edges(src).filter(({ from, to }) => {
      const room = roomOf(from);
      const target = roomOf(to);
      return room === undefined || target === undefined || (room !== target && !room.may.includes(target.name));
    });
    expect(wrong).toEqual([]);
  });

  it('end in .js and stay inside src/', () => {
    const wrong = src.flatMap(({ path, imports }) =>
      imports
        .filter((name) => isRelative(name) && !(name.endsWith('.js') && resolveImport(path, name).startsWith('src/')))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name sources that exist', () => {
    const known = new Set(src.map(({ path }) => path));
    expect(edges(src).filter(({ to }) => !known.has(to) && !to.endsWith('.generated.ts'))).toEqual([]);
  });

  it('make no circle, among files or among rooms', () => {
    // A card names what it loads on use, which imports the types of its options.
    const isStatic = (text: string, name: string): boolean => new RegExp(`(?:from|import) '${name}';`).test(text);
    const atOnce = src.map((source) => ({ ...source, imports: source.imports.filter((name) => isStatic(source.text, name)) })); // prettier-ignore
    expect(circle(edges(atOnce))).toBeNull();
    const byName = rooms.flatMap((room) => room.may.map((to) => ({ from: room.name, to })));
    expect(circle(byName)).toBeNull();
  });

  it('reach the two engines from create-engine.ts alone, and the twin from the entry points that have no other', () => {
    const into = (folder: string) =>
      edges(src)
        .filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder))
        .map(({ from }) => from);
    expect(into('src/engine/wasm/').filter((from) => from !== 'src/engine/create-engine.ts')).toEqual([]);
    const twin = ['src/engine/create-engine.ts', 'src/js.ts', 'src/core.ts', 'src/hosts/node/threads/node-worker.ts'];
    const others = into('src/engine/js/').filter((from) => !twin.includes(from));
    expect(others).toEqual([]);
  });

  it('leave WebAssembly out of everything that kohort/js reaches', () => {
    const reached = reach('src/js.ts');
    expect(reached.filter((path) => path.startsWith('src/engine/wasm/'))).toEqual([]);
    expect(reached.filter((path) => path.endsWith('create-engine.ts'))).toEqual([]);
  });

  it('take packages only where they belong', () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      // The host's threads (package.json, imports).
      '#threads': /^src\/(index|js|core)\.ts$/,
      '@assemblyscript/loader': /^src\/engine\/wasm\//,
      '@clickhouse/client': /^src\/io\/sql\/clickhouse\.ts$/,
      '@duckdb/node-api': /^src\/io\/sql\/duckdb\.ts$/,
      'apache-arrow': /^src\/(io\/columnar\/arrow|table\/to-arrow)\.ts$/,
      'read-excel-file/universal': /^src\/io\/row-files\/decode-workbook\.ts$/,
      'lossless-json': /^src\/io\/row-files\/json-row\.ts$/,
      hyparquet: /^src\/io\/columnar\/(check-)?parquet\.ts$/,
      'hyparquet/src/column.js': /^src\/io\/columnar\/parquet\.ts$/,
      'hyparquet/src/datapage.js': /^src\/io\/columnar\/parquet\.ts$/,
      'hyparquet/src/schema.js': /^src\/io\/columnar\/parquet\.ts$/,
      'hyparquet-compressors': /^src\/io\/columnar\/parquet\.ts$/,
      'hyparquet-writer': /^src\/io\/columnar\/parquet\.ts$/,
      pg: /^src\/io\/sql\/postgres\.ts$/,
      '@clack/prompts': /^src\/hosts\/command\/ask\.ts$/,
      commander: /^src\/hosts\/command\//,
      jsep: /^src\/table\/parse-where\.ts$/,
      papaparse: /^src\/hierarchy\//,
      valibot:
        /^src\/(base\/schema-parts\.ts|job\/|privacy\/|hierarchy\/|pipeline\/check-job\.ts|algorithms\/(options|list)\.ts)/,
      '@observablehq/plot': /^src\/report\/pictures\//,
      'ml-naivebayes': /^src\/assess\/accuracy\/naive-bayes\.ts$/,
    };
    const wrong = src.flatMap(({ path, imports }) =>
      imports
        .filter((name) => !isRelative(name) && !(name.startsWith('node:') ? nodeOnly : allowed[name])?.test(path))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('take the loader in exactly one file', () => {
    const files = src.filter(({ imports }) => imports.includes('@assemblyscript/loader'));
    expect(files.map(({ path }) => path)).toEqual(['src/engine/wasm/instantiate.ts']);
  });
});

describe('docs/architecture.md', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

  it('names every folder and every file of src/', () => {
    const entries = readdirSync(join(root, 'src'), { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
      .map((entry) => (entry.isDirectory() ? `\`src/${entry.name}/\`` : `\`${entry.name}\``));
    expect(names.filter((name) => !page.includes(`| ${name}`) && !page.includes(`, ${name}`))).toEqual([]);
    const named = [...page.matchAll(/^\| `src\/([\w-]+)\/`/gm)].map(([, name]) => name);
    expect(named.filter((name) => !entries.some((entry) => entry.name === name))).toEqual([]);
  });

  it('draws the rooms and their imports as they are here, without the arrows that follow from others', () => {
    const picture = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const labels = new Map([...picture.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id, label]) => [id, label]));
    const arrows = [...picture.matchAll(/(\w+)(?:\["[^"]+"\])? --> (\w+)/g)].map(([, from, to]) => ({
      from: labels.get(from) ?? from,
      to: labels.get(to) ?? to,
    }));
    expect(arrows.filter(({ from, to }) => !rooms.find(({ name }) => name === from)?.may.includes(to))).toEqual([]);
    const next = group(arrows);
    const missing = rooms.flatMap(({ name, may }) => {
      const seen = new Set([name]);
      for (const at of seen) for (const to of next.get(at) ?? []) seen.add(to);
      return may.filter((to) => !seen.has(to)).map((to) => `${name} --> ${to}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the imports of assembly/', () => {
  it('stay inside assembly/ and make no circle', () => {
    const wrong = assembly.flatMap(({ path, imports }) =>
      imports
        .filter((name) => !isRelative(name) || !resolveImport(path, name).startsWith('assembly/'))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
    expect(circle(edges(assembly))).toBeNull();
  });
});

describe('the sources', () => {
  const using = (sources: readonly Source[], pattern: RegExp): string[] =>
    sources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path);

  it('touch WebAssembly in src/engine/wasm/ alone; create-engine.ts asks whether there is any', () => {
    const outside = using(src, /\bWebAssembly\b/).filter((path) => !path.startsWith('src/engine/wasm/'));
    expect(outside.filter((path) => path !== 'src/engine/create-engine.ts')).toEqual([]);
    const touching = /WebAssembly\.(Memory|Module|Instance|Table|Global|compile|instantiate\()/;
    expect(using(src, touching).filter((path) => !path.startsWith('src/engine/wasm/'))).toEqual([]);
  });

  it('never call Math.random', () => {
    expect(using([...src, ...assembly], /\bMath\s*\.\s*random\b/)).toEqual([]);
  });

  it('take no function of the host whose last bit is its own: src/base/elementary.ts has them', () => {
    const own = /^(a?cosh?|a?sinh?|a?tanh?|atan2|cbrt|expm?1?|hypot|log|log10|log1p|log2|pow)$/;
    /** Pictures are exempt, since they are for eyes; integer powers of 2 are exact; output of the optimizer is not in sources. */
    const isDrawn = (path: string): boolean => path.startsWith('src/report/pictures/');
    const maybe = /Math\w*\.(?!max|min|floor|ceil|round|abs|imul|clz32|trunc|sqrt|sign|fround)|[\w)\]] \*\* |\*\*=/;
    const found: string[] = [];
    for (const { path, text } of [...src, ...assembly].filter(({ path, text }) => !isDrawn(path) && maybe.test(text))) {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
      const visit = (node: ts.Node): void => {
        const isPower =
          ts.isBinaryExpression(node) &&
          [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken].includes(
            node.operatorToken.kind,
          ) &&
          !['2', '2n'].includes(node.left.getText(file));
        const isOwn =
          ts.isPropertyAccessExpression(node) &&
          /^(Math|NativeMath|NativeMathf|Mathf)$/.test(node.expression.getText(file)) &&
          own.test(node.name.text);
        if (isPower || isOwn) found.push(`${path}: ${node.getText(file)}`);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
    expect(found).toEqual([]);
    // `const { log } = Math` and `Math['log']` would pass unseen.
    expect(using([...src, ...assembly], /\b(?:Native)?Mathf?\b(?!\.)/)).toEqual([]);
  });

  // promise: no-code-from-text
  it('never make code from text, which a content security policy forbids', () => {
    expect(using(src, /\beval\s*\(|\bnew\s+Function\b/)).toEqual([]);
  });

  it('use what only Node has in src/hosts/node/ and src/hosts/command/ alone', () => {
    const globals = /\b(process\.|Buffer\b|__dirname\b|require\s*\()/;
    expect(using(src, globals).filter((path) => !nodeOnly.test(path))).toEqual([]);
  });

  it('write to the console in src/hosts/command/ alone', () => {
    expect(using(src, /\bconsole\s*\./).filter((path) => !path.startsWith('src/hosts/command/'))).toEqual([]);
  });
});

const nodeOnly = /^src\/(hosts\/(node|command)\/|hosts\/sources\/node-host|io\/sql\/)/;

/** Text without comments and the insides of string literals, roughly: enough to look for names in code. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}

/** All files that a file imports, directly or not. */
function reach(start: string): string[] {
  const next = group(edges(src));
  const seen = new Set<string>([start]);
  for (const path of seen) for (const to of next.get(path) ?? []) seen.add(to);
  return [...seen];
}

function group(all: readonly { from: string; to: string }[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of all) next.set(from, [...(next.get(from) ?? []), to]);
  return next;
}

/** A circle as the list of its members, or null. */
function circle(all: readonly { from: string; to: string }[]): string[] | null {
  const next = group(all);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const to of next.get(node) ?? []) {
      const found = visit(to);
      if (found !== null) return found;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of next.keys()) {
    const found = visit(node);
    if (found !== null) return found;
  }
  return null;
}
