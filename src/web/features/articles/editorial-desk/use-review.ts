import { useState } from 'react'
import type { Article } from '../../../../contract/api/articles.ts'
import { browserApi } from '../../../client/api.ts'

export type Question = 'approve' | 'archive' | 'delete'

/** The open article and the open question about one; details stay open behind a question. */
export function useReview(refetch: () => void) {
  const [viewed, setViewed] = useState<Article | null>(null)
  const [asked, setAsked] = useState<{ question: Question; article: Article } | null>(null)

  return {
    viewed,
    asked,
    isOpen: viewed !== null || asked !== null,
    view: setViewed,
    leave: () => setViewed(null),
    ask: (question: Question, article: Article) => setAsked({ question, article }),
    dismiss: () => setAsked(null),
    /** The article's current version on the server. */
    changed: (article: Article) => {
      setAsked(null)
      setViewed((before) => (before?.id === article.id ? article : before))
      refetch()
    },
    /** Shows an article that someone else has changed; the open question stays. */
    look: async ({ id }: Article) => {
      refetch()
      const article = await browserApi.articles.details({ id }).catch(() => null)
      if (article && 'version' in article) setViewed((before) => (before?.id === id ? article : before))
    },
    removed: ({ id }: Article) => {
      setAsked(null)
      setViewed((before) => (before?.id === id ? null : before))
      refetch()
    },
  }
}

export type Review = ReturnType<typeof useReview>
