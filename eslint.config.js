import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'build', 'node_modules', 'coverage', 'demo-output', '**/*.generated.ts'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['assembly/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'prefer-const': 'off' },
  },
);
