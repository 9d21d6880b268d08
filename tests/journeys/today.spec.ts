import type { Page } from '@playwright/test'
import { anArticle, aUser } from '../support/builders.ts'
import { anOldCase, daysAgo, type CaseOptions } from '../support/old-cases.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const rows = (page: Page) => page.locator('.cases tr:not(.grp)').filter({ has: page.locator('.go-case') })
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const solid = (page: Page) => page.locator('.cases .btn.solid')
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))

const submitted = (days: number, recommendation: 'minor' | 'decline' = 'minor') => ({
  ...{ state: 'submitted' as const, invited: days + 12, replied: days + 10, due: 4 - days, submitted: days },
  recommendation,
})
const by = (name: string) => [{ role: 'Corresponding Author' as const, full_name: name }]

/** A case in each group and for each kind of row. */
async function someCases({ database }: RunningJournal, editor: { id: string }) {
  const reviewing = { editor, stage: 'reviewing' as const }
  const both = [submitted(9), submitted(4)]
  const cases: CaseOptions[] = [
    {
      ...{ ...reviewing, received: 45, parts: both, contributors: by('Zainab Baloch') },
      title: 'Stomatal closure precedes leaf rolling in <i>Pennisetum glaucum</i> under terminal drought',
    },
    {
      ...{ ...reviewing, received: 38, contributors: by('Pema Dorji') },
      title: 'A new <i>Bulbophyllum</i> (Orchidaceae) from cloud forest in eastern Bhutan',
      parts: [submitted(9), { state: 'agreed', invited: 22, replied: 20, due: -6 }, { state: 'standby' }],
    },
    {
      ...{ ...reviewing, received: 31, contributors: by('Asha Rathore') },
      title: 'Pollen limitation in fragmented stands of <i>Tecomella undulata</i>',
      parts: [submitted(8, 'decline'), submitted(1)],
    },
    {
      ...{ ...reviewing, received: 45, parts: both, roundClosed: 16, contributors: by('Salim Al Harthy') },
      title: 'Seed mucilage and dispersal distance in three desert <i>Plantago</i> species',
      ...{ decisions: [{ kind: 'minor', ago: 16, due: -2 }], revised: 2 },
    },
    {
      ...{ ...reviewing, received: 12, contributors: by('Maya Gurung') },
      title: 'Micropropagation of <i>Nardostachys jatamansi</i> from rhizome buds',
      parts: [
        { state: 'agreed', invited: 9, replied: 7, due: 7 },
        { state: 'declined', invited: 9, ended: 2 },
      ],
    },
    {
      ...{ received: 4, contributors: by('Thandi Ndlovu') },
      title: 'Smoke water and germination of <i>Themeda triandra</i> from burnt and unburnt veld',
    },
    {
      ...{ ...reviewing, received: 24, contributors: by('Nadia Mirza') },
      title: 'Leaf wax chemistry of <i>Calotropis procera</i> along an urban dust gradient',
      parts: [submitted(3), { state: 'agreed', invited: 8, replied: 6, due: 8 }, { state: 'standby' }],
    },
    {
      ...{ ...reviewing, received: 9, contributors: by('Youssef El Amrani') },
      title: 'Root hydraulic conductance of grafted <i>Citrus</i> under rising salinity',
      parts: [
        { state: 'agreed', invited: 5, replied: 3, due: 17 },
        { state: 'invited', invited: 4 },
        { state: 'standby' },
      ],
    },
    {
      ...{ editor, stage: 'revising', received: 45, parts: both, roundClosed: 11, contributors: by('Ravi Bisht') },
      title: 'Bark chemistry and epiphyte load of <i>Quercus leucotrichophora</i>',
      decisions: [{ kind: 'minor', ago: 11, due: 3 }],
    },
    {
      ...{ editor, stage: 'accepted', received: 40, parts: both, roundClosed: 9, contributors: by('Hina Chaudhry') },
      title: 'Anther culture of <i>Brassica juncea</i>: genotype matters more than medium',
      ...{ decisions: [{ kind: 'accept', ago: 9 }], proof: { sent: 1 } },
    },
    {
      ...{ editor, stage: 'declined', received: 20, closed: 4, contributors: by('Bilal Anwar') },
      title: 'A checklist of road-verge weeds of three towns in Punjab',
      decisions: [{ kind: 'decline', ago: 4, from: 'screening' }],
    },
  ]
  for (const one of cases) await anOldCase(database, one)
}

