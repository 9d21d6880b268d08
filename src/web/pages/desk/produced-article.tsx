import { ProducedArticlePage } from '../../features/peer-review/production/produced-article.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/produced-article'

export const clientLoader = inDesk(({ api, params: { id = '' } }: LoadArgs) => api.production.read({ id }))
export const HydrateFallback = PresentSkeleton

/** One accepted article, with its proofs. */
export default function ProducedArticle({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (data) return <ProducedArticlePage key={data.articleId} article={data} />
  return (
    <>
      <AreaHead title="Production" />
      <LoadFailure
        message={failure?.statusCode === 404 ? 'There is no accepted article here.' : 'Failed to fetch the article'}
      />
    </>
  )
}
