import type { PublishedNotice } from '../../api/published-notice.ts'

/** Concerns that no notice has ended. */
export const openConcerns = (notices: readonly PublishedNotice[]): PublishedNotice[] =>
  notices.filter(({ kind, closedBy }) => kind === 'concern' && closedBy === null)

/** How often and how soon the journal corrects itself; `today` is a day. */
export function noticeFigures(notices: readonly PublishedNotice[], articles: number, today: string) {
  const open = openConcerns(notices)
  const days = notices.flatMap(({ daysFromReport }) => daysFromReport ?? []).sort((one, other) => one - other)
  return {
    thisYear: notices.filter(({ publishedAt }) => publishedAt.startsWith(today.slice(0, 4))).length,
    articles,
    medianDays: days.length ? Math.round((days[(days.length - 1) >> 1]! + days[days.length >> 1]!) / 2) : null,
    openConcerns: open.length,
    late: open.filter(({ reviewOn }) => reviewOn !== null && reviewOn < today).length,
  }
}
