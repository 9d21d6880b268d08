import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Page } from '@playwright/test'
import routes from '../../src/web/routes.ts'
import { anArticle, aVolume, type SignedIn } from '../support/builders.ts'
import { aFullCase } from './full-case.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'

/** Every address of the site map, with `:id` where it takes one. */
const pathsIn = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children }) =>
    children ? pathsIn(children) : index ? ['/'] : path === undefined || path.endsWith('*') ? [] : [`/${path}`],
  )
const PATHS = pathsIn(routes as readonly RouteConfigEntry[])

/** The area of an address, which decides who opens it. */
const inArea = (area: string) => PATHS.filter((path) => path === `/${area}` || path.startsWith(`/${area}/`))
const OF_AUTHORS = inArea('dashboard')
const OF_EDITORS = [...inArea('admin'), ...inArea('cases')]
const OF_READERS = PATHS.filter(
  (path) => !OF_AUTHORS.includes(path) && !OF_EDITORS.includes(path) && path !== '/review',
)

/** Opens each page: it has one heading of the first level, and no fault of accessibility that a program can find. */
async function openEach(page: Page, paths: readonly string[], idOf: (path: string) => string | undefined) {
  for (const path of paths) {
    const id = idOf(path)
    if (path.includes(':id') && id === undefined) throw new Error(`Nothing is made for ${path}`)
    await test.step(path, async () => {
      await page.goto(path.replace(':id', id ?? ''))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectNoAxeViolations(page)
    })
  }
}

async function aPublicArticle({ database }: RunningJournal) {
  const volume = await aVolume(database)
  const people = [{ full_name: 'Josiah Carberry', orcid: '0000-0002-1825-0097', email: 'josiah@plants.test' }]
  return anArticle(database, { volume, keywords: 'duckweed', contributors: people })
}

test.describe.configure({ timeout: 240_000 })

test('each page for readers', async ({ page, journal }) => {
  const article = await aPublicArticle(journal)
  const ids: Record<string, string> = {
    '/blog/:id': article.id,
    '/category/:id': article.category_id,
    '/volume/:id': article.volume_id!,
    '/author/:id': '0000-0002-1825-0097',
    '/keyword/:id': 'duckweed',
  }
  await openEach(page, OF_READERS, (path) => ids[path])
})

test('each page for authors', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const article = await anArticle(journal.database, { state: 'pending', submitter: author.user })
  await openEach(page, OF_AUTHORS, () => article.id)
})

test('each page for editors', async ({ page, journal }) => {
  const editor: SignedIn = await signIn(page, journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  const published = await aPublicArticle(journal)
  await openEach(page, OF_EDITORS, (path) => (path.startsWith('/admin/articles/') ? published.id : article.id))
})
