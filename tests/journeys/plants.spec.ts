import type { Page } from '@playwright/test'
import type { Material } from '../../src/contract/rules/articles/declared-material.ts'
import { NO_ISSN, NOTICE_ALONE, PDF_LOCKED } from '../../src/contract/rules/articles/new-names.ts'
import { NOT_ASKED } from '../../src/contract/rules/articles/statements.ts'
import { saveMaterial } from '../../src/journal/publication/articles/declared-material.ts'
import { aCategory, aFile, anArticle, type ArticleOptions } from '../support/builders.ts'
import { aFullText } from '../support/full-texts.ts'
import { aPdfOfText } from '../support/pdf-pages.ts'
import { expect, expectNoAxeViolations, type RunningJournal, signIn, test } from './support.ts'
import { addAuthor, fillDetails, fillTitle, isReceived, next, step, uploadFiles, WIZARD } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

const NONE = { barcode: null, uri: null, country: null, locality: null, typeStatus: null }
const MATERIAL: Material = {
  vouchers: [
    {
      ...{ taxon: 'Populus hunzana', collector: 'N. Karimi', number: '41', herbarium: 'SGIL' },
      typeStatus: 'holotype',
      ...{ country: 'Pakistan', locality: 'Hunza, Gulmit, river bank at 2,400 m', barcode: 'SGIL 004512' },
      ...{ uri: 'https://herbarium.test/SGIL004512', sensitive: false },
    },
    { ...NONE, taxon: 'Populus ciliata', collector: 'N. Karimi', number: '44', herbarium: 'SGIL', country: 'Pakistan', sensitive: false }, // prettier-ignore
    { ...NONE, taxon: 'Tecomella undulata', collector: 'L. Vaswani', number: '88', herbarium: 'SIAP', country: 'Secretland', sensitive: true }, // prettier-ignore
  ],
  permitDetails: [
    { kind: 'collection', number: '118/2024', authority: 'Forest Department', country: 'Pakistan', on: '2024-02-08' },
  ],
  newNames: [{ name: 'Populus hunzana Karimi, sp. nov.', act: 'taxon', ipni: '77123456-1' }],
}

async function anArticleOfPlants({ database, store }: RunningJournal, options: ArticleOptions = {}) {
  const pdf = await aFile(database, { store, content: Buffer.from(await aPdfOfText('Populus hunzana')) })
  const article = await anArticle(database, { title: 'A poplar of Hunza', pdf, ...options })
  await database.transaction((tx) => saveMaterial(tx, article.id, MATERIAL))
  return article
}

const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))

test('an author lists vouchers, a permit and a new name, and sees what readers will not', async ({ page, journal }) => {
  test.slow()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.goto(WIZARD)
  await fillTitle(page)
  await page.getByRole('button', { name: 'Add Voucher' }).click()
  const voucher = page.getByRole('group', { name: 'Voucher 1' })
  await voucher.getByLabel('Plant', { exact: true }).fill('Tecomella undulata')
  await voucher.getByLabel('Collector', { exact: true }).fill('L. Vaswani')
  await voucher.getByLabel('Collector’s number').fill('88')
  await voucher.getByLabel('Herbarium').fill('siap7')
  await voucher.getByRole('checkbox', { name: /^This plant is protected/ }).check()
  await voucher.getByLabel('Place (optional)').fill('Mithi')
  await page.getByRole('button', { name: 'Add Permit' }).click()
  const permit = page.getByRole('group', { name: 'Permit 1' })
  await permit.getByLabel('Kind').selectOption('CITES')
  await permit.getByLabel('Number of the permit').fill('7')
  await permit.getByLabel('Authority').fill('Forest Department')
  await permit.getByLabel('Country').fill('Pakistan')
  await permit.getByLabel('Date').fill('2024-02-08')
  await page.getByRole('button', { name: 'Add New Plant Name' }).click()
  const name = page.getByRole('group', { name: 'New name 1' })
  await name.getByLabel('Name, with rank and authors').fill('Tecomella mithica Vaswani, sp. nov.')
  await name.getByLabel('What is published').selectOption('taxon')
  await expectNoAxeViolations(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await narrow(page)
  }
  await page.getByLabel('Category').selectOption({ label: 'Ecology' })
  await next(page)
  await expect(voucher.getByText(/^Please give the code of the herbarium/)).toBeVisible()
  await voucher.getByLabel('Herbarium').fill('siap')
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, ['Leena Vaswani', 'Corresponding Author'])
  await next(page)
  await step(page, 5, 'Review & Submit')
  await expect(page.getByText(/^Tecomella undulata: L. Vaswani 88/)).toBeVisible()
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(page)
  await page.getByRole('link', { name: /^View Details/ }).click()
  await page.getByRole('link', { name: 'Preview as an Article' }).click()
  await expect(page.getByRole('region', { name: 'Vouchers' })).toContainText('Readers are not shown the place')
  await expect(page.getByRole('region', { name: 'Permits', exact: true })).toContainText('CITES permit 7')
  await expect(page.getByRole('region', { name: 'New names' })).toContainText('Tecomella mithica')
})

