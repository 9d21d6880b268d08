import type { Locator, Page } from '@playwright/test'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import type { LetterKind } from '../../src/contract/rules/peer-review/stages.ts'
import { sendCaseMessage } from '../../src/journal/peer-review/cases/notify.ts'
import { sendProof } from '../../src/journal/peer-review/cases/proofs.ts'
import { aFile, aUser } from '../support/builders.ts'
import { earlier } from '../support/earlier.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { aCase, anEditor, decided, withReports } from '../support/review-builders.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'
import { DOCX } from './wizard.ts'

/** A case whose letter was sent an hour ago. */
const aDecidedCase = ({ database }: RunningJournal, submitter: { id: string }, kind: LetterKind) =>
  earlier(60, async () => {
    const editor = await anEditor(database)
    const article = await aCase(database, {
      submitter,
      title: 'Stomatal closure in <i>Pennisetum glaucum</i>',
      manuscripts: ['manuscript.docx'],
    })
    await withReports(database, editor, article.id)
    await decided(database, editor, article.id, kind)
    return article
  })

const path = (id: string) => `/dashboard/articles/${id}`
const status = (page: Page) => page.getByRole('region', { name: 'Status' })
const said = (page: Page, words: string) => page.getByRole('region', { name: 'Notifications' }).getByText(words)
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

/** Clicks, and counts it. */
const clicking = () => {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks++
      await target.click()
    },
    count: () => clicks,
  }
}

test('a manuscript in screening: one sentence with its date, a change, a message', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const { id } = await aCase(journal.database, { submitter: author.user, manuscripts: ['manuscript.docx'] })
  await page.goto('/dashboard')
  await expect(page.getByText('With the editor')).toBeVisible()
  await page.getByRole('link', { name: /^View Details/ }).click()
  await expect(page).toHaveURL(path(id))
  await expect(status(page)).toContainText(/Decision expected by [A-Z][a-z]+ \d+, \d{4}/)
  await expect(page.getByRole('list', { name: 'Progress of your manuscript' }).locator('[aria-current]')).toContainText(
    'Received',
  )
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Change Manuscript' }).click()
  await page.getByLabel('Keywords').fill('roots, drought, maize')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(said(page, 'Your changes have been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Change Manuscript' }).click()
  await expect(page.getByLabel('Keywords')).toHaveValue('roots, drought, maize')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Typed text survives a reload and a failed call.
  await page.getByLabel('Write to the editor').fill('May we add a figure?')
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes(':message')))
  await page.reload()
  await expect(page.getByLabel('Write to the editor')).toHaveValue('May we add a figure?')
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(said(page, 'Your message has been sent')).toBeVisible()
  await expect(page.getByLabel('Write to the editor')).toHaveValue('')
  const editor = await anEditor(journal.database)
  await journal.database.transaction((tx) =>
    sendCaseMessage(tx, editor, 'editor', { articleId: id, text: 'Yes, please do.' }),
  )
  await page.reload()
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveText([
    /You, .*May we add a figure\?/,
    /The editor, .*Yes, please do\./,
  ])
})

