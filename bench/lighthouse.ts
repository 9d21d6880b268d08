import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
