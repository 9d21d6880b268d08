import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aCategory, aFile, anArticle, aVolume } from '../support/builders.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from './support.ts'

const TASK = join(import.meta.dirname, '..', '..', 'scripts', 'tasks', 'export-site.ts')

test('the whole journal opens from a disk, without a server', async ({ page, journal }) => {
  const { database, store } = journal
  const [category, volume] = [await aCategory(database), await aVolume(database, { title: 'Volume 3' })]
  const pdf = await aFile(database, { store })
  const image = await aFile(database, { store, name: 'leaf.png', mediaType: 'image/png', content: aPicture(700, 350) })
  const article = await anArticle(database, { category, volume, pdf, image, title: 'Roots of wheat' })
  for (let number = 0; number < 12; number++) await anArticle(database, { category, volume })
  const hidden = await anArticle(database, { category, volume, state: 'archived', title: 'Archived' })

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
