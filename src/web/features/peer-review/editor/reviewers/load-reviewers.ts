import type { Reviewer } from '../../../../../contract/api/reviewers.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import { pageFromSearch, type Paged } from '../../../../../contract/rules/site/page-numbers.ts'
import type { ReviewerState } from '../../../../../contract/rules/peer-review/reviewer-state.ts'
import { browserApi } from '../../../../client/api.ts'

/** Labels of the states; the keys are the contract's. */
export const STATE_WORDS: Record<ReviewerState, string> = {
  available: 'Available',
  away: 'Away',
  'never-ask': 'Do not invite',
}

const isState = (word: string | null): word is ReviewerState => word !== null && Object.hasOwn(STATE_WORDS, word)

/** Loads the reviewers for a query: `?q=&state=&page=`. */
export function loadReviewers(search: URLSearchParams): Promise<Paged<Reviewer>> {
  const state = search.get('state')
  return browserApi.reviewers.list({
    page: pageFromSearch(search),
    q: search.get('q')?.slice(0, SEARCH_MAX) ?? '',
    state: isState(state) ? state : undefined,
  })
}
