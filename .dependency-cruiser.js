/**
 * Which file may import which, checked by `npm run check`. Type imports count like all others.
 *
 * The modules of each part of the program, the lowest first: a module imports those of the rows above its
 * own, never those of its own row or of a row below.
 */
export const ROWS = {
  'src/server': [
    // The platform, which imports no noun.
    [
      'domain-error.ts',
      'ids.ts',
      'image-pixels.ts',
      'incoming-upload.ts',
      'log.ts',
      'rounds.ts',
      'text-digest.ts',
      'text-file.ts',
      'time-limit.ts',
      'xml.ts',
    ],
    ['storage'],
    ['database', 'secrets.ts'],
    ['audit.ts', 'html', 'own-data-part.ts', 'platform.ts', 'recusal.ts', 'search'],
    ['call.ts'],
    ['email', 'http'],
    // The journal's nouns, and what serves them.
    [
      'activity',
      'affiliations',
      'backups',
      'categories',
      'deposits',
      'editorial-members',
      'files',
      'jats',
      'openapi',
      'pages',
      'plants',
      'references',
      'reviewers',
      'users',
      'volumes',
    ],
    ['full-text', 'manuscripts', 'second-factors'],
    ['cases'],
    ['articles', 'session', 'typeset'],
    ['browsing', 'peer-review'],
    ['article-search', 'crossref', 'discovery', 'import', 'usage', 'users-admin'],
    ['harvesting', 'operating', 'own-data', 'readiness', 'sample', 'static-site'],
    // What puts all of them together.
    ['app'],
  ],

  'src/web': [['client'], ['ui'], ['site'], ['features'], ['pages']],
}

/** What of the project a part may import besides itself; tests may import more. */
const BESIDES_ITSELF = {
  'src/contract': ['journal.config.ts'],
  'src/server': ['src/contract', 'journal.config.ts', 'package.json'],
  'src/web': ['src/contract', 'journal.config.ts', 'package.json'],
  // It measures the built journal as any reader meets it, and fills databases by the server's own tables.
  bench: ['src/contract', 'src/server', 'scripts', 'tests/postgres-server.ts'],
}
const FOR_TESTS = ['src/contract', 'src/server', 'tests', 'sample']

/** The contract runs anywhere: of all packages it imports only these. */
const CONTRACT_PACKAGES = ['zod']
const CONTRACT_TEST_PACKAGES = ['zod', 'vitest', 'fast-check']

/** The programs of the processes that decode pictures. */
const DECODING =
  '^src/server/(files/(encode(-process)?|prepare-figure|figure-process|picture-formats)|discovery/card/card-process)[.]ts$'

const TEST = '[.]test[.]tsx?$'
const PROJECT = ['src', 'tests', 'scripts', 'bench', 'sample', 'journal.config.ts', 'package.json']
const at = (...paths) => `^(${paths.map((path) => path.replaceAll('.', '[.]')).join('|')})(/|$)`
const packages = (names) => `^(node_modules/)?(${names.join('|')})(/|$)`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const rows = Object.entries(ROWS).flatMap(([part, rowsOfPart]) =>
  rowsOfPart.map((row, index) => {
    const modules = (names) => at(...names.map((name) => `${part}/${name}`))
    const excepted = FOR_TESTS.includes(part) ? [TEST] : []
    return rule(
      'rows',
      'A module imports only modules of the rows above its own.',
      { path: modules(row), pathNot: excepted },
      { path: modules(rowsOfPart.slice(index).flat()), pathNot: '^$1(/|$)' },
    )
  }),
)

const parts = Object.entries(BESIDES_ITSELF).flatMap(([part, may]) => {
  const of = (from, allowed) =>
    rule('parts', 'A part imports of the others only what it may.', from, {
      path: at(...PROJECT),
      pathNot: at(part, ...allowed),
    })
  return [of({ path: at(part), pathNot: TEST }, may), of({ path: `${at(part)}.*${TEST}` }, [...may, ...FOR_TESTS])]
})

const contract = rule.bind(null, 'contract', 'The contract runs anywhere.')

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...parts,
    ...rows,
    rule(
      'listed',
      'Every module of the server has a place in the rows.',
      { path: '^src/server/', pathNot: [TEST, at(...ROWS['src/server'].flat().map((name) => `src/server/${name}`))] },
      {},
    ),
    rule(
      'features',
      'Features do not import one another.',
      { path: '^src/web/features/([^/]+)/' },
      { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    ),
    rule(
      'migrations',
      'What a published migration does never changes: it runs nothing that may.',
      { path: '^src/server/database/migrations/' },
      { path: at(...PROJECT), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'sharp',
      'Pictures are decoded in a process of their own: the server never loads the library.',
      { path: '^src/', pathNot: [TEST, DECODING] },
      {
        path: [packages(['sharp', '@img']), DECODING],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'documents',
      'Manuscripts are parsed in a process of their own: the server never loads what parses them.',
      { path: '^src/server/', pathNot: [TEST, '^src/server/manuscripts/'] },
      { path: packages(['unpdf', 'fflate']), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'documents',
      'The process is started, never imported.',
      { path: '^src/server/', pathNot: [TEST, '^src/server/manuscripts/documents-process[.]ts$'] },
      {
        path: '^src/server/manuscripts/(clean-file|manuscript-text|documents-process)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    contract({ path: '^src/contract/', pathNot: TEST }, { pathNot: [at(...PROJECT), packages(CONTRACT_PACKAGES)] }),
    contract({ path: `^src/contract/.*${TEST}` }, { pathNot: [at(...PROJECT), packages(CONTRACT_TEST_PACKAGES)] }),
    rule(
      'domain-without-zod',
      'Pages load the domain rules for reading: they bring no zod along. Types are gone by then.',
      { path: '^src/contract/domain/', pathNot: TEST },
      { path: ['^src/contract/api/', packages(['zod'])], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'web-without-server',
      'The server reaches the site by one function of its build; no file of the site reaches the server.',
      { path: '^src/web/', pathNot: TEST },
      { path: '^src/server/', reachable: true },
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
