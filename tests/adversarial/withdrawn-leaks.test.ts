import { beforeEach, describe, expect, test } from 'vitest'
import { apiTable } from '../../src/contract/api/api.ts'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { keywordSlug } from '../../src/contract/rules/articles/keywords.ts'
import { FEED_FORMATS, feedPath, pathNames, paths } from '../../src/contract/rules/site/paths.ts'
import { aCategory, aFile, anArticle, aSignedIn, aVolume, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { anOutline } from '../support/full-texts.ts'
import { searchable } from '../support/searchable.ts'
import { saveFullText } from '../../src/journal/publication/full-text/stored-text.ts'

/** Every word that only the withdrawn article has begins or ends like this, the Latin name included. */
const SECRET = /qwagga|zyxaria/i

const TEXT =
  'Qwaggatext shows in the plots, qwaggatext in the pots and qwaggatext in <Zyxaria>: Zyxaria qwaggensis again.'

/** What someone who knows a part of it, or mistypes it, would ask of the search. */
const QUERIES = [
  ...[
    'qwaggatitle',
    'qwaggatitel',
    'qwag',
    'qwaggakeyword',
    'qwaggaword',
    'Qwaggauthor',
    'qwaggauther',
    'qwaggabstract',
  ],
  ...[
    'qwaggatext',
    'qwaggatxet',
    '"qwaggatext shows"',
    'Z. qwaggensis',
    'Z qwaggensis',
    'Zyxaria',
    'zyxarea',
    'Z. qwaggensis L.',
  ],
  ...['qwaggatitle of weather and soil in the plots', 'wheat', '', 'Qwaggatitle of zyxaria under wheat weather'],
]

/**
 * Nothing of what is no longer public can be learned from any public answer, from the moment on: every reading call
 * for strangers, and every address for readers, indexes and harvesters, is asked before and after.
 */
describe('what is no longer public is in no public answer', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let article: { id: string; version: number }
    let places: { volume: string; category: string; other: string; figure: string }
    beforeEach(async () => {
      journal = await open()
      const { database, resources } = journal
      admin = await aSignedIn(journal, { role: 'admin' })
      const category = await aCategory(database, { name: 'Botany' })
      const volume = await aVolume(database)
      const shared = { category, volume, submitter: null }
      const other = await anArticle(database, {
        ...{
          ...shared,
          title: 'Wheat weather',
          keywords: 'wheat, soil',
          abstract: '<p>Weather of wheat and soil.</p>',
        },
        contributors: [{ role: 'Corresponding Author', full_name: 'Ayesha Malik', orcid: '0000-0002-1825-0097' }],
      })
      const pdf = await aFile(database, { store: resources.store, name: 'a.pdf' })
      article = await anArticle(database, {
        ...{ ...shared, pdf, title: 'Qwaggatitle of <i>Zyxaria qwaggensis</i> under wheat weather' },
        ...{ slug: 'qwaggaslug-of-wheat', keywords: 'qwaggakeyword, wheat, soil', excerpt: 'Qwaggaexcerpt of wheat.' },
        abstract: '<p>Qwaggabstract of wheat and soil.</p>',
        contributors: [
          { role: 'Corresponding Author', full_name: 'Qwaggauthor Ode', email: 'qwagga@plants.test' },
          {
            role: 'Author',
            full_name: 'Ayesha Malik',
            orcid: '0000-0002-1825-0097',
            affiliation: 'Qwagganistan Institute',
          },
        ],
      })
      await database.transaction((tx) =>
        saveFullText(tx, article.id, {
          outline: anOutline(),
          parts: [`<p>${TEXT.replace('<Zyxaria>', '<i>Zyxaria qwaggensis</i>')}</p>`],
          passages: [{ section: 'Qwaggasection', anchor: 'p-1', part: 1, text: TEXT }],
          unknown: {},
        }),
      )
      await searchable(database)
      places = { volume: volume.id, category: category.id, other: other.id, figure: 'f1' }
    })

    /** The reading calls for strangers, by all ids that there are. */
    const calls = () => {
      const ids = [
        places.volume,
        places.category,
        places.other,
        article.id,
        '0000-0002-1825-0097',
        keywordSlug('wheat')!,
      ]
      return Object.values(apiTable as Record<string, Record<string, Endpoint>>)
        .flatMap((verbs) => Object.values(verbs))
        .filter(({ method, access }) => method === 'GET' && !ACCESS[access].required)
        .flatMap(({ path }) =>
          pathNames(path).length
            ? ids.map((id) => `/api${path.replace(/\{\w+\}/g, encodeURIComponent(id))}`)
            : [`/api${path}`],
        )
    }

    /** The addresses besides the calls. */
    const addresses = () => [
      ...[...FEED_FORMATS.map(({ format }) => format)].flatMap((format) => [
        feedPath(format),
        feedPath(format, places.category),
      ]),
      ...[paths.sitemap, '/sitemap-articles.xml', '/sitemap-1.xml', paths.lockss, paths.lockssVolume(places.volume)],
      ...[paths.volumeJats(places.volume), paths.volumeBag(places.volume), `${paths.doaj}/articles.json`],
      ...[`${paths.doaj}/articles.csv`, paths.doajArticle(article.id)],
      ...['oai_dc', 'jats'].flatMap((format) => [
        `${paths.oai}?verb=ListRecords&metadataPrefix=${format}`,
        `${paths.oai}?verb=GetRecord&metadataPrefix=${format}&identifier=oai:journal.test:${article.id}`,
      ]),
      ...[article.id, places.other].flatMap((id) => [
        ...[paths.articlePdf(id), paths.articleBibtex(id), paths.articleRis(id), paths.articleEndNote(id)],
        ...[
          paths.articleCsl(id),
          paths.articleLinkset(id),
          paths.articleJats(id),
          paths.articleFigure(id, places.figure),
        ],
      ]),
    ]

    const searches = () =>
      QUERIES.flatMap((q) =>
        [{ q }, { q, category: places.category, author: 'Ayesha Malik' }].map(
          (query) => `/api/search?${new URLSearchParams(query as unknown as Record<string, string>)}`,
        ),
      )

    /** The public answers that tell something. What is asked is not told. */
    const told = async (): Promise<string[]> => {
      const found: string[] = []
      for (const url of [...calls(), ...addresses(), ...searches()]) {
        const answer = await journal.app.inject({ method: 'GET', url })
        expect(answer.statusCode, url).toBeLessThan(500)
        const asked = new URL(url, 'http://journal.test').searchParams.get('q')
        let { body } = answer
        if (asked && answer.statusCode === 200) {
          const { words, corrected, names, ...rest } = JSON.parse(body)
          expect(words.join(' ').length).toBeLessThanOrEqual(asked.length + 20)
          body = JSON.stringify([rest, corrected?.to === asked ? '' : withoutAsked(corrected?.to ?? '', asked)])
          body += JSON.stringify(names.map((each: { names: string[] }) => each.names))
        }
        if (SECRET.test(body)) found.push(url)
      }
      return found
    }

    /** A correction repeats the words that it leaves. */
    const withoutAsked = (to: string, asked: string) =>
      to
        .split(' ')
        .filter((word) => !asked.split(' ').includes(word))
        .join(' ')

    const archive = (is: boolean) => journal.put(`/posts/${article.id}/archive`, { archive: is }, { as: admin })

    test('once it is archived, before and after the index has followed', async () => {
      const before = await told()
      // The test would find it: in lists, feeds, searches, records and packages.
      for (const part of [
        '/feed',
        '/api/posts/published',
        'q=qwag&',
        'q=zyxarea',
        'q=Z.',
        '/oai',
        '/api/keywords',
        '/authors',
      ])
        expect(
          before.some((url) => url.includes(part)),
          part,
        ).toBe(true)
      expect((await archive(true)).status).toBe(200)
      expect(await told()).toEqual([])
      await searchable(journal.database)
      expect(await told()).toEqual([])
      await archive(false)
      await searchable(journal.database)
      expect((await told()).length).toBe(before.length)
    }, 120_000)

    test('once it is deleted, but for the note that stands in its place', async () => {
      await told()
      const deleted = await journal.send('DELETE', `/posts/delete/${article.id}`, undefined, { as: admin })
      expect(deleted.status, deleted.text).toBe(200)
      const own = (url: string) => url.includes(article.id)
      expect((await told()).filter((url) => !own(url))).toEqual([])
      await searchable(journal.database)
      expect((await told()).filter((url) => !own(url))).toEqual([])
    }, 120_000)

    test('once it is corrected', async () => {
      await told()
      const { body } = await journal.get(`/posts/details/${article.id}`, { as: admin })
      const change = {
        ...{
          title: 'Barley weather',
          keywords: 'barley, soil',
          excerpt: 'Barley.',
          abstract: '<p>Barley of soil.</p>',
        },
        ...{ version: body.version, reason: 'It was another plant.' },
      }
      const corrected = await journal.put(`/posts/${article.id}`, change, { as: admin })
      expect(corrected.status, corrected.text).toBe(200)
      await journal.database.transaction((tx) =>
        saveFullText(tx, article.id, { outline: anOutline(), parts: ['<p>Barley.</p>'], passages: [], unknown: {} }),
      )
      await searchable(journal.database)
      // Its address stays, and its authors.
      const words = /qwagga(?:title|keyword|excerpt|bstract|text|section)|zyxaria/i
      const answers = await Promise.all(
        (await told()).map(async (url) => [url, (await journal.app.inject({ method: 'GET', url })).body] as const),
      )
      expect(answers.filter(([url, text]) => words.test(text) && !url.includes('q=')).map(([url]) => url)).toEqual([])
      for (const q of ['Z. qwaggensis', 'qwaggatxet', 'zyxarea', 'qwaggatitel'])
        expect((await journal.get(`/search?${new URLSearchParams({ q })}`)).body).toMatchObject({
          corrected: null,
          names: [],
        })
    }, 120_000)
  })
})
