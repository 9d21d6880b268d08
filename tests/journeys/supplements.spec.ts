import { aCategory } from '../support/builders.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { addAuthor, DOCX, fillTitle, isReceived, next, step, WIZARD } from './wizard.ts'

const CSV = { name: 'counts.csv', mimeType: 'text/csv', buffer: Buffer.from('plot,seeds\n1,7\n') }

test.beforeEach(async ({ journal }) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
})

test('a funder is chosen by name and a file given with the text; readers get both, and an editor replaces the file', async ({
  page,
  journal,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await page.getByLabel('Category').selectOption({ label: 'Ecology' })
  await page.getByLabel('Key Message').fill('Seeds fall near the parent.')
  await page.getByLabel('Keywords').fill('seed rain, Prosopis, drylands, dispersal, Thar')
  await page.getByRole('textbox', { name: 'Abstract' }).click()
  await page.keyboard.type('We counted seeds for two years.')
  await page.getByRole('button', { name: 'Add Funder' }).click()
  await page.getByRole('combobox', { name: 'Funder' }).fill('tubitak')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('ROR ID of the funder (optional)')).toHaveValue('https://ror.org/04w9kkr77')
  await next(page)
  await step(page, 3, 'Content Files')
  await page.locator('input[name=files]').setInputFiles([DOCX])
  await page.locator('input[name=supplements]').setInputFiles([CSV])
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(2)
  await next(page)
  await expect(page.getByText('Please say what this file is')).toBeVisible()
  const supplement = page.getByRole('group', { name: 'Supplement 1: counts.csv' })
  await supplement.getByLabel('What it is').fill('Counts of each plot')
  await supplement.getByLabel('Licence').selectOption({ label: 'CC0 1.0' })
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await next(page)
  await addAuthor(page, ['Ayesha Malik', 'Corresponding Author'])
  await next(page)
  await expect(page.getByText('Supplements: Counts of each plot, CC0 1.0, counts.csv')).toBeVisible()
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(page)

  const { db } = journal.database
  const at = new Date().toISOString()
  await db.updateTable('articles').set({ published_at: at, approved_at: at, public_version: 1 }).execute()
  await db.deleteFrom('author_confirmations').execute()
  await journal.database.transaction(touchPublicSite)
  const { id } = await db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/blog/${id}`)
  const shown = page.getByRole('region', { name: 'Supplements' })
  await expect(shown).toContainText('Counts of each plot CSV, 15 bytes, CC0 1.0')
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await shown.getByRole('link', { name: 'Supplement 1' }).click()
  expect((await download).suggestedFilename()).toMatch(/^jpbr-.*-supplement-1\.csv$/)

  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/admin/articles/${id}/edit`)
  const edited = page.getByRole('group', { name: 'Supplement 1: counts.csv' })
  await edited.getByLabel('What it is').fill('Counts of each plot in May')
  await page.getByLabel('Reason for the changes').fill('The month was missing.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await expect(page.getByRole('rowheader', { name: 'Supplements' })).toBeVisible()
})

test('an administrator loads ROR’s list of funders', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings')
  await expect(page.getByText(/^Authors are offered \d+ funders that come with the program/)).toBeVisible()
  await expectNoAxeViolations(page)
  const rows = [
    'id,status,types,names.types.ror_display,names.types.acronym,locations.geonames_details.country_name',
    'https://ror.org/03yrm5c26,active,"archive;funder",Fern Fund,no_lang_code: FF,United States',
    'https://ror.org/025h79t26,inactive,funder,Closed Fund,,Sri Lanka',
  ]
  const file = { name: 'ror-data.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[name=funders]').setInputFiles([file])
  await expect(page.getByText(/^Authors are offered 1 funder of ROR’s list/)).toBeVisible()
  const listed = await journal.database.db.selectFrom('funders').select('name').execute()
  expect(listed).toEqual([{ name: 'Fern Fund' }])
})
