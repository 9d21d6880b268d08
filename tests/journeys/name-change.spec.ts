import { aFile, anArticle } from '../support/builders.ts'
import { aPdf } from '../support/multipart.ts'
import { expect, expectNoAxeViolations, signIn } from './support.ts'
import { withEmails as test } from './with-emails.ts'

const PERSON = 'ayesha@plants.test'

test('an editor changes a name everywhere, once the person has agreed by link', async ({
  page,
  browser,
  journal,
  emails,
}) => {
  test.slow()
  const { database } = journal
  // Articles of other journeys have an author of this name, too.
  await journal.clear()
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  const pdf = await aFile(database, { store: journal.store, content: aPdf('final') })
  const article = await anArticle(database, {
    ...{ title: 'Ploidy of wild <i>Ferula</i>', pdf, acknowledgements: 'Ayesha Malik thanks her mother.' },
    contributors: [
      { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: PERSON },
      { role: 'Author', full_name: 'Bruno Kovář', email: 'bruno@plants.test' },
    ],
  })
  await page.goto(`/admin/listings?article=${article.id}`)
  await page.getByRole('button', { name: 'Request …' }).click()
  await page.getByLabel('Who asks?').selectOption('An author')
  await page.getByLabel('What is it about?').selectOption('My name has changed')
  await page.getByLabel(/^Email for the answer/).fill(PERSON)
  await page.getByLabel('What is wrong?').fill('She is called Zara Rahimi now.')
  await page.getByRole('button', { name: 'Enter It' }).click()

  const form = page.getByRole('form', { name: 'Change the name' })
  await expect(form.getByLabel(/Ploidy of wild Ferula/)).toBeChecked()
  await form.getByLabel('New family name').fill('Rahimi')
  await form.getByLabel('New given names').fill('Zara')
  await form.getByRole('button', { name: 'Suggest Forms' }).click()
  await expect(form.getByLabel(/^Abbreviated forms/)).toHaveValue(/Malik A → Rahimi Z/)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  await form.getByRole('button', { name: 'Ask the Person' }).click()
  await expect(page.getByText('has not answered yet')).toBeVisible()

  expect((await emails.next(PERSON)).subject).toContain('Ploidy of wild Ferula')
  const asked = await emails.next(PERSON)
  expect(asked.text).not.toMatch(/Malik|Rahimi/)
  const link = /http\S+\/report#[\w-]+/.exec(asked.text)![0]
  const person = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await person.goto(link)
  await expect(person.getByText('Ayesha Malik becomes')).toBeVisible()
  await expect(person.getByText('This PDF was uploaded.')).toBeVisible()
  await expectNoAxeViolations(person)
  const state = async () =>
    (await database.db.selectFrom('name_changes').select('state').executeTakeFirstOrThrow()).state
  expect(await state()).toBe('asked')
  await person.getByRole('button', { name: 'Yes, Change It' }).click()
  await expect(person.getByText('You agree. An editor carries it out now.')).toBeVisible()
  expect(await state()).toBe('agreed')

  await page.reload()
  const last = page.getByRole('form', { name: 'Carry it out' })
  await last.getByRole('button', { name: 'Change It Everywhere' }).click()
  await expect(last.getByText('Please upload a PDF for each, or say that there is none')).toBeVisible()
  await last.getByLabel(/^There is none with the new name/).check()
  await last.getByLabel('Letter to the person').fill('Your name is changed everywhere.')
  await expectNoAxeViolations(page)
  await last.getByRole('button', { name: 'Change It Everywhere' }).click()
  await expect(page.getByText('The name was changed everywhere. What it was is not kept.')).toBeVisible()
  expect((await emails.next(PERSON)).text).toContain('Your name is changed everywhere.')

  const reader = await (await browser.newContext()).newPage()
  for (const path of [`/blog/${article.id}`, '/blog', '/', `/search?q=Rahimi`, `/blog/${article.id}/status`]) {
    const answer = await reader.goto(journal.url + path)
    expect(await answer!.text(), path).not.toMatch(/Ayesha|Malik/)
  }
  await reader.goto(`${journal.url}/blog/${article.id}`)
  await expect(reader.getByText('Zara Rahimi').first()).toBeVisible()
  await expect(reader.getByText(/^Updated/)).toHaveCount(0)
})
