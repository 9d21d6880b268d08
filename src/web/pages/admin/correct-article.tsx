import { ADMINISTRATORS_ONLY } from '../../../contract/rules/accounts/access.ts'
import type { Article } from '../../../contract/api/articles.ts'
import type { CategoryWithCount } from '../../../contract/api/categories.ts'
import type { Request } from '../../../contract/api/requests.ts'
import { ApiError } from '../../client/api-error.ts'
import { CORRECTION_TITLE, CorrectionPage } from '../../features/articles/editorial-desk/correction/correction-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/correct-article'

interface Opened {
  article: Article
  categories: CategoryWithCount[]
  request: Request | null
}

const load = async ({ api, params: { id = '' }, search }: LoadArgs): Promise<Opened> => {
  const asked = search.get('request')
  const [article, categories, request] = await Promise.all([
    api.articles.details({ id }),
    api.categories.list({}),
    // Without it the article can be corrected as well.
    asked === null ? null : api.requests.read({ id: asked }).catch(() => null),
  ])
  if (!('version' in article)) throw new ApiError(403, ADMINISTRATORS_ONLY.message)
  return { article, categories, request: request?.article.id === article.id ? request : null }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function CorrectArticle({ loaderData: { data: opened, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <>
        <AreaHead title={CORRECTION_TITLE} />
        <LoadFailure
          message={[404, 410].includes(failure.statusCode) ? failure.message : 'Failed to load post details'}
        />
      </>
    )
  }
  return <CorrectionPage {...opened} />
}
