import type { Locator, Page } from '@playwright/test'
import { aCategory, aFile, anArticle, aUser, aVolume, someArticles } from '../support/builders.ts'
import { aDocx, aPdf } from '../support/multipart.ts'
import { ACTIVE_PDFS, aRealPdf } from '../support/pdf-files.ts'
import { authorsConfirmed } from '../support/review-builders.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'
import { submit } from './wizard.ts'

test.beforeEach(({ journal }) => journal.clear())

const LISTINGS = '/admin/listings'
const PDF = { name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf('The final version') }

const rows = (page: Page) => page.locator('tr[data-article]')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const act = (page: Page, verb: string, title: string) =>
  page.getByRole('button', { name: `${verb}: ${title}`, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const heard = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).not.toHaveCount(0)
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))

async function edit(page: Page, journal: RunningJournal, address = LISTINGS) {
  const signedIn = await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Research Listings' })).toBeVisible()
  await expect(page.getByText('Loading articles...')).toHaveCount(0)
  return signedIn
}

async function choosePdf(question: Locator, file = PDF) {
  await question.locator('input[name=pdfUrl]').setInputFiles(file)
  await expect(question.getByText(/^Uploaded, /)).toBeVisible()
}

/** Types the title of a published article and a reason, as its deletion asks for. */
async function confirmDeletion(page: Page, title: string) {
  const question = dialog(page, 'Delete article')
  await question.getByLabel('Type the title to confirm').fill(title)
  await question.getByLabel('Reason').fill('It was published twice.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
}

const approveNow = (question: Locator) => question.getByRole('button', { name: 'Publish', exact: true })

test('the abstract comes with the details, and is asked for again when it does not', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/Failed to load resource/)
  await anArticle(journal.database, {
    title: 'Seed rain',
    state: 'pending',
    abstract: '<p>We counted seeds.</p><h3>Methods</h3><p>For two years.</p>',
  })
  await edit(page, journal)
  await page.route('**/api/posts/details/*', (route) => route.abort(), { times: 1 })
  await act(page, 'View', 'Seed rain').click()
  const details = dialog(page, 'Article details')
  await expect(details.getByText('The abstract could not be loaded.')).toBeVisible()
  await details.getByRole('button', { name: 'Try Again' }).click()
  await expect(details.getByRole('heading', { name: 'Methods' })).toBeVisible()
  await expect(details.getByText('The abstract could not be loaded.')).toHaveCount(0)
})

