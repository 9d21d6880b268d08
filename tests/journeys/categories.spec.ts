import type { Locator, Page } from '@playwright/test'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { aCategory, anArticle, aUser } from '../support/builders.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const NAMES = [
  'Botany',
  'Plant Physiology',
  'Ecology and Climate Effects',
  'Climate and Drought',
  'Plant Tissue Culture',
]

async function someCategories({ database }: RunningJournal) {
  const made = []
  for (const [at, name] of NAMES.entries())
    made.push(await aCategory(database, { name, slug: `c-${at}`, position: at + 1 }))
  return made
}
const rows = (page: Page) =>
  page.locator('td.ttl').evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent))
const heard = (page: Page, words: string) => expect(page.locator('.live')).toHaveText(words)
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))
const readersSee = async (page: Page) => {
  await page.goto('/categories')
  return page.locator('.tiles b').allTextContents()
}

test('the order: by keys, by a number and by dragging, read out, and the same for readers', async ({
  page,
  journal,
}) => {
  await someCategories(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/categories')
  await heard(page, 'Drag, type a place, or press Alt with an arrow key.')

  const handle = page.getByRole('button', { name: 'Move Climate and Drought', exact: true })
  await handle.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await heard(page, 'Climate and Drought, now third of 5.')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Home')
  await heard(page, 'Climate and Drought, now first of 5.')
  await page.keyboard.press('Alt+ArrowUp')
  await heard(page, 'Climate and Drought, now first of 5.')
  await page.keyboard.press('Alt+End')
  await heard(page, 'Climate and Drought, now fifth of 5.')
  await expect(handle).toBeFocused()
  expect(await rows(page)).toEqual([NAMES[0], NAMES[1], NAMES[2], NAMES[4], NAMES[3]])

  await page.getByLabel('Place of Plant Tissue Culture').fill('2')
  await page.keyboard.press('Enter')
  await heard(page, 'Plant Tissue Culture, now second of 5.')
  // What is no place leaves everything as it is.
  await page.getByLabel('Place of Botany').fill('0')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Place of Botany')).toHaveValue('1')

  const from = (await page.getByRole('button', { name: 'Move Botany', exact: true }).boundingBox())!
  const to = (await page.getByRole('button', { name: 'Move Plant Physiology', exact: true }).boundingBox())!
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect((await rows(page))[0]).toBe('Botany')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + to.height, { steps: 5 })
  await page.mouse.up()
  await heard(page, 'Botany, now third of 5.')
  const order = [NAMES[4], NAMES[1], NAMES[0], NAMES[2], NAMES[3]]
  expect(await rows(page)).toEqual(order)
  await expect
    .poll(async () =>
      (await journal.database.db.selectFrom('categories').select('name').orderBy('position').execute()).map(
        ({ name }) => name,
      ),
    )
    .toEqual(order)
  expect(await readersSee(page)).toEqual(order)
})

