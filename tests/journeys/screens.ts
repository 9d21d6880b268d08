import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Page } from '@playwright/test'
import routes from '../../src/web/routes.ts'
import { expect, test } from './support.ts'

/** Every address of the site map, with `:id` where it takes one. */
const pathsIn = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children }) =>
    children ? pathsIn(children) : index ? ['/'] : path === undefined || path.endsWith('*') ? [] : [`/${path}`],
  )
const PATHS = pathsIn(routes as readonly RouteConfigEntry[])

/** The area of an address, which decides who opens it. */
const inArea = (area: string) => PATHS.filter((path) => path === `/${area}` || path.startsWith(`/${area}/`))
export const OF_AUTHORS = inArea('dashboard')
/** The reach of a notice needs a published one, and reviews need a reviewed article: journeys of their own look at them. */
const isReach = (path: string) => path.endsWith('/reach') || path.endsWith('/reviews')
export const OF_EDITORS = [...inArea('admin'), ...inArea('cases')].filter((path) => !isReach(path))
/** For people with a duty, and those who are invited to one. */
export const OF_DESK = inArea('desk')
/** For people without an account, by the link of an email. */
export const BY_LINK = [
  ...inArea('review'),
  ...inArea('authorship'),
  ...inArea('notice'),
  ...inArea('report'),
  ...inArea('following'),
]
export const OF_READERS = PATHS.filter(
  (path) => !isReach(path) && ![OF_AUTHORS, OF_EDITORS, OF_DESK, BY_LINK].flat().includes(path),
)

/** Besides the id: of an article that has one version, which is compared with itself. */
const filled = (path: string, id = '') =>
  path
    .replace('/:slug/versions', '/publication-fee/versions')
    .replace(':id', id)
    .replace(':number', '1')
    .replace(':from', '1')
    .replace(':to', '1')
    .replace(':area', 'review')
    .replace(':kind', 'email')
    .replace(':slug', 'reviewer-invitation')

/** Opens each page, which has one heading of the first level, and looks at it. */
export async function openEach(
  page: Page,
  paths: readonly string[],
  idOf: (path: string) => string | undefined,
  look: (path: string) => Promise<unknown>,
) {
  for (const path of paths) {
    // What belongs to an article or a page has its id.
    const id = idOf(path.replace(/^\/(blog|pages)\/:id\/.*/, '/$1/:id'))
    if (path.includes(':id') && id === undefined) throw new Error(`Nothing is made for ${path}`)
    await test.step(path, async () => {
      await page.goto(filled(path, id))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await look(path)
    })
  }
}
