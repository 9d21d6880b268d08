import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { paths } from '../../../../contract/domain/paths.ts'
import { articlePolicy } from '../../../../contract/domain/article-policy.ts'
import { useActor } from '../../../client/session.ts'

/** Says to the page that is opened that the list lies behind it: it leads back there, narrowed as it was. */
export const FROM_LIST = 'from the list'

/** The way to correct an article, for who may. */
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
