import type { Locator, Page } from '@playwright/test'
import {
  aCategory,
  aFile,
  anArticle,
  aSignedIn,
  aTombstone,
  aUser,
  aVolume,
  type ArticleOptions,
} from '../support/builders.ts'
import { aPdf, aPng } from '../support/multipart.ts'
import { describeIn } from './wizard.ts'
import { browseTo, expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const TITLE = 'Flowering of <i>Ferula assa-foetida</i> under H<sub>2</sub>O<sub>2</sub>'
const PLAIN = 'Flowering of Ferula assa-foetida under H2O2'
const REASON = 'Two digits of the last page were lost.'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const heard = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).not.toHaveCount(0)
const abstract = (page: Page) => page.getByRole('textbox', { name: 'Abstract' })
const review = (page: Page) => page.getByRole('button', { name: 'Review Changes' })
/** What differs, and which kind of change it is: the article is known to readers. */
const summary = (page: Page) => page.locator('.kindpage')
const WHY = 'No reader relies on it.'
async function saveChanges(page: Page) {
  await summary(page)
    .getByRole('radio', { name: /^Small change/ })
    .check()
  const why = summary(page).getByLabel('Why not a notice?')
  if (await why.isVisible()) await why.fill(WHY)
  await summary(page)
    .getByRole('button', { name: /^Publish/ })
    .click()
}
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))

async function published({ database, store }: RunningJournal, options: ArticleOptions = {}) {
  return anArticle(database, {
    title: TITLE,
    page_num: '12-3',
    pdf: await aFile(database, { store }),
    submitter: await aUser(database, { fullName: 'Ayesha Malik' }),
    ...options,
  })
}

async function open(page: Page, journal: RunningJournal, id: string) {
  const editor = await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto(`/admin/articles/${id}/edit`)
  await expect(page.getByLabel('Page range (optional)')).toBeVisible()
  await expect(abstract(page)).toBeVisible()
  return editor
}

