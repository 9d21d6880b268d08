import type { Api } from '../../../../contract/api/api.ts'
import { noticeFilterIn } from '../../../../contract/rules/site/notice-filters.ts'

/** What the page of all notices shows. */
export async function noticesData(api: Api, search: URLSearchParams) {
  const { notices, figures } = await api.notices.published({})
  return { notices, figures, shown: noticeFilterIn(search), today: new Date().toISOString().slice(0, 10) }
}

export type NoticesData = Awaited<ReturnType<typeof noticesData>>
