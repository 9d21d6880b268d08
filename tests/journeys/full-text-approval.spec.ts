import type { Page } from '@playwright/test'
import { aCategory } from '../support/builders.ts'
import { aPdf } from '../support/multipart.ts'
import { aPicture } from '../support/png.ts'
import { authorsConfirmed } from '../support/review-builders.ts'
import { aWordFile, bold, drawing, h, italic, math, mathLine, mr, p, run, tbl, textBox } from '../support/word-files.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { submit } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

const TITLE = 'Seed rain under Prosopis juliflora'
const PDF = { name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf('The final version') }
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const PAPER = aWordFile(
  p(TITLE, 'Title') +
    h(1, '1. Introduction') +
    p(
      run('Seeds of ') +
        italic('Prosopis juliflora') +
        run(' fall near the parent [1], as Figure 1 shows.') +
        textBox('Lost'),
    ) +
    p(drawing('i1', 'A map of traps')) +
    p(bold('Figure 1.') + run(' Traps around a tree')) +
    h(1, '2. Methods') +
    h(2, '2.1 Counting') +
    p(run('The rate is ') + math(`<m:f><m:num>${mr('n')}</m:num><m:den>${mr('t')}</m:den></m:f>`) + run('.')) +
    p(mathLine(mr('r=n')) + run('\t(1)')) +
    p('Table 1. Seeds by month') +
    tbl(
      [
        ['Month', 'Seeds'],
        ['May', '12'],
        ['June', '7'],
      ],
      { header: 1 },
    ) +
    h(1, 'References') +
    p('1. Green A. Seeds. J Bot 2020. https://doi.org/10.5555/seed.1'),
  { pictures: { i1: { name: 'map.png', content: aPicture(640, 400) } } },
)
const paper = (buffer: Buffer, name = 'paper.docx') => ({ name, mimeType: WORD, buffer })

const heard = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()

test('an editor gives PDF and DOCX, looks at the preview and publishes; a visitor reads the text', async ({
  page,
  journal,
  browser,
  trouble,
}) => {
  test.slow()
  trouble.expect(/Failed to load resource/)
  await aCategory(journal.database, { name: 'Ecology' })
  const author = await browser.newPage({ baseURL: journal.url, reducedMotion: 'reduce' })
  await signIn(author, journal, { fullName: 'Ayesha Malik' })
  await submit(author, { author: 'Ayesha Malik', comments: 'None.' })
  await author.close()
  const { id } = await journal.database.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
  await authorsConfirmed(journal.database, id)

  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto('/admin/listings')
  await page.getByRole('button', { name: `Publish: ${TITLE}`, exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish article', exact: true })
  await question.locator('input[name=pdfUrl]').setInputFiles(PDF)

  // A file that cannot be read is named, and the approval waits for another one.
  await question.locator('input[name=fullTextUrl]').setInputFiles(paper(aWordFile(p(TITLE, 'Title'))))
  await expect(question.getByText('This file has no text besides its title and abstract.')).toBeVisible()
  await question.getByRole('checkbox').check()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(question.getByText('The full text could not be read. Remove it, or choose another file.')).toBeVisible()

  await question.locator('input[name=fullTextUrl]').setInputFiles(paper(PAPER))
  await expect(question.getByText('2 sections, 1 figure, 1 table, 1 reference')).toBeVisible()
  await expect(question.getByText('One text box is left out.')).toBeVisible()
  await expectNoAxeViolations(page)

  await question.getByRole('button', { name: 'Preview Full Text' }).click()
  const preview = page.getByRole('dialog', { name: 'Full text', exact: true })
  await expect(preview.getByRole('heading', { name: /Introduction/ })).toBeVisible()
  await expect(preview.getByRole('table')).toContainText('June')
  await expect(preview.locator('math').first()).toBeVisible()
  const picture = preview.getByRole('img', { name: 'A map of traps' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(640)
  await preview.getByRole('link', { name: 'Figure 1' }).first().click()
  await expect(page).toHaveURL(/\/admin\/listings/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Preview Full Text' })).toBeFocused()

  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await heard(page, 'Article approved successfully')

  const reader = await browser.newPage({ baseURL: journal.url })
  await expect(async () => {
    await reader.goto(`/blog/${id}`)
    await expect(reader.getByRole('heading', { name: /Counting/ })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(reader.getByText('fall near the parent [1]')).toBeVisible()
  await expect(reader.getByRole('table').filter({ hasText: 'June' })).toBeVisible()
  const figure = reader.getByRole('img', { name: 'A map of traps' }).first()
  await figure.scrollIntoViewIfNeeded()
  expect(
    await figure.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(300)
  await expect(reader.locator('a[href="https://doi.org/10.5555/seed.1"]')).toBeVisible()

  // A correction takes the text away: abstract and PDF stay.
  await page.goto(`/admin/articles/${id}/edit`)
  await page.getByRole('button', { name: 'Remove Full Text' }).click()
  await page.getByLabel('Reason for the changes').fill('It was an earlier version.')
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await expect(page.getByRole('row', { name: /^Full text/ })).toContainText('Current full text')
  await page.getByRole('radio', { name: /^Small change/ }).check()
  await page.getByLabel('Why not a notice?').fill('The PDF is the same.')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await heard(page, 'Article corrected successfully')
  await reader.goto(`/blog/${id}`)
  await expect(reader.getByRole('heading', { name: /Counting/ })).toHaveCount(0)
  await expect(reader.getByRole('link', { name: /PDF/ }).first()).toBeVisible()
  await reader.close()
})
