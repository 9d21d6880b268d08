import type { Locator, Page } from '@playwright/test'
import { sanitiseRichText } from '../../src/platform/html/sanitise.ts'
import { expect, expectNoAxeViolations, test } from './support.ts'

const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Your post' })
const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Live Preview' })
/** The language of Latin names is not stored: it is found when a text is shown. */
const html = async (page: Page): Promise<string> =>
  (await preview(page).locator('.rich').innerHTML()).replaceAll(' lang="la"', '')

/** Readers get exactly what the author saw: the server's sanitiser removes nothing. */
async function expectHtml(page: Page, wanted: string): Promise<void> {
  await expect.poll(() => html(page)).toBe(wanted)
  const kept = sanitiseRichText(wanted)
  expect(kept.replaceAll(' />', '>').replace(/<a (href="[^"]*") (rel="noopener")>/g, '<a $2 $1>')).toBe(wanted)
}

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await text(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

test.beforeEach(async ({ page }) => {
  await page.goto('/text-editor-demo')
  await expect(text(page)).toBeVisible()
})

test.describe('writing', () => {
  test('begins with its placeholder and shows the text beside it', async ({ page }) => {
    await expect(page).toHaveTitle(/^Text Editor Demo/)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(text(page)).toHaveAttribute('aria-placeholder', 'Start writing your post...')
    await expectNoAxeViolations(page)
    await page.getByText('Your post', { exact: true }).click()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('Two plants.')
    await expectHtml(page, '<p>Two plants.</p>')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(preview(page).locator('.rich')).toHaveCount(0)
  })

  test('sets words in every way', async ({ page }) => {
    await text(page).click()
    for (const name of ['Bold', 'Italic', 'Underline', 'Strike', 'Subscript', 'Superscript']) {
      await tool(page, name).click()
      await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.type(name[0]!)
      await tool(page, name).click()
      await page.keyboard.type(' ')
    }
    await page.keyboard.type('end')
    const set = '<strong>B</strong> <em>I</em> <u>U</u> <s>S</s> <sub>S</sub> <sup>S</sup> end'
    await expectHtml(page, `<p>${set}</p>`)
    await page.keyboard.press('Control+a')
    await tool(page, 'Clear formatting').click()
    await expectHtml(page, '<p>B I U S S S end</p>')
    await tool(page, 'Undo').click()
    await expectHtml(page, `<p>${set}</p>`)
    await tool(page, 'Redo').click()
    await expectHtml(page, '<p>B I U S S S end</p>')
  })

  test('sets paragraphs in every way', async ({ page }) => {
    const style = page.getByRole('combobox', { name: 'Text style' })
    await text(page).click()
    await style.selectOption('Heading 1')
    await text(page).press('End')
    await page.keyboard.type('a')
    for (const [name, words] of [
      ['Heading 2', 'b'],
      ['Heading 3', 'c'],
    ] as const) {
      // prettier-ignore
      await page.keyboard.press('Enter')
      await style.selectOption(name)
      await text(page).press('End')
      await page.keyboard.type(words)
    }
    for (const name of ['Align centre', 'Align right', 'Justify']) {
      await page.keyboard.press('Enter')
      await tool(page, name).click()
      await page.keyboard.type('d')
    }
    await page.keyboard.press('Enter')
    await tool(page, 'Align left').click()
    for (let level = 0; level < 9; level++) await page.keyboard.press('Control+]')
    await expect(tool(page, 'Indent')).toHaveAttribute('aria-disabled', 'true')
    await tool(page, 'Outdent').click()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('e')
    await expectHtml(
      page,
      '<h1>a</h1><h2>b</h2><h3>c</h3><p class="align-center">d</p><p class="align-right">d</p>' +
        '<p class="align-justify">d</p><p class="indent-6">e</p>',
    )
    expect(await page.locator('.text-editor [style], .rich [style]').count()).toBe(0)
  })

  test('makes lists, and lists in lists', async ({ page }) => {
    await text(page).click()
    await tool(page, 'Bullet list').click()
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    await tool(page, 'Indent').click()
    await page.keyboard.type('b')
    await page.keyboard.press('Enter')
    await tool(page, 'Outdent').click()
    await page.keyboard.type('c')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('1. d')
    await expectHtml(
      page,
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul><ol><li><p>d</p></li></ol>',
    )
    await tool(page, 'Numbered list').click()
    await expect(tool(page, 'Numbered list')).toHaveAttribute('aria-pressed', 'false')
  })

  test('takes signs of statistics as they are', async ({ page }) => {
    await text(page).click()
    await page.keyboard.type('a *p* < 0.05, **p** < 0.01 ~ 2n = 18')
    await expectHtml(page, '<p>a *p* &lt; 0.05, **p** &lt; 0.01 ~ 2n = 18</p>')
  })

  test('undoes what was written within a second at once', async ({ page }) => {
    await text(page).click()
    await page.keyboard.type('Roots')
    await page.waitForTimeout(1200)
    await page.keyboard.type(' and')
    await page.keyboard.type(' shoots')
    await page.keyboard.press('Control+z')
    await expectHtml(page, '<p>Roots</p>')
    await page.keyboard.press('Control+z')
    await expect(preview(page).locator('.rich')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+Shift+z')
    await expectHtml(page, '<p>Roots and shoots</p>')
  })
})

test('the keyboard alone reaches everything and leaves again', async ({ page }) => {
  const style = page.getByRole('combobox', { name: 'Text style' })
  await text(page).focus()
  await page.keyboard.type('leaves')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+Tab')
  await expect(style).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(tool(page, 'Italic')).toBeFocused()
  await expectHtml(page, '<p><strong><em>leaves</em></strong></p>')
  await page.keyboard.press('End')
  await expect(tool(page, 'Redo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(style).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(style).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expectHtml(page, '<h1><strong><em>leaves</em></strong></h1>')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  // A single Tab stop, which returns to the tool used last.
  await page.keyboard.press('Shift+Tab')
  await expect(style).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(text(page)).toBeFocused()
  // In a list, too.
  await page.keyboard.press('Control+Shift+8')
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
})

test.describe('links', () => {
  test('lead to the web, to email and to telephones, and nowhere else', async ({ page }) => {
    await text(page).click()
    await page.keyboard.type('the herbarium')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await tool(page, 'Link').click()
    const address = page.getByRole('textbox', { name: 'Address for “herbarium”' })
    await expect(address).toBeFocused()
    for (const bad of ['javascript:alert(1)', 'ftp://example.org', 'data:text/html,x', 'the herbarium', '']) {
      await address.fill(bad)
      await address.press('Enter')
      await expect(
        page.getByText('Please enter an address that begins with https://, http://, mailto: or tel:'),
      ).toBeVisible()
      await expect(address).toHaveAttribute('aria-invalid', 'true')
    }
    await expectNoAxeViolations(page)
    await address.fill('example.org/herbarium')
    await address.press('Enter')
    await expect(text(page)).toBeFocused()
    await expectHtml(page, '<p>the <a rel="noopener" href="https://example.org/herbarium">herbarium</a></p>')

    await page.keyboard.press('End')
    await page.keyboard.type(' is open')
    await expectHtml(page, '<p>the <a rel="noopener" href="https://example.org/herbarium">herbarium</a> is open</p>')

    await text(page).getByRole('link', { name: 'herbarium' }).click()
    // The browser tells the editor of a moved cursor a moment later.
    await expect(tool(page, 'Edit link')).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('group', { name: 'Link' }).getByRole('textbox')
    await expect(field).toHaveValue('https://example.org/herbarium')
    await field.fill('mailto:herbarium@example.org')
    await page.getByRole('button', { name: 'Change Link' }).click()
    await expectHtml(page, '<p>the <a rel="noopener" href="mailto:herbarium@example.org">herbarium</a> is open</p>')
    await tool(page, 'Edit link').click()
    await field.press('Escape')
    await expect(text(page)).toBeFocused()
    await tool(page, 'Edit link').click()
    await page.getByRole('button', { name: 'Remove Link' }).click()
    await expectHtml(page, '<p>the herbarium is open</p>')
  })

  test('may be written out where no words are selected', async ({ page }) => {
    await text(page).click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('10.1093/aob/mcab123')
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
    await page.keyboard.type(' shows')
    await expectHtml(
      page,
      '<p><a rel="noopener" href="https://doi.org/10.1093/aob/mcab123">10.1093/aob/mcab123</a> shows</p>',
    )
  })

  test('come from an address that is pasted over words', async ({ page }) => {
    await text(page).click()
    await page.keyboard.type('herbarium')
    await page.keyboard.press('Control+a')
    await paste(page, { 'text/plain': 'https://example.org/h' })
    await expectHtml(page, '<p><a rel="noopener" href="https://example.org/h">herbarium</a></p>')
  })
})

test.describe('pictures', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const SRC = `data:image/png;base64,${PIXEL.toString('base64')}`

  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await tool(page, 'Image').click()
    await (await chooser).setFiles(file)
  }

  test('are embedded and described', async ({ page }) => {
    await text(page).click()
    await page.keyboard.type('A leaf: ')
    await choose(page, { name: 'leaf.png', mimeType: 'image/png', buffer: PIXEL })
    const shows = page.getByRole('textbox', { name: 'What does the image show?' })
    await expect(shows).toBeFocused()
    await expectNoAxeViolations(page)
    await page.keyboard.type('A "leaf" of Ferula')
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
    await page.keyboard.type(' is green.')
    await expectHtml(page, `<p>A leaf: <img src="${SRC}" alt="A &quot;leaf&quot; of Ferula"> is green.</p>`)
    await text(page).locator('img[alt]').click()
    await tool(page, 'Describe image').click()
    await expect(shows).toHaveValue('A "leaf" of Ferula')
    await page.getByRole('button', { name: 'Remove Image' }).click()
    await expectHtml(page, '<p>A leaf:  is green.</p>')
  })

  test('are raster images of at most 300 kB', async ({ page }) => {
    await text(page).click()
    const status = page.locator('.text-editor').getByRole('status')
    await choose(page, {
      name: 'field.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([PIXEL, Buffer.alloc(300_000)]),
    })
    await expect(status).toContainText(/^field\.png is 301 KB\. An image in the text may be at most 300 KB/)
    await choose(page, { name: 'leaf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(status).toContainText('leaf.svg cannot be used in the text. Please choose a PNG, JPEG, GIF or WebP')
    await choose(page, { name: 'leaf.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(status).toHaveText('leaf.png could not be read as an image.')
    await expectNoAxeViolations(page)
    await expect(preview(page).locator('.rich')).toHaveCount(0)
    await text(page).press('a')
    await expect(status).toBeEmpty()
  })

  test('come in by pasting and dropping', async ({ page }) => {
    for (const kind of ['paste', 'drop']) {
      await text(page).evaluate(
        (element, { type, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], 'leaf.png', { type: 'image/png' }))
          const { x, y } = element.getBoundingClientRect()
          const place = { clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true }
          element.dispatchEvent(
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, ...place })
              : new DragEvent('drop', { dataTransfer: data, ...place }),
          )
        },
        { type: kind, bytes: [...PIXEL] },
      )
      await page.getByRole('button', { name: 'Done' }).click()
    }
    await expectHtml(page, `<p>${`<img src="${SRC}" alt="">`.repeat(2)}</p>`)
  })
})

test.describe('pasting', () => {
  test('from Word comes in clean', async ({ page }) => {
    await text(page).click()
    await paste(page, { 'text/html': WORD, 'text/plain': 'Phenology' })
    await expectHtml(
      page,
      '<h1>Phenology of <em>Ferula</em></h1>' +
        '<p>At 400 ppm CO<sub>2</sub>, <strong>flowering</strong> moved by 2 m<sup>−1</sup>.</p>' +
        '<ol><li><p>Sowing</p><ul><li><p>in sand</p></li></ul></li><li><p>Pricking out</p></li></ol>' +
        '<p>See <a rel="noopener" href="https://example.org/">the data</a>.</p>',
    )
    await expect(page.locator('.text-editor').getByRole('status')).toContainText('Images were left out')
    await expectNoAxeViolations(page)
  })

  test('from Google Docs comes in clean', async ({ page }) => {
    await text(page).click()
    await paste(page, { 'text/html': DOCS })
    await expectHtml(
      page,
      '<p><em>Ferula</em> grows <strong>slowly</strong>.</p><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
    )
  })

  test('what was copied within the editor keeps all of it', async ({ page }) => {
    await text(page).click()
    await tool(page, 'Align centre').click()
    await page.keyboard.press('Control+]')
    await page.keyboard.type('CO')
    await page.keyboard.press('Control+,')
    await page.keyboard.type('2')
    await page.keyboard.press('Control+a')
    await expect(tool(page, 'Subscript')).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('End')
    // The editor learns of the caret's move only after the key: faster than a hand, Enter would replace all.
    await expect(tool(page, 'Subscript')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+v')
    const line = '<p class="align-center indent-1">CO<sub>2</sub></p>'
    await expectHtml(page, line + line)
  })

  test('plain text loses characters that the forms refuse', async ({ page }) => {
    await text(page).click()
    await paste(page, { 'text/plain': 'one\u000Btwo\u0007\nsee https://example.org/a.' })
    await expectHtml(
      page,
      '<p>one</p><p>two</p><p>see <a rel="noopener" href="https://example.org/a">https://example.org/a</a>.</p>',
    )
  })
})

test('the editor fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const control of await page.getByRole('toolbar').locator('[data-tool]').all()) {
    const { width, height } = (await control.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await text(page).click()
  await tool(page, 'Link').click()
  await expectNoAxeViolations(page)
})

test('pages without an editor do not load it', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of await Promise.all(scripts)) expect(script).not.toContain('ProseMirror')
})

/** As Word puts it on the clipboard, shortened. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoTitle><span lang=EN-GB style='font-size:20.0pt'>Phenology of <i style='mso-bidi-font-style:normal'>Ferula</i><o:p></o:p></span></p>
<p class=MsoNormal style='text-align:justify'><span style='font-family:"Times New Roman",serif;color:#1F497D'>At 400 ppm
CO<sub>2</sub>, <span style='font-weight:bold'>flowering</span><span style='mso-spacerun:yes'>&nbsp; </span>moved by
2 m<span style='vertical-align:super'>−1</span>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Sowing<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>in sand<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>Pricking out<o:p></o:p></p>
<p class=MsoNormal>See <a href="https://example.org/"><span style='color:blue'>the data</span></a>.<!--[if gte vml 1]><v:shape/><![endif]--><img width=10 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"></p>
<!--EndFragment--></body></html>`

/** As Google Docs puts it there. */
const DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-4e1c"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:italic;vertical-align:baseline;white-space:pre-wrap;">Ferula</span><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;"> grows </span><span style="font-weight:700;">slowly</span><span>.</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>a</span></p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p role="presentation"><span>b</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`
