import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

/** What Lighthouse asks of the developer tools for a slow phone line. */
const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
}
const SLOWER_PROCESSOR = 4
/** A page that waits until it is idle before it loads its scripts gets the time to do so. */
const IDLE_MS = 3_000

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })

export interface FirstVisit {
  bytes: number
  scripts: number
  fonts: number
  untilReadable: number
  /** What another page of the journal adds, reached by a link. */
  further: number
  lcpMs: number
  shift: number
}

async function aPhone(browser: Browser): Promise<{ context: BrowserContext; page: Page; tools: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  return { context, page, tools }
}

/** Opens a page as someone who has never been here, then follows the first such link to another. */
export async function firstVisit(browser: Browser, url: string, link: string): Promise<FirstVisit> {
  const { context, page, tools } = await aPhone(browser)
  try {
    await tools.send('Network.emulateNetworkConditions', SLOW_LINE)
    const traffic = watchTraffic(tools)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await settled(page)
    const bytes = traffic.bytes()
    const seen = await page.evaluate(paintsOf)
    const { scripts, fonts } = { scripts: traffic.bytes('Script'), fonts: traffic.bytes('Font') }
    const untilReadable = traffic.until(seen.origin + seen.firstText)

    await page.locator(link).first().tap()
    await page.waitForURL((address) => address.href !== url)
    await settled(page)
    return {
      bytes,
      scripts,
      fonts,
      untilReadable,
      further: traffic.bytes() - bytes,
      lcpMs: seen.lcp,
      shift: seen.shift,
    }
  } finally {
    await context.close()
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(IDLE_MS)
  await page.waitForLoadState('networkidle')
}

/** Counts bytes as they come over the line. */
function watchTraffic(tools: CDPSession) {
  const kinds = new Map<string, string>()
  const received: { id: string; at: number; bytes: number }[] = []
  /** The difference between the clock of the day and the one of these events, in seconds. */
  let offset = 0
  tools.on('Network.requestWillBeSent', ({ requestId, type, timestamp, wallTime }) => {
    kinds.set(requestId, type ?? 'Other')
    offset = wallTime - timestamp
  })
  tools.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    received.push({ id: requestId, at: timestamp, bytes: encodedDataLength })
  })
  tools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    // The headers, which no event of data counts.
    const counted = received.filter(({ id }) => id === requestId).reduce((sum, { bytes }) => sum + bytes, 0)
    received.push({ id: requestId, at: timestamp, bytes: Math.max(0, encodedDataLength - counted) })
  })
  const sum = (those: typeof received) => those.reduce((total, { bytes }) => total + bytes, 0)
  return {
    bytes: (kind?: string) => sum(received.filter(({ id }) => kind === undefined || kinds.get(id) === kind)),
    until: (msOfDay: number) => sum(received.filter(({ at }) => (at + offset) * 1000 <= msOfDay)),
  }
}

/** Runs in the page. */
async function paintsOf() {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
  const lcp = (await entries('largest-contentful-paint')).at(-1)
  const shifts = (await entries('layout-shift')) as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
  return {
    origin: performance.timeOrigin,
    firstText: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    lcp: lcp!.startTime,
    shift: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
  }
}

/** A reader's way through the journal; the longest time from a touch to the next paint, in milliseconds. */
export async function slowestInteraction(browser: Browser, url: string): Promise<number> {
  const { context, page } = await aPhone(browser)
  try {
    const durations: number[] = []
    await context.exposeBinding('keepDuration', (_source, duration: number) => durations.push(duration))
    await context.addInitScript(() => {
      type Interaction = PerformanceEntry & { interactionId: number }
      const options = { type: 'event', buffered: true, durationThreshold: 16 }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Interaction[]) {
          if (entry.interactionId)
            void (window as unknown as { keepDuration(ms: number): void }).keepDuration(entry.duration)
        }
      }).observe(options as PerformanceObserverInit)
    })
    await page.goto(`${url}/blog`)
    // At once, while the page may still be loading its scripts, and later.
    await page.locator('header button').first().tap()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1_000)
    await page.locator('a[rel="next"]').first().tap()
    await page.waitForURL(/page=2/)
    await page.locator('main a[href^="/blog/"]').first().tap()
    await page.waitForURL(/\/blog\/\w/)
    await page.waitForTimeout(500)
    await page.goBack()
    await page.waitForTimeout(1_000)
    if (!durations.length) throw new Error('The browser has reported no interaction.')
    return Math.max(...durations)
  } finally {
    await context.close()
  }
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/**
 * Lighthouse's scores for a page on a phone: performance, accessibility, best practices, SEO. Null if it is
 * not installed: it brings more packages than the journal itself, so it is not one of its dependencies.
 */
export async function lighthouse(chromium: string, url: string, folder: string) {
  const file = join(folder, 'lighthouse.json')
  const flags = `--headless=new --disable-gpu${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  const done = spawnSync(
    'lighthouse',
    [
      url,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, encoding: 'utf8', timeout: 180_000 },
  )
  if ((done.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null
  if (done.status !== 0) throw new Error(`Lighthouse failed: ${done.stderr.slice(-500)}`)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return {
    scores: CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? 0))),
    lcpMs: audits['largest-contentful-paint']!.numericValue!,
    bytes: audits['total-byte-weight']!.numericValue!,
  }
}
