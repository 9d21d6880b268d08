import { useState } from 'react'
import type { Article } from '../../../contract/articles.ts'

export type Question = 'approve' | 'archive' | 'delete'

/** Which article is looked at, and what is asked of which: details stay open under a question. */
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
    /** The article as the server has it now. */
    changed: (article: Article) => {
      setAsked(null)
      setViewed((before) => (before?.id === article.id ? article : before))
      refetch()
    },
    removed: ({ id }: Article) => {
      setAsked(null)
      setViewed((before) => (before?.id === id ? null : before))
      refetch()
    },
  }
}

export type Review = ReturnType<typeof useReview>
