import type { Locator } from '@playwright/test'
import { journal as identity } from '../../journal.config.ts'
import { aFile, anArticle, aVolume } from '../support/builders.ts'
import { aReadableArticle } from './reading-text.ts'
import { expect, expectNoAxeViolations, test, type RunningJournal } from './support.ts'

const DOI = '10.5555/plants.2026.000123/part.2'

/** A very long article: a full abstract, many authors, a long DOI. */
async function aLongOne({ database }: RunningJournal, authors = 4) {
  return anArticle(database, {
    title: 'Water stored in the stem supplies a sixth of daily transpiration in irrigated date palms',
    volume: await aVolume(database, { title: 'Volume 3' }),
    page_num: '29-31',
    doi: DOI,
    abstract: `<p>${'The stem of a date palm contains several hundred litres of water. '.repeat(20)}</p>
      <p>See <a href="https://example.org/palms">the data</a>.</p>`,
    contributors: Array.from({ length: authors }, (_, index) => ({
      role: index ? ('Author' as const) : ('Corresponding Author' as const),
      full_name: `Person ${index + 1}`,
      affiliation: `Institute ${index % 3}`,
    })),
  })
}

/** The text of each line as it is laid out. */
const linesOf = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const lines: { top: number; text: string }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < node.textContent!.length; at++) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        const last = lines.at(-1)
        if (last && Math.abs(last.top - top) < 4) last.text += node.textContent![at]!
        else lines.push({ top, text: node.textContent![at]! })
      }
    }
    return lines.map((line) => line.text)
  })

test.beforeEach(({ journal }) => journal.clear())

test('a list names up to ten authors; the article page names all', async ({ page, journal }) => {
  const { id } = await aLongOne(journal, 60)
  await page.goto('/blog')
  await expect(page.locator('.by')).toHaveText(/^Person 1, Person 2, .*, Person 9 and 51 more$/)
  await page.goto(`/blog/${id}`)
  for (const name of ['Person 1', 'Person 10', 'Person 60']) {
    await expect(page.locator('.author', { hasText: new RegExp(`^${name}\\d$`) })).toBeVisible()
  }
})

