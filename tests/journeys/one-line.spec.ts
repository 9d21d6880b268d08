import type { Page } from '@playwright/test'
import { aCategory, anArticle } from '../support/builders.ts'
import { holds, inForm, paste } from './forms.ts'
import { expect, expectNoAxeViolations, signIn, test } from './support.ts'
import { next, WIZARD } from './wizard.ts'

test.beforeEach(async ({ journal }) => {
  await journal.clear()
  await aCategory(journal.database, { name: 'Ecology', slug: 'ecology' })
})

test.describe('a title', () => {
  const title = (page: Page) => page.getByLabel('Article Title')
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

  test.beforeEach(async ({ page, journal }) => {
    await signIn(page, journal)
    await page.goto(WIZARD)
  })

  test('is filled in like any text box', async ({ page }) => {
    await title(page).fill('Seed rain & salt < 5 %')
    await holds(page, 'title', 'Seed rain &amp; salt &lt; 5 %')
    await page.fill('[name=title]', 'Roots')
    await holds(page, 'title', 'Roots')
    await expect(page.getByRole('textbox', { name: 'Article title' })).toHaveText('Roots')
    await title(page).clear()
    await holds(page, 'title', '')
    await page.getByText('Article title', { exact: true }).click()
    await expect(title(page)).toBeFocused()
    await page.keyboard.type('Leaves')
    await holds(page, 'title', 'Leaves')
    // As a script fills forms.
    await page.evaluate(() => {
      const control = document.forms[0]!.elements.namedItem('title') as HTMLInputElement
      control.value = 'Shoots of <i>Zea</i>'
      control.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await holds(page, 'title', 'Shoots of <i>Zea</i>')
    await expect(title(page).locator('em')).toHaveText('Zea')
  })

  test('is empty when its editor comes after it was emptied', async ({ page }) => {
    let send = () => {}
    const sent = new Promise<void>((resolve) => (send = resolve))
    await page.route(/rich-text-editor/, async (route) => {
      await sent
      await route.continue()
    })
    await page.reload()
    await title(page).fill('Seed rain')
    await title(page).clear()
    send()
    await expect(page.locator('.text-editor.line .ProseMirror')).toBeVisible()
    await page.keyboard.type('Leaves')
    await holds(page, 'title', 'Leaves')
  })

  test('takes italics, sub- and superscripts by buttons and by keys, and no line breaks', async ({ page }) => {
    await title(page).click()
    await page.keyboard.type('The ')
    await tool(page, 'Italic').click()
    await expect(tool(page, 'Italic')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.type('Ferula')
    await page.keyboard.press('Control+i')
    await page.keyboard.type(' H')
    await page.keyboard.press('Control+,')
    await page.keyboard.type('2')
    await page.keyboard.press('Control+,')
    await page.keyboard.type('O m')
    await page.keyboard.press('Control+.')
    await page.keyboard.type('2')
    await page.keyboard.press('Control+.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type(' end')
    await holds(page, 'title', 'The <i>Ferula</i> H<sub>2</sub>O m<sup>2</sup> end')
    await expect(page.getByText('5 of 25 words')).toBeVisible()
    await expectNoAxeViolations(page)
    // The toolbar is one stop of the Tab key.
    await page.keyboard.press('Shift+Tab')
    await expect(tool(page, 'Italic')).toBeFocused()
    await page.keyboard.press('End')
    await expect(tool(page, 'Superscript')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await inForm(page, 'title')).value).not.toContain('end')
  })

  test('keeps the italics of what is pasted, in one line, and understands tags typed by hand', async ({ page }) => {
    await expect(tool(page, 'Italic')).toBeVisible()
    await title(page).click()
    const word = `<p class=MsoTitle><span style='font-size:20.0pt'>Phenology of <i style='mso-bidi-font-style:normal'>Ferula</i></span></p>
<p class=MsoNormal><b>at 400 ppm</b> CO<span style='vertical-align:sub'>2</span><img src=x onerror=alert(1)></p>`
    await paste(page, { 'text/html': word, 'text/plain': 'Phenology' })
    await holds(page, 'title', 'Phenology of <i>Ferula</i> at 400 ppm CO<sub>2</sub>')
    await title(page).clear()
    await paste(page, { 'text/plain': 'Seeds\r\nof <i>Zea</i>\u000B<b>' })
    await holds(page, 'title', 'Seeds of <i>Zea</i> &lt;b&gt;')
    await title(page).fill('<i>Q<sub>10</sub></i> of <i>Rosa</i>')
    await holds(page, 'title', '<i>Q</i><i><sub>10</sub></i> of <i>Rosa</i>')
    await page.reload()
    await expect(title(page).locator('em').last()).toHaveText('Rosa')
    await holds(page, 'title', '<i>Q</i><i><sub>10</sub></i> of <i>Rosa</i>')
  })
})

test('what is typed in a title before its editor has come stays, and nothing moves', async ({ page, journal }) => {
  await signIn(page, journal)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rich-text-editor-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(WIZARD)
  const title = page.getByLabel('Article Title')
  await title.fill('Roots of <i>Zea</i>')
  await holds(page, 'title', 'Roots of <i>Zea</i>')
  await title.fill('Roots')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' of whea')
  await page.keyboard.press('ArrowLeft')
  await holds(page, 'title', 'Roots of whea')
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.text-editor .page, .tools, .count, .wiz-go')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return [x, y, width, height]
      }),
    )
  const before = await places()
  release()
  await expect(page.getByRole('button', { name: 'Italic' })).toBeVisible()
  expect(await places()).toEqual(before)
  await expect(title).toBeFocused()
  await page.keyboard.type('X')
  await holds(page, 'title', 'Roots of wheXa')
})

