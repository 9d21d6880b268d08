import { useLoaderData } from 'react-router'
import type { Volume } from '../../../contract/api/volumes.ts'
import { VOLUMES } from '../../features/volumes/volumes-kind.tsx'
import { inArea } from '../../load.ts'
import type { Loadable } from '../../ui/loaded.tsx'
import { RecordsPage, RecordsSkeleton } from '../../ui/records-page.tsx'

export const clientLoader = inArea(VOLUMES.load)

/** The volumes of the journal: add, edit, delete. */
export default function AdminVolumes() {
  return <RecordsPage data={useLoaderData() as Loadable<Volume[]>} kind={VOLUMES} />
}

export function HydrateFallback() {
  return <RecordsSkeleton kind={VOLUMES} />
}
