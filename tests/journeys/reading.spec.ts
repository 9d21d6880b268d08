import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderFullText } from '../../src/journal/documents/jats/html/render.ts'
import { parseJats } from '../../src/journal/documents/jats/model/parse.ts'
import { readJats } from '../../src/journal/documents/jats/read/article.ts'
import { aFullText } from '../support/full-texts.ts'
import { expect, expectNoAxeViolations, livened, signIn, test, browseTo } from './support.ts'
import { aCategory, anArticle, aVolume } from '../support/builders.ts'
import { aLongText, aReadableArticle, ONLY_IN_TEXT } from './reading-text.ts'

test.beforeEach(({ journal }) => journal.clear())

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test('the contents follow the reader', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.setViewportSize(WIDE)
  await page.goto(`/blog/${id}`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const current = contents.locator('[aria-current]')
  await expect(current).toHaveText('Abstract')
  await expect(contents.getByRole('link', { name: '2.1 Plots' })).toBeHidden()
  await contents.getByRole('link', { name: '2 Methods' }).click()
  await expect(page.getByRole('heading', { name: '2 Methods' })).toBeInViewport()
  await expect(current).toHaveText(/^2/)
  await page.getByRole('heading', { name: '2.2 Model' }).evaluate((heading) => heading.scrollIntoView())
  await expect(current).toHaveText('2.2Model')
  await expect(contents.getByRole('link', { name: '2.1 Plots' })).toBeVisible()
})

test.describe('the side note', () => {
  test('shows a reference beside its line, by click and by key, and gives the focus back', async ({
    page,
    journal,
  }) => {
    const { id } = await aReadableArticle(journal)
    await page.setViewportSize(WIDE)
    await page.goto(`/blog/${id}`)
    const citation = page.locator('#c-2-1')
    await citation.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    await citation.click()
    const note = page.getByRole('dialog', { name: 'Reference 2' })
    await expect(note).toContainText('Author 2. A paper on roots.')
    await expect(note.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(citation).toHaveAttribute('aria-expanded', 'true')
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    expect(new URL(page.url()).hash).toBe('')
    expect((await note.boundingBox())!.x).toBeGreaterThan((await page.locator('#full-text').boundingBox())!.x + 608)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(note).toBeHidden()
    await expect(citation).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(note).toBeVisible()
    await note.getByRole('link', { name: 'Show in the list' }).click()
    await expect(note).toBeHidden()
    await expect(page.locator('#ref-2')).toBeInViewport()
  })

  test('leaves a click for a new tab, and a link to a section, to the browser', async ({ page, journal, context }) => {
    const { id } = await aReadableArticle(journal)
    await page.goto(`/blog/${id}`)
    const opened = context.waitForEvent('page')
    await page.locator('#c-1-1').click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL(/#ref-1$/)
    await expect(page.locator('.side-note')).toHaveCount(0)
    await page.locator('a.xr[href="#s-2"]').click()
    await expect(page).toHaveURL(/#s-2$/)
    await expect(page.locator('.side-note')).toHaveCount(0)
  })

  test('does not cover a table that takes the margin', async ({ page, journal }) => {
    const { id } = await aReadableArticle(journal)
    await page.setViewportSize(WIDE)
    await page.goto(`/blog/${id}`)
    await page.locator('a.xr[href="#ref-65"]').click()
    const [note, table] = await Promise.all(['.side-note', '#table-1'].map((one) => page.locator(one).boundingBox()))
    const text = (await page.locator('#full-text').boundingBox())!
    expect(note!.x + note!.width, 'in the column of the text').toBeLessThanOrEqual(text.x + text.width + 1)
    expect(table!.width).toBeGreaterThan(text.width)
  })

  test('is a sheet on phones, above which the line stays in sight', async ({ page, journal }) => {
    const { id } = await aReadableArticle(journal)
    await page.setViewportSize(PHONE)
    await page.goto(`/blog/${id}`)
    const citation = page.locator('a.xr[href="#table-1"]')
    await citation.evaluate((link) => link.scrollIntoView({ block: 'end', behavior: 'instant' }))
    await citation.click()
    const note = page.getByRole('dialog', { name: 'Table 1' })
    await expect(note.getByRole('cell', { name: '7.25' }).first()).toBeVisible()
    await expect.poll(async () => (await citation.boundingBox())!.y < (await note.boundingBox())!.y).toBe(true)
  })
})

test('a wide table scrolls by keys, and opens large', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.setViewportSize(PHONE)
  await page.goto(`/blog/${id}`)
  const frame = page.getByRole('region', { name: 'Table 1' })
  await expect(page.getByText('9 columns: scroll sideways')).toBeVisible()
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'enlarge the table' }).click()
  const large = page.getByRole('dialog', { name: 'Table 1' })
  await expect(large.getByRole('columnheader', { name: 'Measured value 8' })).toBeAttached()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(page.getByRole('button', { name: 'enlarge the table' })).toBeFocused()
  await page.setViewportSize({ width: 2400, height: 900 })
  await expect(page.getByText('9 columns: scroll sideways')).toBeHidden()
})

