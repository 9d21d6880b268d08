import type { FastifyBaseLogger } from 'fastify'
import { indexDue } from '../../src/journal/discovery/search/index-articles.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { ArticleRow } from '../../src/platform/database/tables.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import type { Passage } from '../../src/journal/documents/jats/html/render.ts'
import { aCategory, anArticle, aVolume } from './builders.ts'
import { anOutline } from './full-texts.ts'
import { saveFullText } from '../../src/journal/publication/full-text/stored-text.ts'

/** Indexes what is due; returns how many articles. Throws if one fails. */
export const indexed = (database: Database): Promise<number> => {
  const failed = ({ err }: { err: unknown }) => {
    throw err
  }
  return indexDue({ database, log: { error: failed, warn: failed } as unknown as FastifyBaseLogger })
}

/** Indexes what has been written, as the journal does in the background. */
export async function searchable(database: Database): Promise<void> {
  await indexed(database)
  await database.transaction((tx) => touchPublicSite(tx))
}

const PASSAGES: Passage[] = [
  {
    ...{ section: 'Introduction', anchor: 's-1', part: 1 },
    text: 'To date, several genes controlling grain morphology have been cloned, most of which regulate grain size and yield, with effects on grain appearance.',
  },
  {
    ...{ section: 'Methods', anchor: 's-2', part: 2 },
    text: 'A set of 83 rice varieties (Oryza sativa L.) and 31 wild rice samples were used to weigh filled grains.',
  },
  { section: 'Results', anchor: 's-3', part: 2, text: 'The grain filling rate was slower from the tenth day on.' },
]

/**
 * A journal to search in: 14 articles about rice of five years, three categories and two volumes, the first one with a
 * full text; and one about beans.
 */
export async function aJournalToSearch(database: Database) {
  const categories = []
  for (const name of ['Crop science', 'Physiology', 'Genomics']) categories.push(await aCategory(database, { name }))
  const volumes = [await aVolume(database, { title: 'Volume 9' }), await aVolume(database, { title: 'Volume 8' })]
  const people = ['Yicong Cai', 'Qian-Feng Li', 'Marie Noelle Ndjiondjop', 'M. Sikirou', 'Chisato Masumoto-Kubo']
  const about = [
    '<i>GS9</i> regulates <i>Oryza sativa</i> grain shape and appearance',
    '<i>OsPK2</i> encodes a pyruvate kinase of <i>Oryza</i> endosperm and grain filling',
    'Screening African rice (<i>Oryza glaberrima</i>) for tolerance to iron: grain yield',
  ]
  const articles: ArticleRow[] = []
  for (let at = 0; at < 14; at++) {
    const year = 2019 - (at % 5)
    articles.push(
      await anArticle(database, {
        title: about[at] ?? `Grain weight of <i>Oryza sativa</i> in dry years, trial ${at}`,
        keywords: at % 2 ? 'rice, grain size' : 'Rice, drought',
        excerpt: 'Rice grains are weighed.',
        abstract: '<p>We weighed the grains of rice.</p>',
        category: categories[at % 3]!,
        volume: volumes[at % 2]!,
        page_num: `${10 * at + 1}-${10 * at + 9}`,
        published_at: `${year}-0${1 + (at % 9)}-11T00:00:00.000Z`,
        contributors: [
          { role: 'Corresponding Author', full_name: people[at % 5]!, email: `rice-${at % 5}@plants.test` },
          ...(at % 3 ? [] : people.filter((_, other) => other !== at % 5)).map((full_name) => ({ full_name })),
        ],
      }),
    )
  }
  const beans = await anArticle(database, {
    title: 'Nodules of <i>Phaseolus vulgaris</i>',
    keywords: 'beans, drought',
    category: categories[1]!,
    published_at: '2018-03-01T00:00:00.000Z',
    contributors: [{ full_name: 'Ripu Kunwar', orcid: '0000-0002-1825-0097', affiliation: 'Kathmandu' }],
  })
  await database.transaction((tx) =>
    saveFullText(tx, articles[0]!.id, {
      outline: anOutline({ parts: 2 }),
      parts: [
        `<section id="s-1"><h2>Introduction</h2><p>${PASSAGES[0]!.text}</p></section>`,
        `<section id="s-2"><h2>Methods</h2><p>${PASSAGES[1]!.text}</p></section>`,
      ],
      passages: PASSAGES,
      unknown: {},
    }),
  )
  await searchable(database)
  return { articles, beans, categories, volumes }
}
