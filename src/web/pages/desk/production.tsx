import { PRODUCED_STATES } from '../../../contract/api/production.ts'
import { pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { ProducedFilters, ProducedList } from '../../features/peer-review/production/produced-list.tsx'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/production'

const load = ({ api, search }: LoadArgs) =>
  api.production.list({
    page: pageFromSearch(search),
    q: search.get('q')?.trim() || undefined,
    state: PRODUCED_STATES.find((state) => state === search.get('state')),
  })

export const clientLoader = inDesk(load)
export const HydrateFallback = PresentSkeleton

/** What is accepted, for those who make proofs of it. */
export default function Production({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Production" note={data && counted(data.meta.totalItems, 'article')} />
      <ProducedFilters />
      {failure ? <LoadFailure message="Failed to fetch the articles" /> : <ProducedList articles={data} />}
    </>
  )
}
