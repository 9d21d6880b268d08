import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { DeleteCard, DownloadCard } from '../../features/accounts/your-data/your-data.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/your-data'

export const clientLoader = inArea(({ api }: LoadArgs) => api.ownData.summary())
export const HydrateFallback = PresentSkeleton

/** All that the journal holds of a person, and the end of their account; for authors and administrators. */
export default function YourData({ loaderData: { data: summary, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  return (
    <>
      <header className="head wrapping">
        <PageHead title="Your Data" />
        <div>
          <h1>Your Data</h1>
        </div>
      </header>
      {failure ? (
        <Failure title="Unable to load your data" message={failure.message}>
          <TryAgain onClick={reload} />
        </Failure>
      ) : (
        <div className="profile-page">
          <DownloadCard />
          <DeleteCard summary={summary} />
        </div>
      )}
    </>
  )
}
