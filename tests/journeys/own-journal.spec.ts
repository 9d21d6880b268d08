import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aCategory } from '../support/builders.ts'
import { countClicks } from './clicks.ts'
import { expect, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

test.beforeEach(({ journal }) => journal.clear())

const go = (page: Page, ...links: string[]) =>
  links.reduce(
    (before, name, index) =>
      before.then(() =>
        (index ? page.getByRole('main') : page.getByRole('navigation', { name: 'Admin area menu' }))
          .getByRole('link', { name, exact: true })
          .first()
          .click(),
      ),
    Promise.resolve(),
  )
const publish = async (page: Page) => {
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText(/^(Nothing differs from what is published|Everything is published)\.$/)).toBeVisible()
}

test('an editor without a terminal makes the journal their own', async ({ page, journal, emails }) => {
  test.slow()
  await aCategory(journal.database, { name: 'Plant Propagation' })
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  const logo = await sharp({ create: { width: 240, height: 80, channels: 4, background: '#1e6a3c' } })
    .png()
    .toBuffer()

  await go(page, 'Settings', 'Identity')
  await page.getByLabel('Name of the journal').fill('Chenab Journal of Botany')
  await publish(page)

  await go(page, 'Settings', 'Look')
  await page.getByRole('radio', { name: 'Woad' }).click()
  // The button opens the list of files, from which one is chosen.
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a Logo…' }).click()
  await (await opened).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByText('2 changes not published.')).toBeVisible()
  await publish(page)

  await go(page, 'Settings', 'Fees')
  await page.getByLabel('Fee at home').fill('PKR 18,000')
  await publish(page)

  await go(page, 'Settings', 'Pages, emails and letters', 'About Us')
  await page.locator('[contenteditable=true]').press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('Our garden is open on Sundays.')
  await publish(page)

  await go(page, 'Settings', 'Pages, emails and letters', 'Invitation to review')
  await page.getByLabel('Subject').fill('Would you review this?')
  await publish(page)

  await go(page, 'Editorial Members', 'Board as People')
  for (const name of ['Adaeze Okonjo', 'Mehwish Lodhi', 'Kamau Githinji', 'Gülşen Akdağ', 'Nusrat Shirazi']) {
    await page.getByRole('button', { name: 'Add a Person' }).click()
    await page.keyboard.type(name)
    await page.getByLabel('Affiliation').fill('Sample Institute')
  }
  await publish(page)

  await go(page, 'Users', 'Roles')
  await page.getByLabel('Email address').fill('helena.sandstrom@example.org')
  await page.getByLabel(/^Plant Propagation/).click()
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  expect((await emails.next('helena.sandstrom@example.org')).text).toContain('Chenab Journal of Botany')
  // Each of the parts has its count in its own journey; together they stay what a newcomer does in half an hour.
  expect(await clicks()).toBe(3 + 5 + 3 + 4 + 4 + 8 + 4)

  // What readers see.
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chenab Journal of Botany')
  await expect(page.locator('.mast .logo')).toBeVisible()
  await page.goto('/publication-fee')
  await expect(page.getByRole('main')).toContainText('PKR 18,000')
  await page.goto('/about')
  await expect(page.getByText('Our garden is open on Sundays.')).toBeVisible()
  await page.goto('/editorial-members')
  await expect(page.locator('main .board-page .nm')).toHaveCount(5)

  // As it was, for the journeys that come after it.
  await page.goto('/admin/settings/history')
  const undone = page.getByText(/undo of version/)
  const before = await undone.count()
  const published = ['Invitation to review', 'About Us', 'Fee at home', 'Logo', 'Name of the journal']
  for (const [at, what] of published.entries()) {
    await page
      .getByRole('button', { name: new RegExp(`^Undo.*${what}`) })
      .first()
      .click()
    await expect(undone).toHaveCount(before + at + 1)
  }
})
