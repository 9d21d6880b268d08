import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import { expect, inject, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const { default: configuration, ROWS } = (await import(join(project, '.dependency-cruiser.js'))) as {
  default: IConfiguration
  ROWS: string[][]
}

const PACKAGES = ['zod', 'react', 'vitest', 'fast-check']
const ONLY_FOR_TESTS = 'undici'

/** The names of the rules broken by a project with these imports, each written 'file > imported file'. */
async function broken(...imports: string[]): Promise<string[]> {
  const root = mkdtempSync(join(inject('temporaryFolder'), 'imports-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text, { flag: 'a' })
  }
  for (const name of [...PACKAGES, ONLY_FOR_TESTS]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const x = 1\n')
  }
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, '1']))
  write('package.json', JSON.stringify({ dependencies, devDependencies: { [ONLY_FOR_TESTS]: '1' } }))
  for (const [index, one] of imports.entries()) {
    const [, from = '', kind, target = ''] = /^(\S+) (>|>type) (\S+)$/.exec(one)!
    const isFile = target.includes('/')
    const path = relative(dirname(from), target)
    const name = isFile ? (path.startsWith('.') ? path : `./${path}`) : target
    write(from, `import ${kind === '>' ? '' : 'type '}{ x as x${index} } from '${name}'\nexport const y${index} = 1\n`)
    if (isFile) write(target, 'export const x = 1\n')
  }
  const { tsConfig: _ours, ...options } = configuration.options!
  const found = await cruise(['src'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden! },
  })
  return [...new Set((found.output as ICruiseResult).summary.violations.map((violation) => violation.rule.name))]
}

test.each([
  ['parts', 'src/contract/rules/new.ts > src/app/app.ts'],
  // What a journal is called is read from the database.
  ['parts', 'src/contract/rules/new.ts > journal.config.ts'],
  ['parts', 'src/platform/email/new.ts > journal.config.ts'],
  ['parts', 'src/web/pages/new.tsx > journal.config.ts'],
  ['parts', 'src/contract/api/new.ts > src/web/client/api.ts'],
  ['parts', 'src/app/new.ts > src/web/load.ts'],
  ['parts', 'src/app/new.ts >type src/web/load.ts'],
  ['parts', 'src/journal/publication/articles/new.ts > tests/support/builders.ts'],
  ['parts', 'src/app/new.ts > scripts/tasks/site-build.ts'],
  ['parts', 'src/app/new.test.ts > src/web/load.ts'],
  ['parts', 'src/web/pages/new.tsx > src/journal/publication/articles/queries.ts'],
  ['parts', 'src/web/ui/new.tsx > src/platform/plants/draw-plant.ts'],
  ['installed', `src/app/new.ts > ${ONLY_FOR_TESTS}`],
  ['contract', 'src/contract/api/new.ts > node:fs'],
  ['contract', 'src/contract/api/new.ts > react'],
  ['contract', 'src/contract/api/new.ts > fast-check'],
  ['contract', 'src/contract/api/new.test.ts > react'],
  ['contract', 'src/contract/rules/new.ts > zod'],
  ['contract', 'src/contract/rules/new.ts > src/contract/api/users.ts'],
  ['rows', 'src/platform/ids.ts > src/journal/documents/jats/model/parse.ts'],
  ['rows', 'src/platform/http/new.ts > src/journal/accounts/sessions/caller.ts'],
  ['rows', 'src/platform/http/new.ts >type src/app/resources.ts'],
  ['rows', 'src/journal/documents/jats/new.ts > src/journal/publication/articles/queries.ts'],
  ['rows', 'src/journal/publication/articles/new.ts > src/journal/discovery/search/query.ts'],
  ['rows', 'src/journal/discovery/search/new.ts > src/extensions/usage/totals.ts'],
  ['rows', 'src/extensions/usage/new.ts >type src/app/resources.ts'],
  ['rows', 'src/web/client/new.ts > src/web/ui/toast.ts'],
  ['rows', 'src/web/ui/new.tsx > src/web/site/site-links.ts'],
  ['rows', 'src/web/ui/new.test.tsx > src/web/features/articles/home/hero.tsx'],
  ['rows', 'src/web/site/new.tsx > src/web/features/articles/home/hero.tsx'],
  ['rows', 'src/web/features/articles/home/new.tsx > src/web/pages/public/home.tsx'],
  ['extensions', 'src/app/new.ts > src/extensions/usage/totals.ts'],
  ['extensions', 'src/app/new.ts >type src/extensions/usage/usage-counter.ts'],
  ['extensions', 'src/extensions/crossref/new.ts > src/extensions/usage/totals.ts'],
  ['migrations', 'src/platform/database/migrations/new.ts > src/contract/rules/new.ts'],
  ['migrations', 'src/platform/database/migrations/new.ts > src/platform/ids.ts'],
  ['processes', 'src/journal/publication/files/new.ts > src/journal/publication/files/encode.ts'],
  ['processes', 'src/journal/publication/files/encode-image.ts > src/journal/publication/files/encode.ts'],
  ['processes', 'src/journal/publication/articles/new.ts > src/journal/documents/redaction/redact-file.ts'],
  ['processes', 'src/journal/documents/documents.ts > src/journal/documents/documents-task.ts'],
  ['rows', 'src/new/new.ts > src/platform/ids.ts'],
  ['features', 'src/web/features/articles/home/new.tsx > src/web/features/accounts/security/security.tsx'],
  ['features', 'src/web/features/peer-review/author/new.tsx > src/web/features/peer-review/editor/case/two.tsx'],
])('%s refuses %s', async (name, example) => {
  expect(await broken(example)).toContain(name)
})

