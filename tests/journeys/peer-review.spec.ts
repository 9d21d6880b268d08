import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { longDate } from '../../src/contract/rules/text/dates.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { askAgain } from '../../src/journal/peer-review/authorship/confirmations.ts'
import { sendProof } from '../../src/journal/peer-review/cases/proofs.ts'
import { loadAuthors } from '../../src/journal/publication/articles/contributor-rows.ts'
import { aCategory, aFile, aReviewer, aSignedIn } from '../support/builders.ts'
import { aPdf } from '../support/multipart.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { earlier } from '../support/earlier.ts'
import { aCase, asCaller, decided, withReports } from '../support/review-builders.ts'
import type { ReceivedEmail, SmtpServer } from '../support/smtp-server.ts'
import { minutesLater } from './clock.ts'
import { expect, expectNoAxeViolations, signIn, type RunningJournal } from './support.ts'
import { withEmails as test } from './with-emails.ts'
import { watchForTrouble } from './trouble.ts'
import { addAuthor, DOCX, fillDetails, fillTitle, isReceived, next, step, uploadFiles, WIZARD } from './wizard.ts'

const TITLE = 'Seed rain under Prosopis juliflora'
const REVISED_TITLE = 'Seed rain below Prosopis juliflora'
const AUTHOR = { fullName: 'Ayesha Malik', email: 'ayesha@plants.test' }
const MARTA = 'marta.lindqvist@lund.test'
const OSKAR = 'oskar.brandl@graz.test'
const TENDAI = 'tendai.moyo@harare.test'
/** Nothing of these may be read by the public. */
const CONFIDENTIAL =
  /lindqvist|brandl|moyo|duarte|havel|lund\.test|graz|harare|coimbra|brno|secret plot|disputed data|line 84/i

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The button of Today for what the manuscript needs now. */
const toDo = (page: Page, action: string, title = TITLE) =>
  page.getByRole('link', { name: new RegExp(`^${action} ?: ${title}$`) })
const said = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()
const reviewLink = (email: ReceivedEmail) => /^http\S+\/review#\S+$/m.exec(email.text)![0]
const pageLink = (email: ReceivedEmail) => new URL(/^http\S+\/dashboard\/articles\/\S+$/m.exec(email.text)![0]).pathname

/** The next email to someone with this subject; others that come before it are left out. */
async function emailAbout(emails: SmtpServer, to: string, subject: RegExp): Promise<ReceivedEmail> {
  for (;;) {
    const email = await emails.next(to)
    if (subject.test(email.subject)) return email
  }
}

/** A browser of someone else, whose errors count too. */
async function aBrowser(
  browser: Browser,
  journal: RunningJournal,
  trouble: string[][],
  more: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    baseURL: journal.url,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    ...more,
  })
  trouble.push(await watchForTrouble(context))
  return context.newPage()
}

/** Counts what is clicked or tapped. */
function counting(act: (target: Locator) => Promise<void>) {
  let count = 0
  return {
    on: async (target: Locator) => {
      count++
      await act(target)
    },
    /** A link in an email. */
    open: async (page: Page, link: string) => {
      count++
      await page.goto('about:blank')
      await page.goto(link)
    },
    get count() {
      return count
    },
  }
}
const clicks = () => counting((target) => target.click())
const taps = () => counting((target) => target.tap())