/** Opens Today as the editor of these cases. */
async function openToday(page: Page, journal: RunningJournal, path = '/admin') {
  const editor = await aUser(journal.database, { role: 'admin', fullName: 'Samina Farooqi' })
  await someCases(journal, editor)
  await signIn(page, journal, { user: editor })
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
}

test('every case has one reason, and the row in focus the one solid button', async ({ page, journal }) => {
  await openToday(page, journal)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expect(page.getByRole('status').filter({ hasText: 'Six cases need you; one is overdue.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Setting up',
    'Act now 6',
    'Waiting for others 2',
    'With authors 2',
    'Closed this week 1',
  ])
  await expect(page.getByRole('navigation', { name: 'Admin area menu' }).locator('[aria-current]')).toHaveText(
    'Today6 to act on',
  )
  const first = row(page, 'Stomatal closure')
  await expect(first).toContainText(/Baloch · Both reports received/)
  await expect(first.getByRole('img', { name: 'report in' })).toHaveCount(2)
  await expect(first.getByRole('progressbar', { name: 'Day 45 of 42' })).toBeVisible()
  await expect(first).toContainText('3 days over')
  await expect(row(page, 'Bulbophyllum')).toContainText('One report 6 days late')
  await expect(row(page, 'Bulbophyllum').getByRole('img', { name: 'report late' })).toBeVisible()
  await expect(row(page, 'Micropropagation')).toContainText('Second reviewer declined, no standby left')
  await expect(row(page, 'Seed mucilage')).toContainText('Decided on day 29 (on time)')
  await expect(row(page, 'Root hydraulic')).toContainText('Reminder')
  await expect(row(page, 'Root hydraulic').locator('.btn')).toHaveCount(0)
  await expect(solid(page)).toHaveCount(1)
  await expect(solid(page)).toHaveText(/^Decide: Stomatal closure/)
  for (const [title, action, path] of [
    ['Bulbophyllum', 'Invite Standby', /^\/cases\/[\w-]+$/],
    ['Micropropagation', 'Invite Reviewers', /^\/cases\/[\w-]+\/invite$/],
    ['Pollen', 'Decide', /^\/cases\/[\w-]+\/decide$/],
    ['Smoke water', 'Check Manuscript', /^\/cases\/[\w-]+$/],
  ] as const) {
    await expect(row(page, title).locator('.btn')).toHaveText(new RegExp(`^${action}: `))
    await expect(row(page, title).locator('.btn')).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('definition').first()).toHaveText(/days/)
  await expectNoAxeViolations(page)
})

test('by keyboard alone', async ({ page, journal, trouble }) => {
  // The files of the built manuscripts have no content.
  trouble.expect(/503/)
  await openToday(page, journal)
  await page.keyboard.press('j')
  await expect(row(page, 'Stomatal closure').locator('.go-case')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(row(page, 'Bulbophyllum').locator('.go-case')).toBeFocused()
  await expect(solid(page)).toHaveText(/^Invite Standby/)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ndlovu')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?find=ndlovu')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'One case found.' })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nobody of this name')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No cases found' })).toBeVisible()
  await page.getByRole('link', { name: 'Show All' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(11)
  await expect(page.locator('#main')).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByText('Do what is next')).toBeVisible()
  await expect(page.locator('.keys summary')).toBeFocused()
  const single = page.getByLabel('Use the keys j, k, a, / and ? on this device')
  await single.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('j')
  await expect(single).toBeFocused()
  await page.keyboard.press('Space')

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/cases\/[\w-]+\/decide$/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(11)
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cases\/[\w-]+$/)
})

test('in forced colours the current entry and the promise are still seen', async ({ page, journal }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openToday(page, journal)
  const ground = (element: Element) => getComputedStyle(element).backgroundColor
  const entries = page.locator('.side-menu .area-nav')
  const [current, other] = [entries.locator('[aria-current]'), entries.locator('a:not([aria-current])').first()]
  expect(await current.evaluate(ground)).not.toBe(await other.evaluate(ground))
  const promise = page.locator('.clock:not(.over) .weeks').first()
  const [bar, words] = [await promise.screenshot(), promise.locator('xpath=following-sibling::b')]
  await expect(words).toBeVisible()
  // The days that have passed differ from those that are left, and both from the ground.
  const colours = await page.evaluate(async (png) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (each) => each.charCodeAt(0))]))
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, Math.floor(picture.height / 2), picture.width, 1)
    return new Set(Array.from({ length: picture.width }, (_, at) => data.slice(at * 4, at * 4 + 3).join())).size
  }, bar.toString('base64'))
  expect(colours).toBeGreaterThanOrEqual(3)
  // Buttons without a border keep none: they would touch each other.
  const edge = await page
    .getByRole('button', { name: 'No, Thanks' })
    .evaluate((button) => [getComputedStyle(button).borderTopColor, getComputedStyle(document.body).backgroundColor])
  expect(edge[0]).toBe(edge[1])
})