test('the site does not reach the server by way of other files either', async () => {
  const found = await broken('src/web/load.ts > tests/new.ts', 'tests/new.ts > src/platform/ids.ts')
  expect(found).toContain('web-without-server')
})

test('no file imports itself by way of others, not even for types', async () => {
  const back = 'src/journal/publication/articles/two.ts >type src/journal/publication/articles/one.ts'
  expect(
    await broken('src/journal/publication/articles/one.ts > src/journal/publication/articles/two.ts', back),
  ).toEqual(['circles'])
})

test('everything else is taken', async () => {
  const found = await broken(
    'src/contract/api/new.ts > zod',
    'src/contract/api/new.test.ts > fast-check',
    'src/contract/api/new.ts > src/contract/rules/new.ts',
    'src/journal/settings/new.ts > journal.config.ts',
    'src/contract/rules/new.ts >type src/contract/api/users.ts',
    'src/platform/ids.test.ts > src/app/app.ts',
    'src/journal/publication/articles/new.ts > src/contract/api/users.ts',
    'src/journal/publication/articles/new.ts > src/journal/publication/articles/queries.ts',
    'src/journal/publication/articles/new.ts > src/platform/http/errors.ts',
    'src/journal/publication/articles/new.ts > src/journal/peer-review/recusal.ts',
    'src/journal/publication/articles/new.ts > node:fs',
    'src/app/new.ts > src/extensions/extensions.ts',
    'src/extensions/extensions.ts > src/extensions/usage/new.ts',
    'src/extensions/usage/one.ts >type src/extensions/extension.ts',
    'src/platform/database/migrations/new.ts >type src/platform/database/tables.ts',
    'src/journal/publication/articles/new.test.ts > tests/support/builders.ts',
    'src/web/features/articles/home/new.tsx > src/web/features/articles/home/hero.tsx',
    'src/web/features/articles/home/new.tsx > src/web/ui/pager.tsx',
    'src/web/pages/public/new.tsx > src/web/features/articles/home/hero.tsx',
    'src/web/root.tsx > react',
    'src/web/ui/new.test.ts > src/platform/html/sanitise.ts',
  )
  expect(found).toEqual([])
})

test('the rows name every part of the server, and no other', () => {
  const folders = (path: string) => readdirSync(join(project, path)).map((name) => `${path}/${name}`)
  const isCode = (path: string) => /^src\/[a-z-]+(\/[a-z-]+)?$/.test(path) && path !== 'src/journal'
  const parts = [...folders('src'), ...folders('src/journal')].filter(isCode)
  expect([...ROWS.flat(), 'src/contract', 'src/web'].sort()).toEqual(parts.sort())
})
