import { counted } from '../../../contract/rules/text/plain-text.ts'
import { InviteForm } from '../../features/accounts/duties/invite-form.tsx'
import { PeopleList } from '../../features/accounts/duties/people-list.tsx'
import { UserTabs } from '../../features/accounts/duties/user-tabs.tsx'
import { inArea, type LoadArgs } from '../../load.ts'
import { AreaHead } from '../../ui/area-head.tsx'
import { LoadFailure } from '../../ui/states.tsx'
import { PresentSkeleton } from '../skeletons.tsx'
import type { Route } from './+types/roles'

const load = async ({ api }: LoadArgs) => {
  const [duties, categories] = await Promise.all([api.duties.list({}), api.categories.list({})])
  return { ...duties, categories: categories.map(({ id, name }) => ({ id, name })) }
}

export const clientLoader = inArea(load)
export const HydrateFallback = PresentSkeleton

/** Who does what for the journal. */
export default function Roles({ loaderData: { data, failure } }: Route.ComponentProps) {
  return (
    <>
      <AreaHead
        title="Roles"
        note={
          data
            ? `${counted(data.people.length, 'person', 'people')}. A role holds from the next click on, and ends the same way.`
            : null
        }
      />
      <UserTabs />
      {failure ? (
        <LoadFailure message="Failed to fetch the roles" />
      ) : (
        <>
          <InviteForm people={data.people} categories={data.categories} />
          <PeopleList {...data} />
        </>
      )}
    </>
  )
}
