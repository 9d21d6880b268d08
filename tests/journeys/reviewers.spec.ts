import type { Page } from '@playwright/test'
import { aCategory, aReviewer } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { addAuthor, fillDetails, fillTitle, isReceived, next, step, uploadFiles, WIZARD } from './wizard.ts'

const PHONE = { width: 360, height: 740 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const said = (page: Page, words: string) =>
  expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible()
const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test.beforeEach(({ journal }) => journal.clear())

test('an editor keeps the list of reviewers', async ({ page, journal, trouble }) => {
  test.slow()
  trouble.expect(/409|500/)
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/reviewers')
  await expect(page.getByRole('heading', { name: 'No reviewers yet' })).toBeVisible()
  await expectNoAxeViolations(page)

  await button(page, 'Add Reviewer').click()
  const add = dialog(page, 'Add Reviewer')
  await expect(add.getByLabel('Full name')).toBeFocused()
  await add.getByRole('button', { name: 'Add Reviewer' }).click()
  await expect(add.getByText('Full name is required', { exact: true })).toBeVisible()
  await expect(add.getByText('At least one email address is required')).toBeVisible()
  await expectNoAxeViolations(page)
  await add.getByLabel('Full name').fill('Sara Lund')
  await add.getByLabel('Email addresses').fill('sara@lu.test, sara.lund@home.test')
  await add.getByLabel('Affiliation').fill('Lund University')
  await add.getByLabel('Expertise').fill('mosses, lichens')
  await add.getByLabel('Last day away').fill('2999-03-01')
  await add.getByRole('button', { name: 'Add Reviewer' }).click()
  await said(page, 'Reviewer added successfully')
  const row = page.getByRole('row', { name: /Sara Lund/ })
  await expect(row.getByRole('cell')).toContainText([
    'Sara Lundsara@lu.test',
    'Lund University',
    'mosses, lichens',
    'March 1, 2999',
    'Away',
    'Details',
  ])
  await expectNoAxeViolations(page)

  // An address belongs to one person.
  await button(page, 'Add Reviewer').click()
  await add.getByLabel('Full name').fill('Sara Again')
  await add.getByLabel('Email addresses').fill('SARA@lu.test')
  await page.keyboard.press('Enter')
  await expect(add.getByText('sara@lu.test already belongs to Sara Lund')).toBeVisible()
  await add.getByRole('button', { name: 'Cancel' }).click()

  // Several at once, after a look at what was understood.
  await button(page, 'Import Reviewers').click()
  const several = dialog(page, 'Import reviewers')
  await several.getByLabel('One person per line').fill('Ida Moss <ida@kew.test>, Kew; ferns\nNobody, Kew')
  await several.getByRole('button', { name: 'Preview' }).click()
  await expect(several.getByText('1 of 2 lines can be added.')).toBeVisible()
  await expect(several.getByRole('listitem')).toContainText(['Ida Moss ida@kew.testKew · ferns', 'Email is required'])
  await expectNoAxeViolations(page)
  await several.getByRole('button', { name: 'Add 1 reviewer' }).click()
  await said(page, '1 reviewer added')
  await expect(page.getByText('2 reviewers')).toBeVisible()

  await page.getByLabel('Name, affiliation, expertise or email').fill('lich')
  await button(page, 'Apply').click()
  await expect(page).toHaveURL(/q=lich/)
  await expect(page.getByRole('row', { name: /Ida Moss/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^Details.*Sara Lund/ }).click()
  const details = dialog(page, 'Sara Lund')
  await expect(details.getByText('sara.lund@home.test')).toBeVisible()
  await expectNoAxeViolations(page)
  await details.getByRole('button', { name: 'Edit' }).click()
  await dialog(page, 'Edit Reviewer').getByLabel('Last day away').fill('')
  await button(page, 'Save Changes').click()
  await said(page, 'Reviewer updated successfully')
  await expect(row.getByText('Available')).toBeVisible()

  await page.getByRole('button', { name: /^Details.*Sara Lund/ }).click()
  await details.getByRole('button', { name: 'Do Not Invite' }).click()
  await dialog(page, 'Do Not Invite').getByRole('button', { name: 'Do Not Invite' }).click()
  await said(page, 'Sara Lund will not be invited again')
  await expect(details.getByText('Do not invite', { exact: true }).first()).toBeVisible()
  await details.getByRole('button', { name: 'Erase Data' }).click()
  await expect(dialog(page, 'Erase Data').getByText(/cannot be undone/)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog(page, 'Erase Data').getByRole('button', { name: 'Erase for Good' }).click()
  await said(page, 'The reviewer’s data has been erased')
  await expect(page.getByRole('heading', { name: 'No reviewers found' })).toBeVisible()
  await page.goto('/admin/activity?about=reviewer')
  await expect(page.getByText(/erased a reviewer's data/)).toBeVisible()
  await expect(page.getByText(/Sara/)).toHaveCount(0)

  await page.route('**/api/reviewers*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin/reviewers')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch reviewers' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('on a phone reviewers are cards', async ({ page, journal }) => {
  await aReviewer(journal.database, {
    fullName: 'Maximiliana Featherstonehaugh-Cholmondeley',
    emails: ['maximiliana.featherstonehaugh-cholmondeley@botany.university.test'],
  })
  await signIn(page, journal, { role: 'admin' })
  await page.setViewportSize(PHONE)
  await page.goto('/admin/reviewers')
  const details = page.getByRole('button', { name: /^Details.*Maxi/ })
  await expect(details).toBeVisible()
  await fitsTheScreen(page)
  await expectNoAxeViolations(page)
  await details.click()
  await fitsTheScreen(page)
  for (const name of ['Erase Data', 'Do Not Invite', 'Edit']) {
    expect((await button(page, name).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await expectNoAxeViolations(page)
})

test('an author suggests reviewers and names one not to invite', async ({ page, journal }) => {
  test.slow()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
  await page.setViewportSize(PHONE)
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  await uploadFiles(page)
  await addAuthor(page, ['Ayesha Malik', 'Corresponding Author'])
  const section = page.locator('.reviewers-section')
  await expect(button(page, 'Suggest a Reviewer')).toBeHidden()
  await section.getByText('Suggest or exclude reviewers (optional)').click()
  await button(page, 'Suggest a Reviewer').click()
  const suggested = page.getByRole('group', { name: 'Suggested reviewer 1' })
  await suggested.getByLabel('Full name').fill('Sara Lund')

  // Warned while typing: the author's own address, and one of the same institution.
  await suggested.getByLabel('Email').fill('ayesha@plants.test')
  await expect(suggested.getByText('This is the address of Ayesha Malik, an author of this manuscript')).toBeVisible()
  await suggested.getByLabel('Email').fill('sara@plants.test')
  await expect(suggested.getByText(/Ayesha Malik has an address at plants\.test too/)).toBeVisible()
  await expectNoAxeViolations(page)
  await suggested.getByLabel('Email').fill('')
  await next(page)
  await expect(suggested.getByText('Email is required')).toBeVisible()
  await expect(suggested.getByLabel('Email')).toBeFocused()
  await suggested.getByLabel('Email').fill('sara@lu.test')
  await expect(suggested.getByText('Email is required')).toHaveCount(0)
  await suggested.getByLabel('Why this person (optional)').fill('Knows seed banks')

  await button(page, 'Exclude a Person').click()
  await page.getByRole('group', { name: 'Excluded 1' }).getByLabel('Full name').fill('Rival Green')
  await fitsTheScreen(page)
  await expectNoAxeViolations(page)
  // Nothing is lost by a reload, and one that stays blank is not sent.
  await button(page, 'Suggest a Reviewer').click()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Suggested reviewer 1' }).getByLabel('Email')).toHaveValue(
    'sara@lu.test',
  )

  await next(page)
  await step(page, 5, 'Review & Submit')
  const part = page.getByRole('region', { name: 'Reviewers' })
  await expect(part.getByRole('listitem')).toHaveText([
    'Suggested: Sara Lund, sara@lu.test, Knows seed banks',
    'Excluded: Rival Green',
  ])
  await expectNoAxeViolations(page)
  await page.getByRole('checkbox', { name: /I confirm/ }).check()
  await button(page, 'Submit').click()
  await isReceived(page)
  const stored = await journal.database.db
    .selectFrom('reviewer_suggestions')
    .select(['full_name', 'email', 'kind', 'source'])
    .orderBy('position')
    .execute()
  expect(stored).toEqual([
    { full_name: 'Sara Lund', email: 'sara@lu.test', kind: 'suggest', source: 'author' },
    { full_name: 'Rival Green', email: null, kind: 'oppose', source: 'author' },
  ])
})
