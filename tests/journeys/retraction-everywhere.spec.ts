import { PDFDocument } from '@cantoo/pdf-lib'
import { authorKey } from '../../src/contract/rules/people/author-names.ts'
import { releaseNotice } from '../../src/journal/publication/notices/release.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { aFile, anArticle, aVolume } from '../support/builders.ts'
import { aSignedNotice, in10Minutes } from '../support/notice-builders.ts'
import { twoPages } from '../support/pdf-pages.ts'
import { aReadableArticle } from './reading-text.ts'
import { expect, expectNoAxeViolations, test } from './support.ts'

const TITLE = 'Silver nanoparticles double the rooting of olive cuttings'
const WORD = /retracted/i

test('a retraction is in every public copy of the article, and in none before it is published', async ({
  page,
  journal,
}) => {
  test.slow()
  await journal.clear()
  const { database, store } = journal
  const volume = await aVolume(database, { title: 'Volume 3' })
  const pdf = await aFile(database, { store, content: Buffer.from(await twoPages()) })
  const article = await aReadableArticle(journal, TITLE, {
    ...{ volume, pdf, page_num: '21-29', keywords: 'olive cuttings' },
    contributors: [{ role: 'Corresponding Author', full_name: 'Hina Abro', email: 'hina@plants.test' }],
  })
  // Something in common with it, and a newer one for the lists of the newest.
  const other = await anArticle(database, {
    volume,
    page_num: '30-41',
    keywords: 'olive cuttings',
    title: 'Roots of olive',
  })
  const noticeId = await aSignedNotice(database, 'retraction', [article.id])
  await database.transaction(touchPublicSite)
  const { id } = article
  const person = await database.db
    .selectFrom('article_contributors')
    .select('contributor_id')
    .where('article_id', '=', id)
    .executeTakeFirstOrThrow()
  const author = authorKey({ contributorId: person.contributor_id, orcidId: null })
  const oai = (format: string) =>
    `/oai?verb=GetRecord&metadataPrefix=${format}&identifier=oai:${new URL(journal.url).hostname}:${id}`
  const query = encodeURIComponent('olive cuttings')

  const addresses = [
    // pages
    ...[`/blog/${id}`, '/blog', `/category/${article.category_id}`, `/volume/${volume.id}`, `/author/${author}`],
    ...['/keyword/olive-cuttings', `/search?q=${query}`, '/search?q=rooting', '/notices', `/blog/${other.id}`],
    ...[`/blog/${id}/status`, `/blog/${id}/status.json`],
    // files
    ...[`/blog/${id}.pdf`, `/blog/${id}/original.pdf`, `/blog/${id}/v/1.pdf`, `/blog/${id}/v/1/original.pdf`],
    ...[`/blog/${id}.xml`, `/blog/${id}.bib`, `/blog/${id}.ris`, `/blog/${id}.enw`, `/blog/${id}.csl.json`],
    // feeds and harvesters
    ...['/feed.atom', '/feed.rss', '/feed.json'],
    ...['atom', 'rss', 'json'].map((format) => `/category/${article.category_id}/feed.${format}`),
    ...['/notices.atom', oai('oai_dc'), oai('jats'), '/oai?verb=ListRecords&metadataPrefix=oai_dc'],
    ...['/doaj/articles.csv', `/lockss/${volume.id}`],
    // the API
    ...[`/api/posts/details/${id}`, `/api/posts/${id}/citations`, `/api/posts/${id}/notices`, '/api/notices'],
    ...[
      `/api/posts/${other.id}/related`,
      '/api/posts/published',
      `/api/posts/category/${article.category_id}/published`,
    ],
    ...[`/api/posts/volume/${volume.id}`, `/api/search?q=${query}`, '/api/keywords/olive-cuttings'],
    ...[`/api/authors/${author}`, `/api/posts/${id}/versions`],
  ]

  /** What an address answers: its text, the name of its file, and the title of a PDF. */
  const told = async (address: string): Promise<{ status: number; words: string }> => {
    const answer = await fetch(journal.url + address, { headers: { accept: 'text/html,*/*' } })
    const name = answer.headers.get('content-disposition') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isPdf = bytes.subarray(0, 4).toString() === '%PDF'
    const title = isPdf ? (await PDFDocument.load(bytes, { updateMetadata: false })).getTitle() : bytes.toString()
    // A server that has much to do answers a harvester in more parts.
    const more = /<resumptionToken[^>]*>([^<]+)</.exec(title ?? '')?.[1]
    const rest = more ? await told(`/oai?verb=ListRecords&resumptionToken=${encodeURIComponent(more)}`) : { words: '' }
    return { status: answer.status, words: `${name} ${title ?? ''} ${rest.words}` }
  }
  const all = async () => {
    const found = new Map<string, { status: number; words: string }>()
    for (const address of addresses) found.set(address, await told(address))
    return [...found]
  }
  const missing = (await all()).filter(([, { status }]) => status !== 200).map(([address]) => address)
  expect(missing).toEqual([])
  expect(addresses.length).toBeGreaterThanOrEqual(40)
  // The list of notices and its feed explain the word, of whatever article.
  const shows = ([address, { words }]: Awaited<ReturnType<typeof all>>[number]) =>
    address.startsWith('/notices') ? words.includes(TITLE) : WORD.test(words)
  expect((await all()).filter(shows).map(([address]) => address)).toEqual([])

  await database.transaction((tx) => releaseNotice(tx, noticeId, in10Minutes().toISOString()))
  // The search learns of it in the background.
  await expect.poll(async () => (await told('/search?q=retracted')).words).toContain(TITLE)
  const without = (await all()).filter((one) => !shows(one)).map(([address]) => address)
  // Versions have their dates and hashes alone, without the title.
  expect(without).toEqual([`/api/posts/${id}/versions`].filter((address) => without.includes(address)))

  // It is neither among the newest of the home page nor related to another.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Roots of olive/ })).toBeVisible()
  await expect(page.getByText('olive cuttings', { exact: false }).filter({ hasText: 'Silver' })).toHaveCount(0)
  const { related } = (await (await fetch(`${journal.url}/api/posts/${other.id}/related`)).json()) as {
    related: { id: string }[]
  }
  expect(related.map((one) => one.id)).not.toContain(id)

  // The notice comes before the text, with the keyboard too; a phone has it in the banner alone.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/blog/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`RETRACTED: ${TITLE}`)
    await expect(page.getByRole('region', { name: 'Retraction' })).toContainText('Please do not use it as evidence.')
    await expect(page.locator('.btn.solid:visible')).toHaveText(width === 390 ? [] : ['Read the Notice'])
    await expectNoAxeViolations(page)
    // What is in sight leads back to the banner.
    await expect(page.locator('.rail-standing')).toBeHidden()
    await page.locator('#references').scrollIntoViewIfNeeded()
    const inSight = page.locator('.rail-standing a')
    await expect(inSight).toBeVisible()
    await inSight.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Retraction' })).toBeInViewport()
  }
  await page.getByRole('region', { name: 'Retraction' }).getByRole('link', { name: 'Read the notice' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Retraction: ${TITLE}`)
  for (const heading of [
    'What is wrong',
    'Why',
    'Who found it',
    'What it changes',
    'What we do',
    'Do the authors agree',
  ])
    await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices')
  await expectNoAxeViolations(page)
  await page
    .getByRole('navigation', { name: 'Kind of notice' })
    .getByRole('link', { name: /Retractions/ })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Retraction' }).filter({ hasText: 'Silver' })).toHaveCount(
    1,
  )
  await page.goto('/search?q=olive&standing=retracted')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([`RETRACTED: ${TITLE}`])
  await expectNoAxeViolations(page)
})
