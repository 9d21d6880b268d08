import type { Browser, Page } from '@playwright/test'
import { aCategory } from '../support/builders.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'
import { addAuthor, DOCX, fillDetails, fillTitle, isReceived, next, step, uploadFiles, WIZARD } from './wizard.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test.beforeEach(async ({ page, journal }) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await page.setViewportSize(PHONE)
})

/** A browser on another device, where the same person has signed in. */
async function atTheDesk(browser: Browser, journal: RunningJournal, user: Awaited<ReturnType<typeof signIn>>['user']) {
  const context = await browser.newContext({ baseURL: journal.url, viewport: DESK })
  const page = await context.newPage()
  await signIn(page, journal, { user })
  return page
}

const isSaved = (page: Page) => expect(page.getByText(/^Saved at /)).toBeVisible({ timeout: 10_000 })
const draftOf = async (journal: RunningJournal) =>
  journal.database.db.selectFrom('submission_drafts').selectAll().executeTakeFirst()

test('what was begun on a phone is finished at the desk, files included', async ({ page, browser, journal }) => {
  test.slow()
  const { user } = await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await isSaved(page)
  await expectNoAxeViolations(page)

  const desk = await atTheDesk(browser, journal, user)
  await desk.goto(WIZARD)
  await step(desk, 4, 'Authors')
  await addAuthor(desk, ['Ayesha Malik', 'Corresponding Author'])
  await isSaved(desk)

  // Back at the phone, where nothing was typed meanwhile: the newest is there.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Ayesha Malik', { exact: true })).toBeVisible()

  await next(desk)
  await step(desk, 5, 'Review & Submit')
  await expect(desk.getByText('manuscript.docx')).toBeVisible()
  await desk.getByRole('checkbox', { name: /I confirm/ }).check()
  await desk.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(desk)
  expect((await draftOf(journal))?.content).toBeNull()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await step(page, 1, 'Article Title')
  await desk.context().close()
})

test('of two devices that have changed it one is gone on with, and the other stays', async ({
  page,
  browser,
  journal,
  trouble,
}) => {
  test.slow()
  trouble.expect(/409|ERR_INTERNET_DISCONNECTED/)
  const { user } = await signIn(page, journal)
  await page.goto(WIZARD)
  await page.getByLabel('Article title').fill('Seed rain')
  await isSaved(page)
  const desk = await atTheDesk(browser, journal, user)
  await desk.goto(WIZARD)
  await expect(desk.getByLabel('Article title')).toHaveText('Seed rain')
  await page.context().setOffline(true)
  await page.getByLabel('Article title').fill('Seed rain on the train')
  await expect(page.getByText('Saved on this device; you are offline')).toBeVisible({ timeout: 10_000 })
  await desk.getByLabel('Article title').fill('Seed rain at the desk')
  await isSaved(desk)
  await expect.poll(async () => (await draftOf(journal))?.title).toBe('Seed rain at the desk')
  await page.context().setOffline(false)
  await expect(page.getByText('There is another version of this draft.')).toBeVisible({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Compare Versions' }).click()
  const question = page.getByRole('dialog', { name: 'Two versions of your draft' })
  await expect(question).toContainText('Seed rain on the train')
  await expect(question).toContainText('Seed rain at the desk')
  await expect(question).toContainText('They differ in: Title.')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Use the Other Version' }).click()
  await expect(page.getByLabel('Article title')).toHaveText('Seed rain at the desk')

  const aside = page.getByRole('region', { name: 'Drafts set aside' })
  await expect(aside).toContainText('Seed rain on the train')
  await expectNoAxeViolations(page)
  await aside.getByRole('button', { name: /^Go On With This/ }).click()
  await expect(page.getByLabel('Article title')).toHaveText('Seed rain on the train')
  await expect(aside).toContainText('Seed rain at the desk')
  await aside.getByRole('button', { name: /^Discard/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(aside).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Article title')).toHaveText('Seed rain on the train')
  await page.getByRole('button', { name: 'Discard Draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByLabel('Article title')).toHaveText('')
  expect((await draftOf(journal))?.content).toBeNull()
  await desk.context().close()
})

test('while the server fails the device keeps it, and sends it later', async ({ page, browser, journal, trouble }) => {
  test.slow()
  trouble.expect(/50[03]|ERR_|Failed to load/)
  const { user } = await signIn(page, journal)
  const fails = (on: Page) => on.route('**/api/submission-drafts', (route) => route.fulfill({ status: 503, json: {} }))
  await fails(page)
  await page.goto(WIZARD)
  await fillTitle(page)
  await page.getByLabel('Key Message').fill('Seeds fall near.')
  await expect(page.getByText('Saved on this device; the server is not responding')).toBeVisible({ timeout: 10_000 })
  await expectNoAxeViolations(page)
  await page.reload()
  // The journal has not answered: what is shown is what the device has.
  await step(page, 2, 'Article Details')
  await expect(page.getByLabel('Key Message')).toHaveText('Seeds fall near.')
  await page.unroute('**/api/submission-drafts')
  await isSaved(page)
  const desk = await atTheDesk(browser, journal, user)
  await desk.goto(WIZARD)
  await expect(desk.getByLabel('Key Message')).toHaveText('Seeds fall near.')
  // Another account at the same desk finds nothing of it.
  await signIn(desk, journal)
  await desk.goto(WIZARD)
  await step(desk, 1, 'Article Title')
  await expect(desk.getByLabel('Article title')).toHaveText('')
  await desk.context().close()
})

test('a manuscript is submitted although its draft cannot be saved', async ({ page, journal, trouble }) => {
  test.slow()
  trouble.expect(/50[03]|ERR_|Failed to load/)
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await isSaved(page)
  await page.route('**/api/submission-drafts', (route) => route.fulfill({ status: 503, json: {} }))
  await fillDetails(page)
  await uploadFiles(page, [DOCX])
  await addAuthor(page, ['Ayesha Malik', 'Corresponding Author'])
  await next(page)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(page)
  await page.unroute('**/api/submission-drafts')
  await page.goto(WIZARD)
  await expect(page.getByLabel('Article title')).toHaveText('')
  expect((await draftOf(journal))?.content).toBeNull()
})
