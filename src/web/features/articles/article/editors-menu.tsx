import { lazy, Suspense } from 'react'
import { isAdministrator } from '../../../../contract/rules/accounts/access.ts'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { useActor } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import type { ArticleData } from './article-data.ts'

// What begins a notice is no part of what readers load.
const BeginNotice = lazy(() =>
  import('../notice-desk/begin-notice.tsx').then(({ BeginNotice: Begin }) => ({ default: Begin })),
)

/** What editors do with an article that they are reading. Pages are rendered for readers, who see none of it. */
export function EditorsMenu({ article }: { article: ArticleData }) {
  if (!isAdministrator(useActor()) || !isPublic(article)) return null
  const { id, asNotice } = article
  return (
    <nav className="go cluster small" aria-label="Editors">
      {/* A notice changes by a notice about it alone. */}
      {!asNotice && (
        <Link className="btn text" to={paths.adminArticle(id)}>
          Correct
        </Link>
      )}
      <Suspense>
        <BeginNotice id={id} className="btn text" label="Notice About This Article" />
      </Suspense>
      <Link className="btn text" to={paths.listedArticle(id)}>
        Listings
      </Link>
    </nav>
  )
}
