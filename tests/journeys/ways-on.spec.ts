import { aJournalToSearch } from '../support/searchable.ts'
import { expect, expectNoAxeViolations, test } from './support.ts'

test('from an article to its authors, keywords, related articles and neighbours', async ({ page, journal }) => {
  await journal.clear()
  const { articles, beans } = await aJournalToSearch(journal.database)
  const article = `/blog/${articles[2]!.id}`
  await page.goto(article)
  const related = page.getByRole('region', { name: 'Related articles' })
  await expect(related.getByRole('listitem')).toHaveCount(5)
  await expect(related.getByRole('listitem').first()).toContainText('Same author · Keywords: drought, Rice')
  await expectNoAxeViolations(page)
  await related.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('trial 12')

  await page.goto(article)
  const neighbours = page.getByRole('navigation', { name: 'In this volume' })
  await expect(neighbours.getByRole('link')).toHaveCount(2)
  await neighbours.getByRole('link', { name: /Next article/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('trial 4')
  await page
    .getByRole('navigation', { name: 'In this volume' })
    .getByRole('link', { name: /Previous article/ })
    .click()
  await page.waitForURL(article)

  await page.getByRole('region', { name: 'Keywords' }).getByRole('link', { name: 'Rice' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keyword: Rice')
  await expect(page.getByText('14 articles', { exact: true })).toBeVisible()
  await expect(page.locator('article')).toHaveCount(10)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator('article')).toHaveCount(4)
  await page.locator('.kw a').first().click()
  await page.waitForURL('/keyword/rice')

  await page.goto(`/blog/${beans.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Ripu Kunwar' }).click()
  await page.waitForURL('/author/0000-0002-1825-0097')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ripu Kunwar')
  await expect(page.getByText('Kathmandu')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await page.goto(article)
  await page.locator('.authors').getByRole('link', { name: 'Marie Noelle Ndjiondjop' }).click()
  await expect(page.getByText(/only articles with the same name and email address are listed\./)).toBeVisible()
  await expect(page.locator('article')).toHaveCount(3)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'All articles by authors named Marie Noelle Ndjiondjop' }).click()
  await page.waitForURL(/\/search\?author=/)
  await expect(page.locator('.hit').first()).toBeVisible()
})

test('what is not there is not found', async ({ page, trouble }) => {
  trouble.expect(/404/)
  for (const path of ['/author/nobody', '/keyword/nothing-has-this', '/keyword/%E2%80%94']) {
    expect((await page.goto(path))!.status()).toBe(404)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
})
