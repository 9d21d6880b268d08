import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aCategory, aSignedIn } from '../support/builders.ts'
import { earlier } from '../support/earlier.ts'
import { anAccepted, anInvoice, aPayment } from '../support/fee-builders.ts'
import { aCase, asCaller, decided, withReports } from '../support/review-builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { addAuthor, fillDetails, fillTitle, next, step, uploadFiles, WIZARD } from './wizard.ts'

const REASON = 'My institute has no fund for fees, and I pay my field work myself.'

/** On a phone too nothing is wider than the screen. */
async function fitsPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** What a toast says; a live region repeats it. */
const toast = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words)

/** Pictures of the screen on both sizes and in both schemes, if they are asked for. */
async function shots(page: Page, name: string) {
  if (process.env.SHOTS === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(process.env.SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('an author who cannot pay says so while submitting: two clicks, and no part of the draft', async ({
  page,
  journal,
}) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, ['Ayesha Malik', 'Corresponding Author'])
  await next(page)
  await step(page, 5, 'Review & Submit')
  const clicks = await countClicks(page)
  await page.getByText('I cannot pay the full fee').click()
  await page.getByRole('radio', { name: 'I can pay a part' }).click()
  expect(await clicks()).toBe(2)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Please enter what you could pay')).toBeVisible()
  await page.getByLabel('I can pay', { exact: true }).fill('USD 20')
  await page.getByLabel('Why', { exact: true }).fill(REASON)
  await fitsPhone(page)
  // A reload loses nothing of it.
  await page.reload()
  await expect(page.getByLabel('Why', { exact: true })).toHaveValue(REASON)
  const drafts = await journal.database.db.selectFrom('submission_drafts').select('content').execute()
  expect(JSON.stringify(drafts)).not.toContain('no fund for fees')
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'We have received your manuscript' })).toBeVisible()
  const waivers = await journal.database.db.selectFrom('waivers').selectAll().execute()
  expect(waivers).toMatchObject([{ kind: 'part', could_pay: 'USD 20', reason: REASON, outcome: null }])
  await page.goto(`/dashboard/articles/${waivers[0]!.article_id}`)
  await expect(page.getByText('I can pay a part, USD 20')).toBeVisible()
})

