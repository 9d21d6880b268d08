import { anArticle } from '../support/builders.ts'
import { renderFullText } from '../../src/journal/documents/jats/html/render.ts'
import { parseJats } from '../../src/journal/documents/jats/model/parse.ts'
import { readReferences } from '../../src/journal/documents/jats/read/references.ts'
import { replaceReferences, saveFullText } from '../../src/journal/publication/full-text/stored-text.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const ref = (words: string, doi: string) =>
  `<ref><mixed-citation>${words} <pub-id pub-id-type="doi">${doi}</pub-id></mixed-citation></ref>`
const ARTICLE = `<article><front><article-meta><title-group><article-title>Seeds</article-title></title-group><pub-date><year>2024</year></pub-date></article-meta></front>
<body><sec><title>Methods</title><p>We counted.</p></sec></body><back><ref-list><title>References</title>
${ref('Brown A (2019) Dormancy of seeds. J Seeds 3: 1–9.', '10.5555/brown')}${ref('Khan Z (2018) Seeds in dry soil. J Seeds 2: 4–8.', '10.5555/khan')}</ref-list></back></article>`

const LIST = [
  'Record ID,Title,RetractionDate,OriginalPaperDOI,RetractionNature,Reason',
  '1,"Seeds in dry soil, again",3/21/2021 0:00,10.5555/KHAN,Retraction,"+Data;',
  '+Image"',
  '2,Roots,1/2/2020 0:00,10.5555/other,Expression of concern,',
].join('\r\n')

test('an administrator loads a list of retracted articles, and readers see it at the reference', async ({
  page,
  journal,
}) => {
  await journal.clear()
  const { id } = await anArticle(journal.database, { title: 'Germination of seeds in dry soil' })
  const document = parseJats(Buffer.from(ARTICLE))
  await journal.database.transaction(async (tx) => {
    await saveFullText(tx, id, renderFullText(document, { image: () => undefined }))
    await replaceReferences(tx, id, readReferences(document))
  })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/readiness')
  await page.getByRole('link', { name: 'References', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Retracted References' })).toBeVisible()
  await expect(page.getByText('No list has been loaded.')).toBeVisible()
  await expectNoAxeViolations(page)

  const choose = (content: string) =>
    page
      .locator('input[name=list]')
      .setInputFiles({ name: 'retraction_watch.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('Name,Email\r\nAda,ada@plants.test')
  await expect(page.getByText('This file is no list of retracted articles')).toBeVisible()
  await choose(LIST)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('2 retracted articles listed')
  await expect(page.getByText('References are compared with 2 retracted articles')).toBeVisible()
  await expect(page.getByRole('row', { name: /Germination of seeds/ })).toContainText(
    'Retracted, March 21, 2021: Khan Z (2018)',
  )
  await expectNoAxeViolations(page)

  await page.goto(`/blog/${id}`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Khan Z (2018)' })
  await expect(entry).toContainText('Retracted, March 21, 2021')
  await expect(page.locator('.ref-retracted')).toHaveCount(1)
  await expectNoAxeViolations(page)
})
