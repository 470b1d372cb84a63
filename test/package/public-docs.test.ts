import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { longTest } from '../long-test.js';

const root = resolve(import.meta.dirname, '../..');

/** Fields and methods in a declaration, with those of objects inside it, but for objects in one line: the docstring of their field describes them. */
function* membersOf(node: ts.Node): Generator<ts.NamedDeclaration> {
  if (ts.isTypeLiteralNode(node) && !node.getText().includes('\n')) return;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) || ts.isClassDeclaration(node)) {
    for (const member of node.members) yield* fieldsOf(member);
  } else if (ts.isTypeAliasDeclaration(node) || ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node)) {
    yield* membersOf(node.type);
  } else if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    for (const part of node.types) yield* membersOf(part);
  } else if (ts.isArrayTypeNode(node)) {
    yield* membersOf(node.elementType);
  } else if (ts.isTypeReferenceNode(node)) {
    for (const part of node.typeArguments ?? []) yield* membersOf(part);
  }
}

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** Declarations that a member makes visible: itself, the fields of its type, the fields that a constructor declares. */
function* fieldsOf(member: ts.ClassElement | ts.TypeElement): Generator<ts.NamedDeclaration> {
  if (ts.isConstructorDeclaration(member)) {
    const declares = (parameter: ts.ParameterDeclaration): boolean => ts.getCombinedModifierFlags(parameter) !== 0;
    yield* member.parameters.filter((each) => declares(each) && !(ts.getCombinedModifierFlags(each) & hidden));
    return;
  }
  if (member.name === undefined || ts.isPrivateIdentifier(member.name)) return;
  if (ts.getCombinedModifierFlags(member) & hidden) return;
  yield member;
  if ((ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) && member.type !== undefined)
    yield* membersOf(member.type);
}

/** Exports of the files, and the fields of these, without a docstring: `file: export.field`. Declarations of packages are not ours. */
function undocumented(program: ts.Program, files: readonly string[]): string[] {
  const checker = program.getTypeChecker();
  const isDocumented = (symbol: ts.Symbol | undefined): boolean =>
    symbol !== undefined && symbol.getDocumentationComment(checker).length > 0;
  const found = new Set<string>();
  const look = (exported: ts.Symbol): void => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    for (const declaration of symbol.declarations ?? []) {
      const { fileName } = declaration.getSourceFile();
      if (fileName.includes('/node_modules/')) continue;
      const place = `${relative(root, fileName)}: ${exported.name}`;
      if (!isDocumented(symbol)) found.add(place);
      for (const { name } of membersOf(declaration))
        if (name !== undefined && !isDocumented(checker.getSymbolAtLocation(name)))
          found.add(`${place}.${name.getText()}`);
    }
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    checker.getExportsOfModule(module).forEach(look);
  }
  return [...found].sort();
}

/** Without the libraries of the language: names and comments are enough. */
const options: ts.CompilerOptions = {
  noLib: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  paths: { '#threads': [join(root, 'src/hosts/no-threads.ts')] },
};

describe('docstrings', () => {
  longTest('stand at all that package.json exports, and at every field of its types', () => {
    const typedoc = readFileSync(join(root, 'typedoc.json'), 'utf8');
    const { entryPoints } = JSON.parse(typedoc) as { readonly entryPoints: readonly string[] };
    const files = entryPoints.flatMap((path) =>
      path.endsWith('/*.ts') ? ts.sys.readDirectory(join(root, path, '..'), ['.ts']) : [join(root, path)],
    );
    expect(undocumented(ts.createProgram(files, options), files)).toEqual([]);
  });

  it('are missed at exports, fields, fields of fields and of constructors', () => {
    const text = `
      /** Documented. */
      export interface Good {
        /** A field. */
        readonly a: number;
        /** An object in one line. */
        readonly b: { readonly c: number };
      }
      export interface Bad {
        d: {
          /** Inside. */
          e: number;
          f: number;
        }[];
        readonly #hidden: number;
      }
      /** A class. */
      export class Thing {
        private own = 1;
        constructor(
          readonly g: number,
          /** Fine. */
          readonly h: number,
          i: number,
        ) {}
      }
      /** Parts. */
      export type Union =
        | {
            /** Its kind. */
            kind: 1;
          }
        | Readonly<{
            j: 2;
          }>;
      export const value = 1;
    `;
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, version, ...others) =>
      name === 'made.ts'
        ? ts.createSourceFile(name, text, version, true)
        : getSourceFile.call(host, name, version, ...others);
    const program = ts.createProgram(['made.ts'], options, host);
    const names = undocumented(program, ['made.ts']).map((place) => place.replace(/.*: /, ''));
    expect(names).toEqual(['Bad', 'Bad.d', 'Bad.f', 'Thing.g', 'Union.j', 'value']);
  });
});
