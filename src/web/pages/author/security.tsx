import { useRevalidator } from 'react-router'
import { Security } from '../../features/accounts/security/security.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/security'

const load = async ({ api }: LoadArgs) => {
  const [factors, sessions] = await Promise.all([api.secondFactors.read(), api.session.list()])
  return { factors, sessions }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** How one signs in and where one is signed in, for authors and administrators. */
export default function SecurityPage({ loaderData: { data, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  return (
    <>
      <header className="head wrapping">
        <PageHead title="Security" />
        <div>
          <h1>Security</h1>
        </div>
      </header>
      {failure ? (
        <Failure title="Unable to load this page">
          <TryAgain onClick={reload} />
        </Failure>
      ) : (
        <Security {...data} onChanged={reload} />
      )}
    </>
  )
}
