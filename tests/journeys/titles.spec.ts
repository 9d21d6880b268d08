import type { Page } from '@playwright/test'
import { journal as configured } from '../../journal.config.ts'
import { anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('an editor gives the journal a new title, and its articles keep theirs', async ({ page, journal }) => {
  const { database } = journal
  const before = await anArticle(database, { title: 'Ferns of Gilgit', published_at: '2026-03-01T00:00:00.000Z' })
  await signIn(page, journal, { role: 'admin', fullName: 'Samina Farooqi' })
  await page.goto('/admin/settings/identity')
  await page.getByLabel('Name of the journal').fill('Chenab Journal of Botany')
  const ask = page.getByRole('group', { name: /1 article appeared as .*What kind of change is this/ })
  await expect(ask.getByRole('radio', { name: /^A correction/ })).toBeChecked()
  await ask.getByText('A new title', { exact: true }).click()
  await expect(ask.getByRole('radio', { name: /^A new title from / })).toBeChecked()
  await ask.getByLabel('First day of the new title').fill('2026-07-01')
  await expect(ask.getByRole('radio', { name: 'A new title from July 1, 2026' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Earlier title 1' }).getByLabel('Last day')).toHaveValue('2026-06-30')
  await expect(page.locator('.slip', { hasText: 'How an earlier article is cited' })).toContainText(configured.name)
  await expect(page.getByText('Saved at')).toBeVisible()
  await expectNoAxeViolations(page)
  await ask.scrollIntoViewIfNeeded()
  await shoot(page, 'identity')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
  await shoot(page, 'identity-390')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()

  await page.goto(`/blog/${before.id}`)
  await expect(page.locator('meta[name=citation_journal_title]')).toHaveAttribute('content', configured.name)
  await expect(page.locator('.brand').first()).toContainText('Chenab Journal of Botany')
  await expect(page.locator('footer.foot')).toContainText(`Until June 30, 2026: ${configured.name}`)
  await expectNoAxeViolations(page)
  await page.goto('/about')
  await expect(page.getByRole('region', { name: 'Earlier Titles' })).toContainText(configured.name)
  await expectNoAxeViolations(page)

  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Last changes' })).toBeVisible()
  await shoot(page, 'settings')
  await page.getByRole('button', { name: /^Undo the change of Name of the journal/ }).click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
  await page.goto('/')
  await expect(page.locator('footer.foot')).not.toContainText('Until')
})
