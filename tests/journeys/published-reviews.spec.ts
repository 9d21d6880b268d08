import { makeReviewLink } from '../../src/journal/peer-review/cases/links.ts'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import type { Page } from '@playwright/test'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { sendProof } from '../../src/journal/peer-review/cases/proofs.ts'
import { asCaller } from '../support/review-builders.ts'
import { aFile, aSignedIn, type SignedIn } from '../support/builders.ts'
import { anAgreedReview } from '../support/agreed-review.ts'
import { aReviewedCase } from '../support/published-review-builders.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { layoutFaults } from './layout-faults.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const SCRIPT = '<script>document.title = "written by a reviewer"</script>'

const linkTo = (journal: RunningJournal, { id, email }: AssignmentRow): Promise<string> =>
  journal.database.transaction((tx) => makeReviewLink(tx, '', { assignmentId: id, email }))

/** Files that can be opened. */
const withFiles = async ({ store }: RunningJournal) => ({
  manuscripts: [],
  revision: { store, content: await twoPages() },
})

/** The dialog in which an accepted article with an approved proof is published. */
async function openPublishing(page: Page, journal: RunningJournal, articleId: string, editor: SignedIn) {
  const file = await aFile(journal.database, { owner: editor.user, content: await twoPages(), store: journal.store })
  await journal.database.transaction((tx) => sendProof(tx, asCaller(editor), { articleId, pdfUrl: fileUrl(file) }))
  await journal.database.db
    .updateTable('proofs')
    .set({ answer: 'approved', answered_at: new Date().toISOString() })
    .where('article_id', '=', articleId)
    .execute()
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${articleId}#publish`)
  return page.getByRole('dialog', { name: 'Publish article' })
}

test('two reviewers and the author agree, an editor publishes, and a stranger reads; then a name goes', async ({
  page,
  journal,
}) => {
  test.slow()
  const editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const { articleId, author, assignments } = await aReviewedCase(journal, editor, {
    ...(await withFiles(journal)),
    answer: null,
    choices: [null, null],
    texts: { first: `A clear question.\n\n${SCRIPT}\n\nPlease give the values of Prosopis cineraria.` },
  })
  const [marta, tendai] = assignments

  await test.step('a reviewer signs, another does not', async () => {
    for (const [assignment, choice] of [
      [marta, 'Yes, with my name'],
      [tendai, 'Yes, without my name'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(await linkTo(journal, assignment))
      const question = page.getByRole('group', { name: 'May we publish your report with the article?' })
      for (const each of await question.getByRole('radio').all()) await expect(each).not.toBeChecked()
      await question.getByRole('radio', { name: choice }).check()
      await expect(question.getByText('Your answer is saved.')).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })

  await test.step('the author agrees', async () => {
    await signIn(page, journal, { user: author.user })
    await page.goto(`/dashboard/articles/${articleId}`)
    const question = page.getByRole('group', { name: 'May we publish the reviews with your article?' })
    await question.getByRole('radio', { name: 'Yes, publish them' }).check()
    await expect(page.getByText('Your answer is saved').first()).toBeVisible()
    await page.reload()
    await expect(question.getByRole('radio', { name: 'Yes, publish them' })).toBeChecked()
    await expectNoAxeViolations(page)
  })

  await test.step('the editor reads what will be published, and publishes it with the article', async () => {
    const dialog = await openPublishing(page, journal, articleId, editor)
    const choice = dialog.getByRole('checkbox', { name: 'Publish the reviews with it: 3 reports, 1 signed' })
    await expect(choice).toBeChecked()
    await dialog.getByText('What readers will see').click()
    await expect(dialog.getByText('The measurements are careful.')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByRole('checkbox', { name: /meets all publication standards/ }).check()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Article approved successfully').first()).toBeVisible()
  })

  await test.step('a stranger reads them', async () => {
    await page.goto('about:blank')
    await page.context().setStorageState({ cookies: [], origins: [] })
    await page.goto(`/blog/${articleId}`)
    await page.getByRole('link', { name: 'Read the 3 reports' }).click()
    await expect(page).toHaveURL(`/blog/${articleId}/reviews`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sap flow in Prosopis cineraria')
    await expect(page.getByText('Marta Lindqvist')).toBeVisible()
    await expect(page.getByText('University of Lund')).toBeVisible()
    await expect(page.getByText('not signed')).toHaveCount(2)
    await expect(page.getByText(SCRIPT)).toBeVisible()
    await expect(page.locator('.rv i').filter({ hasText: 'Prosopis cineraria' })).toHaveCount(1)
    await expect(page).toHaveTitle(/^Peer review of Sap flow in Prosopis cineraria/)
    expect(await page.content()).not.toMatch(/Moyo|harare|A secret plot|gladly see a revision/i)
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      expect(await layoutFaults(page)).toEqual([])
      await expectNoAxeViolations(page)
    }
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width: 1280, height: 800 })
    // What leads to a text from its DOI.
    await page.goto(`/blog/${articleId}/reviews#d1`)
    await expect(page.getByRole('article', { name: 'Decision: major revision' })).toBeInViewport()
  })

  await test.step('the reviewer takes the name away, and the text stays', async () => {
    await page.goto('about:blank')
    await page.goto(await linkTo(journal, marta))
    await expect(page.getByText('Your report is published as by Marta Lindqvist, University of Lund.')).toBeVisible()
    await page.getByRole('button', { name: 'Take My Name Away' }).click()
    await expect(page.getByText('Your report is published without your name.')).toBeVisible()
    await page.goto(`/blog/${articleId}/reviews`)
    await expect(page.getByText('not signed')).toHaveCount(3)
    await expect(page.getByText('A clear question.')).toBeVisible()
    expect(await page.content()).not.toMatch(/Lindqvist|lund/i)
  })
})

test('a consent that is withdrawn before keeps the report, and what may quote it, from the public', async ({
  page,
  journal,
}) => {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { articleId, assignments } = await aReviewedCase(journal, editor, await withFiles(journal))
  await page.goto(await linkTo(journal, assignments[0]))
  await expect(page.getByRole('radio', { name: 'Yes, with my name' })).toBeChecked()
  await page.locator('input[name=publication][value=none]').check()
  await expect(page.getByText('Your answer is saved.')).toBeVisible()
  const dialog = await openPublishing(page, journal, articleId, editor)
  await expect(dialog.getByRole('checkbox', { name: 'Publish the reviews with it: 2 reports, unsigned' })).toBeChecked()
  await dialog.getByText('What stays unpublished: 4').click()
  await expect(dialog.getByText('The reviewer does not want it published.')).toBeVisible()
  await expect(dialog.getByText('It may quote a report that is not published.')).toHaveCount(3)
})

test('the form of the report asks, and keeps the answer', async ({ page, journal }) => {
  const { link } = await anAgreedReview(journal.database)
  await page.goto(link)
  const question = page
    .locator('.report-form')
    .getByRole('group', { name: 'May we publish your report with the article?' })
  await question.getByRole('radio', { name: 'Yes, without my name' }).check()
  await expect(question.getByText('Your answer is saved.')).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await layoutFaults(page)).toEqual([])
  }
  await page.reload()
  await expect(question.getByRole('radio', { name: 'Yes, without my name' })).toBeChecked()
})