test('a figure is enlarged, and the next one is an arrow away', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.goto(`/blog/${id}`)
  await page.getByRole('link', { name: 'Enlarge Figure 1' }).click()
  const large = page.getByRole('dialog')
  await expect(large.getByRole('heading')).toHaveText('Figure 1')
  await expect(large.getByRole('img', { name: 'Plots' })).toBeVisible()
  await expect(large).toContainText('The plots of Triticum aestivum near Multan')
  await expect(large.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(large.getByRole('heading')).toHaveText('Table 1')
  await large.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: 'Enlarge Figure 1' })).toBeFocused()
})

test('arrow keys move along the figures and tables', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.goto(`/blog/${id}`)
  const figures = page.getByRole('navigation', { name: '1 figure, 1 table' })
  await figures.getByRole('link', { name: 'Figure 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(figures.getByRole('link', { name: 'Table 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#table-1')).toBeInViewport()
})

test('long lists of references are folded, and unfold for what leads into them', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.goto(`/blog/${id}`)
  const last = page.locator('#ref-70')
  await expect(last).toHaveAttribute('hidden', 'until-found')
  await page.getByRole('button', { name: 'Show all 70 references' }).click()
  await expect(last).not.toHaveAttribute('hidden')
  await expect(page.locator('#ref-31')).toBeFocused()
  await page.goto('/about')
  await page.goto(`/blog/${id}#ref-70`)
  await expect(last).toBeInViewport()
  // From the side note of a citation whose reference is folded.
  await page.goto('/about')
  await page.goto(`/blog/${id}`)
  await page.locator('a.xr[href="#ref-65"]').click()
  await page.getByRole('link', { name: 'Show in the list' }).click()
  await expect(page.locator('#ref-65')).toBeInViewport()
})

test('a very long text comes in parts, each with the whole contents', async ({ page, journal }) => {
  const { id } = await aLongText(journal)
  await page.setViewportSize(WIDE)
  await page.goto(`/blog/${id}`)
  await expect(page.getByText('Part 1 of 4')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Abstract' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Results' }).click()
  await expect(page).toHaveURL(`/blog/${id}?page=3#s-3`)
  await expect(page.getByRole('heading', { name: '3 Results' })).toBeInViewport()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/blog/${id}$`))
  const parts = page.getByRole('navigation', { name: 'Parts of the text', exact: true })
  await expect(parts.getByRole('link', { name: 'Next part References' })).toBeVisible()
  await parts.getByRole('link', { name: 'Previous part Methods' }).click()
  await expect(page.getByRole('heading', { name: '2 Methods' })).toBeVisible()
  await expect(page.getByText('Part 2 of 4').first()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`/blog/${id}?page=9`)
  await expect(page.getByRole('heading', { name: 'Part not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Read the article from the beginning' }).click()
  await expect(page.getByText(ONLY_IN_TEXT)).toBeVisible()
})

test('an article without a text has one page, wherever one comes from', async ({ page, journal }) => {
  const { id } = await anArticle(journal.database, { title: 'Only an abstract' })
  for (const signedIn of [false, true]) {
    if (signedIn) await signIn(page, journal)
    await page.goto(`/blog/${id}?page=3`)
    await expect(page).toHaveURL(`/blog/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only an abstract')
  }
  await livened(page)
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('journal:go', { detail })), `/blog/${id}?page=2`)
  await expect(page).toHaveURL(`/blog/${id}`)
})

