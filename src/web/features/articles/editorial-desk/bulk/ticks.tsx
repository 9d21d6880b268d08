import { useEffect, useRef } from 'react'
import type { Article } from '../../../../../contract/api/articles.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import type { Chosen } from './use-chosen.ts'

/** The tick of one article. */
export function Tick({ article, chosen }: { article: Article; chosen: Chosen }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={chosen.has(article.id)}
        // A click that is prevented would leave the box as it was.
        onChange={({ nativeEvent }) =>
          (nativeEvent as MouseEvent).shiftKey ? chosen.upTo(article) : chosen.toggle(article)
        }
      />
      <span className="sr">Choose {plainTitle(article.title)}</span>
    </label>
  )
}

/** The tick of the page. */
export function PageTick({ chosen }: { chosen: Chosen }) {
  const box = useRef<HTMLInputElement>(null)
  const isSome = chosen.page === 'some'
  useEffect(() => {
    box.current!.indeterminate = isSome
  }, [isSome])
  return (
    <label>
      <input ref={box} type="checkbox" checked={chosen.page === 'all'} onChange={chosen.togglePage} />
      <span className="sr">Choose all on this page</span>
    </label>
  )
}
