import type { Article } from '../../../../../contract/api/articles.ts'
import { articleStatus } from '../../../../../contract/rules/articles/article-policy.ts'
import { STAGE_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { browserApi } from '../../../../client/api.ts'
import { type CsvColumns, type CsvTable, csvDay, csvTable, everyPage } from '../../../../ui/list-csv.tsx'
import { STATUS_WORDS } from '../../status-chip.tsx'
import { listingInput, type ListingQuery } from '../listing-query.ts'

const COLUMNS: CsvColumns<Article> = [
  ['Author', ({ author }) => author.fullName],
  ['Title', ({ title }) => plainTitle(title)],
  ['Category', ({ category }) => category.name],
  ['Submitted at', ({ createdAt }) => csvDay(createdAt)],
  ['Status', (article) => STATUS_WORDS[articleStatus(article)]],
  ['Peer review', ({ stage }) => (stage === null ? '' : STAGE_NAMES[stage])],
  ['Manuscript number', ({ manuscriptNumber }) => manuscriptNumber ?? ''],
  ['Volume', ({ volume }) => volume?.title ?? ''],
  ['Pages', ({ pageNum }) => pageNum ?? ''],
  ['Published at', ({ publishedAt }) => csvDay(publishedAt)],
  ['DOI', ({ doi }) => doi ?? ''],
]

const NAME = 'research-listings'

/** All articles of the list, on every page, with its filters and in its order. */
export const listingCsv = (query: ListingQuery): CsvTable =>
  csvTable(NAME, COLUMNS, () =>
    everyPage((page, limit) => browserApi.articles.all({ ...listingInput(query), page, limit })),
  )

/** Those that are ticked, as the list has shown them. */
export const chosenCsv = (articles: readonly Article[]): CsvTable => csvTable(NAME, COLUMNS, () => articles)
