import type { Page } from '@playwright/test'
import { theEditorialMembers } from '../support/builders.ts'
import { aPng } from '../support/multipart.ts'
import { countClicks } from './clicks.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const heard = (page: Page, words: string) => expect(page.locator('.live')).toHaveText(words)
const narrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => expect(over).toBe(0))
const publish = async (page: Page) => {
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
}
const names = (page: Page) => page.locator('main .board-page .nm').allTextContents()
async function addPerson(page: Page, name: string, more: { affiliation?: string; group?: string } = {}) {
  await page.getByRole('button', { name: 'Add a Person' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.getByLabel('Affiliation').fill(more.affiliation ?? 'Sample Institute')
  if (more.group) await page.getByLabel('Group', { exact: true }).selectOption(more.group)
}
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

test('a person is on the board in four clicks, and readers see them at once', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const clicks = await countClicks(page)
  await page
    .getByRole('navigation', { name: 'Admin area menu' })
    .getByRole('link', { name: 'Editorial Members' })
    .click()
  await page.getByRole('link', { name: 'Board as People' }).click()
  await addPerson(page, 'Dr Adaeze Okonjo')
  await expect(page.getByText('2 changes not published.')).toHaveCount(0)
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await publish(page)
  expect(await clicks()).toBe(4)

  await page.goto('/editorial-members')
  await expect(page.getByRole('heading', { name: 'Editorial Board Members' })).toBeVisible()
  expect(await names(page)).toEqual(['Dr Adaeze Okonjo'])
  // A plant is drawn for who has no photo.
  await expect(page.locator('.board-page .plant')).toHaveCount(1)
  await expectNoAxeViolations(page)
  const [record] = (await (await page.request.get('/api/editorial-members')).json()) as { members: string }[]
  expect(record!.members).toContain('<strong>Dr Adaeze Okonjo</strong>')
})

test('what is typed survives a reload; the order by keys; a wrong iD is shown at its person', async ({
  page,
  journal,
}) => {
  test.slow()
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/editorial-members/board')
  await expect(page.getByText('Nobody serves today.')).toBeVisible()
  for (const name of ['Mehwish Lodhi', 'Kamau Githinji', 'Gülşen Akdağ']) await addPerson(page, name)
  await addPerson(page, 'Nusrat Shirazi', { group: 'Editor-in-Chief' })
  await page.getByLabel('ORCID iD').fill('0000-0002-1825-0098')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForTimeout(400)
  await page.reload()
  await expect(page.getByText('4 changes not published.')).toBeVisible()

  const handle = page.getByRole('button', { name: 'Move Gülşen Akdağ', exact: true })
  await handle.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await heard(page, 'Gülşen Akdağ, now second of 3 in Editorial Board Members.')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Home')
  await heard(page, 'Gülşen Akdağ, now first of 3 in Editorial Board Members.')
  await page.getByLabel('Place of Mehwish Lodhi').fill('3')
  await page.keyboard.press('Enter')
  await heard(page, 'Mehwish Lodhi, now third of 3 in Editorial Board Members.')
  await page.getByRole('button', { name: 'Move Editorial Board Members', exact: true }).focus()
  await page.keyboard.press('Home')
  await heard(page, 'Editorial Board Members, now first of 3.')

  await page.keyboard.press('Control+Enter')
  const editor = page.getByRole('region', { name: 'Nusrat Shirazi' })
  await expect(editor.getByLabel('ORCID iD')).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  await editor.getByLabel('ORCID iD').fill('0000-0002-1825-0097')
  await shot(page, 'board-edit-1280')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  await page.goto('/editorial-members')
  expect(await names(page)).toEqual(['Gülşen Akdağ', 'Kamau Githinji', 'Mehwish Lodhi', 'Nusrat Shirazi'])
  await shot(page, 'board-page-1280')
})

test('a term that ends makes an earlier board, which has an address', async ({ page, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/editorial-members/board')
  await addPerson(page, 'Kamau Githinji')
  await page.getByLabel('From').fill('2023-03-01')
  await page.getByLabel('To', { exact: true }).fill('2024-04-30')
  await addPerson(page, 'Adaeze Okonjo')
  await page.getByLabel('From').fill('2024-05-01')
  await publish(page)
  await expect(page.getByText('Served before (1)')).toBeVisible()
  await page.getByText('Earlier boards (1)').click()
  await page.getByRole('link', { name: 'Board of March 1, 2023' }).click()
  await expect(page).toHaveURL('/editorial-members?on=2023-03-01')
  await expect(page.getByText('The board of March 1, 2023.')).toBeVisible()
  expect(await names(page)).toEqual(['Kamau Githinji'])
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'The present board' }).click()
  expect(await names(page)).toEqual(['Adaeze Okonjo'])
  // What is no day is the present board.
  await page.goto('/editorial-members?on=2024-02-30')
  expect(await names(page)).toEqual(['Adaeze Okonjo'])
})

