import { expect, signIn, test } from './support.ts'
test('look', async ({ page, journal }) => {
  test.setTimeout(300_000)
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  for (const [name, path] of [['overview', '/admin/settings'], ['identity', '/admin/settings/identity'], ['review', '/admin/settings/review'], ['texts', '/admin/settings/texts'], ['email', '/admin/settings/texts/email/reviewer-invitation'], ['page', '/admin/settings/texts/page/about'], ['history', '/admin/settings/history']] as const) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    if (name === 'identity') { await page.getByLabel('Name of the journal').fill('Chenab Journal of Botany'); }
    if (name === 'review') { await page.getByLabel('A first decision is promised within, in days').fill('20'); }
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${name}-1280.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `/tmp/shots/${name}-1280-dark.png` })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `/tmp/shots/${name}-390.png`, fullPage: name === 'overview' })
  }
})
