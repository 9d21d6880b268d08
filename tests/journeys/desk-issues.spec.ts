import type { Page } from '@playwright/test'
import { aSignedIn, aVolume } from '../support/builders.ts'
import { aDuty } from '../support/duty-builders.ts'
import { earlier } from '../support/earlier.ts'
import { aPdf } from '../support/multipart.ts'
import { aWordFile, h, p } from '../support/word-files.ts'
import { asCaller, authorsConfirmed, decided } from '../support/review-builders.ts'
import { aFullCase } from './full-case.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

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

const noted = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible()

test('production holds an accepted article for an issue, publishes the issue, and adds the text of the article', async ({
  page,
  journal,
}) => {
  test.slow()
  const { database } = journal
  const editor = await aSignedIn(journal, { role: 'admin' })
  const article = await earlier(60, async () => {
    const made = await aFullCase(journal, editor)
    await authorsConfirmed(database, made.article.id)
    await decided(database, asCaller(editor), made.article.id, 'accept')
    return made.article
  })
  const issue = await aVolume(database, { title: 'Plants and drought', release: 'issue', state: 'planned' })
  const producer = await aSignedIn(journal, { fullName: 'Lâm Thanh Nga' })
  await aDuty(database, producer.user, 'production')
  await signIn(page, journal, { user: producer.user })

  await page.goto(`/desk/production/${article.id}`)
  await expect(page.getByText('Not held for an issue.')).toBeVisible()
  await page.getByRole('button', { name: 'Hold for an Issue...' }).click()
  await expect(page.getByRole('combobox', { name: 'Issue' })).toHaveValue(issue.id)
  // What is missing is named at its field.
  await page.getByRole('button', { name: 'Hold for the Issue' }).click()
  await expect(page.getByText('Please confirm that this article meets all publication standards')).toBeVisible()
  await page
    .locator('input[name=pdfUrl]')
    .last()
    .setInputFiles({ name: 'final.pdf', mimeType: 'application/pdf', buffer: aPdf('Of drought') })
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await page.getByLabel('Page range').fill('3-11')
  await page.getByRole('checkbox', { name: /^I confirm/ }).check()
  await looksRight(page, 'hold-for-issue')
  await page.getByRole('button', { name: 'Hold for the Issue' }).click()
  await noted(page, 'Held for Plants and drought')
  await expect(page.getByText(/Held for Plants and drought since/)).toBeVisible()
  await looksRight(page, 'held-for-issue')
  expect((await page.request.get(`/blog/${article.id}`)).status()).toBe(404)

  await page.getByRole('navigation', { name: 'Desk menu' }).getByRole('link', { name: 'Volumes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volumes')
  await looksRight(page, 'desk-volumes')
  await page.getByRole('link', { name: 'Plants and drought' }).click()
  await expect(page.getByText('Planned issue · 1 article, 1 of them held')).toBeVisible()
  // The editor, once it has come.
  await page
    .getByRole('textbox', { name: 'Front matter' })
    .and(page.locator('[contenteditable=true]'))
    .fill('Of plants without water.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await noted(page, 'Saved. Readers see it with the issue.')
  await looksRight(page, 'desk-volume')
  await page.getByRole('button', { name: /^Undo the change/ }).click()
  await expect(page.getByRole('textbox', { name: 'Front matter' })).toHaveText('')
  await page.getByRole('button', { name: 'Publish Issue…' }).click()
  const plan = page.getByRole('dialog', { name: 'Publish issue' })
  await expect(plan.getByText(/^1 article will be public, dated /)).toBeVisible()
  await plan.getByRole('button', { name: 'Publish', exact: true }).click()
  await noted(page, 'Published Plants and drought with 1 article.')
  expect((await page.request.get(`/blog/${article.id}`)).status()).toBe(200)

  // Its text comes once it is public.
  await page.goto(`/desk/production/${article.id}`)
  await page.getByRole('button', { name: 'Add a Full Text...' }).click()
  await page.getByRole('button', { name: 'Publish the Files' }).click()
  await expect(page.getByText('Please choose a full text or a PDF')).toBeVisible()
  await page.locator('input[name=fullTextUrl]').setInputFiles({
    ...{ name: 'paper.docx', buffer: aWordFile(h(1, 'Introduction') + p('Leaves roll by noon.')) },
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  })
  await expect(page.getByRole('button', { name: 'Preview Full Text' })).toBeVisible()
  await page.getByLabel('Reason').fill('The text was still to come.')
  await looksRight(page, 'replace-files')
  await page.getByRole('button', { name: 'Publish the Files' }).click()
  await noted(page, 'Published. Readers see the new files in a moment.')
  await expect(page.getByText('Readers have a full text and a PDF.')).toBeVisible()

  await page.goto(`/desk/volumes/${issue.id}`)
  await page.getByRole('link', { name: 'All Volumes' }).click()
  await expect(page).toHaveURL('/desk/volumes')
  // Volumes are added by managing editors.
  await expect(page.getByRole('button', { name: 'Add Volume' })).toHaveCount(0)
  await page.goto(`/admin/volumes/${issue.id}`)
  await expect(page).toHaveURL('/unauthorized')
})
