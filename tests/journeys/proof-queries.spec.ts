import { lastProof } from '../../src/journal/peer-review/cases/proofs.ts'
import { aSignedIn } from '../support/builders.ts'
import { earlier } from '../support/earlier.ts'
import { aCase, asCaller, decided, withReports } from '../support/review-builders.ts'
import { aWordFile, h, p } from '../support/word-files.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

const TITLE = 'Leaf rolling in pearl millet'
const WORD = {
  name: 'edited.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: aWordFile(
    h(1, 'Introduction') +
      p('Leaves of pearl millet roll three weeks after sowing.') +
      h(1, 'References') +
      p('1. Green A. Leaves. J Bot 2020. https://doi.org/10.5555/leaf.1'),
  ),
}

/** A case whose letter of acceptance was sent an hour ago. */
const anAccepted = async (
  { database }: RunningJournal,
  author: Parameters<typeof asCaller>[0],
  editor: typeof author,
) =>
  earlier(60, async () => {
    const submitter = author.user as NonNullable<Parameters<typeof aCase>[1]>['submitter']
    const article = await aCase(database, { submitter: submitter!, title: TITLE })
    await withReports(database, asCaller(editor), article.id)
    await decided(database, asCaller(editor), article.id, 'accept')
    return article
  })

test('a proof is made from the text, sent with a question, answered beside its passage and published', async ({
  page,
  journal,
  trouble,
}) => {
  test.slow()
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  const author = await aSignedIn(journal)
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { id } = await anAccepted(journal, author, editor)

  // A page of the other, left open, would go on asking.
  await page.goto('about:blank')
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${id}`)
  const proof = page.getByRole('region', { name: 'Proof', exact: true })
  await proof.locator('input[name=fullTextUrl], input[type=file]').first().setInputFiles(WORD)
  await expect(proof.getByText(/^Uploaded,/)).toBeVisible()
  await proof.getByRole('button', { name: 'Make the Proof from the Text' }).click()
  await expect(proof.getByText(/^Made from the text: .*-proof\.pdf, 1 page/)).toBeVisible({ timeout: 60_000 })
  await proof.getByRole('button', { name: 'Look at the PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'PDF' })
  await expect(dialog.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Close Preview' }).click()

  await proof.getByRole('button', { name: 'Add Question' }).click()
  await proof.getByRole('button', { name: 'Send Proof' }).click()
  await expect(proof.getByText('Please write the question, or remove it')).toBeVisible()
  await proof.getByLabel('Page (optional)').fill('1')
  await proof.getByLabel('Words of the passage (optional)').fill('three weeks after sowing')
  await proof.getByLabel('Question', { exact: true }).fill('Table 1 says four weeks. Which is right?')
  await expectNoAxeViolations(page)
  await proof.getByRole('button', { name: 'Send Proof' }).click()
  await expect(proof.getByText(/The author’s answer is due/)).toBeVisible()
  await expect(proof.getByRole('region', { name: 'Question 1' })).toContainText('No answer yet.')

  // The author, on a phone and with the keyboard alone.
  // A page of the other, left open, would go on asking.
  await page.goto('about:blank')
  await signIn(page, journal, { user: author.user })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/articles/${id}`)
  const question = page.getByRole('region', { name: 'Question 1' })
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(question).toContainText('three weeks after sowing')
  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await expect(question.getByLabel('Your answer')).toBeFocused()
  await page.keyboard.type('Three weeks; the table is wrong.')
  await page.reload()
  await expect(question.getByLabel('Your answer')).toHaveValue('Three weeks; the table is wrong.')
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await question.getByRole('button', { name: 'Save Answer to question 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(question.getByText('Answered')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve the proof?' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('You have approved this proof.')).toBeVisible()
  expect((await lastProof(journal.database.db, id))!.answer).toBe('approved')

  // The editor settles the answer, has the final PDF made and publishes it.
  await page.setViewportSize({ width: 1280, height: 800 })
  // A page of the other, left open, would go on asking.
  await page.goto('about:blank')
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${id}`)
  await expect(proof.getByRole('region', { name: 'Question 1' })).toContainText('Three weeks; the table is wrong.')
  await proof.getByRole('button', { name: 'Settle question 1' }).click()
  await expect(proof.getByRole('region', { name: 'Question 1' })).toContainText('settled')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = page.getByRole('dialog', { name: 'Publish article' })
  // A proof says that it is one: the final PDF is made from the same text.
  await expect(publish.getByLabel(/^Use the approved proof/)).toHaveCount(0)
  await publish.getByRole('button', { name: 'Make the PDF from the Text' }).click()
  await expect(publish.getByText(/^Made from the text: /)).toBeVisible({ timeout: 60_000 })
  await publish.getByLabel('Issue (optional)').fill('2')
  await expect(publish.getByText('What the PDF was made from has changed. Please make it again.')).toBeVisible()
  await publish.getByRole('button', { name: 'Make the PDF from the Text' }).click()
  await expect(publish.getByText(/^Made from the text: /)).toBeVisible({ timeout: 60_000 })
  await expectNoAxeViolations(page)
  await publish.getByLabel(/I confirm/).check()
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('This article has been published.')).toBeVisible()
  const sent = await page.request.get(`/blog/${id}.pdf`)
  expect((await sent.body()).toString('latin1')).toContain('<pdfaid:conformance>A')
})
