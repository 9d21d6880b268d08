import { DecidePage } from '../../features/peer-review/editor/decide/decide-page.tsx'
import { actorOf, currentSession } from '../../client/session.ts'
import { hasCaseList } from '../../features/peer-review/editor/case/home.ts'
import { readNeighbours } from '../../features/peer-review/editor/case/neighbours.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/decide'

/** With the case that is next on the list of today before the decision takes this one off it. */
const load = async ({ api, params: { id = '' } }: LoadArgs) => {
  const actor = actorOf(currentSession())
  const [prepared, { next }] = await Promise.all([
    api.decisions.prepare({ id }),
    readNeighbours(api, id, !hasCaseList(actor)),
  ])
  return { prepared, next }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function Decide({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (!failure) return <DecidePage key={data.prepared.articleId} {...data} />
  return (
    <>
      <AreaHead title="Decision" />
      <LoadFailure
        message={[403, 404].includes(failure.statusCode) ? failure.message : 'Failed to fetch the reports'}
      />
    </>
  )
}
