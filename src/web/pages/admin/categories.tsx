import { CATEGORIES } from '../../features/articles/categories/categories-kind.tsx'
import { inArea } from '../../load.ts'
import { RecordsPage } from '../../ui/records-page.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/categories'

export const clientLoader = inArea(CATEGORIES.load)
export const HydrateFallback = PresentSkeleton

export default function AdminCategories({ loaderData: { data: records, failure } }: Route.ComponentProps) {
  return <RecordsPage records={failure ? null : records} kind={CATEGORIES} />
}
