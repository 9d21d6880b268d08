import { UNSAFE_withComponentProps as withProps, type ServerBuild } from 'react-router'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { apiCalls } from '../src/app/handlers.ts'
import { inProcessTransport } from '../src/app/app.ts'
import * as entry from '../src/web/entry.server.tsx'
import * as article from '../src/web/pages/public/article.tsx'
import * as articles from '../src/web/pages/public/articles.tsx'
import * as layout from '../src/web/pages/public/layout.tsx'
import * as root from '../src/web/root.tsx'
import { anArticle, someArticles } from './support/builders.ts'
import { aFullText } from './support/full-texts.ts'
import { eachDatabase, watchQueries, type TestJournal } from './support/databases.ts'

/** What rendering a page asks, carries and makes: counts, because its time depends on the machine. */
describe('rendering a page', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
      await someArticles(journal.database, 12)
    })

    /** Renders a page with the site's own entry, and tells what it has cost. */
    const render = async (path: string) => {
      const page = entry.createRenderer(BUILD, 'production')
      let html = ''
      const queries = await watchQueries(journal.database, async (database) => {
        const resources = { ...journal.resources, database }
        const given = {
          send: inProcessTransport(
            apiCalls({ ...resources, ownSite: { get: () => Promise.reject(new Error('not asked for')) } }),
            resources,
            () => {},
          ),
          journalScript: '/journal/x.js',
          publicUrl: 'http://journal.test',
          nonce: 'nonce-of-this-page',
          onError: (error: unknown) => expect.fail(String(error)),
        }
        html = await (await page(new Request(`http://journal.test${path}`), given)).text()
      })
      const data = /streamController\.enqueue\((".*?")\);/.exec(html)?.[1] ?? expect.fail('The page carries no data')
      return { html, queries: queries.length, data: JSON.parse(data) as string }
    }
    const anAuthor = (name: string) => ({
      ...{ full_name: name, role: 'Author' as const, email: 'private-author@plants.test' },
      affiliation: 'Institute of Botany, Multan, Pakistan',
    })

    test('an article asks as few queries with many authors as with one', async () => {
      const names = Array.from({ length: 40 }, (_, index) => `Author Number ${index}`)
      const one = await anArticle(journal.database, { contributors: [anAuthor('Rabia Khan')] })
      const many = await anArticle(journal.database, { contributors: names.map(anAuthor) })
      // Its formatted references are made and stored once.
      for (const { id } of [one, many]) await render(`/blog/${id}`)
      const pages = [await render(`/blog/${one.id}`), await render(`/blog/${many.id}`)]
      expect(pages[1]!.html).toContain('Author Number 39')
      expect(pages.map(({ queries }) => queries)).toEqual([13, 13])
    })

    test('an article carries what it shows, once', async () => {
      const abstract = `<p>${'Maize wilts in dry soil. '.repeat(200)}</p>`
      const { id } = await anArticle(journal.database, { abstract, contributors: [anAuthor('Rabia Khan')] })
      const { html, data } = await render(`/blog/${id}`)
      expect(html).toContain('>Rabia Khan')
      // The mark of the router's own links, which cost thirty times as much.
      expect(html).not.toContain('data-discover')
      expect(data.split('Maize wilts').length - 1).toBe(200)
      // The references in all styles are markup alone.
      expect(html).toContain('id="cite-apa"')
      expect(data).not.toContain('Khan, R.')
      expect(data.length - abstract.length).toBeLessThan(4_000)
      for (const unseen of ['titleText', 'updatedAt', 'categoryId', 'volumeId', '"affiliation"', 'private-author'])
        expect(data).not.toContain(unseen)
    })

    test('a full text is in the document once, and its loader data are its contents alone', async () => {
      const article = await anArticle(journal.database, { contributors: [anAuthor('Rabia Khan')] })
      const sections = Array.from({ length: 8 }, (_, index) => ({
        ...{ id: `s-${index + 1}`, part: 1, number: `${index + 1}`, title: `Section ${index + 1}`, sections: [] },
      }))
      const written = sections.map(
        ({ id, title }) =>
          `<section id="${id}"><h2>${title}</h2><p>Stomata of ${id} close. ${'Dry. '.repeat(500)}</p></section>`,
      )
      // Its formatted references are made and stored by the first rendering.
      await render(`/blog/${article.id}`)
      // Its formatted references are made and stored once.
      await render(`/blog/${article.id}`)
      const before = await render(`/blog/${article.id}`)
      await aFullText(journal.database, article, {
        parts: [written.join(''), '<p>Another part</p>'],
        outline: { sections },
      })
      const { html, data, queries } = await render(`/blog/${article.id}`)
      for (const section of written) expect(html.split(section)).toHaveLength(2)
      expect(html.split('Stomata of s-5 close')).toHaveLength(2)
      expect(data).not.toContain('Stomata')
      expect(data.length - before.data.length).toBeLessThan(1_500)
      expect(html).not.toContain('Another part')
      expect(queries).toBe(13)
    })

    test('the text of one request is not shown to the next', async () => {
      const [one, other] = [await anArticle(journal.database), await anArticle(journal.database)]
      await aFullText(journal.database, one, { parts: ['<p>Only of the first article</p>'] })
      const pages = await Promise.all([one, other, one, other].map(({ id }) => render(`/blog/${id}`)))
      expect(pages.map(({ html }) => html.includes('Only of the first article'))).toEqual([true, false, true, false])
    })

    test('a list carries its cards, and no abstracts', async () => {
      const { html, queries, data } = await render('/blog')
      const cards = html.split('<article').length - 1
      expect(cards).toBeGreaterThan(5)
      expect(data.length).toBeLessThan(cards * 900)
      expect(data).not.toContain('"abstract"')
      expect(queries).toBe(9)
    })

    test('makes no formatter for dates, numbers or orders', async () => {
      const { id } = await anArticle(journal.database)
      const paths = [`/blog/${id}`, '/blog']
      for (const path of paths) await render(path)
      const made = [
        ...(['DateTimeFormat', 'NumberFormat', 'Collator', 'ListFormat', 'PluralRules'] as const).map((name) =>
          vi.spyOn(Intl, name),
        ),
        // These make one inside.
        ...(['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'] as const).map((name) =>
          vi.spyOn(Date.prototype, name),
        ),
        vi.spyOn(Number.prototype, 'toLocaleString'),
      ]
      for (const path of paths) expect((await render(path)).html).toMatch(/[A-Z][a-z]+ \d{1,2}, 20\d\d/)
      for (const spy of made) expect(spy).not.toHaveBeenCalled()
    })
  })
})

/** The public part of the site as the build would describe it. */
const ROUTES = {
  root: { path: '', module: root },
  layout: { parentId: 'root', module: layout },
  articles: { parentId: 'layout', path: 'blog', module: articles },
  article: { parentId: 'layout', path: 'blog/:id', module: article },
}
const FLAGS = { hasAction: false, hasErrorBoundary: false, hasClientAction: false, hasClientMiddleware: false }
const BUILD = {
  entry: { module: entry },
  routes: Object.fromEntries(
    Object.entries(ROUTES).map(([id, route]) => [
      id,
      { id, ...route, module: { ...route.module, default: withProps(route.module.default as never) } },
    ]),
  ),
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: Object.fromEntries(
      Object.entries(ROUTES).map(([id, { module, ...route }]) => [
        id,
        {
          ...{ id, module: `/assets/${id}.js`, ...FLAGS, ...route },
          ...{ hasLoader: 'loader' in module, hasClientLoader: 'clientLoader' in module, hasDefaultExport: true },
        },
      ]),
    ),
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild
