import { sendGrievance } from '../../src/journal/peer-review/cases/grievances.ts'
import { answerProof, lastProof } from '../../src/journal/peer-review/cases/proofs.ts'
import type { LetterKind } from '../../src/contract/rules/peer-review/stages.ts'
import { aSignedIn, type SignedIn } from '../support/builders.ts'
import { earlier } from '../support/earlier.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { aCase, asCaller, decided, withReports } from '../support/review-builders.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

/** A case whose letter was sent an hour ago. */
const aDecidedCase = (
  { database }: RunningJournal,
  { author, decider, kind }: { author: SignedIn; decider: SignedIn; kind: LetterKind },
) =>
  earlier(60, async () => {
    const article = await aCase(database, { submitter: author.user, title: 'Leaf rolling in pearl millet' })
    await withReports(database, asCaller(decider), article.id)
    await decided(database, asCaller(decider), article.id, kind)
    return article
  })

test('an editor sends the proof and publishes what the author approves', async ({ page, journal, trouble }) => {
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  const author = await aSignedIn(journal)
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { id } = await aDecidedCase(journal, { author, decider: editor, kind: 'accept' })
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${id}`)
  const proof = page.getByRole('region', { name: 'Proof' })
  await proof.getByRole('button', { name: 'Send Proof' }).click()
  await expect(proof.getByText('Please upload the proof')).toBeVisible()
  await proof
    .locator('input[name=pdfUrl]')
    .setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await twoPages()) })
  await expect(proof.getByText(/^Uploaded,/)).toBeVisible()
  await proof.getByRole('button', { name: 'Send Proof' }).click()
  await expect(proof.getByText(/The author’s answer is due/)).toBeVisible()
  // The form was longer than what takes its place, which now begins under the bar.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)

  const answer = async (given: 'approved' | 'corrections', corrections: string | null) => {
    const { id: proofId } = (await lastProof(journal.database.db, id))!
    await journal.database.transaction((tx) =>
      answerProof(tx, asCaller(author), { articleId: id, proofId, answer: given, corrections }),
    )
  }
  await answer('approved', null)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(proof.getByText(/^Approved by the author/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Today leads straight to the dialog, and the case has it behind its one solid button.
  await page.goto('/admin')
  await page
    .locator('.cases')
    .getByRole('link', { name: /^Publish/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Publish article' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/cases/${id}`)
  await expect(page.locator('.case .btn.solid')).toHaveText(['Publish'])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByLabel(/^Use the approved proof: proof\.pdf/)).toBeChecked()
  await dialog.getByLabel(/I confirm/).check()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Article approved successfully'),
  ).toBeVisible()
  await expect(page.getByText('This article has been published.')).toBeVisible()
})

test('an appeal is answered by an editor who did not decide', async ({ page, journal, trouble }) => {
  // The text of a file that is no real one, and an answer that does not arrive.
  trouble.expect(/503.*\/(text|grievances)/)
  const author = await aSignedIn(journal)
  const decider = await aSignedIn(journal, { role: 'admin' })
  const other = await aSignedIn(journal, { role: 'admin' })
  const { id } = await aDecidedCase(journal, { author, decider, kind: 'decline' })
  const text = 'The second report is about another species.'
  await journal.database.transaction((tx) =>
    sendGrievance(tx, asCaller(author), { articleId: id, kind: 'appeal', text }),
  )
  await signIn(page, journal, { user: decider.user })
  await page.goto(`/cases/${id}`)
  const appeal = page.getByRole('region', { name: 'Appeal' })
  await expect(appeal).toContainText('Another editor has to answer the appeal.')
  await expect(appeal.getByRole('button', { name: 'Send Answer' })).toHaveCount(0)

  await signIn(page, journal, { user: other.user })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/cases/${id}`)
  await appeal.getByLabel('Outcome').selectOption('Upheld')
  await appeal.getByLabel('Answer to the author').fill('You are right.')
  await appeal.getByLabel('Return the manuscript to review').check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectNoAxeViolations(page)
  await page.route('**/grievances/*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await appeal.getByRole('button', { name: 'Send Answer' }).click()
  await expect(appeal.getByLabel('Answer to the author')).toHaveValue('You are right.')
  await expect(appeal.getByRole('button', { name: 'Send Answer' })).toBeVisible()
  await appeal.getByRole('button', { name: 'Send Answer' }).click()
  await expect(appeal.getByRole('heading', { name: /^Upheld/ })).toBeVisible()
})
