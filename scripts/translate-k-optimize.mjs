/**
 * Translates the search of K-OPTIMIZE, written once in TypeScript (src/k-optimize/search/), to AssemblyScript: its functions, with `I[x]`
 * and `F[x]` as loads and stores, become assembly/k-optimize/*.generated.ts. Part of the build; the result is not committed. heap.ts,
 * lines.ts and records.ts, in which the two languages differ, are written by hand on both sides.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const translatedFiles = [
  'context',
  'sets',
  'model-entries',
  'person-models',
  'models',
  'widths',
  'cells',
  'frames',
  'tail',
  'pairs',
  'losses',
  'refute',
  'tables',
  'search',
];
/** Layouts of context.ts and the classes that they become. */
const CLASSES = { searchFields: 'Heap', frameFields: 'Frame' };
const nameOf = (statement) => statement.declarationList.declarations[0].name.getText();
const VIEWS = { I: { type: 'i32', shift: 2 }, F: { type: 'f64', shift: 3 } };

const folderOfSearch = 'src/k-optimize/search';
const sourceOf = (name) => `${folderOfSearch}/${name}.ts`;

/** The fields of a layout by their places, which a statement of context.ts declares: doubles, then words. */
function fieldsOf(statement) {
  return statement.declarationList.declarations[0].initializer.properties.flatMap(({ name, initializer }) =>
    initializer.properties
      .map((field) => ({
        name: field.name.text,
        isDouble: name.text === 'doubles',
        place: Number(field.initializer.text),
      }))
      .sort((a, b) => a.place - b.place),
  );
}

/** The classes for JavaScript: views of a block, or of a part of it, with an accessor for every field. */
function writeViews() {
  const path = sourceOf('context');
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  let result = `// Translated by scripts/translate-k-optimize.mjs from ${path}. Not to be edited.\n`;
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const className = CLASSES[nameOf(statement)];
    if (className === undefined) continue;
    const at = className === 'Heap' ? '' : ', readonly at: number';
    result += `export class ${className} {\n  constructor(readonly I: Int32Array, readonly F: Float64Array${at}) {}\n`;
    for (const { name, isDouble, place } of fieldsOf(statement)) {
      const at = className === 'Heap' ? '' : isDouble ? '(this.at >> 1) + ' : 'this.at + ';
      const field = `this.${isDouble ? 'F' : 'I'}[${at}${place}]`;
      result += `  get ${name}(): number {\n    return ${field};\n  }\n`;
      result += `  set ${name}(value: number) {\n    ${field} = value;\n  }\n`;
    }
    result += '}\n';
  }
  writeFileSync(join(root, folderOfSearch, 'views.generated.ts'), result);
}

/** The AssemblyScript of one file. */
function translate(name) {
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
    let next = 0;
    let result = `@unmanaged\nexport class ${CLASSES[nameOf(node)]} {\n`;
    for (const { name, isDouble, place } of fieldsOf(node)) {
      const word = isDouble ? 2 * place : place;
      for (; next < word; next++) result += `  unused${next}!: i32;\n`;
      result += `  ${name}!: ${isDouble ? 'f64' : 'i32'};\n`;
      next += isDouble ? 2 : 1;
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
    const module = node.moduleSpecifier.text.replace(/\.js$/, '');
    const suffix = translatedFiles.includes(module.replace('./', '')) ? '.generated' : '';
    return `import { ${names.join(', ')} } from '${module}${suffix}';`;
  }

  const banner = `// Translated by scripts/translate-k-optimize.mjs from ${relative(root, path)}. Not to be edited.\n`;
  return banner + emit(source);
}

/** Writes every translated file into assembly/k-optimize/, and the views for JavaScript; returns the files that they were made from. */
export function translateKOptimize() {
  const folder = join(root, 'assembly/k-optimize');
  // Removes generated files of former sources, which would be compiled, too.
  for (const name of readdirSync(folder)) if (name.endsWith('.generated.ts')) rmSync(join(folder, name));
  for (const name of translatedFiles) writeFileSync(join(folder, `${name}.generated.ts`), translate(name));
  writeViews();
  return ['scripts/translate-k-optimize.mjs', ...translatedFiles.map(sourceOf)];
}
