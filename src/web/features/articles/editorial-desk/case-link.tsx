import type { ReactNode } from 'react'
import type { Article } from '../../../../contract/api/articles.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'

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
