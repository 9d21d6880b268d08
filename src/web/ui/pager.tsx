import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { pageHref } from '../../contract/paths.ts'
import type { PagerItem } from '../../contract/pager-window.ts'

/** Numbered pages of a list. `items` comes from one of the contract's window rules. */
export function Pager({
  path,
  page,
  totalPages,
  items,
  label,
  summary,
  arrows = false,
}: {
  path: string
  page: number
  totalPages: number
  items: PagerItem[]
  label: string
  /** What stands at the left: 'Page X of Y' on Current Articles. */
  summary?: string
  arrows?: boolean
}) {
  if (totalPages <= 1) return summary ? <p className="pager muted">{summary}</p> : null
  return (
    <nav className="pager" aria-label={label}>
      <span className="muted">{summary}</span>
      <ol role="list">
        {arrows && (
          <li>
            <Arrow path={path} to={page - 1} totalPages={totalPages} name="Previous" />
          </li>
        )}
        {items.map((item, index) => (
          <li key={item === 'gap' ? `gap-${index}` : item}>
            {item === 'gap' ? (
              <span className="gap">…</span>
            ) : (
              <Link
                to={pageHref(path, item)}
                aria-label={`Page ${item}`}
                aria-current={item === page ? 'page' : undefined}
                prefetch="intent"
              >
                {item}
              </Link>
            )}
          </li>
        ))}
        {arrows && (
          <li>
            <Arrow path={path} to={page + 1} totalPages={totalPages} name="Next" />
          </li>
        )}
      </ol>
    </nav>
  )
}

function Arrow({
  path,
  to,
  totalPages,
  name,
}: {
  path: string
  to: number
  totalPages: number
  name: 'Previous' | 'Next'
}) {
  const Icon = name === 'Previous' ? ChevronLeft : ChevronRight
  const content = (
    <>
      <Icon className="ic" aria-hidden="true" />
      <span className="sr">{name} page</span>
    </>
  )
  if (to < 1 || to > totalPages) {
    return (
      <span className="gap off" aria-disabled="true">
        {content}
      </span>
    )
  }
  return <Link to={pageHref(path, to)}>{content}</Link>
}
