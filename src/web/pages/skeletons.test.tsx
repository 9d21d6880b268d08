import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { skeletonAt } from './skeletons.tsx'

const leaves = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? leaves(entry.children) : [entry]))

/** Pages with data; the others only redirect. */
const loading = leaves(routes).filter(({ file }) =>
  /^export const clientLoader = in(Browser|Area)\(/m.test(readFileSync(join(import.meta.dirname, '..', file), 'utf8')),
)

test.each(loading.map(({ path = '', file }) => [`/${path}`, file]))('%s has a skeleton', (path) => {
  const location = { pathname: path.replace(':id', 'some-id'), search: '', hash: '', state: null, key: 'x' }
  expect(skeletonAt(location)).toBeTruthy()
})

test('pages that load something are found', () => {
  expect(loading.length).toBeGreaterThan(20)
})
