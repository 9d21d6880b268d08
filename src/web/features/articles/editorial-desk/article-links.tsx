import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { useActor } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'

/** Location state that tells the opened page to lead back to the list with its filters. */
export const FROM_LIST = 'from the list'

/** The link to correct an article, for those who may. */
export function EditLink({
  article,
  className,
  label,
  children,
}: {
  article: Article
  className: string
  label?: string
  children?: ReactNode
}) {
  if (!articlePolicy.can(useActor(), 'correct', article)) return null
  return (
    <RouterLink
      className={className}
      title={label && 'Edit'}
      aria-label={label}
      to={paths.adminArticle(article.id)}
      state={FROM_LIST}
    >
      <Pencil className="ic" aria-hidden="true" />
      {children}
    </RouterLink>
  )
}

/** The link to the case of an article, if it has one. */
export function CaseLink({
  article: { id, stage },
  className,
  label,
  children,
}: {
  article: Article
  className?: string
  /** For a link that shows no text. */
  label?: string
  children: ReactNode
}) {
  if (stage === null) return null
  return (
    <Link className={className} to={paths.case(id)} title={label && 'Peer review'} aria-label={label}>
      {children}
    </Link>
  )
}
