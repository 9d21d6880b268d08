import type { Page, Request } from '@playwright/test'
import { sql } from 'kysely'
import { aCategory, anArticle, aVolume } from '../support/builders.ts'
import { browseTo, expect, expectNoAxeViolations, livened, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

/** Holds calls back until `release` is called. Does not affect anything else. */
async function hold(page: Page, calls: string): Promise<{ release: () => void; asked: Request[] }> {
  const asked: Request[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    asked.push(route.request())
    await promise
    // Aborted requests may be gone with their page.
    await route.continue().catch(() => {})
  })
  return { release: resolve, asked }
}

const menu = (page: Page, link: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('while the next page loads', () => {
  test('its skeleton stands there with its words, at the top of the window, and the old page is gone', async ({
    page,
    journal,
  }) => {
    await aVolume(journal.database, { title: 'Volume 7' })
    await browseTo(page, '/peer-review')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const { release } = await hold(page, '**/api/volumes/with-counts')
    await menu(page, 'Archives').click()
    await expect(page.getByText('Loading volumes...')).toBeVisible()
    await expect(heading(page)).toHaveText('Archives')
    await expect(page).toHaveTitle(/^Archives/)
    await expect(page.getByRole('main').getByText('Peer Review Process')).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await expectNoAxeViolations(page)
    release()
    await expect(page.getByRole('link', { name: /Volume 7/ })).toBeVisible()
    await expect(page.getByText('Loading volumes...')).toHaveCount(0)
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('another choice takes its place, and the late answer changes nothing', async ({ page, journal }) => {
    await anArticle(journal.database, { title: 'Roots of wheat' })
    await browseTo(page, '/about')
    const archives = await hold(page, '**/api/volumes/with-counts')
    await menu(page, 'Archives').click()
    await expect(page.getByText('Loading volumes...')).toBeVisible()
    // That call never answers: nobody has to wait for it.
    await menu(page, 'Current Articles').click()
    await expect(page.getByRole('link', { name: 'Roots of wheat' }).first()).toBeVisible()
    await expect(page).toHaveURL('/blog')
    archives.release()
    await menu(page, 'Home').click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('No volumes found')).toHaveCount(0)
  })

  test('going back leads back', async ({ page }) => {
    await browseTo(page, '/about')
    await menu(page, 'Categories').click()
    await expect(page.getByText('No categories found')).toBeVisible()
    await menu(page, 'Editorial Members').click()
    await expect(page.getByText('No Editorial Members Found')).toBeVisible()
    const { release } = await hold(page, '**/api/volumes/with-counts')
    await menu(page, 'Archives').click()
    await expect(page.getByText('Loading volumes...')).toBeVisible()
    // A page that is still loading is not in the history yet: back leads to the page before the last one
    // shown.
    await page.goBack()
    await expect(heading(page)).toHaveText('Popular Categories')
    await expect(page).toHaveURL('/categories')
    release()
    await page.goForward()
    await expect(page.getByText('No Editorial Members Found')).toBeVisible()
    await expect(page.getByText('Loading volumes...')).toHaveCount(0)
  })

  test('the way into the signed-in area says what is coming, too, and so does the way out', async ({
    page,
    journal,
  }) => {
    await signIn(page, journal)
    await page.goto('/about')
    await livened(page)
    const articles = await hold(page, '**/api/posts/my-posts*')
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(heading(page)).toHaveText('My Articles')
    await expect(page.getByText('Loading your articles...')).toBeVisible()
    articles.release()
    await expect(page.getByText('0 articles')).toBeVisible()
    const home = await hold(page, '**/api/posts/published*')
    await page.getByRole('navigation', { name: 'Journal', exact: true }).getByRole('link', { name: 'Home' }).click()
    await expect(page.getByText('Growing content...')).toBeVisible()
    await expect(page.getByText('0 articles')).toHaveCount(0)
    home.release()
    await expect(page.getByRole('heading', { name: 'Latest Research & Discoveries' })).toBeVisible()
  })

  test('signing out waits for no answer', async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto('/dashboard')
    await expect(page.getByText('0 articles')).toBeVisible()
    const { release } = await hold(page, '**/api/posts/published*')
    await page.getByRole('banner').locator('details.profile summary').click()
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Growing content...')).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    release()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test.describe('what is on the screen stays', () => {
  test('while another page of a list loads, and it is marked busy', async ({ page, journal }) => {
    for (let number = 1; number <= 11; number++) await anArticle(journal.database, { title: `Fern ${number}` })
    await browseTo(page, '/blog')
    const { release } = await hold(page, '**/api/posts/published*')
    const first = page.getByRole('main').getByRole('article').first()
    await expect(first).toBeVisible()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await expect(first).toBeVisible()
    await expect(page.getByText('Loading articles...')).toHaveCount(0)
    release()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
  })

  test('while it is loaded again after saving', async ({ page, journal }) => {
    await signIn(page, journal, { role: 'admin' })
    await aCategory(journal.database, { name: 'Ecology' })
    await page.goto('/admin/categories')
    const row = page.getByRole('row', { name: /Ecology/ })
    await expect(row).toBeVisible()
    await row.evaluate((element) => element.setAttribute('data-kept', ''))
    await page.getByRole('button', { name: 'Add Category' }).click()
    await page.getByLabel('Category Name *').fill('Mosses')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/categories', async (route) => {
      if (route.request().method() === 'GET') await promise
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Create Category' }).click()
    await expect(page.locator('.toast').filter({ hasText: 'Category created successfully' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await expect(row).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    resolve()
    await expect(page.getByRole('row', { name: /Mosses/ })).toBeVisible()
    // The same row, not another one with the same content.
    await expect(row).toHaveAttribute('data-kept', '')
  })

  test('when loading it again fails, and the failure is said', async ({ page, journal, trouble }) => {
    trouble.expect(/503/)
    await signIn(page, journal, { role: 'admin' })
    await aCategory(journal.database, { name: 'Ecology' })
    await page.goto('/admin/categories')
    await page.getByRole('button', { name: 'Add Category' }).click()
    await page.getByLabel('Category Name *').fill('Mosses')
    await page.route('**/api/categories', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 503, json: { message: 'The journal is away' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Create Category' }).click()
    const failure = page.locator('.toast.error:not(.leaving)').filter({ hasText: 'The journal is away' })
    await expect(failure).toBeVisible()
    await expect(page.getByRole('row', { name: /Ecology/ })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/api/categories')
    await page.getByRole('button', { name: 'Delete Ecology' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('row', { name: /Mosses/ })).toBeVisible()
    await expect(failure).toHaveCount(0)
  })

  test('also what is being typed into its search, when the list cannot follow', async ({ page, journal, trouble }) => {
    trouble.expect(/500/)
    await signIn(page, journal, { role: 'admin' })
    await anArticle(journal.database, { title: 'Roots of wheat' })
    await page.goto('/admin/listings')
    const search = page.getByLabel('Search by title or author')
    await page.route('**/api/posts/all*', (route) => route.fulfill({ status: 500, json: {} }))
    await search.pressSequentially('Roo')
    await expect(page.getByRole('alert').getByText('Failed to fetch articles')).toBeVisible()
    await expect(search).toBeFocused()
    await page.unroute('**/api/posts/all*')
    await search.pressSequentially('ts of')
    await expect(page.getByText('1 article found')).toBeVisible()
    await expect(search).toHaveValue('Roots of')
    await expect(search).toBeFocused()
  })
})

test.describe('a page that failed', () => {
  test('says again that it loads when it is tried again, and a page before is not taken for it', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/503/)
    await signIn(page, journal)
    await page.goto('/dashboard')
    await expect(page.getByText('0 articles')).toBeVisible()
    await page.getByRole('link', { name: 'Submit Research' }).first().click()
    await expect(page).toHaveURL('/dashboard/add-submission')
    await page.route('**/api/posts/my-posts*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    // It was shown before and is requested again: its old answer does not count.
    await page.goBack()
    await expect(page.getByText('Error Loading Posts')).toBeVisible()
    await page.unroute('**/api/posts/my-posts*')
    const { release } = await hold(page, '**/api/posts/my-posts*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Loading your articles...')).toBeVisible()
    await expect(page.getByText('Error Loading Posts')).toHaveCount(0)
    release()
    await expect(page.getByText('0 articles')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('keeps its status on the server, and its words in the browser', async ({ page, journal, trouble }) => {
    trouble.expect(/500|404|410/)
    const { db } = journal.database
    expect((await page.goto('/blog/nothing'))?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Post not found')
    expect((await page.goto('/volume/nothing'))?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Page not found')
    await sql`alter table categories rename to categories_away`.execute(db)
    try {
      expect((await page.goto('/categories'))?.status()).toBe(500)
      await expect(page.getByText('Failed to load categories')).toBeVisible()
    } finally {
      await sql`alter table categories_away rename to categories`.execute(db)
    }
  })
})