test('after acceptance an editor answers in four clicks, and the author reads it', async ({ page, journal }) => {
  const author = await aSignedIn(journal)
  const decider = await aSignedIn(journal, { role: 'admin' })
  const { id } = await earlier(60, async () => {
    const article = await aCase(journal.database, { submitter: author.user, title: 'Leaf rolling in pearl millet' })
    await withReports(journal.database, asCaller(decider), article.id)
    await decided(journal.database, asCaller(decider), article.id, 'accept')
    return article
  })
  await signIn(page, journal, { user: author.user })
  await page.goto(`/dashboard/articles/${id}`)
  const fee = page.getByRole('region', { name: 'Publication fee' })
  await fee.getByRole('button', { name: 'I Cannot Pay the Full Fee...' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'I cannot pay anything' }).check()
  await dialog.getByLabel('Why', { exact: true }).fill(REASON)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(fee.getByText(/^You asked on/)).toBeVisible()
  await fitsPhone(page)

  // What is open would ask again as someone else.
  await page.goto('/about')
  await page.context().clearCookies()
  await signIn(page, journal, { user: decider.user })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Fees' }).click()
  await expect(page.getByText(REASON)).toBeVisible()
  await page.getByRole('button', { name: 'Reduce to...' }).click()
  await page.getByLabel('What remains to be paid').fill('USD 20')
  await page.getByLabel('To the author (optional)').fill('Thank you for telling us.')
  await page.getByRole('button', { name: 'Reduce', exact: true }).click()
  await expect(toast(page, 'Answered. The author gets an email')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(4)
  await page.getByRole('link', { name: /^Waived/ }).click()
  await expect(page.getByText('Reduced to USD 20')).toBeVisible()
  await expectNoAxeViolations(page)
  await fitsPhone(page)

  // What is open would ask again as someone else.
  await page.goto('/about')
  await page.context().clearCookies()
  await signIn(page, journal, { user: author.user })
  await page.goto(`/dashboard/articles/${id}`)
  await expect(fee.getByText('What remains to be paid is USD 20.')).toBeVisible()
  await expect(fee.getByText('Thank you for telling us.')).toBeVisible()
})

test('an accepted manuscript is invoiced, paid in three clicks, and its author downloads the invoice', async ({
  page,
  journal,
}) => {
  await journal.clear()
  const author = await aSignedIn(journal)
  const editor = await aSignedIn(journal, { role: 'admin' })
  const made = await earlier(60, async () => {
    const titles = [
      'Flower colour in <i>Iris aitchisonii</i>',
      'Anther culture of <i>Brassica juncea</i>',
      'Propagule size',
    ]
    return Promise.all(titles.map((title) => anAccepted(journal.database, author.user, title)))
  })
  const [, other, late] = made
  const overdue = await anInvoice(journal.database, asCaller(editor), late!, { dueDays: 0 })
  await aPayment(journal.database, asCaller(editor), overdue)
  const settled = await anInvoice(journal.database, asCaller(editor), other!)
  await signIn(page, journal, { user: editor.user })
  await page.goto('/admin/fees?tab=to-invoice')
  await shots(page, 'to-invoice')
  await page.getByRole('button', { name: /^Issue Invoice/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Payer')).toHaveValue(author.user.full_name)
  await dialog.getByRole('radio', { name: /^Local/ }).check()
  await dialog.getByLabel('Payer').fill('Sample University of Multan')
  await dialog.getByLabel('Address (optional)').fill('1 Herbarium Road\nMultan')
  await expectNoAxeViolations(page)
  await shots(page, 'issue')
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click()
  await expect(toast(page, /^Invoice .+ issued\. The author gets an email/)).toBeVisible()
  await expect(page.getByText('Nothing to invoice')).toBeVisible()

  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Fees' }).click()
  await page.getByRole('button', { name: `Mark as Paid ${settled}` }).click()
  await page.getByRole('button', { name: 'Save and Send Receipt' }).click()
  await expect(toast(page, 'Noted. The author gets a receipt')).toBeVisible()
  expect(await clicks()).toBe(3)
  const receipts = await journal.database.db
    .selectFrom('outbox')
    .select('kind')
    .where('article_id', '=', other!)
    .execute()
  expect(receipts.map(({ kind }) => kind)).toContain('fee-receipt')

  // By the keyboard: the form opens on its first field, and Escape closes it.
  await page.getByRole('button', { name: `Mark as Paid ${overdue}` }).press('Enter')
  await expect(page.getByLabel('Received on')).toBeFocused()
  await expectNoAxeViolations(page)
  await shots(page, 'to-be-paid')
  await fitsPhone(page)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Received on')).toBeHidden()
  await page.getByRole('link', { name: /^Paid/ }).click()
  await expect(page.getByText(`${settled} · Ayesha Malik`)).toBeVisible()
  await shots(page, 'paid')
  await page.getByRole('button', { name: `Credit... ${settled}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click()
  await expect(toast(page, 'Credited. The author gets an email')).toBeVisible()
  await page.getByRole('link', { name: /^Credited/ }).click()
  await expect(page.getByText(/^Credited by /)).toBeVisible()
  await fitsPhone(page)

  // What is open would ask again as someone else.
  await page.goto('/about')
  await page.context().clearCookies()
  await signIn(page, journal, { user: author.user })
  await page.goto(`/dashboard/articles/${late}`)
  const fee = page.getByRole('region', { name: 'Publication fee' })
  await expect(fee.getByText(`Invoice ${overdue}`)).toBeVisible()
  await shots(page, 'author')
  const downloading = page.waitForEvent('download')
  await fee.getByRole('button', { name: `Download PDF of ${overdue}` }).click()
  const file = await (await downloading).path()
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  if (process.env.SHOTS !== undefined) await copyFile(file, join(process.env.SHOTS, 'invoice.pdf'))
  await fitsPhone(page)
})
