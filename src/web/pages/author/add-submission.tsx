import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import { Wizard } from '../../features/submission/wizard.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { useSession } from '../../session.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'

const load = ({ api }: LoadArgs) => api.categories.list()

export const clientLoader = inArea(load)

const NO_CATEGORIES = 'Failed to load categories'

/** Submit Research: the five-step wizard. */
export default function AddSubmission() {
  const session = useSession()
  return (
    <>
      <Head />
      <Loaded
        data={useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>}
        at="categories"
        failure={(error) => <NoCategories error={error} />}
        skeleton={<SkeletonLines widths={[90, 40, 80, 80]} />}
      >
        {(categories) => session && <Wizard key={session.user.id} userId={session.user.id} categories={categories} />}
      </Loaded>
    </>
  )
}

function NoCategories({ error: { statusCode } }: { error: ApiError }) {
  useEffect(() => {
    // That a session has ended is said where it ends.
    if (statusCode !== 401) toast.error(NO_CATEGORIES, { id: NO_CATEGORIES })
  }, [statusCode])
  return (
    <Failure message={NO_CATEGORIES}>
      <TryAgain />
    </Failure>
  )
}

export function HydrateFallback() {
  return (
    <>
      <Head />
      <SkeletonLines widths={[90, 40, 80, 80]} />
    </>
  )
}

function Head() {
  return (
    <header className="head">
      <PageHead title="Submit Research" />
      <div>
        <h1>Submit Research</h1>
        <p>
          Five short steps. Your draft is kept on this device as you type. Peer review takes{' '}
          <span className="keep">{journal.review.weeks} weeks</span>.
        </p>
      </div>
    </header>
  )
}
