import tseslint from 'typescript-eslint';

const tooLong = { 'max-lines-per-function': 'off' };
const tooDeep = { 'max-depth': 'off' };
const tooWide = { 'max-params': 'off' };

const message = 'A boolean says nothing where it is handed over: take an object with its name, or write two functions.';
const named = 'ExportNamedDeclaration > FunctionDeclaration';
const arrow = 'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression';
const booleanParameters = [named, arrow].flatMap((kind) => [
  { selector: `${kind} > Identifier.params > TSTypeAnnotation > TSBooleanKeyword`, message },
  { selector: `${kind} > AssignmentPattern.params > Identifier.left > TSTypeAnnotation > TSBooleanKeyword`, message },
  { selector: `${kind} > AssignmentPattern.params > Literal.right[raw=/^(true|false)$/]`, message },
]);

const spreadMessage =
  'Arguments lie on the stack, which some 100,000 of them overflow: take appendAll, largestOf or smallestOf of src/base/sequences.ts (in the page: extentOf of playground/src/parts/extent.ts).';
const spreadData = 'SpreadElement:not(:has(> ArrayExpression.argument))';
/** Lists of any length that become the arguments of a call. */
const spreadArguments = [
  `CallExpression[callee.property.name=/^(push|unshift|splice|concat|fromCharCode|fromCodePoint)$/] > ${spreadData}`,
  `CallExpression[callee.object.name="Math"] > ${spreadData}`,
  'CallExpression[callee.object.name="Math"][callee.property.name="apply"]',
  'CallExpression[callee.object.object.name="Math"][callee.property.name="apply"]',
  'CallExpression[callee.object.property.name="fromCharCode"][callee.property.name="apply"]',
].map((selector) => ({ selector, message: spreadMessage }));

/** Files whose functions may pass the limits of a screen, each with its reason. */
const exceptions = [
  // Loops of kernels' twins and of the scanner of CSV: an object for every call, or a call for every step, costs time.
  { files: ['src/k-optimize/search/pairs.ts'], rules: { ...tooLong, ...tooDeep, ...tooWide } },
  { files: ['src/k-optimize/search/{cells,frames,records}.ts'], rules: tooWide },
  { files: ['src/k-optimize/search/{refute,tail}.ts', 'src/engine/js/cut-costs.ts'], rules: tooDeep },
  { files: ['src/engine/js/{cut-lines,keys,mondrian,partitioned}.ts'], rules: tooWide },
  { files: ['src/engine/js/node-sets.ts'], rules: { ...tooDeep, ...tooWide } },
  { files: ['src/engine/wasm/node-sets.ts', 'src/audit/grouping.ts'], rules: tooWide },
  { files: ['src/io/csv/{csv-byte-scanner,csv-text}.ts'], rules: tooLong },
  { files: ['src/membership/count-margins.ts'], rules: { ...tooDeep, ...tooWide } },
  { files: ['src/membership/presence.ts', 'src/algorithms/permutation/slicing-diversity.ts'], rules: tooWide },
  { files: ['src/algorithms/cells/suppress-cells.ts'], rules: { ...tooLong, ...tooDeep } },
  { files: ['src/algorithms/boxes/refine-groups.ts', 'src/assess/attacks/world-counts.ts'], rules: tooDeep },
  // Written for both engines: kernels have no objects. A value, not a switch.
  {
    files: ['src/k-optimize/search/tail.ts', 'src/algorithms/options.ts'],
    rules: { 'no-restricted-syntax': ['error', ...spreadArguments] },
  },
  // A connection whose methods close over one client.
  { files: ['src/io/sql/{clickhouse,postgres}.ts', 'src/hosts/browser/client.ts'], rules: tooLong },
];

/** The name at the root of `describe`, `describe.each(...)` or `describe.skipIf(...)`. */
function rootOf(node) {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.name;
}

/** At most 80 lines a function, without blank lines and comments; a callback of `describe` is a list of tests, and may be longer. */
const linesOfTests = {
  create({ report, sourceCode }) {
    const comments = sourceCode.getAllComments().flatMap(({ loc: { start, end } }) => {
      const own = sourceCode.lines[start.line - 1].slice(0, start.column).trim() === '';
      return own ? Array.from({ length: end.line - start.line + 1 }, (_, i) => start.line + i) : [];
    });
    const isComment = new Set(comments);
    const check = (node) => {
      const { parent, loc } = node;
      if (parent.type === 'CallExpression' && parent.callee !== node && rootOf(parent.callee) === 'describe') return;
      const lines = sourceCode.lines.slice(loc.start.line - 1, loc.end.line);
      const count = lines.filter((line, i) => line.trim() !== '' && !isComment.has(loc.start.line + i)).length;
      if (count > 80) report({ node, message: `Function of ${count} lines. Maximum allowed is 80` });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

const longTest = { 'tests/lines-per-function': 'off' };

/** Functions of tests that may pass the limits, each with its reason. */
const testExceptions = [
  // A list of the columns of a table.
  { files: ['test/assess/inspection/court-table.ts'], rules: longTest },
  // One play of a cache against its model, move by move.
  { files: ['test/engine/cells.test.ts'], rules: { ...longTest, ...tooDeep } },
  // Every metric and model by its definition, one after the other.
  { files: ['test/audit/naive.ts'], rules: longTest },
];

export default tseslint.config(
  { ignores: ['dist', 'build', 'node_modules', 'coverage', 'demo-output', '**/*.generated.ts'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // { left, ...rest }: rest without left.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-params': ['error', 6],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      'no-restricted-syntax': ['error', ...booleanParameters, ...spreadArguments],
    },
  },
  {
    files: ['playground/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...spreadArguments] },
  },
  ...exceptions,
  {
    files: ['test/**/*.ts'],
    plugins: { tests: { rules: { 'lines-per-function': linesOfTests } } },
    rules: { 'max-params': ['error', 6], 'max-depth': ['error', 4], 'tests/lines-per-function': 'error' },
  },
  ...testExceptions,
  {
    files: ['assembly/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
      'prefer-const': 'off',
    },
  },
);
