import type { Page } from '@playwright/test'

/**
 * Counts how often a person presses a mouse button or taps from now on, over page loads too. What is typed, or chosen from a
 * list that the browser shows, is none.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = () => {
    if ('clicksAreCounted' in window) return
    Object.assign(window, { clicksAreCounted: true })
    // Not of `click`: a label clicks its checkbox once more.
    addEventListener('pointerdown', () => (sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1), true)
  }
  await page.addInitScript(listen)
  if (page.url().startsWith('http')) {
    await page.evaluate(listen)
    await page.evaluate(() => delete sessionStorage.clicks)
  }
  return () => page.evaluate(() => Number(sessionStorage.clicks ?? 0))
}
