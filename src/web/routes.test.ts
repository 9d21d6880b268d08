import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_QUERIES } from '../contract/rules/site/page-queries.ts'
import routes from './routes.ts'

const publicPages = routes
  .find(({ file }) => file === 'pages/public/layout.tsx')!
  .children!.map(({ index, path, file }) => ({ pattern: index ? '/' : `/${path}`, file }))
  .filter(({ pattern }) => pattern !== '/*')

test('every public page says what of its query it depends on, and no other does', () => {
  expect(Object.keys(PAGE_QUERIES).sort()).toEqual(publicPages.map(({ pattern }) => pattern).sort())
})

test.each(publicPages)('$pattern loads by its query if it has declared to', ({ pattern, file }) => {
  const readsQuery = /\bsearch\b[^{}]*\}: LoadArgs\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8'))
  expect(readsQuery).toBe(PAGE_QUERIES[pattern]!.length > 0)
})

const pages = globSync(['root.tsx', 'pages/**/*.tsx'], { cwd: import.meta.dirname })
const exportsIn = (file: string) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...source.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name)
}

// Otherwise React Router would request `*.data`, and the server does not answer such URLs.
test.each(pages.filter((file) => exportsIn(file).includes('loader')))('%s loads in the browser too', (file) => {
  expect(exportsIn(file)).toContain('clientLoader')
})
