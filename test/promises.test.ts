import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** A promise of SECURITY.md, and the tests that it names. */
interface Promised {
  readonly line: string;
  readonly heldBy: string;
}

/** The rows of the table of promises. */
function readPromises(): Promised[] {
  const [, section] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('## What is promised');
  const rows = section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [line, heldBy] = row.slice(1, -1).split(' | ');
    return { line: line.trim(), heldBy: heldBy.trim() };
  });
}

/** `file.test.ts`: "one title", "another"; and the same of the next file. */
function namedTests(heldBy: string): { path: string; titles: string[] }[] {
  return heldBy.split('; ').map((part) => {
    const [, path, titles] = /^`(test\/[\w./-]+\.test\.ts)`: ("[^"]+"(?:, "[^"]+")*)$/.exec(part) ?? [];
    return { path: path ?? part, titles: [...(titles ?? '').matchAll(/"([^"]+)"/g)].map(([, title]) => title) };
  });
}

/** A title as it is written in the source, without what it is of (`%s: `, `csv-36: `); of a template, what stands before its values. */
function titleOf(node: ts.Expression): string | null {
  const text = ts.isTemplateExpression(node) ? node.head.text : ts.isStringLiteralLike(node) ? node.text : null;
  return text?.replace(/^(%s:?|[a-z]+-\d+:) /, '') ?? null;
}

/** True where a title is the quoted one, or goes on after it: with an example, a count, a number of a case. */
const isQuoted = (title: string, quoted: string): boolean =>
  title === quoted || (title.startsWith(quoted) && /^[,:]? /.test(title.slice(quoted.length)));

/** The titles of the tests of a file that run: calls of `it`, with `each` and conditions, but neither `skip` nor `todo`. */
function titlesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1) {
      const callee = node.expression.getText(source);
      const title = titleOf(node.arguments[0]);
      const runs = /^(it|test|longTest)\b/.test(callee) && !/^(it|test)\.(skip|todo|only)\b/.test(callee);
      if (title !== null && runs) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

describe('the promises of SECURITY.md', () => {
  const promises = readPromises();

  it('are each held by tests that are named by file and title', () => {
    expect(promises.length).toBeGreaterThan(25);
    const wrong = promises.flatMap(({ line, heldBy }) =>
      namedTests(heldBy).flatMap(({ path, titles }) => {
        if (titles.length === 0) return [`${line}: no title in ${path}`];
        if (!existsSync(join(root, path))) return [`${line}: there is no ${path}`];
        const known = titlesIn(path);
        return titles
          .filter((title) => !known.some((each) => isQuoted(each, title)))
          .map((title) => `${line}: no test "${title}" in ${path}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are looked up among titles of tests that run', () => {
    const own = titlesIn('test/promises.test.ts');
    expect(own).toContain('are looked up among titles of tests that run');
    expect(own).not.toContain('the promises of SECURITY.md');
    expect(
      isQuoted('never writes over its own input, through any link (csv-41)', 'never writes over its own input'),
    ).toBe(true);
    expect(isQuoted('never writes over its own inputs', 'never writes over its own input')).toBe(false);
    expect(namedTests('`test/a.test.ts`')[0].titles).toEqual([]);
    expect(namedTests('`test/a.test.ts`: "one", "two"; `test/b.test.ts`: "three"')).toEqual([
      { path: 'test/a.test.ts', titles: ['one', 'two'] },
      { path: 'test/b.test.ts', titles: ['three'] },
    ]);
  });
});
