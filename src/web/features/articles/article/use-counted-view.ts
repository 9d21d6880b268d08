import { useEffect } from 'react'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { browserApi } from '../../../client/api.ts'
import type { ArticleData } from './article-data.ts'

/** The page that the server has sent, and counted. */
let sent = typeof window === 'undefined' ? '' : new URL(performance.getEntriesByType('navigation')[0]!.name).pathname

/** Counts the view of an article that React shows in place of another page; the server sees no page of it. */
export function useCountedView(article: ArticleData | undefined): void {
  const id = article?.id
  const isSeenByAll = article !== undefined && isPublic(article)
  useEffect(() => {
    if (id === undefined) return
    const isSent = sent === location.pathname
    sent = ''
    // It is no loss to the reader if it is not counted.
    if (!isSent && isSeenByAll) browserApi.usage.viewed({ id }).catch(() => {})
  }, [id, isSeenByAll])
}
