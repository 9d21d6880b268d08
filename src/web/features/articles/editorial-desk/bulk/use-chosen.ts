import { useCallback, useMemo, useState } from 'react'
import type { Article } from '../../../../../contract/api/articles.ts'
import { MATCHES_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import type { ListingQuery } from '../listing-query.ts'

interface State {
  /** The filters under which they were chosen: others clear them. */
  key: string
  articles: ReadonlyMap<string, Article>
  /** All that match, on every page. */
  isAll: boolean
  /** The last one that was ticked, from which Shift+x goes on. */
  last: string | null
}

const keyOf = ({ status, stage, category, q }: ListingQuery): string => JSON.stringify([status, stage, category, q])

/** The articles of a list that are ticked. They stay over its pages, and are cleared by another search. */
export function useChosen(query: ListingQuery, shown: readonly Article[], total: number) {
  const key = keyOf(query)
  const [stored, setStored] = useState<State>(() => empty(key))
  const state = stored.key === key ? stored : empty(key)
  const { articles, isAll, last } = state

  const clear = useCallback(() => setStored(empty(key)), [key])
  return useMemo(() => {
    const has = (id: string) => isAll || articles.has(id)
    const onPage = shown.filter(({ id }) => has(id)).length
    const set = (some: readonly Article[], isChosen: boolean) => {
      // Of all that match, those on this page stay when one is taken out.
      const next = new Map(isAll ? shown.map((article) => [article.id, article]) : articles)
      for (const article of some) {
        if (!isChosen) next.delete(article.id)
        else if (next.size < MATCHES_MAX) next.set(article.id, article)
      }
      setStored({ key, articles: next, isAll: false, last: some.at(-1)?.id ?? last })
    }
    return {
      has,
      clear,
      isAll,
      articles: [...articles.values()],
      count: isAll ? total : articles.size,
      /** Of the page: none, some or all. */
      page: onPage === 0 ? ('none' as const) : onPage === shown.length ? ('all' as const) : ('some' as const),
      toggle: (article: Article) => set([article], !has(article.id)),
      togglePage: () => set(shown, onPage < shown.length),
      /** All from the last one that was ticked to this one, if both are on this page. */
      upTo: (article: Article) => {
        const [from, to] = [shown.findIndex(({ id }) => id === last), shown.indexOf(article)]
        if (to === -1) return
        set(from === -1 ? [article] : [...shown.slice(Math.min(from, to), Math.max(from, to) + 1)], true)
      },
      chooseAll: () => setStored({ key, articles, isAll: true, last }),
    }
  }, [articles, clear, isAll, key, last, shown, total])
}

export type Chosen = ReturnType<typeof useChosen>

const empty = (key: string): State => ({ key, articles: new Map(), isAll: false, last: null })
