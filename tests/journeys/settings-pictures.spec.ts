import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 24">
  <path d="M12 23V6M12 17C5 17 3 9 3 8c5 0 9 3 9 9zM12 13c0-5 4-8 9-8 0 4-2 8-9 8z" stroke="#0b3d1e" fill="#0b3d1e"/>
  <path d="M30 4h4v12q0 4-4 4M40 20V4h6q5 0 0 8h-6" stroke="#0b3d1e" stroke-width="3" fill="none"/></svg>`
const isShown = (image: Element) => (image as HTMLImageElement).naturalWidth > 0

test('an editor gives the journal a logo, which readers see by day and in the dark, and takes it back', async ({
  page,
  browser,
  journal,
  trouble,
}) => {
  trouble.expect(/400/)
  await signIn(page, journal, { role: 'admin' })
  const reader = await (await browser.newContext()).newPage()
  await page.goto('/admin/settings/look')
  const chooser = page.getByLabel('A file with the logo')
  await expect(page.getByRole('button', { name: 'Upload a Logo…' })).toBeVisible()

  // What would be left out is named, and nothing has changed.
  const hostile = LOGO.replace('<path', '<script>alert(1)</script><path')
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(hostile) })
  await expect(page.getByRole('alert').filter({ hasText: 'This SVG has <script> in it' })).toBeVisible()
  await expect(page.getByText('Nothing differs from what is published.')).toBeVisible()

  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
  await expect(page.getByText('1 change not published.')).toBeVisible()
  await expect(page.getByText('It cannot be read on dark, so it keeps a light ground there.')).toBeVisible()
  const samples = page.locator('.look-sample .logo')
  await expect(samples).toHaveCount(2)
  for (const sample of await samples.all()) expect(await sample.evaluate(isShown)).toBe(true)
  await expect(samples.first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(samples.last()).toHaveCSS('background-color', 'rgb(245, 245, 239)')
  await page.getByRole('button', { name: 'Remove Logo' }).scrollIntoViewIfNeeded()
  await shot(page, 'look-1280')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'look-1280-dark')
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Remove Logo' }).scrollIntoViewIfNeeded()
  await shot(page, 'look-390')
  await page.getByRole('button', { name: 'Preview' }).click()
  await noSidewaysScroll(page)
  await shot(page, 'look-390-preview')
  await page.getByRole('button', { name: 'Fields' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })

  // Nobody else sees it yet, and it is still there after the page was left.
  await reader.goto(journal.url)
  await expect(reader.locator('.mast .brand svg')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Another Logo…' })).toBeVisible()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()
  await expect(page.locator('.side-menu .brand .logo')).toBeVisible()

  for (const path of ['/', '/login']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme })
      await reader.goto(journal.url + path)
      const logo = reader.locator('.mast .brand .logo, .brand .logo').first()
      expect(await logo.evaluate(isShown)).toBe(true)
      await expect(logo).toHaveCSS(
        'background-color',
        colorScheme === 'dark' ? 'rgb(245, 245, 239)' : 'rgba(0, 0, 0, 0)',
      )
      if (path === '/') await shot(reader, `home-1280-${colorScheme}`)
      await expectNoAxeViolations(reader)
    }
  }
  await reader.setViewportSize({ width: 390, height: 844 })
  await reader.emulateMedia({ colorScheme: 'dark' })
  await reader.goto(journal.url)
  await noSidewaysScroll(reader)
  await shot(reader, 'home-390-dark')

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Undo the change of Logo' }).click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
  await reader.goto(journal.url)
  await expect(reader.locator('.mast .brand svg')).toHaveCount(1)
})

test('a picture in a page is described, previewed and published with it', async ({ page, browser, journal }) => {
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin/settings/texts/page/about')
  const buffer = await sharp({
    create: {
      width: 900,
      height: 500,
      channels: 3,
      background: '#7a9',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Image' }).click()
  await expect(page.getByRole('button', { name: 'Add a Picture…' })).toBeFocused()
  await page.getByLabel('A picture for the text').setInputFiles({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer })
  const dialog = page.getByRole('dialog', { name: 'Describe the picture' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(dialog.getByText('Please describe the picture.')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'describe-1280')
  await dialog.getByLabel('What it shows *').fill('The garden in May')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.locator('.text-editor').getByAltText('The garden in May').evaluate(isShown)).toBe(true)
  const seen = page.locator('.proof img')
  await expect(seen).toHaveAttribute('alt', 'The garden in May')
  await seen.scrollIntoViewIfNeeded()
  await expect.poll(() => seen.evaluate(isShown)).toBe(true)
  await noSidewaysScroll(page)
  await shot(page, 'page-1280')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Published. Everyone sees it now.').first()).toBeVisible()

  const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await reader.goto(`${journal.url}/about`)
  const shown = reader.getByRole('img', { name: 'The garden in May' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate(isShown)).toBe(true)
  await noSidewaysScroll(reader)
  await expectNoAxeViolations(reader)
  await shot(reader, 'about-390')

  // As it was, for the journeys that come after it.
  await page.goto('/admin/settings/history')
  await page
    .getByRole('button', { name: /^Undo.*About Us/ })
    .first()
    .click()
  await expect(page.getByText('Taken back.').first()).toBeVisible()
})
