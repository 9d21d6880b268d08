import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { useActor } from '../../../client/session.ts'

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
    <Link
      className={className}
      title={label && 'Edit'}
      aria-label={label}
      to={paths.adminArticle(article.id)}
      state={FROM_LIST}
    >
      <Pencil className="ic" aria-hidden="true" />
      {children}
    </Link>
  )
}
