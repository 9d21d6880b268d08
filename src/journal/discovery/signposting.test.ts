import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, ARTICLE_STATES, aVolume } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { testArticle, TEST_URL } from '../../../tests/support/test-article.ts'
import type { Reference } from '../../contract/rules/articles/reference.ts'
import { createApp } from '../../app/app.ts'
import { linkHeader } from '../../platform/http/headers.ts'
import { referenceTags } from './page-matter.ts'
import { articleLinkHeader, articleLinks, linkset } from './signposting.ts'
import { replaceReferences } from '../publication/full-text/stored-text.ts'

const PAGE = `${TEST_URL}/blog/k7m2p9qrstvw`
const ORCID = '0000-0002-1825-0097'
const article = () => testArticle({ people: [{ fullName: 'Rabia Khan', orcidId: ORCID }, { fullName: 'Suharto' }] })

describe('the links of an article', () => {
  test('name what it is, and what belongs to it', () => {
    expect(articleLinks(article(), TEST_URL).map(({ rel, href, type }) => [rel, href, type])).toEqual([
      ['cite-as', 'https://doi.org/10.5555/jpbr.41', undefined],
      ['type', 'https://schema.org/ScholarlyArticle', undefined],
      ['type', 'https://schema.org/AboutPage', undefined],
      ['item', `${PAGE}.pdf`, 'application/pdf'],
      ['describedby', `${PAGE}.bib`, 'application/x-bibtex'],
      ['describedby', `${PAGE}.csl.json`, 'application/vnd.citationstyles.csl+json'],
      ['describedby', `${PAGE}.enw`, 'application/x-endnote-refer'],
      ['describedby', `${PAGE}.ris`, 'application/x-research-info-systems'],
      ['describedby', `${PAGE}.xml`, 'application/xml'],
      ['license', 'https://creativecommons.org/licenses/by/4.0/', undefined],
      ['collection', `${TEST_URL}/volume/v4`, 'text/html'],
      ['author', `https://orcid.org/${ORCID}`, undefined],
    ])
  })

  test('leave out what is not known', () => {
    const bare = testArticle({ doi: null, pdfUrl: null, volume: null })
    const relations = articleLinks(bare, TEST_URL).map(({ rel }) => rel)
    for (const rel of ['cite-as', 'item', 'collection', 'author']) expect(relations).not.toContain(rel)
  })

  test('are a header that proxies take, however many authors there are', () => {
    const people = Array.from({ length: 500 }, (_, index) => ({
      ...{ fullName: `Ann Bee${index}`, orcidId: `0000-0002-1825-${String(index).padStart(4, '0')}` },
    }))
    const header = articleLinkHeader(testArticle({ people }), TEST_URL)
    expect(header.length).toBeLessThan(4_000)
    expect(header).not.toContain('rel="author"')
    expect(header).toContain(`<${PAGE}.linkset.json>; rel="linkset"; type="application/linkset+json"`)
    const [context] = (
      JSON.parse(linkset(testArticle({ people }), TEST_URL)) as { linkset: Record<string, unknown[]>[] }
    ).linkset
    expect(context!.author).toHaveLength(500)
  })

  test.each([
    ['https://doi.org/10.1/a<b>"c"', '<https://doi.org/10.1/a%3Cb%3E%22c%22>; rel="cite-as"'],
    ['https://x.test/ä\r\nset-cookie: a', '<https://x.test/%C3%A4%0D%0Aset-cookie:%20a>; rel="cite-as"'],
    ['https://x.test/\uD800', '<https://x.test/%EF%BF%BD>; rel="cite-as"'],
  ])('hold no sign that would end them: %j', (href, expected) => {
    expect(linkHeader([{ rel: 'cite-as', href }])).toBe(expected)
  })
})

const aReference = (more: Partial<Reference> = {}): Reference => ({
  ...{ kind: 'journal', doi: '10.1002/ptr.1839', pmid: null, title: 'Effects; of "salt"', year: '2006', source: 'Res' },
  ...{ volume: '20', issue: null, firstPage: '228', lastPage: '231', publisher: null, text: 'As printed <i>.' },
  authors: [{ family: 'Kotwaroo', given: 'I', suffix: '' }],
  ...more,
})