test('a free text is read as a draft, and the text of the modal makes the page free again', async ({
  page,
  journal,
}) => {
  await theEditorialMembers(
    journal.database,
    '<h2>Editor-in-Chief</h2><p><strong>Nusrat Shirazi</strong><br>Multan, Pakistan</p><h2>Members</h2><ul><li>Kamau Githinji, Nairobi</li></ul>',
  )
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/editorial-members/board')
  await page.getByRole('button', { name: 'Read the People from the Text' }).click()
  await expect(page.locator('.order .ttl')).toHaveText(['Nusrat Shirazi', 'Kamau Githinji'])
  await publish(page)
  await page.goto('/editorial-members')
  expect(await names(page)).toEqual(['Nusrat Shirazi', 'Kamau Githinji'])
  await page.goto('/admin/editorial-members')
  await expect(page.getByText('This page is made from people.')).toBeVisible()
  await expect(page.getByText(/by /).first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit Members' }).click()
  await page.getByRole('textbox', { name: 'Members' }).press('End')
  await page.keyboard.type(' !')
  await page.getByRole('button', { name: 'Update Members' }).click()
  await expect(page.getByText('This page is made from people.')).toHaveCount(0)
  await page.goto('/admin/editorial-members/board')
  await expect(page.getByText('The page is a free text at present.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a photo and the order, by touch, by day and by night', async ({ page, journal }) => {
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/editorial-members/board')
    await addPerson(page, 'Kamau Githinji', { affiliation: 'Sample Institute of Dryland Ecology, Nairobi, Kenya' })
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Photo… of Kamau Githinji' }).click()
    await (await choosing).setFiles({ name: 'kamau.png', mimeType: 'image/png', buffer: aPng() })
    await expect(page.getByRole('button', { name: 'Remove Photo of Kamau Githinji' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await narrow(page)
      await shot(page, `board-390-${colorScheme}`)
      await expectNoAxeViolations(page)
    }
    await page.getByRole('button', { name: 'Preview' }).tap()
    await expect(page.locator('.slip .nm')).toHaveText(['Kamau Githinji'])
    await narrow(page)
    await shot(page, 'board-seen-390')
    await page.getByRole('button', { name: 'People', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await addPerson(page, 'Adaeze Okonjo')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Move Adaeze Okonjo up' }).tap()
    await heard(page, 'Adaeze Okonjo, now first of 2 in Editorial Board Members.')
    await page.getByRole('button', { name: 'Move Adaeze Okonjo down' }).tap()
    await heard(page, 'Adaeze Okonjo, now second of 2 in Editorial Board Members.')
    await page.getByRole('button', { name: 'Move Adaeze Okonjo up' }).tap()
    await publish(page)
    await page.goto('/editorial-members')
    expect(await names(page)).toEqual(['Adaeze Okonjo', 'Kamau Githinji'])
    await narrow(page)
    await expect(page.locator('.board-page picture img')).toHaveJSProperty('complete', true)
    expect(
      await page.locator('.board-page picture img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    await shot(page, 'board-page-390')
  })
})
