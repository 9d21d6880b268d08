import type { Page } from '@playwright/test'
import { aSignedIn, PASSWORD } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

/** At both widths, in both schemes; pictures are kept where someone asks for them. */
async function everyWay(page: Page, name: string) {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'light'],
    [390, 'dark'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectNoAxeViolations(page)
}

test('two managing editors change the bank details of invoices', async ({ page, journal, browser, trouble }) => {
  // The wrong password.
  trouble.expect(/400/)
  test.slow()
  const other = await aSignedIn(journal, { role: 'admin', fullName: 'Tariq Leghari' })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/fees')
  const part = (of: Page) => of.getByRole('region', { name: 'Bank details for invoices' })
  await expect(part(page).getByText('There are no bank details yet.')).toBeVisible()
  await part(page).getByRole('button', { name: 'Propose Bank Details...' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank details').fill('Bank of Multan\nIBAN PK36 SCBL 0000 0011 2345 6702')
  // A wrong password loses nothing.
  await dialog.getByLabel('Current password').fill('Not-Mine-1')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog.getByText('Current password is not correct')).toBeVisible()
  await expect(dialog.getByLabel('Bank details')).toHaveValue(/Bank of Multan/)
  await everyWay(page, 'bank-propose')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(part(page).getByText(/^Not in force yet\..*Tariq Leghari can confirm it\.$/)).toBeVisible()
  await expect(part(page).getByRole('button', { name: 'Confirm...' })).toHaveCount(0)
  await everyWay(page, 'bank-waiting')

  const second = await (await browser.newContext()).newPage()
  await signIn(second, journal, { user: other.user })
  await second.goto(`${journal.url}/admin/settings/fees#bank-details`)
  await part(second).getByRole('button', { name: 'Confirm...' }).click()
  await second.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await everyWay(second, 'bank-confirm')
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(part(second).getByText(/in force from .*, confirmed by Tariq Leghari/)).toBeVisible()

  // The next change: what is in force is struck beside it; its proposer takes it back.
  await part(second).getByRole('button', { name: 'Propose Other Details...' }).click()
  await second.getByRole('dialog').getByLabel('Bank details').fill('Bank of Lahore\nIBAN PK24 SCBL 0000 0011 2345 6703')
  await second.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await second.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect(part(second).getByText(/^Not in force yet\./)).toBeVisible()
  await page.reload()
  await expect(part(page).locator('del')).toContainText('Bank of Multan')
  await expect(part(page).locator('ins')).toContainText('Bank of Lahore')
  await everyWay(page, 'bank-change')
  await part(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(part(page).getByText(/confirmed by Tariq Leghari/)).toBeVisible()
  await expect(part(page).getByText('Earlier bank details (1)')).toBeVisible()
  await page.goto('/admin/settings/history')
  await expect(part(page).getByText('Withdrawn', { exact: true })).toBeVisible()
  await everyWay(page, 'bank-history')
  await second.context().close()
})
