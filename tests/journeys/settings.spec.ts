import { EMAIL_KINDS } from '../../src/contract/rules/site/email-kinds.ts'
import { LETTER_KINDS } from '../../src/contract/rules/peer-review/stages.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(async ({ page, journal }) => {
  await journal.clear()
  await signIn(page, journal, { role: 'admin' })
})

test.describe('the emails of the journal', () => {
  test('are listed with their recipients, times and files', async ({ page }) => {
    await page.goto('/admin/settings')
    await expect(page.getByRole('heading', { level: 2, name: 'Emails' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(EMAIL_KINDS.length + 1 + LETTER_KINDS.length + 1)
    const row = page.getByRole('row', { name: /Article corrected/ })
    await expect(row).toContainText('The author who submitted the article')
    await expect(row).toContainText('When an editor corrects a published article.')
    await expect(row).toContainText('content/emails/article-corrected.md')
    await expectNoAxeViolations(page)
  })

  test('are previewed as they will look, by keyboard too', async ({ page }) => {
    await page.goto('/admin/settings')
    const link = page.getByRole('link', { name: 'Article corrected' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/settings?email=article-corrected')
    await expect(page.getByRole('heading', { level: 2, name: 'Article corrected' })).toBeVisible()
    await expect(page.getByText('content/emails/article-corrected.md')).toBeVisible()
    await expect(page.locator('.email-text')).toContainText('The name of the species was misspelled.')

    const frame = page.frameLocator('iframe')
    const button = frame.getByText('See your article')
    await expect(button).toBeVisible()
    // The styles of the email itself, which the page's policy refuses in a document, are set.
    await expect(button).toHaveCSS('padding-top', '12px')
    await expect(frame.locator('.in')).toHaveCSS('max-width', '536px')
    await expect(button).not.toHaveAttribute('href')
    await expect(frame.locator('i').first()).toHaveText('Pennisetum glaucum')
    // It is as high as the email: nothing has to be scrolled in it.
    const [inside, outside] = await page
      .locator('iframe')
      .evaluate((element: HTMLIFrameElement) => [
        element.contentDocument!.documentElement.scrollHeight,
        element.clientHeight,
      ])
    expect(Math.abs(inside! - outside!)).toBeLessThanOrEqual(2)
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: 'All Emails' }).click()
    await expect(page).toHaveURL('/admin/settings')
    await expect(page.getByRole('row')).toHaveCount(EMAIL_KINDS.length + 1 + LETTER_KINDS.length + 1)
  })

  test('fit a phone, and follow the dark scheme', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/admin/settings?email=password-reset')
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(17, 21, 17)')
    await expect(frame.getByText('Set a new password', { exact: true })).toHaveCSS('display', 'block')
    const overflow = await page.locator('iframe').evaluate(({ contentDocument }: HTMLIFrameElement) => {
      const { scrollWidth, clientWidth } = contentDocument!.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
  })

  test('that cannot be loaded can be tried again', async ({ page, trouble }) => {
    trouble.expect(/Failed to load resource|ERR_FAILED/)
    await page.route('**/api/emails/kinds', (route) => route.abort())
    await page.goto('/admin/settings')
    await expect(page.getByRole('main').getByText('Failed to fetch settings')).toBeVisible()
    await page.unroute('**/api/emails/kinds')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('row')).toHaveCount(EMAIL_KINDS.length + 1 + LETTER_KINDS.length + 1)
  })
})
