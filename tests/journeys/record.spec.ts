import type { Browser, Page } from '@playwright/test'
import { aFile, anArticle, aUser } from '../support/builders.ts'
import { openCrossrefServer, type CrossrefServer } from '../support/crossref-server.ts'
import type { SmtpServer } from '../support/smtp-server.ts'
import { expect, type RunningJournal, signIn, startJournal } from './support.ts'
import { countClicks } from './clicks.ts'
import { noticeId, tenMinutesLater } from './notice-steps.ts'
import { withMailServer } from './with-emails.ts'
import { withCrossmark } from './with-prefix.ts'
import './doi-prefix.ts'

const PREFIX = '10.5555'

/** A journal with a mail server and a stand-in for Crossref: what goes out is read where it arrives. */
const test = withMailServer.extend<object, { crossref: CrossrefServer }>({
  crossref: [
    async ({}, give) => {
      const crossref = await openCrossrefServer({ prefix: PREFIX })
      await give(crossref)
      await crossref.close()
    },
    { scope: 'worker' },
  ],
  journal: [
    async ({ emails, crossref }, give) => {
      const journal = await startJournal({
        ...{ ...withCrossmark, SMTP_URL: emails.url, CROSSREF_USER: crossref.user },
        ...{ CROSSREF_PASSWORD: crossref.password, CROSSREF_URL: crossref.url },
      })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const READER = 'zahra@readers.test'
const RUBINA = 'rubina@plants.test'
const KOMIL = 'komil@plants.test'
const WRONG = 'Table 2 gives 5.1 kg for June; the sum of its nights is 3.4 kg.'
const SAP_FLOW = 'Night-time refilling in Prosopis cineraria'
const FERULA = 'Ploidy and seed set in wild Ferula'

/** The secret address in the next email to someone. */
const linkTo = async (emails: SmtpServer, email: string): Promise<string> =>
  /http\S+#[\w-]+/.exec((await emails.next(email)).text)![0]

async function fillIn(page: Page, oneSentence: readonly [label: string, text: string]): Promise<void> {
  for (const [label, text] of [
    oneSentence,
    [/^What (is wrong|are the doubts)\?/, 'What is told does not agree with the records.'],
    ['Why did it happen?', 'Two sheets were taken for one another.'],
    ['Who found it?', 'A reader'],
    ['What does it change in the conclusions?', 'The season is the same; the amount is smaller.'],
    ['What do we do?', 'We say it above the article.'],
  ] as const)
    await page.getByLabel(label).fill(text)
}

/** Signs a notice, and waits until readers can see it. */
async function signed(page: Page, journal: RunningJournal, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Sign the / }).click()
  await expect(page.getByRole('button', { name: 'Take It Back' })).toBeVisible()
  await tenMinutesLater(journal, id)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('This notice has been published.')).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** A page of someone of their own. */
const pageOf = (browser: Browser, journal: RunningJournal) => browser.newPage({ baseURL: journal.url })

/** What a program gets from an address. */
const fetched = async (journal: RunningJournal, path: string): Promise<string> => {
  const answer = await fetch(journal.url + path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

/** The metadata of a DOI as they are registered by now, once they have been deposited. */
async function registered(journal: RunningJournal, crossref: CrossrefServer, doi: string, word: string | RegExp) {
  await expect
    .poll(async () => {
      await journal.database.db.updateTable('deposits').set({ next_try_at: '2020-01-01T00:00:00.000Z' }).execute()
      await fetch(`${journal.url}/api/nothing`, { method: 'POST' })
      return crossref.registered.get(doi)?.xml ?? ''
    })
    .toMatch(word)
}

test('a table is wrong: a reader reports it, the author asks, the authors answer, and the correction is found everywhere', async ({
  page,
  journal,
  browser,
  emails,
  crossref,
}) => {
  test.slow()
  await journal.clear()
  const author = await aUser(journal.database, { fullName: 'Rubina Solangi', email: RUBINA })
  const article = await anArticle(journal.database, {
    title: 'Night-time refilling in <i>Prosopis cineraria</i>',
    abstract: '<p>Refilling at night returned 5.1 kg in June 2024. The trees stood in six fields.</p>',
    doi: `${PREFIX}/jpbr.sapflow`,
    submitter: author,
    pdf: await aFile(journal.database, { store: journal.store }),
    contributors: [
      { role: 'Corresponding Author', full_name: 'Rubina Solangi', email: RUBINA },
      { role: 'Author', full_name: 'Komil Umaroff', email: KOMIL },
    ],
  })

  // A reader.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/blog/${article.id}`)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('radio', { name: /^Something is wrong in the text, a table/ }).check()
  await page.getByLabel(/^What is wrong/).fill(WRONG)
  await page.getByLabel('Your name').fill('Zahra Baloch')
  await page.getByLabel('Your email').fill(READER)
  await page.getByRole('button', { name: 'Send to the Editors' }).click()
  await expect(page.getByText(/^Thank you. We have sent you an email/)).toBeVisible()
  const readersLink = await linkTo(emails, READER)
  await page.goto(readersLink)
  await page.getByRole('button', { name: 'Yes, I Sent This' }).click()
  await expect(page.getByText(/^We will answer by/)).toBeVisible()
  await emails.next(READER)

  // The author.
  const authors = await pageOf(browser, journal)
  await signIn(authors, journal, { user: author })
  await authors.goto('/dashboard')
  const clicksOfAuthor = await countClicks(authors)
  await authors.getByRole('link', { name: /^Ask for a Correction/ }).click()
  await authors.getByLabel('In the article').fill('Refilling at night returned 5.1 kg in June 2024.')
  await authors.getByLabel('It should say').fill('Refilling at night returned 3.4 kg in June 2024.')
  await authors.getByRole('group', { name: 'Whose error is it?' }).getByText('Ours').click()
  await authors.getByRole('button', { name: 'Send Request' }).click()
  await expect(authors).toHaveURL(/\/dashboard\/requests\//)
  expect(await clicksOfAuthor()).toBe(3)
  await emails.next(RUBINA)

  // The editor: both requests, what differs, and a notice instead of a small change.
  const editor = await pageOf(browser, journal)
  await signIn(editor, journal, { role: 'admin', fullName: 'Edith Editor' })
  await editor.goto('/admin')
  const rows = editor.getByRole('table', { name: 'Requests' }).getByRole('row', { name: new RegExp(SAP_FLOW) })
  await expect(rows).toHaveCount(2)
  await rows
    .filter({ hasText: 'An author' })
    .getByRole('link', { name: /^Answer/ })
    .click()
  await editor.getByRole('link', { name: 'Begin a Correction' }).click()
  await editor.getByRole('textbox', { name: 'Abstract' }).click()
  await editor.keyboard.press('ControlOrMeta+A')
  await editor.keyboard.type('Refilling at night returned 3.4 kg in June 2024. The trees stood in six fields.')
  await editor.getByLabel('Reason for the changes').fill('Refilling in June 2024 was 3.4 kg a night, not 5.1 kg.')
  await editor.getByRole('button', { name: 'Review Changes' }).click()
  await expect(editor.getByText('Numbers change in the abstract.')).toBeVisible()
  await editor.getByRole('button', { name: 'Draft the Notice' }).click()
  await expect(editor).toHaveURL(/\/admin\/notices\//)
  const correction = noticeId(editor)
  await fillIn(editor, ['In one sentence: what happened', 'refilling in June 2024 was 3.4 kg a night, not 5.1 kg'])
  await editor.getByLabel('Whose error was it?').selectOption('The authors’')
  await editor.getByRole('button', { name: 'Ask the Authors' }).click()
  await expect(editor.getByText('2 authors have not answered yet.')).toBeVisible()

  // Its authors, by their links; the request is with them.
  for (const [email, answer] of [
    [RUBINA, 'I agree'],
    [KOMIL, 'I disagree'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(await linkTo(emails, email))
    const clicks = await countClicks(page)
    await page.getByRole('radio', { name: answer }).check()
    await page.getByRole('button', { name: 'Send My Answer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your answer')
    // And one on the link.
    expect(await clicks()).toBe(2)
  }
  await authors.reload()
  await expect(authors.getByText('With the authors').first()).toBeVisible()

  // Published, and answered: the author at once, the reader in a letter.
  await editor.reload()
  await signed(editor, journal, correction)
  await authors.reload()
  await expect(authors.getByText('Komil Umaroff').first()).toBeVisible()
  await authors.getByRole('link', { name: /what changed/i }).click()
  await expect(authors.locator('ins').filter({ hasText: '3.4' }).first()).toBeVisible()
  await editor.goto('/admin')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: /^Answer/ }).click()
  await editor.getByRole('radio', { name: /With a change/ }).check()
  await editor.getByLabel('Letter to Zahra Baloch').fill('Thank you: a correction has been published.')
  await editor.getByRole('button', { name: 'Send the Answer' }).click()
  await expect(editor.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  expect((await emails.next(READER)).text).toContain('Thank you: a correction has been published.')
  await page.goto('about:blank')
  await page.goto(readersLink)
  await expect(page.getByText('Thank you: a correction has been published.')).toBeVisible()

  // A stranger, a harvester, a reference manager and a deposit.
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByRole('region', { name: 'Correction' })).toContainText('3.4 kg a night')
  await page.goto(`/blog/${article.id}/v/1`)
  await expect(page.getByText('5.1 kg in June 2024').first()).toBeVisible()
  const { article_id: ownId } = await journal.database.db
    .selectFrom('notices')
    .select('article_id')
    .where('id', '=', correction)
    .executeTakeFirstOrThrow()
  const host = new URL(journal.url).hostname
  const oai = (format: string, id: string) =>
    fetched(journal, `/oai?verb=GetRecord&metadataPrefix=${format}&identifier=oai:${host}:${id}`)
  expect(await oai('jats', article.id)).toContain('related-article-type="correction-forward"')
  expect(await oai('jats', ownId!)).toContain('related-article-type="corrected-article"')
  expect(await fetched(journal, `/blog/${article.id}.ris`)).toMatch(/^N1 {2}- .*[Cc]orrected/m)
  await registered(journal, crossref, `${PREFIX}/jpbr.${ownId}`, /type="correction"/)
  await authors.close()
  await editor.close()
})

test('doubts become a concern and then a retraction, by two editors, and everyone sees the right words', async ({
  page,
  journal,
  browser,
  emails,
  crossref,
}) => {
  test.slow()
  await journal.clear()
  const doi = `${PREFIX}/jpbr.ferula`
  const article = await anArticle(journal.database, {
    ...{ title: 'Ploidy and seed set in wild <i>Ferula</i>', doi },
    pdf: await aFile(journal.database, { store: journal.store }),
    contributors: [{ role: 'Corresponding Author', full_name: 'Dilrabo Saidzod', email: 'dilrabo@plants.test' }],
  })
  const bilal = await pageOf(browser, journal)
  const samina = await pageOf(browser, journal)
  await signIn(bilal, journal, { role: 'admin', fullName: 'Bilal Rahujo' })
  await signIn(samina, journal, { role: 'admin', fullName: 'Samina Farooqi' })

  /** One editor drafts it in urgency, the other signs. */
  const publish = async (kind: 'concern' | 'retraction', choice: RegExp, sentence: [string, string]) => {
    await bilal.goto(`/admin/listings?article=${article.id}`)
    await bilal.getByRole('button', { name: 'Notice …' }).click()
    await bilal.getByRole('button', { name: choice }).click()
    await expect(bilal).toHaveURL(/\/admin\/notices\//)
    const id = noticeId(bilal)
    await fillIn(bilal, sentence)
    if (kind === 'concern') await bilal.getByLabel(/^By when/).fill('2099-01-31')
    await bilal.getByText('Publish without asking').click()
    await bilal.getByLabel('Whose error was it?').selectOption('The journal’s')
    await bilal.getByRole('button', { name: 'Make It Ready Without Asking' }).click()
    await bilal.getByLabel('Why are they not asked?').fill('The error is ours.')
    await bilal.getByRole('button', { name: 'Go On Without Asking' }).click()
    await expect(bilal.getByText(/A second editor has to sign/)).toBeVisible()
    await samina.goto(`/admin/notices/${id}`)
    await signed(samina, journal, id)
    return (
      await journal.database.db
        .selectFrom('notices')
        .select('article_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).article_id!
  }

  const concern = await publish('concern', /^Expression of concern/, [
    'In one sentence: there are doubts about …',
    'the plates of Figure 3',
  ])
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByRole('region', { name: 'Expression of concern' })).toContainText('the plates of Figure 3')
  await registered(journal, crossref, `${PREFIX}/jpbr.${concern}`, /type="expression_of_concern"/)
  expect((await emails.next('dilrabo@plants.test')).subject).toMatch(/^Expression of concern/)

  const retraction = await publish('retraction', /^Retraction/, [
    'In one sentence: retracted because …',
    'the plates of Figure 3 are not from Ferula',
  ])
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`RETRACTED: ${FERULA}`)
  const banner = page.getByRole('region', { name: 'Retraction' })
  await expect(banner).toContainText('Please do not use it as evidence.')
  await banner.getByRole('link', { name: 'Read the notice' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Retraction: ${FERULA}`)
  await page.goto('/notices')
  await expect(page.getByRole('link', { name: new RegExp(FERULA) }).first()).toBeVisible()

  const host = new URL(journal.url).hostname
  const dc = await fetched(journal, `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:${host}:${article.id}`)
  expect(dc).toContain('<dc:title>RETRACTED: ')
  for (const ending of ['ris', 'bib', 'csl.json'])
    expect(await fetched(journal, `/blog/${article.id}.${ending}`), ending).toMatch(/RETRACTED\}?: /)
  await registered(journal, crossref, doi, /RETRACTED: /)
  await registered(journal, crossref, `${PREFIX}/jpbr.${retraction}`, /type="retraction"/)
  await bilal.close()
  await samina.close()
})
