import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { queueVariants } from '../../src/journal/publication/files/image-variants.ts'
import { aFile, anArticle, aUser } from '../support/builders.ts'
import { aPicture } from '../support/png.ts'
import { browseTo, expect, expectNoAxeViolations, livened, signIn, test, type RunningJournal } from './support.ts'

const SHOWN = 'A pod of Vicia with six seeds'

/** An article with a featured image twice as wide as it is high. */
async function anIllustrated({ database, store }: RunningJournal, options: Parameters<typeof anArticle>[1] = {}) {
  const submitter = await aUser(database)
  const image = await aFile(database, {
    name: 'pod.png',
    mediaType: 'image/png',
    content: aPicture(400, 200),
    owner: submitter,
    store,
  })
  return { submitter, ...(await anArticle(database, { submitter, image, image_alt: SHOWN, ...options })) }
}

const proportions = (image: Locator): Promise<{ shown: number; own: number; fit: string }> =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const { width, height } = element.getBoundingClientRect()
    return {
      shown: width / height,
      own: element.naturalWidth / element.naturalHeight,
      fit: getComputedStyle(element).objectFit,
    }
  })

const expectWhole = async (image: Locator) => {
  const { shown, own } = await proportions(image)
  expect(own).toBe(2)
  expect(shown).toBeCloseTo(2, 1)
}

test.beforeEach(({ journal }) => journal.clear())

test('readers hear what an image shows, and see all of it on the article page', async ({ page, journal }) => {
  const { id } = await anIllustrated(journal)
  await page.goto('/blog')
  const card = page.locator('article').getByRole('img', { name: SHOWN })
  await expect(card).toBeVisible()
  expect(await proportions(card)).toMatchObject({ fit: 'cover' })
  await page.goto(`/blog/${id}`)
  const image = page.getByRole('img', { name: SHOWN })
  await expectWhole(image)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectWhole(image)
  // On a phone it has the width of the text.
  expect((await image.boundingBox())!.width).toBeGreaterThan(300)
})

test('an image without a description is decoration', async ({ page, journal }) => {
  const { id } = await anIllustrated(journal, { image_alt: null })
  await page.goto(`/blog/${id}`)
  await expect(page.locator('.cover-image img')).toHaveAttribute('alt', '')
})

test.describe('an article that is not public yet shows its image', () => {
  test('to its submitter, on the article page and on their card', async ({ page, journal }) => {
    const { id, submitter } = await anIllustrated(journal, { state: 'pending' })
    await signIn(page, journal, { user: submitter })
    await page.goto('/dashboard')
    await expectWhole(page.locator('.mine').getByRole('img', { name: SHOWN }))
    await page.getByRole('link', { name: /^View Details/ }).click()
    await page.getByRole('link', { name: 'Preview as an Article' }).click()
    await expect(page).toHaveURL(`/blog/${id}`)
    await expectWhole(page.getByRole('img', { name: SHOWN }))
  })

  test('to an administrator, in its details', async ({ page, journal }) => {
    await anIllustrated(journal, { state: 'pending' })
    await signIn(page, journal, { role: 'admin' })
    await page.goto('/admin/listings')
    await page.getByRole('row').nth(1).getByRole('button', { name: /view/i }).click()
    await expectWhole(page.getByRole('dialog').getByRole('img', { name: SHOWN }))
  })
})

