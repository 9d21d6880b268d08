import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const PUBLISHED = 'Published. Everyone sees it now.'

test('an editor adds a page, puts it into the menu, and renames it; its old address leads on', async ({
  page,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/pages')
  await expect(page.getByRole('heading', { name: 'Not in the menu' })).toBeVisible()
  await expectNoAxeViolations(page)
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'New Page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Seeds and spores')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('seeds-and-spores')
  await page.getByLabel('Description').fill('Where seeds and spores go.')
  await page.getByRole('button', { name: 'Markdown', exact: true }).press('Enter')
  await page.getByLabel('Text', { exact: true }).fill('Seeds go to a seed bank.\n\n:::ur\nنمونے\n:::')
  await expect(page.locator('.slip [lang="ur"][dir="rtl"]')).toHaveText('نمونے')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText(PUBLISHED).first()).toBeVisible()
  expect(await clicks()).toBe(2)
  expect((await page.request.get('/pages/seeds-and-spores')).ok()).toBe(true)

  await page.getByRole('link', { name: 'Pages and menus' }).first().click()
  // Other journeys may have left pages of their own to this server.
  await page.getByRole('button', { name: /^Add to the Menu ?: Seeds and spores$/ }).click()
  await page.getByRole('button', { name: 'Move Seeds and spores' }).press('Home')
  await expect(page.getByText('Seeds and spores, now first of 7 in Policies.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Move Seeds and spores down' }).click()
  await expect(page.getByText('Seeds and spores, now second of 7 in Policies.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()
  expect(await (await page.request.get('/about')).text()).toContain('href="/pages/seeds-and-spores"')

  await page.getByRole('link', { name: 'Seeds and spores' }).first().click()
  await page.getByLabel('Address', { exact: true }).fill('seeds')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()
  const moved = await page.request.get('/pages/seeds-and-spores', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, '/pages/seeds'])
  expect(await (await page.request.get('/about')).text()).toContain('href="/pages/seeds"')

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: /^Undo the change of Seeds and spores/ }).click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
  const back = await page.request.get('/pages/seeds', { maxRedirects: 0 })
  expect([back.status(), back.headers().location]).toEqual([301, '/pages/seeds-and-spores'])

  // The menu as it was, for the journeys that come after it.
  await page.goto('/admin/settings/history')
  await page
    .getByRole('button', { name: /^Undo the change of Menu/ })
    .first()
    .click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
  expect(await (await page.request.get('/about')).text()).not.toContain('href="/pages/')
})

test('an old address leads to the page that an editor chooses', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/pages')
  await page.getByRole('button', { name: 'Add an old address' }).click()
  await page.getByRole('textbox', { name: 'Old address' }).fill('/apc')
  await page.getByLabel('Leads to').fill('/publication-fee')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('/apc leads to /publication-fee.').first()).toBeVisible()
  await expectNoAxeViolations(page)
  const moved = await page.request.get('/apc', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, '/publication-fee'])
})
