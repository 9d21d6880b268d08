import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { RichHtml } from '../../ui/title-text.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/guide'

export const clientLoader = inArea(({ api }: LoadArgs) => api.pages.read({ slug: 'guide' }))
export const HydrateFallback = PresentSkeleton

/** How peer review goes, for those who do it. */
export default function Guide({ loaderData: { data: guide, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead title="Guide for editors" />
      {failure ? <LoadFailure message="Failed to load the guide" /> : <RichHtml html={guide.html} />}
    </>
  )
}
