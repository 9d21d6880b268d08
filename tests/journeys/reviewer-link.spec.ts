import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { longDate } from '../../src/contract/rules/text/dates.ts'
import { cancelAssignment } from '../../src/journal/peer-review/cases/invite.ts'
import { waiveConflict } from '../../src/journal/peer-review/case/conflicts.ts'
import { anAgreedReview, draftOf } from '../support/agreed-review.ts'
import { aReviewer } from '../support/builders.ts'
import { aCase, agreed, anEditor, invited, reported } from '../support/review-builders.ts'
import type { ReceivedEmail, SmtpServer } from '../support/smtp-server.ts'
import { axeFaults } from './axe.ts'
import { expect, expectNoAxeViolations, signIn, type RunningJournal } from './support.ts'
import { withEmails as test } from './with-emails.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const linkIn = (email: ReceivedEmail) => /^http\S+\/review#\S+$/m.exec(email.text)![0]
let people = 0

/** A reviewer who has been invited by an email that has arrived. */
async function anInvitation(journal: RunningJournal, emails: SmtpServer, { standby = 0 } = {}) {
  const { database } = journal
  const editor = await anEditor(database)
  const article = await aCase(database, {
    title: 'Stomatal closure precedes leaf rolling in <i>Pennisetum glaucum</i> under terminal drought',
    contributors: [
      {
        role: 'Corresponding Author',
        full_name: 'Nasreen Baloch',
        email: `n${++people}@quetta.test`,
        affiliation: 'University of Quetta',
      },
      {
        role: 'Author',
        full_name: 'Idris Olukoya',
        email: `i${people}@kano.test`,
        affiliation: 'Institute of Dryland Ecology, Kano',
      },
    ],
  })
  const reviewer = await aReviewer(database, { fullName: 'Marta Lindqvist', emails: [`marta-${++people}@moss.test`] })
  const others = await Promise.all(Array.from({ length: standby }, () => aReviewer(database)))
  const [assignment] = await invited(database, editor, article.id, { reviewers: [reviewer, ...others], standby })
  const email = await emails.next(reviewer.email)
  return { article, editor, reviewer, assignment: assignment!, link: linkIn(email), email }
}

const stateOf = async (journal: RunningJournal, id: string) =>
  (await journal.database.db.selectFrom('review_assignments').select('state').where('id', '=', id).executeTakeFirst())
    ?.state

/** Taps and counts. */
function counting(page: Page) {
  let taps = 0
  return {
    tap: async (name: string, role: 'button' | 'radio' = 'button') => {
      taps++
      await page.getByRole(role, { name, exact: true }).tap()
    },
    open: async (link: string) => {
      taps++
      await page.goto(link)
    },
    get taps() {
      return taps
    },
  }
}

const noSidewaysScroll = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

