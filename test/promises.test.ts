/** The promises of SECURITY.md and docs/guarantees.md: every guarantee has a test. `KOHORT_WRITE_DOCS=1` writes the page. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { promises } from './promises.js';

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'docs/guarantees.md');

/** A test with a comment `// promise: ID, ID` above it. */
interface Tagged {
  readonly ids: readonly string[];
  /** Title as in the source; null for a test that does not run (`skip`, `todo`), or for no test at all. */
  readonly title: string | null;
}

/** Title of a test, without the values of its template. */
function titleOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('...');
}

/** The tagged statements of a source. */
function taggedIn(text: string): Tagged[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const tagged: Tagged[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node)) {
      const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
      const ids = comments
        .map(({ pos, end }) => /^\/\/ promise: (.+)$/.exec(text.slice(pos, end))?.[1].split(', ') ?? [])
        .flat();
      if (ids.length > 0) tagged.push({ ids, title: titleOfTest(node, source) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tagged;
}

function titleOfTest(node: ts.Node, source: ts.SourceFile): string | null {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return null;
  const { expression, arguments: given } = node.expression;
  const runs = /^(it|test|longTest)\b(?!\.(skip|todo|only)\b)/.test(expression.getText(source));
  return runs && given.length > 1 ? titleOf(given[0]) : null;
}

/** Every tagged test of the project, in the order of files and lines. */
const tests = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'test/*.test.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'test/promises.test.ts')
  .sort()
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return text.includes('// promise: ') ? taggedIn(text).map((tagged) => ({ ...tagged, file })) : [];
  });

/** Tests of a guarantee, by file. */
function heldBy(id: string): string {
  const own = tests.filter(({ ids }) => ids.includes(id));
  return [...new Set(own.map(({ file }) => file))]
    .map((file) => {
      const titles = own.filter((test) => test.file === file).map(({ title }) => `"${title?.replaceAll('|', '\\|')}"`);
      return `\`${file}\`: ${titles.join(', ')}`;
    })
    .join('; ');
}

/** The text of docs/guarantees.md. */
const guaranteesPage = (): string =>
  [
    '# Guarantees',
    '',
    'Every promise of [SECURITY.md](../SECURITY.md#ten-promises) in detail, with the tests that hold it.',
    '',
    '_This page is generated: do not edit it. `test/promises.ts` has the sentences, and a comment `// promise: ID` above a test names what the test holds.',
    '`KOHORT_WRITE_DOCS=1 npx vitest run test/promises.test.ts` writes the page; without that variable the test compares it._',
    '',
    '`npm test` and `.ci/run` run the tests; some costly ones run [on some days only](testing.md#quick-and-long).',
    ...promises.flatMap(({ title, guarantees }) => [
      '',
      `## ${title}`,
      '',
      '<!-- prettier-ignore -->',
      '| guarantee | tests |',
      '| --- | --- |',
      ...Object.entries(guarantees).map(([id, sentence]) => `| ${sentence} | ${heldBy(id)} |`),
    ]),
    '',
  ].join('\n');

describe('the promises', () => {
  const ids = promises.flatMap(({ guarantees }) => Object.keys(guarantees));

  it('are each held by a test that is tagged with it', () => {
    const held = new Set(tests.flatMap((test) => test.ids));
    expect(ids.filter((id) => !held.has(id))).toEqual([]);
  });

  it('are tagged by their identifiers, at tests that run', () => {
    const wrong = tests.filter((test) => test.title === null || test.ids.some((id) => !ids.includes(id)));
    expect(wrong).toEqual([]);
  });

  it('are ten in SECURITY.md, each with a link to its guarantees', () => {
    const [, section = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('## Ten promises\n');
    const links = [...section.split('\n## ')[0].matchAll(/\]\(docs\/guarantees\.md#([\w-]+)\)/g)].map(([, id]) => id);
    const anchors = promises.map(({ title }) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w ]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(links).toEqual(anchors);
    expect(links).toHaveLength(10);
  });

  it('are in docs/guarantees.md with their tests', async () => {
    const text = await format(guaranteesPage(), { ...(await resolveConfig(page)), parser: 'markdown' });
    if (process.env.KOHORT_WRITE_DOCS === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8') === text ? 'up to date' : 'stale: run with KOHORT_WRITE_DOCS=1').toBe(
      'up to date',
    );
  });

  it('are read from the comments above tests', () => {
    const source = [
      "// Remark.\n// promise: a, b\nit('one', () => {});",
      "// promise: c\nit.skip('two', () => {});",
      "const text = '// promise: d';",
      "describe('x', () => {\n  // promise: e\n  it.each([1])(`of ${n} rows`, () => {});\n});",
      '// promise: f\nconst g = 1;',
    ].join('\n');
    expect(taggedIn(source)).toEqual([
      { ids: ['a', 'b'], title: 'one' },
      { ids: ['c'], title: null },
      { ids: ['e'], title: 'of ... rows' },
      { ids: ['f'], title: null },
    ]);
  });
});
