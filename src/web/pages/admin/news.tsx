import { NewsRecords } from '../../features/articles/news/desk/news-records.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/news'

const load = async ({ api }: LoadArgs) => {
  const [known, followers] = await Promise.all([api.announcements.all(), api.follows.counts()])
  return { known, followers }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function AdminNews({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (!failure) return <NewsRecords {...data} />
  return (
    <>
      <AreaHead title="News" />
      <LoadFailure message="Failed to load the news" />
    </>
  )
}
