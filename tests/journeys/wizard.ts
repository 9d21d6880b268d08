/** The steps of Submit Research as an author goes through them, for stories that begin with a submission. */
import type { Page } from '@playwright/test'
import { aDocx } from '../support/multipart.ts'
import { expect } from './support.ts'

export const WIZARD = '/dashboard/add-submission'
export const DOCX = { name: 'manuscript.docx', mimeType: 'application/octet-stream', buffer: aDocx() }

export const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
export const step = (page: Page, number: number, title: string) =>
  expect(page.getByRole('heading', { name: `Step ${number}. ${title}` })).toBeVisible()

export async function fillTitle(page: Page) {
  await page.getByLabel('Article title').fill('Seed rain under ')
  await page.getByRole('button', { name: 'Italic' }).click()
  await page.keyboard.type('Prosopis juliflora')
  await next(page)
  await step(page, 2, 'Article Details')
}

export async function fillDetails(page: Page, category = 'Ecology') {
  await page.getByLabel('Category').selectOption({ label: category })
  await page.getByLabel('Key Message').fill('Seeds fall near the parent.')
  await page.getByLabel('Keywords').fill('seed rain, Prosopis, drylands, dispersal, Thar')
  await page.getByRole('textbox', { name: 'Abstract' }).click()
  await page.keyboard.type('We counted seeds for two years.')
  await next(page)
  await step(page, 3, 'Content Files')
}

/** Answers a question of the declarations in words. */
export async function describeIn(page: Page, question: string, text: string) {
  const group = page.getByRole('group', { name: question })
  await group.getByLabel('I will describe it').check()
  await group.getByLabel(`${question}, as it will be printed`).fill(text)
}

export async function addAuthor(page: Page, [fullName, role, orcidId]: [string, string, string?]) {
  await page.getByRole('button', { name: 'Add Author', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Author' })
  await dialog.getByLabel('Full name').fill(fullName)
  await dialog.getByLabel('Email').fill(`${fullName.split(' ')[0]!.toLowerCase()}@plants.test`)
  await dialog.getByLabel('Affiliation').fill('Department of Botany, Multan')
  if (orcidId) await dialog.getByLabel('ORCID iD (optional)').fill(orcidId)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Add Author' }).click()
  await expect(dialog).toHaveCount(0)
}

export async function uploadFiles(page: Page, files = [DOCX]) {
  await page.locator('input[name=files]').setInputFiles(files)
  await expect(page.getByText(/^Uploaded, /)).toHaveCount(files.length)
  await next(page)
  await step(page, 4, 'Authors')
}

/** All steps: one file, one author, a comment to the editor. Ends on My Articles. */
export async function submit(page: Page, { author, comments }: { author: string; comments: string }) {
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, [author, 'Corresponding Author'])
  await next(page)
  await step(page, 5, 'Review & Submit')
  await page.getByLabel('Comments for the editor (optional)').fill(comments)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await isReceived(page)
}

/** What follows a submission, and from there My Articles. */
export async function isReceived(page: Page) {
  await expect(page.getByRole('heading', { name: 'We have received your manuscript' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Articles' }).click()
  await expect(page).toHaveURL('/dashboard')
}
