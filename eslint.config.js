'use strict'

const js = require('@eslint/js')
const stylistic = require('@stylistic/eslint-plugin')
const globals = require('globals')

module.exports = [
  { ignores: ['node_modules/', 'target/', 'fuzz/', '.cache/', '**/*.d.ts', 'fast-safe-json.binding.js'] },
  js.configs.recommended,
  stylistic.configs.customize({
    indent: 2,
    quotes: 'single',
    semi: false,
    commaDangle: 'never',
    braceStyle: '1tbs',
    quoteProps: 'as-needed'
  }),
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'commonjs', globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      strict: ['error', 'global'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': ['error', 'properties'],
      'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none' }],
      'no-self-compare': 'error',
      'no-empty': ['error', { allowEmptyCatch: true }],
      'no-eval': 'error',
      'no-new-func': 'error',
      '@stylistic/space-before-function-paren': ['error', 'always'],
      '@stylistic/operator-linebreak': ['error', 'after', { overrides: { '?': 'before', ':': 'before' } }],
      '@stylistic/arrow-parens': 'off',
      '@stylistic/indent-binary-ops': 'off',
      '@stylistic/list-style': 'off',
      '@stylistic/max-len': ['error', {
        code: 130,
        ignoreStrings: true,
        ignoreTemplateLiterals: true,
        ignoreRegExpLiterals: true
      }],
      '@stylistic/max-statements-per-line': 'off',
      '@stylistic/multiline-ternary': 'off'
    }
  },
  {
    files: ['**/*.mjs', 'examples/adonis/**/*.js'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: globals.node }
  },
  {
    // Values under test: empty functions, sparse arrays, classes inside expressions and prototypes that are patched.
    files: ['__test__/**/*.js'],
    rules: {
      'no-sparse-arrays': 'off',
      'getter-return': 'off',
      'require-yield': 'off',
      // Tables have a case a line, as long as it takes.
      '@stylistic/max-len': 'off',
      'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none', varsIgnorePattern: '^_' }]
    }
  }
]
