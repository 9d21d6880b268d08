import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { chapterOf } from '../src/contract/rules/site/guide.ts'
import { anchorOf } from '../src/contract/rules/text/plain-text.ts'
import { editorsGuide } from '../src/journal/publication/pages/content-pages.ts'

const root = join(import.meta.dirname, '..')
const { html } = editorsGuide(join(root, 'content'))
const anchors = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id!)

const pathsIn = (routes: readonly RouteConfigEntry[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [`/${path}`]), ...pathsIn(children ?? [])])

/** The screens of editors, as addresses; those of authors have no guide. */
async function screens(): Promise<string[]> {
  const { default: routes } = (await import('../src/web/routes.ts')) as { default: RouteConfigEntry[] }
  return pathsIn(routes)
    .filter((path) => /^\/(admin|cases)(\/|$)/.test(path) && !path.endsWith('*'))
    .map((path) => path.replace(/:\w+/g, 'k7m2p9qrstvw'))
}

test('each screen of editors has a chapter, and the guide has it', async () => {
  const all = await screens()
  expect(all.length).toBeGreaterThan(25)
  const missing = all.filter((path) => !anchors.includes(anchorOf(chapterOf(path)?.heading ?? 'no chapter')))
  expect(missing).toEqual([])
})

test('no two headings of the guide lead to the same place', () => {
  expect(anchors).toEqual([...new Set(anchors)])
})

test('the guide has neither pictures nor links to files', () => {
  expect(html).not.toMatch(/<img|href="[^"]*\.md/)
})