const rowOf = ({ database }: RunningJournal, id: string) =>
  database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an editor corrects a published article, and readers see it at the same address', async ({
  page,
  journal,
  browser,
}) => {
  test.slow()
  const ecology = await aCategory(journal.database, { name: 'Ecology' })
  await aVolume(journal.database, { title: 'Volume 8' })
  const article = await published(journal)
  const reader = await browser.newPage({ baseURL: journal.url })
  await reader.goto(`/blog/${article.id}`)
  await expect(reader.getByText('Pages 12–3')).toBeVisible()
  await expect(reader.getByText(/^Updated on/)).toHaveCount(0)

  await signIn(page, journal, { role: 'admin', fullName: 'Edith Editor' })
  await page.goto('/admin/listings?q=flowering')
  await page.getByRole('link', { name: `Edit: ${PLAIN}` }).click()
  await expect(page).toHaveURL(`/admin/articles/${article.id}/edit`)
  await expect(abstract(page)).toBeVisible()
  await expect(page.getByText('No changes yet')).toBeVisible()
  await review(page).click()
  await heard(page, 'Nothing has been changed yet')
  await expectNoAxeViolations(page)
  await review(page).click()
  await expect(page.locator('.toast.error:not(.leaving)')).toBeVisible()

  await page.getByLabel('Page range (optional)').fill('12-30')
  await expect(page.locator('.toast.error:not(.leaving)')).toHaveCount(0, { timeout: 1500 })
  await page.getByLabel('Category').selectOption('Ecology')
  await page.getByLabel('Volume (optional)').selectOption('Volume 8')
  await page.getByLabel('Issue (optional)').fill('2')
  await describeIn(page, 'Funding statement', 'The Wheat Fund paid for it.')
  await abstract(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' It flowered twice.')
  await page.getByRole('button', { name: 'Move Bruno Kovář up' }).click()
  await page.getByRole('button', { name: 'Edit Bruno Kovář' }).click()
  await dialog(page, 'Edit Author').getByLabel('Affiliation').fill('Brno')
  await dialog(page, 'Edit Author').getByRole('button', { name: 'Save Author' }).click()
  await page.locator('input[name=imageUrl]').setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: aPng() })
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await page.getByLabel('What the image shows').fill('A flower')
  const pdf = aPdf('The corrected version')
  await page
    .locator('input[name=pdfUrl]')
    .setInputFiles({ name: 'corrected.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(2)

  // Without a reason nothing is saved, and the missing field is focused.
  await review(page).click()
  await expect(page.getByText('Please say why the article is corrected')).toBeVisible()
  await expect(page.getByLabel('Reason for the changes')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.getByLabel('Reason for the changes').fill(REASON)
  await review(page).click()
  const changes = summary(page).getByRole('row')
  for (const [field, before, after] of [
    ['Abstract', '', 'It flowered twice.'],
    ['Category', 'Botany', 'Ecology'],
    ['Volume', '', 'Volume 8'],
    ['Issue', '', '2'],
    ['Funding statement', '', 'The Wheat Fund paid for it.'],
    ['Pages', '12–3', '12–30'],
    ['Featured image', '', 'plate.png'],
    ['What the image shows', '', 'A flower'],
    ['Final PDF', 'Current PDF', 'corrected.pdf'],
  ] as const) {
    const row = changes.filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
    await expect(row.locator('ins').last()).toContainText(after)
    if (before) await expect(row.locator('del').first()).toContainText(before)
  }
  // Of the authors the order and an affiliation.
  await expect(changes).toHaveCount(12)
  await expect(summary(page).getByText(/^Numbers|^What is said|^Names/)).toBeVisible()
  await expect(summary(page).getByLabel('What happened, in one sentence')).toHaveValue(REASON)
  await expectNoAxeViolations(page)
  await saveChanges(page)
  await heard(page, 'Article corrected successfully')
  // Back to the list with its filters.
  await expect(page).toHaveURL('/admin/listings?q=flowering')

  await reader.reload()
  await expect(reader.getByText('Pages 12–30')).toBeVisible()
  await expect(reader.getByText('Volume 8, Issue 2').first()).toBeVisible()
  await expect(reader.getByText('It flowered twice.')).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Funding' })).toContainText('The Wheat Fund paid for it.')
  await expect(reader.locator('.authors')).toHaveText(/^Bruno Kovář.* and Ayesha Malik/)
  const { corrected_at } = await rowOf(journal, article.id)
  await expect(reader.locator(`time[datetime="${corrected_at}"]`).first()).toBeVisible()
  const data = await reader.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(data!)).toMatchObject({ dateModified: corrected_at!.slice(0, 10), pageEnd: '30' })
  await expect(reader.locator('meta[name=citation_lastpage]')).toHaveAttribute('content', '30')
  const answer = await reader.request.get(`/blog/${article.id}.pdf`)
  expect(Buffer.from(await answer.body())).toEqual(pdf)
  await reader.goto(`/category/${ecology.id}`)
  await expect(reader.getByRole('heading', { name: PLAIN })).toBeVisible()
  await reader.close()

  await page.goto('/admin/activity?about=article')
  await page.getByText('Details of this entry').first().click()
  await expect(page.getByRole('rowheader', { name: 'Reason' })).toBeVisible()
  await expect(page.getByRole('cell', { name: REASON.slice(0, -1) })).toBeVisible()
})

test('two editors at once: nothing is overwritten, and nothing typed is lost', async ({ page, journal, trouble }) => {
  test.slow()
  trouble.expect(/409/)
  const article = await published(journal)
  await open(page, journal, article.id)
  await page.getByLabel('Page range (optional)').fill('12-30')
  await page.getByRole('textbox', { name: 'Keywords' }).fill('my, keywords')
  await page.getByLabel('Reason for the changes').fill(REASON)

  const other = await aSignedIn(journal, { role: 'admin' })
  const saved = await page.request.put(`/api/posts/${article.id}`, {
    headers: other.headers,
    data: { version: 1, reason: 'Their reason', keywords: 'their, keywords', issue: '4' },
  })
  expect(saved.status()).toBe(200)

  await review(page).click()
  await saveChanges(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else has changed this article' })
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('row', { name: /^Keywords/ })).toContainText('their, keywords')
  await expect(notice.getByRole('row', { name: /^Issue/ })).toContainText('4')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('my, keywords')
  await expect(page.getByLabel('Page range (optional)')).toHaveValue('12-30')
  await expect(page.getByLabel('Issue (optional)')).toHaveValue('4')
  await expect(page.getByLabel('Reason for the changes')).toHaveValue(REASON)
  expect((await rowOf(journal, article.id)).page_num).toBe('12-3')
  await expectNoAxeViolations(page)

  await notice.getByRole('button', { name: /^Use Theirs/ }).click()
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('their, keywords')
  await review(page).click()
  await expect(summary(page).getByRole('row')).toHaveCount(2)
  await saveChanges(page)
  await heard(page, 'Article corrected successfully')
  expect(await rowOf(journal, article.id)).toMatchObject({
    ...{ page_num: '12-30', keywords: 'their, keywords', issue: '4', version: 3 },
  })
})

