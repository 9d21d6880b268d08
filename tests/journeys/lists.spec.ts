import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aCategory, anArticle, aVolume, someArticles } from '../support/builders.ts'
import { aCase } from '../support/review-builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen articles' })
const note = (page: Page) => page.getByRole('group', { name: 'Changes of many articles' })
const row = (page: Page, title: string) => page.getByRole('row', { name: title })
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choose ${title}` })

/** Nothing is cut off, at the width of a phone and of a desk, in both themes. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
      await expectNoAxeViolations(page)
      await page.emulateMedia({ colorScheme })
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 844 })
}

async function csvOf(page: Page, press: () => Promise<unknown>): Promise<string[]> {
  const saved = page.waitForEvent('download')
  await press()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}

test('many articles are moved in four clicks, undone, and downloaded as a table', async ({ page, journal }) => {
  test.slow()
  const { database } = journal
  const from = await aCategory(database, { name: 'Plant Physiology' })
  await aCategory(database, { name: 'Ecology and Climate Effects' })
  await someArticles(database, 12, { category: from, title: 'Drought in <i>Cicer</i>' })
  await anArticle(database, { category: from, title: '=SUM(1)', state: 'pending' })
  const admin = await signIn(page, journal, { role: 'admin' })
  // What the editor has submitted is in no list of theirs, no count and no table.
  await aCase(database, { category: from, title: 'A manuscript of their own', submitter: admin.user })
  await page.goto('/admin/listings?q=drought')
  await expect(page.getByText('12 articles found')).toBeVisible()

  const clicks = await countClicks(page)
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await expect(bar(page).getByText('10 chosen.')).toBeVisible()
  await looksRight(page, 'chosen')
  await bar(page).getByRole('button', { name: 'Category…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 10 articles' })
  await dialog.getByLabel('Category').click()
  await dialog.getByLabel('Category').selectOption('Ecology and Climate Effects')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(note(page).getByText('10 articles moved to Ecology and Climate Effects.')).toBeVisible()
  expect(await clicks()).toBe(4)
  await expect(note(page)).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await looksRight(page, 'undo')
  await expect(page.getByRole('cell', { name: 'Ecology and Climate Effects' })).toHaveCount(10)

  // It can be undone after a reload too.
  await page.reload()
  await note(page).getByRole('button', { name: 'Undo' }).click()
  await expect(note(page).getByText('Undone: 10 articles as before.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Plant Physiology' })).toHaveCount(10)

  // All that match, over all pages.
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await bar(page).getByRole('button', { name: 'Choose all 12 that match' }).click()
  await expect(bar(page).getByText('All 12 that match are chosen.')).toBeVisible()
  const all = await csvOf(page, () => bar(page).getByRole('button', { name: 'CSV' }).click())
  expect(all.length).toBe(13)
  await bar(page).getByRole('button', { name: 'Archive', exact: true }).click()
  const archive = page.getByRole('dialog', { name: 'Archive 12 articles' })
  await expectNoAxeViolations(page)
  await archive.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(note(page).getByText('12 articles archived.')).toBeVisible()

  // The whole list, without a formula, and without what the editor must not see.
  await page.goto('/admin/listings')
  await expect(page.getByText('13 articles, 1 pending')).toBeVisible()
  const list = await csvOf(page, () => page.getByRole('button', { name: 'CSV of this list' }).click())
  expect(list[0]).toBe(
    'Author,Title,Category,Submitted at,Status,Peer review,Manuscript number,Volume,Pages,Published at,DOI',
  )
  expect(list.length).toBe(14)
  expect(list.filter((line) => line.includes("'=SUM(1)")).length).toBe(1)
  expect(list.filter((line) => line.includes('Drought in Cicer')).length).toBe(12)
  expect(list.join('\n')).not.toContain('their own')
})

test('articles are ticked, moved and undone by keys alone, and heard', async ({ page, journal }) => {
  const { database } = journal
  await aCategory(database, { name: 'Botany' })
  await aVolume(database, { title: 'Volume 9' })
  for (const title of ['First', 'Second', 'Third', 'Fourth']) await anArticle(database, { title })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/listings?sort=title')
  await expect(row(page, 'First')).toBeVisible()
  // First, Fourth, Second, Third.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(tick(page, 'First')).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '1 article chosen' })).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  for (const title of ['First', 'Fourth', 'Second']) await expect(tick(page, title)).toBeChecked()
  await expect(tick(page, 'Third')).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '3 articles chosen' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('x')
  await bar(page).getByRole('button', { name: 'Volume…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move 1 article' })
  await expect(dialog.getByLabel('Volume')).toBeFocused()
  await expectNoAxeViolations(page)
  await expect(dialog.getByRole('option', { name: 'Volume 9' })).toBeAttached()
  await page.keyboard.press('V')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(note(page)).toBeFocused()
  await expect(note(page).getByRole('status').filter({ hasText: '1 article moved to Volume 9.' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(note(page).getByText('Undone: 1 article as before.')).toBeVisible()
  await expect(note(page)).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('cards have their tick at the left, and what else can be done is behind More', async ({ page, journal }) => {
    for (const title of ['Roots', 'Leaves']) await anArticle(journal.database, { title })
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/listings')
    await tick(page, 'Roots').tap()
    const box = (await tick(page, 'Roots').boundingBox())!
    const title = (await page.getByRole('button', { name: 'Roots', exact: true }).boundingBox())!
    expect(box.x + box.width).toBeLessThan(title.x)
    await expect(bar(page).getByText('1 chosen.')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Archive' })).toBeHidden()
    await bar(page).getByRole('button', { name: 'More to do with these' }).tap()
    await expectNoAxeViolations(page)
    await bar(page).getByRole('button', { name: 'Archive' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).tap()
    await expect(note(page).getByText('1 article archived.')).toBeVisible()
    await note(page).getByRole('button', { name: 'Undo' }).tap()
    await expect(note(page).getByText('Undone: 1 article as before.')).toBeVisible()
  })
})

test('the other lists of the desk are downloaded as they are shown', async ({ page, journal }) => {
  const { database } = journal
  await aCategory(database, { name: 'Botany' })
  await aVolume(database, { title: 'Volume 9' })
  await aCase(database, { title: 'A case of <i>Cicer</i>' })
  await signIn(page, journal, { role: 'admin', fullName: 'Ayesha Malik' })
  const table = async (path: string) => {
    await page.goto(path)
    return csvOf(page, () => page.getByRole('button', { name: 'CSV of this list' }).click())
  }
  expect((await table('/admin/volumes')).map((line) => line.split(',')[0])).toEqual(['Title', 'Volume 9'])
  const categories = await table('/admin/categories')
  expect(categories.filter((line) => line.startsWith('Botany,')).length).toBe(1)
  expect(categories.length - 1).toBe(await page.getByRole('button', { name: /^Edit / }).count())
  const users = await table('/admin/users?q=Ayesha')
  expect(users.length).toBe(2)
  expect(users[1]).toMatch(/^Ayesha Malik,/)
  const cases = await table('/admin?scope=all')
  expect(cases.filter((line) => line.includes('A case of Cicer')).length).toBe(1)
  expect(cases.length).toBe(2)
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/today-csv-1280.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${process.env.SHOTS}/today-csv-390.png` })
  }
})
