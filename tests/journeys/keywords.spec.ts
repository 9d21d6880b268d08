import type { Page } from '@playwright/test'
import { aCategory } from '../support/builders.ts'
import { holds, paste } from './forms.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { fillTitle, next, WIZARD } from './wizard.ts'

test.beforeEach(async ({ journal }) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
})

test.describe('keywords', () => {
  const keywords = (page: Page) => page.getByLabel('Keywords')
  const chips = (page: Page) => page.locator('.keywords li')
  const FIVE = 'seed rain, Prosopis, drylands, dispersal, Thar'

  test.beforeEach(async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto(WIZARD)
    await fillTitle(page)
  })

  test('are filled in like any text box', async ({ page }) => {
    await keywords(page).fill(FIVE)
    await holds(page, 'keywords', FIVE)
    await expect(chips(page)).toHaveText(FIVE.split(', '))
    await expect(page.getByText('5 of 5 keywords')).toBeVisible()
    await page.fill('[name=keywords]', 'a,b')
    await expect(keywords(page)).toHaveValue('a,b')
    await keywords(page).click()
    await keywords(page).fill('c, d; e')
    await holds(page, 'keywords', 'c, d, e')
    await keywords(page).clear()
    await holds(page, 'keywords', '')
    await next(page)
    await expect(page.getByText('Keywords are required')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test('become chips as they are typed and pasted, and go by key and by touch', async ({ page }) => {
    await keywords(page).click()
    await page.keyboard.type('1,8-cineole, oil; drought')
    await expect(chips(page)).toHaveText(['1,8-cineole', 'oil'])
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['1,8-cineole', 'oil', 'drought'])
    // Still on this step: Enter does not submit.
    await expect(page.getByRole('heading', { name: 'Step 2. Article Details' })).toBeVisible()
    await page.keyboard.type('OIL,')
    await expect(chips(page)).toHaveText(['1,8-cineole', 'oil', 'drought'])
    await paste(page, { 'text/plain': 'wheat; salt\nroots\t2,4-D' })
    await expect(chips(page)).toHaveText(['1,8-cineole', 'oil', 'drought', 'wheat', 'salt', 'roots', '2,4-D'])
    await expect(page.getByText('2 keywords too many: please keep the most relevant ones')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('status').filter({ hasText: 'Removed 2,4-D.' })).toBeAttached()
    await page.getByRole('button', { name: 'Remove oil' }).click()
    await page.getByRole('button', { name: 'Remove drought' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove wheat' })).toBeFocused()
    await expect(chips(page)).toHaveText(['1,8-cineole', 'wheat', 'salt', 'roots'])
    await keywords(page).click()
    await page.keyboard.type('half')
    // An incomplete keyword is kept like a complete one.
    await expect(page.getByText('5 of 5 keywords')).toBeVisible()
    await page.getByLabel('Category').focus()
    await holds(page, 'keywords', '1,8-cineole, wheat, salt, roots, half')
    await page.reload()
    await expect(chips(page)).toHaveText(['1,8-cineole', 'wheat', 'salt', 'roots', 'half'])
  })

  test('are reached, added to and removed with the keyboard alone', async ({ page }) => {
    await keywords(page).fill('a, b')
    await page.getByLabel('Category').focus()
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await keywords(page).evaluate((element) => element === document.activeElement)) break
    }
    await page.keyboard.type('c')
    await page.keyboard.press('Tab')
    await holds(page, 'keywords', 'a, b, c')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Backspace')
    await expect(chips(page)).toHaveText(['a', 'b'])
    await page.keyboard.press('Shift+Tab')
    await holds(page, 'keywords', 'a, b')
    await expect(page.getByRole('button', { name: 'Remove b' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(chips(page)).toHaveText(['a'])
    await expect(keywords(page)).toBeFocused()
  })

  test('have targets for fingers on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await keywords(page).fill(`${FIVE}, ${'long '.repeat(30).trim()}`)
    for (const button of await page.getByRole('button', { name: /^Remove / }).all()) {
      const { width, height } = (await button.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})