async function submitWithSuggestions(page: Page) {
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, [AUTHOR.fullName, 'Corresponding Author'])
  await page.getByText('Suggest or exclude reviewers (optional)').click()
  const suggested = page.getByRole('region', { name: 'Suggest reviewers' })
  await suggested.getByRole('button', { name: 'Suggest a Reviewer' }).click()
  await suggested.getByLabel('Full name').fill('Ines Duarte')
  await suggested.getByLabel('Email').fill('ines@coimbra.test')
  await suggested.getByLabel('Affiliation (optional)').fill('University of Coimbra')
  const opposed = page.getByRole('region', { name: 'Exclude reviewers' })
  await opposed.getByRole('button', { name: 'Exclude a Person' }).click()
  await opposed.getByLabel('Full name').fill('Viktor Havel')
  await opposed.getByLabel('Email (optional)').fill('viktor@brno.test')
  await opposed.getByLabel('Reason (optional)').fill('disputed data')
  await next(page)
  await step(page, 5, 'Review & Submit')
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await button(page, 'Submit').click()
  await isReceived(page)
}

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** From the link in the email: three taps. */
async function agree(page: Page, link: string) {
  const finger = taps()
  await finger.open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Seed rain')
  await finger.on(page.getByRole('radio', { name: 'No', exact: true }))
  await finger.on(button(page, 'Yes, I will review'))
  await expect(page.getByText(/^Your review/).first()).toBeVisible()
  expect(finger.count).toBe(3)
  await fitsTheScreen(page)
}

async function report(
  page: Page,
  { toAuthors, recommend, name }: { toAuthors: string; recommend: RegExp; name: string },
) {
  const form = page.locator('.report-form form')
  await expect(form.locator('fieldset.q')).toHaveCount(6)
  for (const question of await form.locator('fieldset.q').all()) {
    await question.getByRole('radio', { name: 'Yes', exact: true }).locator('xpath=..').tap()
  }
  // A signature is found while it is typed, wherever the text would name its writer.
  const toTheAuthors = page.getByLabel('To the authors')
  await toTheAuthors.fill(`${toAuthors}\n\nBest wishes,\n${name}`)
  await expect(page.getByText(/This text may name you: “\p{L}+”\. The authors would read it\./u)).toBeVisible()
  await toTheAuthors.fill(toAuthors)
  await expect(page.getByText(/affiliation were not found in this text/)).toBeVisible()
  await page.getByLabel('To the editor').fill('I know the secret plot.')
  await form.getByRole('radio', { name: recommend }).locator('xpath=..').tap()
  await form.getByRole('checkbox', { name: /without AI tools/ }).tap()
  await button(page, 'Send Report').tap()
  await expect(page.getByRole('heading', { name: /^Thank you\. Your report has arrived/ })).toBeVisible()
  await fitsTheScreen(page)
}

/** From Today: what is next with the manuscript, the decision, and its letter. */
async function decide(page: Page, choice: RegExp, send: string) {
  const mouse = clicks()
  await page.goto('/admin')
  await mouse.on(toDo(page, 'Decide'))
  await mouse.on(page.getByRole('radio', { name: choice }))
  await expect(page.getByLabel('Letter to the authors')).toHaveValue(/^Dear /)
  await mouse.on(button(page, send))
  await expect(page.getByRole('heading', { name: / for case / })).toBeFocused()
  expect(mouse.count).toBe(3)
}

