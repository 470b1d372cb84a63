/**
 * A plugin of esbuild that counts which branches of the package's sources a program takes: `__hit[n]++` at the beginning of every
 * function, block and branch. `__hit` is a Uint8Array of the global scope, whose bytes wrap around. What has no branch, such as a
 * line of statements, needs no count of its own.
 */
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** Maximum number of branches with counts of their own; further ones share counts. */
export const MOST_BRANCHES = 2 ** 16;

const { factory, SyntaxKind } = ts;

const shortCuts = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
]);

/** The sources below a folder, counted; `banner` stands before the bundle. */
export function countBranches(folder) {
  let branches = 0;
  const hit = () => {
    const place = factory.createElementAccessExpression(factory.createIdentifier('__hit'), branches++ % MOST_BRANCHES);
    return factory.createPostfixIncrement(place);
  };
  const statement = () => factory.createExpressionStatement(hit());
  const counted = (expression) =>
    factory.createParenthesizedExpression(
      factory.createBinaryExpression(hit(), SyntaxKind.CommaToken, factory.createParenthesizedExpression(expression)),
    );
  const block = (node) =>
    node === undefined || ts.isBlock(node) ? node : factory.createBlock([statement(), node], true);

  const transformer = (context) => {
    const visit = (given) => {
      const node = ts.visitEachChild(given, visit, context);
      if (ts.isBlock(node)) return factory.updateBlock(node, [statement(), ...node.statements]);
      if (ts.isIfStatement(node)) {
        return factory.updateIfStatement(node, node.expression, block(node.thenStatement), block(node.elseStatement));
      }
      if (ts.isConditionalExpression(node)) {
        const { condition, questionToken, whenTrue, colonToken, whenFalse } = node;
        const branch = [questionToken, counted(whenTrue), colonToken, counted(whenFalse)];
        return factory.updateConditionalExpression(node, condition, ...branch);
      }
      if (ts.isBinaryExpression(node) && shortCuts.has(node.operatorToken.kind)) {
        return factory.updateBinaryExpression(node, node.left, node.operatorToken, counted(node.right));
      }
      if (ts.isCaseClause(node)) {
        return factory.updateCaseClause(node, node.expression, [statement(), ...node.statements]);
      }
      if (ts.isDefaultClause(node)) return factory.updateDefaultClause(node, [statement(), ...node.statements]);
      if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
        const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body } = node;
        const head = [modifiers, typeParameters, parameters, type, equalsGreaterThanToken];
        return factory.updateArrowFunction(node, ...head, counted(body));
      }
      return node;
    };
    return (file) => ts.visitNode(file, visit);
  };

  return {
    get branches() {
      return Math.min(branches, MOST_BRANCHES);
    },
    banner: `globalThis.__hit ??= new Uint8Array(${MOST_BRANCHES});`,
    plugin: {
      name: 'count-branches',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\.ts$/ }, async ({ path }) => {
          if (!path.startsWith(folder) || path.endsWith('.generated.ts')) return undefined;
          const compilerOptions = {
            target: ts.ScriptTarget.ES2022,
            module: ts.ModuleKind.ESNext,
            verbatimModuleSyntax: true,
          };
          const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), {
            compilerOptions,
            fileName: path,
            transformers: { before: [transformer] },
          });
          return { contents: outputText, loader: 'js' };
        }),
    },
  };
}