test('a save that fails says so, and what was typed stays', async ({ page, journal, trouble }) => {
  trouble.expect(/500|ERR_/)
  const article = await published(journal)
  await open(page, journal, article.id)
  await page.getByLabel('Page range (optional)').fill('12-30')
  await page.getByLabel('Reason for the changes').fill(REASON)
  const address = `**/api/posts/${article.id}`
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong' } }))
  await review(page).click()
  await saveChanges(page)
  await expect(summary(page).getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await page.unroute(address)
  await page.route(address, (route) => route.abort())
  await saveChanges(page)
  await expect(summary(page).getByText('There is no connection to the journal. Please try again.')).toBeVisible()

  // The answer is lost after the server has saved: the second attempt finds nothing left to do.
  await page.unroute(address)
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await saveChanges(page)
  await expect.poll(async () => (await rowOf(journal, article.id)).version).toBe(2)
  await page.unroute(address)
  trouble.expect(/409/)
  await saveChanges(page)
  await expect(page.getByText('There is nothing left to save.')).toBeVisible()
  expect((await rowOf(journal, article.id)).version).toBe(2)
})

test('unsaved changes are asked about; what the server refuses stands at its field', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/400/)
  const article = await published(journal)
  await open(page, journal, article.id)
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(page).toHaveURL('/admin/categories')
  await page.goBack()
  await page.getByLabel('Page range (optional)').fill('1-')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = dialog(page, 'Leave without saving?')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Page range (optional)')).toHaveValue('1-')
  await page.getByLabel('Title').fill(' ')
  await page.getByLabel('Reason for the changes').fill(REASON)
  await review(page).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Invalid format. Use: 1-5 or 1-5,7-10')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Page range (optional)').fill('1-5')
  const volume = await aVolume(journal.database, { title: 'Volume 9' })
  await page.reload()
  await page.getByLabel('Volume (optional)').selectOption('Volume 9')
  await page.getByLabel('Reason for the changes').fill(REASON)
  await journal.database.db.deleteFrom('volumes').where('id', '=', volume.id).execute()
  await review(page).click()
  await saveChanges(page)
  await expect(page.getByText('This volume no longer exists. Please choose another.')).toBeVisible()
  await expect(summary(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave Without Saving' }).click()
  await expect(page.getByRole('heading', { name: 'Research Listings' })).toBeVisible()
})

