import type { Page } from '@playwright/test'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import { newId, now } from '../../src/platform/ids.ts'
import { aReviewer, aUser } from '../support/builders.ts'
import { aCase, asCaller, invited } from '../support/review-builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

const PHONE = { width: 390, height: 844 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const said = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()
const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
/** With the list: the skeleton has the title too. */
const opened = (page: Page) => expect(page.getByRole('heading', { name: /^Suggested for this/ })).toBeVisible()

test.beforeEach(({ journal }) => journal.clear())

/** A manuscript on pearl millet with people who could review it. */
async function aManuscript({ database }: RunningJournal) {
  const article = await aCase(database, {
    title: 'Leaf rolling in <i>Pennisetum glaucum</i> under drought',
    keywords: 'drought, stomata, pearl millet',
    contributors: [
      {
        ...{ full_name: 'Nasreen Baloch', email: 'nasreen@bzu.test', role: 'Corresponding Author' as const },
        affiliation: 'Bahauddin Zakariya University',
      },
    ],
  })
  const person = (fullName: string, expertise: string, more: object = {}) =>
    aReviewer(database, {
      ...{ fullName, expertise, affiliation: 'Sample University of Lund' },
      emails: [`${fullName.toLowerCase().replaceAll(' ', '.')}@example.test`],
      ...more,
    })
  await person('Marta Lindqvist', 'drought, stomata, pearl millet')
  await person('Oskar Brandl', 'drought, stomata')
  await person('Tendai Moyo', 'drought')
  await person('Yuki Tanabe', 'stomata')
  await person('Ghulam Khetran', 'pearl millet, drought', { affiliation: 'Bahauddin Zakariya University' })
  await person('Hannah Okonjo', 'drought', { awayUntil: '2999-07-06' })
  await person('Nasreen Herself', 'drought', { emails: ['nasreen@bzu.test'] })
  await database.db
    .insertInto('reviewer_suggestions')
    .values({
      ...{ id: newId(), article_id: article.id, position: 0, full_name: 'Viktor Havel', email: 'viktor@brno.test' },
      ...{ affiliation: 'Brno', kind: 'oppose', source: 'author', reason: 'disputed data', created_at: now() },
      ...{ assignment_id: null, used_at: null },
    })
    .execute()
  return article
}

const invitedTo = async ({ database }: RunningJournal, articleId: string): Promise<string[]> => {
  const rows: (Pick<AssignmentRow, 'state'> & { full_name: string })[] = await database.db
    .selectFrom('review_assignments')
    .innerJoin('reviewers', 'reviewers.id', 'review_assignments.reviewer_id')
    .select(['state', 'full_name'])
    .where('article_id', '=', articleId)
    .orderBy('rank')
    .execute()
  return rows.map(({ state, full_name }) => `${full_name}: ${state}`)
}

test('an editor invites two reviewers and a standby with three clicks on the page', async ({
  page,
  journal,
  trouble,
}) => {
  // The files of the built manuscripts have no content.
  trouble.expect(/503/)
  const { id } = await aManuscript(journal)
  await signIn(page, journal, { role: 'admin' })
  const clicks = await countClicks(page)
  await page.goto(`/cases/${id}/invite`)
  await opened(page)
  await expect(page.getByText('This manuscript needs 2 more reviewers.')).toBeVisible()
  await expectNoAxeViolations(page)

  await choose(page, 'Marta Lindqvist').click()
  await choose(page, 'Oskar Brandl').click()
  const standby = page.getByRole('list', { name: 'Standby, in this order' })
  await expect(standby.getByRole('listitem')).toContainText(['Tendai Moyo', 'Yuki Tanabe'])
  await expectNoAxeViolations(page)
  await expect(button(page, 'Invite 2 reviewers')).toBeInViewport({ ratio: 1 })
  // Nobody is put on standby unseen.
  await expect(page.getByText('Standby: Tendai Moyo, Yuki Tanabe')).toBeInViewport({ ratio: 1 })
  await button(page, 'Invite 2 reviewers').click()
  await said(page, '2 reviewers invited, 2 on standby')
  // The first click is on the case: it opens this page.
  expect(await clicks()).toBe(3)
  await expect(page).toHaveURL(`/cases/${id}`)
  expect(await invitedTo(journal, id)).toEqual([
    'Marta Lindqvist: invited',
    'Oskar Brandl: invited',
    'Tendai Moyo: standby',
    'Yuki Tanabe: standby',
  ])

  // Those who take part are named, and cannot be chosen.
  await page.goto(`/cases/${id}/invite`)
  await expect(page.getByText(/^Marta Lindqvist: Invited on .*, no answer yet$/)).toBeVisible()
  await expect(choose(page, 'Marta Lindqvist')).toHaveCount(0)
})

test('the keyboard alone is enough, and a draft survives a reload', async ({ page, journal, trouble }) => {
  // The files of the built manuscripts have no content.
  trouble.expect(/503/)
  const { id } = await aManuscript(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/cases/${id}/invite`)
  await opened(page)
  const find = page.getByLabel('Find a person by name, email or topic')
  // Before the page listens, a key is lost.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(find).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('osk')
  await expect(page.getByRole('heading', { name: 'Found 1' })).toBeVisible()
  await choose(page, 'Oskar Brandl').focus()
  await page.keyboard.press('Space')
  await expect(button(page, 'Invite 1 reviewer')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('heading', { name: /^Suggested for this manuscript/ })).toBeVisible()

  // The order of the standby list, and the focus that goes with it.
  await button(page, 'Move Marta Lindqvist down').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Move Marta Lindqvist up')).toBeFocused()
  await page.getByLabel('Personal note (optional)').focus()
  await page.keyboard.type('You know millet.')
  await page.getByLabel('Reply due in').focus()
  await page.keyboard.press('ArrowDown')
  await page.reload()
  await opened(page)
  await expect(page.getByLabel('Personal note (optional)')).toHaveValue('You know millet.')
  await expect(page.getByLabel('Reply due in')).toHaveValue('8')
  await expect(choose(page, 'Oskar Brandl')).toBeChecked()

  await page.getByText('Email to Oskar Brandl').press('Enter')
  const letter = page.getByRole('group', { name: 'Email to oskar.brandl@example.test' })
  await expect(letter).toContainText('Dear Oskar Brandl')
  await expect(letter).toContainText('You know millet.')
  await expectNoAxeViolations(page)

  await page.keyboard.press('Control+Enter')
  await said(page, '1 reviewer invited, 2 on standby')
  const [first, second, third] = await invitedTo(journal, id)
  expect([first, third]).toEqual(['Oskar Brandl: invited', 'Marta Lindqvist: standby'])
  expect(second).toMatch(/: standby$/)
  // Nothing of it is left on this device.
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal:invite'))),
  ).toEqual([])
})

test('warnings are read before, someone else is checked while typed, and a failure loses nothing', async ({
  page,
  journal,
  trouble,
}) => {
  test.slow()
  trouble.expect(/404|409|400|500/)
  const { id } = await aManuscript(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/cases/${id}/invite`)
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('Ghulam Khetran')).toContainText('Same university as Nasreen Baloch')
  await expect(row('Hannah Okonjo')).toContainText('Away until July 6, 2999')
  await expect(row('Nasreen Herself')).toContainText('Authors cannot review their own manuscript.')
  await expect(row('Nasreen Herself').getByRole('checkbox')).toHaveCount(0)

  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose at least one person to invite' })).toBeVisible()

  await button(page, 'Add Another Person').click()
  const dialog = page.getByRole('dialog', { name: 'Add Another Person' })
  await dialog.getByLabel('Full name').fill('Nasreen Again')
  await dialog.getByLabel('Email').fill('nasreen@bzu.test')
  await expect(dialog.getByText(/Authors cannot review their own manuscript/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Choose' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Full name').fill('Viktor Havel')
  await dialog.getByLabel('Email').fill('viktor@brno.test')
  await expect(dialog.getByText('The authors ask you not to invite them: “disputed data”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose' }).click()
  await expect(dialog).toHaveCount(0)

  const picks = page.getByRole('list', { name: 'Invited now' })
  await expect(picks).toContainText('viktor@brno.test')
  await button(page, 'Invite 1 reviewer').click()
  await expect(picks.getByText('The authors ask you not to invite Viktor Havel: please give your reason')).toBeVisible()
  await expectNoAxeViolations(page)
  await picks.getByLabel('Why invite them anyway?').fill('The only expert on this species')
  await choose(page, 'Ghulam Khetran').click()
  await expect(picks.getByLabel('Why should the report count as independent? (optional)')).toBeVisible()

  await page.route('**/api/cases/*/invitations', (route) => route.fulfill({ status: 500, json: {} }))
  await button(page, 'Invite 2 reviewers').click()
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await expect(picks.getByLabel('Why invite them anyway?')).toHaveValue('The only expert on this species')
  await page.unroute('**/api/cases/*/invitations')
  await button(page, 'Invite 2 reviewers').dblclick()
  await said(page, '2 reviewers invited, 2 on standby')
  expect((await invitedTo(journal, id)).slice(0, 2)).toEqual(['Viktor Havel: invited', 'Ghulam Khetran: invited'])
})

test('a further round begins with the reviewers of the last, chosen already', async ({ page, journal, trouble }) => {
  // The files of the built manuscripts have no content.
  trouble.expect(/503/)
  const { id } = await aManuscript(journal)
  const { db } = journal.database
  const editor = await signIn(page, journal, { role: 'admin' })
  const reviewer = await aReviewer(journal.database, { fullName: 'Elena Earlier', emails: ['elena@example.test'] })
  const [first] = await invited(journal.database, asCaller(editor), id, {
    reviewers: [{ ...reviewer, fullName: 'Elena Earlier', email: 'elena@example.test' }],
  })
  await db.updateTable('review_assignments').set({ state: 'submitted' }).where('id', '=', first!.id).execute()
  await db.updateTable('review_rounds').set({ closed_at: now() }).where('article_id', '=', id).execute()

  await page.goto(`/cases/${id}/invite`)
  await opened(page)
  await expect(page.getByText(/^Round 2: reviewers of the earlier version are already chosen/)).toBeVisible()
  await expect(choose(page, 'Elena Earlier')).toBeChecked()
  await expect(page.getByRole('list', { name: 'Invited now' }).getByRole('listitem')).toHaveCount(1)
  await page.getByText('Email to Elena Earlier').click()
  await expect(page.getByText(/The revision of .* has arrived/)).toBeVisible()
  await button(page, 'Invite 1 reviewer').click()
  await said(page, '1 reviewer invited, 2 on standby')
  expect((await invitedTo(journal, id)).filter((line) => line.startsWith('Elena'))).toEqual(
    expect.arrayContaining(['Elena Earlier: submitted', 'Elena Earlier: invited']),
  )
})

test('on a phone the invitation follows the list, and Send is always there', async ({ page, journal }) => {
  const { id } = await aManuscript(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.setViewportSize(PHONE)
  await page.goto(`/cases/${id}/invite`)
  await choose(page, 'Marta Lindqvist').click()
  const send = button(page, 'Invite 1 reviewer')
  await expect(send).toBeInViewport({ ratio: 1 })
  await fitsTheScreen(page)
  for (const name of ['Invite 1 reviewer', 'Add Another Person', 'Remove Marta Lindqvist', /^Move Oskar Brandl down/]) {
    expect((await button(page, name).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await fitsTheScreen(page)
})

test('a guest editor has the page, others do not; an empty journal says how to begin', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/403|500/)
  const { id } = await aCase(journal.database, { contributors: [] })
  const user = await aUser(journal.database)
  await signIn(page, journal, { user })
  await page.goto(`/cases/${id}/invite`)
  await expect(page.getByRole('alert').getByText('Only editors of this manuscript can do this')).toBeVisible()
  await journal.database.db
    .insertInto('case_editors')
    .values({ article_id: id, user_id: user.id, is_guest: 1, since: now(), recused_at: null, reason: null })
    .execute()
  await button(page, 'Try Again').click()
  await expect(page.getByRole('heading', { name: 'No reviewers yet' })).toBeVisible()
  await expectNoAxeViolations(page)
  await button(page, 'Add a Person').click()
  await page.getByLabel('Full name').fill('First Person')
  await page.getByRole('dialog').getByLabel('Email').fill('first@person.test')
  await button(page, 'Choose').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.route('**/api/cases/*/candidates?q=*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByLabel('Find a person by name, email or topic').fill('moss')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to search for reviewers' })).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(button(page, 'Invite 1 reviewer')).toBeVisible()
})