test('a revision in three clicks; replies survive a reload and a lost connection', async ({
  page,
  journal,
  context,
  trouble,
}) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED/)
  const author = await signIn(page, journal)
  const { id } = await aDecidedCase(journal, author.user, 'minor')
  await page.goto('/dashboard')
  await expect(page.getByText('Revision due')).toBeVisible()
  const needsYou = page.getByRole('region', { name: 'Needs you' })
  await expect(needsYou).toContainText(/Please send your revision by \w+ \d+, \d{4}/)
  await expect(needsYou.getByRole('link', { name: /^Send the Revision/ })).toHaveCount(1)
  // Before all that is listed.
  expect(await page.locator('.needs-you, .grid3').first().getAttribute('class')).toBe('needs-you')
  const { click, count } = clicking()
  await click(page.getByRole('link', { name: /^View Details/ }))
  await expect(status(page)).toContainText(/Please send your revision by /)
  await expectNoAxeViolations(page)
  const replies = page.getByLabel(/^Your reply to Reviewer/)
  await expect(replies).toHaveCount(2)
  await replies.first().fill('Added in the Methods, lines 88 to 93.')
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await page.reload()
  await expect(replies.first()).toHaveValue('Added in the Methods, lines 88 to 93.')

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    click(page.getByText('choose files', { exact: true })),
  ])
  await chooser.setFiles([DOCX])
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send Revision' }).click()
  await expect(page.getByText(/there is no connection/)).toBeVisible()
  await expect(replies.first()).toHaveValue('Added in the Methods, lines 88 to 93.')
  await context.setOffline(false)
  await click(page.getByRole('button', { name: 'Send Revision' }))
  await expect(status(page)).toContainText('We received your revision on')
  expect(count()).toBe(3)
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  const { reply } = await journal.database.db
    .selectFrom('manuscript_versions')
    .select('reply')
    .where('article_id', '=', id)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  expect(reply).toMatch(/^Reply to Reviewer \w+\n\nAdded in the Methods, lines 88 to 93\.$/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':revision')))).toEqual([])
})

test('a revision on a phone, with the keyboard alone', async ({ page, journal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const author = await signIn(page, journal)
  const { id } = await aDecidedCase(journal, author.user, 'major')
  await page.goto(path(id))
  await expect(status(page)).toContainText('Please send your revision')
  await noSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await noSidewaysScroll(page)
  await page.locator('input[name=files]').setInputFiles([DOCX])
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await page
    .getByLabel(/^Your reply to Reviewer/)
    .first()
    .focus()
  await page.keyboard.type('Done.')
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await page.getByRole('button', { name: 'Send Revision' }).evaluate((own) => own === document.activeElement))
      break
  }
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('We received your revision')
  await noSidewaysScroll(page)
})

test('withdrawing asks for a reason, from the page and from My Articles', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const editor = await anEditor(journal.database)
  const [one, two] = [
    await aCase(journal.database, { submitter: author.user, title: 'The first of two' }),
    await aCase(journal.database, { submitter: author.user, title: 'The second of two' }),
  ]
  for (const { id } of [one, two]) await withReports(journal.database, editor, id)
  await page.goto(path(one.id))
  await page.getByRole('button', { name: 'Withdraw...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw Manuscript' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Please say why you withdraw the manuscript')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reason').fill('We found an error in table 2.')
  await dialog.getByRole('button', { name: 'Withdraw' }).dblclick()
  await expect(status(page)).toContainText('This manuscript has been withdrawn')
  await expect(page.getByRole('button', { name: 'Withdraw...' })).toHaveCount(0)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Withdraw.*The second of two$/ }).click()
  await expect(dialog.getByText('Its peer review ends')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The same error.')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn', { exact: true })).toHaveCount(2)
  const cases = await journal.database.db
    .selectFrom('review_cases')
    .select(['stage', 'withdraw_reason'])
    .where('article_id', '=', two.id)
    .execute()
  expect(cases).toEqual([{ stage: 'withdrawn', withdraw_reason: 'The same error.' }])
})

test('an appeal against a decline, and a new submission that names it', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const { id } = await aDecidedCase(journal, author.user, 'decline')
  await page.goto(path(id))
  await expect(status(page)).toContainText('The journal declined this manuscript on')
  await expect(page.getByRole('region', { name: 'Reports' })).toBeVisible()
  await page.getByRole('button', { name: 'Appeal...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Appeal against the decision' })
  await dialog.getByLabel('What does the decision get wrong?').fill('The second report is about another species.')
  // Closing the dialog loses nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Appeal...' }).click()
  await expect(dialog.getByLabel('What does the decision get wrong?')).toHaveValue(
    'The second report is about another species.',
  )
  await dialog.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(status(page)).toContainText('You will have an answer to your appeal by')
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: 'Submit Again' }).click()
  await expect(page.getByText('This will be linked to your declined manuscript')).toBeVisible()
  await page.getByRole('button', { name: 'This Is a Different Manuscript' }).click()
  await expect(page.getByText('This will be linked to your declined manuscript')).toHaveCount(0)
})

