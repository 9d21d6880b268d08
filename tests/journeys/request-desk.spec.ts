import type { Page } from '@playwright/test'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { anArticle, aUser } from '../support/builders.ts'
import { anAuthorAsks, aReport } from '../support/request-builders.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'

const ABSTRACT = '<p>Roots were found at 1 to 2 m in June. The trees stood in six fields.</p>'
const LETTER = 'Thank you. The depth is right now, and the record says why.'

/** What the submitter of an article asks for, with the passage and its new wording. */
async function anAsked({ database }: RunningJournal, title: string) {
  const author = await aUser(database, { fullName: 'Rubina Solangi' })
  const article = await anArticle(database, { title, abstract: ABSTRACT, submitter: author })
  const passages = [
    { passage: 'Roots were found at 1 to 2 m in June.', wording: 'Roots were found at 3 to 4 m in June.' },
  ]
  const id = await anAuthorAsks(database, author, article.id, {
    passages,
    text: 'A sheet of the year before was used.',
  })
  return { id, article }
}

const emailsOf = async ({ database: { db } }: RunningJournal, id: string): Promise<string[]> => {
  const sent = db.selectFrom('outbox').select(['kind', 'recipient']).where('data', 'like', `%"${id}"%`)
  return (await sent.orderBy('created_at').execute()).map(({ kind, recipient }) => `${kind} to ${recipient}`)
}

const atEachWidth = async (page: Page) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }
}

const requests = (page: Page) => page.getByRole('table', { name: 'Requests' })