test('on a phone each case is a card', async ({ page, journal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openToday(page, journal)
  await narrow(page)
  // The list begins on the first screen.
  expect((await rows(page).first().boundingBox())!.y).toBeLessThan(844 / 2)
  const box = (await solid(page).boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(44)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await narrow(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await narrow(page)
})

test('all editors’ cases are a tab away, with their editors', async ({ page, journal }) => {
  const other = await aUser(journal.database, { role: 'admin', fullName: 'Omar Saleh' })
  await anOldCase(journal.database, { title: 'Of a colleague', editor: other, received: 2 })
  await openToday(page, journal)
  await expect(row(page, 'Of a colleague')).toHaveCount(0)
  await page.getByRole('link', { name: 'All editors 12' }).click()
  await expect(page).toHaveURL('/admin?scope=all')
  await expect(row(page, 'Of a colleague')).toContainText('Omar Saleh')
  await expect(row(page, 'Smoke water')).toContainText('No editor yet')
  await expect(page.getByRole('link', { name: 'Mine and unassigned 11' })).toBeVisible()
})

test('with nothing to do, Today says when the next report is due', async ({ page, journal }) => {
  const editor = await aUser(journal.database, { role: 'admin' })
  await signIn(page, journal, { user: editor })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Nothing needs you now' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No open cases.' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin area menu' }).locator('[aria-current]')).toHaveText('Today')
  await expectNoAxeViolations(page)
  await anOldCase(journal.database, {
    ...{ title: 'Leaf wax', editor, stage: 'reviewing', received: 24 },
    parts: [submitted(3), { state: 'agreed', invited: 8, replied: 6, due: 8 }],
  })
  await page.reload()
  const due = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(daysAgo(-8)))
  await expect(page.getByText(`The next report is due on ${due}.`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'One case is with others.' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('.rest').getByRole('link', { name: 'Research Listings' }).click()
  await expect(page).toHaveURL('/admin/listings')
})

test('a guest editor finds the manuscripts to edit below their own', async ({ page, journal }) => {
  const guest = await aUser(journal.database)
  await signIn(page, journal, { user: guest })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Articles')
  await expect(page.getByRole('heading', { name: 'Manuscripts you edit' })).toHaveCount(0)
  const { id } = await anOldCase(journal.database, {
    ...{ title: 'For a guest', editor: guest, stage: 'reviewing', received: 30 },
    parts: [submitted(9), submitted(4)],
  })
  await journal.database.db
    .insertInto('case_editors')
    .values({ article_id: id, user_id: guest.id, is_guest: 1, since: daysAgo(9), recused_at: null, reason: null })
    .execute()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manuscripts you edit' })).toBeVisible()
  const case_ = row(page, 'For a guest')
  await expect(case_.getByRole('link', { name: 'For a guest', exact: true })).toHaveAttribute('href', `/cases/${id}`)
  await expect(case_.getByRole('link', { name: /^Decide/ })).toHaveAttribute('href', `/cases/${id}/decide`)
  await expectNoAxeViolations(page)
})

test('the list can be tried again when it cannot be loaded', async ({ page, journal, trouble }) => {
  trouble.expect(/500/)
  await signIn(page, journal, { role: 'admin' })
  await page.route('**/api/cases*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin')
  await expect(page.getByRole('alert').getByText('Failed to fetch cases')).toBeVisible()
  await page.unroute('**/api/cases*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing needs you now' })).toBeVisible()
})

test('an address of Research Listings from before leads to them', async ({ page, journal }) => {
  await anArticle(journal.database, { title: 'Seed rain', state: 'pending' })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin?status=pending&q=seed')
  await expect(page).toHaveURL('/admin/listings?status=pending&q=seed')
  await expect(page.getByText('1 article found')).toBeVisible()
})

test('Research Listings lead to the case, and name what has been declined or withdrawn', async ({ page, journal }) => {
  const { database } = journal
  const { id } = await anOldCase(database, { title: 'In screening' })
  await anOldCase(database, { title: 'A declined one', stage: 'declined', closed: 3 })
  await anOldCase(database, { title: 'A withdrawn one', stage: 'withdrawn', closed: 3 })
  await anArticle(database, { title: 'Without a case', state: 'pending' })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/listings')
  const listed = (title: string) => page.locator('tr[data-article]').filter({ hasText: title })
  await expect(listed('A declined one').locator('.chip')).toHaveText('Declined')
  await expect(listed('A withdrawn one').locator('.chip')).toHaveText('Withdrawn')
  await expect(listed('Without a case').getByRole('link', { name: /^Peer review/ })).toHaveCount(0)
  const link = listed('In screening').getByRole('link', { name: 'Peer review: In screening' })
  await expect(link).toHaveAttribute('href', `/cases/${id}`)
  await listed('In screening').getByRole('button', { name: 'View: In screening' }).click()
  const details = page.getByRole('dialog', { name: 'Article details' })
  await expect(details.getByRole('link', { name: 'Peer review' })).toHaveAttribute('href', `/cases/${id}`)
})

test('300 cases are listed at once', async ({ page, journal }) => {
  test.setTimeout(120_000)
  const editor = await aUser(journal.database, { role: 'admin' })
  const submitter = await aUser(journal.database)
  for (let number = 0; number < 300; number++) {
    await anOldCase(journal.database, { editor, submitter, received: number % 60 })
  }
  await signIn(page, journal, { user: editor })
  await page.goto('/admin')
  await expect(rows(page)).toHaveCount(300)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows(page).nth(1).locator('.go-case')).toBeFocused()
})

test('all figures are a link away, by year, with what they are counted from', async ({ page, journal }) => {
  await openToday(page, journal)
  await page.getByRole('link', { name: 'Review statistics' }).click()
  await expect(page).toHaveURL('/admin/figures')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review Statistics')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^20\d\d$/)
  await expect(page.getByText(/\(\d+ decisions?\)/).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await journal.clear()
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/figures')
  await expect(page.getByText('No decisions yet.')).toBeVisible()
})

test('the guide for editors is one press from Today and from the screens of a case', async ({
  page,
  journal,
  trouble,
}) => {
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  const { id } = await anOldCase(journal.database, { title: 'Smoke water', received: 4 })
  await signIn(page, journal, { role: 'admin' })
  for (const [path, section] of [
    ['/admin', 'Today'],
    ['/admin/reviewers', null],
    ['/admin/figures', null],
    [`/cases/${id}`, null],
    [`/cases/${id}/invite`, 'Inviting reviewers'],
    [`/cases/${id}/decide`, 'Deciding'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await expect(page.locator('main [aria-busy=true], main .sk')).toHaveCount(0)
    await narrow(page)
    await page.getByRole('link', { name: 'Guide for editors' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guide for editors')
    if (section) await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport()
  }
  await expect(page.getByText('Reviewers need no account.')).toBeVisible()
  await narrow(page)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/cases/guide')
  await expect(page.getByText('Reviewers need no account.')).toBeVisible()
})

test('asks a new administrator for a name, with which letters are signed', async ({ page, journal }) => {
  const { user: administrator } = await signIn(page, journal, { role: 'admin', fullName: 'Administrator' })
  await page.goto('/admin')
  const ask = page.getByRole('form', { name: 'Your name' })
  await ask.getByRole('button', { name: 'Save Name' }).click()
  await expect(ask.getByText('Full name is required')).toBeVisible()
  await ask.getByLabel('What is your name?').fill('Samina Farooqi')
  await expectNoAxeViolations(page)
  await ask.getByRole('button', { name: 'Save Name' }).click()
  await expect(ask).toHaveCount(0)
  const user = await journal.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', administrator.id)
    .executeTakeFirstOrThrow()
  expect(user.full_name).toBe('Samina Farooqi')
})

test('one long word in a title makes no screen of an editor wider', async ({ page, journal, trouble }) => {
  test.slow()
  // The manuscript's file is no real one, so it has no text.
  trouble.expect(/503.*\/text/)
  const title = `Gene${'x'.repeat(890)}`
  const parts = [submitted(9), submitted(4)]
  const { id } = await anOldCase(journal.database, { title, stage: 'reviewing', received: 20, parts })
  await signIn(page, journal, { role: 'admin' })
  const wide: string[] = []
  for (const path of ['/admin', '/admin/listings', `/cases/${id}`, `/cases/${id}/invite`, `/cases/${id}/decide`]) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await expect(page.getByText(title).first()).toBeVisible()
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const hidden = await page
        .getByText(title)
        .first()
        .evaluate((one) => one.getBoundingClientRect().right - innerWidth)
      if (over > 0 || hidden > 0) wide.push(`${path} at ${width}: ${over} px, title ${hidden} px`)
    }
  }
  expect(wide).toEqual([])
})
