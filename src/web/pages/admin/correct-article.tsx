import { useLoaderData, useParams } from 'react-router'
import { ApiError } from '../../../contract/domain/api-error.ts'
import type { Article } from '../../../contract/api/articles.ts'
import type { CategoryWithCount } from '../../../contract/api/categories.ts'
import { CORRECTION_TITLE, CorrectionPage } from '../../features/articles/editorial-desk/correction/correction-page.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

interface Opened {
  article: Article
  categories: CategoryWithCount[]
}

const load = async ({ api, params: { id = '' } }: LoadArgs): Promise<Opened> => {
  const [article, categories] = await Promise.all([api.articles.details({ id }), api.categories.list({})])
  if (!('version' in article)) throw new ApiError(403, 'Only administrators can do this')
  return { article, categories }
}

export const clientLoader = inArea(load)

/** Corrects one article. */
export default function CorrectArticle() {
  const { id } = useParams()
  return (
    <Loaded
      data={useLoaderData() as Loadable<Opened>}
      at={id ?? ''}
      skeleton={<Opening />}
      failure={({ statusCode, message }) => (
        <>
          <AreaHead title={CORRECTION_TITLE} />
          <LoadFailure message={[404, 410].includes(statusCode) ? message : 'Failed to load post details'} />
        </>
      )}
    >
      {(opened) => <CorrectionPage {...opened} />}
    </Loaded>
  )
}

/** Shown by the server and until the first answer: the server knows no reader. */
export function HydrateFallback() {
  return <Opening />
}

function Opening() {
  return (
    <>
      <AreaHead title={CORRECTION_TITLE} note="Loading the article..." />
      <SkeletonLines widths={[40, 90, 60, 100, 100, 80]} />
    </>
  )
}
