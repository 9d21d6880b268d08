import { anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

test('an editor sees how articles are read, and takes a report out', async ({ page, journal }) => {
  const { db } = journal.database
  const article = await anArticle(journal.database, { title: 'Seedlings of <i>Acacia nilotica</i> in saline soil' })
  const month = (ago: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
  }
  await db
    .insertInto('usage_months')
    .values(
      [0, 1, 2, 5].map((ago) => ({
        ...{ article_id: article.id, month: month(ago), views: 900 + ago * 170, downloads: 210 - ago * 20 },
        ...{
          total_investigations: 1110 + ago * 150,
          unique_investigations: 800,
          total_requests: 900,
          unique_requests: 640,
        },
      })),
    )
    .execute()
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Readership' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Readership')
  await expect(page.locator('.months-chart rect')).toHaveCount(24)
  const row = page.getByRole('table', { name: 'By article' }).getByRole('row').nth(1)
  await expect(row.getByRole('link', { name: 'Seedlings of Acacia nilotica in saline soil' })).toBeVisible()
  await expect(row).toContainText('4,960')
  await page.getByText('Show as table').click()
  await expect(page.getByRole('table', { name: 'By month' }).getByRole('row')).toHaveCount(13)
  await expectNoAxeViolations(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV of the Item Report' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^JPBR-IR-.*\.csv$/)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.goto('/admin/usage?from=2020-01&to=2020-03')
  await expect(page.getByText('No views in this period')).toBeVisible()

  // React shows the article, and the server sends no page of it.
  await page.goto('/admin/usage')
  const viewed = page.waitForResponse(`**/api/posts/${article.id}/viewed`)
  await page.getByRole('link', { name: 'Seedlings of Acacia nilotica in saline soil' }).click()
  expect((await viewed).status()).toBe(200)
})
