import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { anAnnouncement } from '../support/news-builders.ts'
import { aSignedIn } from '../support/builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

/** Nothing is cut off, at the width of a phone and of a desk, in both themes. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      await expectNoAxeViolations(page)
      await page.emulateMedia({ colorScheme })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 844 })
}
/** The note about a publication. */
const isPublished = (page: Page) =>
  expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Published. Everyone sees it now.'),
  ).toBeVisible()
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const TITLE = 'Waivers are now asked for when submitting'
/** The editor of the text, once it has come. */
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text' }).and(page.locator('[contenteditable=true]'))
const TEXT = 'Authors who cannot pay the full fee say so '

test('an editor publishes an announcement in three clicks, and readers have it at once', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Admin area menu' }).getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('heading', { name: 'No news yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Write News' }).click()
  await expect(title(page)).toHaveText('Announcement')
  await page.getByLabel('Title').fill(TITLE)
  await editorOf(page).focus()
  await page.keyboard.type(TEXT)
  await page.keyboard.press('Control+i')
  await page.keyboard.type('with their manuscript')
  await page.keyboard.press('Control+i')
  await page.keyboard.type('.')
  await expect(page.getByLabel('Address')).toHaveValue('waivers-are-now-asked-for-when-submitting')
  // As readers will see it.
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('.rich em')).toHaveText('with their manuscript')
  await expect(page.getByText('This announcement is not published. Only you see it.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await isPublished(page)
  await expect(page.getByRole('table', { name: 'News' }).getByRole('link', { name: TITLE, exact: true })).toBeVisible()
  expect(await clicks()).toBe(3)
  await looksRight(page)

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'News' })).toContainText(TITLE)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click()
  await looksRight(page)
  await page.getByRole('main').getByRole('link', { name: TITLE }).click()
  await expect(title(page)).toHaveText(TITLE)
  await looksRight(page)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(data).toMatchObject({ '@type': 'NewsArticle', headline: TITLE })

  // A new address: the old one leads there.
  await page.goto('/admin/news')
  await page.getByRole('link', { name: `Edit ${TITLE}` }).click()
  await page.getByLabel('Address').fill('waivers')
  await page.getByRole('button', { name: 'Publish' }).click()
  await isPublished(page)
  await page.goto('/news/waivers-are-now-asked-for-when-submitting')
  await expect(page).toHaveURL('/news/waivers')
  await expect(title(page)).toHaveText(TITLE)
})

test('a call is written by keys alone, refused without its last day, and nothing typed is lost', async ({
  page,
  journal,
}) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/news/new')
  await expect(title(page)).toHaveText('Announcement')
  await expect(editorOf(page)).toBeVisible()
  await page.getByRole('radio', { name: 'Announcement' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('Call for papers')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Plants and salt')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Text style' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('A special issue on how plants live with salt.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please enter the last day for manuscripts')).toBeVisible()
  await expect(page.getByLabel('Manuscripts until')).toBeFocused()
  await looksRight(page)
  await expect(page.getByText(/^Saved at/)).toBeVisible()

  // The page is closed, and opened on another day.
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Plants and salt')
  await page.goto('/admin/news')
  await expect(page.getByText('Not published: Plants and salt. Only you see it.')).toBeVisible()
  expect((await page.request.get('/news')).ok()).toBe(true)
  expect(await (await page.request.get('/news')).text()).not.toContain('Plants and salt')
  await page.getByRole('link', { name: 'Go On Writing' }).click()
  await page.getByLabel('Manuscripts until').fill('2999-09-30')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Open until September 30, 2999')
  await expect(page.getByLabel('Title')).toBeHidden()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByLabel('Title').focus()
  await page.keyboard.press('Control+Enter')
  await isPublished(page)
  await page.goto('/news')
  await expect(page.getByText('Open until September 30, 2999')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Submit Research' })).toBeVisible()
})

test('two editors of one text are shown both', async ({ page, journal, trouble }) => {
  trouble.expect(/status of 409/)
  const { user } = await aSignedIn(journal, { role: 'admin' })
  const { id } = await anAnnouncement(journal.database, user, { title: 'First words' })
  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/admin/news/${id}`)
  await page.getByLabel('Title').fill('My words')
  await journal.database.db
    .updateTable('announcements')
    .set({ title: 'Their words', version: 2 })
    .where('id', '=', id)
    .execute()
  await page.getByRole('button', { name: 'Publish' }).click()
  const both = page.getByRole('dialog', { name: 'Two versions of this text' })
  await expect(both).toContainText('Their words')
  await expect(both).toContainText('My words')
  await expectNoAxeViolations(page)
  await both.getByRole('button', { name: 'Keep This Version' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await isPublished(page)
  await expect(page.getByRole('link', { name: 'My words', exact: true })).toBeVisible()
})

test('a failure leaves what was typed, and says what to do', async ({ page, journal, trouble }) => {
  trouble.expect(/status of 503|Failed to load resource/)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/news/new')
  await page.getByLabel('Title').fill(TITLE)
  await editorOf(page).fill(TEXT)
  await page.route('**/api/announcements', (route) =>
    route.fulfill({ status: 503, json: { success: false, statusCode: 503, message: 'Please try again.' } }),
  )
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please try again.').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(TITLE)
  await page.unroute('**/api/announcements')
  await page.getByRole('button', { name: 'Publish' }).click()
  await isPublished(page)
})

test('what has ended or is planned is where it should be', async ({ page, journal }) => {
  const { user } = await aSignedIn(journal, { role: 'admin' })
  const today = dayOf(new Date())
  const make = (title: string, form: object) => anAnnouncement(journal.database, user, { title, ...form })
  const ended = await make('Ended', { from: addDays(today, -9), until: addDays(today, -1) })
  await make('Closed call', { kind: 'call', from: addDays(today, -9), deadline: addDays(today, -1) })
  const planned = await make('Planned', { from: addDays(today, 1) })
  await page.goto('/news')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Closed call',
    'New articles by email',
  ])
  await expect(page.getByText(/^Closed since /)).toBeVisible()
  await page.goto(`/news/${ended.slug}`)
  await expect(page.getByText(/^This announcement was current until/)).toBeVisible()
  expect((await page.request.get(`/news/${planned.slug}`)).status()).toBe(404)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'News' })).toHaveCount(0)
})
