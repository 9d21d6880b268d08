import { journal as identity } from '../../journal.config.ts'
import { anArticle } from '../builders.ts'
import { expect, expectNoAxeViolations, test } from './support.ts'

test.describe('the journal opens', () => {
  test('its home page has its name in the heading', async ({ page }) => {
    const answer = await page.goto('/')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(identity.name)
  })

  test('what is published stands there at once', async ({ page, journal }) => {
    const { title } = await anArticle(journal.database)
    await page.goto('/')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })

  test('its home page has no fault of accessibility that a program can find', async ({ page }) => {
    await page.goto('/')
    await expectNoAxeViolations(page)
  })
})

test('a page that is only read loads few scripts, and no rules of forms', async ({ page, journal }) => {
  const { id } = await anArticle(journal.database)
  for (const path of ['/', '/blog', `/blog/${id}`]) {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => /\.js$/.test(entry.name))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    )
    // React and its router take 108 kB of them.
    expect(bytes, path).toBeGreaterThan(100_000)
    expect(bytes, path).toBeLessThan(145_000)
    expect(scripts.filter((address) => /rules|editor|listings/.test(address))).toEqual([])
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page reads the same', async ({ page, journal }) => {
    const { title } = await anArticle(journal.database)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(identity.name)
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })
})