test('from a submission through two rounds of review to the article that a stranger reads', async ({
  page: editor,
  browser,
  journal,
  emails,
}) => {
  test.setTimeout(150_000)
  const { database } = journal
  await journal.clear()
  await aCategory(database, { name: 'Ecology' })
  const person = (fullName: string, email: string, affiliation: string, expertise: string) =>
    aReviewer(database, { fullName, emails: [email], affiliation, expertise })
  await person('Marta Lindqvist', MARTA, 'Sample University of Lund', 'seed rain, dispersal, drylands')
  await person('Oskar Brandl', OSKAR, 'Botanical Garden of Graz', 'seed rain, dispersal')
  await person('Tendai Moyo', TENDAI, 'National Herbarium, Harare', 'drylands')

  const elsewhere: string[][] = []
  const author = await aBrowser(browser, journal, elsewhere)
  const phone = () =>
    aBrowser(browser, journal, elsewhere, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(author, journal, AUTHOR)
  const editing = await signIn(editor, journal, { role: 'admin', fullName: 'Samina Farooqi' })

  await submitWithSuggestions(author)
  await emailAbout(emails, AUTHOR.email, /Seed rain/)
  const { id } = await database.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
  const manuscript = `/dashboard/articles/${id}`

  // Screening.
  await editor.goto('/admin')
  await toDo(editor, 'Check Manuscript').click()
  const checks = editor.getByRole('region', { name: 'Checks' })
  await checks.getByRole('button', { name: 'Record Checks' }).click()
  await editor.getByLabel('Similarity (%)').fill('7')
  await button(editor, 'Save').click()
  await expect(checks).toContainText('Checked on')

  // Two invitations and a standby list: four clicks from Today.
  const mouse = clicks()
  await editor.goto('/admin')
  await mouse.on(toDo(editor, 'Invite Reviewers'))
  const candidate = (name: string) => editor.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await mouse.on(candidate('Marta Lindqvist'))
  await mouse.on(candidate('Oskar Brandl'))
  await expect(editor.getByRole('list', { name: 'Standby, in this order' }).getByRole('listitem')).toContainText([
    'Tendai Moyo',
  ])
  // Whom the authors suggest shares no topic with the manuscript.
  await expect(editor.getByText('Standby: Tendai Moyo', { exact: true })).toBeVisible()
  await mouse.on(button(editor, 'Invite 2 reviewers'))
  await said(editor, '2 reviewers invited, 1 on standby')
  expect(mouse.count).toBe(4)

  // One declines with two taps, and the first on standby is invited at once.
  const asked = await phone()
  const finger = taps()
  await finger.open(asked, reviewLink(await emails.next(OSKAR)))
  await finger.on(button(asked, 'Decline'))
  await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
  expect(finger.count).toBe(2)
  const toTendai = await emails.next(TENDAI)
  expect(toTendai.subject).toBe(`Would you review “${TITLE}”?`)

  // Two reports from phones.
  const marta = await phone()
  const tendai = await phone()
  await agree(marta, reviewLink(await emails.next(MARTA)))
  await report(marta, {
    name: 'Marta',
    toAuthors: 'Line 84: Say how the traps were placed.',
    recommend: /^Major revision/,
  })
  await agree(tendai, reviewLink(toTendai))
  await report(tendai, { name: 'Tendai', toAuthors: 'Two years are few.', recommend: /^Minor revision/ })

  // The authors learn of the decision when its letter is sent, ten minutes later.
  await decide(editor, /Major revision/, 'Send Major Revision')
  await author.goto(manuscript)
  const status = author.getByRole('region', { name: 'Status' })
  await expect(status).toContainText(/Decision expected by|in review/i)
  await expect(status).not.toContainText('revision')
  expect(emails.received.filter(({ subject }) => subject.endsWith(': major revision'))).toEqual([])
  await minutesLater(journal, 11)
  const letter = await emailAbout(emails, AUTHOR.email, /Seed rain.*: major revision$/)
  expect(pageLink(letter)).toBe(manuscript)
  expect(letter.text).not.toMatch(/lindqvist|moyo|secret/i)
  await emailAbout(emails, MARTA, /^The decision on/)

  // A revision with replies: three clicks.
  await author.goto('/dashboard')
  const authorsMouse = clicks()
  await authorsMouse.on(author.getByRole('link', { name: /^View Details/ }))
  await expect(status).toContainText('Please send your revision by')
  expect(await author.content()).not.toMatch(/lindqvist|moyo|brandl|secret plot/i)
  const replies = author.getByLabel(/^Your reply to Reviewer/)
  await expect(replies).toHaveCount(2)
  await replies.first().fill('Done, in the Methods.')
  await replies.last().fill('We explain why, in the Discussion.')
  const [chooser] = await Promise.all([
    author.waitForEvent('filechooser'),
    authorsMouse.on(author.getByText('choose files', { exact: true })),
  ])
  await chooser.setFiles([{ ...DOCX, name: 'revision.docx' }])
  await expect(author.getByText(/^Uploaded, /)).toBeVisible()
  // With a new title, which survives a reload.
  await button(author, 'Change Title, Abstract or Keywords').click()
  await expect(author.getByRole('textbox', { name: 'Title' })).toHaveText(TITLE)
  await author.getByRole('textbox', { name: 'Title' }).fill(REVISED_TITLE)
  await author.waitForFunction(
    (title) => Object.values(localStorage).some((stored) => String(stored).includes(title)),
    REVISED_TITLE,
  )
  await author.reload()
  await expect(author.getByRole('textbox', { name: 'Title' })).toHaveText(REVISED_TITLE)
  await expectNoAxeViolations(author)
  await authorsMouse.on(button(author, 'Send Revision'))
  await expect(status).toContainText('We received your revision on')
  expect(authorsMouse.count).toBe(3)

  // The second round begins with the reviewers of the first.
  await editor.goto('/admin')
  await toDo(editor, 'Read Revision', REVISED_TITLE).click()
  await editor.getByText('New title', { exact: true }).click()
  const newTitle = editor.getByRole('region', { name: 'Title', exact: true })
  await expect(newTitle.locator('del')).toHaveText('under')
  await expect(newTitle.locator('ins')).toHaveText('below')
  await expectNoAxeViolations(editor)
  await editor.getByRole('link', { name: 'Invite', exact: true }).click()
  await expect(candidate('Marta Lindqvist')).toBeChecked()
  await expect(candidate('Tendai Moyo')).toBeChecked()
  await expect(candidate('Oskar Brandl')).not.toBeChecked()
  await button(editor, 'Invite 2 reviewers').click()
  await expect(editor).toHaveURL(`/cases/${id}`)
  await agree(marta, reviewLink(await emailAbout(emails, MARTA, /^The revision of/)))
  await expect(marta.getByText('Done, in the Methods.').first()).toBeVisible()
  await report(marta, { name: 'Marta', toAuthors: 'All is answered.', recommend: /^Accept/ })
  await emailAbout(emails, TENDAI, new RegExp(`^The revision of “${REVISED_TITLE}”`))

  // One report is enough for this editor, who goes by way of the case.
  await editor.goto(`/cases/${id}`)
  await editor
    .getByRole('group', { name: 'Decide' })
    .getByRole('link', { name: /^Accept/ })
    .click()
  await button(editor, 'Send Acceptance').click()
  await expect(editor.getByRole('heading', { name: /Accept for case/ })).toBeFocused()
  await minutesLater(journal, 11)
  await emailAbout(emails, AUTHOR.email, /Seed rain.*: accepted$/)
  await emailAbout(emails, TENDAI, /no longer needed/)

  // The proof.
  await editor.goto('/admin')
  await expect(toDo(editor, 'Send Proof', REVISED_TITLE)).toBeVisible()
  const proof = await aFile(database, { owner: editing.user, content: await twoPages(), store: journal.store })
  await database.transaction((tx) => sendProof(tx, asCaller(editing), { articleId: id, pdfUrl: fileUrl(proof) }))
  await author.goto(pageLink(await emailAbout(emails, AUTHOR.email, /^The proof of/)))
  await expect(author.getByRole('list', { name: 'Pages of the proof' }).getByRole('img')).toHaveCount(2)
  await button(author, 'Approve').click()
  await author.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(status).toContainText('You have approved the proof.')

  // Publication.
  await editor.goto('/admin')
  await toDo(editor, 'Publish', REVISED_TITLE).click()
  const question = editor.getByRole('dialog', { name: 'Publish article', exact: true })
  const usesProof = question.getByLabel(/^Use the approved proof/)
  await expect(usesProof).toBeChecked()
  await usesProof.uncheck()
  await question
    .locator('input[name=pdfUrl]')
    .setInputFiles({ name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf('The final version') })
  await expect(question.getByText(/^Uploaded, /)).toBeVisible()
  await question.locator('input[name=confirm]').check()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(question).toHaveCount(0)
  await emailAbout(emails, MARTA, /published/i)
  await emailAbout(emails, TENDAI, /published/i)

  // A stranger reads it.
  const stranger = await aBrowser(browser, journal, elsewhere)
  await stranger.goto(`/blog/${id}`)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(REVISED_TITLE)
  const fact = (name: string) =>
    stranger.locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]').first()
  const { db } = database
  const versions = await db.selectFrom('manuscript_versions').selectAll().orderBy('number').execute()
  const accepted = await db
    .selectFrom('decisions')
    .select('decided_at')
    .where('kind', '=', 'accept')
    .executeTakeFirstOrThrow()
  const { received_on } = await db.selectFrom('review_cases').select('received_on').executeTakeFirstOrThrow()
  await expect(fact('Received')).toHaveText(longDate(received_on)!)
  await expect(fact('Revised')).toHaveText(longDate(dayOf(versions.at(-1)!.submitted_at))!)
  await expect(fact('Accepted')).toHaveText(longDate(dayOf(accepted.decided_at))!)
  await expect(fact('Peer review')).toHaveText('Peer reviewed, single-blind.')
  await expectNoAxeViolations(stranger)

  for (const path of [
    `/blog/${id}`,
    ...['xml', 'bib', 'ris', 'csl.json'].map((end) => `/blog/${id}.${end}`),
    '/feed.atom',
    '/',
    `/api/posts/details/${id}`,
    '/api/posts/published',
  ]) {
    const answer = await stranger.request.get(path)
    expect(answer.status(), path).toBe(200)
    const text = await answer.text()
    expect(text, path).toContain('Prosopis')
    expect(text.match(CONFIDENTIAL)?.[0], path).toBeUndefined()
  }
  const jats = await (await stranger.request.get(`/blog/${id}.xml`)).text()
  for (const type of ['received', 'rev-recd', 'accepted']) expect(jats).toContain(`date-type="${type}"`)
  expect((await (await stranger.request.get(`/blog/${id}.pdf`)).body()).toString('latin1')).toContain(
    'The final version',
  )

  // Who was only on standby, or opposed by the authors, has never heard of the manuscript.
  expect(emails.received.flatMap(({ to }) => to).filter((address) => /coimbra|brno/.test(address))).toEqual([])

  // No email has named a reviewer to the authors, or to another reviewer.
  const names = { [MARTA]: /marta|lindqvist/i, [TENDAI]: /tendai|moyo/i, [OSKAR]: /oskar|brandl/i }
  for (const [of, name] of Object.entries(names)) {
    const others = emails.received.filter(({ to }) => !to.includes(of) && !to.includes(editing.user.email))
    expect(others.length).toBeGreaterThan(5)
    expect(
      others.filter((email) => name.test(email.subject + email.text + email.html)).map(({ subject }) => subject),
    ).toEqual([])
  }

  expect(elsewhere.flat(), 'trouble in the other browsers').toEqual([])
})

