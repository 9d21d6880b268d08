import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, ARTICLE_STATES, aVolume } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { indexed } from '../../../../tests/support/searchable.ts'
import type { SearchAnswer } from '../../../contract/api/search.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { NO_FILTERS, SEARCH_FILTERS } from '../../../contract/rules/site/search.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findArticles } from './find.ts'

interface Text {
  key: string
  doi?: string
  /** Of the first author. */
  orcid?: string
  title: string
  authors: string[]
  abstract?: string
  keywords?: string
  passages: [section: string, text: string][]
}

const TEXTS: Text[] = [
  {
    key: 'beans',
    doi: '10.5555/JPPR.2020(1)17',
    orcid: '0000-0002-1825-0097',
    title: 'Nodulation of <i>Phaseolus vulgaris</i> under phosphorus deficiency',
    authors: ['Ayesha Malik', 'José Ñáñez'],
    keywords: 'common bean, symbiosis',
    passages: [
      [
        'Introduction',
        'The common bean, Phaseolus vulgaris L., is fed by rhizobia that live in the nodules of its roots.',
      ],
      ['Methods', 'Seeds were surface sterilised in dilute hypochlorite & rinsed five times before <b> sowing.'],
      ['Results', `${'Plants grew well in every pot. '.repeat(12)}The nodules of P. vulgaris shrank by a third.`],
    ],
  },
  {
    key: 'heal',
    title: 'Pollinators of self-heal, <i>Prunella vulgaris</i>',
    authors: ['Bruno Kovář'],
    passages: [['Results', 'Bumblebees visited Prunella in the morning. Nodules were not looked for.']],
  },
  {
    key: 'carotene',
    title: 'Accumulation of β-carotene in orange maize',
    authors: ['Wei Zhang'],
    abstract: '<p>We measured α-tocopherol as well.</p>',
    passages: [['Discussion', 'The precursor is made in plastids of the endosperm; TNFα plays no part.']],
  },
  {
    key: 'cress',
    title: 'Freezing tolerance of <i>Arabidopsis thaliana</i> mutants',
    authors: ['Ayesha Malik'],
    keywords: 'cold acclimation, photosynthesis',
    passages: [
      ['Introduction', 'Cold acclimation changes the membranes of plants.'],
      ['', 'Caption: electrolyte leakage of leaves after a night at −6 °C'],
    ],
  },
  {
    key: 'wheat',
    title: 'Root growth of wheat in dry soil',
    authors: ['Nora Field', 'Farrow,Ed'],
    passages: [['Results', 'Roots of wheat reached water at two metres, and drought stress came later.']],
  },
  {
    key: 'stress',
    title: 'Stress without drought: heat in barley',
    authors: ['Nora Field', 'Wei Zhang'],
    passages: [['Results', 'Heat killed the seedlings of barley.']],
  },
]

const passagesJson = (text: Text) =>
  JSON.stringify(text.passages.map(([section, said], at) => ({ section, anchor: `s-${at}`, part: 1, text: said })))

/** Stores the full text of an article, as rendering does. */
async function saveText(db: Db, articleId: string, passages: string): Promise<void> {
  await db.insertInto('full_texts').values({ article_id: articleId, renderer: 1, outline: null, passages }).execute()
}

