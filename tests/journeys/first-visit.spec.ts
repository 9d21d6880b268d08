import type { CDPSession, Page } from '@playwright/test'
import { STORAGE_KEYS } from '../../src/web/client/storage.ts'
import { anArticle, someArticles, aVolume } from '../support/builders.ts'
import { browseTo, expect, livened, signIn, test } from './support.ts'

// The first tests read the sample journal; the others empty it.
test.use({ sampleContent: 'on' })

/** What a page has loaded over the network, in bytes with their headers. */
interface Loaded {
  all: number
  documents: number
  styles: number
  fonts: number
  scripts: number
  ahead: number
  requests: number
  paths: string[]
}

/** Counts what `act` loads. What is loaded ahead for the next page counts as `ahead`. */
async function loadedBy(page: Page, act: () => Promise<unknown>): Promise<Loaded> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, { type: string; url: string; ahead: boolean; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) =>
    asked.set(requestId, { type, url: request.url, ahead: 'Sec-Purpose' in request.headers, bytes: 0 }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await act()
  await page.waitForLoadState('networkidle')
  await session.detach()
  const loaded = [...asked.values()].filter(({ bytes }) => bytes > 0)
  const of = (type: string, ahead = false) =>
    loaded.filter((one) => one.ahead === ahead && one.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    all: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    documents: of('Document'),
    styles: of('Stylesheet'),
    fonts: of('Font'),
    scripts: of('Script'),
    ahead: loaded.filter(({ ahead }) => ahead).reduce((sum, { bytes }) => sum + bytes, 0),
    requests: loaded.filter(({ ahead }) => !ahead).length,
    paths: loaded.map(({ url }) => new URL(url).pathname),
  }
}

const isLive = (page: Page) => page.evaluate(() => 'hydrated' in document.documentElement.dataset)

test.describe('a first visit', () => {
  /** Home, an article, the list and a volume. */
  async function pagesOf(page: Page): Promise<string[]> {
    await page.goto('/archived')
    const volume = await page.locator('.tiles a').first().getAttribute('href')
    await page.goto('/blog')
    const article = await page.locator('article h2 a').first().getAttribute('href')
    return ['/', article!, '/blog', volume!]
  }

  /** The document's script and the site's styles; a full text has its own besides. */
  const most = (path: string) =>
    path.startsWith('/blog/')
      ? { styles: 17_000, scripts: 7_300, files: 2 }
      : { styles: 9_150, scripts: 3_000, files: 1 }

  test('takes few bytes, and no script but the document’s own', async ({ page, browser, journal }) => {
    for (const path of await pagesOf(page)) {
      const context = await browser.newContext()
      const visit = await context.newPage()
      const loaded = await loadedBy(visit, () => visit.goto(journal.url + path))
      // Which pages are in view first, and so loaded ahead, differs by the moment.
      expect(loaded.all - loaded.ahead, path).toBeLessThan(108_000)
      expect(loaded.ahead, path).toBeLessThan(45_000)
      // An article's has the slip for following it, which works without scripts.
      expect(loaded.documents, path).toBeLessThan(17_300)
      expect(loaded.styles, path).toBeLessThan(most(path).styles)
      expect(loaded.scripts, path).toBeLessThan(most(path).scripts)
      expect(loaded.fonts, path).toBeLessThan(70_000)
      expect(loaded.requests, path).toBeLessThanOrEqual(20)
      expect(loaded.paths.filter((name) => name.endsWith('.js'))).toHaveLength(most(path).files)
      expect(await isLive(visit), path).toBe(false)
      // Moving about, scrolling and pressing keys is not a reason for React either.
      const later = await loadedBy(visit, async () => {
        await visit.mouse.move(300, 300)
        await visit.mouse.wheel(0, 2_000)
        await visit.keyboard.press('Tab')
      })
      expect(later.scripts, path).toBe(0)
      await context.close()
    }
  })

  test('goes on to further pages for few bytes', async ({ page }) => {
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    for (const next of ['Current Articles', 'Archives', 'Categories']) {
      const loaded = await loadedBy(page, () =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: next }).click(),
      )
      expect(loaded.all - loaded.ahead, next).toBeLessThan(15_000)
      // At most two pages of those in view, and one that was pointed at.
      expect(loaded.ahead, next).toBeLessThan(45_000)
    }
  })
})

