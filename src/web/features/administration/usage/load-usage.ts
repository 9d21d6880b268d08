import type { OutputOf } from '../../../../contract/api/endpoint.ts'
import type { usage } from '../../../../contract/api/usage.ts'
import { pageFromSearch } from '../../../../contract/rules/site/page-numbers.ts'
import { monthBefore, monthsBetween, USAGE_MONTHS_MAX } from '../../../../contract/rules/site/usage.ts'
import { browserApi } from '../../../client/api.ts'

export interface Period {
  /** YYYY-MM, both included. */
  from: string
  to: string
}

export type UsageOverview = OutputOf<typeof usage.overview> & { period: Period }

/** The period in an address, which may contain anything; the last twelve months without a valid one. */
export function periodOf(search: URLSearchParams, now = new Date()): Period {
  const [from, to] = [monthOf(search.get('from')), monthOf(search.get('to')) ?? now.toISOString().slice(0, 7)]
  if (from === undefined || from > to || monthsBetween(from, to).length > USAGE_MONTHS_MAX) {
    return { from: monthBefore(to, 11), to }
  }
  return { from, to }
}

const monthOf = (word: string | null): string | undefined =>
  word !== null && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(word) ? word : undefined

export async function loadUsage(search: URLSearchParams): Promise<UsageOverview> {
  const period = periodOf(search)
  return { ...(await browserApi.usage.overview({ ...period, page: pageFromSearch(search) })), period }
}
