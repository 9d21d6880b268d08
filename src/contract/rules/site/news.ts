import { addDays } from '../peer-review/days.ts'

/** What the journal announces, with its name on the page. */
export const NEWS_KINDS = { news: 'Announcement', call: 'Call for papers' } as const
export type NewsKind = keyof typeof NEWS_KINDS

/** What an editor writes that is not published yet, in place of an id. */
export const NEW_ITEM = 'new'

export const NEWS_TITLE_MAX = 200
export const NEWS_SLUG_MAX = 80
export const NEWS_BODY_MAX = 20_000

/** An announcement without a last day is on the home page for so long. */
export const NEWS_CURRENT_DAYS = 30
/** The home page is no list: so many lines at most. */
export const NEWS_ON_HOME = 3

/** Days, 'YYYY-MM-DD', in UTC like all others. */
export interface NewsDates {
  kind: NewsKind
  from: string
  until: string | null
  deadline: string | null
}

/** Whether readers can open it. From its first day on they always can: its address has been given away by then. */
export const isNewsPublic = ({ from }: Pick<NewsDates, 'from'>, today: string): boolean => from <= today

/** Whether it is among the news, in feeds and in the site map. */
export const isNewsListed = (dates: NewsDates, today: string): boolean =>
  isNewsPublic(dates, today) && (dates.until === null || today <= dates.until)

/** Whether a call still takes manuscripts. */
export const isCallOpen = (dates: NewsDates, today: string): boolean =>
  dates.kind === 'call' && isNewsPublic(dates, today) && dates.deadline !== null && today <= dates.deadline

/** Whether it has a line on the home page: an open call, and what was announced lately or has a last day to come. */
export const isNewsCurrent = (dates: NewsDates, today: string): boolean =>
  dates.kind === 'call'
    ? isCallOpen(dates, today)
    : isNewsListed(dates, today) && (dates.until !== null || today < addDays(dates.from, NEWS_CURRENT_DAYS))

export type NewsState = 'planned' | 'shown' | 'ended'

export const newsState = (dates: NewsDates, today: string): NewsState =>
  !isNewsPublic(dates, today)
    ? 'planned'
    : dates.kind === 'call' ? (isCallOpen(dates, today) ? 'shown' : 'ended') : isNewsListed(dates, today) ? 'shown' : 'ended' // prettier-ignore