for (const width of [1280, 360]) {
  test(`a DOI is broken after its slashes at ${width} pixels`, async ({ page, journal }) => {
    const { id } = await aLongOne(journal)
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/blog/${id}`)
    const links = page.getByRole('link', { name: `https://doi.org/${DOI}` })
    await expect(links).toHaveCount(1)
    let broken = 0
    for (const link of await links.all()) {
      const lines = await linesOf(link)
      broken += lines.length - 1
      for (const line of lines.slice(0, -1)) expect(line, lines.join(' | ')).toMatch(/[^/:]\/$/)
    }
    expect(broken, 'it does not fit on one line').toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
}

test('that an article is published is said quietly; that it is a draft is not', async ({ page, journal }) => {
  const { id } = await aLongOne(journal)
  await page.goto('/blog')
  await expect(page.getByText('Published', { exact: true })).toHaveCount(0)
  await page.goto(`/blog/${id}`)
  const chip = page.locator('.tags .chip', { hasText: 'Published' })
  await expect(chip).toBeVisible()
  expect(await chip.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
})

test.describe('on a phone', () => {
  const TITLE =
    'The <i>Agropyron cristatum</i> karyotype, chromosome structure and cross-genome homoeology as revealed by ' +
    'fluorescence in situ hybridization with tandem repeats and wheat single-gene probes'

  for (const [what, make] of [
    ['an article', (journal: RunningJournal, more: object) => anArticle(journal.database, { title: TITLE, ...more })],
    ['a full text', (journal: RunningJournal, more: object) => aReadableArticle(journal, TITLE, more)],
  ] as const) {
    test(`PDF, Cite and Share of ${what} are on the first screen, and stay`, async ({
      page,
      browser,
      journal,
      context,
    }) => {
      const { id } = await make(journal, {
        pdf: await aFile(journal.database),
        abstract: `<p>${'Roots were measured. '.repeat(300)}</p>`,
        contributors: Array.from({ length: 24 }, (_, index) => ({ full_name: `Person ${index + 1}` })),
      })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const bar = page.locator('.article-bar')
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(viewport)
        await page.goto(`/blog/${id}`)
        for (const name of [/^PDF/, 'Cite', 'Share'])
          await expect(bar.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }))
        await expect.poll(async () => (await bar.boundingBox())!.y).toBeLessThan(2)
      }
      await expect(page.getByRole('link', { name: /^Download PDF|^Cite This/ })).toHaveCount(0)
      await expect(bar.getByRole('link', { name: /^PDF/ })).toHaveAttribute('href', `/blog/${id}.pdf`)
      await expectNoAxeViolations(page)

      await bar.getByRole('link', { name: 'Share' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.toast').getByText('Link copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${journal.url}/blog/${id}`)
      await bar.getByRole('link', { name: 'Cite' }).focus()
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => {
          const [cite, { y, height }] = [await page.locator('#cite').boundingBox(), (await bar.boundingBox())!]
          return cite!.y >= y + height && cite!.y < 568
        })
        .toBe(true)
      expect(await page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(false)

      const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 568 } })
      await plain.goto(`${journal.url}/blog/${id}`)
      const share = plain.locator('.article-bar').getByRole('link', { name: 'Share' })
      await expect(share).toBeInViewport()
      const email = new URL((await share.getAttribute('href'))!)
      expect(email.searchParams.get('subject')).toMatch(/^The Agropyron cristatum karyotype/)
      expect(email.searchParams.get('body')).toBe(`${journal.url}/blog/${id}`)
      await plain.close()
    })
  }
})

test.describe('printed', () => {
  /** The content of an A4 sheet within the page's margins, in CSS pixels. */
  const SHEET = { width: 673, height: 1009 }

  test('an article has journal, citation and abstract on its first page, and no controls', async ({
    page,
    journal,
  }) => {
    const { id } = await aLongOne(journal)
    await page.goto(`/blog/${id}`)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.setViewportSize(SHEET)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => window.scrollTo(0, 0))

    const name = page.locator('.brand').getByText(identity.name)
    await expect(name).toBeVisible()
    const order = [
      name,
      page.getByRole('heading', { level: 1 }),
      page.getByText('Corresponding Author: Person 1'),
      page.locator('.cite'),
      page.getByRole('heading', { name: 'Abstract' }),
      page.locator('.paper .rich'),
    ]
    let bottom = 0
    for (const part of order) {
      const box = (await part.boundingBox())!
      expect(box.y, String(part)).toBeGreaterThanOrEqual(bottom - 1)
      bottom = box.y + box.height
    }
    expect(bottom, 'the end of the abstract').toBeLessThan(SHEET.height)
    for (const control of await page.locator('main button, nav a, .btn, footer, fieldset').all()) {
      await expect(control).toBeHidden()
    }

    // Dark ink on white, whatever the colour scheme of the screen.
    for (const part of [page.locator('.paper .rich p').first(), page.locator('.affil').first(), page.locator('h1')]) {
      const ink = await part.evaluate((element) => getComputedStyle(element).color)
      expect(Math.max(...ink.match(/\d+/g)!.map(Number)), ink).toBeLessThan(120)
    }
    const after = (link: Locator) => link.evaluate((element) => getComputedStyle(element, '::after').content)
    expect(await after(page.getByRole('link', { name: 'the data' }))).toContain('https://example.org/palms')
    expect(await after(page.locator('.details').getByRole('link', { name: 'CC BY 4.0' }))).toContain('https://')
    for (const link of [page.locator('.cite p a').first(), page.locator('.details a').first()]) {
      expect(await after(link), 'a link that says where it leads, or leads nowhere on paper').toBe('none')
    }
  })

  test('an article takes as many pages as its text, none of them blank', async ({ page, journal }) => {
    const { id } = await aLongOne(journal)
    await page.goto(`/blog/${id}`)
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)!.length).toBeLessThanOrEqual(2)
  })
})
