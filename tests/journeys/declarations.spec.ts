import type { Locator } from '@playwright/test'
import { aCategory } from '../support/builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { addAuthor, DOCX, fillDetails, fillTitle, isReceived, next, step, uploadFiles, WIZARD } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

test('an author declares by keyboard, and the article shows what was said', async ({ page, journal }) => {
  test.slow()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  const press = async (control: Locator, key: string) => {
    await control.focus()
    await page.keyboard.press(key)
  }

  await expect(page.getByText(/^0 of 5 answered/)).toBeVisible()
  await press(page.getByRole('button', { name: 'Nothing to Declare' }), 'Enter')
  await expect(page.getByText(/^5 of 5 answered/)).toBeVisible()
  const ai = page.getByRole('group', { name: 'Use of AI' })
  await expect(ai.getByLabel('No AI was used.')).toBeChecked()
  await press(ai.getByLabel('No AI was used.'), 'ArrowDown')
  await expect(page.getByText(/^4 of 5 answered/)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('A model shortened the introduction.')
  await press(page.getByRole('button', { name: 'Add Funder' }), 'Enter')
  await page.getByRole('group', { name: 'Funder 1' }).getByLabel('Funder', { exact: true }).focus()
  await page.keyboard.type('The Thar Fund')
  await press(page.getByRole('button', { name: /^Add Data/ }), 'Enter')
  const work = page.getByRole('group', { name: 'Work 1' })
  await work.getByLabel('What it is').selectOption('data')
  await work.getByLabel('DOI, accession number or web address').focus()
  await page.keyboard.type('10.5061/dryad.1')
  await expectNoAxeViolations(page)
  await fillDetails(page)
  await page.locator('input[name=files]').setInputFiles([DOCX])
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await next(page)

  await step(page, 4, 'Authors')
  await page.getByRole('button', { name: 'Add Author', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Author' })
  await dialog.getByLabel('Full name').fill('Ayesha Malik')
  await dialog.getByLabel('Email').fill('ayesha@plants.test')
  await dialog.getByLabel('Affiliation').fill('Multan')
  await press(dialog.getByText(/^What they did/), 'Enter')
  await press(dialog.getByLabel('Had the idea Conceptualization'), 'Space')
  await press(dialog.getByLabel('Made the figures Visualization'), 'Space')
  await expectNoAxeViolations(page)
  await press(dialog.getByRole('button', { name: 'Add Author' }), 'Enter')
  await next(page)

  await step(page, 5, 'Review & Submit')
  await expect(page.getByText('None declared.')).toBeVisible()
  await expect(page.getByText(/^Not answered/)).toHaveCount(0)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(page)

  await page.getByRole('link', { name: /^View Details/ }).click()
  await page.getByRole('link', { name: 'Preview as an Article' }).click()
  await expect(page.getByRole('region', { name: 'Contributions' })).toContainText(
    'Ayesha Malik had the idea and made the figures.',
  )
  for (const [heading, words] of [
    ['Competing interests', 'None declared.'],
    ['Use of AI', 'A model shortened the introduction.'],
    ['Funders and grants', 'The Thar Fund'],
    ['Data and other works', '10.5061/dryad.1'],
  ] as const) {
    await expect(page.getByRole('region', { name: heading })).toContainText(words)
  }
  await expect(page.getByRole('region', { name: 'Acknowledgements' })).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('the shortest submission takes nine clicks, and one more tells that there is nothing to declare', async ({
  page,
  journal,
}) => {
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  for (const declares of [false, true]) {
    await page.goto(WIZARD)
    const clicks = await countClicks(page)
    await page.getByLabel('Article title').fill(`Seed rain under Prosopis juliflora${declares ? ', declared' : ''}`)
    await next(page)
    await step(page, 2, 'Article Details')
    if (declares) await page.getByRole('button', { name: 'Nothing to Declare' }).click()
    await fillDetails(page)
    await uploadFiles(page)
    await addAuthor(page, ['Ayesha Malik', 'Corresponding Author'])
    await next(page)
    await step(page, 5, 'Review & Submit')
    await page.getByRole('checkbox', { name: /I confirm/ }).check()
    const before = await clicks()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await isReceived(page)
    expect(before + 1).toBe(declares ? 10 : 9)
  }
})
