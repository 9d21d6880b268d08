import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_QUERIES } from '../contract/domain/page-queries.ts'
import routes from './routes.ts'

test('every public page says what of its query it depends on, and no other does', () => {
  const publicPages = routes.find(({ file }) => file === 'pages/public/layout.tsx')!.children!
  const patterns = publicPages.map(({ index, path }) => (index ? '/' : `/${path}`)).filter((path) => path !== '/*')
  expect(Object.keys(PAGE_QUERIES).sort()).toEqual(patterns.sort())
})

const pages = globSync(['root.tsx', 'pages/**/*.tsx'], { cwd: import.meta.dirname })
const exportsIn = (file: string) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...source.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name)
}

// React Router would ask the server for `*.data` otherwise, and the server answers no such address.
test.each(pages.filter((file) => exportsIn(file).includes('loader')))('%s loads in the browser too', (file) => {
  expect(exportsIn(file)).toContain('clientLoader')
})
