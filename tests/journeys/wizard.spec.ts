import type { Page } from '@playwright/test'
import { aCategory } from '../support/builders.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { DOCX, fillDetails, fillTitle, next, step, WIZARD } from './wizard.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test.beforeEach(async ({ page, journal }) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
  await signIn(page, journal)
})

async function startsAtItsHead(page: Page) {
  const heading = page.getByRole('heading', { name: /^Step \d\. / })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport({ ratio: 1 })
  // In the upper half: the content follows it.
  const { y } = (await heading.boundingBox())!
  expect(y).toBeLessThan(page.viewportSize()!.height / 2)
  const progress = page.getByRole('navigation', { name: 'Steps' })
  await expect(progress).toBeInViewport({ ratio: 1 })
  // No line of the page's head is cut in two by the viewport.
  const { top, bottom } = await page.locator('header.head p').evaluate((lead) => lead.getBoundingClientRect().toJSON())
  expect(bottom <= 1 || top >= 0).toBe(true)
}

for (const [name, size] of Object.entries({ 'a desk': DESK, 'a phone': PHONE })) {
  test(`on ${name} every step begins with its heading, in view and with the keyboard`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await page.goto(WIZARD)
    await fillTitle(page)
    await startsAtItsHead(page)
    await fillDetails(page)
    await startsAtItsHead(page)
    await page.locator('input[name=files]').setInputFiles(Array(6).fill(DOCX))
    await expect(page.getByText(/^Uploaded, /)).toHaveCount(6)
    await page.getByRole('button', { name: 'Previous' }).click()
    await step(page, 2, 'Article Details')
    await startsAtItsHead(page)
    await next(page)
    await next(page)
    await step(page, 4, 'Authors')
    await startsAtItsHead(page)
    await next(page)
    await expect(page.getByText('At least one author is required to submit the research')).toBeFocused()
  })

  test(`on ${name} the line of steps is as wide as the form`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto(WIZARD)
    const right = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right)
    expect(await right('.steps')).toBeLessThanOrEqual(await right('form.wizard'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
}

test('on a phone a step has its name, and a leaf leads back', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(WIZARD)
  await expect(page.getByText('Step 1 of 5: Article Title')).toBeVisible()
  await fillTitle(page)
  await expect(page.getByText('Step 2 of 5: Article Details')).toBeVisible()
  await expectNoAxeViolations(page)
  const leaf = page.getByRole('button', { name: /^Step 1: Article Title/ })
  const { width, height } = (await leaf.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await leaf.click()
  await step(page, 1, 'Article Title')
})

test('on a phone the buttons of the abstract are one row, which the keyboard goes through', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(WIZARD)
  await fillTitle(page)
  const bar = page.getByRole('toolbar', { name: 'Formatting' }).filter({ has: page.getByRole('combobox') })
  const tools = bar.locator('[data-tool]')
  await expect(tools).toHaveCount(20)
  const tops = new Set<number>()
  for (const tool of await tools.all()) {
    const { width, height, y } = (await tool.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    tops.add(Math.round(y))
  }
  expect(tops.size).toBe(1)
  expect((await bar.boundingBox())!.height).toBeLessThan(60)
  await page.getByRole('textbox', { name: 'Abstract' }).click()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(bar.getByRole('button', { name: 'Redo' })).toBeFocused()
  await expect(bar.getByRole('button', { name: 'Redo' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Home')
  await expect(bar.getByRole('combobox', { name: 'Text style' })).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
})

test('says that categories could not be loaded, in place and as a toast', async ({ page, trouble }) => {
  trouble.expect(/500/)
  await page.route('**/api/categories', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(WIZARD)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load categories' })).toBeVisible()
  await expect(page.locator('.toast').filter({ hasText: 'Failed to load categories' })).toHaveCount(1)
  await expectNoAxeViolations(page)
  await page.unroute('**/api/categories')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await step(page, 1, 'Article Title')
})

test('a failed upload says its status and then the reason', async ({ page, trouble }) => {
  trouble.expect(/41[35]|504/)
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  const choose = (name: string, buffer = DOCX.buffer) =>
    page.locator('input[name=files]').setInputFiles([{ ...DOCX, name, buffer }])
  const row = (name: string) => page.locator('.files li').filter({ hasText: name })
  // The real server, which checks the file.
  await choose('paper.docx', Buffer.from('no document at all'))
  await expect(row('paper.docx')).toContainText(/Upload failed: Unsupported Media Type\. \S/)
  await page.route('**/api/files/upload', (route) => route.fulfill({ status: 504, body: '<html>' }))
  await choose('slow.docx')
  await expect(row('slow.docx').getByRole('alert')).toHaveText('Upload failed: Gateway Timeout')
})

test('the featured image is shown whole, whatever its shape, with its description beside it', async ({ page }) => {
  await page.goto(WIZARD)
  await fillTitle(page)
  await fillDetails(page)
  for (const [width, height] of [
    [900, 100],
    [100, 900],
  ] as const) {
    const drawn = await page.evaluate(
      async ([wide, high]) => {
        const canvas = new OffscreenCanvas(wide, high)
        canvas.getContext('2d')!.fillRect(0, 0, wide, high)
        return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
      },
      [width, height] as const,
    )
    await page
      .locator('input[name=image]')
      .setInputFiles({ name: `${width}.png`, mimeType: 'image/png', buffer: Buffer.from(drawn) })
    const image = page.locator('.featured img')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(width)
    // Contained: the box has the picture's shape or leaves space around it, and crops nothing.
    expect(await image.evaluate((img) => getComputedStyle(img).objectFit)).toBe('contain')
    const inside = await image.evaluate((img) => {
      const [own, frame] = [img.getBoundingClientRect(), img.closest('.cover-image')!.getBoundingClientRect()]
      return own.left >= frame.left && own.right <= frame.right && own.top >= frame.top && own.bottom <= frame.bottom
    })
    expect(inside).toBe(true)
  }
  await page.getByLabel('What the image shows').fill('A ripe pod')
  await expect(page.getByRole('img', { name: 'A ripe pod' })).toBeVisible()
})

test('a journal without categories says so to authors, and to editors what to do', async ({ page, journal }) => {
  await journal.clear()
  await signIn(page, journal, { role: 'admin' })
  await page.goto('/admin')
  const notice = page.locator('.notice', { hasText: 'Authors cannot submit' })
  await expect(notice).toContainText('Authors cannot submit, because there is no category.')
  await expect(notice).toContainText('Readers find no editorial board.')
  await expect(notice).toContainText('The archives are empty, because there is no volume.')
  await expectNoAxeViolations(page)
  await notice.getByRole('link', { name: 'Add its members' }).click()
  await expect(page.getByText('The people you add here appear on the public Editorial Board page.')).toBeVisible()
  await page.goto('/admin')
  await notice.getByRole('link', { name: 'Add a category' }).click()
  await expect(page.getByRole('button', { name: 'Add Category' })).toBeVisible()

  await signIn(page, journal)
  await page.goto(WIZARD)
  const missing = page.getByText('The journal cannot take submissions at the moment.')
  await expect(missing).toBeVisible()
  await expect(page.locator('form.wizard').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await fillTitle(page)
  await expect(missing).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectNoAxeViolations(page)
})
