import { FeesDesk } from '../../features/fees/fees-desk.tsx'
import { SealedRequests } from '../../features/fees/sealed-requests.tsx'
import { loadFees } from '../../features/fees/load-fees.ts'
import { inDesk } from '../../in-desk.ts'
import type { LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/fees'

export const clientLoader = inDesk(({ api, search }: LoadArgs) => loadFees(api, search))
export const HydrateFallback = PresentSkeleton

export default function AdminFees({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (!failure) {
    return (
      <>
        <FeesDesk {...data} />
        <SealedRequests />
      </>
    )
  }
  return (
    <>
      <AreaHead title="Fees" />
      <LoadFailure message="Failed to load the fees" />
    </>
  )
}
