import type { OutputOf } from '../../../contract/api/endpoint.ts'
import type { fees } from '../../../contract/api/fees.ts'
import type { FeesOverview } from '../../../contract/api/invoices.ts'
import { SEARCH_MAX } from '../../../contract/rules/articles/article-policy.ts'
import { FEE_TABS, type FeeTab } from '../../../contract/rules/fees/invoices.ts'
import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import type { Api } from '../../../contract/api/api.ts'

const isTab = (word: string | null): word is FeeTab => (FEE_TABS as readonly (string | null)[]).includes(word)

/** The list that an address asks for: `?tab=&q=`. */
export function feeFilter(search: URLSearchParams): { tab: FeeTab; q: string } {
  const tab = search.get('tab')
  return { tab: isTab(tab) ? tab : 'to-be-paid', q: search.get('q')?.slice(0, SEARCH_MAX) ?? '' }
}

/** Loads the desk for a query: `?tab=&q=&page=`. */
export async function loadFees(
  api: Api,
  search: URLSearchParams,
): Promise<{ waivers: OutputOf<typeof fees.waivers>; overview: FeesOverview }> {
  const [waivers, overview] = await Promise.all([
    api.fees.waivers(),
    api.invoices.list({ ...feeFilter(search), page: pageFromSearch(search) }),
  ])
  return { waivers, overview }
}
