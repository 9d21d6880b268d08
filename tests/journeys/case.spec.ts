import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { agreeToReview } from '../../src/journal/peer-review/cases/respond.ts'
import { nameColleague } from '../../src/journal/peer-review/link/co-review.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { aFile, anArticle, aReviewer, aSignedIn, aUser } from '../support/builders.ts'
import { earlier } from '../support/earlier.ts'
import { aCase, agreed, callerFor, decided, invited, withReports } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { layoutFaults } from './layout-faults.ts'
import { aWordFile, h, math, mr, p, run, tbl } from '../support/word-files.ts'
import { WORD_TYPE } from '../support/office-files.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'

test('an editor reads a case, by mouse and by keys', async ({ page, journal, trouble }) => {
  // The decision's and the invitation's pages are not part of this journey.
  trouble.expect(/404/)
  const editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const { article } = await aFullCase(journal, editor)
  await aFullCase(journal, editor)
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Stomatal closure precedes leaf rolling')
  await expect(page.getByText('Both reports received')).toBeVisible()
  await expect(page.locator('.case-clock')).toContainText('3 days over')

  // The cases of the list, one after the other.
  const isFirst = await page.getByRole('link', { name: 'Next Case' }).isVisible()
  await page.keyboard.press(isFirst ? 'j' : 'k')
  await expect(page.getByText('of 2 to act on')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(article.id))
  // The keys belong to the case that is shown: its link leads back.
  await expect(page.getByRole('link', { name: isFirst ? 'Previous Case' : 'Next Case' })).toBeVisible()
  await page.keyboard.press(isFirst ? 'k' : 'j')
  await expect(page).toHaveURL(new RegExp(article.id))

  const table = page.getByRole('table', { name: 'Answers to the questions' })
  await expect(table.getByRole('row', { name: /Results support/ })).toContainText('answers differ')
  await expect(table.getByRole('row', { name: /Plants correctly/ })).not.toContainText('answers differ')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectNoAxeViolations(page)

  const reviewers = page.getByRole('region', { name: 'Reviewers' })
  await reviewers.getByRole('button', { name: 'Invite now (Yuki Tanabe)' }).click()
  await expect(reviewers.getByRole('listitem').filter({ hasText: 'Yuki Tanabe' })).toContainText('Answer due')
  await reviewers.getByRole('button', { name: 'Cancel (Yuki Tanabe)' }).click()
  await page.getByRole('button', { name: 'Cancel Review' }).click()
  await expect(reviewers.getByRole('listitem').filter({ hasText: 'Yuki Tanabe' })).toContainText('Cancelled')

  await reviewers.getByRole('button', { name: 'Ask to clarify (Marta Lindqvist)' }).click()
  await page.getByLabel('What should be clarified?').fill('Which plot was it?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reviewers.getByRole('listitem').filter({ hasText: 'Marta Lindqvist' })).toContainText('Asked to clarify')

  const checks = page.getByRole('region', { name: 'Checks' })
  await checks.getByRole('button', { name: 'Edit Checks' }).click()
  await page.getByLabel('Similarity (%)').fill('23')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(checks).toContainText('23%')

  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('May we still add a table?')
  await messages.getByLabel('Write to the author').fill('Please do.')
  await messages.getByRole('button', { name: 'Send Message' }).click()
  await expect(messages.getByRole('listitem')).toHaveCount(2)

  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('Note for the editors').fill('Is one season enough?')
  await notes.getByRole('button', { name: 'Add Note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Is one season enough?')
  await notes.getByRole('button', { name: 'Delete this note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Note' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)

  // Keys: the manuscript, the reports, a decision.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('m')
  await expect(page.getByRole('region', { name: 'Manuscript' })).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('region', { name: 'Reports' })).toBeFocused()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(new RegExp(`/cases/${article.id}/decide\\?kind=minor`))
})

test('a manuscript is read as pages and as text', async ({ page, journal }) => {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  const manuscript = page.getByRole('region', { name: 'Manuscript' })
  await manuscript.getByLabel('File').selectOption('manuscript.txt')
  await expect(manuscript).toContainText('Pearl millet rolls its leaves when soil dries.')
  await manuscript.getByLabel('File').selectOption('manuscript.pdf')
  await manuscript.getByRole('button', { name: 'Pages' }).click()
  const pages = manuscript.getByRole('list', { name: 'Pages of manuscript.pdf' })
  await expect(pages.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()
})

test('a Word manuscript is read with its headings, tables and formulas', async ({ page, journal }) => {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  const { database, store } = journal
  const body =
    p('Leaf rolling') +
    h(1, 'Introduction') +
    p(run('Leaves roll at ') + math(`<m:f><m:num>${mr('a')}</m:num><m:den>${mr('b')}</m:den></m:f>`)) +
    p('Table 1. Leaves') +
    tbl(
      [
        ['Month', 'Leaves'],
        ['May', '12'],
      ],
      { header: 1 },
    )
  const file = await aFile(database, { name: 'paper.docx', mediaType: WORD_TYPE, content: aWordFile(body), store })
  const link = await database.db
    .selectFrom('article_files')
    .select('version_id')
    .where('article_id', '=', article.id)
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('article_files')
    .values({ ...link, article_id: article.id, file_id: file.id, kind: 'manuscript', position: 9 })
    .execute()
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  const manuscript = page.getByRole('region', { name: 'Manuscript', exact: true })
  await manuscript.getByLabel('File').selectOption('paper.docx')
  await expect(manuscript.getByRole('heading', { name: 'Introduction' })).toBeVisible()
  await expect(manuscript.getByRole('table')).toContainText('May')
  await expect(manuscript.locator('math')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a case fits a phone, part by part, light and dark', async ({ page, journal }) => {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  await expect(page.getByRole('region', { name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reviewers' })).toBeHidden()
  await expect(page.locator('.decide-bar').getByRole('link', { name: 'Decide', exact: true })).toBeVisible()
  await expect(page.locator('.case .btn.solid')).toHaveText(['Decide'])
  for (const part of ['Manuscript', 'Reviewers', 'Checks', 'Authors', 'Messages', 'History', 'Reports']) {
    await page.getByRole('link', { name: new RegExp(`^${part}`) }).click()
    await expect(page.getByRole('region', { name: part })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), part).toBeLessThanOrEqual(390)
    await expectNoAxeViolations(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoAxeViolations(page)
})

test('other cases: not in review, decided, of someone else', async ({ page, journal, trouble }) => {
  trouble.expect(/40[34]/)
  const editor = await aSignedIn(journal, { role: 'admin' })
  await signIn(page, journal, { user: editor.user })
  const without = await anArticle(journal.database, { state: 'pending', title: 'Seed rain', manuscripts: [] })
  await page.goto(`/cases/${without.id}`)
  await page.getByRole('button', { name: 'Start Peer Review' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seed rain')
  await expect(page.getByText('Nobody has been invited yet.')).toBeVisible()

  const { article } = await aFullCase(journal, editor)
  await decided(journal.database, callerFor(editor.user), article.id, 'minor', {
    exceptionReason: 'A note of two pages.',
    releases: [],
  })
  await page.goto(`/cases/${article.id}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Minor revision, decided by')
  await expect(page.getByRole('group', { name: 'Decide' })).toHaveCount(0)

  const own = await aCase(journal.database, { submitter: editor.user })
  await page.goto(`/cases/${own.id}`)
  await expect(page.getByRole('heading', { name: 'Another editor handles this manuscript' })).toBeVisible()
})

test('an editor lets a reviewer and a colleague take part despite what speaks against them', async ({
  page,
  journal,
}) => {
  const editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const { article } = await aFullCase(journal, editor)
  const { database } = journal
  const others = [{ fullName: 'Marta Quist' }, { fullName: 'Henrik Sand' }, { fullName: 'Ilse Vroom' }]
  const reviewers = await Promise.all(others.map((one) => aReviewer(database, one)))
  const [told, host] = await invited(database, callerFor(editor.user), article.id, { reviewers: reviewers.slice(0, 2) })
  const waits = { answer: 'declared', text: 'We are writing a grant together.' } as const
  await database.transaction(async (tx) =>
    agreeToReview(tx, await lockAssignment(tx, told!.id), { conflict: waits, dueOn: addDays(dayOf(new Date()), 14) }),
  )
  await agreed(database, host!.id)
  const [third] = await invited(database, callerFor(editor.user), article.id, { reviewers: reviewers.slice(2) })
  const colleague = { fullName: 'Ilse Vroom', email: 'ilse.vroom@fern.test', orcid: null }
  await database.transaction((tx) => nameColleague(tx, host!.id, colleague))

  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  await expect(page.getByText('A reviewer declares a conflict of interest')).toBeVisible()
  const list = page.getByRole('region', { name: 'Reviewers' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(row('Marta Quist')).toContainText('The manuscript stays closed to them until you decide')
  await expect(row('Henrik Sand')).toContainText('May be Ilse Vroom, who has been asked to review this manuscript')
  await expectNoAxeViolations(page)

  await row('Marta Quist').getByRole('button', { name: 'Let Them Review' }).click()
  await page.getByLabel('Reason').fill('The grant is about another plant.')
  await page.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(row('Marta Quist')).toContainText('Waived by Samina Farooqi: The grant is about another plant.')
  await expect(row('Marta Quist')).toContainText('Report due')

  await row('Henrik Sand').getByRole('button', { name: 'Allow Ilse Vroom' }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('Please give a reason')).toBeVisible()
  await page.getByLabel('Reason').fill('The two are mother and daughter.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(row('Henrik Sand')).toContainText('Co-reviewer Ilse Vroom has been sent a link.')
  expect(third!.state).toBe('invited')
})

test('a complaint is read and answered by an editor who had no part in it', async ({ page, journal }) => {
  const editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const other = await aSignedIn(journal, { role: 'admin', fullName: 'Jonas Birk' })
  const { article, author } = await aFullCase(journal, editor)
  await signIn(page, journal, { user: author.user })
  await page.goto(`/dashboard/articles/${article.id}`)
  await page.getByText('Complaints', { exact: true }).click()
  await page.getByRole('button', { name: 'Make a Complaint...' }).click()
  await page.getByLabel('What went wrong?').fill('My questions stay unanswered.')
  await page.getByLabel('Whom is it about? (optional)').fill('Samina Farooqi')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send Complaint' }).click()
  await expect(page.getByText('You will have our answer by')).toBeVisible()

  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  const complaint = page.getByRole('region', { name: 'Complaint' })
  await expect(complaint).toContainText('you can read it once it has been answered')
  await expect(page.getByText('My questions stay unanswered.')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await signIn(page, journal, { user: other.user })
  await page.goto(`/cases/${article.id}`)
  await expect(complaint).toContainText('About: Samina Farooqi')
  await expect(complaint).toContainText('My questions stay unanswered.')
  await complaint.getByLabel('Outcome').selectOption('upheld')
  await complaint.getByLabel('Answer to the author').fill('You were right.')
  await complaint.getByRole('button', { name: 'Send Answer' }).click()
  await expect(complaint).toContainText('Answered by Jonas Birk.')
})

test('a guest editor works on one case', async ({ page, journal }) => {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const { article } = await aFullCase(journal, editor)
  const guest = await aSignedIn(journal, { fullName: 'Gita Guest' })
  await signIn(page, journal, { user: editor.user })
  await page.goto(`/cases/${article.id}`)
  await page.getByRole('button', { name: 'Invite a Guest Editor' }).click()
  await page.getByLabel('Email address of the account').fill(guest.user.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`Guest editor Gita Guest`)).toBeVisible()
  await signIn(page, journal, { user: guest.user })
  // The address of administrators, which the email names.
  await page.goto(`/cases/${article.id}`)
  await expect(page).toHaveURL(`/cases/${article.id}`)
  await expect(page.getByRole('region', { name: 'Reports' })).toContainText('Marta Lindqvist')
  await expect(page.getByRole('button', { name: 'Invite a Guest Editor' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Guide for editors' })).toHaveAttribute('href', /^\/cases\/guide/)
  await expectNoAxeViolations(page)
  // The rail has no room for what authors read beside their menu.
  expect(await layoutFaults(page)).toEqual([])
})

test('reviewers are invited once all authors have confirmed their list, or an editor goes on without one', async ({
  page,
  journal,
  trouble,
}) => {
  const { database } = journal
  const submitter = await aUser(database)
  const { id } = await earlier(15 * 24 * 60, async () => {
    const made = await aCase(database, {
      submitter,
      contributors: [
        { role: 'Corresponding Author', full_name: submitter.full_name, email: submitter.email },
        { role: 'Author', full_name: 'Bruno Kovář', email: 'bruno@plants.test' },
      ],
    })
    await database.transaction((tx) => askAgain(tx, made.id, submitter.id))
    return made
  })
  await signIn(page, journal, { role: 'admin' })
  // The invitation is refused, and the files of the built manuscripts have no content.
  trouble.expect(/409|503/)
  await page.goto(`/cases/${id}/invite`)
  await expect(
    page.getByRole('main').getByText(/^Bruno Kovář has not confirmed the list of authors\. Please remind them/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to the Case' }).click()

  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks).toContainText('1 of 2 confirmed')
  await expect(checks).toContainText('Bruno Kovář: no answer in 15 days')
  await expectNoAxeViolations(page)
  await checks.getByRole('button', { name: 'Remind Now (Bruno Kovář)' }).click()
  await expect(checks.getByRole('button', { name: 'Remind Now (Bruno Kovář)' })).toHaveCount(0)
  await checks.getByRole('button', { name: 'Go On Without Bruno Kovář' }).click()
  await page.getByLabel('Reason').fill('The institute has no other address of his.')
  await page.getByRole('button', { name: 'Go On', exact: true }).click()
  await expect(checks).toContainText('1 of 2 confirmed, 1 not needed')
  await expect(checks).toContainText('The institute has no other address of his.')
  await page.goto(`/cases/${id}/invite`)
  await expect(page.getByText('This manuscript needs 2 more reviewers.')).toBeVisible()
})

test('Next Case leads to the next case, and at the end to Today; the narrow menu stays', async ({
  page,
  journal,
  trouble,
}) => {
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  await journal.clear()
  const { user } = await signIn(page, journal, { role: 'admin' })
  const [one, other] = [await aCase(journal.database), await aCase(journal.database, { title: 'Seed mucilage' })]
  for (const { id } of [one, other]) await withReports(journal.database, callerFor(user), id)
  await page.goto('/admin')
  const widthOfMenu = async () => (await page.locator('.side-menu').boundingBox())!.width
  expect(await widthOfMenu()).toBeGreaterThan(150)
  await page.locator('.go-case').first().click()
  await expect(page.getByText('1 of 2 to act on')).toBeVisible()
  const bar = (await page.locator('.decide-bar').boundingBox())!
  const content = (await page.locator('.case').boundingBox())!
  expect(bar.x + bar.width).toBeLessThanOrEqual(content.x + content.width)
  const first = new URL(page.url()).pathname
  const second = `/cases/${first.endsWith(one.id) ? other.id : one.id}`
  for (const path of ['', '/invite', '/decide']) {
    await page.goto(first + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await widthOfMenu(), path).toBeLessThan(80)
  }
  for (const [at, next] of ['Next Case', 'Today'].entries()) {
    await page.getByText('You check the changes yourself.').click()
    await page.getByRole('button', { name: 'Send Minor Revision' }).click()
    await page.locator('.decision-next').getByRole('link', { name: next, exact: true }).click()
    await expect(page).toHaveURL(at ? '/admin' : second)
    if (at) break
    await expect(page.getByText('1 of 1 to act on')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Next Case' })).toHaveCount(0)
    await page.goto(`${second}/decide`)
  }
})
