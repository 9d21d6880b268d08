import { NewsRecords } from '../../features/articles/news/desk/news-records.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/news'

const load = ({ api }: LoadArgs) => api.announcements.all()

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

export default function AdminNews({ loaderData: { data: known, failure } }: Route.ComponentProps) {
  if (!failure) return <NewsRecords known={known} />
  return (
    <>
      <AreaHead title="News" />
      <LoadFailure message="Failed to load the news" />
    </>
  )
}
