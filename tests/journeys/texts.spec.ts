import type { Page } from '@playwright/test'
import { journal as configured } from '../../journal.config.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const PUBLISHED = 'Published. Everyone sees it now.'
const editorOf = (page: Page) => page.locator('[contenteditable=true]')
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

/** Pictures of a screen, wide and narrow, by day and in the dark. */
async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: null })
}

test('an editor changes a policy as its readers will see it, by keyboard, with four clicks', async ({
  page,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Pages, emails and letters' }).first().click()
  await page.getByRole('link', { name: 'Publication Fee', exact: true }).click()
  const text = editorOf(page)
  await expect(text.locator('[data-value="fees.local.amount"]')).toContainText(configured.fees.local.amount)
  await expect(text.locator('th').first()).toHaveText('What')
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()
  await noSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await shots(page, 'page-edit')

  // To the toolbar and back.
  await text.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('combobox', { name: 'Text style' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ask * early, and ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('in words')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(', at {{contact.email}}.')
  await expect(text.locator('strong').last()).toHaveText('in words')
  await expect(text.locator('[data-value="contact.email"]').last()).toContainText(configured.contact.email)
  const preview = page.locator('.slip')
  await expect(preview.locator('strong').last()).toHaveText('in words')
  await expect(preview).toContainText(`Ask * early, and in words, at ${configured.contact.email}.`)
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText(PUBLISHED).first()).toBeVisible()
  expect(await clicks()).toBe(4)
  expect(await (await page.request.get('/publication-fee')).text()).toContain('<strong>in words</strong>')

  // Undoing every change is no change.
  await page.keyboard.press('Control+End')
  await text.focus()
  await page.keyboard.type('x')
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()
  await page.getByRole('button', { name: 'Markdown', exact: true }).click()
  const source = page.getByLabel('Text', { exact: true })
  await expect(source).toHaveValue(/\n\nAsk \\\* early, and \*\*in words\*\*, at \{\{contact\.email\}\}\.\n?$/)
  await expect(source).toHaveValue(/\| --- \| --- \|\n\| Submission \| \{\{fees\.submission\}\} \|\n/)
})

test('an editor writes an email with its values', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts/email/reviewer-invitation')
  const text = editorOf(page)
  await expect(text.locator('[data-value="replyDue"]')).toHaveText(/reply due/)
  await expect(page.frameLocator('.email-frame').getByText('Dear', { exact: false }).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await shots(page, 'email-edit')
  await text.locator('a').first().dblclick()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Web address, email address or DOI')).toHaveValue('{{link}}')
  await page.getByRole('button', { name: 'Remove Link' }).click()
  await expect(page.getByText('Please put {{link}} back: the text needs it.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Please put {{link}} back: the text needs it.')).toBeHidden()
})

test('the second of two editors joins both changes, paragraph by paragraph', async ({
  page,
  browser,
  journal,
  trouble,
}) => {
  trouble.expect(/status of 409/)
  const first = await (await browser.newContext()).newPage()
  await signIn(first, journal, { role: 'admin', fullName: 'Helena Sandström' })
  await signIn(page, journal, { role: 'admin' })
  const at = '/admin/settings/texts/page/about'
  await page.goto(at)
  await expect(editorOf(page)).toBeVisible()
  await first.goto(`${journal.url}${at}`)
  // Theirs: another first paragraph, another description, and a paragraph at the end.
  await expect(editorOf(first)).toBeVisible()
  await first.getByLabel('Description').fill('Their description.')
  await editorOf(first).press('Control+Home')
  await first.keyboard.type('Written by them: ')
  await first.keyboard.press('Control+End')
  await first.keyboard.press('Enter')
  await first.keyboard.type('Their last paragraph.')
  await first.getByRole('button', { name: /^Publish/ }).click()
  await expect(first.getByText(PUBLISHED).first()).toBeVisible()

  await page.getByLabel('Description').fill('My description.')
  await editorOf(page).press('Control+Home')
  await page.keyboard.type('Written by me: ')
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(
    page.getByRole('heading', { name: /^Helena Sandström changed this at \d\d:\d\d\. Choose one/ }),
  ).toBeFocused()
  await noSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await shots(page, 'join-texts')
  await page.getByRole('button', { name: 'Join Them' }).click()
  await expect(page.getByText('Please choose one.')).toHaveCount(2)
  // By keys alone, and the preview follows.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('1 of 2 chosen.', { exact: false })).toBeVisible()
  await page
    .getByRole('group', { name: 'Paragraph 1 of 1' })
    .getByRole('radio', { name: 'Both, theirs first' })
    .press('Space')
  await expect(page.locator('.slip').getByText('Written by them: ', { exact: false })).toBeVisible()
  await expect(page.locator('.slip').getByText('Written by me: ', { exact: false })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await noSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Join Them' }).press('Enter')
  await expect(page.getByText('This is the text that you chose. Please read it, then publish it.')).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(editorOf(page)).toContainText('Their last paragraph.')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText(PUBLISHED).first()).toBeVisible()
  const shown = await (await page.request.get('/about')).text()
  for (const words of ['Written by them: ', 'Written by me: ', 'Their last paragraph.']) expect(shown).toContain(words)
  await first.context().close()

  // As it was, for the journeys that come after it.
  await page.getByText('The default', { exact: true }).click()
  await page.getByRole('button', { name: 'Use the Default' }).click()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()
})

test('an editor sees the site with their changes, and nobody else does', async ({ page, browser, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  const reader = await (await browser.newContext()).newPage()
  await page.goto('/admin/settings/identity')
  await expect(page.getByRole('link', { name: 'History' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Name of the journal').fill('Chenab Journal of Botany')
  await shots(page, 'settings-identity')
  await page.getByRole('button', { name: 'View the Site with My Changes' }).click()
  await expect(page.getByText('You see the site with your changes.')).toBeVisible()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText('Chenab Journal of Botany')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(name).toHaveText('Chenab Journal of Botany')
  await expect(page.locator('.mast .brand')).toContainText('Chenab Journal of Botany')
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  await shots(page, 'site-view')
  await reader.goto(journal.url)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(configured.name)

  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByText('You see the site with your changes.')).toBeVisible()
  await expect(page.locator('.mast .brand')).toContainText('Chenab Journal of Botany')
  await reader.goto(`${journal.url}/about`)
  await expect(reader.getByText('You see the site with your changes.')).toBeHidden()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await page.goto('/about')
  await expect(page.getByText('You see the site with your changes.')).toBeHidden()
  await expect(page.locator('.mast .brand')).not.toContainText('Chenab')
})
