import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { paths } from '../../../../contract/domain/paths.ts'

/** Says to the page that is opened that the list lies behind it: it leads back there, narrowed as it was. */
export const FROM_LIST = 'from the list'

/** The way to correct an article. */
export function EditLink({
  article: { id },
  className,
  label,
  children,
}: {
  article: Article
  className: string
  label?: string
  children?: ReactNode
}) {
  return (
    <Link
      className={className}
      title={label && 'Edit'}
      aria-label={label}
      to={paths.adminArticle(id)}
      state={FROM_LIST}
    >
      <Pencil className="ic" aria-hidden="true" />
      {children}
    </Link>
  )
}
