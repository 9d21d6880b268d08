/**
 * Which file may import which, checked by `npm run check`. Type imports count like all others.
 *
 * The parts of the server, the lowest first: a part imports itself, its neighbours in the row and the rows above,
 * never those of a row below.
 */
export const ROWS = [
  ['src/platform'],
  ['src/journal/documents'],
  [
    'src/journal/accounts',
    'src/journal/publication',
    'src/journal/peer-review',
    'src/journal/settings',
    'src/journal/fees',
  ],
  ['src/journal/discovery'],
  ['src/extensions'],
  ['src/app'],
]
const SERVER = ROWS.flat()

/** The parts of the site, the lowest first: here nothing imports its neighbours either. */
const SITE_ROWS = ['client', 'ui', 'site', 'features', 'pages'].map((name) => [`src/web/${name}`])

/** What of the project a part may import besides itself; tests may import more. */
const BESIDES_ITSELF = [
  [['src/contract'], []],
  [['src/journal/settings'], [...SERVER, 'src/contract', 'journal.config.ts']],
  [SERVER.filter((part) => part !== 'src/journal/settings'), ['src/journal/settings', 'src/contract', 'package.json']],
  [['src/web'], ['src/contract', 'package.json']],
  // It measures the built journal as any reader meets it, and fills databases by the server's own tables.
  [['bench'], ['src/contract', ...SERVER, 'scripts', 'tests/support/postgres-server.ts']],
]
const FOR_TESTS = ['journal.config.ts', 'src/contract', ...SERVER, 'tests', 'sample']

/** The contract runs anywhere: of all packages it imports only these. */
const CONTRACT_PACKAGES = ['zod']
const CONTRACT_TEST_PACKAGES = ['zod', 'vitest', 'fast-check']

/** What decodes pictures, as tasks of other processes. */
const DECODING =
  '^src/journal/(publication/files/(encode|prepare-figure|picture-formats)|settings/pictures/prepare-task|discovery/cards/card-task|documents/typesetting/(pictures|typeset-task|typeset-draft-task))[.]ts$'

const TEST = '[.]test[.]tsx?$'
const PROJECT = ['src', 'tests', 'scripts', 'bench', 'sample', 'journal.config.ts', 'package.json']
const at = (...paths) => `^(${paths.map((path) => path.replaceAll('.', '[.]')).join('|')})(/|$)`
const packages = (names) => `^(node_modules/)?(${names.join('|')})(/|$)`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const serverRows = ROWS.map((row, index) =>
  rule(
    'rows',
    'A part of the server imports nothing of the rows below its own.',
    { path: at(...row), pathNot: TEST },
    { path: at('src/none', ...ROWS.slice(index + 1).flat()) },
  ),
)
const siteRows = SITE_ROWS.map((row, index) =>
  rule(
    'rows',
    'A part of the site imports only parts of the rows above its own.',
    { path: at(...row) },
    { path: at(...SITE_ROWS.slice(index).flat()), pathNot: at(...row) },
  ),
)

const parts = BESIDES_ITSELF.flatMap(([part, may]) => {
  const of = (from, allowed) =>
    rule('parts', 'A part imports of the others only what it may.', from, {
      path: at(...PROJECT),
      pathNot: at(...part, ...allowed),
    })
  const path = at(...part)
  return [of({ path, pathNot: TEST }, may), of({ path: `${path}.*${TEST}` }, [...may, ...FOR_TESTS])]
})

const contract = rule.bind(null, 'contract', 'The contract runs anywhere.')

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...parts,
    ...serverRows,
    ...siteRows,
    rule(
      'rows',
      'Every file has a place in the rows.',
      { path: '^src/', pathNot: at('src/contract', 'src/web', ...SERVER) },
      {},
    ),
    rule(
      'features',
      'Features do not import one another.',
      { path: '^src/web/features/([^/]+)/' },
      { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    ),
    rule(
      'features',
      'What editors, reviewers and authors see of peer review has in common what is shared.',
      { path: '^src/web/features/peer-review/([^/]+)/' },
      { path: '^src/web/features/peer-review/', pathNot: '^src/web/features/peer-review/($1|shared)/' },
    ),
    rule(
      'extensions',
      'An extension can be taken out: only the table imports it.',
      { path: '^src/', pathNot: [TEST, '^src/extensions/([^/]+)/', '^src/extensions/extensions[.]ts$'] },
      { path: '^src/extensions/[^/]+/' },
    ),
    rule(
      'extensions',
      'Extensions do not import one another.',
      { path: '^src/extensions/([^/]+)/', pathNot: TEST },
      { path: '^src/extensions/[^/]+/', pathNot: '^src/extensions/$1/' },
    ),
    rule(
      'installed',
      'Servers are installed without what only programmers’ commands need.',
      { path: ['^src/', '^scripts/tasks/'], pathNot: [TEST, '^scripts/tasks/(test|check|dev|find-browser)'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'migrations',
      'What a published migration does never changes: it runs nothing that may.',
      { path: '^src/platform/database/migrations/' },
      { path: at(...PROJECT), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'processes',
      'Pictures are decoded in a process of their own: the server never loads the library.',
      { path: '^src/', pathNot: [TEST, DECODING] },
      {
        path: [packages(['sharp', '@img']), DECODING],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'processes',
      'Manuscripts are parsed in a process of their own: the server never loads what parses them.',
      { path: '^src/', pathNot: [TEST, '^src/web/', '^src/journal/documents/(pdf|redaction|word)/'] },
      { path: packages(['pdfjs-dist', 'mammoth']), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'processes',
      'The task is done by another process, never imported.',
      { path: '^src/', pathNot: [TEST, '^src/journal/documents/documents-task[.]ts$'] },
      {
        path: '^src/journal/documents/(redaction/redact-file|manuscript-text|documents-task)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    contract({ path: '^src/contract/', pathNot: TEST }, { pathNot: [at(...PROJECT), packages(CONTRACT_PACKAGES)] }),
    contract({ path: `^src/contract/.*${TEST}` }, { pathNot: [at(...PROJECT), packages(CONTRACT_TEST_PACKAGES)] }),
    rule(
      'contract',
      'Pages load the domain rules for reading: they bring no zod along. Types are gone by then.',
      { path: '^src/contract/rules/', pathNot: TEST },
      { path: ['^src/contract/api/', packages(['zod'])], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'web-without-server',
      'The server reaches the site by one function of its build; no file of the site reaches the server.',
      { path: '^src/web/', pathNot: TEST },
      { path: at(...SERVER), reachable: true },
    ),
    rule('circles', 'No file imports itself by way of others.', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '^[.]react-router/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
