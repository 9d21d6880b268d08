import type { Page } from '@playwright/test'
import { aFile, anArticle, aVolume } from '../support/builders.ts'
import { DOCUMENT_TYPES } from '../../src/contract/rules/files/file-rules.ts'
import { aPdf, aPng } from '../support/multipart.ts'
import { aWordFile, h, p } from '../support/word-files.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const PAPER = aWordFile(h(1, 'Introduction') + p('Leaves open in May.'))

test.beforeEach(({ journal }) => journal.clear())

/** Nothing is cut off, at the width of a phone and of a desk, in both themes. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      await expectNoAxeViolations(page)
      await page.emulateMedia({ colorScheme })
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 844 })
}

const live = (page: Page) => page.locator('.live')
const titles = (page: Page) => page.locator('.order .ttl').allTextContents()
/** The note about a publication. */
const noted = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible()

/** The editor of the front matter, once it has come. */
const editorOf = (page: Page) =>
  page.getByRole('textbox', { name: 'Front matter' }).and(page.locator('[contenteditable=true]'))

test('a volume gets an order, headings, a cover, front matter and a guest editor, and readers see them', async ({
  page,
  journal,
}) => {
  const { database } = journal
  const volume = await aVolume(database, { title: 'Volume 4, 2026' })
  for (const [title, pages] of [
    ['Salt glands of <i>Tamarix</i> close at night', '3-11'],
    ['Seed heteromorphism in <i>Suaeda</i> along a salt gradient', '12-20'],
    ['Plants at the edge of salt: an introduction', '21-22'],
  ] as const)
    await anArticle(database, { volume, title, page_num: pages })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/volumes')
  await page.getByRole('link', { name: 'Volume 4, 2026' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 4, 2026')

  // The new page has the focus.
  await expect(page.getByRole('main')).toBeFocused()

  // By keys: to the top, and back by one; a screen reader hears each place.
  const introduction = page.getByRole('button', {
    name: 'Move Plants at the edge of salt: an introduction',
    exact: true,
  })
  await introduction.focus()
  await page.keyboard.press('Home')
  await expect(live(page)).toHaveText('“Plants at the edge of salt: an introduction”, now 1 of 3.')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(live(page)).toHaveText('“Plants at the edge of salt: an introduction”, now 2 of 3.')
  // By a number.
  const place = page.getByLabel('Place of Plants at the edge of salt: an introduction')
  await place.fill('1')
  await place.press('Enter')
  await expect(live(page)).toHaveText('“Plants at the edge of salt: an introduction”, now 1 of 3.')
  expect((await titles(page))[0]).toBe('Plants at the edge of salt: an introduction')
  // Headings.
  await page.getByRole('button', { name: /^Add a heading above Plants at/ }).click()
  await page.keyboard.type('Editorial')
  await page.getByRole('button', { name: /^Add a heading above Salt glands/ }).click()
  await page.keyboard.type('Research')
  await page.getByRole('button', { name: 'Move Salt glands of Tamarix close at night', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(live(page)).toHaveText('“Salt glands of Tamarix close at night”, now 3 of 3, under Research.')

  await page.getByLabel('Kind').selectOption('Special issue')
  await page
    .getByLabel('Cover of Volume 4, 2026')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: aPng() })
  await expect(page.getByRole('button', { name: 'Remove Cover of Volume 4, 2026' })).toBeVisible()
  await editorOf(page).focus()
  await page.keyboard.type('How plants live with ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('salt')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.')
  await page.getByRole('button', { name: 'Add a Guest Editor' }).click()
  await page.getByRole('group', { name: 'New guest editor' }).getByLabel('Name').fill('Adaeze Okonjo')
  await page.getByLabel('Affiliation').fill('University of Lagos')
  await expect(page.getByText('5 changes not published.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('salt')
  await looksRight(page, 'volume-desk')

  // What was typed is there after the page was closed.
  await page.reload()
  await expect(page.getByText('5 changes not published.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await noted(page, 'Published. Everyone sees it now.')
  await expect(page.getByText('Everything is published.')).toBeVisible()

  await page.goto(`/volume/${volume.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Special issue')).toBeVisible()
  await expect(main.getByText('Adaeze Okonjo')).toBeVisible()
  await expect(main.locator('strong')).toHaveText('salt')
  await expect(main.getByRole('img', { name: 'Cover of Volume 4, 2026' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toContainText(['Editorial', 'Research'])
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    'Plants at the edge of salt: an introduction',
    'Seed heteromorphism in Suaeda along a salt gradient',
    'Salt glands of Tamarix close at night',
  ])
  await looksRight(page, 'volume-page')
  const shared = await page.locator('head meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(shared!)).headers()['content-type']).toMatch(/^image\//)

  await page.goto(`/admin/volumes/${volume.id}`)
  await page.getByRole('button', { name: /^Undo the change/ }).click()
  await noted(page, 'Undone')
  await expect(page.getByLabel('Kind')).toHaveValue('volume')
  await page.goto(`/volume/${volume.id}`)
  await expect(page.getByRole('main').getByText('Special issue')).toHaveCount(0)
})

test('a place is changed in four clicks, on a phone by buttons', async ({ page, journal }) => {
  const volume = await aVolume(journal.database, { title: 'Volume 5' })
  for (const title of ['First', 'Second']) await anArticle(journal.database, { volume, title, page_num: '1' })
  await signIn(page, journal, { role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/volumes')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Volume 5' }).click()
  await expect(page.locator('.order .ttl')).toHaveCount(2)
  const [before] = await titles(page)
  await page.getByRole('button', { name: `Move ${before} down` }).click()
  expect((await titles(page))[1]).toBe(before)
  await page.getByRole('button', { name: 'Publish' }).click()
  await noted(page, 'Published. Everyone sees it now.')
  expect(await clicks()).toBeLessThanOrEqual(4)
})

test('two editors of one volume: the second hears of the first, and nothing typed is lost', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/status of 409/)
  const volume = await aVolume(journal.database, { title: 'Volume 6' })
  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/admin/volumes/${volume.id}`)
  await editorOf(page).fill('Mine')
  await journal.database.db
    .updateTable('volumes')
    .set({ front_matter: 'Theirs', version: 2 })
    .where('id', '=', volume.id)
    .execute()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Someone else has changed this volume since you began.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Go On with Mine' }).click()
  await expect(editorOf(page)).toHaveText('Mine')
  await page.getByRole('button', { name: 'Publish' }).click()
  await noted(page, 'Published. Everyone sees it now.')
})

test('an article is held for an issue in the dialog that publishes, and the issue is published in four clicks', async ({
  page,
  journal,
}) => {
  const { database } = journal
  const issue = await aVolume(database, { title: 'Plants and salt', release: 'issue', state: 'planned' })
  const title = 'Salt glands of <i>Tamarix</i> close at night'
  const article = await anArticle(database, { state: 'pending', title })
  const { user } = await signIn(page, journal, { role: 'admin' })
  const other = await anArticle(database, { state: 'pending', title: 'Propagule size and anchorage' })
  const pdf = await aFile(database, { owner: user, store: journal.store })
  await database.db
    .insertInto('scheduled_articles')
    .values({
      ...{ article_id: other.id, volume_id: issue.id, pdf_file_id: pdf.id, issue: null, page_num: null, reviews: null },
      ...{ version: other.version, held_at: new Date().toISOString() },
    })
    .execute()

  await page.goto('/admin/listings')
  await page.getByRole('button', { name: /^Publish: Salt glands/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('When').selectOption('Publish with the issue Plants and salt')
  await expect(dialog.getByLabel('Volume')).toHaveCount(0)
  await dialog
    .locator('input[name=pdfUrl]')
    .setInputFiles({ name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf('Of salt') })
  const paper = { name: 'paper.docx', mimeType: DOCUMENT_TYPES.docx, buffer: PAPER }
  await dialog.locator('input[name=fullTextUrl]').setInputFiles(paper)
  await expect(dialog.getByText('1 section, 0 figures, 0 tables, 0 references')).toBeVisible()
  await dialog.getByLabel('Page').fill('3-11')
  await dialog.getByRole('checkbox', { name: /^I confirm/ }).check()
  await expect(dialog.getByText(/^Uploaded, /)).toHaveCount(2)
  await looksRight(page, 'hold-dialog')
  await dialog.getByRole('button', { name: 'Hold for the Issue' }).click()
  await noted(page, 'Held for Plants and salt')
  // Opened again, the dialog has what is held.
  await page.getByRole('button', { name: /^Publish: Salt glands/ }).click()
  await expect(
    dialog.getByText('It keeps the full text that is held with it, unless you upload another:'),
  ).toBeVisible()
  await expect(dialog.getByText('1 section, 0 figures, 0 tables, 0 references')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^I confirm/ }).check()
  await looksRight(page, 'held-dialog')
  await dialog.getByRole('button', { name: 'Hold for the Issue' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await page.request.get(`/blog/${article.id}`)).status()).toBe(404)
  expect((await page.request.get(`/volume/${issue.id}`)).status()).toBe(404)

  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Volumes', exact: true }).click()
  await page.getByRole('link', { name: 'Plants and salt' }).click()
  await expect(page.getByText('Planned issue · 2 articles, 2 of them held')).toBeVisible()
  await page.getByRole('button', { name: 'Publish Issue…' }).click()
  const plan = page.getByRole('dialog', { name: 'Publish issue' })
  await expect(plan.getByText(/^2 articles will be public, dated /)).toBeVisible()
  await expect(plan.getByText('It has no pages.')).toBeVisible()
  await expect(plan.getByText('with full text')).toHaveCount(1)
  const counted = await clicks()
  await looksRight(page, 'publish-issue')
  await plan.getByRole('button', { name: 'Publish', exact: true }).click()
  await noted(page, 'Published Plants and salt with 2 articles.')
  expect(counted + 1).toBe(4)
  await expect(page.getByText('Published · 2 articles')).toBeVisible()
  await looksRight(page, 'issue-published')
  await page.goto(`/volume/${issue.id}`)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Salt glands of Tamarix close at night', exact: true }),
  ).toBeVisible()
})

test('of an issue, what is not ready is named, one is taken out and one is published ahead', async ({
  page,
  journal,
}) => {
  const { database } = journal
  const issue = await aVolume(database, { title: 'Plants and salt', release: 'issue', state: 'planned' })
  const { user } = await signIn(page, journal, { role: 'admin' })
  for (const [title, seen] of [
    ['Seed heteromorphism', 0],
    ['Root conductance', 7],
    ['Propagule size', 0],
  ] as const) {
    const article = await anArticle(database, { state: 'pending', title })
    const pdf = await aFile(database, { owner: user, store: journal.store })
    await database.db
      .insertInto('scheduled_articles')
      .values({
        ...{ article_id: article.id, volume_id: issue.id, pdf_file_id: pdf.id, issue: null, reviews: null },
        ...{ page_num: '1-2', version: article.version + seen, held_at: new Date().toISOString() },
      })
      .execute()
  }
  await page.goto(`/admin/volumes/${issue.id}`)
  await page.getByRole('button', { name: 'Publish Issue…' }).click()
  const plan = page.getByRole('dialog', { name: 'Publish issue' })
  await expect(plan.getByText('1 article is not ready.')).toBeVisible()
  await expect(plan.getByText('This article was changed after it was held.')).toBeVisible()
  await expect(plan.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await looksRight(page, 'issue-not-ready')
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Take out of the issue: Root conductance' }).click()
  await page.getByRole('button', { name: 'Take Out', exact: true }).click()
  await noted(page, 'Taken out of the issue. It can be published at any time.')
  await page.getByRole('button', { name: 'Publish ahead: Propagule size' }).click()
  await page.getByRole('button', { name: 'Publish Ahead', exact: true }).click()
  await noted(page, '“Propagule size” is public now and keeps its place.')
  await expect(page.getByText('Planned issue · 2 articles, 1 of them held')).toBeVisible()
  await expect(page.getByText('Everything is saved. Readers see it with the issue.')).toBeVisible()
  await looksRight(page, 'issue-desk')
})
