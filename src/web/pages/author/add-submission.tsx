import { useLoaderData } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { Wizard } from '../../features/articles/submission/wizard.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { useSession } from '../../client/session.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonLines } from '../../ui/states.tsx'

const load = ({ api }: LoadArgs) => api.categories.list()

export const clientLoader = inArea(load)

/** Submit Research: the five-step wizard. */
export default function AddSubmission() {
  const session = useSession()
  return (
    <>
      <Head />
      <Loaded
        data={useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>}
        at="categories"
        failure={() => <LoadFailure message="Failed to load categories" />}
        skeleton={<SkeletonLines widths={[90, 40, 80, 80]} />}
      >
        {(categories) => session && <Wizard key={session.user.id} userId={session.user.id} categories={categories} />}
      </Loaded>
    </>
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
