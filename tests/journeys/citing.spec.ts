import type { Page } from '@playwright/test'
import { anArticle } from '../support/builders.ts'
import { expect, expectNoAxeViolations, livened, signIn, test } from './support.ts'

let ids: string[]
test.beforeAll(async ({ journal }) => {
  await journal.clear()
  const contributors = [
    { role: 'Author' as const, full_name: 'Ayesha Malik', email: 'ayesha@plants.test' },
    { role: 'Author' as const, full_name: 'John Smith Jr.', email: 'john@plants.test' },
  ]
  const titles = ['Roots of <i>Triticum aestivum</i> in dry soil', 'Seeds of <i>Carex</i>']
  ids = []
  for (const title of titles) ids.push((await anArticle(journal.database, { title, contributors })).id)
  ids.push((await anArticle(journal.database, { title: 'Hidden', state: 'archived', contributors })).id)
})

const section = (page: Page) => page.getByRole('region', { name: 'How to cite' })
const style = (page: Page, name: string) => section(page).getByRole('radio', { name })
const APA = 'Malik, A., & Smith, J., Jr. ('
const MLA = 'Malik, Ayesha, and John Smith Jr. “Roots of Triticum aestivum in Dry Soil.”'

test('a style is chosen by keyboard, copied with one press, and remembered', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/blog/${ids[0]}`)
  await expect(style(page, 'Vancouver')).toBeChecked()
  await expect(section(page).getByText('Malik A, Smith J Jr. Roots of')).toBeVisible()
  await expect(section(page).getByText(APA)).toBeHidden()
  await style(page, 'Vancouver').focus()
  for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft')
  await expect(style(page, 'MLA')).toBeChecked()
  await expect(section(page).getByText(MLA)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(section(page).getByRole('link', { name: /^https?:/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast').getByText('Citation copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(MLA)
  const html = await page.evaluate(async () =>
    (await (await navigator.clipboard.read())[0]!.getType('text/html')).text(),
  )
  expect(html).toContain('<i>Triticum aestivum</i>')
  await expect(page.locator('.toast')).toHaveCount(0)

  await expectNoAxeViolations(page)
  await page.goto(`/blog/${ids[1]}`)
  await expect(style(page, 'MLA')).toBeChecked()
  await expect(section(page).locator('#cite-mla').getByText('“Seeds of Carex.”')).toBeVisible()
})

test('files for reference managers are named by format', async ({ page }) => {
  await page.goto(`/blog/${ids[0]}`)
  for (const [name, start] of [
    ['BibTeX', '@article{malik'],
    ['RIS', 'TY  - JOUR'],
    ['EndNote', '%0 Journal Article'],
    ['CSL-JSON', '['],
    ['JATS XML', '<?xml'],
  ] as const) {
    const href = await section(page).getByRole('link', { name, exact: true }).getAttribute('href')
    const answer = await page.request.get(href!)
    expect([name, answer.status(), (await answer.text()).startsWith(start)]).toEqual([name, 200, true])
  }
  const card = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await page.request.get(new URL(card!).pathname)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('every style can be shown', async ({ page }) => {
    await page.goto(`/blog/${ids[0]}`)
    for (const [name, start] of [
      ['APA', APA],
      ['MLA', MLA],
      ['Chicago', 'Malik, Ayesha, and John Smith Jr. 2'],
      ['Harvard', 'Malik, A. and Smith, J., Jr. (2'],
    ] as const) {
      await style(page, name).check()
      await expect(section(page).getByText(start)).toBeVisible()
    }
  })
})

test('for people who are signed in, the references stay as articles change, and hidden articles have no files', async ({
  page,
  journal,
  trouble,
}) => {
  // The server does not show articles that are not public; the browser asks again with the session.
  trouble.expect(/404/)
  await signIn(page, journal, { role: 'admin' })
  await page.goto(`/blog/${ids[0]}`)
  await livened(page)
  await expect(section(page).getByText('Malik A, Smith J Jr. Roots of')).toBeVisible()
  await page.evaluate((detail) => dispatchEvent(new CustomEvent('journal:go', { detail })), `/blog/${ids[1]}`)
  await expect(section(page).getByText('Malik A, Smith J Jr. Seeds of')).toBeVisible()
  await page.goto(`/blog/${ids[2]}`)
  await expect(page.getByRole('heading', { name: 'Hidden' })).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Copy Citation' })).toBeVisible()
  await expect(section(page).getByRole('link', { name: 'BibTeX' })).toHaveCount(0)
})