test.describe('the text', () => {
  test('reads without scripts, with its links', async ({ browser, journal }) => {
    const { id } = await aReadableArticle(journal)
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: WIDE })
    const page = await context.newPage()
    await page.goto(`${journal.url}/blog/${id}`)
    await expect(page.getByText(ONLY_IN_TEXT)).toBeVisible()
    // All sections are in the contents, as nothing follows the reader.
    await expect(page.getByRole('link', { name: '2.2 Model' }).first()).toBeVisible()
    await page.locator('#c-2-1').click()
    await expect(page.locator('#ref-2')).toBeInViewport()
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.locator('#toc').getByRole('link', { name: '3 Results' }).click()
    await expect(page).toHaveURL(/#s-3$/)
    await context.close()
  })

  test('is in the document once, and is left alone when React comes', async ({ page, journal }) => {
    const { id } = await aReadableArticle(journal)
    const html = await (await page.request.get(`/blog/${id}`)).text()
    expect(html.split(ONLY_IN_TEXT)).toHaveLength(2)
    await signIn(page, journal)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const text = document.getElementById('full-text')
        if (!text) return
        Object.assign(window, { text, inner: text.innerHTML, touched: 0 })
        const count = (changes: MutationRecord[]) => Object.assign(window, { touched: changes.length })
        new MutationObserver(count).observe(text.querySelector('#s-1')!, {
          childList: true,
          subtree: true,
          characterData: true,
        })
      })
    })
    await page.goto(`/blog/${id}`)
    await livened(page)
    await page.waitForLoadState('networkidle')
    const now = await page.evaluate(() => {
      const { text, inner, touched } = window as unknown as { text: Element; inner: string; touched: number }
      const here = document.getElementById('full-text')!
      // What the document's own script adds is not React's.
      const bare = here.cloneNode(true) as Element
      return {
        same: here === text,
        touched,
        sections: bare.querySelectorAll('section').length,
        had: inner.split('<section').length - 1,
      }
    })
    expect(now).toEqual({ same: true, touched: 0, sections: now.had, had: 6 })
    // It is still there when a navigation is given up half-way, and the page drawn once more.
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: '3 Results' }).click()
    await page.route('**/api/**', () => {})
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Current Articles' }).click()
    await expect(page.getByText(ONLY_IN_TEXT)).toBeHidden()
    await page.goBack()
    await expect(page.getByText(ONLY_IN_TEXT)).toBeVisible()
  })

  test('comes with a navigation in the browser, and works there', async ({ page, journal }) => {
    const { id } = await aReadableArticle(journal)
    await signIn(page, journal)
    await page.setViewportSize(WIDE)
    await browseTo(page, '/blog')
    await page.getByRole('link', { name: 'Roots of wheat' }).first().click()
    await expect(page.getByText(ONLY_IN_TEXT)).toBeVisible()
    await expect(page).toHaveURL(`/blog/${id}`)
    await page.locator('#c-1-1').click()
    await expect(page.getByRole('dialog', { name: 'Reference 1' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: '3 Results' }).evaluate((heading) => heading.scrollIntoView())
    await expect(page.locator('#toc [aria-current]')).toHaveText('3Results')
    await expect(page.locator('link[href*="reading"][rel=stylesheet]')).toHaveCount(1)
  })
})