test('the upright faces, the style sheet and the text of an article come first', async ({ page, journal }) => {
  await journal.clear()
  const { id } = await anArticle(journal.database, {
    title: 'Roots of wheat',
    excerpt: 'They grow.',
    abstract: '<p>They grow deep.</p>',
    contributors: [{ role: 'Corresponding Author', full_name: 'Inés Peñalver' }],
  })
  const loaded = await loadedBy(page, () => page.goto(`/blog/${id}`))
  // 47 kB, the form for following included, and the headers of four answers.
  expect(loaded.documents + loaded.styles + loaded.fonts).toBeLessThan(49_300)
})

test.describe('links in view', () => {
  test.beforeEach(async ({ journal }) => {
    await journal.clear()
    await someArticles(journal.database, 5, { volume: await aVolume(journal.database) })
  })

  const AHEAD = '[data-ahead]'

  test('have the first pages loaded ahead, and the next page is there', async ({ page }) => {
    const loaded = await loadedBy(page, async () => {
      await page.goto('/blog')
      await expect(page.locator(AHEAD)).toHaveCount(2)
    })
    expect(loaded.ahead).toBeGreaterThan(0)
    await page.locator(AHEAD).first().click()
    await page.waitForURL(/\/(blog|category)\/.+/)
    expect(
      await page.evaluate(
        () => (performance.getEntriesByType('navigation')[0] as unknown as { deliveryType: string }).deliveryType,
      ),
    ).toBe('navigational-prefetch')
  })

  for (const [name, connection] of [
    ['data are saved', { saveData: true }],
    ['the connection is slow', { effectiveType: '3g' }],
  ] as const) {
    test(`have nothing loaded while ${name}`, async ({ page }) => {
      await page.addInitScript(
        (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
        connection,
      )
      const loaded = await loadedBy(page, () => page.goto('/blog'))
      expect(loaded.ahead).toBe(0)
      expect(loaded.paths.filter((path) => path.endsWith('.js'))).toHaveLength(1)
      await expect(page.locator(AHEAD)).toHaveCount(0)
    })
  }

  test('are followed by React where it has come', async ({ page }) => {
    await browseTo(page, '/blog')
    await expect(page.locator('script[type=speculationrules]')).toHaveCount(0)
  })
})

test.describe('React comes', () => {
  test.beforeEach(({ journal }) => journal.clear())

  test('where someone is signed in, and when that happens in another tab', async ({ page, journal }) => {
    await page.goto('/about')
    await page.waitForLoadState('networkidle')
    expect(await isLive(page)).toBe(false)
    await signIn(page, journal)
    // `signIn` sets the storage from outside; this is what the browser tells the other tabs.
    await page.evaluate(
      (key) => window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'x' })),
      [STORAGE_KEYS.refreshToken][0],
    )
    await livened(page)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await page.goto('/blog')
    await livened(page)
  })

  test('to pages with forms at once, and at the next touch if it could not be loaded', async ({ page, trouble }) => {
    trouble.expect(/Failed to load|ERR_FAILED|dynamically imported/)
    await page.route('**/assets/react-*.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/login')
    await failed
    await page.unroute('**/assets/react-*.js')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await page.getByLabel('Email').click()
    await livened(page)
  })
})

test('the appearance is chosen, and a citation copied, without React', async ({ page, journal, context }) => {
  await journal.clear()
  const { id } = await anArticle(journal.database, { title: 'Roots of <i>Triticum</i>' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/blog/${id}`)
  await page.getByRole('button', { name: 'Copy Vancouver citation' }).click()
  await expect(page.locator('.toast').getByText('Citation copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Roots of Triticum.')
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await isLive(page)).toBe(false)
})
