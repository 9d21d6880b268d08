import { ReplaceFiles } from '../../features/articles/editorial-desk/replace-files.tsx'
import { HoldForIssue } from '../../features/articles/volumes/hold-for-issue.tsx'
import { ProducedArticlePage } from '../../features/peer-review/production/produced-article.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/produced-article'

export const clientLoader = inDesk(async ({ api, params: { id = '' } }: LoadArgs) => {
  const [article, planned, { held }] = await Promise.all([
    api.production.read({ id }),
    api.issues.planned(),
    api.issues.held({ id }),
  ])
  return { article, issues: { planned, held } }
})
export const HydrateFallback = PresentSkeleton

/** One accepted article, with its proofs and the issue for which it is held. */
export default function ProducedArticle({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (data) {
    const { article, issues } = data
    return (
      <ProducedArticlePage key={article.articleId} article={article}>
        {article.publishedAt === null ? (
          <HoldForIssue article={article} issues={issues} />
        ) : (
          <ReplaceFiles article={article} />
        )}
      </ProducedArticlePage>
    )
  }
  return (
    <>
      <AreaHead title="Production" />
      <LoadFailure
        message={failure?.statusCode === 404 ? 'There is no accepted article here.' : 'Failed to fetch the article'}
      />
    </>
  )
}
