import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const NORMAL_FORM = {
  selector: "CallExpression[callee.property.name='normalize']",
  message: 'Please use `inNormalForm`.',
}

// What people type never becomes a pattern: one made from a name can take time without end.
const PATTERNS = [
  ...['NewExpression', 'CallExpression'].map((kind) => ({
    selector: `${kind}[callee.name='RegExp']`,
    message:
      'Please write a pattern as a literal. To look for what someone has typed, see `PersonSearch` and `indexOf`.',
  })),
  {
    selector:
      'CallExpression[callee.property.name=/^(match|matchAll)$/] > :not(MemberExpression, Literal[regex], Identifier[name=/^[A-Z_]+$/]).arguments',
    message: 'A text becomes a pattern here: please give a literal pattern, or a constant in capitals.',
  },
]

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
      'no-restricted-syntax': ['error', NORMAL_FORM, ...PATTERNS],
    },
  },
  {
    files: ['src/contract/rules/text/plain-text.ts'],
    rules: { 'no-restricted-syntax': ['error', ...PATTERNS] },
  },
  {
    // Made once, of constants of the program alone.
    files: [
      'src/contract/rules/articles/pictures.ts',
      'src/contract/rules/site/plants.ts',
      'src/platform/database/failures.ts',
      'src/extensions/usage/count-requests.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', NORMAL_FORM] },
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
