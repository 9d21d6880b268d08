import { anArticle, aFile, aSignedIn } from '../support/builders.ts'
import { aPdf } from '../support/multipart.ts'
import { aReadableArticle } from './reading-text.ts'
import { expect, expectNoAxeViolations, test, type RunningJournal } from './support.ts'

test.beforeEach(({ journal }) => journal.clear())

const REASON = 'Roots were 43 cm long, not 34 cm.'

/** Corrects an article over the API, as the editor's form does. */
async function correct(journal: RunningJournal, id: string, version: number, correction: object) {
  const editor = await aSignedIn(journal, { role: 'admin' })
  const answer = await fetch(`${journal.url}/api/posts/${id}`, {
    method: 'PUT',
    headers: { ...editor.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ version, reason: REASON, ...correction }),
  })
  expect(answer.status).toBe(200)
}

for (const width of [1280, 390]) {
  test(`a reader finds what an article said before, and what has changed, at ${width} px`, async ({
    page,
    journal,
  }) => {
    const pdf = await aFile(journal.database, { store: journal.store, content: aPdf('The first') })
    const article = await aReadableArticle(journal, 'Roots of wheat', {
      abstract: '<p>Roots were 34 cm long.</p><p>Shoots were short.</p>',
      pdf,
    })
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/blog/${article.id}`)
    await expect(page.getByRole('link', { name: 'All versions' })).toHaveCount(0)

    await correct(journal, article.id, 1, { abstract: '<p>Roots were 43 cm long.</p><p>Shoots were short.</p>' })
    await page.goto(`/blog/${article.id}`)
    await page.getByRole('link', { name: 'All versions' }).click()
    const record = page.getByRole('region', { name: 'Record 2 versions' })
    await expect(record).toBeInViewport()
    await expect(record).toContainText(REASON)
    await expectNoAxeViolations(page)

    await record.getByRole('link', { name: 'Read version 1' }).click()
    await expect(page).toHaveURL(`/blog/${article.id}/v/1`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roots of wheat')
    await expect(page.getByText('Roots were 34 cm long.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Earlier version' })).toContainText(
      `The current version is 2: ${REASON}`,
    )
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(page.locator('meta[name^=citation_]')).toHaveCount(0)
    // What is sent says which version it is; the stored bytes are at an address of their own.
    const former = (await page.getByRole('link', { name: 'PDF of version 1' }).getAttribute('href'))!
    expect((await (await page.request.get(former)).body()).subarray(0, 5).toString()).toBe('%PDF-')
    const original = await page.request.get(former.replace(/\.pdf$/, '/original.pdf'))
    expect(await original.body()).toEqual(Buffer.from(aPdf('The first')))
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: 'Compare' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What changed')
    const change = page.getByRole('region', { name: '1 Abstract' })
    await expect(change.locator('ins:visible')).toHaveText('added: 43')
    await expect(change.locator('del:visible')).toHaveText('removed: 34')
    await expect(async () => {
      await page.keyboard.press('n')
      await expect(change).toBeFocused({ timeout: 500 })
    }).toPass()
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

    await page.goto(`/blog/${article.id}/v/2`)
    await expect(page).toHaveURL(`/blog/${article.id}`)
    await page.goto(`/blog/${article.id}/status`)
    await expect(page.getByRole('heading', { name: /^Version 1/ })).toBeVisible()
    await expectNoAxeViolations(page)
  })
}

test('an address of a version that there never was says so', async ({ page, journal, trouble }) => {
  trouble.expect(/status of 40[04]/)
  const { id } = await anArticle(journal.database)
  for (const address of [`/blog/${id}/v/7`, `/blog/${id}/compare/1/7`, `/blog/${id}/v/x`]) {
    expect((await page.goto(address))!.status(), address).toBeGreaterThanOrEqual(400)
  }
})
