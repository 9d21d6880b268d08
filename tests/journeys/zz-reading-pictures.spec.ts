import { readFileSync } from 'node:fs'
import { anArticle } from '../builders.ts'
import { aFullText } from '../full-texts.ts'
import { test } from './support.ts'
const html = readFileSync('/work/shared/look/reading/reading.html', 'utf8')
const body = html.slice(html.indexOf('<section id="s-1"'), html.indexOf('<section id="about"')) + html.slice(html.indexOf('<section id="references"'), html.indexOf('</article>'))
const outline = {
  sections: ['Background', 'Methods', 'Results', 'Discussion', 'Conclusions'].map((title, i) => ({ id: `s-${i + 1}`, part: 1, number: String(i + 1), title, sections: i === 1 ? ['Study area', 'Ethnographic setting', 'Data collection'].map((t, j) => ({ id: `s-2-${j + 1}`, part: 1, number: `2.${j + 1}`, title: t, sections: [] })) : [] })).concat([{ id: 'references', part: 1, number: '', title: 'References', sections: [] }]),
  figures: [1, 2, 3, 4].map((n) => ({ id: `fig-${n}`, part: 1, label: `Figure ${n}`, title: 'Map showing the location and physiography of the study area', image: null })),
  tables: [1, 2, 3, 4].map((n) => ({ id: `tab-${n}`, part: 1, label: `Table ${n}`, title: 'Emic and etic use categories', image: null })),
}
const out = process.env.OUT ?? '/tmp/reading-shots'
test('pictures', async ({ page, journal, trouble }) => {
  test.setTimeout(120000)
  trouble.expect(/.*/)
  const article = await anArticle(journal.database, { title: 'Cross-cultural comparison of plant use knowledge in Baitadi and Darchula districts, Nepal Himalaya', abstract: '<h3>Background</h3><p>' + 'This study seeks to better understand the human-nature interface. '.repeat(8) + '</p><h3>Methods</h3><p>' + 'They inhabit different regions. '.repeat(10) + '</p>', funding_statement: 'Rufford Small Grant.' } as never)
  await aFullText(journal.database, article, { parts: [body], outline })
  for (const [w, h] of [[1280, 800], [1680, 1000], [820, 1000], [390, 844]] as const) {
    await page.setViewportSize({ width: w, height: h })
    await page.goto(`/blog/${article.id}`)
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${out}/${w}.png` })
    for (const [name, id] of [['strip', 'figures'], ['figure', 'fig-1'], ['table', 'tab-1'], ['eq', 'eq-2'], ['away', 'fig-2'], ['end', 'about']]) {
      await page.goto(`/blog/${article.id}#${id}`)
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${out}/${w}-${name}.png` })
    }
    await page.goto(`/blog/${article.id}#s-2-3`)
    await page.waitForTimeout(300)
    await page.locator('#s-2-3 .xr').first().click()
    await page.waitForTimeout(200)
    await page.screenshot({ path: `${out}/${w}-slip.png` })
  }
  console.log(await page.evaluate(() => document.head.innerHTML.slice(0, 5000).replace(/<script nonce[\s\S]*?<\/script>/, '')))
})