test('the proof: its pages on the page, corrections or approval', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const { id } = await aDecidedCase(journal, author.user, 'accept')
  const admin = await aUser(journal.database, { role: 'admin' })
  const editor = { userId: admin.id, role: admin.role, sessionId: 'test' }
  const proofOf = async () => {
    const pdf = await aFile(journal.database, { owner: admin, content: await twoPages(), store: journal.store })
    await journal.database.transaction((tx) => sendProof(tx, editor, { articleId: id, pdfUrl: fileUrl(pdf) }))
  }
  await proofOf()
  await page.goto(path(id))
  await expect(status(page)).toContainText(/Please check the proof by .*3 days left\./)
  const pages = page.getByRole('list', { name: 'Pages of the proof' })
  await expect(pages.getByRole('img')).toHaveCount(2)
  // The first page is drawn: the black square of the file is on it.
  const isDrawn = () =>
    pages.getByRole('img', { name: 'Page 1 of 2' }).evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, index) => index % 4 === 0 && value < 40 && data[index + 3] === 255)
    })
  await expect.poll(isDrawn).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send Corrections' }).click()
  await expect(page.getByText('Please list your corrections')).toBeVisible()
  await page.getByLabel('Corrections').fill('Page 2, line 14: italics.')
  await page.getByRole('button', { name: 'Send Corrections' }).dblclick()
  await expect(said(page, 'Your corrections have been sent')).toBeVisible()
  await expect(status(page)).toContainText('We have your corrections')

  await proofOf()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(pages.getByRole('img')).toHaveCount(2)
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: 'Approve the proof?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(status(page)).toContainText('You have approved the proof.')
  // The way out comes last, on a small screen too.
  const parts = await page.locator('.manuscript :is(h2, summary)').allTextContents()
  expect(parts.slice(-2)).toEqual(['Complaints', 'Withdraw this manuscript'])
})

test('a link in an email leads through signing in back to the manuscript', async ({ page, journal }) => {
  const user = await aUser(journal.database)
  const { id } = await aCase(journal.database, { submitter: user })
  await page.goto(path(id))
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path(id))}`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill('Sunflower-42')
  await page
    .getByRole('button', { name: /Login|Sign in/i })
    .last()
    .click()
  await expect(page).toHaveURL(path(id))
  await expect(status(page)).toBeVisible()
})

test('someone else’s manuscript is not found', async ({ page, journal, trouble }) => {
  trouble.expect(/404/)
  const { id } = await aCase(journal.database)
  await signIn(page, journal)
  await page.goto(path(id))
  await expect(page.getByRole('alert')).toContainText('Manuscript not found')
  await expectNoAxeViolations(page)
})

test('the author reads the file beside the letter', async ({ page, journal }) => {
  const author = await signIn(page, journal)
  const { article } = await earlier(60, async () => {
    const editor = await anEditor(journal.database)
    const made = await aCase(journal.database, { submitter: author.user })
    await withReports(journal.database, editor, made.id)
    const decision = await decided(journal.database, editor, made.id, 'minor')
    const file = await aFile(journal.database, { name: 'annotated.pdf', owner: null, store: journal.store })
    await journal.database.db
      .insertInto('letter_files')
      .values({
        ...{ file_id: file.id, article_id: made.id, decision_id: decision.id, attached_by: editor.userId },
        ...{ look: null, looked_at: null, searched_for: '', created_at: file.created_at },
      })
      .execute()
    return { article: made }
  })
  await page.goto(`/dashboard/articles/${article.id}`)
  const letter = page.getByRole('region', { name: 'The editor’s letter' })
  const download = page.waitForEvent('download')
  await letter.getByRole('button', { name: 'annotated.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('annotated.pdf')
})