test('a title without its editor, which cannot be loaded, is a line of text', async ({ page, journal, trouble }) => {
  trouble.expect(/ERR_FAILED|Failed to fetch/)
  await signIn(page, journal)
  await page.route('**/rich-text-editor-*.js', (route) => route.abort())
  await page.goto(WIZARD)
  await page.getByLabel('Article Title').fill('Roots of <i>Zea</i>')
  await next(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByLabel('Article Title')).toHaveValue('Roots of <i>Zea</i>')
  await holds(page, 'title', 'Roots of <i>Zea</i>')
  // What is typed stays as it was typed.
  await page.getByLabel('Article Title').fill('<i>Q<sub>10</sub></i> <sup></sup>& ')
  await expect(page.getByLabel('Article Title')).toHaveValue('<i>Q<sub>10</sub></i> <sup></sup>& ')
  await holds(page, 'title', '<i>Q<sub>10</sub></i> <sup></sup>&amp; ')
})

test('italics of a key message are italics wherever it is shown, and plain text in tags', async ({ page, journal }) => {
  const article = await anArticle(journal.database, {
    title: 'Salt',
    excerpt: '<i>Zea mays</i> takes up CO<sub>2</sub> & <b>salt</b> &lt; 5 %.',
  })
  const seen = 'Zea mays takes up CO2 & <b>salt</b> < 5 %.'
  for (const address of ['/', '/blog', `/category/${article.category_id}`]) {
    await page.goto(address)
    const text = page.locator('.entry .ex')
    await expect(text).toHaveText(seen)
    await expect(text.locator('i')).toHaveText('Zea mays')
  }
  await page.goto(`/blog/${article.id}`)
  await expect(page.getByRole('region', { name: 'Key Message' })).toHaveText(seen)
  await expect(page.getByRole('region', { name: 'Key Message' }).locator('i')).toHaveText('Zea mays')
  for (const tag of ['meta[name=description]', 'meta[property="og:description"]']) {
    await expect(page.locator(tag)).toHaveAttribute('content', seen)
  }
})
