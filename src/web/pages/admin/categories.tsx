import { CATEGORIES } from '../../features/articles/categories/categories-kind.tsx'
import { MergedNotes } from '../../features/articles/categories/merged-notes.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { RecordsPage } from '../../ui/records-page.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/categories'

export const clientLoader = inArea(async ({ api }: LoadArgs) => {
  const [records, merges] = await Promise.all([CATEGORIES.load(), api.categories.undoableMerges()])
  return { records, merges }
})
export const HydrateFallback = PresentSkeleton

export default function AdminCategories({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <RecordsPage records={failure ? null : data.records} kind={CATEGORIES}>
      {data && <MergedNotes merges={data.merges} />}
    </RecordsPage>
  )
}
