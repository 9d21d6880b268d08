import { anOldCase } from '../support/old-cases.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test('an editor takes the tour by keys, and it is not offered again', async ({ page, journal, browser }) => {
  const editor = await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Take the Tour' }).click()
  const card = page.getByRole('dialog', { name: 'Your work of the day' })
  await expect(card).toBeFocused()
  await expect(page.locator('[data-toured]')).toHaveCount(1)
  await expectNoAxeViolations(page)
  // Nothing of the page is locked.
  await page.getByRole('searchbox').first().focus()
  await expect(page.getByRole('searchbox').first()).toBeFocused()
  await card.getByRole('button', { name: 'Next' }).press('Enter')
  // There is no case: its step is left out.
  await expect(page.getByRole('dialog', { name: 'All articles' })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/listings$/)
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Everything about the journal' })).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'All articles' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.tour')).toHaveCount(0)
  await expect(page.locator('[data-toured]')).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()

  // On another device neither.
  const elsewhere = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(elsewhere, journal, { user: editor.user })
  await elsewhere.goto(`${journal.url}/admin`)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Take the Tour' })).toHaveCount(0)
  await elsewhere.goto(`${journal.url}/cases/guide`)
  await elsewhere.getByRole('button', { name: 'Take the Tour' }).click()
  const small = elsewhere.getByRole('dialog', { name: 'Your work of the day' })
  await expect(small).toBeInViewport({ ratio: 1 })
  await expect(elsewhere.locator('[data-toured]')).toBeInViewport()
  if (process.env.SHOTS) await elsewhere.screenshot({ path: `${process.env.SHOTS}/tour-390.png` })
  await expectNoAxeViolations(elsewhere)
})

test('the tour leads into a case, and ends at the guide', async ({ page, journal, trouble }) => {
  // The case has no file in this journal's folder.
  trouble.expect(/503/)
  await anOldCase(journal.database)
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Take the Tour' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'A case' })).toBeFocused()
  await expect(page).toHaveURL(/\/cases\//)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tour-1280.png` })
  for (const name of ['All articles', 'Everything about the journal', 'The guide']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('dialog', { name })).toBeFocused()
  }
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'How this works' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Changing settings' })).toBeInViewport()
})
