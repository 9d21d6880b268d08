import { Archive, ArchiveRestore, Check, Eye, type LucideIcon, MessagesSquare, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { useActor } from '../../../client/session.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import { StatusChip } from '../status-chip.tsx'
import { PageTick, Tick } from './bulk/ticks.tsx'
import type { Chosen } from './bulk/use-chosen.ts'
import { CaseLink, EditLink } from './article-links.tsx'
import { isFocusLost } from './part.tsx'
import type { Review } from './use-review.ts'

/**
 * All articles, one per row; a card on small screens. The roles are explicit, because some browsers drop
 * table semantics when a table is laid out as cards.
 */
export function ListingsTable({
  articles,
  held,
  chosen,
  review,
}: {
  articles: Article[]
  /** For which issues those are held that are. */
  held: ReadonlyMap<string, string>
  chosen: Chosen
  review: Review
}) {
  const body = useRowFocus(articles, review.isOpen)
  return (
    <div className="tablewrap listings">
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="tick">
              <PageTick chosen={chosen} />
            </th>
            {['Author', 'Title', 'Category', 'Submitted at', 'Status', 'Actions'].map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {articles.map((article) => (
            <tr
              key={article.id}
              role="row"
              className={
                [article.isArchive && 'dim', chosen.has(article.id) && 'ticked'].filter(Boolean).join(' ') || undefined
              }
              data-article={article.id}
            >
              <td role="cell" className="tick">
                <Tick article={article} chosen={chosen} />
              </td>
              <td role="cell" className="author">
                {article.author.fullName}
              </td>
              <td role="cell" className="ttl">
                <button type="button" className="open-row" onClick={() => review.view(article)}>
                  <TitleText title={article.title} />
                </button>
                {article.isSample && <span className="smp small"> Sample</span>}
              </td>
              <td role="cell" className="catg">
                {article.category.name}
              </td>
              <td role="cell" className="date">
                {longDate(article.createdAt)}
              </td>
              <td role="cell" className="status">
                <StatusChip article={article} />
                {held.has(article.id) && <span className="muted small block">Held for {held.get(article.id)}</span>}
              </td>
              <td role="cell" className="actions">
                <RowActions article={article} review={review} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowActions({ article, review }: { article: Article; review: Review }) {
  const actor = useActor()
  const title = plainTitle(article.title)
  return (
    <div className="acts">
      <Action icon={Eye} verb="View" of={title} onClick={() => review.view(article)} />
      <span>
        <CaseLink article={article} className="btn icon" label={`Peer review: ${title}`}>
          <MessagesSquare className="ic" aria-hidden="true" />
        </CaseLink>
      </span>
      <span>
        <EditLink article={article} className="btn icon" label={`Edit: ${title}`} />
      </span>
      <Action
        icon={Check}
        verb="Publish"
        of={title}
        disabled={!articlePolicy.can(actor, 'approve', article)}
        onClick={() => review.ask('approve', article)}
      />
      <span>
        {articlePolicy.can(actor, 'archive', article) && (
          <Action
            icon={article.isArchive ? ArchiveRestore : Archive}
            verb={article.isArchive ? 'Unarchive' : 'Archive'}
            of={title}
            onClick={() => review.ask('archive', article)}
          />
        )}
      </span>
      <span>
        {articlePolicy.can(actor, 'remove', article) && (
          <Action icon={Trash2} verb="Delete" of={title} danger onClick={() => review.ask('delete', article)} />
        )}
      </span>
    </div>
  )
}

function Action({
  icon: Icon,
  verb,
  of,
  disabled = false,
  danger = false,
  onClick,
}: {
  icon: LucideIcon
  verb: string
  /** The article's title for screen readers only, so that it is not repeated visibly in every button. */
  of: string
  disabled?: boolean
  danger?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={danger ? 'btn icon danger' : 'btn icon'}
      title={verb}
      aria-label={`${verb}: ${of}`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  )
}

/**
 * Preserves the focus: if the used button is now disabled or its row has gone, the row itself or the one that
 * took its place is focused.
 */
function useRowFocus(articles: Article[], isDialogOpen: boolean) {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = useRef<{ id: string; index: number } | null>(null)

  useEffect(() => {
    const rows = body.current!
    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest<HTMLElement>('tr[data-article]')
      if (row) place.current = { id: row.dataset.article!, index: [...rows.children].indexOf(row) }
    }
    const forget = ({ target }: PointerEvent) => {
      if (!(target as Element).closest('dialog, tr[data-article]')) place.current = null
    }
    rows.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      rows.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])

  useEffect(() => {
    if (isDialogOpen || place.current === null || !isFocusLost()) return
    const rows = [...body.current!.children] as HTMLElement[]
    const { id, index } = place.current
    const row = rows.find((each) => each.dataset.article === id) ?? rows[Math.min(index, rows.length - 1)]
    row?.querySelector<HTMLElement>('.open-row')?.focus({ preventScroll: true })
  }, [articles, isDialogOpen])

  return body
}