test('merging, in three clicks, moves everything, leads old addresses on, and is undone', async ({
  page,
  journal,
  trouble,
}) => {
  trouble.expect(/404/)
  const [botany, , ecology, climate] = await someCategories(journal)
  for (const state of ['public', 'public', 'pending'] as const)
    await anArticle(journal.database, { state, category: climate!, submitter: null, contributors: [], manuscripts: [] })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/categories')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Merge Climate and Drought' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge categories' })
  await expect(dialog.getByText('2 published articles and 1 other manuscript move')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('Please choose the category that goes on.')).toBeVisible()
  await dialog.getByLabel('Merge into').selectOption('Ecology and Climate Effects')
  await expect(dialog.getByRole('status')).toHaveText(
    '3 articles move to Ecology and Climate Effects. Links to Climate and Drought lead there. Undo for 10 minutes.',
  )
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Climate and Drought is now part of Ecology and Climate Effects.')).toBeVisible()
  // With the one in vain.
  expect(await clicks()).toBe(3)
  await expect(page.getByText('1 old address leads here')).toBeVisible()
  await expectNoAxeViolations(page)

  const reader = await page.context().newPage()
  await reader.goto(`/category/${climate!.id}?page=1`)
  await expect(reader).toHaveURL(new RegExp(`/category/${ecology!.id}(\\?page=1)?$`))
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ecology and Climate Effects Articles')
  // An id that never was one still has no page.
  expect((await reader.goto('/category/222222222222'))?.status()).toBe(404)

  await page.reload()
  await page.getByRole('button', { name: 'Undo the merge of Climate and Drought' }).click()
  await expect(page.getByText('Climate and Drought is back with 3 articles.')).toBeVisible()
  await reader.goto(`/category/${climate!.id}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Climate and Drought Articles')
  expect(botany!.name).toBe('Botany')
})

test('a closed category keeps its page, and authors are not offered it; a draft for a merged one goes on', async ({
  page,
  journal,
}) => {
  const [botany, , ecology, climate] = await someCategories(journal)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Edit Botany' }).click()
  await page.getByLabel('Description').fill('Structure, floras, ferns and mosses')
  await page.getByLabel(/^Closed to new manuscripts/).check()
  await page.getByRole('button', { name: 'Update Category' }).click()
  await expect(page.getByText('Structure, floras, ferns and mosses · Closed to new manuscripts')).toBeVisible()
  await page.goto(`/category/${botany!.id}`)
  await expect(page.getByText('Structure, floras, ferns and mosses')).toBeVisible()
  await page.goto('/categories')
  await expect(page.getByText('Structure, floras, ferns and mosses')).toBeVisible()

  const author = await aUser(journal.database)
  const content = JSON.stringify({ title: 'Drought and mosses', categoryId: climate!.id, step: 1 })
  await journal.database.db
    .insertInto('submission_drafts')
    .values({
      id: author.id,
      user_id: author.id,
      content,
      title: 'Drought and mosses',
      revision: 1,
      saved_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  await journal.database.transaction(async (tx) => {
    await tx.updateTable('categories').set({ merged_into: ecology!.id }).where('id', '=', climate!.id).execute()
    await touchPublicSite(tx)
  })
  await signIn(page, journal, { user: author })
  await page.goto('/dashboard/add-submission')
  const select = page.getByLabel('Category', { exact: true })
  await expect(select).toHaveValue(/./)
  expect(await select.locator('option').allTextContents()).toEqual([
    'Choose a category',
    'Plant Physiology',
    'Ecology and Climate Effects',
    'Plant Tissue Culture',
  ])
  await expect(select.locator('option:checked')).toHaveText('Ecology and Climate Effects')
})

/** Where the next key goes: somewhere, also after what had the focus is gone. */
const isFocusKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), { timeout: 5_000 }).not.toBe('BODY')

test('merging and taking it back by keys alone: each is read out, and the focus is not lost', async ({
  page,
  journal,
}) => {
  const [, , , climate] = await someCategories(journal)
  await anArticle(journal.database, { category: climate!, submitter: null, contributors: [], manuscripts: [] })
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Merge Climate and Drought' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Merge categories' })
  await expect(dialog).toBeVisible()
  const reach = async (target: Locator) => {
    for (let tabs = 0; tabs < 8; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await reach(dialog.getByLabel('Merge into'))
  await page.keyboard.type('Eco')
  await expect(dialog.getByRole('status')).toHaveText(
    '1 article moves to Ecology and Climate Effects. Links to Climate and Drought lead there. Undo for 10 minutes.',
  )
  await reach(dialog.getByRole('button', { name: 'Merge', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const read = page.getByRole('status').filter({ hasText: 'Climate and Drought' })
  await expect(read).toContainText('Climate and Drought is now part of Ecology and Climate Effects.')
  await isFocusKept(page)
  await page.getByRole('button', { name: 'Undo the merge of Climate and Drought' }).focus()
  await page.keyboard.press('Enter')
  await expect(read).toHaveText('Climate and Drought is back with 1 article.')
  await isFocusKept(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the order is changed and categories are merged by touch, without scrolling sideways, by day and by night', async ({
    page,
    journal,
  }) => {
    await someCategories(journal)
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/categories')
    await page.getByRole('button', { name: 'Move Plant Physiology up' }).tap()
    await heard(page, 'Plant Physiology, now first of 5.')
    await page.getByRole('button', { name: 'Move Plant Physiology down' }).tap()
    await heard(page, 'Plant Physiology, now second of 5.')
    expect(await rows(page)).toEqual(NAMES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await narrow(page)
      await expectNoAxeViolations(page)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/categories-390-${colorScheme}.png`, fullPage: true })
    }
    await page.getByRole('button', { name: 'Merge Botany' }).tap()
    await narrow(page)
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/merge-390.png` })
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1280, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${process.env.SHOTS}/categories-1280-${colorScheme}.png` })
      }
      await page.getByRole('button', { name: 'Merge Botany' }).click()
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${process.env.SHOTS}/merge-1280.png` })
      await page.goto('/categories')
      await page.screenshot({ path: `${process.env.SHOTS}/public-categories.png` })
    }
    const dialog = page.getByRole('dialog', { name: 'Merge categories' })
    await dialog.getByLabel('Merge into').selectOption('Plant Physiology')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).tap()
    const read = page.getByRole('status').filter({ hasText: 'Botany' })
    await expect(read).toContainText('Botany is now part of Plant Physiology.')
    await narrow(page)
    await page.getByRole('button', { name: 'Undo the merge of Botany' }).tap()
    await expect(read).toContainText('Botany is back')
  })
})
