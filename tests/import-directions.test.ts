import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import { expect, inject, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const { default: configuration, ROWS } = (await import(join(project, '.dependency-cruiser.js'))) as {
  default: IConfiguration
  ROWS: Record<string, string[][]>
}

const PACKAGES = ['zod', 'react', 'vitest', 'fast-check']

/** The names of the rules broken by a project with these imports, each written 'file > imported file'. */
async function broken(...imports: string[]): Promise<string[]> {
  const root = mkdtempSync(join(inject('temporaryFolder'), 'imports-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text, { flag: 'a' })
  }
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const x = 1\n')
  }
  write('package.json', JSON.stringify({ dependencies: Object.fromEntries(PACKAGES.map((name) => [name, '1'])) }))
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
  ['parts', 'src/contract/domain/new.ts > src/server/app/app.ts'],
  ['parts', 'src/contract/api/new.ts > src/web/client/api.ts'],
  ['parts', 'src/server/app/new.ts > src/web/load.ts'],
  ['parts', 'src/server/app/new.ts >type src/web/load.ts'],
  ['parts', 'src/server/articles/new.ts > tests/builders.ts'],
  ['parts', 'src/server/app/new.ts > scripts/tasks/site-build.ts'],
  ['parts', 'src/server/app/new.test.ts > src/web/load.ts'],
  ['parts', 'src/web/pages/new.tsx > src/server/articles/queries.ts'],
  ['parts', 'src/web/ui/new.tsx > src/server/plants/draw-plant.ts'],
  ['contract', 'src/contract/api/new.ts > node:fs'],
  ['contract', 'src/contract/api/new.ts > react'],
  ['contract', 'src/contract/api/new.ts > fast-check'],
  ['contract', 'src/contract/api/new.test.ts > react'],
  ['domain-without-zod', 'src/contract/domain/new.ts > zod'],
  ['domain-without-zod', 'src/contract/domain/new.ts > src/contract/api/users.ts'],
  ['rows', 'src/server/ids.ts > src/server/domain-error.ts'],
  ['rows', 'src/server/http/new.ts > src/server/session/caller.ts'],
  ['rows', 'src/server/http/new.ts >type src/server/app/resources.ts'],
  ['rows', 'src/server/users/new.ts > src/server/session/queries.ts'],
  ['rows', 'src/server/categories/new.ts > src/server/volumes/queries.ts'],
  ['rows', 'src/web/client/new.ts > src/web/ui/toast.ts'],
  ['rows', 'src/web/ui/new.tsx > src/web/site/site-links.ts'],
  ['rows', 'src/web/ui/new.test.tsx > src/web/features/home/hero.tsx'],
  ['rows', 'src/web/site/new.tsx > src/web/features/home/hero.tsx'],
  ['rows', 'src/web/features/home/new.tsx > src/web/pages/public/home.tsx'],
  ['migrations', 'src/server/database/migrations/new.ts > src/contract/domain/new.ts'],
  ['migrations', 'src/server/database/migrations/new.ts > src/server/ids.ts'],
  ['sharp', 'src/server/files/new.ts > src/server/files/encode.ts'],
  ['sharp', 'src/server/files/encode-image.ts > src/server/files/encode-process.ts'],
  ['documents', 'src/server/articles/new.ts > src/server/manuscripts/clean-file.ts'],
  ['documents', 'src/server/manuscripts/documents.ts > src/server/manuscripts/documents-process.ts'],
  ['listed', 'src/server/new/new.ts > src/server/ids.ts'],
  ['features', 'src/web/features/home/new.tsx > src/web/features/articles/plate.tsx'],
])('%s refuses %s', async (name, example) => {
  expect(await broken(example)).toContain(name)
})

test('the site does not reach the server by way of other files either', async () => {
  const found = await broken('src/web/load.ts > tests/new.ts', 'tests/new.ts > src/server/ids.ts')
  expect(found).toContain('web-without-server')
})

test('no file imports itself by way of others, not even for types', async () => {
  const back = 'src/server/articles/two.ts >type src/server/articles/one.ts'
  expect(await broken('src/server/articles/one.ts > src/server/articles/two.ts', back)).toEqual(['circles'])
})

test('everything else is taken', async () => {
  const found = await broken(
    'src/contract/api/new.ts > zod',
    'src/contract/api/new.test.ts > fast-check',
    'src/contract/api/new.ts > src/contract/domain/new.ts',
    'src/contract/domain/new.ts > journal.config.ts',
    'src/contract/domain/new.ts >type src/contract/api/users.ts',
    'src/server/ids.test.ts > src/server/app/app.ts',
    'src/server/articles/new.ts > src/contract/api/users.ts',
    'src/server/articles/new.ts > src/server/articles/queries.ts',
    'src/server/articles/new.ts > src/server/http/errors.ts',
    'src/server/articles/new.ts > node:fs',
    'src/server/database/migrations/new.ts >type src/server/database/tables.ts',
    'src/server/articles/new.test.ts > tests/builders.ts',
    'src/web/features/home/new.tsx > src/web/features/home/hero.tsx',
    'src/web/features/home/new.tsx > src/web/ui/pager.tsx',
    'src/web/pages/public/new.tsx > src/web/features/home/hero.tsx',
    'src/web/root.tsx > react',
    'src/web/ui/new.test.ts > src/server/html/sanitise.ts',
  )
  expect(found).toEqual([])
})

test('the rows name every module of the server, and no other', () => {
  const modules = readdirSync(join(project, 'src/server')).filter((name) => !name.endsWith('.test.ts'))
  expect(ROWS['src/server']!.flat().sort()).toEqual(modules.sort())
})
