import { join } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const eslint = new ESLint({ cwd: root })

async function faultOf(file: string, from: string): Promise<string | undefined> {
  const [result] = await eslint.lintText(`import { x } from '${from}'\nexport const y = x\n`, {
    filePath: join(root, file),
  })
  return result!.messages.find(({ ruleId }) => ruleId === 'journal/import-directions')?.message
}

test.each([
  ['src/contract/new.ts', '../server/app.ts'],
  ['src/contract/new.ts', '../web/api.ts'],
  ['src/contract/new.ts', 'node:fs'],
  ['src/contract/new.ts', 'react'],
  ['src/contract/new.ts', 'fast-check'],
  ['src/server/new.ts', '../web/load.ts'],
  ['src/server/articles/new.ts', '../../../tests/builders.ts'],
  ['src/server/new.ts', '../tasks/site-build.ts'],
  ['src/web/pages/public/new.tsx', '../../../server/articles/queries.ts'],
  ['src/web/ui/new.tsx', '../features/articles/article-card.tsx'],
  ['src/web/ui/new.tsx', '../site/site-links.ts'],
  ['src/web/ui/plant/new.tsx', '../../pages/public/home.tsx'],
  ['src/web/site/new.tsx', '../features/articles/article-card.tsx'],
  ['src/web/features/home/new.tsx', '../articles/article-card.tsx'],
  ['src/web/features/home/new.tsx', '../../pages/public/home.tsx'],
])('%s may not import %s', async (file, from) => {
  expect(await faultOf(file, from)).toMatch(/^Imports run one way: /)
})

test.each([
  ['src/contract/new.ts', 'zod'],
  ['src/contract/citation/new.ts', '../../../journal.config.ts'],
  ['src/contract/new.test.ts', 'fast-check'],
  ['src/server/new.ts', '../contract/api.ts'],
  ['src/server/new.test.ts', '../../tests/builders.ts'],
  ['src/web/features/home/new.tsx', './hero.tsx'],
  ['src/web/features/home/new.tsx', '../../ui/pager.tsx'],
  ['src/web/features/home/new.tsx', '../../site/site-links.ts'],
  ['src/web/pages/public/new.tsx', '../../features/home/hero.tsx'],
  ['src/web/new.ts', 'react'],
])('%s may import %s', async (file, from) => {
  expect(await faultOf(file, from)).toBeUndefined()
})