describe('the tags of cited works', () => {
  test.each<[string, Reference, string]>([
    [
      'in parts',
      aReference(),
      'citation_title=Effects, of &quot;salt&quot;; citation_author=I Kotwaroo; citation_journal_title=Res; citation_publication_date=2006; citation_doi=10.1002/ptr.1839',
    ],
    [
      'without a DOI',
      aReference({ doi: null, pmid: '7' }),
      'citation_title=Effects, of &quot;salt&quot;; citation_author=I Kotwaroo; citation_journal_title=Res; citation_publication_date=2006; citation_volume=20; citation_firstpage=228; citation_lastpage=231; citation_pmid=7',
    ],
    [
      'a book',
      aReference({
        kind: 'book',
        title: null,
        source: 'Flora',
        doi: null,
        volume: null,
        firstPage: null,
        lastPage: null,
      }),
      'citation_title=Flora; citation_author=I Kotwaroo; citation_publication_date=2006',
    ],
    ['as printed', aReference({ title: null }), 'As printed &lt;i&gt;.'],
  ])('%s', (_name, reference, content) => {
    expect(referenceTags([reference])).toBe(`<meta name="citation_reference" content="${content}"/>`)
  })
})

eachDatabase((open) => {
  describe('over HTTP', () => {
    let journal: TestJournal
    let app: Awaited<ReturnType<typeof createApp>>
    beforeAll(async () => {
      journal = await open()
      app = await createApp({
        resources: journal.resources,
        rates: { on: false },
        trustProxy: 0,
        site: {
          // A page made from its article, as the site's are.
          render: async (request, { send }) => {
            const id = new URL(request.url).pathname.split('/').at(-1)!
            const { status } = await send('articles', 'details', { id })
            const headers = { 'content-type': 'text/html; charset=utf-8' }
            return new Response('<html><head><title>A</title></head><body></body></html>', { status, headers })
          },
          files: null,
        },
      })
      return () => app.close()
    })
    const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

    test('a page has its links and cited works, kept and in a 304 as well', async () => {
      const volume = await aVolume(journal.database)
      const { id } = await anArticle(journal.database, {
        doi: '10.5555/x.1',
        volume,
        pdf: await aFile(journal.database),
      })
      await journal.database.transaction((tx) => replaceReferences(tx, id, [aReference(), aReference()]))
      const first = await get(`/blog/${id}`)
      const site = journal.resources.publicUrl
      expect(first.headers.link).toContain('<https://doi.org/10.5555/x.1>; rel="cite-as"')
      expect(first.headers.link).toContain(`<${site}/blog/${id}.pdf>; rel="item"; type="application/pdf"`)
      expect(first.headers.link).toContain(`<${site}/volume/${volume.id}>; rel="collection"; type="text/html"`)
      expect(first.body.split('name="citation_reference"')).toHaveLength(3)
      expect(first.body).toContain('/></head><body>')
      const kept = await get(`/blog/${id}`)
      expect([kept.body, kept.headers.link]).toEqual([first.body, first.headers.link])
      const unchanged = await get(`/blog/${id}`, { 'if-none-match': String(first.headers.etag) })
      expect([unchanged.statusCode, unchanged.headers.link]).toEqual([304, first.headers.link])

      const set = await get(`/blog/${id}.linkset.json`)
      expect(set.headers['content-type']).toBe('application/linkset+json')
      const { linkset: contexts } = set.json<{ linkset: { anchor: string }[] }>()
      expect(contexts.map(({ anchor }) => anchor)).toEqual(
        ['', '.bib', '.csl.json', '.enw', '.ris', '.xml', '.pdf'].map((end) => `${site}/blog/${id}${end}`),
      )
    })

    test('files lead back to the page', async () => {
      const pdf = await aFile(journal.database)
      const { id } = await anArticle(journal.database, { pdf })
      const back = `<${journal.resources.publicUrl}/blog/${id}>`
      const link = async (end: string) => (await get(`/blog/${id}${end}`)).headers.link
      const known = { 'if-none-match': `"${pdf.sha256}"` }
      expect((await get(`/blog/${id}.pdf`, known)).headers.link).toBe(`${back}; rel="collection"; type="text/html"`)
      expect(await link('.xml')).toBe(
        `${back}; rel="describes"; type="text/html", ${back}; rel="collection"; type="text/html"`,
      )
      for (const end of ['.bib', '.ris', '.enw', '.csl.json'])
        expect(await link(end)).toBe(`${back}; rel="describes"; type="text/html"`)
    })

    test('pages of articles that are not public have none', async () => {
      for (const state of ARTICLE_STATES.filter((each) => each !== 'public')) {
        const { id } = await anArticle(journal.database, { state })
        const answer = await get(`/blog/${id}`)
        expect([state, answer.statusCode, answer.headers.link]).toEqual([state, 404, undefined])
        expect((await get(`/blog/${id}.linkset.json`)).statusCode).toBe(404)
      }
    })
  })
})