test('from a submission to readers, away from them, and back at the same address', async ({
  page,
  journal,
  browser,
}) => {
  test.slow()
  const title = 'Seed rain under Prosopis juliflora'
  const category = await aCategory(journal.database, { name: 'Ecology' })
  const volume = await aVolume(journal.database, { title: 'Volume 7' })
  const author = await browser.newPage({ baseURL: journal.url, reducedMotion: 'reduce' })
  await signIn(author, journal, { fullName: 'Ayesha Malik' })
  await submit(author, { author: 'Ayesha Malik', comments: 'Table 2 is large.' })
  await author.close()
  const { id } = await journal.database.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
  await authorsConfirmed(journal.database, id)
  const address = `/blog/${id}`
  const reader = await browser.newPage({ baseURL: journal.url })
  const shelves = ['/', '/blog', `/category/${category.id}`, `/volume/${volume.id}`]

  await edit(page, journal)
  await expect(page.getByText('1 article, 1 pending')).toBeVisible()
  await act(page, 'View', title).click()
  const details = dialog(page, 'Article details')
  await expect(details.getByText('Table 2 is large.')).toBeVisible()
  await expect(details.getByText('We counted seeds for two years.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Download manuscript.docx' }).click()
  const manuscript = await downloading
  expect(manuscript.suggestedFilename()).toBe('manuscript.docx')
  expect(await bytesOf(manuscript)).toEqual(aDocx())
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(act(page, 'View', title)).toBeFocused()

  await act(page, 'Publish', title).click()
  const question = dialog(page, 'Publish article')
  await choosePdf(question)
  await question.getByLabel('Volume (optional)').selectOption({ label: 'Volume 7' })
  await question.getByLabel('Page range (optional)').fill('1-5,7-10')
  await question.getByRole('checkbox').check()
  await approveNow(question).click()
  await heard(page, 'Article approved successfully')
  await expect(question).toHaveCount(0)
  await expect(row(page, title).getByText('Published')).toBeVisible()
  await expect(act(page, 'Publish', title)).toBeDisabled()
  await expect(row(page, title).getByRole('button', { name: title, exact: true })).toBeFocused()

  await expectShelves(reader, shelves, title, 1)
  await reader.goto(address)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(reader.getByText('Pages 1–5, 7–10')).toBeVisible()
  const pdf = await reader.request.get((await reader.getByRole('link', { name: 'Download PDF' }).getAttribute('href'))!)
  expect(Buffer.from(await pdf.body())).toEqual(PDF.buffer)

  await act(page, 'Archive', title).click()
  await expect(
    dialog(page, 'Archive article').getByText(/its page shows “Page not found” until you unarchive it/),
  ).toBeVisible()
  await dialog(page, 'Archive article').getByRole('button', { name: 'Archive', exact: true }).click()
  await heard(page, 'Article archived successfully')
  await expect(row(page, title)).toHaveClass('dim')
  await expect(act(page, 'Publish', title)).toBeDisabled()
  await expectShelves(reader, shelves, title, 0)
  expect((await reader.request.get(address)).status()).toBe(404)
  expect((await reader.request.get(`${address}.pdf`)).status()).toBe(404)

  await act(page, 'Unarchive', title).click()
  await expect(dialog(page, 'Unarchive article').getByText(address)).toBeVisible()
  await dialog(page, 'Unarchive article').getByRole('button', { name: 'Unarchive', exact: true }).click()
  await heard(page, 'Article unarchived successfully')
  await expectShelves(reader, shelves, title, 1)
  expect((await reader.request.get(address)).status()).toBe(200)
  await reader.close()
})

async function expectShelves(reader: Page, shelves: string[], title: string, count: 0 | 1) {
  for (const shelf of shelves) {
    await reader.goto(shelf)
    await expect(reader.getByRole('heading', { name: title }), shelf).toHaveCount(count)
  }
}

async function bytesOf(download: import('@playwright/test').Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('the list is narrowed, searched and ordered in the address, and Back leads back', async ({ page, journal }) => {
  test.slow()
  const { database } = journal
  const ferns = await aCategory(database, { name: 'Ferns' })
  const mosses = await aCategory(database, { name: 'Mosses' })
  const zainab = await aUser(database, { fullName: 'Zainab Ali' })
  await someArticles(database, 12, { category: mosses })
  await anArticle(database, { title: 'Spore longevity in ferns', category: ferns, submitter: zainab, state: 'pending' })
  await anArticle(database, { title: 'Archived ferns', category: ferns, state: 'archived' })
  await anArticle(database, { title: 'Rejected ferns', category: ferns, state: 'rejected' })
  await edit(page, journal)
  const search = page.getByRole('searchbox', { name: 'Search by title or author' })
  const status = page.getByRole('navigation', { name: 'Status' })
  await expect(page.getByText('15 articles, 1 pending')).toBeVisible()
  await expect(status.getByRole('link')).toHaveText(['All 15', 'Pending 1', 'Published 12', 'Archived 1', 'Rejected 1'])
  await expect(rows(page)).toHaveCount(10)
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/admin/listings?page=2')
  await expect(rows(page)).toHaveCount(5)
  await status.getByRole('link', { name: 'Archived' }).click()
  await expect(page).toHaveURL('/admin/listings?status=archived')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Archived ferns')).toHaveClass('dim')
  await heard(page, '1 article found')
  await status.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(LISTINGS)

  await page.getByLabel('Category').selectOption('Ferns')
  await expect(page).toHaveURL(`/admin/listings?category=${ferns.id}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(status.getByRole('link', { name: 'All' })).toHaveText('All 3')
  await page.getByLabel('Order').selectOption('Title')
  await expect(page).toHaveURL(`/admin/listings?category=${ferns.id}&sort=title`)
  await expect(page.locator('.open-row')).toHaveText(['Archived ferns', 'Rejected ferns', 'Spore longevity in ferns'])

  // It searches when the typing pauses, and the keyboard stays in the field.
  await search.pressSequentially('zainab')
  await expect(page).toHaveURL(`/admin/listings?category=${ferns.id}&q=zainab&sort=title`)
  await expect(rows(page)).toHaveCount(1)
  await expect(search).toBeFocused()
  await search.fill('nobody of this name')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await heard(page, '0 articles found')
  await expectNoAxeViolations(page)

  // The second search refined the first: Back leads out of both.
  await page.goBack()
  await expect(page).toHaveURL(`/admin/listings?category=${ferns.id}&sort=title`)
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(3)
  await page.goForward()
  await expect(search).toHaveValue('nobody of this name')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/listings?sort=title')
  await expect(search).toHaveValue('')
  await expect(rows(page)).toHaveCount(10)
  await page.reload()
  await expect(page.getByLabel('Order')).toHaveValue('title')
})

test('an empty journal says what will stand here', async ({ page, journal }) => {
  await edit(page, journal)
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('a list that cannot be loaded says so, and Try Again loads it', async ({ page, journal, trouble }) => {
  trouble.expect(/500/)
  await anArticle(journal.database, { title: 'Roots of wheat' })
  await page.route('**/api/posts/all*', (route) => route.fulfill({ status: 500, json: {} }))
  await edit(page, journal)
  await heard(page, 'Failed to fetch articles')
  await expect(page.getByRole('alert').getByText('Failed to fetch articles')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/posts/all*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row(page, 'Roots of wheat')).toBeVisible()
})

test.describe('approval', () => {
  test('says what is missing, and never blocks for a large PDF', async ({ page, journal }) => {
    test.slow()
    await anArticle(journal.database, { title: 'Waiting work', state: 'pending' })
    await edit(page, journal)
    await act(page, 'Publish', 'Waiting work').click()
    const question = dialog(page, 'Publish article')
    await expectNoAxeViolations(page)
    await approveNow(question).click()
    await expect(question.getByText('PDF upload is required to approve the article')).toBeVisible()
    await heard(page, 'PDF upload is required to approve the article')
    await expect(question.getByText('Please confirm that this article meets all publication standards')).toBeVisible()
    await expectNoAxeViolations(page)

    await question.locator('input[name=pdfUrl]').setInputFiles({ ...PDF, name: 'final.docx', mimeType: '' })
    await expect(question.getByText('final.docx: File type must be pdf')).toBeVisible()
    await question.locator('input[name=pdfUrl]').setInputFiles({ ...PDF, buffer: Buffer.alloc(10_485_761) })
    await expect(question.getByText('final.pdf: File is larger than 10485760 bytes')).toBeVisible()

    const pages = question.getByLabel('Page range (optional)')
    await pages.pressSequentially('pp. 1-5, x7-')
    await expect(pages).toHaveValue(' 1-5, 7-')
    await expect(question.getByText('Invalid format. Use: 1-5 or 1-5,7-10')).toBeVisible()
    await approveNow(question).click()
    await heard(page, 'Invalid page range format. Use format like: 1-5 or 1-5,7-10')
    await pages.fill('1-5,7-10')
    await expect(question.getByText('Invalid format. Use: 1-5 or 1-5,7-10')).toHaveCount(0)
    await pages.fill('1'.repeat(60))
    await expect(pages).toHaveValue('1'.repeat(50))

    const large = Buffer.concat([aPdf(), Buffer.alloc(5 * 1024 * 1024, ' '), Buffer.from('\n%%EOF\n')])
    await choosePdf(question, { ...PDF, buffer: large })
    await expect(question.getByText(/larger than 5 MB, and Google Scholar may leave it out/)).toBeVisible()
    await question.getByRole('checkbox').check()
    await expectNoAxeViolations(page)
    await approveNow(question).click()
    await heard(page, 'Article approved successfully')
  })

  test('keeps everything when the server fails, and a double click approves once', async ({
    page,
    journal,
    trouble,
  }) => {
    test.slow()
    trouble.expect(/500|409|ERR_|Failed to load/)
    const article = await anArticle(journal.database, { title: 'Waiting work', state: 'pending' })
    await aVolume(journal.database, { title: 'Volume 7' })
    await page.route('**/api/volumes', (route) => route.fulfill({ status: 500, json: {} }))
    await edit(page, journal)
    await act(page, 'Publish', 'Waiting work').click()
    const question = dialog(page, 'Publish article')
    await heard(page, 'Failed to fetch volumes')
    await page.unroute('**/api/volumes')
    await question.getByRole('button', { name: /^Try Again/ }).click()
    await question.getByLabel('Volume (optional)').selectOption('Volume 7')
    await choosePdf(question)
    await question.getByLabel('Page range (optional)').fill('1-5')
    await question.getByRole('checkbox').check()

    const approving = '**/api/posts/*/approve'
    for (const [failure, sentence] of [
      [{ status: 500, json: { message: 'Something went wrong' } }, 'Something went wrong'],
      [{ status: 409, json: { message: 'This article is already published' } }, 'This article is already published'],
      [null, 'There is no connection to the journal. Please try again.'],
    ] as const) {
      await page.route(approving, (route) => (failure ? route.fulfill(failure) : route.abort()))
      await approveNow(question).click()
      await expect(question.getByRole('alert').getByText(sentence)).toBeVisible()
      await heard(page, 'Failed to approve article')
      await page.unroute(approving)
    }
    await expectNoAxeViolations(page)
    await expect(question.getByText(/^Uploaded, /)).toBeVisible()
    await expect(question.getByLabel('Volume (optional)').locator('option:checked')).toHaveText('Volume 7')
    await expect(question.getByLabel('Page range (optional)')).toHaveValue('1-5')
    await expect(question.getByRole('checkbox')).toBeChecked()

    const calls: string[] = []
    page.on('request', (request) => request.url().endsWith('/approve') && calls.push(request.method()))
    await approveNow(question).dblclick()
    await expect(question).toHaveCount(0)
    expect(calls).toEqual(['PUT'])
    const approved = await journal.database.db
      .selectFrom('articles')
      .selectAll()
      .where('id', '=', article.id)
      .executeTakeFirstOrThrow()
    expect(approved).toMatchObject({ page_num: '1-5', archived_at: null })
    expect(approved.published_at).not.toBeNull()
  })

  test('of an article that was corrected meanwhile is refused, and shows it as it is now', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/409/)
    const article = await anArticle(journal.database, { title: 'Waiting work', state: 'pending' })
    await edit(page, journal)
    await act(page, 'View', 'Waiting work').click()
    await dialog(page, 'Article details').getByRole('button', { name: 'Publish' }).click()
    const question = dialog(page, 'Publish article')
    await choosePdf(question)
    await question.getByRole('checkbox').check()
    await journal.database.db
      .updateTable('articles')
      .set({ version: 2, title: 'Corrected work', page_num: '3-9' })
      .where('id', '=', article.id)
      .execute()
    await approveNow(question).click()
    await expect(question.locator('.refused')).toContainText('Someone else has changed this article')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const details = dialog(page, 'Article details')
    await expect(details.getByRole('heading', { name: 'Corrected work' })).toBeVisible()
    await details.getByRole('button', { name: 'Publish' }).click()
    await expect(question.getByLabel('Page range (optional)')).toHaveValue('3-9')
    await choosePdf(question)
    await question.getByRole('checkbox').check()
    await approveNow(question).click()
    await heard(page, 'Article approved successfully')
  })

  test('waits for an upload under way, which closing cancels', async ({ page, journal, trouble }) => {
    trouble.expect(/ERR_|Failed to load/)
    await anArticle(journal.database, { title: 'Waiting work', state: 'pending' })
    let held: import('@playwright/test').Route | undefined
    await page.route('**/api/files/upload', (route) => {
      held = route
    })
    await edit(page, journal)
    await act(page, 'Publish', 'Waiting work').click()
    const question = dialog(page, 'Publish article')
    await question.locator('input[name=pdfUrl]').setInputFiles(PDF)
    await expect(question.getByText(/^(Uploading|Sent), /)).toBeVisible()
    await question.getByRole('checkbox').check()
    await approveNow(question).click()
    await expect(question.getByText('Please wait until the PDF is uploaded')).toBeVisible()
    await expect.poll(() => held !== undefined).toBe(true)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/files/upload'))
    await page.keyboard.press('Escape')
    await cancelled
    await expect(question).toHaveCount(0)
    await expect(act(page, 'Publish', 'Waiting work')).toBeFocused()
  })
})

test('a failed archive, unarchive or deletion says so and changes nothing', async ({ page, journal, trouble }) => {
  trouble.expect(/500/)
  await anArticle(journal.database, { title: 'Public work' })
  await anArticle(journal.database, { title: 'Old work', state: 'archived' })
  await edit(page, journal)
  await page.route(/\/api\/posts\/(.*\/archive|delete\/.*)$/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
  )
  for (const [verb, title, words] of [
    ['Archive', 'Public work', 'Failed to archive article'],
    ['Unarchive', 'Old work', 'Failed to unarchive article'],
    ['Delete', 'Public work', 'Failed to delete article'],
  ] as const) {
    await act(page, verb, title).click()
    const question = dialog(page, `${verb} article`)
    await expectNoAxeViolations(page)
    if (verb === 'Delete') await confirmDeletion(page, title)
    else await question.getByRole('button', { name: verb, exact: true }).click()
    await heard(page, words)
    await expect(question.getByRole('alert').getByText('Something went wrong')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(act(page, verb, title)).toBeFocused()
  }
  await expect(rows(page)).toHaveCount(2)
})

test('deletes after being asked, and keeps the place in the list', async ({ page, journal }) => {
  await someArticles(journal.database, 10)
  await anArticle(journal.database, { title: 'Oldest work', created_at: '2020-01-01T00:00:00.000Z' })
  await edit(page, journal, '/admin/listings?page=2')
  await expect(rows(page)).toHaveCount(1)
  await act(page, 'Delete', 'Oldest work').click()
  const question = dialog(page, 'Delete article')
  await expect(question.getByText('Are you sure you want to delete this article?')).toBeVisible()
  await expect(question.getByText('Oldest work')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await act(page, 'Delete', 'Oldest work').click()
  await confirmDeletion(page, 'Oldest work')
  await heard(page, 'Article deleted successfully')

  // The last one of the last page: the page before is shown.
  await expect(page).toHaveURL(LISTINGS)
  await expect(rows(page)).toHaveCount(10)
  const second = rows(page).nth(1)
  const third = await rows(page).nth(2).getAttribute('data-article')
  const title = await second.locator('.open-row').innerText()
  await second.getByRole('button', { name: /^Delete/ }).click()
  await confirmDeletion(page, title)
  await expect(rows(page)).toHaveCount(9)
  await expect(rows(page).nth(1)).toHaveAttribute('data-article', third!)
  await expect(rows(page).nth(1).locator('.open-row')).toBeFocused()
})

test('the details hold what an editor needs, and the deciding', async ({ page, journal }) => {
  test.slow()
  const { database } = journal
  const volume = await aVolume(database, { title: 'Volume 7' })
  const submitter = await aUser(database, {
    fullName: 'Ayesha Malik',
    username: 'ayesha_m',
    email: 'ayesha@plants.test',
    location: 'Multan',
    orcid: '0000-0002-1825-0097',
  })
  const { id } = await anArticle(database, {
    title: 'Flowering of <i>Ferula assa-foetida</i>',
    state: 'pending',
    submitter,
    volume,
    page_num: '3-9',
    comments: 'Please read the second table first.',
    contributors: [{ full_name: 'Bruno Kovář', affiliation: 'Brno', orcid: '0000-0001-5109-3700', role: 'Author' }],
  })
  await edit(page, journal)
  await page.getByRole('button', { name: 'Flowering of Ferula assa-foetida', exact: true }).click()
  const details = dialog(page, 'Article details')
  await expect(details.locator('h3 i')).toHaveText('Ferula assa-foetida')
  for (const words of ['Volume 7', '3–9', 'ayesha@plants.test', 'ayesha_m', 'Multan', '0000-0002-1825-0097']) {
    await expect(details.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(details.getByText('Please read the second table first.')).toBeVisible()
  await expect(details.getByText('0000-0001-5109-3700 (not verified with ORCID)')).toBeVisible()
  await expect(details.getByRole('link', { name: /^Article page/ })).toHaveAttribute('href', `/blog/${id}`)
  await expectNoAxeViolations(page)

  await details.getByRole('button', { name: 'Add Author' }).click()
  const add = dialog(page, 'Add Author')
  await add.getByRole('button', { name: 'Add Author' }).click()
  await expect(add.getByText('Full name is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await add.getByLabel('Full name').fill('Chen Li')
  await add.getByLabel('Email').fill('chen@plants.test')
  await add.getByLabel('Affiliation').fill('Kunming')
  await add.getByLabel('Role').selectOption('Reviewer')
  await add.getByRole('button', { name: 'Add Author' }).click()
  await heard(page, 'Author added successfully')
  await expect(details.locator('.people li')).toHaveCount(2)

  await details.getByRole('button', { name: 'Edit Chen Li' }).click()
  const change = dialog(page, 'Edit Author')
  await expect(change.getByLabel('Affiliation')).toHaveValue('Kunming')
  await change.getByLabel('Full name').fill('Chen Li-Wang')
  await change.getByLabel('Role').selectOption('Corresponding Author')
  await change.getByRole('button', { name: 'Save Author' }).click()
  await heard(page, 'Author updated successfully')
  await expect(details.locator('.people li').filter({ hasText: 'Chen Li-Wang' })).toContainText('Corresponding Author')

  await details.getByRole('button', { name: 'Remove Chen Li-Wang' }).click()
  const question = dialog(page, 'Remove author')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await heard(page, 'Author removed successfully')
  await expect(details.locator('.people li')).toHaveCount(1)

  // Decided from here, the details stay open and show what has become of the article.
  await details.getByRole('button', { name: 'Archive', exact: true }).click()
  await dialog(page, 'Archive article').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(details.getByText('Archived', { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await details.getByRole('button', { name: 'Unarchive' }).click()
  await dialog(page, 'Unarchive article').getByRole('button', { name: 'Unarchive', exact: true }).click()
  await details.getByRole('button', { name: 'Publish' }).click()
  await choosePdf(dialog(page, 'Publish article'))
  await dialog(page, 'Publish article').getByRole('checkbox').check()
  await approveNow(dialog(page, 'Publish article')).click()
  await expect(details.getByText('Published', { exact: true }).first()).toBeVisible()
  await expect(details.getByRole('link', { name: /^Final PDF/ })).toHaveAttribute('href', `/blog/${id}.pdf`)
  await expect(details.getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute(
    'href',
    `/admin/articles/${id}/edit`,
  )
  await details.getByRole('button', { name: 'Delete' }).click()
  await confirmDeletion(page, 'Flowering of Ferula assa-foetida')
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
})

test('an editor is told what a PDF may do besides showing pages', async ({ page, journal }) => {
  const author = await aUser(journal.database)
  const manuscript = await aFile(journal.database, { owner: author, name: 'paper.pdf', findings: 'script,attachment' })
  const article = await anArticle(journal.database, {
    title: 'Roots of wheat',
    state: 'pending',
    submitter: author,
    manuscripts: ['data.xls'],
  })
  await journal.database.db
    .insertInto('article_files')
    .values({ article_id: article.id, file_id: manuscript.id, kind: 'manuscript', position: 1 })
    .execute()
  await edit(page, journal)
  await act(page, 'View', 'Roots of wheat').click()
  const files = dialog(page, 'Article details').getByRole('listitem')
  const paper = files.filter({ hasText: 'paper.pdf' })
  await expect(paper.getByText('This PDF contains JavaScript')).toBeVisible()
  await expect(paper.getByText('This PDF has other files attached inside it.')).toBeVisible()
  await expect(files.filter({ hasText: 'data.xls' }).getByText('This PDF')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await dialog(page, 'Article details').getByRole('button', { name: 'Publish' }).click()
  const question = dialog(page, 'Publish article')
  const program = aRealPdf({ ...ACTIVE_PDFS['a program behind a link'], compressed: true })
  await choosePdf(question, { ...PDF, buffer: program })
  await heard(page, 'can ask the reader’s computer to start another program')
  await expectNoAxeViolations(page)
  // Another file, another judgement.
  await choosePdf(question)
  await expect(question.getByText('This PDF')).toHaveCount(0)
  await choosePdf(question, { ...PDF, buffer: program })
  await expect(question.getByText('This PDF')).toHaveCount(1)
  await question.getByRole('checkbox').check()
  await approveNow(question).click()
  await heard(page, 'Article approved successfully')
  const final = files.filter({ hasText: 'Final PDF' })
  await expect(final.getByText('can ask the reader’s computer to start another program')).toBeVisible()
})

test('the last author of an article cannot be removed', async ({ page, journal, trouble }) => {
  trouble.expect(/400|409/)
  await anArticle(journal.database, {
    title: 'Lone work',
    state: 'pending',
    contributors: [{ full_name: 'Bruno Kovář', role: 'Author' }],
  })
  await edit(page, journal)
  await act(page, 'View', 'Lone work').click()
  await page.getByRole('button', { name: 'Remove Bruno Kovář' }).click()
  const question = dialog(page, 'Remove author')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await heard(page, 'Failed to remove author')
  await expect(question.getByRole('alert')).toContainText('author')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.people li')).toHaveCount(1)
})

test('by keyboard alone', async ({ page, journal }) => {
  test.slow()
  await anArticle(journal.database, { title: 'First work', state: 'pending' })
  await anArticle(journal.database, { title: 'Second work', state: 'pending' })
  await edit(page, journal)
  const opener = (title: string) => page.getByRole('button', { name: title, exact: true })
  await page.keyboard.press('j')
  await expect(opener('Second work')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(opener('First work')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Article details').getByRole('heading', { name: 'Second work' })).toBeVisible()
  // The keys of the list rest while something is open above it.
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(opener('Second work')).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('jk first')
  await expect(page.getByRole('searchbox')).toHaveValue('jk first')
  await page.getByRole('searchbox').fill('first')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await opener('First work').focus()
  for (const action of [
    act(page, 'View', 'First work'),
    page.getByRole('link', { name: 'Edit: First work' }),
    act(page, 'Publish', 'First work'),
  ]) {
    await page.keyboard.press('Tab')
    await expect(action).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Publish article')
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 30; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard never reached ${target}`)
  }
  await tabTo(question.locator('input[name=pdfUrl]'))
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles([PDF])
  await expect(question.getByText(/^Uploaded, /)).toBeVisible()
  await tabTo(question.getByLabel('Page range (optional)'))
  await page.keyboard.type('1-5')
  await tabTo(question.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await heard(page, 'Article approved successfully')
  await expect(opener('First work')).toBeFocused()

  // Who does not want single keys turns them off.
  await page.getByText('Keyboard', { exact: true }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('checkbox', { name: /Use the keys/ }).uncheck()
  await opener('First work').focus()
  await page.keyboard.press('/')
  await expect(opener('First work')).toBeFocused()
  await page.reload()
  await page.getByText('Keyboard', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: /Use the keys/ })).not.toBeChecked()
})

test('on a phone: cards, and buttons that a thumb can press', async ({ page, journal }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  await someArticles(journal.database, 3)
  await anArticle(journal.database, { title: 'Waiting work', state: 'pending' })
  await edit(page, journal)
  await narrow(page)
  await expectNoAxeViolations(page)
  for (const button of await row(page, 'Waiting work').locator('.acts > *').all()) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  for (const [verb, name] of [
    ['View', 'Article details'],
    ['Publish', 'Publish article'],
    ['Archive', 'Archive article'],
    ['Delete', 'Delete article'],
  ] as const) {
    await act(page, verb, 'Waiting work').click()
    const box = (await dialog(page, name).boundingBox())!
    expect([box.x, box.width]).toEqual([0, 360])
    expect(await dialog(page, name).evaluate((open) => open.scrollWidth - open.clientWidth)).toBe(0)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Close' }).click()
  }
})
