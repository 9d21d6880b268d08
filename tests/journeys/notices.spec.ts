import type { Page } from '@playwright/test'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import { aFile, anArticle } from '../support/builders.ts'
import { noticeId, tenMinutesLater } from './notice-steps.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'
import { countClicks } from './clicks.ts'

const PEOPLE = [
  { role: 'Corresponding Author' as const, full_name: 'Dilrabo Saidzod', email: 'dilrabo@plants.test' },
  { role: 'Author' as const, full_name: 'Komil Umaroff', email: 'komil@plants.test' },
]

const anArticleOfTwo = async ({ database, store }: RunningJournal, title: string) =>
  anArticle(database, {
    title,
    abstract:
      '<p>Refilling at night returned 5.1 kg in June 2024, a quarter of daily use. The trees stood in six fields.</p>',
    contributors: PEOPLE,
    pdf: await aFile(database, { store }),
  })

/** The address of the link by which an author answers. */
const linkFor = ({ database }: RunningJournal, subjectId: string, email: string) =>
  database.transaction((tx) => makePersonLink(tx, '', { purpose: 'notice', subjectId, email }))

async function answers(page: Page, link: string, answer: 'I agree' | 'I disagree', remark = '') {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('about:blank')
  await page.goto(link)
  // The third tap after the link itself and the answer.
  await page.getByRole('radio', { name: answer }).check()
  if (remark) await page.getByLabel('Your remark (optional)').fill(remark)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send My Answer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your answer')
  await expectNoAxeViolations(page)
}

const atEachWidth = async (page: Page) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }
}