for (const width of [320, 390, 820, 1280, 1680]) {
  test(`nothing makes the page scroll sideways at ${width} pixels`, async ({ page, journal }) => {
    const { id } = await aReadableArticle(journal)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/blog/${id}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const lines = await page
      .locator('#s-1 p')
      .last()
      .evaluate((text) => text.getBoundingClientRect().width)
    expect(lines).toBeLessThan(660)
    await expectNoAxeViolations(page)
  })
}

test('a formula in the text scrolls in its own frame where it is longer than the line, and stands on the line', async ({
  page,
  journal,
}) => {
  const { id } = await aReadableArticle(journal)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/blog/${id}`)
  const frame = page.getByRole('group', { name: 'Formula' })
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  const [bare, framed] = await page
    .locator('#in-line math')
    .evaluateAll((formulas) => formulas.map((formula) => formula.getBoundingClientRect().bottom))
  expect(Math.abs(bare! - framed!), 'the line is not changed by a frame').toBeLessThan(0.5)
  await page.setViewportSize(WIDE)
  await expect(frame).toHaveCount(0)
})

// Real articles under open licences, kept outside the repository because of their size.
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'jats')

test('no real article makes the page of a phone scroll sideways', async ({ page, journal }) => {
  test.skip(!existsSync(FOLDER), 'The real articles are not beside the project')
  test.setTimeout(300_000)
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.xml'))) {
    const xml = parseJats(readFileSync(join(FOLDER, name)))
    const { title, abstract } = readJats(xml)
    const text = renderFullText(xml, { image: () => undefined })!
    const { id } = await anArticle(journal.database, { title, abstract })
    await aFullText(journal.database, { id }, text)
    for (const part of text.parts.keys()) {
      await page.goto(`/blog/${id}?page=${part + 1}`)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `${name}, part ${part + 1}, at ${width} pixels`).toBeLessThanOrEqual(0)
      }
    }
  }
})

test('formulas load their face, other texts do not', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  const faces: string[] = []
  page.on('request', (request) => faces.push(...(request.url().match(/stix[\w-]+/) ?? [])))
  await page.goto('/about')
  await page.goto(`/blog/${id}`)
  await page.locator('#eq-1').scrollIntoViewIfNeeded()
  await expect.poll(() => faces).toEqual([expect.stringContaining('stix-two-math')])
})

test('on paper the text has no controls, nothing is folded, and long facts end above the text', async ({
  page,
  journal,
}) => {
  const { database } = journal
  const { id } = await aReadableArticle(journal, 'Drought and roots', {
    category: await aCategory(database, { name: 'Ecophysiology, Phytopathology and Conservation of Medicinal Plants' }),
    volume: await aVolume(database, { title: 'Volume 12, Special Issue: Fifth Conference on Dryland Agriculture' }),
    ...{ doi: `10.5555/${'stomatal-conductance-'.repeat(5)}1`, issue: '3-4', page_num: '10234-10259' },
  })
  await page.goto(`/blog/${id}`)
  await expect(page.locator('#ref-70')).toHaveAttribute('hidden')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const control of await page.locator('.rail, .figure-list, .fig-acts, .more, .unfold, .ref-go, .btn').all())
    await expect(control).toBeHidden()
  await expect(page.locator('#ref-70')).toBeVisible()
  await expect(page.locator('.affs .affil').first()).toBeVisible()
  const ink = await page
    .locator('#s-1 p')
    .first()
    .evaluate((text) => getComputedStyle(text).color)
  expect(Math.max(...ink.match(/\d+/g)!.map(Number)), ink).toBeLessThan(120)
  const [facts, text] = [await page.locator('.facts').boundingBox(), await page.locator('.fulltext').boundingBox()]
  expect(facts!.y + facts!.height).toBeLessThanOrEqual(text!.y)
})
