/** Plain English: patterns that comments, titles of tests and docs do not have (CONTRIBUTING.md, "Words"). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const filesOf = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('.generated.'));

/** First words of a comment that begins with a clause instead of a noun or a verb. */
const CLAUSES = /^(What|Of|The same|Where|Whether|So)\b/;
/** Words of a dialect, for which plain ones exist. */
const DIALECT =
  /\b(told|tells|bears?|borne|nobody's|whoever|repays?|comes to|goes by|held against|anew|of several the first|so many|it is over|as it stands|what of)\b/i;
/** The ones that docs do not have either. */
const DIALECT_OF_DOCS = /\b(borne|nobody's|whoever|repays?|anew|of several the first|(is|are) told)\b/i;
/** The ones that sentences of errors, warnings, help, reports and the page do not have. */
const DIALECT_OF_TEXTS =
  /\b(told|tells?|borne|nobody's|of nobody|whoever|repays?|comes to|goes by|held against|anew|of several the first|it is over|as it stands|what of)\b/i;

/** Words that neither docs nor sentences have: `not` for `no` and `none` behind a verb, `fix` for `mend`, `skip` for `pass over`. */
const ODD =
  /\bmend(s|ed|ing)?\b|\bpassed over\b|\bhanded (out|over)\b|\bfor ever\b|\bsay (so )?by\b|\bwhose (a |the )?row (it )?is\b|(?<!\bthere )\b(is|are) (none\b|no (?!longer|more|less|worse|better|other|\d)[a-z])/i;

/** Texts of a source that have more than one word, by line; none where the source has no such word at all. */
function textsOf(file: string): Comment[] {
  const source = readFileSync(resolve(root, file), 'utf8');
  if (!DIALECT_OF_TEXTS.test(source) && !ODD.test(source)) return [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts: Comment[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if ((isText || ts.isJsxText(node)) && /\S\s+\S/.test(node.text)) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      texts.push({ line, text: node.text.replace(/\s+/g, ' ') });
    }
    node.forEachChild(visit);
  };
  visit(parsed);
  return texts;
}

interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Comments of a source; lines of `//` that follow each other are one. */
function commentsOf(source: string): Comment[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const ranges = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const found = [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of found) ranges.set(pos, end);
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  const comments: (Comment & { end: number; text: string })[] = [];
  for (const [pos, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const raw = source.slice(pos, end);
    const lines = raw.replace(/^\/\*\*?|\*\/$/g, '').split('\n');
    const text = lines
      .map((line) => line.replace(/^\s*(\*(?!\/)|\/\/)/, '').trim())
      .join(' ')
      .trim();
    const before = comments.at(-1);
    if (raw.startsWith('//') && before !== undefined && /^\r?\n[ \t]*$/.test(source.slice(before.end, pos))) {
      before.text += ` ${text}`;
      before.end = end;
    } else comments.push({ line: source.slice(0, pos).split('\n').length, text, end });
  }
  return comments;
}

/** A source with such a text may have a comment that begins with a clause; others are not parsed. */
const MAYBE_CLAUSE = /(\/\/|\*)\s*(What|Of|The same|Where|Whether|So)\b/;

/** Comments of files that break the rules, by file and line. */
const found = (files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const source = readFileSync(resolve(root, file), 'utf8');
    if (!MAYBE_CLAUSE.test(source) && !DIALECT.test(source)) return [];
    return commentsOf(source)
      .filter(({ text }) => CLAUSES.test(text) || DIALECT.test(text))
      .map(({ line, text }) => `${file}:${line} ${text.slice(0, 100)}`);
  });

describe('the words of the project', () => {
  it('finds the patterns', () => {
    const source =
      "// What it is.\nconst a = 'What'; // is told\n/** Returns\n * nobody's value. */\nconst b = `// Of`;\n";
    const texts = commentsOf(source).map(({ text }) => text);
    expect(texts).toEqual(['What it is.', 'is told', "Returns nobody's value."]);
    expect(texts.map((text) => [CLAUSES.test(text), DIALECT.test(text)])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });

  it.each(['src', 'assembly', 'bench', 'scripts', 'examples', 'playground', 'test'])(
    'are plain in the comments of %s, which begin with a noun or a verb',
    (folder) => {
      const files = filesOf(`${folder}/*.ts`, `${folder}/*.tsx`).filter((file) => file !== 'test/wording.test.ts');
      expect(found(files)).toEqual([]);
    },
  );

  it('are plain in the texts that the package and the page print', () => {
    const files = filesOf('src/*.ts', 'playground/*.ts', 'playground/*.tsx');
    const texts = files.flatMap((file) => textsOf(file).map(({ line, text }) => ({ place: `${file}:${line}`, text })));
    expect(files.length).toBeGreaterThan(700);
    expect(texts.length).toBeGreaterThan(0);
    const title = 'Take it along'; // of the last tab of the page
    const isWrong = (text: string): boolean => DIALECT_OF_TEXTS.test(text) || ODD.test(text);
    const wrong = texts.filter(({ text }) => text !== title && isWrong(text));
    expect(wrong.map(({ place, text }) => `${place} ${text.slice(0, 100)}`)).toEqual([]);
  });

  it('are plain in the docs', () => {
    const wrong = filesOf('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md')
      .filter((file) => file !== 'docs/guarantees.md') // titles of tests
      .flatMap((file) =>
        readFileSync(resolve(root, file), 'utf8')
          .split('\n')
          .flatMap((line, i) =>
            [DIALECT_OF_DOCS, ODD].flatMap((pattern) => {
              const [word] = pattern.exec(line) ?? [];
              return word === undefined ? [] : [`${file}:${i + 1} ${word}`];
            }),
          ),
      );
    expect(wrong).toEqual([]);
  });
});
