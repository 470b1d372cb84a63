/**
 * Writes the kernels of K-OPTIMIZE, assembly/k-optimize/*.generated.ts, from the twin, src/engine/js/k-optimize/: its
 * functions, with `I[x]` and `F[x]` as loads and stores. Part of the build; what it writes is not committed. heap.ts,
 * which holds what differs, is written by hand on both sides.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const portedFiles = [
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
/** Layouts of context.ts and the classes that they become. */
const CLASSES = { searchFields: 'Heap', frameFields: 'Frame' };
const nameOf = (statement) => statement.declarationList.declarations[0].name.getText();
const VIEWS = { I: { type: 'i32', shift: 2 }, F: { type: 'f64', shift: 3 } };

const sourceOf = (name) =>
  name === 'context' ? 'src/engine/k-optimize/context.ts' : `src/engine/js/k-optimize/${name}.ts`;

/** The AssemblyScript of one file of the twin. */
function port(name) {
  const path = join(root, sourceOf(name));
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const viewOf = (node) => (ts.isElementAccessExpression(node) ? VIEWS[node.expression.getText()] : undefined);
  const isConstant = (node) => ts.isIdentifier(node) && /^[A-Z][A-Z_]*$/.test(node.text);
  /** Address and constant offset, in source text. */
  function place(node) {
    const { shift } = viewOf(node);
    const at = node.argumentExpression;
    if (isConstant(at)) return ['changetype<usize>(h)', `${at.text} << ${shift}`];
    const split = ts.isBinaryExpression(at) && at.operatorToken.getText() === '+' && isConstant(at.right);
    return [
      `changetype<usize>(h) + ((<usize>(${emit(split ? at.left : at)})) << ${shift})`,
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
    if (ts.isVariableStatement(node) && CLASSES[nameOf(node)] !== undefined) return emitClass(node);
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

  /** An unmanaged class of fields that have their places among doubles and words. */
  function emitClass(node) {
    const groups = node.declarationList.declarations[0].initializer.properties;
    const fields = groups.flatMap(({ name, initializer }) =>
      initializer.properties.map((field) => {
        const isDouble = name.text === 'doubles';
        const place = Number(field.initializer.text) * (isDouble ? 2 : 1);
        return { name: field.name.text, type: isDouble ? 'f64' : 'i32', place, words: isDouble ? 2 : 1 };
      }),
    );
    let next = 0;
    let result = `@unmanaged\nexport class ${CLASSES[nameOf(node)]} {\n`;
    for (const { name, type, place, words } of fields.sort((a, b) => a.place - b.place)) {
      for (; next < place; next++) result += `  unused${next}!: i32;\n`;
      result += `  ${name}!: ${type};\n`;
      next += words;
    }
    return `${result}}`;
  }

  function emitImport(node) {
    const all = node.importClause.namedBindings.elements.map((element) => element.name.text);
    const classes = all.filter((name) => Object.values(CLASSES).includes(name));
    const classImport = classes.length === 0 ? '' : `import { ${classes.join(', ')} } from './context.generated';\n`;
    return classImport + emitValues(node);
  }

  function emitValues(node) {
    const names = node.importClause.namedBindings.elements
      .filter((element) => !element.isTypeOnly && !node.importClause.isTypeOnly)
      .map((element) => element.getText());
    if (names.length === 0) return '';
    const module = node.moduleSpecifier.text.replace(/\.js$/, '').replace('../../k-optimize/', './');
    const suffix = portedFiles.includes(module.replace('./', '')) ? '.generated' : '';
    return `import { ${names.join(', ')} } from '${module}${suffix}';`;
  }

  const banner = `// Generated by scripts/port-k-optimize.mjs from ${relative(root, path)}. Not to be edited.\n`;
  return banner + emit(source);
}

/** Writes every ported file into assembly/k-optimize/; returns the files that they were made from. */
export function portKOptimize() {
  for (const name of portedFiles) writeFileSync(join(root, 'assembly/k-optimize', `${name}.generated.ts`), port(name));
  return ['scripts/port-k-optimize.mjs', ...portedFiles.map(sourceOf)];
}
