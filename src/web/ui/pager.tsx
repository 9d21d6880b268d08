import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageHref } from '../../contract/rules/site/paths.ts'
import { type PagerItem, slidingWindow } from './pager-window.ts'
import { Link } from './link.tsx'

/** The current position in a paged list, and links to other pages: a window of `size` pages, or other `items`. */
export function Pager({
  path,
  meta: { page, totalPages },
  label,
  size = 5,
  items = slidingWindow(page, totalPages, size),
  always = false,
}: {
  path: string
  meta: { page: number; totalPages: number }
  label: string
  size?: number
  items?: PagerItem[]
  /** Also shows 'Page 1 of 1'. */
  always?: boolean
}) {
  const summary = (
    <p className="muted">
      Page {page} of {totalPages}
    </p>
  )
  if (totalPages <= 1) return always && totalPages === 1 ? <div className="pager wrapping ruled">{summary}</div> : null
  return (
    <nav className="pager wrapping ruled" aria-label={label}>
      {summary}
      {/* From beyond the end it leads back to the last existing page. */}
      <Step className="step back" rel="prev" to={page > 1 && pageHref(path, Math.min(page - 1, totalPages))}>
        <ChevronLeft className="ic" aria-hidden="true" />
        Previous<span className="sr"> page</span>
      </Step>
      <ol role="list">
        {items.map((item, index) => (
          <li key={item === 'gap' ? `gap-${index}` : item}>
            {item === 'gap' ? (
              <span className="gap">…</span>
            ) : (
              <Link
                to={pageHref(path, item)}
                aria-label={`Page ${item}`}
                aria-current={item === page ? 'page' : undefined}
              >
                {item}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step className="step on" rel="next" to={page < totalPages && pageHref(path, page + 1)}>
        Next<span className="sr"> page</span>
        <ChevronRight className="ic" aria-hidden="true" />
      </Step>
    </nav>
  )
}

/** A link to a neighbouring page; at rest, a link that leads nowhere, so that it is read out as unavailable. */
function Step({ to, rel, ...shown }: { to: string | false; rel: string; className: string; children: ReactNode }) {
  return to === false ? <a role="link" aria-disabled="true" {...shown} /> : <Link to={to} rel={rel} {...shown} />
}
