import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { correctArticle } from '../../src/journal/publication/articles/correct.ts'
import { releaseNotice } from '../../src/journal/publication/notices/release.ts'
import { aCategory, aFile, anArticle, type ArticleOptions, aVolume } from '../support/builders.ts'
import { aPdf } from '../support/multipart.ts'
import { anOwnPage } from '../support/page-builders.ts'
import { aSignedNotice, in10Minutes } from '../support/notice-builders.ts'
import { aPicture } from '../support/png.ts'
import { anEditor } from '../support/review-builders.ts'
import { expect, type RunningJournal, test } from './support.ts'

const TASK = join(import.meta.dirname, '..', '..', 'scripts', 'tasks', 'export-site.ts')

/** An article that has been corrected, and then doubted. */
async function aConcern({ database, store }: RunningJournal, options: ArticleOptions) {
  const pdf = await aFile(database, { store, content: aPdf('Barley') })
  const article = await anArticle(database, { ...options, pdf })
  const text = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'jats', 'plain.xml'))
  const source = await aFile(database, { store, name: 'text.xml', content: text })
  const editor = await anEditor(database)
  await database.transaction(async (tx) => {
    const attached = { article_id: article.id, kind: 'source' as const, file_id: source.id, position: 0 }
    await tx.insertInto('article_files').values(attached).execute()
    await correctArticle(tx, editor, { id: article.id, version: 1, reason: 'One more.', keywords: 'roots, barley' })
  })
  const noticeId = await aSignedNotice(database, 'concern', [article.id], { reviewOn: '2099-01-01' })
  await database.transaction((tx) => releaseNotice(tx, noticeId, in10Minutes().toISOString()))
  return article
}

test('the whole journal opens from a disk, without a server', async ({ page, journal }) => {
  const { database, store } = journal
  const [category, volume] = [await aCategory(database), await aVolume(database, { title: 'Volume 3' })]
  const pdf = await aFile(database, { store })
  const image = await aFile(database, { store, name: 'leaf.png', mediaType: 'image/png', content: aPicture(700, 350) })
  const article = await anArticle(database, { category, volume, pdf, image, title: 'Roots of wheat' })
  for (let number = 0; number < 12; number++) await anArticle(database, { category, volume })
  const changed = await aConcern(journal, { category, volume, title: 'Roots of barley' })
  const hidden = await anArticle(database, { category, volume, state: 'archived', title: 'Archived' })

  await anOwnPage(database, { slug: 'vouchers', title: 'Data and vouchers', versions: 2 })

  const folder = join(journal.dataDir, 'copies', 'site')
  mkdirSync(join(journal.dataDir, 'copies'))
  const run = () =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', TASK, folder], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: journal.dataDir, PUBLIC_URL: journal.url, SAMPLE_CONTENT: 'off' },
    })
  const done = run()
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(done.stdout).toMatch(/\d+ pages and \d+ files are in .*site\. Open index\.html to read them\.\n$/)
  expect(existsSync(join(folder, 'blog', `${article.id}.xml`))).toBe(true)
  expect(existsSync(join(folder, 'blog', `${article.id}.pdf`))).toBe(true)
  expect(existsSync(join(folder, 'blog', `${hidden.id}.html`))).toBe(false)
  // Every version, and what the journal has said about them.
  const inFolder = ['v/1.html', 'v/1.pdf', 'v/1/original.pdf', 'v/1.xml', 'original.pdf', 'status.html', 'status.json']
  for (const name of [...inFolder, 'compare/1/2.html'])
    expect([name, existsSync(join(folder, 'blog', changed.id, name))]).toEqual([name, true])
  for (const name of ['notices.html', 'notices.atom'])
    expect(readFileSync(join(folder, name), 'utf8')).toContain('Roots of barley')
  // Pages that the journal has added, though nothing but the sitemap leads to them, and what it was before.
  expect(readFileSync(join(folder, 'pages', 'vouchers.html'), 'utf8')).toContain('Data and vouchers</h1>')
  for (const name of ['versions.html', 'versions/1.html'])
    expect([name, existsSync(join(folder, 'pages', 'vouchers', name))]).toEqual([name, true])
  const again = run()
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('is not empty')

  // Nothing may come from a server.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const file = (name: string) => pathToFileURL(join(folder, name)).href
  await page.goto(file('index.html'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Current Articles' }).click()
  await expect(page).toHaveURL(file('blog.html'))
  await page
    .getByRole('link', { name: 'Roots of wheat' })
    .or(page.getByRole('link', { name: /^2$|Page 2/ }))
    .first()
    .click()
  await page.goto(file('archived.html'))
  await page.getByRole('link', { name: 'Volume 3' }).first().click()
  await expect(page).toHaveURL(file(`volume/${volume.id}.html`))
  await page.goto(file(`blog/${article.id}.html`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roots of wheat')
  const pictures = page.locator('main img')
  await expect(pictures.first()).toBeVisible()
  expect(await pictures.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0))).toBe(
    true,
  )
  const faces = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  expect(faces).toBeGreaterThan(0)
  await expect(page.getByRole('link', { name: /PDF/ }).first()).toHaveAttribute('href', `${article.id}.pdf`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(file('index.html'))
  await page.getByRole('button', { name: /menu/i }).click()
  await page.locator('#site-menu').getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL(file('categories.html'))
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
})
