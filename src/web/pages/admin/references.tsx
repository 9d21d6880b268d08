import { counted } from '../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../client/api.ts'
import { ReadinessViews } from '../../features/administration/indexing-checklist/check-list.tsx'
import { CitingArticles, RetractionListForm } from '../../features/administration/references/references-view.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/references'

const load = ({ api }: LoadArgs) => api.retractedReferences.list()

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** References to articles that have been retracted. */
export default function References({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Retracted References" note={data && counted(data.articles.length, 'citing article')} />
      <ReadinessViews current="references" />
      {failure ? (
        <LoadFailure message="Failed to fetch the references" />
      ) : (
        <>
          <CitingArticles articles={data.articles} />
          <RetractionListForm {...data} send={browserApi.retractedReferences.load} />
        </>
      )}
    </>
  )
}