describe('search', () => {
  eachDatabase((open) => {
    let journal: TestJournal

    let places: { botany: string; ecology: string }
    const keyOf = new Map<string, string>()

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      const [botany, ecology] = [
        await aCategory(database, { name: 'Botany' }),
        await aCategory(database, { name: 'Ecology' }),
      ]
      const volume = await aVolume(database, { title: 'Volume 7' })

      places = { botany: botany.id, ecology: ecology.id }
      for (const [at, text] of TEXTS.entries()) {
        const { title, keywords = '', abstract = '', doi = null, orcid } = text
        const { id } = await anArticle(database, {
          ...{ title, keywords, abstract, doi, excerpt: '', submitter: null, manuscripts: [] },
          contributors: [
            ...text.authors.map((full_name, at) => ({ full_name, ...(at === 0 && orcid ? { orcid } : {}) })),
            { role: 'Reviewer', full_name: 'Reviewer-Secret Person' },
          ],
          category: at % 2 ? ecology : botany,
          volume: at < 2 ? volume : null,
          published_at: `202${at}-03-01T00:00:00.000Z`,
        })
        keyOf.set(id, text.key)
        await saveText(database.db, id, passagesJson(text))
      }
      for (const state of ARTICLE_STATES.filter((each) => each !== 'public')) {
        const { id } = await anArticle(database, { state, title: 'Orchids nobody may know of' })
        await saveText(database.db, id, passagesJson(TEXTS[0]!))
      }
      expect(await indexed(database)).toBe(TEXTS.length)
    })

    const search = async (query: Record<string, string>): Promise<SearchAnswer> => {
      const answer = await journal.get(`/search?${new URLSearchParams(query)}`)
      expect(answer.status, answer.text + journal.logged.at(-1)?.slice(0, 300)).toBe(200)
      return answer.body
    }
    const found = ({ data }: SearchAnswer) => data.map(({ article }) => keyOf.get(article.id))

    // The query, and all that it finds, the best first.
    const QUERIES: [query: string, ...keys: string[]][] = [
      // Words of each part, in any form.
      ['nodulation', 'beans', 'heal'],
      ['Nodule', 'beans', 'heal'],
      ['roots', 'wheat', 'beans'],
      ['Malik beans', 'beans'],
      ['nanez', 'beans'],
      ['JOSE ÑÁÑEZ', 'beans'],
      ['acclimating', 'cress'],
      ['electrolyte leakage', 'cress'],
      ['malik electrolyte', 'cress'],
      ['the nodules of its roots', 'beans'],
      // Latin names.
      ['Phaseolus', 'beans'],
      ['vulgaris', 'heal', 'beans'],
      ['P. vulgaris', 'heal', 'beans'],
      ['p vulgaris', 'heal', 'beans'],
      ['Prunella vulgaris', 'heal'],
      ['Prunella vulgaris L.', 'heal'],
      ['Arabidopsis thaliana (L.) Heynh.', 'cress'],
      ['A. thaliana (L.) Heynh. freezing', 'cress'],
      // Greek letters.
      ['beta-carotene', 'carotene'],
      ['β carotene', 'carotene'],
      ['tocopherol alpha', 'carotene'],
      ['TNF-alpha', 'carotene'],
      // Typing errors, and beginnings.
      ['nodulatoin', 'beans', 'heal'],
      ['phosphrous deficency', 'beans'],
      ['Arabidposis', 'cress'],
      ['photosyntesys', 'cress'],
      ['acumulation caroten', 'carotene'],
      ['wheet', 'wheat'],
      ['photosynth', 'cress'],
      ['pollinat', 'heal'],
      // Latin names with an error in each word, of which other words are nearer.
      ['Phasolus vulgarus', 'beans'],
      ['Prunela vulgaris', 'heal'],
      ['arabidopsys thalania', 'cress'],
      // Identifiers, as they are typed and copied.
      ['10.5555/jppr.2020(1)17', 'beans'],
      ['doi: 10.5555/JPPR.2020(1)17.', 'beans'],
      ['https://doi.org/10.5555/JPPR.2020(1)17', 'beans'],
      ['https://doi.org/10.5555%2Fjppr.2020%281%2917', 'beans'],
      ['10.5555/%E0%A4%A', ''],
      ['10.5555/jppr.2020(1)18', ''],
      ['0000-0002-1825-0097', 'beans'],
      ['ORCID iD: 0000-0002-1825-0097', 'beans'],
      ['https://orcid.org/0000-0002-1825-0097', 'beans'],
      ['0000-0001-5109-3700', ''],
      // As they are cited: the first author, and the year of publication.
      ['Field 2024', 'wheat'],
      ['Field et al. (2025)', 'stress'],
      ['Malik and Ñáñez, 2020a', 'beans'],
      ['Zhang 2025', 'stress'],
      ['Zhang 2022', 'carotene'],
      ['barley 2025', 'stress'],
      // Keywords before other words.
      ['symbiosis', 'beans'],
      ['Common Bean', 'beans'],
      // Phrases.
      ['"drought stress"', 'wheat'],
      ['"roots of wheat reached the water"', 'wheat'],
      ['“drought stress”', 'wheat'],
      ['drought stress', 'stress', 'wheat'],
      ['"stress without drought', 'stress'],
      ['"stress of drought"', 'stress'],
      ['"drought tolerance"', ''],
      // Nothing holds all of it: the rarest words count.
      ['membranes of plants under moonlight', 'cress', 'beans'],
      // Nothing that is typed is an operator.
      ['NOT wheat', 'wheat'],
      ['nodul*', 'beans', 'heal'],
      ["wheat' | 'barley", 'stress', 'wheat'],
      ['title:wheat', 'wheat'],
      ['wheat & soil OR', 'wheat'],
      // Of nobody and nothing that is not public.
      ['orchids', ''],
      ['orchid', ''],
      ['Reviewer-Secret', ''],
      ['qqqqxxxx', ''],
    ]
    test.each(QUERIES.map(([query, ...keys]) => [query, keys.filter(Boolean)] as const))('%s', async (query, keys) => {
      expect(found(await search({ q: query }))).toEqual(keys)
    })

    test('without a word it lists the newest', async () => {
      const newest = TEXTS.map(({ key }) => key).toReversed()
      for (const q of ['', ' ', 'the of and', '?!', '""']) expect(found(await search({ q })), q).toEqual(newest)
    })

    test.each(TEXTS.map((text) => [text.key, text] as const))(
      '%s is found by its title and text',
      async (key, text) => {
        const title = plainTitle(text.title)
        const wrong = [
          title.replace('o', 'x').replace(/e(?=[^e]*$)/, 'q'),
          title.toUpperCase(),
          `${title.slice(0, 40)} xyzzy`,
        ]
        for (const q of [title, ...wrong]) expect(found(await search({ q }))[0], q).toBe(key)
        for (const [, said] of text.passages) {
          const { data } = await search({ q: said.slice(-200) })
          expect(keyOf.get(data[0]!.article.id), said).toBe(key)
          expect(data[0]!.passages[0]!.text).toContain('<mark>')
        }
      },
    )

    test('titles and passages are marked, and stay text', async () => {
      const { data } = await search({ q: 'phaseolus nodules' })
      expect(data[0]).toMatchObject({
        title: '<mark>Nodulation</mark> of <i><mark>Phaseolus</mark> vulgaris</i> under phosphorus deficiency',
        morePassages: 0,
      })
      expect(data[0]!.passages).toEqual([
        {
          ...{ section: 'Introduction', part: 1, anchor: 's-0' },
          text: 'The common bean, <mark>Phaseolus</mark> vulgaris L., is fed by rhizobia that live in the <mark>nodules</mark> of its roots.',
        },
        {
          ...{ section: 'Results', part: 1, anchor: 's-2' },
          text: expect.stringMatching(
            /^… .* every pot\. The <mark>nodules<\/mark> of P\. vulgaris shrank by a third\.$/,
          ),
        },
      ])
      const [safe] = (await search({ q: 'hypochlorite' })).data
      expect(safe!.passages[0]!.text).toBe(
        'Seeds were surface sterilised in dilute <mark>hypochlorite</mark> &amp; rinsed five times before &lt;b&gt; sowing.',
      )
      const [accents] = (await search({ q: 'alpha tocopherol' })).data
      expect(accents!.title).toBe('Accumulation of β-carotene in orange maize')
      const [greek] = (await search({ q: 'beta carotene' })).data
      expect(greek!.title).toBe('Accumulation of <mark>β</mark>-<mark>carotene</mark> in orange maize')
    })

    test('what was taken for what is said', async () => {
      expect(await search({ q: 'Arabidposis thaliana' })).toMatchObject({
        words: ['Arabidposis', 'thaliana'],
        corrected: { from: 'Arabidposis thaliana', to: 'Arabidopsis thaliana' },
      })
      const exact = await search({ q: 'Arabidposis thaliana', exact: 'true' })
      expect(exact).toMatchObject({ data: [], corrected: null })
      expect(await search({ q: 'P. vulgaris' })).toMatchObject({
        corrected: null,
        names: [{ typed: 'P. vulgaris', names: ['Phaseolus vulgaris', 'Prunella vulgaris'] }],
      })
      expect((await search({ q: 'A. vulgaris' })).names).toEqual([])
      // Words of what is not public are never offered.
      expect(await search({ q: 'orchods' })).toMatchObject({ data: [], corrected: null })
    })

    test('filters narrow, several values of one widen, and every count is what choosing it finds', async () => {
      const { facets } = await search({})
      expect(facets.category.map(({ name, articles }) => [name, articles])).toEqual([
        ['Botany', 3],
        ['Ecology', 3],
      ])
      expect(facets.volume.map(({ name, articles }) => [name, articles])).toEqual([['Volume 7', 2]])
      expect(facets.year.map(({ value }) => value)).toEqual(['2025', '2024', '2023', '2022', '2021', '2020'])
      expect(facets.author.map(({ name, articles }) => [name, articles])).toEqual([
        ['Ayesha Malik', 2],
        ['Nora Field', 2],
        ['Wei Zhang', 2],
        ['Bruno Kovář', 1],
        ['Farrow,Ed', 1],
        ['José Ñáñez', 1],
      ])
      for (const q of ['', 'vulgaris', 'nodules roots stress']) {
        const choices: Record<string, string>[] = [
          {},
          { category: places.botany },
          { author: 'Nora Field', year: '2024' },
        ]
        for (const chosen of choices) {
          const { facets } = await search({ q, ...chosen })
          for (const filter of SEARCH_FILTERS) {
            for (const { value, articles, isChosen } of facets[filter]) {
              const before = filter in chosen ? [chosen[filter]!] : []
              if (isChosen) expect(before).toContain(value)
              const only = await search({ q, ...chosen, [filter]: value })
              expect(only.meta.totalItems, `${q} ${JSON.stringify(chosen)} ${filter} ${value}`).toBe(articles)
            }
          }
        }
      }
      const comma = `/search?author=${encodeURIComponent('Nora Field, Jr.')}`
      expect((await journal.get(comma)).body.facets.author).toContainEqual(
        expect.objectContaining({ value: 'Nora Field, Jr.', isChosen: true }),
      )
      const two = await journal.get(`/search?author=Wei+Zhang&author=Nora+Field`)
      expect(two.body.facets.author.filter(({ isChosen }: { isChosen: boolean }) => isChosen)).toHaveLength(2)
      expect(two.body.meta.totalItems).toBe(3)
      // Of an imported name: its comma parts nothing.
      expect(found(await search({ author: 'Farrow,Ed' }))).toEqual(['wheat'])
      const both = await search({ category: `${places.botany},${places.ecology}`, author: 'Wei Zhang' })
      expect(found(both)).toEqual(['stress', 'carotene'])
      const none = await search({ q: 'wheat', category: places.ecology, year: '1066' })
      expect(none.data).toEqual([])
      expect(none.facets.year).toContainEqual({ value: '1066', name: '1066', articles: 0, isChosen: true })
      expect(found(await search({ category: 'no-such-id', volume: 'OR', author: '"*' }))).toEqual([])
      for (const filter of ['category', 'volume', 'year']) {
        const { status, body } = await journal.get(`/search?${filter}=2024,${encodeURIComponent("' OR 1=1 --")}`)
        expect([status, Object.keys(body.errors)]).toEqual([400, [filter]])
      }
    })

    test('pages and orders', async () => {
      expect(found(await search({ q: 'vulgaris', sort: 'oldest' }))).toEqual(['beans', 'heal'])
      expect(found(await search({ q: 'vulgaris', sort: 'newest' }))).toEqual(['heal', 'beans'])
      const pages = [1, 2, 3].map((page) => search({ limit: '4', page: String(page) }))
      expect((await Promise.all(pages)).map(({ data, meta }) => [data.length, meta.totalPages])).toEqual([
        [4, 2],
        [2, 2],
        [0, 2],
      ])
      expect((await journal.get('/search?sort=random')).status).toBe(400)
      expect((await journal.get(`/search?q=${'x'.repeat(201)}`)).status).toBe(400)
      expect((await journal.get('/search?q=a%00b')).status).toBe(400)
    })

    test('an answer names nobody who reviewed, and no article that is not public', async () => {
      const answers = [{}, { q: 'Person' }, { q: 'secret' }, { q: 'nodules' }]
      expect(found(await search({ author: 'Reviewer-Secret Person' }))).toEqual([])
      for (const query of answers) {
        const { text } = await journal.get(`/search?${new URLSearchParams(query as Record<string, string>)}`)
        expect(text).not.toMatch(/Reviewer-Secret|Orchids|corresponding@/)
      }
    })

    test('no answer is kept', async () => {
      const { headers } = await journal.get('/search?q=wheat')
      expect(headers['cache-control']).toMatch(/no-cache|no-store/)
      const { database } = journal
      const asked = await watchQueries(database, async ({ db }) => {
        await findArticles(db, { q: 'wheat', ...DEFAULTS })
      })
      const one = asked.length
      const more = await watchQueries(database, async ({ db }) => {
        await findArticles(db, { q: '', ...DEFAULTS })
      })
      // Whatever the number of articles.
      expect(one).toBeLessThan(16)
      expect(more.length).toBeLessThan(16)
    })

    test('whatever is typed is answered', async () => {
      const odd = [
        '"',
        '"""',
        '(',
        'a*',
        '*',
        'NEAR(a b)',
        '^x',
        '-x',
        'x:y',
        "'",
        '\\',
        '§cat',
        'a"b"c',
        '水稻',
        '😀',
        'ß',
        'ﬁ',
        '½',
      ]
      for (const part of [
        ...odd,
        'AND OR NOT',
        '%_',
        '<b>',
        '&amp;',
        'Ω',
        '\u200b',
        'İ',
        'x'.repeat(200),
        'a b '.repeat(50),
      ]) {
        for (const q of [part, `wheat ${part}`.slice(0, 200), `"${part}" wheat`.slice(0, 200)]) {
          const { status, text } = await journal.get(`/search?${new URLSearchParams({ q })}`)
          expect(status, `${q}: ${text}`).toBe(200)
        }
      }
    })
  })
})

const DEFAULTS = {
  ...{ exact: false, sort: 'best' as const, page: 1, limit: 10 },
  ...NO_FILTERS,
}