test('the journal’s own error is corrected in four clicks, and the notice says why nobody was asked', async ({
  page,
  journal,
}) => {
  const article = await anArticleOfTwo(journal, 'Seed set of <i>Ferula assa-foetida</i>')
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/listings?article=${article.id}`)
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Abstract' }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Refilling at night returned 3.4 kg in June 2024. The trees stood in six fields.')
  await page.getByLabel('Reason for the changes').fill('Refilling in June 2024 was 3.4 kg a night.')
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await page.getByRole('button', { name: 'Draft the Notice' }).click()
  await expect(page).toHaveURL(/\/admin\/notices\//)
  const id = noticeId(page)
  for (const label of [/^What is wrong/, /^Why did/, /^Who found/, /^What does it change/, /^What do we do/])
    await page.getByLabel(label).fill('A number was misprinted.')
  await expect(page.getByRole('button', { name: 'Publish Without Asking' })).toHaveCount(0)
  await page.getByLabel('Whose error was it?').selectOption('The journal’s')
  await page.getByRole('button', { name: 'Publish Without Asking' }).click()
  await expect(page.getByRole('button', { name: 'Take It Back' })).toBeVisible()
  expect(await clicks()).toBe(4)
  await expect(page.getByText('They were not asked: the error was the journal’s own.')).toBeVisible()
  await tenMinutesLater(journal, id)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Read the Notice' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('link', { name: 'Read the Notice' }).click()
  await expect(page.getByText('The authors were not asked: the error was the journal’s own.')).toBeVisible()
})

test('an editor corrects a number: a notice, two answers by link, a signature, and readers are told', async ({
  page,
  journal,
  browser,
}) => {
  test.slow()
  const article = await anArticleOfTwo(journal, 'Night-time refilling in <i>Prosopis cineraria</i>')
  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/articles/${article.id}/edit`)
  const abstract = page.getByRole('textbox', { name: 'Abstract' })
  await expect(abstract).toBeVisible()
  await abstract.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(
    'Refilling at night returned 3.4 kg in June 2024, a sixth of daily use. The trees stood in six fields.',
  )
  await page.getByLabel('Reason for the changes').fill('Refilling in June 2024 was 3.4 kg a night, not 5.1 kg.')
  await page.getByRole('button', { name: 'Review Changes' }).click()

  await expect(page.getByRole('heading', { name: 'What kind of change is this?' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'A notice' })).toBeVisible()
  await expect(page.getByText('Numbers change in the abstract.')).toBeVisible()
  await atEachWidth(page)
  // Another choice than the proposal needs a reason that readers see.
  await page.keyboard.press('2')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByLabel('Why not a notice?')).toBeFocused()
  await expect(page.getByText('Please say why this is not a notice')).toBeVisible()
  await page.getByRole('radio', { name: /Notice: a correction/ }).check()
  await page.getByRole('button', { name: 'Draft the Notice' }).click()

  await expect(page).toHaveURL(/\/admin\/notices\//)
  const id = noticeId(page)
  await expect(page.getByLabel('In one sentence: what happened')).toHaveValue(/3\.4 kg a night/)
  await atEachWidth(page)
  for (const [label, text] of [
    ['What is wrong?', 'Two masses and a share were computed with a wrong area.'],
    ['Why did it happen?', 'A sheet of the year before was used.'],
    ['Who found it?', 'The authors'],
    ['What does it change in the conclusions?', 'Refilling is smaller; its season is the same.'],
    ['What do we do?', 'We correct the abstract.'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Ask the Authors' }).click()
  await expect(page.getByText(/Please fill in first: whose error it was/)).toBeVisible()
  await page.getByLabel('Whose error was it?').selectOption('The authors’')
  for (const name of ['Page', 'PDF', 'Citation', 'Deposit']) {
    await page.getByRole('tab', { name, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name, exact: true })
    await expect(panel).toBeVisible()
    if (name === 'PDF') {
      await panel.getByRole('button', { name: 'Show the Pages' }).click()
      await expect(panel.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible({ timeout: 60_000 })
    }
    if (name === 'Citation') await expect(panel).toContainText('Correction: ')
    await expectNoAxeViolations(page)
  }
  await page.keyboard.press('Home')
  await page.getByRole('tab', { name: 'Write' }).click()
  await page.getByRole('button', { name: 'Ask the Authors' }).click()
  await expect(page.getByText('2 authors have not answered yet.')).toBeVisible()
  await atEachWidth(page)

  const author = await browser.newPage({ baseURL: journal.url })
  await answers(author, await linkFor(journal, id, PEOPLE[0]!.email), 'I agree')
  await answers(author, await linkFor(journal, id, PEOPLE[1]!.email), 'I disagree', 'The area was right in 2023.')
  await author.close()

  await page.reload()
  await expect(page.getByText('Dilrabo Saidzod agrees with this notice. Komil Umaroff disagrees.')).toBeVisible()
  await atEachWidth(page)
  await page.getByRole('button', { name: 'Sign the correction' }).click()
  await expect(page.getByRole('button', { name: 'Take It Back' })).toBeVisible()
  await atEachWidth(page)
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: 'Ask the Authors' })).toBeVisible()
  // The same words: what was answered counts.
  await page.getByRole('button', { name: 'Ask the Authors' }).click()
  await page.getByRole('button', { name: 'Sign the correction' }).click()
  await expect(page.getByText(/has signed this correction/)).toBeVisible()
  await tenMinutesLater(journal, id)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('This notice has been published.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByText('3.4 kg in June 2024').first()).toBeVisible()
})

test('two editors retract an article', async ({ page, journal, browser }) => {
  test.slow()
  const article = await anArticleOfTwo(journal, 'Ploidy and seed set in wild <i>Ferula</i>')
  await signIn(page, journal, { role: 'admin', fullName: 'Bilal Rahujo' })
  await page.goto(`/admin/listings?article=${article.id}`)
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Notice …' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Retraction/ }).click()
  await expect(page).toHaveURL(/\/admin\/notices\//)
  const id = noticeId(page)
  for (const [label, text] of [
    ['In one sentence: retracted because …', 'the plates of Figure 3 are not from Ferula'],
    ['What is wrong?', 'The vouchers are a cultivated Heracleum.'],
    ['Why did it happen?', 'The labels of two trays were swapped.'],
    ['Who found it?', 'A curator'],
    ['What does it change in the conclusions?', 'The counts cannot be used.'],
    ['What do we do?', 'We retract the article.'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByText('Publish without asking').click()
  await page.getByLabel('Whose error was it?').selectOption('The journal’s')
  await page.getByRole('button', { name: 'Make It Ready Without Asking' }).click()
  await page.getByLabel('Why are they not asked?').fill('The error is ours.')
  await page.getByRole('button', { name: 'Go On Without Asking' }).click()
  expect(await clicks()).toBeLessThanOrEqual(6)
  // Who has drafted it does not sign it.
  await expect(page.getByText(/A second editor has to sign/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign the retraction' })).toHaveCount(0)

  const second = await browser.newPage({ baseURL: journal.url })
  await signIn(second, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await second.goto('/admin')
  await expect(second.getByRole('link', { name: /^Read and Sign/ })).toBeVisible()
  await expectNoAxeViolations(second)
  const clicksOfSecond = await countClicks(second)
  await second.getByRole('link', { name: /^Read and Sign/ }).click()
  await second.getByRole('button', { name: 'Sign the retraction' }).click()
  expect(await clicksOfSecond()).toBe(2)
  await expect(second.getByText(/Samina Farooqi has signed this retraction/)).toBeVisible()
  await tenMinutesLater(journal, id)
  await expect(async () => {
    await second.reload()
    await expect(second.getByRole('link', { name: 'See Which Copies Are Right' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await second.getByRole('link', { name: 'See Which Copies Are Right' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(/of \d+ copies are right/)
  await atEachWidth(second)
  await second.goto(`/blog/${article.id}`)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(/^RETRACTED: /)
  await second.close()
})