test('an editor enters what came by letter, another one takes it over and answers', async ({
  page,
  journal,
  browser,
  trouble,
}) => {
  trouble.expect(/409 .*\/decide/)
  const article = await anArticle(journal.database, { title: 'Callus of <i>Aloe vera</i> on six media' })
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/listings?article=${article.id}`)
  await page.getByRole('button', { name: 'Request …' }).click()
  await page.getByLabel('Who asks?').selectOption('An institution')
  await page.getByLabel('What is it about?').selectOption('The data or the text may not be sound')
  await page.getByLabel('Name (optional)').fill('Office of Integrity')
  await page.getByLabel('Email for the answer (optional)').fill('integrity@university.test')
  await page.getByLabel('What is wrong?').fill('Two plates of Figure 3 are the same.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Enter It' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request: concern')
  await expect(page.getByText('Entered by an editor.')).toBeVisible()
  await atEachWidth(page)
  const id = /requests\/([\w-]+)/.exec(page.url())![1]!

  const second = await browser.newPage({ baseURL: journal.url })
  await signIn(second, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await second.goto('/admin')
  const row = requests(second).getByRole('row', { name: /Callus of Aloe vera/ })
  await expect(row).toContainText('Concern · An institution')
  await expect(row).toContainText('Edith Editor')
  await row.getByRole('link', { name: /^Open/ }).click()
  await second.getByRole('button', { name: 'Take Over' }).click()
  await expect(second.getByRole('definition').filter({ hasText: 'You' })).toBeVisible()

  // What the first editor has typed is refused, and stays.
  await page.getByRole('radio', { name: /Without a change/ }).check()
  await page.getByLabel('Letter to Office of Integrity').fill(LETTER)
  const refused = page.getByText(/has been changed since you opened it/)
  await expect(refused).toHaveCount(0)
  await page.getByRole('button', { name: 'Send the Answer' }).click()
  await expect(refused.first()).toBeVisible()
  await expect(page.getByLabel('Letter to Office of Integrity')).toHaveValue(LETTER)
  await expect(page.getByRole('definition').filter({ hasText: 'Samina Farooqi' })).toBeVisible()

  await second.getByRole('radio', { name: /With a change/ }).check()
  await second.getByLabel('Letter to Office of Integrity').fill('The second plate was replaced.')
  await second.getByRole('button', { name: 'Send the Answer' }).click()
  await expect(second.getByRole('heading', { name: 'What was answered' })).toBeVisible()
  await expect(second.getByText('The second plate was replaced.')).toBeVisible()
  await atEachWidth(second)
  await second.goto('/admin')
  await expect(requests(second).getByRole('row', { name: /Callus of Aloe vera/ })).toHaveCount(0)
  await second.close()
  expect(await emailsOf(journal, id)).toEqual([
    'request-received to integrity@university.test',
    'request-answered to integrity@university.test',
  ])

  // After the answer of another editor one’s own letter is still there.
  await page.getByRole('button', { name: 'Send the Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Your letter, which was not sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard It' }).click()
  await expect(page.getByText(LETTER)).toHaveCount(0)
})

test('a late report of a reader is declined with a reason', async ({ page, journal }) => {
  const article = await anArticle(journal.database, { title: 'Germination of five dune grasses after fire' })
  const email = 'zahra@readers.test'
  const id = await aReport(journal.database, article.id, {
    email,
    passage: 'Plots A and B',
    text: 'They are one plot.',
  })
  const dueOn = addDays(dayOf(new Date()), -1)
  await journal.database.db.updateTable('requests').set({ due_on: dueOn }).where('id', '=', id).execute()
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto('/admin')
  const row = requests(page).getByRole('row', { name: /Germination of five dune grasses/ })
  await expect(row).toContainText('Late: was due on')
  await expect(row).toContainText('1 day over')
  await atEachWidth(page)
  await row.getByRole('link', { name: /^Answer/ }).click()
  await expect(page.getByText('Plots A and B')).toBeVisible()
  await expect(page.getByText('The address has been confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Decline …' }).click()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByText('Please say why')).toBeVisible()
  await page.getByLabel('Why is it declined?').fill('They are two plots, a metre apart.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Why it was declined' })).toBeVisible()
  await expect(page.getByText('They are two plots, a metre apart.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline …' })).toHaveCount(0)
  await atEachWidth(page)
  expect(await emailsOf(journal, id)).toContain(`request-answered to ${email}`)
})

test('what an author asks for stands beside the correction, and is answered after a small change', async ({
  page,
  journal,
}) => {
  test.slow()
  const { id, article } = await anAsked(journal, 'Root depth of <i>Prosopis cineraria</i>')
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/requests/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request: correction')
  await atEachWidth(page)
  await page.getByRole('link', { name: 'Begin a Correction' }).click()
  await expect(page.getByRole('heading', { name: 'What is asked' })).toBeVisible()
  await expect(page.locator('ins').first()).toContainText('3')
  await atEachWidth(page)
  const abstract = page.getByRole('textbox', { name: 'Abstract' })
  await abstract.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Roots were found at 1 to 2 m in June. The trees stood in six fields, far apart.')
  await page.getByLabel('Reason for the changes').fill('A word was missing.')
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await page.getByRole('radio', { name: /Small change/ }).check()
  const why = page.getByLabel('Why not a notice?')
  if (await why.isVisible()) await why.fill('It changes no finding.')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page).toHaveURL(`/admin/requests/${id}`)
  await page.getByRole('radio', { name: /With a change/ }).check()
  await page.getByLabel('Letter to Rubina Solangi').fill(LETTER)
  await page.getByRole('button', { name: 'Send the Answer' }).click()
  await expect(page.getByText(LETTER)).toBeVisible()
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByText('six fields, far apart').first()).toBeVisible()
})

test('a notice is begun from a request by way of the correction, and leads back to it', async ({ page, journal }) => {
  test.slow()
  const { id } = await anAsked(journal, 'Vessel width and frost in <i>Populus euphratica</i>')
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/requests/${id}`)
  await page.getByRole('button', { name: 'Begin a Notice …' }).click()
  await page.getByRole('link', { name: /^Correction/ }).click()
  const abstract = page.getByRole('textbox', { name: 'Abstract' })
  await abstract.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Roots were found at 3 to 4 m in June. The trees stood in six fields.')
  await page.getByLabel('Reason for the changes').fill('The depth was that of another year.')
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await page.getByRole('button', { name: 'Draft the Notice' }).click()
  await expect(page).toHaveURL(/\/admin\/notices\//)
  await atEachWidth(page)
  await page.getByRole('link', { name: 'The Request' }).click()
  await expect(page).toHaveURL(`/admin/requests/${id}`)
  await expect(page.getByRole('complementary', { name: 'Facts of the request' })).toContainText('Correction, draft')
  await expect(page.getByRole('link', { name: 'Begin a Correction' })).toHaveCount(0)
  await page.goto('/admin')
  await expect(requests(page).getByRole('row', { name: /Vessel width and frost/ })).toContainText('Notice: draft')
})
