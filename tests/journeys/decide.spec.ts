import type { Page } from '@playwright/test'
import { sendCaseMessage } from '../../src/journal/peer-review/cases/notify.ts'
import { aFile, aReviewer, aUser } from '../support/builders.ts'
import { aRealPdf } from '../support/pdf-files.ts'
import { aCase, agreed, callerFor, decided, invited, reported, withReports } from '../support/review-builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

const PHONE = { width: 390, height: 844 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** A manuscript with two reports, and its editor signed in. */
async function aReviewed({ page, journal }: { page: Page; journal: RunningJournal }, options = {}) {
  const { user } = await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const editor = callerFor(user)
  const author = await aUser(journal.database)
  const article = await aCase(journal.database, {
    submitter: author,
    title: 'Stomatal closure precedes leaf rolling in <i>Pennisetum glaucum</i>',
  })
  await withReports(journal.database, editor, article.id, options)
  return { id: article.id, editor, author }
}
const decisionsOf = async (journal: RunningJournal, id: string) =>
  (await journal.database.db.selectFrom('decisions').selectAll().where('article_id', '=', id).execute()).length
const stageOf = async (journal: RunningJournal, id: string) =>
  (
    await journal.database.db
      .selectFrom('review_cases')
      .select('stage')
      .where('article_id', '=', id)
      .executeTakeFirstOrThrow()
  ).stage

test.beforeEach(({ journal }) => journal.clear())

test('an editor looks at the copy of a picture, releases it, and sends it with the decision', async ({
  page,
  journal,
}) => {
  const { id } = await aReviewed({ page, journal }, { count: 1 })
  const { db } = journal.database
  const report = await db.selectFrom('review_reports').select(['id', 'assignment_id']).executeTakeFirstOrThrow()
  const [photograph, copy] = [
    await aFile(journal.database, { name: 'leaf.png', mediaType: 'image/png', store: journal.store }),
    await aFile(journal.database, { name: 'Reviewer K.png', mediaType: 'image/png', store: journal.store }),
  ]
  await db
    .insertInto('review_files')
    .values({
      ...{ id: photograph.id, assignment_id: report.assignment_id, report_id: report.id, file_id: photograph.id },
      ...{ cleaned_file_id: copy.id, held_back: 'This is a picture.', rules: 1, created_at: photograph.created_at },
    })
    .execute()
  await page.goto(`/cases/${id}/decide`)
  const file = page.locator('.rfile')
  await expect(file).toContainText('This is a picture. The authors can get it once you have looked at the copy.')
  await expect(page.getByRole('checkbox', { name: /leaf\.png/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Look and release leaf.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release leaf.png?' })
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the Copy' }).click()
  expect((await download).suggestedFilename()).toBe('Reviewer K.png')
  await dialog.getByRole('button', { name: 'It names nobody: release it' }).click()
  await expect(file).toContainText('Samina Farooqi looked at the copy on')
  await expect(page.getByRole('checkbox', { name: /leaf\.png/ })).toBeChecked()
  await page.setViewportSize(PHONE)
  await fitsTheScreen(page)
  await expectNoAxeViolations(page)
  await page.getByText('You check the changes yourself.').click()
  await button(page, 'Send Minor Revision').click()
  await expect(page.getByText(/^(9:\d\d|10:00) left$/)).toBeVisible()
  const release = await db.selectFrom('report_releases').select('cleaned_file_id').executeTakeFirstOrThrow()
  expect(release.cleaned_file_id).toBe(copy.id)
})

test('a file goes with the letter: its copy is looked at, and neither a failed call nor Undo loses it', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED .*letter-files|net::ERR_FAILED/)
  const reviewer = await aReviewer(journal.database, { fullName: 'Linnea Moss' })
  const { id } = await aReviewed({ page, journal }, { reviewers: [reviewer] })
  const line = 'BT /F1 12 Tf 20 100 Td (After Linnea Moss) Tj ET'
  const annotated = aRealPdf({
    page: '/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>',
    objects: {
      4: `<</Length ${line.length}>>stream\n${line}\nendstream`,
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    },
  })
  await page.goto(`/cases/${id}/decide`)
  await page.getByText('You check the changes yourself.').click()
  await page.route('**/letter-files', (route) => route.abort(), { times: 1 })
  await page
    .locator('input[name=files]')
    .setInputFiles({ name: 'annotated.pdf', mimeType: 'application/pdf', buffer: annotated })
  await page.getByRole('button', { name: /^Try Again.*annotated\.pdf$/ }).click()
  const preview = page.getByRole('article', { name: 'The letter' })
  await expect(preview).toContainText('With this letter: annotated.pdf.')
  const looked = page.getByRole('checkbox', { name: /^“Linnea Moss” appears in the text of this file\. I have looked/ })
  await button(page, 'Send Minor Revision').click()
  await expect(looked).toBeFocused()
  await expect(page.getByText('Please look at the copy first')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize(PHONE)
  await fitsTheScreen(page)
  await looked.scrollIntoViewIfNeeded()
  await looked.check()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(looked).toBeChecked()
  await button(page, 'Send Minor Revision').click()
  await button(page, 'Undo').click()
  await expect(looked).toBeChecked()
  await page.getByRole('button', { name: 'Remove annotated.pdf' }).click()
  await expect(preview).not.toContainText('With this letter')
})

test('an editor decides in two clicks, sees the very letter, and undoes it', async ({ page, journal }) => {
  const { id } = await aReviewed({ page, journal })
  const clicks = await countClicks(page)
  await page.goto(`/cases/${id}/decide`)
  await expect(page.getByRole('heading', { level: 1, name: 'Decision' })).toBeVisible()
  // Nothing is chosen for the editor.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByText('Choose a decision to see its letter.')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByText('You check the changes yourself. Both reviewers recommend this.').click()
  const letter = page.getByLabel('Letter to the authors')
  await expect(letter).toHaveValue(/^Dear .*Two reviewers have read it with interest/s)
  const preview = page.getByRole('article', { name: 'The letter' })
  await expect(preview).toContainText('Stomatal closure precedes leaf rolling in Pennisetum glaucum: minor revision')
  await expect(preview).toContainText('The question is well put.')
  await expect(preview).toContainText('Methods sound and repeatable: partly.')
  // What stays with the editors.
  await expect(preview).not.toContainText(/secret|recommend|gladly/i)
  await expect(page.getByText('Linnea Moss').first()).toBeVisible()
  await expectNoAxeViolations(page)

  await button(page, 'Send Minor Revision').click()
  await expect(page.getByRole('heading', { name: /Minor revision for case/ })).toBeFocused()
  // Two here: with the one that opens this page, three from Today.
  expect(await clicks()).toBe(2)
  await expect(
    page.getByText(/The letter \(\d authors?\) and the outcome \(2 reviewers\) go out at \d\d:\d\d\./),
  ).toBeVisible()
  await expect(page.getByText(/^(9:\d\d|10:00) left$/)).toBeVisible()
  await expect(page.getByText('10 minutes left to undo.')).toBeAttached()
  await expectNoAxeViolations(page)
  expect(await stageOf(journal, id)).toBe('revising')

  // The page is the same when it is opened again.
  await page.reload()
  await button(page, 'Undo').click()
  await expect(page.getByRole('radio', { name: /Minor revision/ })).toBeChecked()
  expect(await stageOf(journal, id)).toBe('reviewing')
  expect(await decisionsOf(journal, id)).toBe(2)
})

test('from a case, where the decision was chosen, it is one click more', async ({ page, journal, trouble }) => {
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  const { id, author } = await aReviewed({ page, journal })
  const clicks = await countClicks(page)
  await page.goto(`/cases/${id}/decide?kind=major`)
  await expect(page.getByRole('radio', { name: /Major revision/ })).toBeChecked()
  await button(page, 'Send Major Revision').click()
  await expect(page.getByRole('heading', { name: /Major revision for case/ })).toBeVisible()
  expect(await clicks()).toBe(1)

  // For ten minutes it can be undone on Today and on the case too.
  const undo = page.getByRole('button', { name: /^Undo the decision: Stomatal closure/ })
  await page.goto('/admin')
  await expect(undo).toBeVisible()
  await expectNoAxeViolations(page)
  // Also while the author waits for an answer.
  const message = { articleId: id, text: 'When do we hear from you?' }
  await journal.database.transaction((tx) => sendCaseMessage(tx, { userId: author.id }, 'author', message))
  for (const width of [390, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await expect(page.getByRole('link', { name: /^Answer Author ?: Stomatal closure/ })).toBeVisible()
    // At some widths the row ends below the window. Wherever it is, nothing cuts it off.
    await undo.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
    await expect(undo).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await undo.click()
  await expect(page.getByRole('link', { name: /^Decide ?: Stomatal closure/ })).toBeVisible()
  expect(await stageOf(journal, id)).toBe('reviewing')
  await page.goto(`/cases/${id}/decide?kind=decline`)
  await button(page, 'Send Decline').click()
  await expect(page.getByRole('heading', { name: /for case/ })).toBeVisible()
  await page.goto(`/cases/${id}`)
  await expect(page.getByText(/Letter goes out in \d+ min\./)).toBeVisible()
  await undo.click()
  await expect(page.locator('.case .btn.solid')).toHaveText(['Decide'])
  expect(await stageOf(journal, id)).toBe('reviewing')
})

test('everything works from the keyboard', async ({ page, journal }) => {
  const { id } = await aReviewed({ page, journal })
  await page.goto(`/cases/${id}/decide`)
  await expect(page.getByRole('radio', { name: /Accept/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please choose a decision')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Accept/ })).toBeFocused()
  for (const [key, name] of [
    ['4', /Decline/],
    ['1', /Accept/],
    ['3', /Major/],
    ['2', /Minor/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  await page.getByLabel('Letter to the authors').focus()
  await page.keyboard.press('Control+Home')
  // In a text, a digit is a digit.
  await page.keyboard.type('4 points. ')
  await expect(page.getByRole('radio', { name: /Minor/ })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: /Minor revision for case/ })).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByLabel('Letter to the authors')).toHaveValue(/^4 points\. Dear/)
  expect(await stageOf(journal, id)).toBe('reviewing')
})

test('what is written survives another choice, a reload and a server that fails', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/500|Failed to load resource/)
  const { id } = await aReviewed({ page, journal })
  await page.goto(`/cases/${id}/decide?kind=minor`)
  await page.getByLabel('Letter to the authors').fill('Dear all,\n\nplease see point 1.')
  await page.getByRole('radio', { name: /Decline/ }).check()
  await expect(page.getByLabel('Letter to the authors')).toHaveValue(/sorry/)
  await page.getByRole('radio', { name: /Minor/ }).check()
  await expect(page.getByLabel('Letter to the authors')).toHaveValue('Dear all,\n\nplease see point 1.')
  await page.reload()
  await expect(page.getByLabel('Letter to the authors')).toHaveValue('Dear all,\n\nplease see point 1.')

  await page.route('**/api/cases/*/decisions', (route) => route.fulfill({ status: 500, body: '{}' }))
  await button(page, 'Send Minor Revision').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent' })).toContainText(
    'Everything you have written is kept.',
  )
  await expectNoAxeViolations(page)
  await page.unroute('**/api/cases/*/decisions')

  // The answer is lost, and it is sent once more: one decision.
  let lost = true
  await page.route('**/api/cases/*/decisions', async (route) => {
    if (!lost) return route.continue()
    lost = false
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Send Minor Revision').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent' })).toContainText('The server is not responding.')
  await button(page, 'Send Minor Revision').dblclick()
  await expect(page.getByRole('heading', { name: /Minor revision for case/ })).toBeVisible()
  expect(await decisionsOf(journal, id)).toBe(1)
  const { letter } = await journal.database.db
    .selectFrom('decisions')
    .select('letter')
    .where('article_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(letter).toBe('Dear all,\n\nplease see point 1.')
})

test('a report that arrives meanwhile is read first, and then no reason is needed', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/409/)
  const { id, editor } = await aReviewed({ page, journal }, { count: 1 })
  const late = await aReviewer(journal.database, { fullName: 'Olga Slow' })
  const [last] = await invited(journal.database, editor, id, { reviewers: [late] })
  await agreed(journal.database, last!.id)
  await page.goto(`/cases/${id}/decide?kind=accept`)
  await expect(page.getByText('Olga Slow has not reported')).toBeVisible()
  await button(page, 'Send Acceptance').click()
  await expect(page.getByText('Please give the reason, which is printed with the article')).toBeVisible()
  await expect(page.getByLabel('Reason for the exception')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.getByLabel('Reason for the exception').fill('Few people know this family.')
  await reported(journal.database, last!.id)
  await button(page, 'Send Acceptance').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent' })).toContainText('A report has arrived')
  await expect(page.getByText('(new)')).toBeVisible()
  // Now there are two.
  await expect(page.getByLabel('Reason for the exception')).toHaveCount(0)
  await button(page, 'Send Acceptance').click()
  await expect(page.getByRole('heading', { name: /Accept for case/ })).toBeVisible()
})

test('another editor was faster: by whom and what', async ({ page, journal, trouble }) => {
  trouble.expect(/409/)
  const { id } = await aReviewed({ page, journal })
  await page.goto(`/cases/${id}/decide?kind=minor`)
  await page.getByLabel('Letter to the authors').fill('My letter')
  const other = callerFor(await aUser(journal.database, { role: 'admin', fullName: 'Jonas Berg' }))
  await decided(journal.database, other, id, 'decline')
  await button(page, 'Send Minor Revision').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent' })).toContainText(
    'Jonas Berg has already decided: decline.',
  )
  await expect(page.getByRole('heading', { name: /Decline for case/ })).toBeVisible()
  await expectNoAxeViolations(page)

  // Undone in another tab meanwhile.
  const second = await page.context().newPage()
  await second.goto(`/cases/${id}/decide`)
  await button(second, 'Undo').click()
  await expect(second.getByLabel('Letter to the authors')).toHaveValue('My letter')
  await button(page, 'Undo').click()
  await expect(page.getByText('This decision has already been undone.')).toBeVisible()
})

test('on a phone', async ({ page, journal }) => {
  await page.setViewportSize(PHONE)
  const { id } = await aReviewed({ page, journal })
  await page.goto(`/cases/${id}/decide`)
  await page.getByRole('radio', { name: /Minor/ }).check()
  await fitsTheScreen(page)
  await expect(button(page, 'Send Minor Revision')).toBeInViewport()
  await expect(page.getByRole('article', { name: 'The letter' })).toBeHidden()
  await page.getByRole('heading', { name: 'What the authors will see' }).click()
  await expect(page.getByRole('article', { name: 'The letter' })).toBeVisible()
  await fitsTheScreen(page)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await fitsTheScreen(page)
  await button(page, 'Send Minor Revision').click()
  await expect(button(page, 'Undo')).toBeVisible()
  await fitsTheScreen(page)
  await expectNoAxeViolations(page)
})

test('a guest editor decides on the pages of authors; others are refused in words', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/403/)
  const { id } = await aReviewed({ page, journal })
  const { user } = await signIn(page, journal, { fullName: 'Greta Guest' })
  await page.goto(`/cases/${id}/decide`)
  await expect(page.getByText('Only editors of this manuscript can do this').first()).toBeVisible()
  await journal.database.db
    .insertInto('case_editors')
    .values({
      article_id: id,
      user_id: user.id,
      is_guest: 1,
      since: new Date().toISOString(),
      recused_at: null,
      reason: null,
    })
    .execute()
  await page.reload()
  await page.getByRole('radio', { name: /Decline/ }).check()
  await expect(page.getByLabel('Letter to the authors')).toHaveValue(/Greta Guest, Editor$/)
  await button(page, 'Send Decline').click()
  await expect(page.getByRole('heading', { name: /Decline for case/ })).toBeVisible()
})

test('the letters are listed and previewed in settings', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts')
  await page.getByRole('link', { name: 'Minor revision' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Minor revision' })).toBeVisible()
  await expect(page.getByText('Two reviewers have read it with interest')).toBeVisible()
  await expectNoAxeViolations(page)
})