test('by keyboard alone', async ({ page, journal }) => {
  const article = await published(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/listings')
  await page.getByRole('link', { name: /^Edit: / }).focus()
  await page.keyboard.press('Enter')
  await expect(abstract(page)).toBeVisible()
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        // No focused element is under the buttons at the lower edge.
        const [box, bar] = [await target.boundingBox(), await page.locator('.correction > footer').boundingBox()]
        const isInBar = await target.evaluate((element) => element.closest('footer') !== null)
        if (!isInBar) expect(box!.y).toBeLessThan(bar!.y)
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard never reached ${target}`)
  }
  await tabTo(page.getByRole('button', { name: 'Move Ayesha Malik down' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByLabel('Page range (optional)'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12-30')
  await tabTo(page.getByLabel('Reason for the changes'))
  await page.keyboard.type(REASON)
  await tabTo(review(page))
  await page.keyboard.press('Enter')
  await expect(summary(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(review(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(summary(page).getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('2')
  const why = summary(page).getByLabel('Why not a notice?')
  for (let presses = 0; presses < 6; presses++) {
    if (await why.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(WHY)
  await page.keyboard.press('ControlOrMeta+Enter')
  await heard(page, 'Article corrected successfully')
  expect(await rowOf(journal, article.id)).toMatchObject({ page_num: '12-30', version: 2 })
})

test('on a phone, and for an article that is not there', async ({ page, journal, trouble }) => {
  trouble.expect(/404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const article = await published(journal)
  await open(page, journal, article.id)
  await narrow(page)
  await expectNoAxeViolations(page)
  await page.getByLabel('Page range (optional)').fill('12-30')
  await page.getByLabel('Reason for the changes').fill(REASON)
  await review(page).click()
  await expect(summary(page)).toBeVisible()
  await narrow(page)
  await expectNoAxeViolations(page)
  await saveChanges(page)
  await heard(page, 'Article corrected successfully')

  await page.goto('/admin/articles/222222222222/edit')
  await expect(page.getByRole('alert').getByText('Post not found')).toBeVisible()
})

test.describe('deleting a published article', () => {
  test('asks for its title and a reason, which stand at its address from then on', async ({
    page,
    journal,
    browser,
    trouble,
  }) => {
    test.slow()
    trouble.expect(/410|500/)
    const article = await published(journal)
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/listings')
    await page.getByRole('button', { name: `Delete: ${PLAIN}` }).click()
    const question = dialog(page, 'Delete article')
    const title = question.getByLabel('Type the title to confirm')
    const remove = question.getByRole('button', { name: 'Delete', exact: true })
    await expect(title).toBeFocused()
    await expect(question.locator('.about i')).toHaveText('Ferula assa-foetida')
    await expect(question.locator('.about i')).toHaveCSS('font-style', 'italic')
    await expect(question.locator('.about sub')).toHaveText(['2', '2'])
    await remove.click()
    await expect(question.getByText('Please type the title as it is shown above')).toBeVisible()
    await expect(question.getByText('Please say why the article is deleted')).toBeVisible()
    await expectNoAxeViolations(page)
    await title.fill('Flowering of Ferula')
    await question.getByLabel('Reason').fill('It was published twice.')
    await remove.click()
    await expect(title).toBeFocused()
    await title.fill('  flowering of  FERULA assa-foetida under h₂o₂ ')
    await page.route('**/api/posts/delete/**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    )
    await remove.click()
    await expect(question.getByRole('alert').getByText('Something went wrong')).toBeVisible()
    await expect(question.getByLabel('Reason')).toHaveValue('It was published twice.')
    await page.unroute('**/api/posts/delete/**')
    await remove.click()
    await heard(page, 'Article deleted successfully')
    await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()

    const context = await browser.newContext({ baseURL: journal.url })
    const reader = await context.newPage()
    for (const address of [`/blog/${article.id}`, `/blog/${article.id}.pdf`]) {
      const answer = await reader.goto(address)
      expect(answer!.status(), address).toBe(410)
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This article has been removed')
      await expect(reader.locator('.removed i')).toHaveText('Ferula assa-foetida')
      await expect(reader.getByText('Ayesha Malik and Bruno Kovář')).toBeVisible()
      await expect(reader.getByText('It was published twice.')).toBeVisible()
      await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(reader.getByRole('link', { name: 'Current Articles' }).last()).toHaveAttribute('href', '/blog')
    }
    await context.close()
  })

  test('its address shows the same when opened by a link, and on a phone', async ({ page, journal, trouble }) => {
    trouble.expect(/410/)
    const { id } = await aTombstone(journal.database, { title: TITLE, reason: null, doi: '10.5555/jpbr.9' })
    await browseTo(page, '/about')
    await page.evaluate((address) => {
      history.pushState({}, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/blog/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This article has been removed')
    await expect(page.getByText('The editors gave no reason.')).toBeVisible()
    await expect(page).toHaveTitle(/^Article removed: Flowering of Ferula assa-foetida under H2O2/)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await narrow(page)
    await expectNoAxeViolations(page)
  })
})

test('an author who deletes a submission sees its title as it is printed', async ({ page, journal }) => {
  const { user } = await signIn(page, journal)
  await anArticle(journal.database, { title: TITLE, state: 'pending', submitter: user })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Delete/ }).click()
  const question = dialog(page, 'Delete article')
  await expect(question.locator('.about i')).toHaveText('Ferula assa-foetida')
  await expect(question.locator('.about i')).toHaveCSS('font-style', 'italic')
  await expect(question.locator('.about sub')).toHaveCount(2)
})