test('readers see labels, names and permits, no withheld place, and what was never asked', async ({
  page,
  journal,
}) => {
  const plain = await anArticleOfPlants(journal, { asked_statements: 'fundingStatement' })
  const read = await anArticleOfPlants(journal, { asked_statements: '', title: 'Another poplar of Hunza' })
  await aFullText(journal.database, read, { parts: ['<section id="s1"><h2>Text</h2><p>Poplars.</p></section>'] })
  for (const { id } of [plain, read]) {
    await page.goto(`/blog/${id}`)
    const vouchers = page.getByRole('region', { name: 'Vouchers' })
    await expect(vouchers.getByRole('listitem')).toHaveCount(3)
    await expect(vouchers).toContainText('Pakistan, Hunza, Gulmit')
    await expect(vouchers).toContainText('Place withheld: the species is protected')
    await expect(page.getByRole('region', { name: 'Permits', exact: true })).toContainText('February 8, 2024')
    await expect(page.getByRole('link', { name: 'IPNI 77123456-1' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.ipni\.org/,
    )
    await expect(page.getByText(NOT_ASKED)).toHaveCount(id === plain.id ? 4 : 5)
    for (const address of ['', '.xml', '/v/1', '/status.json']) {
      expect(await (await page.request.get(`/blog/${id}${address}`)).text()).not.toContain('Secretland')
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await narrow(page)
      await expectNoAxeViolations(page)
    }
  }
})

test('an editor reads why new names cannot be published, and corrects a locked article by a notice alone', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/Failed to load resource/)
  const waiting = await anArticleOfPlants(journal, { state: 'pending', pdf: null })
  const locked = await anArticleOfPlants(journal, { title: 'A locked poplar', names_locked: 1 })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/listings')
  await page.getByRole('button', { name: `Publish: ${waiting.title}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish article', exact: true })
  await expect(dialog.getByText(/^This article publishes new names: Populus hunzana\./)).toBeVisible()
  await dialog.locator('input[name=pdfUrl]').setInputFiles({
    ...{ name: 'final.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(await aPdfOfText('Article in press: Populus nigra')),
  })
  await expect(dialog.getByText(/^Uploaded/)).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText(NO_ISSN)).toBeVisible()
  await expect(dialog.getByText(/The PDF says “Article in press”/)).toBeVisible()
  await expectNoAxeViolations(page)

  await page.goto(`/admin/articles/${locked.id}/edit`)
  await expect(page.getByText(PDF_LOCKED)).toBeVisible()
  await expect(page.locator('input[name=pdfUrl]')).toHaveCount(0)
  await page.getByRole('group', { name: 'Voucher 2' }).getByLabel('Collector’s number').fill('45')
  await page.getByLabel('Reason for the changes').fill('The label has another number.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Review Changes' }).click()
  await expect(page.getByText(NOTICE_ALONE)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Small change/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Vouchers/ })).toContainText('N. Karimi 45')
  await page.getByRole('button', { name: 'Draft the Notice' }).click()
  await expect(page).toHaveURL(/\/admin\/notices\//)
})
