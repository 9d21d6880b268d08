import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { journal as identity } from '../../journal.config.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { aCategory, aFile, anArticle, aVolume, someArticles, theEditorialMembers } from '../support/builders.ts'
import { jatsFaults } from '../support/jats-schema.ts'
import { browseTo, expect, expectNoAxeViolations, signIn, test, type RunningJournal } from './support.ts'

const EMPTY_PAGES = [
  ['/', identity.name, 'No articles found'],
  ['/blog', 'Current Articles', 'No articles found'],
  ['/categories', 'Popular Categories', 'No categories found'],
  ['/archived', 'Archives', 'No volumes found'],
  ['/editorial-members', 'Editorial Board', 'No Editorial Members Found'],
] as const

const POLICY_PAGES = [
  ['/submission-guidelines', 'Submission Guidelines'],
  ['/privacy-statement', 'Privacy Statement'],
  ['/peer-review', 'Peer Review Process'],
  ['/editorial-policy', 'Editorial Policy'],
  ['/copyright-notice', 'Copyright Notice'],
  ['/open-access-policy', 'Open Access Policy'],
  ['/publication-ethics', 'Publication Ethics'],
  ['/publication-fee', 'Publication Fee'],
] as const

/** A journal of 27 articles in five categories and two volumes. */
async function aFullJournal({ database, store }: RunningJournal) {
  const categories = []
  for (let count = 1; count <= 5; count++)
    categories.push(await aCategory(database, { name: `Kind ${count}`, slug: `kind-${count}` }))
  const volume = await aVolume(database, { title: 'Volume 7' })
  const articles = await someArticles(database, 26, { category: categories[0]!, volume })
  const newest = await anArticle(database, {
    title: 'Spores of <i>Adiantum</i> after CO<sub>2</sub>',
    category: categories[1]!,
    volume,
    page_num: '12-27',
    doi: '10.5555/test.1',
    pdf: await aFile(database, { store }),
    contributors: [
      {
        role: 'Corresponding Author',
        full_name: 'Ayesha Malik',
        email: 'ayesha@plants.test',
        affiliation: 'Multan',
        orcid: '0000-0002-1825-0097',
      },
      { role: 'Author', full_name: 'Bruno Kovář', affiliation: 'Brno' },
      { role: 'Author', full_name: 'Chen Li', affiliation: 'Brno' },
      { role: 'Reviewer', full_name: 'Secret Reviewer' },
    ],
  })
  await theEditorialMembers(database)
  return { categories, volume, articles, newest }
}

test.beforeEach(({ journal }) => journal.clear())

test.describe('an empty journal', () => {
  for (const [path, heading, words] of EMPTY_PAGES) {
    test(`${path} says that there is nothing yet`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText(words)).toBeVisible()
      await expectNoAxeViolations(page)
    })
  }

  test('an empty category and an empty volume say so', async ({ page, journal }) => {
    const category = await aCategory(journal.database, { name: 'Mosses' })
    const volume = await aVolume(journal.database, { title: 'Volume 9' })
    await page.goto(`/category/${category.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mosses Articles')
    await expect(page.getByText('There are no published articles in this category yet.')).toBeVisible()
    await page.goto(`/volume/${volume.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 9 Articles')
    await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
    await expect(page.getByText('There are no published articles in this volume yet.')).toBeVisible()
  })
})