test('a co-author without an account hears of a submission, says yes on a phone, and may change their mind', async ({
  page: author,
  browser,
  journal,
  emails,
}) => {
  test.setTimeout(90_000)
  const { database } = journal
  await journal.clear()
  await aCategory(database, { name: 'Ecology' })
  const elsewhere: string[][] = []
  await signIn(author, journal, AUTHOR)
  await author.goto(WIZARD)
  await fillTitle(author)
  await fillDetails(author)
  await uploadFiles(author)
  await addAuthor(author, [AUTHOR.fullName, 'Corresponding Author'])
  await addAuthor(author, ['Bruno Kovář', 'Author'])
  await next(author)
  await step(author, 5, 'Review & Submit')
  await author.getByRole('checkbox', { name: /I confirm/ }).check()
  await button(author, 'Submit').click()
  await expect(author.getByText(/^We have written to Bruno Kovář and asked/)).toBeVisible()

  const named = await emailAbout(emails, 'bruno@plants.test', /^You are named as an author of manuscript \d/)
  expect(named.text).toContain('named you as author 2 of 2')
  const link = /^http\S+\/authorship#\S+$/m.exec(named.text)![0]
  const answers = () => database.db.selectFrom('author_confirmations').select(['email', 'state']).execute()
  const asked = { email: 'bruno@plants.test', state: 'asked' }
  for (const method of ['HEAD', 'GET']) await fetch(link, { method })
  expect(await answers()).toContainEqual(asked)

  const bruno = await aBrowser(browser, journal, elsewhere, {
    viewport: { width: 390, height: 844 },
    ...{ hasTouch: true, isMobile: true },
  })
  const finger = taps()
  await finger.open(bruno, link)
  await expect(bruno.getByRole('heading', { level: 1 })).toContainText(TITLE)
  await expect(bruno.locator('.printed strong').first()).toHaveText('Bruno Kovář')
  // Opened, with its scripts: nothing is answered by that.
  expect(await answers()).toContainEqual(asked)
  await fitsTheScreen(bruno)
  await expectNoAxeViolations(bruno)
  await finger.on(bruno.getByRole('radio', { name: 'None' }))
  await finger.on(button(bruno, 'Yes, this is my work'))
  await expect(bruno.getByRole('heading', { level: 1 })).toHaveText('Thank you. You have confirmed the list.')
  await expect(bruno.getByRole('heading', { level: 1 })).toBeFocused()
  // Eight at most, with what is asked about roles and interests on the same page.
  expect(finger.count).toBe(3)
  expect(await answers()).toContainEqual({ ...asked, state: 'confirmed' })
  await fitsTheScreen(bruno)

  await bruno.reload()
  await button(bruno, 'Change My Answer').tap()
  await button(bruno, 'No, it is not right').tap()
  await bruno.getByLabel('What is not right?').fill('Sadia Hunzai measured all the seeds.')
  await bruno.getByRole('checkbox', { name: 'Ayesha Malik may read this. Otherwise only the editors do.' }).tap()
  await button(bruno, 'Send to the Editors').tap()
  await expect(bruno.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us. Review is on hold.')
  await fitsTheScreen(bruno)
  const told = await emailAbout(emails, AUTHOR.email, /^Bruno Kovář says that the list of authors is not right$/)
  expect(told.text).toContain('Sadia Hunzai measured all the seeds.')
  await author.goto(pageLink(told))
  await expect(author.getByRole('complementary', { name: 'Manuscript' })).toContainText('Bruno Kovář: Disagrees')
  const editor = await aBrowser(browser, journal, elsewhere)
  await signIn(editor, journal, { role: 'admin' })
  await expect(author.getByRole('region', { name: 'Change of the authors' })).toContainText('nothing else goes on')
  await editor.goto('/admin')
  await expect(editor.getByText('Bruno Kovář disagrees with the list of authors')).toBeVisible()
  await toDo(editor, 'See Authors').click()
  await expect(editor.getByRole('region', { name: 'Checks' })).toContainText('1 of 2 disagree')
  // The case has stopped: nothing can be decided, and nobody be invited.
  await expect(editor.getByText('Bruno Kovář disagrees with the list of authors.')).toBeVisible()
  await expect(editor.getByRole('link', { name: /^(Return to|Decline|Accept)/ })).toHaveCount(0)
  await button(bruno, 'It is right after all').tap()
  await expect(bruno.getByRole('heading', { level: 1 })).toHaveText('Thank you. You have confirmed the list.')
  await editor.reload()
  await expect(editor.getByRole('link', { name: /^Decline/ })).toBeVisible()
  await expect(editor.getByRole('region', { name: 'Checks' })).toContainText('2 of 2 confirmed')
  expect(elsewhere.flat()).toEqual([])
})

test('a revision proposes other authors, and counts once everybody has agreed on a phone', async ({
  page: author,
  browser,
  journal,
  emails,
}) => {
  test.setTimeout(90_000)
  const { database } = journal
  await journal.clear()
  const elsewhere: string[][] = []
  const { user } = await signIn(author, journal, AUTHOR)
  const editing = await aSignedIn(journal, { role: 'admin' })
  const { id } = await earlier(60, async () => {
    const made = await aCase(database, {
      ...{ submitter: user, title: TITLE, manuscripts: ['manuscript.docx'] },
      contributors: [
        { role: 'Corresponding Author', full_name: AUTHOR.fullName, email: AUTHOR.email },
        { role: 'Author', full_name: 'Bruno Kovář', email: 'bruno@plants.test' },
      ],
    })
    await database.transaction((tx) => askAgain(tx, made.id, user.id))
    await withReports(database, asCaller(editing), made.id)
    await decided(database, asCaller(editing), made.id, 'minor')
    return made
  })
  const names = async () => (await loadAuthors(database.db, [id])).map(({ fullName }) => fullName)

  await author.goto(`/dashboard/articles/${id}`)
  await author.locator('input[type=file]').first().setInputFiles(DOCX)
  await expect(author.getByText(/^Uploaded, /)).toBeVisible()
  await button(author, 'Propose Other Authors').click()
  await button(author, 'Remove Bruno Kovář').click()
  await addAuthor(author, ['Carla Rossi', 'Author'])
  await expectNoAxeViolations(author)
  await author.reload()
  await expect(author.getByRole('list', { name: /^Authors/ })).toContainText('Carla Rossi')
  await button(author, 'Send Revision').click()
  const change = author.getByRole('region', { name: 'Change of the authors' })
  await expect(change).toContainText(`You have proposed: ${AUTHOR.fullName}, Carla Rossi.`)
  await expect(change).toContainText('Bruno Kovář (no longer on the list): No answer yet')
  await expectNoAxeViolations(author)
  expect(await names()).toEqual([AUTHOR.fullName, 'Bruno Kovář'])

  const editor = await aBrowser(browser, journal, elsewhere)
  await signIn(editor, journal, { user: editing.user })
  await editor.goto(`/cases/${id}`)
  const proposed = editor.getByRole('region', { name: 'Authors' })
  await expect(proposed).toContainText('Bruno Kovář (no longer on the list): No answer yet')
  await expectNoAxeViolations(editor)

  for (const [email, asks] of [
    ['carla@plants.test', 'as author 2 of 2. Do you agree?'],
    ['bruno@plants.test', 'that no longer names you. Do you agree?'],
  ] as const) {
    const asked = await emailAbout(emails, email, /^Do you agree to a change of the authors/)
    const phone = await aBrowser(browser, journal, elsewhere, {
      viewport: { width: 390, height: 844 },
      ...{ hasTouch: true, isMobile: true },
    })
    await phone.goto(/^http\S+\/authorship#\S+$/m.exec(asked.text)![0])
    await expect(phone.getByText(asks)).toBeVisible()
    await expect(phone.getByRole('region', { name: 'The list as it is now' })).toContainText('Bruno Kovář')
    await fitsTheScreen(phone)
    await expectNoAxeViolations(phone)
    expect(await names()).toEqual([AUTHOR.fullName, 'Bruno Kovář'])
    await phone.getByRole('group', { name: 'Your answer' }).locator('.btn.solid').tap()
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you')
    await phone.context().close()
  }
  expect(await names()).toEqual([AUTHOR.fullName, 'Carla Rossi'])

  await editor.reload()
  await expect(editor.getByRole('main')).toContainText('Carla Rossi')
  await expect(editor.getByText('Proposed authors')).toHaveCount(0)
  expect(elsewhere.flat()).toEqual([])
})
