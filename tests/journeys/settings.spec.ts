import type { Page } from '@playwright/test'
import { journal as configured } from '../../journal.config.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

test('an editor names the journal with three clicks, everybody sees it, and one click takes it back', async ({
  page,
  browser,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(journal.url)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(configured.name)

  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Identity', exact: true }).click()
  const name = page.getByLabel('Name of the journal')
  await name.fill('Chenab Journal of Botany')
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await expect(page.locator('.was del')).toHaveText(configured.name)
  await expect(page.locator('.slip ins').first()).toHaveText('Chenab Journal of Botany')
  // Nobody else sees it yet.
  await reader.goto(journal.url)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(configured.name)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  expect(await clicks()).toBe(3)
  await expect(page.locator('.side-menu .brand')).toContainText('Chenab Journal of Botany')

  for (const path of ['/', '/about', '/blog', '/feed.atom', '/site.webmanifest', '/login']) {
    const answer = await reader.goto(journal.url + path)
    expect(await answer!.text(), path).toContain('Chenab Journal of Botany')
    expect(await answer!.text(), path).not.toContain(configured.name)
  }
  // What React renders again in the browser is the same.
  await reader.goto(`${journal.url}/login`)
  await expect(reader.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(reader.locator('.brand').first()).toContainText('Chenab Journal of Botany')

  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Last changes' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Undo the change of Name of the journal' }).click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
  await reader.goto(journal.url)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(configured.name)
})

test('what was typed stays for its person alone, on every device, until it is published', async ({
  page,
  browser,
  journal,
}) => {
  const editor = await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/fees')
  await page.getByLabel('Fee at home').fill('PKR 18,000')
  await expect(page.getByText('Saved at')).toBeVisible()
  const elsewhere = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(elsewhere, journal, { user: editor.user })
  await elsewhere.goto(`${journal.url}/admin/settings/fees`)
  await expect(elsewhere.getByLabel('Fee at home')).toHaveValue('PKR 18,000')
  await noSidewaysScroll(elsewhere)
  await elsewhere.getByRole('button', { name: 'Preview' }).click()
  await expect(elsewhere.locator('.slip ins')).toHaveText('PKR 18,000')
  await elsewhere.getByRole('button', { name: 'Fields' }).click()
  await elsewhere.getByRole('button', { name: /^Put Back ?: Fee at home/ }).click()
  await expect(elsewhere.getByText('Nothing differs from what is published.')).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await signIn(other, journal, { role: 'admin' })
  await other.goto(`${journal.url}/admin/settings/fees`)
  await expect(other.getByLabel('Fee at home')).toHaveValue(configured.fees.local.amount)
})

test('an editor changes an email and a page in the journal’s own words', async ({ page, journal, trouble }) => {
  trouble.expect(/400/)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages, emails and letters')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Invitation to review' }).click()
  await page.getByRole('button', { name: 'Markdown', exact: true }).press('Enter')
  const text = page.getByLabel('Text', { exact: true })
  await expect(page.frameLocator('.email-frame').getByText('Dear', { exact: false }).first()).toBeVisible()
  const original = await text.inputValue()
  await text.fill(original.replaceAll(/\[[^\]]*\]\(\{\{link\}\}\)/g, ''))
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Please keep {{link}}').first()).toBeVisible()
  await text.fill(`${original}\n\nآپ کا شکریہ`)
  await expect(page.frameLocator('.email-frame').getByText('آپ کا شکریہ')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel(/^Note for the history/).fill('a paragraph in Urdu')
  await page.getByLabel(/^Note for the history/).press('Control+Enter')
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()

  await page.goto('/admin/settings/texts/page/about')
  const about = page.getByLabel('Text', { exact: true })
  await about.fill(`${await about.inputValue()}\n\n## Our garden\n\nIt is in {{publisher.country}}.`)
  await expect(page.locator('.slip').getByRole('heading', { name: 'Our garden' })).toBeVisible()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  expect(await (await page.request.get('/about')).text()).toContain('It is in Pakistan.')

  await page.goto('/admin/settings/history')
  await expect(page.getByText('a paragraph in Urdu')).toBeVisible()
  await expectNoAxeViolations(page)
  const undone = page.getByText(/undo of version/)
  const before = await undone.count()
  for (const [index, what] of [/^Undo.*About/, /^Undo.*Invitation to review/].entries()) {
    await page.getByRole('button', { name: what }).first().click()
    await expect(undone).toHaveCount(before + index + 1)
  }
  expect(await (await page.request.get('/about')).text()).not.toContain('Our garden')
})

test('any colour is chosen with four clicks, and everything stays readable by day and in the dark', async ({
  page,
  browser,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Look', exact: true }).click()
  await page.getByRole('radio', { name: 'Weld' }).click()
  const samples = page.locator('.look-sample .solid')
  // Yellow words cannot be read on white: the button is darker by day, and as chosen in the dark.
  await expect(samples.last()).toHaveCSS('background-color', 'rgb(224, 180, 32)')
  await expect(samples.first()).toHaveCSS('background-color', 'rgb(130, 102, 0)')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  expect(await clicks()).toBe(4)
  // The page on which it was published has it as well.
  await expect(page.locator('.side-menu .brand svg').first()).toHaveCSS('color', 'rgb(130, 102, 0)')

  const reader = await (await browser.newContext()).newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme })
    for (const path of ['/', '/login']) {
      await reader.goto(journal.url + path)
      await expect(reader.locator('link[rel=stylesheet][href^="/look-e0b420"]')).toHaveCount(1)
      await expectNoAxeViolations(reader)
    }
  }
  await reader.emulateMedia({ colorScheme: 'dark' })
  await expect(reader.locator('.mast .brand svg').first()).toHaveCSS('color', 'rgb(224, 180, 32)')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Leaf' }).check()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.locator('link[href^="/look-"]')).toHaveCount(0)
  await reader.goto(journal.url)
  await expect(reader.locator('link[href^="/look-"]')).toHaveCount(0)
})

test('emails are previewed as they will look, by keyboard too, and run nothing', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts')
  const link = page.getByRole('link', { name: 'Article corrected' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article corrected')
  const frame = page.frameLocator('iframe')
  const button = frame.getByText('See your article')
  await expect(button).toBeVisible()
  // The styles of the email itself, which the page's policy refuses in a document, are set.
  await expect(button).toHaveCSS('padding-top', '12px')
  await expect(button).not.toHaveAttribute('href')
  await expect(frame.locator('i').first()).toHaveText('Pennisetum glaucum')
  // It is as high as the email: nothing has to be scrolled in it.
  const heights = () =>
    page
      .locator('iframe')
      .evaluate((element: HTMLIFrameElement) =>
        Math.abs(element.contentDocument!.documentElement.scrollHeight - element.clientHeight),
      )
  await expect.poll(heights).toBeLessThanOrEqual(2)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(17, 21, 17)')
  await noSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

test('what cannot be loaded can be tried again', async ({ page, journal, trouble }) => {
  trouble.expect(/Failed to load resource|ERR_FAILED/)
  await signIn(page, journal, { role: 'admin' })
  await page.route('**/api/settings/texts', (route) => route.abort())
  await page.goto('/admin/settings')
  await expect(page.getByRole('main').getByText('Failed to fetch settings')).toBeVisible()
  await page.unroute('**/api/settings/texts')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Last changes' })).toBeVisible()
})