test.describe('a visitor', () => {
  test('goes from home to an article, its category and its volume', async ({ page, journal }) => {
    const { newest, categories, volume } = await aFullJournal(journal)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Latest Research & Discoveries' })).toBeVisible()
    await expect(page.locator('article')).toHaveCount(4)
    await expect(page.getByRole('link', { name: /^Kind 1 / })).toContainText('26 studies')
    await expect(page.getByRole('link', { name: /^Kind 3 / })).toContainText('Explore research')
    await expect(page.getByRole('link', { name: 'View All Categories' })).toHaveAttribute('href', '/categories')

    const card = page.locator('article').first()
    await expect(card).toContainText('Ayesha Malik, Bruno Kovář and Chen Li')
    await expect(card).toContainText('Pages 12–27')
    await expect(card.locator('h3 i')).toHaveText('Adiantum')
    await expect(card.getByRole('link', { name: /^Download PDF/ })).toHaveAttribute('target', '_blank')
    await card.getByRole('link', { name: /^View Details/ }).click()

    await expect(page).toHaveURL(`/blog/${newest.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores of Adiantum after CO2')
    await expect(page).toHaveTitle(`Spores of Adiantum after CO2 | ${identity.name}`)
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Corresponding Author: Ayesha Malik')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'ORCID iD 0000-0002-1825-0097 (not verified with ORCID)' }),
    ).toBeVisible()
    await expect(page.getByText('Secret Reviewer')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'https://doi.org/10.5555/test.1' }).first()).toBeVisible()
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: 'Volume 7' }).click()
    await expect(page).toHaveURL(`/volume/${volume.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 7 Articles')
    await expect(page.getByText('Showing 10 of 27 articles')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Kind 2' }).first().click()
    await expect(page).toHaveURL(`/category/${categories[1]!.id}`)
    await expect(page.getByText('Showing 1 of 1 articles')).toBeVisible()
  })

  test('pages through Current Articles', async ({ page, journal }) => {
    await aFullJournal(journal)
    await page.goto('/blog')
    await expect(page.getByText('27 articles')).toBeVisible()
    await expect(page.getByText('Page 1 of 5')).toBeVisible()
    await page.getByRole('link', { name: 'Page 5' }).click()
    await expect(page.getByText('Page 5 of 5')).toBeVisible()
    await expect(page).toHaveURL('/blog?page=5')
    await expect(page.locator('article')).toHaveCount(3)
    await page.reload()
    await expect(page.getByText('Page 5 of 5')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test('pages through a volume with previous, next and numbers', async ({ page, journal }) => {
    const { volume } = await aFullJournal(journal)
    await page.goto(`/volume/${volume.id}?page=2`)
    const pager = page.getByRole('navigation', { name: 'Pages of Volume 7 Articles' })
    await expect(pager.locator('[aria-current=page]')).toHaveText('2')
    await pager.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(`/volume/${volume.id}?page=3`)
    await expect(page.getByText('Showing 7 of 27 articles')).toBeVisible()
    await expect(pager.getByRole('link', { name: 'Next page', disabled: true })).not.toHaveAttribute('href')
    await pager.getByRole('link', { name: 'Page 1' }).click()
    await expect(pager.getByRole('link', { name: 'Previous page', disabled: true })).not.toHaveAttribute('href')
    await expect(page).toHaveURL(`/volume/${volume.id}`)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  for (const [list, path] of [
    ['Current Articles', () => '/blog'],
    ['a category', ({ id }: { id: string }) => `/category/${id}`],
  ] as const) {
    test(`goes on and back in ${list}, and always sees how far it goes`, async ({ page, journal }) => {
      const { categories } = await aFullJournal(journal)
      const address = path(categories[0]!)
      const pages = list === 'a category' ? 3 : 5
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto(address)
        const pager = page.getByRole('navigation', { name: /^Pages of / })
        await expect(pager.getByText(`Page 1 of ${pages}`)).toBeVisible()
        await expect(pager.getByRole('link', { name: 'Previous page' })).toBeDisabled()
        await pager.getByRole('link', { name: 'Next page' }).click()
        await expect(page).toHaveURL(`${address}?page=2`)
        await expect(pager.getByText(`Page 2 of ${pages}`)).toBeVisible()
        for (const step of ['Previous page', 'Next page']) {
          const box = (await pager.getByRole('link', { name: step }).boundingBox())!
          expect(box.height, step).toBeGreaterThanOrEqual(44)
          expect(box.x + box.width, step).toBeLessThanOrEqual(width)
        }
        await pager.getByRole('link', { name: 'Previous page' }).click()
        await expect(page).toHaveURL(address)
        await pager.getByRole('link', { name: `Page ${pages}` }).click()
        await expect(pager.getByText(`Page ${pages} of ${pages}`)).toBeVisible()
        await expect(pager.getByRole('link', { name: 'Next page' })).toBeDisabled()
        await page.goto(`${address}?page=99`)
        await expect(pager.getByRole('link', { name: 'Previous page' })).toHaveAttribute(
          'href',
          `${address}?page=${pages}`,
        )
      }
    })
  }

  test('sees the archives, categories and the board', async ({ page, journal }) => {
    await aFullJournal(journal)
    await aVolume(journal.database, { title: 'Volume 10 (2031)' })
    await page.goto('/archived')
    await expect(page.getByRole('link', { name: 'Volume 7 27 articles' })).toContainText('2026')
    await expect(page.locator('.tiles b')).toHaveText(['Volume 10 (2031)', 'Volume 7'])
    // Its title says the year already.
    await expect(page.locator('.tiles small').first()).toHaveText('0 articles')
    await expectNoAxeViolations(page)
    await page.goto('/categories')
    await expect(page.getByRole('link', { name: 'Kind 2 1 article' })).toBeVisible()
    await expect(page.locator('.tiles b')).toHaveText(['Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5'])
    await expectNoAxeViolations(page)
    await page.goto('/editorial-members')
    await expect(page.getByText('Dr Flora Green')).toBeVisible()
  })

  test('reads volume, issue and each affiliation once, and no key message twice', async ({ page, journal }) => {
    const volume = await aVolume(journal.database, { title: 'Volume 12' })
    const article = await anArticle(journal.database, {
      volume,
      issue: '3',
      page_num: '41-56',
      title: 'Later pages',
      excerpt: 'Roots of wheat grow deeper.',
      abstract: '<h3>Results</h3><p>Roots of wheat grow deeper. Leaves do not.</p>',
      contributors: [
        { role: 'Corresponding Author', full_name: 'Ayesha Malik', affiliation: 'Multan University; Brno Herbarium' },
        { role: 'Author', full_name: 'Bruno Kovář', affiliation: 'Brno Herbarium' },
      ],
    })
    await anArticle(journal.database, { volume, page_num: '9', title: 'Earlier pages', excerpt: 'Another message.' })
    await page.goto(`/volume/${volume.id}`)
    await expect(page.locator('main article').getByRole('heading', { level: 2 })).toHaveText([
      'Earlier pages',
      'Later pages',
    ])
    await expect(page.getByText('Roots of wheat grow deeper.')).toBeVisible()

    await page.goto(`/blog/${article.id}`)
    await expect(page.getByText('Volume 12, Issue 3', { exact: true })).toBeVisible()
    await expect(page.locator('.details')).toContainText('Issue3')
    await expect(page.locator('ol.affil li')).toHaveText(['1 Multan University', '2 Brno Herbarium'])
    await expect(page.locator('p.authors')).toHaveText('Ayesha Malik1,2 and Bruno Kovář2')
    await expect(page.getByText(/;12\(3\):41–56\./)).toBeVisible()
    await expect(page.locator('meta[name=citation_issue]')).toHaveAttribute('content', '3')
    await expect(page.getByRole('region', { name: 'Key Message' })).toHaveCount(0)
    await expect(page.getByText('Leaves do not.')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  for (const [path, title] of POLICY_PAGES) {
    test(`reads ${title}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('navigation', { name: 'Policies & Guidelines' })).toBeVisible()
      await expectNoAxeViolations(page)
    })
  }

  test('reads about the society', async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByText(String(identity.society.foundedIn)).first()).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test('takes a citation along', async ({ page, journal, context }) => {
    const { newest } = await aFullJournal(journal)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/blog/${newest.id}`)
    await page.getByRole('button', { name: 'Copy Vancouver citation' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Citation copied' })).toHaveCount(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Malik A, Kovář B, Li C\. Spores of Adiantum/,
    )
    const bibtex = await page.request.get(`/blog/${newest.id}.bib`)
    expect(await bibtex.text()).toContain('@article')
    const csl = await page.getByRole('link', { name: 'CSL-JSON' }).getAttribute('href')
    expect(JSON.stringify(await (await page.request.get(csl!)).json())).toContain('Malik')
    const pdf = await page.request.get(`/blog/${newest.id}.pdf`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  })

  test('takes the record along as JATS XML', async ({ page, journal }) => {
    const { newest } = await aFullJournal(journal)
    await page.goto(`/blog/${newest.id}`)
    const address = `/blog/${newest.id}.xml`
    await expect(page.locator('link[rel=alternate][type="application/xml"]')).toHaveAttribute('href', address)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'JATS XML' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${identity.abbreviation.toLowerCase()}-${newest.slug}.xml`)
    const xml = await readFile(await file.path(), 'utf8')
    expect(jatsFaults(xml)).toEqual([])
    expect(xml).toContain('<article-title>Spores of <italic>Adiantum</italic> after CO<sub>2</sub></article-title>')
    expect(xml).toContain('<surname>Kovář</surname>')
    expect(xml).not.toContain('Secret')
  })

  test('is told the way when an address does not exist', async ({ page, trouble }) => {
    trouble.expect(/404|400/)
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expectNoAxeViolations(page)
    expect((await page.goto('/volume/222222222222'))?.status()).toBe(404)
    expect((await page.goto('/blog/222222222222'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Current Articles' })).toHaveAttribute(
      'href',
      '/blog',
    )
    await page.goto('/blog/%20')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post ID is required')
    await page.goto('/d')
    await expect(page).toHaveURL('/')
  })

  for (const [role, dashboard] of [
    ['author', '/dashboard'],
    ['admin', '/admin'],
  ] as const) {
    test(`who is signed in (${role}) is led from a missing article to their dashboard`, async ({
      page,
      journal,
      trouble,
    }) => {
      trouble.expect(/404/)
      await signIn(page, journal, { role })
      let asked = 0
      page.on('request', (request) => (asked += request.url().includes('/api/posts/details/') ? 1 : 0))
      await page.goto('/blog/222222222222')
      await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', dashboard)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found')
      await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
      // The server does not know them; they ask once as themselves, and that is the answer.
      expect(asked).toBe(1)
    })
  }

  test('opens the policies from the menu, in a document and where React is', async ({ page }) => {
    const menu = page.locator('.mast .nav.wide details')
    for (const open of [() => page.goto('/'), () => browseTo(page, '/')]) {
      await open()
      await menu.getByText('Policies & Guidelines').click()
      await expect(menu.getByRole('list', { name: 'For Authors' }).getByRole('link')).toHaveCount(3)
      await expect(menu.getByRole('list', { name: 'Policies' }).getByRole('link')).toHaveCount(6)
      await page.keyboard.press('Escape')
      await expect(menu).not.toHaveAttribute('open')
      await expect(menu.locator('summary')).toBeFocused()
      await menu.getByText('Policies & Guidelines').click()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(menu).not.toHaveAttribute('open')
      await menu.getByText('Policies & Guidelines').click()
      await menu.getByRole('link', { name: 'Publication Fee' }).click()
      await expect(page).toHaveURL('/publication-fee')
      await expect(menu).not.toHaveAttribute('open')
      await expect(page.getByText('PKR 15,000').first()).toBeVisible()

      await open()
      await menu.getByText('Policies & Guidelines').click()
      // At once: the second click of two falls on what was beneath the menu.
      await page.evaluate(() => {
        for (const link of ['.mast .policies a[href="/peer-review"]', '.mast .policies a', 'main a'])
          document.querySelector<HTMLAnchorElement>(link)!.click()
      })
      await expect(page).toHaveURL('/peer-review')
      await expect(menu).not.toHaveAttribute('open')
    }
  })

  test('chooses dark, and it stays', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })

  test('chooses dark in the account menu, and it stays in both places', async ({ page, journal }) => {
    await signIn(page, journal)
    const root = page.locator('html')
    for (const path of ['/about', '/dashboard']) {
      await page.goto(path)
      const menu = page.locator('header .profile:visible')
      await menu.locator('summary').click()
      await menu.getByRole('radio', { name: 'Dark' }).check()
      await expect(root).toHaveAttribute('data-theme', 'dark')
      await page.reload()
      await expect(root).toHaveAttribute('data-theme', 'dark')
      if (path === '/about') await expect(page.locator('footer').getByRole('radio', { name: 'Dark' })).toBeChecked()
      await menu.locator('summary').click()
      await expect(menu.getByRole('radio', { name: 'Dark' })).toBeChecked()
      await menu.getByRole('radio', { name: 'System' }).check()
      await expect(root).not.toHaveAttribute('data-theme')
    }
  })

  test('finds the current entry of each menu in forced colours', async ({ page, journal }) => {
    await aFullJournal(journal)
    await page.emulateMedia({ forcedColors: 'active' })
    const ground = (element: Element) => getComputedStyle(element).backgroundColor
    const expectMarked = async (nav: Locator) => {
      const [current, other] = [nav.locator('[aria-current]').first(), nav.locator('a:not([aria-current])').last()]
      await expect(current).toBeVisible()
      expect(await current.evaluate(ground)).not.toBe(await other.evaluate(ground))
    }
    await page.goto('/archived')
    await expectMarked(page.locator('.mast .nav.wide'))
    await page.goto('/peer-review')
    await expectMarked(page.locator('.policy-nav'))
    await page.goto('/blog?page=2')
    await expectMarked(page.locator('.pager'))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/archived')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expectMarked(page.locator('#site-menu'))
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing is wider than the screen, and the menu slides over', async ({ page, journal }) => {
    const { newest, volume } = await aFullJournal(journal)
    for (const path of [
      '/',
      '/blog',
      `/blog/${newest.id}`,
      `/volume/${volume.id}`,
      '/archived',
      '/categories',
      '/editorial-members',
      '/unauthorized',
      '/publication-fee',
      '/login',
      '/signup',
    ]) {
      await page.goto(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    await page.goto('/')
    const menu = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(menu).toBeVisible()
    expect((await menu.boundingBox())?.width).toBe(256)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    // Under this point lies a button of the page: it must not be pressed through the closing menu.
    await page.mouse.click(20, 400)
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    for (const [title, entries] of [
      ['Read', ['Home', 'Current Articles', 'Categories', 'Archives']],
      ['About the Journal', ['About', 'Editorial Members', 'News']],
      ['Your Account', ['Login', 'Sign Up']],
    ] as const) {
      await expect(menu.getByText(title, { exact: true })).toBeVisible()
      await expect(menu.getByRole('list', { name: title, exact: true }).getByRole('link')).toHaveText([...entries])
    }
    const [login, signup] = [menu.getByRole('link', { name: 'Login' }), menu.getByRole('link', { name: 'Sign Up' })]
    const [above, below] = [(await login.boundingBox())!, (await signup.boundingBox())!]
    expect(below.y, 'Login and Sign Up are two entries').toBeGreaterThanOrEqual(above.y + above.height)
    await menu.getByRole('link', { name: 'Archives' }).click()
    await expect(page).toHaveURL('/archived')
    await expect(menu).toBeHidden()
  })
})

test.describe('on the first screen', () => {
  test('of a phone is the latest article, and no dot dangles between facts', async ({ page, journal }) => {
    const { newest } = await aFullJournal(journal)
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/')
      const title = page.locator(`article a[href="/blog/${newest.id}"]`).first()
      const box = (await title.boundingBox())!
      expect(box.y + box.height, 'the title of the latest article').toBeLessThan(844)
      const facts = (await page.locator('.facts').boundingBox())!
      for (const fact of await page.locator('.facts li').all()) {
        const { x, width: wide } = (await fact.boundingBox())!
        // A dot has the first 22 pixels of its fact. Where a line begins it lies outside of the list, which cuts it off.
        const begins = x < facts.x + 2
        expect(begins ? x + 22 : x, (await fact.textContent())!).toBeLessThanOrEqual(begins ? facts.x + 1 : x)
        expect(x + wide).toBeLessThanOrEqual(width)
      }
    }
  })

  test('of a wide screen the label of the sheet does not cover the strap', async ({ page }) => {
    await page.goto('/')
    const label = (await page.locator('.sheet figcaption').boundingBox())!
    const plant = page.locator('.sheet img')
    const sheet = (await plant.boundingBox())!
    const svg = await (await page.request.get((await plant.getAttribute('src'))!)).text()
    const [, x = '', width = ''] = /id="strap" x="(\d+)".* width="(\d+)"/.exec(svg)!
    expect(sheet.x + ((Number(x) + Number(width)) / 240) * sheet.width).toBeLessThanOrEqual(label.x)
  })
})

test('what is far below is there for printing, pictures and searching', async ({ page, journal }) => {
  await aFullJournal(journal)
  for (const path of ['/', '/blog']) {
    await page.goto(path)
    const skipped = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => getComputedStyle(element).contentVisibility !== 'visible')
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(skipped, path).toEqual([])
  }
})

test.describe('when something fails', () => {
  const FAILURES = [
    ['/', '/blog', 'Current Articles', '**/api/posts/published*', 'Failed to load blog posts. Please try again later.'],
    ['/about', '/', 'Home', '**/api/posts/published*', 'Failed to load content. Please try again later.'],
    ['/', '/archived', 'Archives', '**/api/volumes/with-counts', 'Something went wrong'],
    ['/', '/categories', 'Categories', '**/api/categories', 'Failed to load categories'],
    ['/', '/about', 'About', '**/api/pages/*', 'Something went wrong'],
    ['/', '/editorial-members', 'Editorial Members', '**/api/editorial-board', 'Failed to load editorial members'],
  ] as const

  /** One heading says which page it is, nothing still loads, and the notice keeps its distance. */
  const expectTidy = async (page: Page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByText(/^Loading|^Growing/)).toHaveCount(0)
    const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const notice = (await page.getByRole('alert').boundingBox())!
    expect(notice.y - heading.y - heading.height).toBeGreaterThanOrEqual(16)
  }

  for (const [from, to, link, call, words] of FAILURES) {
    test(`${to} says so after a link`, async ({ page, trouble }) => {
      trouble.expect(/500/)
      await browseTo(page, from)
      await page.route(call, (route) =>
        route.fulfill({
          status: 500,
          json: { statusCode: 500, error: 'Internal Server Error', message: 'Something went wrong' },
        }),
      )
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(to)
      await expect(page.getByText(words).first()).toBeVisible()
      await expectTidy(page)
      await expectNoAxeViolations(page)
      await page.unroute(call)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByText(words)).toHaveCount(0)
    })
  }

  test('a volume that could not be loaded is asked for once more', async ({ page, journal, trouble }) => {
    trouble.expect(/500/)
    await aFullJournal(journal)
    await browseTo(page, '/archived')
    await page.route('**/api/posts/volume/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: /Volume 7/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Posts')
    await expectTidy(page)
    await page.unroute('**/api/posts/volume/*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 7 Articles')
  })

  test('a volume that the server itself could not load is asked for once more, too', async ({
    page,
    journal,
    trouble,
  }) => {
    trouble.expect(/500/)
    const { volume } = await aFullJournal(journal)
    const { db } = journal.database
    await sql`alter table article_contributors rename to links_away`.execute(db)
    try {
      await journal.database.transaction(touchPublicSite)
      expect((await page.goto(`/volume/${volume.id}`))?.status()).toBe(500)
      await expect(page.getByText('Error Loading Posts')).toBeVisible()
    } finally {
      await sql`alter table links_away rename to article_contributors`.execute(db)
    }
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 7 Articles')
  })

  test('an article that could not be loaded is asked for once more', async ({ page, journal, trouble }) => {
    trouble.expect(/500/)
    const { newest } = await aFullJournal(journal)
    await browseTo(page, '/blog')
    await page.route('**/api/posts/details/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load post details')
    await expectTidy(page)
    await expect(page.getByRole('main').getByRole('link', { name: 'Current Articles' })).toBeVisible()
    await page.unroute('**/api/posts/details/*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores of Adiantum after CO2')
    await expect(page).toHaveURL(`/blog/${newest.id}`)
  })

  test('while a page loads it says so', async ({ page, journal }) => {
    await aFullJournal(journal)
    await browseTo(page, '/about')
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/**', async (route) => {
      await held
      await route.continue()
    })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Archives' }).click()
    await expect(page.getByText('Loading volumes...')).toBeVisible()
    await menu.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByText('Growing content...')).toBeVisible()
    answer()
    await expect(page.getByRole('heading', { name: 'Latest Research & Discoveries' })).toBeVisible()
  })

  test('the server’s own failed load has the page’s words and status 500', async ({ page, journal, trouble }) => {
    trouble.expect(/500/)
    const { db } = journal.database
    await sql`alter table volumes rename to volumes_away`.execute(db)
    try {
      await journal.database.transaction(touchPublicSite)
      const answer = await page.goto('/archived')
      expect(answer?.status()).toBe(500)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archives')
      await expect(page.getByText('Something went wrong')).toBeVisible()
    } finally {
      await sql`alter table volumes_away rename to volumes`.execute(db)
    }
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('No volumes found')).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page reads and its links work', async ({ page, journal }) => {
    const { newest, volume, categories } = await aFullJournal(journal)
    const pages = [
      '/',
      '/blog',
      '/blog?page=2',
      `/blog/${newest.id}`,
      '/categories',
      `/category/${categories[0]!.id}`,
      '/archived',
      `/volume/${volume.id}`,
      '/about',
      '/editorial-members',
    ]
    for (const path of [...pages, ...POLICY_PAGES.map(([policy]) => policy)]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    }
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page.getByText('Page 2 of 5')).toBeVisible()
    await page.locator('.mast .nav.wide summary').click()
    await page.locator('.mast .nav.wide').getByRole('link', { name: 'Peer Review Process' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peer Review Process')
  })

  test('a failed page can be tried again', async ({ page, journal, trouble }) => {
    trouble.expect(/500/)
    const { volume } = await aFullJournal(journal)
    const { db } = journal.database
    await sql`alter table article_contributors rename to links_away`.execute(db)
    try {
      await journal.database.transaction(touchPublicSite)
      await page.goto(`/volume/${volume.id}?page=2`)
      await expect(page.getByText('Error Loading Posts')).toBeVisible()
    } finally {
      await sql`alter table links_away rename to article_contributors`.execute(db)
    }
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volume 7 Articles')
    await expect(page).toHaveURL(`/volume/${volume.id}?page=2`)
  })
})
