import type { Page } from '@playwright/test'
import { REQUEST_DAYS } from '../../src/contract/rules/articles/requests.ts'
import { DAY_MS, longDate } from '../../src/contract/rules/text/dates.ts'
import { decideRequest, declineRequest } from '../../src/journal/publication/requests/commands.ts'
import { anArticle } from '../support/builders.ts'
import { anEditor } from '../support/review-builders.ts'
import type { ReceivedEmail } from '../support/smtp-server.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

const READER = 'zahra@readers.test'
const WRONG = 'The June value of Table 2 is that of July.'
const linkIn = ({ text }: ReceivedEmail) => /http\S+\/report#[\w-]+/.exec(text)![0]
const due = () => longDate(new Date(Date.now() + REQUEST_DAYS * DAY_MS).toISOString())

const theRequest = ({ database }: RunningJournal, articleId: string) =>
  database.db.selectFrom('requests').selectAll().where('article_id', '=', articleId).executeTakeFirstOrThrow()

/** Nothing is cut off, at the width of a phone and of a desk, in both themes. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoAxeViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
  }
}

test('a reader reports a problem with a table on a phone, confirms it by email, and gets an answer', async ({
  page,
  journal,
  emails,
  trouble,
}) => {
  test.slow()
  const article = await anArticle(journal.database, { title: 'Night-time refilling in <i>Prosopis cineraria</i>' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/blog/${article.id}`)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await expect(page).toHaveURL(`/blog/${article.id}/report`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('button', { name: 'Send to the Editors' })).toBeVisible()
  await looksRight(page)

  await page.getByRole('radio', { name: /^Something is wrong in the text, a table/ }).check()
  await page.getByLabel(/^Which passage, table or figure/).fill('Table 2, June: 8.7 kg')
  await page.getByLabel(/^What is wrong/).fill(WRONG)
  await page.getByLabel('Your name').fill('Zahra Baloch')
  await page.getByRole('button', { name: 'Send to the Editors' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Your email').fill(READER)

  // The connection is lost, and the page is loaded again: what was typed is still there.
  trouble.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send to the Editors' }).click()
  await expect(page.getByText(/there is no connection/)).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue(WRONG)
  await page.getByRole('button', { name: 'Send to the Editors' }).click()
  await expect(page.getByText(/^Thank you. We have sent you an email/)).toBeVisible()
  await expect(page.getByText(READER)).toBeVisible()
  await looksRight(page)
  await page.reload()
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue('')

  const asked = await emails.next(READER)
  expect(asked.text).not.toContain(WRONG)
  await page.goto(linkIn(asked))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Did you send this report?')
  await expect(page.getByText(WRONG)).toBeVisible()
  await looksRight(page)
  // Opening the link is no confirmation.
  expect((await theRequest(journal, article.id)).received_at).toBeNull()
  await page.getByRole('button', { name: 'Yes, I Sent This' }).click()
  await expect(page.getByText(`We will answer by ${due()}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await looksRight(page)
  expect((await emails.next(READER)).text).toContain(due())

  const editor = await anEditor(journal.database)
  const { id, version } = await theRequest(journal, article.id)
  const answer = 'Thank you, Zahra Baloch.\n\nThe value is right: the months are those of the year before.'
  await journal.database.transaction((tx) => decideRequest(tx, editor, { id, version, outcome: 'nothing', answer }))
  await page.goto('about:blank')
  await page.goto(linkIn(await emails.next(READER)))
  await expect(page.getByRole('heading', { name: 'The editor’s answer' })).toBeVisible()
  await expect(page.getByText('The value is right: the months are those of the year before.')).toBeVisible()
  await expect(page.getByText('The article stays as it is.')).toBeVisible()
  await looksRight(page)
})

test('an author asks for a correction with a passage and a file, and sees the answer', async ({
  page,
  journal,
  trouble,
}) => {
  test.slow()
  trouble.expect(/404 .*\/own/)
  const author = await signIn(page, journal, { fullName: 'Rubina Solangi' })
  const article = await anArticle(journal.database, {
    title: 'Sap flow in <i>Prosopis cineraria</i>',
    submitter: author.user,
    abstract: '<p>Dunes were visited in 2024.</p><p>Soil water at 1 to 2 m, March to July 2024.</p>',
  })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Ask for a Correction/ }).click()
  await expect(page).toHaveURL(`/dashboard/articles/${article.id}/requests`)
  await page.getByRole('button', { name: 'Choose in the Article' }).click()
  await expect(page.getByLabel('Words of the passage')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Dunes were visited in 2024.' })).toBeVisible()
  await looksRight(page)
  await page.keyboard.type('water july')
  await expect(page.getByRole('status').filter({ hasText: '1 passage' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Soil water/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('In the article')).toHaveValue('Soil water at 1 to 2 m, March to July 2024.')
  await expect(page.getByLabel('It should say')).toHaveValue('Soil water at 1 to 2 m, March to July 2024.')
  await page.getByLabel('It should say').fill('Soil water at 3 to 4 m, March to July 2024.')
  await expect(page.locator('ins')).toHaveCount(2)
  await page.getByRole('group', { name: 'Whose error is it?' }).getByText('Ours').click()
  await page
    .getByRole('group', { name: /^Does it change a result/ })
    .getByText('No', { exact: true })
    .click()
  await page.getByLabel(/how did it happen/).fill('The caption is that of an earlier draft.')
  await page.locator('input[name=files]').setInputFiles({
    ...{ name: 'table-2.csv', mimeType: 'text/csv', buffer: Buffer.from('month,kg\nJune,8.7\n') },
  })
  await expect(page.getByText(/^Uploaded/)).toBeVisible()
  await looksRight(page)
  // The page is closed and opened again: nothing is lost.
  await page.reload()
  await expect(page.getByLabel('It should say')).toHaveValue('Soil water at 3 to 4 m, March to July 2024.')
  await expect(page.getByText('table-2.csv')).toBeVisible()
  await page.getByRole('button', { name: 'Send Request' }).click()

  await expect(page).toHaveURL(/\/dashboard\/requests\/[\w-]+$/)
  await expect(page.getByText(`We will answer by ${due()}`)).toBeVisible()
  await expect(page.locator('ins')).toHaveCount(2)
  await expect(page.getByText('table-2.csv')).toBeVisible()
  await looksRight(page)

  const editor = await anEditor(journal.database)
  const { id, version } = await theRequest(journal, article.id)
  await journal.database.transaction((tx) =>
    declineRequest(tx, editor, { id, version, reason: 'The figure shows 1 to 2 m. Please send us the new figure.' }),
  )
  await page.reload()
  await expect(page.getByText('We have declined your request')).toBeVisible()
  await expect(page.getByText('The figure shows 1 to 2 m. Please send us the new figure.')).toBeVisible()
  await looksRight(page)
  await page.goto(`/dashboard/articles/${article.id}/requests`)
  await expect(page.getByRole('region', { name: 'Your requests' }).getByText('Declined')).toBeVisible()
  await looksRight(page)

  // Nobody else sees it.
  await signIn(page, journal, { fullName: 'Farid Nasiri' })
  await page.goto(`/dashboard/requests/${id}`)
  await expect(page.getByRole('heading', { name: 'Your request' })).toBeVisible()
  await expect(page.getByText('The figure shows 1 to 2 m.')).toHaveCount(0)
})

test('of an article that is not there nothing is reported', async ({ page, journal, trouble }) => {
  trouble.expect(/404/)
  const archived = await anArticle(journal.database, { state: 'archived' })
  for (const id of [archived.id, 'nowhere']) {
    expect((await page.goto(`/blog/${id}/report`))?.status()).toBe(404)
    await expect(page.getByRole('button', { name: 'Send to the Editors' })).toHaveCount(0)
  }
})
