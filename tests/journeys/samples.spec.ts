import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test as base, type RunningJournal } from './support.ts'
import type { Page } from '@playwright/test'

/** With a server that no other file has emptied, though it has the samples too. */
const test = base.extend<object, { ofThisFile: void }>({
  ofThisFile: [async ({}, give) => give(), { scope: 'worker', auto: true }],
})
// The journal of a first start, which these tests read and then empty.
test.use({ sampleContent: 'on' })
test.describe.configure({ mode: 'serial' })

const STRIP = 'Invented manuscripts to try things on. Nothing you do here reaches anyone.'
/** On the screens of one of them, and not on Today, from which they are opened. */
const NOTE = 'Invented to try things on. Nothing you do here reaches anyone.'
const rows = (page: Page) => page.locator('.cases tr').filter({ has: page.locator('.go-case') })
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))

/** They come while the journal answers already, all at once after the articles, for which PDFs are made first. */
const loaded = ({ database, said }: RunningJournal) =>
  expect(async () => {
    const cases = await database.db.selectFrom('review_cases').select('article_id').execute()
    expect(cases.length, said()).toBeGreaterThan(14)
  }).toPass({ timeout: 60_000 })

test('Today is alive at the first start, and each row says that it is a sample', async ({ page, journal }) => {
  await loaded(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin?scope=all')
  await expect(page.getByText(STRIP)).toBeVisible()
  for (const group of ['Act now', 'Waiting for others', 'With authors', 'Closed this week']) {
    await expect(page.getByRole('heading', { name: group })).toBeVisible()
  }
  const count = await rows(page).count()
  expect(count).toBeGreaterThan(10)
  await expect(rows(page).filter({ has: page.getByText('Sample', { exact: true }) })).toHaveCount(count)
  await expect(page.getByText('Median to first decision, sample')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await narrow(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
})

test('a case, its invitation and its decision say that nothing is sent, and offer invented people', async ({
  page,
  journal,
}) => {
  await loaded(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin?scope=all')
  await page.getByRole('link', { name: /^Stomatal closure/ }).click()
  await expect(page.getByText(NOTE)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/admin?scope=all')
  await page.getByRole('link', { name: /^Decide ?: Stomatal closure/ }).click()
  await expect(page.getByText(NOTE)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/admin?scope=all')
  await page.getByRole('link', { name: /^Invite Reviewers ?: Micropropagation/ }).click()
  await expect(page.getByText(NOTE)).toBeVisible()
  await expect(page.getByText('@', { exact: false }).filter({ hasNotText: '.invalid' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.goto('/admin/reviewers')
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(14)
  await page.goto('/peer-review')
  await expect(page.getByText('These figures are of sample manuscripts, which were invented.')).toBeVisible()
})

test('one press removes them all', async ({ page, journal }) => {
  await loaded(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin?scope=all')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Remove All Samples' }).click()
  await expect(page.getByText('All samples removed').first()).toBeVisible()
  expect(await clicks()).toBe(1)
  await expect(page.getByText(STRIP)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(0)
  await page.goto('/blog')
  await expect(page.locator('article')).toHaveCount(0)
  const { db } = journal.database
  for (const table of ['articles', 'review_cases', 'reviewers', 'files', 'outbox', 'search_words'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
})
