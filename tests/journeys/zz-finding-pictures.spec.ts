import { aJournalToSearch } from '../searchable.ts'
import { test, type RunningJournal } from './support.ts'
import type { Page } from '@playwright/test'

const shoot = async (page: Page, name: string, path: string, before?: (page: Page) => Promise<unknown>) => {
  for (const [size, viewport] of [['1280', { width: 1280, height: 800 }], ['390', { width: 390, height: 844 }]] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await before?.(page)
      await page.screenshot({ path: `/tmp/finding-shots/${name}-${size}-${colorScheme}.png`, fullPage: name.endsWith('full') })
    }
}

test('pictures', async ({ page, journal }: { page: Page; journal: RunningJournal }) => {
  test.setTimeout(240_000)
  const { articles, beans } = await aJournalToSearch(journal.database)
  await shoot(page, 'search', '/search?q=Oryza+grain')
  await shoot(page, 'search-full', '/search?q=Oryza+grain&year=2018,2019')
  await shoot(page, 'search-none', '/search?q=Welwitschia+mirabilis')
  await shoot(page, 'search-filternone', '/search?q=Phaseolus&year=2015')
  await shoot(page, 'search-blank', '/search')
  await shoot(page, 'filters', '/search?q=Oryza+grain', (p) => p.locator('.filters > summary').click({ timeout: 500 }).catch(() => {}))
  await shoot(page, 'keyword', '/keyword/drought')
  await shoot(page, 'author', '/author/0000-0002-1825-0097')
  await shoot(page, 'article-full', `/blog/${articles[2]!.id}`)
  await shoot(page, 'text-full', `/blog/${articles[0]!.id}`)
  await shoot(page, 'home', '/', (p) => p.keyboard.press('/'))
  void beans
})
