import type { Page } from '@playwright/test'
import { askForWaiver } from '../../src/journal/fees/waivers.ts'
import { answerQuery } from '../../src/journal/peer-review/cases/proof-queries.ts'
import { sendProof } from '../../src/journal/peer-review/cases/proofs.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { now } from '../../src/platform/ids.ts'
import { aFile, aSignedIn, PASSWORD, type SignedIn } from '../support/builders.ts'
import { aDuty } from '../support/duty-builders.ts'
import { earlier } from '../support/earlier.ts'
import { asCaller, authorsConfirmed, decided } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const REASON = 'My institute has no fund for fees, and I pay my field work myself.'

/** At both widths, in both schemes; pictures are kept where someone asks for them. */
const everyWay = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'light'],
    [390, 'dark'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectNoAxeViolations(page)
}

/** A manuscript with reports, accepted an hour ago if it is to be. */
const aManuscript = (journal: RunningJournal, editor: SignedIn, isAccepted: boolean) =>
  earlier(isAccepted ? 60 : 0, async () => {
    const made = await aFullCase(journal, editor)
    await authorsConfirmed(journal.database, made.article.id)
    if (isAccepted) await decided(journal.database, asCaller(editor), made.article.id, 'accept')
    return made
  })

test('someone is invited to production, sees what is accepted, and settles the answer to a question', async ({
  page,
  journal,
}) => {
  test.slow()
  const { database, store } = journal
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article, author } = await aManuscript(journal, editor, true)
  const pdf = await aFile(database, { name: 'proof.pdf', owner: editor.user, mediaType: 'application/pdf', store })
  await database.transaction(async (tx) => {
    const question = { page: 2, anchor: 'seed rain', question: 'Is this the right unit?' }
    const sent = { articleId: article.id, pdfUrl: fileUrl(pdf), queries: [question] }
    const { id } = await sendProof(tx, asCaller(editor), sent)
    const answer = 'Yes: milligrams per litre.'
    await answerQuery(tx, { articleId: article.id, proofId: id, position: 0, answer, by: author.user.id })
  })
  const invited = await aSignedIn(journal, { fullName: 'Lâm Thanh Nga' })

  await signIn(page, journal, { user: editor.user })
  await page.goto('/admin/users/roles')
  await page.getByLabel('Email address').fill(invited.user.email)
  await page.getByLabel('Role', { exact: true }).selectOption('Production')
  await expect(page.getByText(/^Will see: Accepted and published articles/)).toBeVisible()
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${invited.user.email}`).first()).toBeVisible()
  await everyWay(page, 'roles-production')

  const { id } = await database.db.selectFrom('duty_invitations').select('id').executeTakeFirstOrThrow()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/desk/invitations/${id}`)
  await page.getByLabel('Email', { exact: true }).fill(invited.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL('/desk')
  await everyWay(page, 'desk-production')
  await page.getByRole('navigation', { name: 'Desk menu' }).getByRole('link', { name: 'Production' }).click()
  await expect(page.getByRole('heading', { name: 'Production', level: 1 })).toBeVisible()
  await expect(page.getByText('1 answer to settle')).toBeVisible()
  await everyWay(page, 'production')
  await page.getByRole('link', { name: /Stomatal closure/ }).click()
  await expect(page.getByText('Yes: milligrams per litre.')).toBeVisible()
  await everyWay(page, 'production-article')
  await page.getByRole('button', { name: 'Settle question 1' }).click()
  await expect(page.getByText('Question settled').first()).toBeVisible()
  await expect(page.getByText(/settled$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Replace This Proof' }).click()
  await everyWay(page, 'production-proof')
  // Of its review nothing.
  await page.goto(`/cases/${article.id}`)
  await expect(page.getByText('Yes: milligrams per litre.')).toHaveCount(0)
})

test('a fees officer opens a sealed request, learns what that costs, and answers it', async ({ page, journal }) => {
  test.slow()
  const { database } = journal
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article, author } = await aManuscript(journal, editor, false)
  await database.transaction((tx) =>
    askForWaiver(tx, {
      ...{ articleId: article.id, by: author.user.id, at: now() },
      ...{ kind: 'part' as const, couldPay: 'USD 20', reason: REASON },
    }),
  )
  const officer = await aSignedIn(journal, { fullName: 'Bilal Anjum' })
  await aDuty(database, officer.user, 'fees')
  await signIn(page, journal, { user: officer.user })
  await page.goto('/desk')
  await everyWay(page, 'desk-fees-officer')
  await page.getByRole('navigation', { name: 'Desk menu' }).getByRole('link', { name: 'Fees' }).click()
  await expect(page.getByRole('heading', { name: 'Sealed requests' })).toBeVisible()
  await expect(page.getByText(REASON)).toHaveCount(0)
  await everyWay(page, 'fees-sealed')
  await page.getByRole('button', { name: /^Open the Request\.\.\./ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('You have no part in the decision on this manuscript from then on')
  await everyWay(page, 'fees-open-dialog')
  await dialog.getByRole('button', { name: 'Open the Request' }).click()
  await expect(page.getByText(REASON)).toBeVisible()
  await expect(page.getByText('You have opened this request, so you have no part in the decision.')).toBeVisible()
  await everyWay(page, 'fees-opened')
  await page.getByRole('button', { name: 'Waive All of It...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
  await expect(page.getByText('Answered. The author gets an email').first()).toBeVisible()
  const openings = await database.db.selectFrom('waiver_openings').selectAll().execute()
  expect(openings).toMatchObject([{ article_id: article.id, user_id: officer.user.id }])

  await page.evaluate(() => localStorage.clear())
  await signIn(page, journal, { user: author.user })
  await page.goto(`/dashboard/articles/${article.id}`)
  await expect(page.getByText('The whole fee is waived: there is nothing to pay.')).toBeVisible()
})

test('an observer reads stages, dates and settings, and changes nothing', async ({ page, journal }) => {
  test.slow()
  const editor = await aSignedIn(journal, { role: 'admin' })
  await aManuscript(journal, editor, true)
  await aManuscript(journal, editor, false)
  const observer = await aSignedIn(journal, { fullName: 'Rukhsana Iqbal' })
  await aDuty(journal.database, observer.user, 'observer')
  await signIn(page, journal, { user: observer.user })
  await page.goto('/desk')
  await everyWay(page, 'desk-observer')
  const menu = page.getByRole('navigation', { name: 'Desk menu' })
  await menu.getByRole('link', { name: 'Manuscripts' }).click()
  await expect(page.getByRole('table').getByText('Accepted', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Nasreen Baloch')).toHaveCount(0)
  await everyWay(page, 'observer-manuscripts')
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Name of the journal')).toBeVisible()
  await everyWay(page, 'observer-settings')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
