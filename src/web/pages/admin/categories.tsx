import { useLoaderData } from 'react-router'
import type { CategoryWithCount } from '../../../contract/api/categories.ts'
import { CATEGORIES } from '../../features/categories/categories-kind.tsx'
import { inArea } from '../../load.ts'
import type { Loadable } from '../../ui/loaded.tsx'
import { RecordsPage, RecordsSkeleton } from '../../ui/records-page.tsx'

export const clientLoader = inArea(CATEGORIES.load)

/** The categories of the journal: add, edit, delete. */
export default function AdminCategories() {
  return <RecordsPage data={useLoaderData() as Loadable<CategoryWithCount[]>} kind={CATEGORIES} />
}

export function HydrateFallback() {
  return <RecordsSkeleton kind={CATEGORIES} />
}
