import { test } from './support.ts'
import { aReadableArticle } from './reading-text.ts'
test('over', async ({ page, journal }) => {
  const { id } = await aReadableArticle(journal)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/blog/${id}`)
  console.log(
    await page.evaluate(() =>
      [...document.querySelectorAll('main *, header *')]
        .filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest('.frame, .strip ul'))
        .map((e) => `${e.tagName}.${e.className} ${e.getBoundingClientRect().right}`)
        .join('\n'),
    ),
  )
  await page.screenshot({ path: '/tmp/reading-shots/over.png', fullPage: true })
})
