import type { Reviewer } from '../../../../../contract/api/reviewers.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { pageFromSearch, type Paged } from '../../../../../contract/rules/site/page-numbers.ts'
import type { ReviewerState } from '../../../../../contract/rules/peer-review/reviewer-state.ts'
import { browserApi } from '../../../../client/api.ts'
import { type CsvColumns, type CsvTable, csvDay, csvTable, everyPage } from '../../../../ui/list-csv.tsx'

/** Labels of the states; the keys are the contract's. */
export const STATE_WORDS: Record<ReviewerState, string> = {
  available: 'Available',
  away: 'Away',
  'never-ask': 'Do not invite',
}

const isState = (word: string | null): word is ReviewerState => word !== null && Object.hasOwn(STATE_WORDS, word)

/** The filters of a query: `?q=&state=`. */
function filtersIn(search: URLSearchParams) {
  const state = search.get('state')
  return { q: search.get('q')?.slice(0, SEARCH_MAX) ?? '', state: isState(state) ? state : undefined }
}

/** Loads the reviewers for a query: `?q=&state=&page=`. */
export const loadReviewers = (search: URLSearchParams): Promise<Paged<Reviewer>> =>
  browserApi.reviewers.list({ page: pageFromSearch(search), ...filtersIn(search) })

/** All reviewers of a query. */
export const reviewersCsv = (search: URLSearchParams): CsvTable =>
  csvTable('reviewers', COLUMNS, () =>
    everyPage((page, limit) => browserApi.reviewers.list({ ...filtersIn(search), page, limit })),
  )

const COLUMNS: CsvColumns<Reviewer> = [
  ['Name', ({ fullName }) => fullName],
  ['Affiliation', ({ affiliation }) => affiliation],
  ['Expertise', ({ expertise }) => expertise],
  ['Email', ({ emails }) => emails.map(({ email }) => email).join('; ')],
  ['ORCID iD', ({ orcid }) => orcid ?? ''],
  ['Away until', ({ awayUntil }) => csvDay(awayUntil)],
  ['Do not invite', ({ doNotAskAt }) => (doNotAskAt === null ? 'No' : 'Yes')],
]
