import type { Page } from '@playwright/test'
import { layoutFaults, openAllDetails } from './layout-faults.ts'
import { aLongJournal } from './long-content.ts'
import { BY_LINK, OF_AUTHORS, OF_EDITORS, OF_READERS, openEach } from './screens.ts'
import { expect, signIn, test } from './support.ts'

const WIDTHS = [320, 360, 390, 768, 1024, 1100, 1200, 1280, 1440]
/** Dialogs that are looked at as well: the words of the first button that opens each. */
const DIALOGS: Record<string, RegExp[]> = {
  '/admin/listings': [/^View/, /^Publish/, /^Delete/],
  '/admin/categories': [/^Add/, /^Edit/, /^Merge/],
  '/admin/volumes': [/^Add/],
  '/admin/reviewers': [/^Add Reviewer/, /^Details/],
  '/admin/users': [/^Details/],
  '/cases/:id': [/^Invite a Guest Editor/, /^(Record|Edit) Checks$/],
  '/cases/:id/invite': [/^Add Another Person/],
}

test.describe.configure({ timeout: 300_000 })

/**
 * Looks at pages that are open, at each width without loading them again, and collects what is wrong with all of them.
 * In a journal that `isFull` each dialog can be opened; in another there may be nothing that it is for.
 */
function lookingAt(page: Page, { isFull }: { isFull: boolean }) {
  const faults: string[] = []
  const atEachWidth = async (screen: string, within?: string) => {
    const found = new Map<string, number[]>()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      for (const fault of await layoutFaults(page, within)) found.set(fault, [...(found.get(fault) ?? []), width])
    }
    for (const [fault, widths] of found) faults.push(`${screen} at ${widths.join(', ')}: ${fault}`)
  }
  const look = async (path: string) => {
    await openAllDetails(page)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await atEachWidth(path)
    for (const words of DIALOGS[path] ?? []) {
      const opener = page.getByRole('main').getByRole('button', { name: words }).and(page.locator(':enabled')).first()
      if (!isFull && (await opener.count()) === 0) continue
      // Menus that are open may lie over it.
      await opener.dispatchEvent('click')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await atEachWidth(`${path}, dialog ${String(words)}`, 'dialog')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
  return { look, faults }
}

const withoutId = (paths: readonly string[]) => paths.filter((path) => !path.includes(':id'))
const noId = () => undefined
/** A page that stays open would go on asking without the session that it had. */
const leave = (page: Page) => page.goto('about:blank')

test('nothing is cut, broken or sticks out on any screen of an empty journal', async ({ page, journal, trouble }) => {
  // The pages are opened without the secret of a link.
  trouble.expect(/401 .*\/api\/(review|authorship|notice-answer|report|following)\/open/)
  await journal.clear()
  const { look, faults } = lookingAt(page, { isFull: false })
  await openEach(page, withoutId([...OF_READERS, ...BY_LINK]), noId, look)
  await signIn(page, journal)
  await openEach(page, withoutId(OF_AUTHORS), noId, look)
  await leave(page)
  await signIn(page, journal, { role: 'admin' })
  await openEach(page, withoutId(OF_EDITORS), noId, look)
  expect(faults).toEqual([])
})

test('nor on any screen of a journal with long texts', async ({ page, journal }) => {
  await journal.clear()
  const editor = await signIn(page, journal, { role: 'admin' })
  const { author, links, ids, caseId } = await aLongJournal(journal, editor)
  const { look, faults } = lookingAt(page, { isFull: true })
  const idOf = (path: string) => ids[path] ?? caseId
  await openEach(page, OF_EDITORS, idOf, look)
  await leave(page)
  await signIn(page, journal, author)
  await openEach(page, OF_AUTHORS, idOf, look)
  await leave(page)
  await page.context().setStorageState({ cookies: [], origins: [] })
  await openEach(page, OF_READERS, idOf, look)
  await openEach(page, links, noId, look)
  expect(faults).toEqual([])
})