test.describe('an image that cannot be loaded', () => {
  /** Blocks the page's scripts until all its images have failed to load. */
  async function failBeforeScripts(page: Page): Promise<void> {
    let failed = () => {}
    const afterFailure = new Promise<void>((resolve) => (failed = resolve))
    await page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.route('**/assets/*.js', async (route) => {
      await afterFailure
      await route.continue()
    })
    void page
      .waitForFunction(() => {
        const image = document.querySelector<HTMLImageElement>('.cover-image img')
        return image?.complete && image.naturalWidth === 0
      })
      .then(failed)
  }

  for (const [where, path] of [
    ['a card', () => '/blog'],
    ['the article page', (id: string) => `/blog/${id}`],
  ] as const) {
    test(`gives way to the plant on ${where}, also when it fails before the scripts have come`, async ({
      page,
      journal,
      trouble,
    }) => {
      trouble.expect(/404/)
      const { id } = await anIllustrated(journal)
      await failBeforeScripts(page)
      await page.goto(path(id), { waitUntil: 'commit' })
      await livened(page)
      await expect(page.locator('.cover-image img.plant').first()).toBeVisible()
      await expect(page.locator('.cover-image img:not(.plant)')).toHaveCount(0)
    })
  }

  test('is not given up while it is only slow, or far below', async ({ page, journal }) => {
    for (let count = 0; count < 6; count++) await anIllustrated(journal)
    let send = () => {}
    const sent = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/files/**', async (route) => {
      await sent
      await route.continue()
    })
    await browseTo(page, '/blog')
    await expect(page.locator('.cover-image img')).toHaveCount(6)
    send()
    const last = page.getByRole('img', { name: SHOWN }).last()
    await last.scrollIntoViewIfNeeded()
    expect(await proportions(last)).toMatchObject({ own: 2 })
    await expect(page.locator('.cover-image img')).toHaveCount(6)
  })

  test('gives way to the plant after a link, too', async ({ page, journal, trouble }) => {
    trouble.expect(/404/)
    await anIllustrated(journal)
    await page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '' }))
    await browseTo(page, '/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Current Articles' }).click()
    await expect(page.locator('.entry .cover-image img.plant')).toBeVisible()
  })
})

test.describe('once its smaller copies are made', () => {
  /** With as much detail as a photograph has, and all of its bytes. */
  const picture = (width: number) =>
    sharp(randomBytes(300 * 225 * 3), { raw: { width: 300, height: 225, channels: 3 } })
      .resize(width, (width * 3) / 4)
      .png({ compressionLevel: 0 })
      .toBuffer()

  async function aCopied(
    journal: RunningJournal,
    page: Page,
    content: Buffer,
    options: Parameters<typeof anArticle>[1] = {},
  ) {
    const { database, store } = journal
    const submitter = await aUser(database)
    const image = await aFile(database, { name: 'a.png', mediaType: 'image/png', content, store, owner: submitter })
    const article = await anArticle(database, { submitter, image, image_alt: SHOWN, ...options })
    await database.transaction((tx) => queueVariants(tx, image.id))
    // Whatever is written wakes the server; this is refused.
    await page.request.post('/api/auth/login', { data: {} })
    const made = () => database.db.selectFrom('files').select('width').where('id', '=', image.id).executeTakeFirst()
    await expect.poll(async () => (await made())?.width, { timeout: 120_000 }).toBeGreaterThan(0)
    return { article, submitter }
  }

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })

    test('a list and an article send a small one, and nothing moves when it comes', async ({ page, journal }) => {
      const original = await picture(1200)
      expect(original.length).toBeGreaterThan(3_000_000)
      const { article } = await aCopied(journal, page, original)
      await anArticle(journal.database)
      const sent: { name: string; bytes: number }[] = []
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url())
        if (/^\/(files|images)\//.test(pathname)) {
          sent.push({ name: pathname.split('/').at(-1)!, bytes: (await response.body()).length })
        }
      })
      for (const [path, name, bytes] of [
        ['/blog', '320.avif', 45_000],
        [`/blog/${article.id}`, '640.avif', 160_000],
      ] as const) {
        sent.length = 0
        await page.goto(path)
        const image = page.getByRole('img', { name: SHOWN })
        await image.evaluate((element: HTMLImageElement) => element.decode())
        expect(
          sent.map((one) => one.name),
          path,
        ).toEqual([name])
        expect(sent[0]!.bytes, path).toBeLessThan(bytes)
        expect(await layoutShift(page), path).toBe(0)
      }
    })
  })

  test('the first image of a page is loaded before the others', async ({ page, journal }) => {
    for (const title of ['Older', 'Newer']) await anIllustrated(journal, { title })
    await page.goto('/blog')
    const images = page.getByRole('main').getByRole('img', { name: SHOWN })
    await expect(images).toHaveCount(2)
    await expect(images.first()).toHaveAttribute('fetchpriority', 'high')
    await expect(images.first()).toHaveAttribute('loading', 'eager')
    await expect(images.last()).toHaveAttribute('loading', 'lazy')
  })

  test('its submitter sees a copy before it is public', async ({ page, journal, trouble }) => {
    trouble.expect(/404/)
    const { article, submitter } = await aCopied(journal, page, await picture(400), { state: 'pending' })
    await signIn(page, journal, { user: submitter })
    await page.goto(`/blog/${article.id}`)
    const image = page.getByRole('img', { name: SHOWN })
    await image.evaluate((element: HTMLImageElement) => element.decode())
    expect(await image.evaluate((element: HTMLImageElement) => element.currentSrc)).toMatch(
      /\/images\/\w+\/\d+\.avif\?key=/,
    )
  })
})

const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100))
      }),
  )

test.describe('a plant', () => {
  /** How many pixels of the first plant have the dark ink, and how many the pale one. */
  async function inks(page: Page): Promise<{ dark: number; pale: number }> {
    const plant = page.locator('.cover-image img.plant').first()
    await plant.evaluate((image: HTMLImageElement) => image.decode())
    const picture = `data:image/png;base64,${(await plant.screenshot()).toString('base64')}`
    return page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      const { data } = canvas.getImageData(0, 0, image.width, image.height)
      const near = (ink: number[]) =>
        Array.from({ length: data.length / 4 }, (_, at) =>
          ink.every((value, channel) => Math.abs(data[4 * at + channel]! - value) <= 2),
        ).filter(Boolean).length
      return { dark: near([0x24, 0x44, 0x2f]), pale: near([0xb9, 0xd6, 0xbd]) }
    }, picture)
  }

  test('has the colours of the chosen theme, whatever the system prefers', async ({ page, journal }) => {
    await anArticle(journal.database)
    for (const system of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: system })
      await page.goto('/')
      for (const theme of ['Light', 'Dark', 'System'] as const) {
        await page.getByRole('radio', { name: theme }).check()
        const { dark, pale } = await inks(page)
        const isDark = theme === 'Dark' || (theme === 'System' && system === 'dark')
        // The edges of tints may have the other ink's colour by chance.
        const [more, less] = isDark ? [pale, dark] : [dark, pale]
        expect(more, `${theme} on a ${system} system`).toBeGreaterThan(10 * less + 100)
      }
    }
  })

  test('is neither script nor part of a page', async ({ page, journal }) => {
    const { id } = await anArticle(journal.database)
    for (const path of ['/', '/blog', `/blog/${id}`, '/categories', '/unauthorized']) {
      const html = await (await page.request.get(path)).text()
      expect(html, path).toContain('<img class="plant"')
      expect(html.match(/ d="[^"]{300}/), path).toBeNull()
    }
    // A shape that only the drawer knows.
    const shape = /obovate/
    expect(readFileSync('src/platform/plants/grow.ts', 'utf8')).toMatch(shape)
    const scripts = globSync('build/client/assets/*.js')
    expect(scripts.filter((file) => shape.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(scripts.length).toBeGreaterThan(20)
  })
})
