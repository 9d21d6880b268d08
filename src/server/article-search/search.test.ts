import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, ARTICLE_STATES, aVolume } from '../../../tests/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/databases.ts'
import type { SearchAnswer } from '../../contract/api/search.ts'
import type { Db } from '../database/connect.ts'
import { indexDue } from './index-due.ts'

const failed = (error: unknown) => {
  throw error
}

interface Text {
  key: string
  title: string
  authors: string[]
  abstract?: string
  keywords?: string
  passages: [section: string, text: string][]
}

const TEXTS: Text[] = [
  {
    key: 'beans',
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
    authors: ['Nora Field'],
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
async function keepText(db: Db, articleId: string, passages: string): Promise<void> {
  await db.insertInto('full_texts').values({ article_id: articleId, renderer: 1, outline: null, passages }).execute()
}

describe('search', () => {
  eachDatabase((open) => {
    let journal: TestJournal

    const keyOf = new Map<string, string>()

    beforeAll(async () => {
      journal = await open()
      const { database } = journal
      const [botany, ecology] = [
        await aCategory(database, { name: 'Botany' }),
        await aCategory(database, { name: 'Ecology' }),
      ]
      const volume = await aVolume(database, { title: 'Volume 7' })

      for (const [at, text] of TEXTS.entries()) {
        const { title, keywords = '', abstract = '' } = text
        const { id } = await anArticle(database, {
          ...{ title, keywords, abstract, excerpt: '', submitter: null, manuscripts: [] },
          contributors: [
            ...text.authors.map((full_name) => ({ full_name })),
            { role: 'Reviewer', full_name: 'Reviewer-Secret Person' },
          ],
          category: at % 2 ? ecology : botany,
          volume: at < 2 ? volume : null,
          published_at: `202${at}-03-01T00:00:00.000Z`,
        })
        keyOf.set(id, text.key)
        await keepText(database.db, id, passagesJson(text))
      }
      for (const state of ARTICLE_STATES.filter((each) => each !== 'public')) {
        const { id } = await anArticle(database, { state, title: 'Orchids nobody may know of' })
        await keepText(database.db, id, passagesJson(TEXTS[0]!))
      }
      expect(await indexDue(database, { failed })).toBe(TEXTS.length)
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
      // Phrases.
      ['"drought stress"', 'wheat'],
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
  })
})
