import { globSync, readFileSync, statSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { journal as identity } from '../../journal.config.ts'
import { anArticle } from '../support/builders.ts'
import { namingTheJournal } from '../support/journal-marks.ts'
import { expect, expectNoAxeViolations, livened, signIn, test } from './support.ts'

test.describe('the journal opens', () => {
  test('its home page has its name in the heading', async ({ page }) => {
    const answer = await page.goto('/')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(identity.name)
  })

  test('what is published stands there at once', async ({ page, journal }) => {
    const { title } = await anArticle(journal.database)
    await page.goto('/')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })

  test('its home page has no fault of accessibility that a program can find', async ({ page }) => {
    await page.goto('/')
    await expectNoAxeViolations(page)
  })
})

/** Marks in the built scripts of the schemas, the editors and the tables. */
const NOT_FOR_READERS = ['._zod.', 'ProseMirror', 'tablewrap']

test('with React, a page that is only read loads few scripts: no rules of forms, no editor, no tables', async ({
  page,
  journal,
}) => {
  const { id } = await anArticle(journal.database)
  await signIn(page, journal)
  // React and its router take 108 kB, the values of the journal 2 in a file of their own; an article brings its versions, notices and declarations, and how it is cited, in one file more.
  const most = { '/': [148_100, 10], '/blog': [148_100, 10], [`/blog/${id}`]: [164_700, 11] } as const
  for (const [path, [limit, files]] of Object.entries(most)) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await livened(page)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => /\.js$/.test(entry.name))
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    )
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    expect(bytes, path).toBeGreaterThan(100_000)
    expect(bytes, path).toBeLessThan(limit)
    expect(scripts.length, path).toBeLessThanOrEqual(files)
    const texts = await Promise.all(scripts.map(async ({ name }) => (await page.request.get(name)).text()))
    expect(NOT_FOR_READERS.filter((mark) => texts.some((text) => text.includes(mark)))).toEqual([])
  }
  // The marks are found where they belong: a page of an area has schemas and a table.
  const everything = globSync('build/client/assets/*.js').map((file) => readFileSync(file, 'utf8'))
  expect(NOT_FOR_READERS.filter((mark) => !everything.some((text) => text.includes(mark)))).toEqual([])
})

test('what was built names nothing of the journal: its values come from the database', () => {
  // Every kind of file; those in Brotli are made of the others.
  const built = globSync('build/**/*').filter((file) => !file.endsWith('.br') && statSync(file).isFile())
  for (const kind of ['client/assets/*.js', 'client/assets/*.css', 'client/**/*.svg', 'server/**/*.js'])
    expect(
      built.filter((file) => matchesGlob(file, `build/${kind}`)),
      kind,
    ).not.toEqual([])
  expect(namingTheJournal(built)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page reads the same', async ({ page, journal }) => {
    const { title } = await anArticle(journal.database)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(identity.name)
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })
})