test('a reviewer agrees with three taps from the email', async ({ page, journal, emails }) => {
  test.slow()
  const { link, assignment } = await anInvitation(journal, emails)
  const finger = counting(page)
  await finger.open(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Stomatal closure')
  await expect(page.getByText('For Marta Lindqvist.')).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  const promise = page.getByText('Authors learn your name only if you sign')
  await expect(promise).toBeVisible()
  const [ink, ground] = await promise.evaluate((text) => [
    getComputedStyle(text).color,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(ink).not.toBe(ground)
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('radio', { name: 'No', exact: true })).not.toBeChecked()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  await finger.tap('No', 'radio')
  await finger.tap('Yes, I will review')
  await expect(page.getByText('Your review')).toBeVisible()
  expect(finger.taps).toBe(3)
  expect(await stateOf(journal, assignment.id)).toBe('agreed')
  // The new state is read out, and the address still works after a reload.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(page.url()).toBe(link)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The manuscript' })).toBeVisible()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
})

test('at whatever height the bar of the answer is, no choice is too small to press', async ({
  page,
  journal,
  emails,
}) => {
  test.slow()
  const { link } = await anInvitation(journal, emails)
  await page.goto(link)
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeAttached()
  for (const width of [390, 320]) {
    // A lower screen has the bar where a longer question would.
    for (let height = 480; height < 1100; height += 12) {
      await page.setViewportSize({ width, height })
      expect(await axeFaults(page, { type: 'rule', values: ['target-size'] }), `${width} × ${height}`).toEqual([])
    }
    await noSidewaysScroll(page)
  }
})

test('an unanswered question about interests takes the focus; a conflict waits for the editor', async ({
  page,
  journal,
  emails,
}) => {
  const { link, article, editor, assignment } = await anInvitation(journal, emails)
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, I will review' }).tap()
  await expect(page.getByText('Please say whether you have a competing interest')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.getByRole('radio', { name: /Yes, or possibly/ }).check()
  await page.getByRole('button', { name: 'Yes, I will review' }).tap()
  await expect(page.getByLabel('What is it?')).toBeFocused()
  await page.getByLabel('What is it?').fill('We shared a field site.')
  await page.getByLabel('I can report by').selectOption(addDays(dayOf(new Date()), 21))
  await page.getByRole('button', { name: 'Yes, I will review' }).tap()
  // The day is kept for when the editor has decided; until then nothing is opened.
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused()
  await expect(page.getByText('We shared a field site.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The manuscript' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  expect(await stateOf(journal, assignment.id)).toBe('invited')
  const about = { id: article.id, reviewerId: assignment.reviewer_id, reason: 'They only met once.' }
  await journal.database.transaction((tx) => waiveConflict(tx, editor, about))
  await page.reload()
  await expect(page.getByText(longDate(addDays(dayOf(new Date()), 21)), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The manuscript' })).toBeVisible()
  expect(await stateOf(journal, assignment.id)).toBe('agreed')
})

test('a reviewer declines with two taps, may say why, and can agree after all', async ({ page, journal, emails }) => {
  test.slow()
  const { link, assignment } = await anInvitation(journal, emails, { standby: 1 })
  const finger = counting(page)
  await finger.open(link)
  await finger.tap('Decline')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
  expect(finger.taps).toBe(2)
  expect(await stateOf(journal, assignment.id)).toBe('declined')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  await page.getByRole('radio', { name: 'Not my field' }).check()
  await page.getByLabel('Full name').fill('Ines Duarte')
  await page.getByLabel('Email, if you have it').fill('ines@duarte.test')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  const suggested = journal.database.db.selectFrom('reviewer_suggestions').select(['full_name', 'email'])
  expect(await suggested.where('assignment_id', '=', assignment.id).execute()).toEqual([
    { full_name: 'Ines Duarte', email: 'ines@duarte.test' },
  ])
  await page.getByRole('button', { name: 'I can after all' }).tap()
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await page.getByRole('button', { name: 'Yes, I will review' }).tap()
  await expect(page.getByText('Your review')).toBeVisible()
})

test('ten openings on two devices work, and an answer counts once', async ({ page, browser, journal, emails }) => {
  test.slow()
  const { link, assignment } = await anInvitation(journal, emails)
  const other = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const computer = await other.newPage()
  for (let opening = 0; opening < 5; opening++) {
    for (const device of [page, computer]) {
      await device.goto('about:blank')
      await device.goto(link)
      await expect(device.getByRole('button', { name: 'Yes, I will review' })).toBeVisible()
    }
  }
  for (const device of [page, computer]) {
    await device.getByRole('radio', { name: 'No', exact: true }).check()
    await device.getByRole('button', { name: 'Yes, I will review' }).click()
    await expect(device.getByText('Your review')).toBeVisible()
  }
  expect(await stateOf(journal, assignment.id)).toBe('agreed')
  const thanks = journal.database.db.selectFrom('outbox').select('id').where('kind', '=', 'reviewer-thanks')
  expect(await thanks.where('assignment_id', '=', assignment.id).execute()).toHaveLength(1)
  await other.close()
})

test('on a slow connection the button shows that it sends, and a second tap sends nothing', async ({
  page,
  journal,
  emails,
}) => {
  const { link } = await anInvitation(journal, emails)
  await page.goto(link)
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  let calls = 0
  await page.route('**/review/agree', async (route) => {
    calls++
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Yes, I will review' }).tap()
  const sending = page.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeVisible()
  await sending.tap({ force: true })
  await expect(page.getByText('Your review')).toBeVisible()
  expect(calls).toBe(1)
})

test('a link that does not work offers a fresh one, which goes to the invited address', async ({
  page,
  journal,
  emails,
  trouble,
}) => {
  trouble.expect(/401/)
  const { link, reviewer, assignment } = await anInvitation(journal, emails)
  await journal.database.db
    .updateTable('review_links')
    .set({ revoked_at: new Date().toISOString() })
    .where('assignment_id', '=', assignment.id)
    .execute()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send Me a New Link' }).tap()
  await expect(page.getByText(/we have sent a new one/)).toBeVisible()
  await page.goto(linkIn(await emails.next(reviewer.email)))
  await expect(page.getByText('For Marta Lindqvist.')).toBeVisible()
})

test('someone else says so, which changes nothing', async ({ page, journal, emails }) => {
  const { link, assignment } = await anInvitation(journal, emails)
  await page.goto(link)
  await page.getByRole('button', { name: 'Not you?' }).tap()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Tell the Editor' }).tap()
  await expect(page.getByRole('status').filter({ hasText: 'We have told the editor' })).toHaveCount(1)
  expect(await stateOf(journal, assignment.id)).toBe('invited')
})

test('at work: a later date, a colleague, a calendar, and stepping back', async ({ page, journal, emails }) => {
  test.slow()
  const { link, assignment } = await anInvitation(journal, emails)
  await agreed(journal.database, assignment.id)
  await page.goto(link)
  await page.getByText('I need more time').tap()
  await page.getByLabel('New date').fill(addDays(dayOf(new Date()), 28))
  await page.getByRole('button', { name: 'Change the Date' }).tap()
  await expect(page.getByText(longDate(addDays(dayOf(new Date()), 28)), { exact: true })).toBeVisible()
  await expect(page.getByText('I need more time')).toBeHidden()
  await page.getByText('Work with a colleague').tap()
  await page.getByLabel('Full name').fill('Ana Fern')
  await page.getByLabel('Email').fill('ana@ferns.test')
  await page.getByRole('button', { name: 'Ask the Editor' }).tap()
  await expect(page.getByText('Ana Fern: the editor has been asked')).toBeVisible()
  await expectNoAxeViolations(page)
  const calendar = page.waitForEvent('download')
  await page.getByRole('button', { name: /to a calendar/ }).tap()
  expect((await calendar).suggestedFilename()).toBe('report-due.ics')
  await page.getByRole('button', { name: 'Withdraw from This Review' }).tap()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
})

test('after the report: its copy and the certificate', async ({ page, journal, emails }) => {
  test.slow()
  const { link, assignment } = await anInvitation(journal, emails)
  await agreed(journal.database, assignment.id)
  await reported(journal.database, assignment.id)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your report has arrived.')
  await page.getByRole('button', { name: 'My Report' }).tap()
  await expect(page.getByText('The question is well put.')).toBeVisible()
  await expectNoAxeViolations(page)
  await noSidewaysScroll(page)
  const certificate = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Certificate' }).tap()
  expect((await certificate).suggestedFilename()).toBe('certificate.pdf')
})

test('a review that is no longer needed says why, and what was written can be kept', async ({
  page,
  journal,
  emails,
}) => {
  const { link, assignment, editor } = await anInvitation(journal, emails)
  await agreed(journal.database, assignment.id)
  const content = JSON.stringify(draftOf('Half a report.'))
  await journal.database.db
    .insertInto('review_drafts')
    .values({ assignment_id: assignment.id, content, revision: 1, saved_at: new Date().toISOString() })
    .execute()
  await journal.database.transaction(async (tx) =>
    cancelAssignment(tx, editor, await lockAssignment(tx, assignment.id)),
  )
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This review is no longer needed')
  await expectNoAxeViolations(page)
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download What You Had Written' }).tap()
  expect((await kept).suggestedFilename()).toMatch(/^report-.*[.]txt$/)
})

test('an account with the invited address finds its reviews on the dashboard', async ({ page, journal, emails }) => {
  const { reviewer } = await anInvitation(journal, emails)
  const { user } = await signIn(page, journal, { email: reviewer.email, confirmed: false })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reviews' })).toHaveCount(0)
  await journal.database.db
    .updateTable('users')
    .set({ email_confirmed_at: new Date().toISOString() })
    .where('id', '=', user.id)
    .execute()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /Open the review/ }).tap()
  await expect(page.getByText('For Marta Lindqvist.')).toBeVisible()
})

test('a long name keeps its distance from the edge of the screen', async ({ page, journal }) => {
  const review = await anAgreedReview(journal.database, {
    fullName: 'Maria Fernanda de Albuquerque Cavalcanti von Hohenfels',
  })
  await page.goto(review.link)
  const whose = (await page.locator('.whose').boundingBox())!
  expect(whose.y).toBeGreaterThanOrEqual(8)
})
