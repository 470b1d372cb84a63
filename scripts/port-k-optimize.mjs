/**
 * Writes assembly/k-optimize/ from the twin, src/engine/js/k-optimize/: the same functions, with `I[x]` and `F[x]` as
 * loads and stores. Only heap.ts, which holds what differs, is written by hand on both sides. `--check` compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
export const portedFiles = [
  'context',
  'sets',
  'cells',
  'frames',
  'tail',
  'pairs',
  'losses',
  'tops',
  'refute',
  'tables',
  'search',
];
const VIEWS = { I: { type: 'i32', shift: 2 }, F: { type: 'f64', shift: 3 } };

/** The AssemblyScript of one file of the twin. */
export async function port(name) {
  const path = join(
    root,
    name === 'context' ? 'src/engine/k-optimize/context.ts' : `src/engine/js/k-optimize/${name}.ts`,
  );
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const viewOf = (node) => (ts.isElementAccessExpression(node) ? VIEWS[node.expression.getText()] : undefined);
  const isConstant = (node) => ts.isIdentifier(node) && /^[A-Z][A-Z_]*$/.test(node.text);
  /** Address and constant offset, in source text. */
  function place(node) {
    const { shift } = viewOf(node);
    const at = node.argumentExpression;
    if (isConstant(at)) return ['h', `${at.text} << ${shift}`];
    const split = ts.isBinaryExpression(at) && at.operatorToken.getText() === '+' && isConstant(at.right);
    return [
      `h + ((<usize>(${emit(split ? at.left : at)})) << ${shift})`,
      split ? `${at.right.text} << ${shift}` : null,
    ];
  }
  const read = (node) => {
    const [address, offset] = place(node);
    return `load<${viewOf(node).type}>(${offset === null ? address : `${address}, ${offset}`})`;
  };

  function emit(node) {
    if (ts.isImportDeclaration(node)) return emitImport(node);
    if (ts.isVariableStatement(node) && /^const \{ ?[IF](, [IF])? ?\} = h;$/.test(node.getText())) return '';
    if (viewOf(node) !== undefined) return read(node);
    if (ts.isBinaryExpression(node) && viewOf(node.left) !== undefined) {
      const operator = node.operatorToken.getText();
      if (/^(>>>|[-+*|&^])?=$/.test(operator)) {
        const value = emit(node.right);
        const result = operator === '=' ? value : `${read(node.left)} ${operator.slice(0, -1)} (${value})`;
        const [address, offset] = place(node.left);
        return `store<${viewOf(node.left).type}>(${address}, ${result}${offset === null ? '' : `, ${offset}`})`;
      }
    }
    if (ts.isTypeReferenceNode(node) && node.getText() === 'Heap') return 'usize';
    if (node.kind === ts.SyntaxKind.EqualsEqualsEqualsToken) return '==';
    if (node.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) return '!=';
    let result = '';
    let at = node.getFullStart();
    node.forEachChild((child) => {
      result += text.slice(at, child.getStart()) + emit(child);
      at = child.getEnd();
    });
    // A node's own text begins behind its leading trivia, which its parent has written.
    return (result + text.slice(at, node.getEnd())).slice(node.getStart() - node.getFullStart());
  }

  function emitImport(node) {
    const names = node.importClause.namedBindings.elements
      .filter((element) => !element.isTypeOnly && !node.importClause.isTypeOnly)
      .map((element) => element.getText());
    if (names.length === 0) return '';
    return `import { ${names.join(', ')} } from '${node.moduleSpecifier.text.replace(/\.js$/, '').replace('../../k-optimize/', './')}';`;
  }

  const target = join(root, 'assembly/k-optimize', `${name}.ts`);
  const options = await prettier.resolveConfig(target);
  return { target, text: await prettier.format(emit(source), { ...options, parser: 'typescript' }) };
}

if (process.argv[1] === import.meta.filename) {
  for (const name of portedFiles) {
    const { target, text } = await port(name);
    if (!process.argv.includes('--check')) writeFileSync(target, text);
    else if (readFileSync(target, 'utf8') !== text) throw new Error(`${target} is not what the twin says`);
  }
}
