import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig(
  { ignores: ['build/', 'data/', '.react-router/', 'test-results/', 'playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // `import { type X }` alone would still load the module and all its imports.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // The compiler reports these already, and more precisely.
      '@typescript-eslint/no-unused-vars': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      // The server logs through pino, the browser not at all.
      'no-console': 'error',
    },
  },
  {
    // Regular expressions must run in linear time: one that backtracks stops the server for everyone.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='normalize']", message: 'Please use `inNormalForm`.' },
      ],
    },
  },
  {
    files: ['src/contract/domain/normal-form.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // Failures here are only logged.
      'no-console': ['error', { allow: ['error'] }],
    },
  },
)
