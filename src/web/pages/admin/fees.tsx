import { FeesDesk } from '../../features/fees/fees-desk.tsx'
import { SealedRequests } from '../../features/fees/sealed-requests.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/fees'

export const clientLoader = inArea(({ api }: LoadArgs) => api.fees.waivers())
export const HydrateFallback = PresentSkeleton

export default function AdminFees({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (!failure) {
    return (
      <>
        <FeesDesk waivers={data} />
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
