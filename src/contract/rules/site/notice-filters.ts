import type { NoticeKind } from '../articles/notices.ts'
import { paths } from './paths.ts'

/** The filters of the page of all notices, by their value in its address. */
export const NOTICE_FILTERS = {
  corrections: { name: 'Corrections', kinds: ['correction', 'addendum'] },
  concerns: { name: 'Concerns', kinds: ['concern', 'concern-closed'] },
  retractions: { name: 'Retractions', kinds: ['retraction'] },
  removals: { name: 'Removals', kinds: ['removal'] },
  comments: { name: 'Comments and replies', kinds: ['comment', 'reply'] },
} as const satisfies Record<string, { name: string; kinds: readonly NoticeKind[] }> as Record<
  'corrections' | 'concerns' | 'retractions' | 'removals' | 'comments',
  { name: string; kinds: readonly NoticeKind[] }
>
export type NoticeFilter = keyof typeof NOTICE_FILTERS

/** The filter in an address; null: all notices. */
export const noticeFilterIn = (search: URLSearchParams): NoticeFilter | null =>
  (Object.keys(NOTICE_FILTERS) as NoticeFilter[]).find((filter) => filter === search.get('kind')) ?? null

export const noticesPath = (filter: NoticeFilter | null): string =>
  filter === null ? paths.notices : `${paths.notices}?kind=${filter}`
