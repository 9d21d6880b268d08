import { journal as identity } from '../../journal.config.ts'
import { anArticle } from '../builders.ts'
import { expect, expectNoAxeViolations, test } from './support.ts'

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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page reads the same', async ({ page, journal }) => {
    const { title } = await anArticle(journal.database)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(identity.name)
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })
})
